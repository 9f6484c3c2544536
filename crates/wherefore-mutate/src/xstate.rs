//! Where a machine of XState can be mutated.
//!
//! The chart says what there is: guards, targets, assigned and first values, with their places in the JSON text. A function
//! stands in a text, and its expression is edited there; constants are edited as JSON writes them.
//!
//! ```text
//! "guard": "({ context }) => context.count < 3"      an expression, whose variables are called context.NAME
//! "target": "paid"                                   a word: the key of a sibling, or # and an id
//! "GO": "next"                                       becomes { "target": "next", "guard": "() => false" }
//! ```

use crate::scxml::{Script, title};
use crate::{
    Edit, ElementKind, Inventory, Kind, Mutant, Mutants, Operator, Options, Piece, Reach, Role, Site, Tokens, Tree,
    Use, Values, of_model,
};
use std::collections::BTreeMap;
use std::rc::Rc;
use wherefore_diag::{Diagnostics, FileId, Span};
use wherefore_lang::scxml::chart::{
    ActionKind, Block, Chart, DataId, Expr, ExprKind, State, StateId, StateKind, Transition, TransitionId, Type,
};
use wherefore_lang::scxml::{Types, infer, tokens};
use wherefore_lang::xstate::json::{self, Json, JsonKind};
use wherefore_lang::xstate::{code, load, parse};

/// The scope of functions that call the context `context`, and that of everything else.
const CONTEXT: usize = 0;
const OTHER: usize = 1;

/// All mutants of a machine; its errors if it cannot be read.
pub fn mutants(file: FileId, text: &str, options: &Options) -> Result<Mutants, Diagnostics> {
    of_model(text, options, |text| load(file, text), || candidates(file, text))
}

/// The mutants of a text, not all of which can be read.
fn candidates(file: FileId, text: &str) -> Vec<Mutant> {
    inventory(file, text, Reach::Mistakes).map_or_else(Vec::new, Inventory::mistakes)
}

/// All that is found in a text; nothing if it is no machine.
pub(crate) fn inventory(file: FileId, text: &str, reach: Reach) -> Option<Inventory<'_, Script>> {
    let root = json::parse(file, text).ok()?;
    let (chart, _) = parse(file, text);
    let chart = chart?;
    let (types, _) = infer(&chart);
    let mut values = BTreeMap::new();
    collect(&root, &mut values);
    let mut search = MachineSites { chart: &chart, types: &types?, values, inventory: Inventory::new(text, reach) };
    search.declare();
    (0..chart.data.len() as u32).for_each(|id| search.datum(DataId(id)));
    chart.state_ids().for_each(|id| search.state(id));
    chart.leaving().for_each(|id| search.transition(id));
    Some(search.inventory)
}

/// Every value of a document, by where it begins; of two, the inner one.
fn collect<'j>(json: &'j Json, values: &mut BTreeMap<u32, &'j Json>) {
    values.insert(json.span.start, json);
    match &json.kind {
        JsonKind::Array(items) => items.iter().for_each(|item| collect(item, values)),
        JsonKind::Object(members) => members.iter().for_each(|m| collect(&m.value, values)),
        _ => {}
    }
}

/// Goes through a machine.
struct MachineSites<'a, 't> {
    chart: &'a Chart,
    types: &'a Types,
    values: BTreeMap<u32, &'a Json>,
    inventory: Inventory<'t, Script>,
}

impl MachineSites<'_, '_> {
    /// The scope of the expressions that can name the context.
    fn declare(&mut self) {
        self.inventory.scopes.push(Default::default());
        let items: Vec<(String, Values)> = (0..self.chart.data.len() as u32)
            .map(DataId)
            .filter(|id| self.is_context(*id))
            .filter_map(|id| Some((format!("context.{}", self.chart.datum(id).name), values(self.types.datum(id))?)))
            .collect();
        if let Some(scope) = self.inventory.scopes.get_mut(CONTEXT) {
            items.into_iter().for_each(|(name, values)| scope.add(name, values));
        }
    }

    /// Whether an item is a value of the context.
    fn is_context(&self, id: DataId) -> bool {
        let data = self.chart.datum(id);
        !data.input && !data.name.starts_with("running.") && !data.name.ends_with(".next")
    }

    /// The value of the document that something is written in.
    fn value(&self, span: Span) -> Option<&Json> {
        let (_, json) = self.values.range(..=span.start).next_back()?;
        (span.end <= json.span.end).then_some(*json)
    }

    /// The text that an expression is written in, with its tokens, and its scope; nothing if it is a text itself.
    fn script(&self, span: Span) -> Option<(Script, usize)> {
        let json = self.value(span)?;
        let list = match (code(json), &json.kind) {
            (Some(text), _) => tokens(text),
            (None, JsonKind::Number(_) | JsonKind::Bool(_)) => {
                vec![(span, self.inventory.finder.slice(span).to_owned())]
            }
            _ => return None,
        };
        let head = code(json).and_then(|text| text.value.split_once("=>")).map_or("", |(head, _)| head);
        let plain = head.contains("context") && !head.contains("context:");
        let tokens = Tokens::new(list.iter().map(|(span, spelled)| (*span, spelled.as_str())));
        Some((Script { tokens, is_quoted: true, delimiter: None }, if plain { CONTEXT } else { OTHER }))
    }

    /// Adds what can be changed in an expression; gives the index of its piece if it is written as one.
    fn expression(&mut self, expr: &Expr, (used, role): (Use, Role), site: &Site) -> Option<usize> {
        let (script, scope) = self.script(expr.span)?;
        let dialect = Rc::new(script);
        let tree = Tree::new(&*dialect, &dialect.tokens, expr, used);
        self.inventory.finder.expression(&*dialect, &tree, site);
        let values = if role == Role::Guard { Values::Truth } else { Values::Unknown };
        self.inventory.pieces.push(Piece { dialect, tree, site: site.clone(), scope, values, role, target: None });
        Some(self.inventory.pieces.len() - 1)
    }

    /// The first value of an item of the context.
    fn datum(&mut self, id: DataId) {
        let data = self.chart.datum(id);
        let Some(init) = data.init.as_ref().filter(|_| self.is_context(id)) else { return };
        let site = Site { words: format!("the first value of `{}`", data.name), element: Some(data.name.clone()) };
        self.inventory.element(ElementKind::InitialValue, &data.name, site.words.clone(), init.span, init.span);
        let piece = self.expression(init, (Use::Enclosed, Role::First), &site);
        self.assigned(piece, id);
    }

    /// Keeps what an expression is assigned to.
    fn assigned(&mut self, piece: Option<usize>, id: DataId) {
        let found = values(self.types.datum(id)).unwrap_or(Values::Unknown);
        if let Some(piece) = piece.and_then(|at| self.inventory.pieces.get_mut(at)) {
            piece.target = Some(format!("context.{}", self.chart.datum(id).name));
            piece.values = found;
        }
    }

    /// What is done when a state is entered and left, and where it leads first.
    fn state(&mut self, id: StateId) {
        let state = self.chart.state(id);
        let site = |what: &str| Site { words: format!("{what} of `{}`", state.id), element: Some(state.id.clone()) };
        state.onentry.iter().for_each(|block| self.block(block, Operator::Reea, &site("the entry")));
        state.onexit.iter().for_each(|block| self.block(block, Operator::Reea, &site("the exit")));
        let initial = state.initial.filter(|_| state.kind == StateKind::Compound).map(|t| self.chart.transition(t));
        if let Some((initial, target)) = initial.and_then(|t| Some((t, *t.targets.first()?))) {
            let site = site("the initial state");
            self.inventory.element(
                ElementKind::InitialState,
                &state.id,
                site.words.clone(),
                initial.span,
                initial.span,
            );
            for other in state.children.iter().filter(|c| **c != target) {
                let (old, new) = (self.chart.state(target).id.clone(), self.chart.state(*other).id.clone());
                let what = format!("{} is `{new}` instead of `{old}`", site.words);
                let key = self.key(*other);
                self.inventory.finder.replace(Operator::Ct, initial.span, key, what, &site);
            }
        }
    }

    fn block(&mut self, block: &Block, change: Operator, site: &Site) {
        for action in &block.0 {
            let ActionKind::Assign { data, value, .. } = &action.kind else { continue };
            if !self.is_context(*data) || matches!(value.kind, ExprKind::Data(d) if !self.is_context(d)) {
                continue;
            }
            let name = site.element.clone().unwrap_or_default();
            let words = format!("the value of `{}` in {}", self.chart.datum(*data).name, site.words);
            let place = Site { words: words.clone(), element: site.element.clone() };
            self.inventory.element(ElementKind::Action, &name, words, value.span, value.span);
            let piece = self.expression(value, (Use::Enclosed, Role::Next), &place);
            self.assigned(piece, *data);
            let Inventory { pieces, finder, .. } = &mut self.inventory;
            let Some(piece) = piece.and_then(|at| pieces.get(at)) else { continue };
            let found = piece.values.clone();
            for node in piece.tree.values() {
                finder.other_values(change, (&*piece.dialect, &piece.tree), (node, &found), &place);
            }
        }
    }

    /// Guard, target and actions of a transition.
    fn transition(&mut self, id: TransitionId) {
        let transition = self.chart.transition(id);
        let name = title(self.chart, self.inventory.finder.text, transition);
        let site = Site { words: format!("the transition `{name}`"), element: Some(name.clone()) };
        let words = site.words.clone();
        self.inventory.element(ElementKind::Transition, &name, words, transition.span, transition.span);
        match &transition.cond {
            Some(cond) => {
                let words = format!("the guard of `{name}`");
                self.inventory.element(ElementKind::Guard, &name, words.clone(), cond.span, cond.span);
                let guard = Site { words, ..site.clone() };
                for part in self.parts(cond) {
                    self.condition(part, &guard, &site);
                }
            }
            None => self.never(transition, &site),
        }
        self.target(transition, &site);
        self.block(&transition.content, Operator::Reta, &site);
    }

    /// The functions that a guard is put together from: `and`, `or` and `not` stand outside of any text.
    fn parts<'e>(&self, cond: &'e Expr) -> Vec<&'e Expr> {
        let mut found = Vec::new();
        let mut ahead = vec![cond];
        while let Some(expr) = ahead.pop() {
            if self.script(expr.span).is_some() {
                found.push(expr);
            } else {
                ahead.extend(expr.operands().into_iter().rev());
            }
        }
        found
    }

    fn condition(&mut self, cond: &Expr, guard: &Site, site: &Site) {
        let at = self.expression(cond, (Use::Condition, Role::Guard), guard);
        let Inventory { pieces, finder, .. } = &mut self.inventory;
        let piece = at.and_then(|at| pieces.get(at));
        if let Some((piece, root)) = piece.and_then(|p| Some((p, p.tree.root()?)))
            && !matches!(root.kind, Kind::Truth(_))
        {
            finder.guard(&*piece.dialect, root, true, site);
        }
    }

    /// A transition without a guard gets one that is false.
    fn never(&mut self, transition: &Transition, site: &Site) {
        let Some(json) = self.values.get(&transition.span.start).filter(|j| j.span == transition.span) else { return };
        let what = format!("a guard that is `false` is put on {}", site.words);
        let start = transition.span.start;
        let edit = match &json.kind {
            JsonKind::Text(_) => {
                let target = self.inventory.finder.slice(transition.span);
                let text = format!("{{ \"target\": {target}, \"guard\": \"() => false\" }}");
                Edit { span: transition.span, text }
            }
            JsonKind::Object(members) => {
                let comma = if members.is_empty() { "" } else { "," };
                let place = Span::new(transition.span.file, start + 1, start + 1);
                Edit { span: place, text: format!(" \"guard\": \"() => false\"{comma}") }
            }
            _ => return,
        };
        self.inventory.finder.add(Operator::Sgf, vec![edit], transition.span, what, site);
    }

    /// Makes a transition lead to other states.
    fn target(&mut self, transition: &Transition, site: &Site) {
        let Some(json) = self.values.get(&transition.span.start).filter(|j| j.span == transition.span).copied() else {
            return;
        };
        let written = if json.text().is_some() { Some(json) } else { json.get("target") };
        let words: Vec<Span> =
            written.map(Json::list).unwrap_or_default().iter().filter_map(Json::text).map(|t| t.whole()).collect();
        let name = site.element.clone().unwrap_or_default();
        for (target, span) in transition.targets.iter().zip(words) {
            self.inventory.element(ElementKind::Target, &name, format!("the target of `{name}`"), span, span);
            for other in self.near(*target) {
                let (old, new) = (self.chart.state(*target).id.clone(), self.chart.state(other).id.clone());
                let what = format!("{} leads to `{new}` instead of `{old}`", site.words);
                let text = match self.chart.state(other).parent == self.chart.state(transition.source).parent {
                    true => self.key(other),
                    false => format!("#{}", self.id(other)),
                };
                self.inventory.finder.replace(Operator::Ct, span, text, what, site);
            }
        }
    }

    /// The id that XState gives a state.
    fn id(&self, state: StateId) -> String {
        self.chart.state(state).done_name.trim_start_matches("xstate.done.state.").to_owned()
    }

    /// The key of a state in its parent, or its id where that is not known from it.
    fn key(&self, state: StateId) -> String {
        let id = self.id(state);
        let around = self.chart.state(state).parent.map(|p| format!("{}.", self.id(p)));
        match around.and_then(|around| id.strip_prefix(&around).map(str::to_owned)) {
            Some(key) => key,
            None => format!("#{id}"),
        }
    }

    /// States that one could take for this one: those beside it, from the next one on, and then the others.
    fn near(&self, state: StateId) -> Vec<StateId> {
        let beside = self.chart.state(state).parent.map(|p| self.chart.state(p).children.clone()).unwrap_or_default();
        let at = beside.iter().position(|s| *s == state).unwrap_or(0);
        let (before, behind) = beside.split_at(at);
        let mut found: Vec<StateId> = behind.iter().chain(before).copied().collect();
        let is_fit = |s: &State| {
            matches!(s.kind, StateKind::Atomic | StateKind::Final | StateKind::Compound | StateKind::Parallel)
        };
        let rest: Vec<StateId> = self.chart.state_ids().skip(2).filter(|s| !found.contains(s)).collect();
        found.extend(rest);
        found.retain(|s| *s != state && s.0 > 1 && is_fit(self.chart.state(*s)));
        found.truncate(self.inventory.finder.reach.most());
        found
    }
}

/// The values of a type.
fn values(of: &Type) -> Option<Values> {
    match of {
        Type::Bool => Some(Values::Truth),
        Type::Int | Type::Real | Type::Range { .. } => Some(Values::Numbers),
        Type::Enum(names) => Some(Values::Names(names.iter().map(|n| format!("'{n}'")).collect())),
        Type::Array(..) => None,
    }
}
