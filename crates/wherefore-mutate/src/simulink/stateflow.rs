//! Where a Stateflow chart can be mutated.
//!
//! The document says what there is: labels with the trees of their conditions and actions, and where each stands in the file. Edits
//! are made in the file as it is escaped, so `&gt;=` becomes `&gt;` in an archive and `>=` becomes `>` in the older text form.
//!
//! ```text
//! [t >= 24]{n = 0}      the guard and the assigned value are expressions
//! after(6, tick)        so is the number that is counted to
//! <P Name="SSID">3</P>  the state that a transition leads to, by its number
//! executionOrder        two transitions of a state are tried in the other order
//! ```

mod label;
mod route;
mod script;
mod statement;

pub(crate) use script::Script;

use crate::{ElementKind, Inventory, Kind, Operator, Piece, Reach, Role, Scope, Site, Tree, Use, Values};
use label::Label;
use std::rc::Rc;
use wherefore_lang::simulink::document::Parameter;
use wherefore_lang::simulink::stateflow::Chart;
use wherefore_lang::simulink::stateflow::action::{self, Dialect, Expr, TriggerKind, When};
use wherefore_lang::simulink::stateflow::document::{
    Datum, EventScope, FunctionBody, Language, Scope as DataScope, State, Transition,
};

/// Adds all that is found in a chart.
pub(super) fn chart(chart: &Chart, is_xml: bool, inventory: &mut Inventory<'_, Script>) {
    let scope = inventory.scopes.len();
    inventory.scopes.push(names(chart));
    let mut search = ChartSites { chart, path: chart.block_path(), is_xml, scope, inventory };
    chart.data.iter().for_each(|datum| search.datum(datum));
    (0..chart.states.len()).for_each(|place| search.state(place));
    chart.transitions.iter().for_each(|transition| search.transition(transition));
    search.orders();
    search.mend();
}

/// The data of a chart.
fn names(chart: &Chart) -> Scope {
    let mut scope = Scope::default();
    for datum in chart.data.iter().filter(|d| d.parent.is_none()) {
        let values = match datum.type_name.as_str() {
            "boolean" => Values::Truth,
            "double" | "single" => Values::Numbers,
            name if name.trim_start_matches('u').starts_with("int") => Values::Numbers,
            _ => Values::Unknown,
        };
        scope.add(datum.name.as_str(), values);
    }
    scope
}

/// Goes through a chart.
struct ChartSites<'a, 'i, 't> {
    chart: &'a Chart,
    /// The path of its block.
    path: String,
    is_xml: bool,
    /// The scope of its expressions.
    scope: usize,
    inventory: &'i mut Inventory<'t, Script>,
}

impl ChartSites<'_, '_, '_> {
    /// A text of the chart; none where its place is not known.
    fn label<'p>(&self, parameter: &'p Parameter) -> Option<Label<'p>> {
        Label::new(parameter, self.inventory.finder.text, self.is_xml)
    }

    /// Adds what can be changed in an expression alone; gives the index of its piece.
    fn expression(&mut self, label: &Label<'_>, expr: &Expr, as_what: (Use, Role), site: &Site) -> Option<usize> {
        self.expression_of(self.chart.dialect(), label, expr, as_what, site)
    }

    fn expression_of(
        &mut self,
        language: Dialect,
        label: &Label<'_>,
        expr: &Expr,
        (used, role): (Use, Role),
        site: &Site,
    ) -> Option<usize> {
        let spelled = action::tokens(&label.text, expr.span)?;
        let dialect = Rc::new(Script::new(spelled, language, label.writing));
        let tree = Tree::new(&*dialect, crate::Dialect::tokens(&*dialect), expr, used);
        self.inventory.finder.expression(&*dialect, &tree, site);
        let values = if role == Role::Guard { Values::Truth } else { Values::Unknown };
        let (site, scope) = (site.clone(), self.scope);
        self.inventory.pieces.push(Piece { dialect, tree, site, scope, values, role, target: None });
        Some(self.inventory.pieces.len() - 1)
    }

    /// Keeps what an expression is assigned to.
    fn assigned(&mut self, piece: usize, name: &str) {
        let values = self.inventory.scopes.get(self.scope).and_then(|s| s.find(name)).map(|v| v.values.clone());
        if let Some(piece) = self.inventory.pieces.get_mut(piece) {
            piece.target = Some(name.to_owned());
            piece.values = values.unwrap_or(Values::Unknown);
        }
    }

    /// The first value of a datum.
    fn datum(&mut self, datum: &Datum) {
        let Some(first) = &datum.initial else { return };
        if !matches!(datum.scope, DataScope::Local | DataScope::Output | DataScope::Constant) {
            return;
        }
        let Some(label) = self.label(first) else { return };
        let language = Dialect { language: Language::Matlab, bits: false };
        let Ok(expr) = action::expression(&label.text, language) else { return };
        let name = format!("{}/{}", self.path, datum.name);
        let site = Site { words: format!("the first value of `{name}`"), element: Some(name.clone()) };
        let hull = datum.span.to(first.span);
        self.inventory.element(ElementKind::InitialValue, &name, site.words.clone(), expr.span, hull);
        if let Some(piece) = self.expression_of(language, &label, &expr, (Use::Enclosed, Role::First), &site) {
            self.assigned(piece, &datum.name);
        }
    }

    /// A state with what it does, or a function that is written.
    fn state(&mut self, place: usize) {
        let Some(state) = self.chart.states.get(place) else { return };
        let name = format!("{}/{}", self.path, self.chart.path(place));
        if let Some(function) = state.function() {
            if let FunctionBody::Matlab { statements, script, .. } = &function.body {
                let site = Site { words: format!("the function `{name}`"), element: Some(name.clone()) };
                let hull = state.span.to(script.span);
                self.inventory.element(ElementKind::Definition, &name, site.words.clone(), state.span, hull);
                let Some(label) = self.label(script) else { return };
                self.statements(&label, statements, None, &site);
            }
            return;
        }
        let words = format!("the state `{name}`");
        self.inventory.element(ElementKind::State, &name, words, state.span, state.span.to(state.label.span));
        self.sections(state, &name);
    }

    fn sections(&mut self, state: &State, name: &str) {
        let Some(label) = self.label(&state.label) else { return };
        for section in &state.sections {
            let when = section.when.first();
            let (what, operators) = match when {
                Some(When::Entry) => ("the entry", Some((Operator::Reea, Operator::Rmea))),
                Some(When::Exit) => ("the exit", None),
                Some(When::On(_)) => ("an event", None),
                _ => ("the during action", None),
            };
            let site = Site { words: format!("{what} of `{name}`"), element: Some(name.to_owned()) };
            for when in &section.when {
                if let When::On(trigger) = when {
                    self.trigger(&label, trigger, &site);
                }
            }
            self.statements(&label, &section.statements, operators, &site);
        }
    }

    /// The name that a transition has in reports.
    fn site(&self, transition: &Transition) -> Site {
        let name = format!("{}/{}", self.path, self.chart.title(transition));
        Site { words: format!("the transition `{name}`"), element: Some(name) }
    }

    /// Guard, triggers, actions and ends of a transition.
    fn transition(&mut self, transition: &Transition) {
        let site = self.site(transition);
        let name = site.element.clone().unwrap_or_default();
        let numbers = [transition.numbers.source, transition.numbers.destination, transition.numbers.order];
        let spans = numbers.into_iter().flatten().chain([transition.text.span]);
        let hull = spans.fold(transition.span, wherefore_diag::Span::to);
        let words = site.words.clone();
        self.inventory.element(ElementKind::Transition, &name, words, transition.span, hull);
        self.target(transition, &site);
        let Some(label) = self.label(&transition.text) else { return };
        match &transition.label.condition {
            Some(condition) => self.guard(&label, condition, &site),
            None => self.never(transition, &label, &site),
        }
        for trigger in &transition.label.triggers {
            self.trigger(&label, trigger, &site);
        }
        let operators = Some((Operator::Reta, Operator::Rmta));
        self.statements(&label, &transition.label.condition_action, operators, &site);
        self.statements(&label, &transition.label.transition_action, operators, &site);
    }

    fn guard(&mut self, label: &Label<'_>, condition: &Expr, site: &Site) {
        let name = site.element.clone().unwrap_or_default();
        let words = format!("the guard of `{name}`");
        self.inventory.element(ElementKind::Guard, &name, words.clone(), condition.span, condition.span);
        let own = Site { words, ..site.clone() };
        let at = self.expression(label, condition, (Use::Condition, Role::Guard), &own);
        let Inventory { pieces, finder, .. } = &mut *self.inventory;
        let piece = at.and_then(|at| pieces.get(at));
        if let Some((piece, root)) = piece.and_then(|p| Some((p, p.tree.root()?)))
            && !matches!(root.kind, Kind::Truth(_))
        {
            finder.guard(&*piece.dialect, root, true, site);
        }
    }

    /// A transition without a guard gets one that is false; a default transition is needed.
    fn never(&mut self, transition: &Transition, label: &Label<'_>, site: &Site) {
        if transition.is_default() || label.text.value.contains('[') {
            return;
        }
        let behind = transition.label.triggers.last().map(|t| t.span.end);
        let Some(edit) = label.insertion(behind, "[false]", transition) else { return };
        let what = format!("a guard that is `false` is put on {}", site.words);
        self.inventory.finder.add(Operator::Sgf, vec![edit], transition.span, what, site);
    }

    /// What makes a transition or a section look at its condition: another event, another number.
    fn trigger(&mut self, label: &Label<'_>, trigger: &action::Trigger, site: &Site) {
        let name = site.element.clone().unwrap_or_default();
        let words = format!("the trigger of `{name}`");
        self.inventory.element(ElementKind::Event, &name, words.clone(), trigger.span, trigger.span);
        match &trigger.kind {
            TriggerKind::Temporal(_, count, _) => {
                let own = Site { words, ..site.clone() };
                self.expression(label, count, (Use::Enclosed, Role::Value), &own);
            }
            TriggerKind::Event(event) => {
                for other in self.other_events(event) {
                    let what = format!("{} is triggered by `{other}` instead of `{event}`", site.words);
                    self.inventory.finder.replace(Operator::Ce, trigger.span, other, what, site);
                }
            }
            _ => {}
        }
    }

    /// The events that one could take for this one; none if it is none.
    fn other_events(&self, event: &str) -> Vec<String> {
        let mut awaited = self.chart.events.iter().filter(|e| e.scope != EventScope::Output).map(|e| &e.name);
        if !awaited.clone().any(|name| name == event) {
            return Vec::new();
        }
        let others = awaited.by_ref().filter(|name| *name != event);
        others.take(self.inventory.finder.reach.most()).cloned().collect()
    }

    /// Whether more is looked for than mistakes.
    fn mends(&self) -> bool {
        self.inventory.finder.reach == Reach::Mending
    }
}
