//! Where a statechart can be mutated.
//!
//! The chart says what there is: guards, targets, assigned values and their types. The document says where it is written: an
//! element from its start tag to its end tag, an attribute, a piece of script. The two meet in their places. Edits are made in
//! the text as it is escaped, so `&lt;` becomes `&gt;=` in an attribute and `<` becomes `>=` between `<![CDATA[` and `]]>`.
//!
//! ```text
//! CS    <transition .../> is cut out of its state and put in before the end tag of another
//! SGF   a transition without `cond` gets cond="false"
//! RMEA  an `<onentry>` with one instruction goes as a whole, of others only the instruction
//! ```

mod action;
mod document;
mod names;
mod script;
mod transition;

use self::document::{Document, escaped};
use crate::{
    Edit, Element, ElementKind, Inventory, Kind, Mutant, Mutants, Operator, Options, Piece, Reach, Role, Site, Tree,
    Use, Values, of_model,
};
pub(crate) use names::title;
pub(crate) use script::Script;
use std::rc::Rc;
use wherefore_diag::{Diagnostics, FileId, Span};
use wherefore_lang::scxml::chart::{Chart, Expr, State, StateId, StateKind, Transition, TransitionId};
use wherefore_lang::scxml::{self, Source, Types, infer, load, parse};

/// All mutants of a statechart; its errors if it cannot be read.
pub fn mutants(file: FileId, text: &str, options: &Options) -> Result<Mutants, Diagnostics> {
    of_model(text, options, |text| load(file, text), || candidates(file, text))
}

/// The mutants of a text, not all of which can be read.
pub(crate) fn candidates(file: FileId, text: &str) -> Vec<Mutant> {
    inventory(file, text, Reach::Mistakes, &|_| true).map_or_else(Vec::new, Inventory::mistakes)
}

/// All that is found in a text; nothing if it is no chart. Transitions and actions are added only where they are wanted.
pub(crate) fn inventory<'t>(
    file: FileId,
    text: &'t str,
    reach: Reach,
    wanted: &dyn Fn(&Element) -> bool,
) -> Option<Inventory<'t, Script>> {
    let source = Source { file, text };
    let tree = scxml::document(source)?;
    let (chart, _) = parse(file, text);
    let chart = chart?;
    let (types, _) = infer(&chart);
    let document = Document::new(source, &tree);
    let mut search = ChartSites { chart: &chart, types: &types?, document, inventory: Inventory::new(text, reach) };
    search.declare();
    chart.data.iter().filter(|d| !d.input).for_each(|data| search.datum(data));
    chart.state_ids().for_each(|id| search.state(id));
    (0..chart.transitions.len() as u32).for_each(|id| search.content(TransitionId(id)));
    chart.leaving().for_each(|id| search.transition(id));
    chart.state_ids().for_each(|id| search.first_state(id));
    search.mend(wanted);
    Some(search.inventory)
}

/// Goes through a chart.
struct ChartSites<'a, 'd, 't> {
    chart: &'a Chart,
    types: &'a Types,
    document: Document<'d, 't>,
    inventory: Inventory<'t, Script>,
}

impl ChartSites<'_, '_, '_> {
    /// Adds what can be changed in an expression alone; gives the index of its piece if it is written as one.
    fn expression(&mut self, expr: &Expr, (used, role): (Use, Role), site: &Site) -> Option<usize> {
        let dialect = Rc::new(self.document.script(expr.span)?);
        let tree = Tree::new(&*dialect, &dialect.tokens, expr, used);
        self.inventory.finder.expression(&*dialect, &tree, site);
        let values = if role == Role::Guard { Values::Truth } else { Values::Unknown };
        self.inventory.pieces.push(Piece { dialect, tree, site: site.clone(), scope: 0, values, role, target: None });
        Some(self.inventory.pieces.len() - 1)
    }

    /// The first value of a data item.
    fn datum(&mut self, data: &wherefore_lang::scxml::chart::Data) {
        let site = Site { words: format!("the first value of `{}`", data.name), element: Some(data.name.clone()) };
        let Some(init) = &data.init else { return };
        self.inventory.element(ElementKind::InitialValue, &data.name, site.words.clone(), init.span, init.span);
        let values = self.inventory.scopes.first().and_then(|s| s.find(&data.name)).map(|v| v.values.clone());
        let piece = self.expression(init, (Use::Enclosed, Role::First), &site);
        if let Some(piece) = piece.and_then(|at| self.inventory.pieces.get_mut(at)) {
            piece.target = Some(data.name.clone());
            piece.values = values.unwrap_or(Values::Unknown);
        }
    }

    /// A transition by the name that it has everywhere: its own, or its ends, its event and its line.
    fn site(&self, id: TransitionId) -> Site {
        let transition = self.chart.transition(id);
        let name = transition.name.clone().unwrap_or_else(|| title(self.chart, self.inventory.finder.text, transition));
        Site { words: format!("the transition `{name}`"), element: Some(name) }
    }

    /// Guard, source and target of a transition that leaves a state.
    fn transition(&mut self, id: TransitionId) {
        let (site, transition) = (self.site(id), self.chart.transition(id));
        self.parts(transition, &site);
        let guard = Site { words: format!("the guard of `{}`", site.element.as_deref().unwrap_or("")), ..site.clone() };
        match &transition.cond {
            Some(cond) => {
                let at = self.expression(cond, (Use::Condition, Role::Guard), &guard);
                let Inventory { pieces, finder, .. } = &mut self.inventory;
                if let Some(piece) = at.and_then(|at| pieces.get(at))
                    && let Some(root) = piece.tree.root()
                {
                    finder.guard(&*piece.dialect, root, true, &site);
                    if matches!(root.kind, Kind::Truth(_)) {
                        self.unguarded(transition, &site);
                    }
                }
            }
            None => self.never(transition, &site),
        }
        self.source(transition, &site);
        self.target(transition, &site);
        self.events(transition, &site);
        self.missing(transition, &site);
    }

    /// Adds a transition and what it is made of as elements.
    fn parts(&mut self, transition: &Transition, site: &Site) {
        let name = site.element.as_deref().unwrap_or_default();
        let hull = self.document.element(transition.span).unwrap_or(transition.span);
        self.inventory.element(ElementKind::Transition, name, site.words.clone(), transition.span, hull);
        if let Some(cond) = &transition.cond {
            self.inventory.element(ElementKind::Guard, name, format!("the guard of `{name}`"), cond.span, cond.span);
        }
        for span in self.document.words(transition.span, "target") {
            self.inventory.element(ElementKind::Target, name, format!("the target of `{name}`"), span, span);
        }
        for span in self.document.words(transition.span, "event") {
            self.inventory.element(ElementKind::Event, name, format!("the event of `{name}`"), span, span);
        }
    }

    /// A transition without a guard gets one that is false.
    fn never(&mut self, transition: &Transition, site: &Site) {
        let Some(name) = self.document.tag_name(transition.span) else { return };
        let edit = Edit { span: Span::new(name.file, name.end, name.end), text: " cond=\"false\"".to_owned() };
        let what = format!("a guard that is `false` is put on {}", site.words);
        self.inventory.finder.add(Operator::Sgf, vec![edit], transition.span, what, site);
    }

    /// A guard that is always the same goes away.
    fn unguarded(&mut self, transition: &Transition, site: &Site) {
        let Some(span) = self.document.attribute(transition.span, "cond") else { return };
        if self.inventory.finder.reach == Reach::Mending {
            let what = format!("{} has no guard", site.words);
            self.inventory.finder.replace(Operator::Rc, span, "", what, site);
        }
    }

    /// Moves a transition to other states.
    fn source(&mut self, transition: &Transition, site: &Site) {
        let Some(cut) = self.document.element(transition.span) else { return };
        let element = self.inventory.finder.slice(cut);
        let can_leave = |s: &State| matches!(s.kind, StateKind::Atomic | StateKind::Compound | StateKind::Parallel);
        for other in self.near(transition.source, can_leave) {
            let state = self.chart.state(other);
            let last = self.document.put_in(state.span, element);
            let first = state.transitions.first().map(|t| self.chart.transition(*t).span);
            let first = first
                .filter(|_| self.inventory.finder.reach == Reach::Mending)
                .map(|tag| Edit { span: Span::new(tag.file, tag.start, tag.start), text: element.to_owned() });
            let own = &self.chart.state(transition.source).id;
            let what = format!("{} leaves `{}` instead of `{own}`", site.words, state.id);
            for put in last.into_iter().chain(first) {
                // No state is inside a transition, so the two edits are apart.
                let edits = vec![Edit { span: cut, text: String::new() }, put];
                self.inventory.finder.add(Operator::Cs, edits, transition.span, what.clone(), site);
            }
        }
    }

    /// Makes a transition lead to other states.
    fn target(&mut self, transition: &Transition, site: &Site) {
        let words = self.document.words(transition.span, "target");
        for (target, span) in transition.targets.iter().zip(words) {
            let is_target = |s: &State| !matches!(s.kind, StateKind::Root) && s.named;
            for other in self.near(*target, is_target) {
                let (old, new) = (&self.chart.state(*target).id, &self.chart.state(other).id);
                let what = format!("{} leads to `{new}` instead of `{old}`", site.words);
                self.inventory.finder.replace(Operator::Ct, span, escaped(new), what, site);
            }
        }
    }

    /// States that one could take for this one: those beside it, from the next one on, and then those without states inside.
    fn near(&self, state: StateId, is_fit: impl Fn(&State) -> bool) -> Vec<StateId> {
        let beside = self.chart.state(state).parent.map(|p| self.chart.state(p).children.clone()).unwrap_or_default();
        let at = beside.iter().position(|s| *s == state).unwrap_or(0);
        let (before, behind) = beside.split_at(at);
        let mut found: Vec<StateId> = behind.iter().chain(before).copied().collect();
        let is_all = self.inventory.finder.reach == Reach::Mending;
        let simple = |s: &StateId| is_all || matches!(self.chart.state(*s).kind, StateKind::Atomic | StateKind::Final);
        let rest: Vec<StateId> = self.chart.state_ids().filter(|s| simple(s) && !found.contains(s)).collect();
        found.extend(rest);
        found.retain(|s| *s != state && is_fit(self.chart.state(*s)));
        found.truncate(self.inventory.finder.reach.most());
        found
    }
}
