//! The tree of states.

use super::{Reader, codes, present};
use wherefore_diag::Span;
use wherefore_scxml::chart::{State, StateId, StateKind, Transition, TransitionId};
use wherefore_syntax::json::{Json, JsonKind};
use wherefore_syntax::{Checked, unique};

/// How deep states may be nested.
const MAX_DEPTH: usize = 60;
/// How many states there may be.
const MAX_STATES: usize = 20_000;

impl<'j> Reader<'j> {
    /// Reads all states, their ids and kinds, and their default children.
    pub(super) fn outline(&mut self) -> Checked<()> {
        let id = self.root.get("id").and_then(Json::str).unwrap_or("(machine)").to_owned();
        self.chart.name = if id == "(machine)" { "machine".to_owned() } else { id.clone() };
        self.push_state(None, String::new(), StateKind::Root, self.root.span);
        self.nodes.push(None);
        self.names.push(String::new());
        self.state(StateId::ROOT, &id, self.root, &[])?;
        self.name_states();
        self.chart.top = StateId(1);
        self.start(StateId::ROOT, vec![StateId(1)], self.root.span);
        for state in (1..self.chart.states.len() as u32).map(StateId) {
            self.defaults(state);
        }
        Ok(())
    }

    fn push_state(&mut self, parent: Option<StateId>, key: String, kind: StateKind, span: Span) -> StateId {
        let id = StateId(self.chart.states.len() as u32);
        self.keys.push(key);
        self.chart.states.push(State {
            kind,
            id: String::new(),
            named: true,
            parent,
            children: Vec::new(),
            histories: Vec::new(),
            end: StateId(id.0 + 1),
            initial: None,
            transitions: Vec::new(),
            onentry: Vec::new(),
            onexit: Vec::new(),
            data: Vec::new(),
            done_name: String::new(),
            done: Vec::new(),
            span,
        });
        id
    }

    fn state(&mut self, parent: StateId, key: &str, node: &'j Json, path: &[String]) -> Checked<()> {
        let span = node.span;
        if path.len() > MAX_DEPTH || self.chart.states.len() > MAX_STATES {
            return Err(self.error(
                codes::TOO_DEEP,
                span,
                format!("states are nested more than {MAX_DEPTH} deep, or more than {MAX_STATES}"),
                "here",
            ));
        }
        if !node.is_object() {
            return Err(self.error(codes::STRUCTURE, span, format!("the state `{key}` is no object"), "not an object"));
        }
        let children = match present(node.get("states")) {
            Some(states) if !states.is_object() => {
                return Err(self.error(codes::STRUCTURE, states.span, "`states` is no object", "not an object"));
            }
            Some(states) => self.ordered(states),
            None => Vec::new(),
        };
        let kind = self.kind(node, !children.is_empty())?;
        let place = self.head_span(node);
        let id = self.push_state(Some(parent), key.to_owned(), kind, place);
        self.nodes.push(Some(node));
        let is_real = !matches!(kind, StateKind::History { .. });
        if let Some(around) = self.chart.states.get_mut(parent.0 as usize) {
            if is_real { around.children.push(id) } else { around.histories.push(id) }
        }
        let machine =
            if path.is_empty() && parent == StateId::ROOT { key.to_owned() } else { self.xstate_name(StateId(1)) };
        let given = present(node.get("id")).and_then(Json::str).map(str::to_owned);
        let name = given.unwrap_or_else(|| {
            std::iter::once(machine.as_str()).chain(path.iter().map(String::as_str)).collect::<Vec<_>>().join(".")
        });
        if self.ids.insert(name.clone(), id).is_some() {
            self.error(codes::STRUCTURE, place, format!("two states have the id `{name}`"), "again");
        }
        self.names.push(name.clone());
        if let Some(state) = self.chart.states.get_mut(id.0 as usize) {
            state.done_name = format!("xstate.done.state.{name}");
        }
        for (child, inner) in children {
            let inside: Vec<String> = path.iter().cloned().chain([child.value.clone()]).collect();
            self.state(id, &child.value, inner, &inside)?;
        }
        let end = StateId(self.chart.states.len() as u32);
        if let Some(state) = self.chart.states.get_mut(id.0 as usize) {
            state.end = end;
        }
        if parent == StateId::ROOT
            && let Some(root) = self.chart.states.first_mut()
        {
            root.end = end;
        }
        Ok(())
    }

    /// The id that XState gives a state.
    pub(super) fn xstate_name(&self, state: StateId) -> String {
        self.names.get(state.0 as usize).cloned().unwrap_or_default()
    }

    /// Where a state begins: its opening bracket and what stands before the first state inside.
    fn head_span(&self, node: &Json) -> Span {
        let end = node.get("states").map_or(node.span.end, |s| s.span.start);
        Span::new(node.span.file, node.span.start, end.max(node.span.start))
    }

    fn kind(&mut self, node: &Json, nested: bool) -> Checked<StateKind> {
        let deep = node.get("history").and_then(Json::str) == Some("deep");
        let history = present(node.get("history")).is_some_and(|h| h.bool() != Some(false));
        let word = match present(node.get("type")).map(|t| (t.str(), t.span)) {
            None if nested => "compound",
            None if history => "history",
            None => "atomic",
            Some((Some(word), _)) => word,
            Some((None, span)) => {
                return Err(self.error(codes::STRUCTURE, span, "the type of a state is a text", "not a text"));
            }
        };
        let span = node.get("type").map_or(node.span, |t| t.span);
        Ok(match (word, nested) {
            ("compound", true) => StateKind::Compound,
            ("parallel", true) => StateKind::Parallel,
            ("parallel" | "atomic", false) => StateKind::Atomic,
            ("choice", false) if self.six => StateKind::Atomic,
            ("final", false) => StateKind::Final,
            ("history", false) => StateKind::History { deep },
            ("compound", false) => {
                return Err(self.error(codes::STRUCTURE, span, "a compound state without states inside", "no states"));
            }
            ("atomic" | "final" | "history", true) => {
                return Err(self.error(
                    codes::STRUCTURE,
                    span,
                    format!("a state of type `{word}` with states inside"),
                    "has states",
                ));
            }
            _ => {
                return Err(self.error(
                    codes::STRUCTURE,
                    span,
                    format!("`{word}` is no type of states"),
                    "atomic, compound, parallel, final or history",
                ));
            }
        })
    }

    /// States are called by their keys where only one has it, otherwise by the keys that lead to them, or by their ids.
    fn name_states(&mut self) {
        let mut taken: Vec<String> = Vec::new();
        for state in 1..self.chart.states.len() {
            let key = self.keys.get(state).cloned().unwrap_or_default();
            let alone = self.keys.iter().filter(|k| **k == key).count() == 1;
            let name = match alone {
                _ if state == 1 => self.chart.name.clone(),
                true => key,
                false => self.path(StateId(state as u32)),
            };
            let name = unique(name, |n| taken.iter().any(|t| t == n));
            taken.push(name.clone());
            if let Some(state) = self.chart.states.get_mut(state) {
                state.id = name;
            }
        }
        for state in (1..self.chart.states.len() as u32).map(StateId) {
            let is_history = !self.chart.is_real(state);
            let names = [
                self.chart.state(state).id.clone(),
                self.path(state),
                self.xstate_name(state),
                format!("#{}", self.xstate_name(state)),
            ];
            names.iter().filter(|n| !n.is_empty()).for_each(|name| self.scope.declare_state(name, state, is_history));
        }
    }

    /// The keys that lead from the machine to a state.
    pub(super) fn path(&self, state: StateId) -> String {
        let outward = std::iter::once(state).chain(self.chart.ancestors(state)).filter(|s| s.0 > 1);
        let mut keys: Vec<&str> = outward.filter_map(|s| self.keys.get(s.0 as usize)).map(String::as_str).collect();
        keys.reverse();
        keys.join(".")
    }

    pub(super) fn add_transition(&mut self, transition: Transition) -> TransitionId {
        self.chart.transitions.push(transition);
        TransitionId(self.chart.transitions.len() as u32 - 1)
    }

    fn start(&mut self, state: StateId, targets: Vec<StateId>, span: Span) {
        let initial = self.add_transition(Transition::new(state, targets, span));
        if let Some(state) = self.chart.states.get_mut(state.0 as usize) {
            state.initial = Some(initial);
        }
    }

    /// Where a compound state or a history leads by default.
    fn defaults(&mut self, state: StateId) {
        let Some(node) = self.nodes.get(state.0 as usize).copied().flatten() else { return };
        match self.chart.state(state).kind {
            StateKind::Compound => self.initial(state, node),
            StateKind::History { .. } => self.history_default(state, node),
            _ => {}
        }
    }

    fn initial(&mut self, state: StateId, node: &'j Json) {
        let Some(initial) = present(node.get("initial")) else {
            let first = self
                .chart
                .state(state)
                .children
                .first()
                .map_or("", |c| self.keys.get(c.0 as usize).map_or("", String::as_str));
            let headline = format!("the state `{}` contains others and has no `initial`", self.chart.state(state).id);
            let help = format!("\"initial\": \"{first}\"");
            let diagnostic = wherefore_diag::Diagnostic::at(
                codes::STRUCTURE,
                self.chart.state(state).span,
                headline,
                "none is the first",
            );
            self.report.push(diagnostic.help(help));
            return;
        };
        if initial.is_object()
            && let Some(several) = initial.get("target").filter(|t| t.list().len() > 1)
        {
            self.unsupported(several.span, "an initial transition with several targets");
            return;
        }
        let target = if initial.is_object() {
            initial.get("target").map(|t| t.list().first().unwrap_or(t))
        } else {
            Some(initial)
        };
        let Some(text) = target.and_then(Json::text) else {
            self.error(codes::STRUCTURE, initial.span, "`initial` names no state", "expected a key");
            return;
        };
        if let Some(to) = present(initial.get("to")) {
            self.unsupported(to.span, "a function of an initial transition");
        }
        if let Some(actions) = present(initial.get("actions"))
            && !actions.list().is_empty()
        {
            self.unsupported(actions.span, "actions of an initial transition");
        }
        let found = match text.value.strip_prefix('#') {
            Some(id) => self.ids.get(id).copied(),
            None => self.child(state, &text.value),
        };
        match found.filter(|s| self.chart.state(*s).parent == Some(state)) {
            Some(child) => self.start(state, vec![child], text.whole()),
            None => self.no_state(text.whole(), &text.value, state),
        }
    }

    /// A history without a target leads where its parent does by default.
    fn history_default(&mut self, history: StateId, node: &'j Json) {
        let Some(parent) = self.chart.state(history).parent else { return };
        let Some(target) = present(node.get("target")) else {
            // States are gone through from the outside in, so that the default of the parent is known.
            let targets = match self.chart.state(parent).kind {
                StateKind::Parallel => self.chart.state(parent).children.clone(),
                _ => self
                    .chart
                    .state(parent)
                    .initial
                    .map(|t| self.chart.transition(t).targets.clone())
                    .unwrap_or_default(),
            };
            self.start(history, targets, self.chart.state(history).span);
            return;
        };
        let mut targets = Vec::new();
        for one in target.list() {
            let JsonKind::Text(text) = &one.kind else {
                self.error(codes::STRUCTURE, one.span, "a target is a text", "not a text");
                continue;
            };
            let Ok(found) = self.find_below(parent, &text.value, text.whole()) else { continue };
            match self.chart.is_inside(found, parent) && self.chart.is_real(found) {
                true => targets.push(found),
                false => _ = self.unsupported(text.whole(), "a default of a history that is not inside its parent"),
            }
        }
        self.check_targets(&targets, target.span);
        self.start(history, targets, target.span);
    }
}
