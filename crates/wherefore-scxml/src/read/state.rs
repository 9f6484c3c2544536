//! The states in document order: what is in each of them, and where they begin.

use super::node::{child, elements, plain};
use super::{Checked, Reader, codes};
use crate::chart::{StateId, StateKind, Transition, TransitionId};
use roxmltree::Node;
use wherefore_diag::Diagnostic;

impl<'d, 't> Reader<'d, 't> {
    /// Reads everything inside the states.
    pub(super) fn read_states(&mut self) {
        self.read_state(StateId::ROOT);
    }

    fn read_state(&mut self, id: StateId) {
        let Some(node) = self.nodes.get(id.0 as usize).copied() else { return };
        self.read_initial(id, node);
        // The states inside come in the order of their elements, as `outline` has numbered them.
        let mut inside = id.0 + 1;
        for (name, child) in elements(node) {
            match name {
                "state" | "parallel" | "final" | "history" => {
                    let end = self.chart.states.get(inside as usize).map_or(inside + 1, |s| s.end.0);
                    self.read_state(StateId(inside));
                    inside = end;
                }
                "transition" if !matches!(self.chart.state(id).kind, StateKind::History { .. }) => {
                    let read = self.transitions(child, id);
                    read.into_iter().for_each(|transition| self.add_own_transition(id, transition));
                }
                "invoke" => self.read_invoke(id, child),
                "onentry" => {
                    let block = self.block(child);
                    self.chart.states[id.0 as usize].onentry.push(block);
                }
                "onexit" => {
                    let block = self.block(child);
                    self.chart.states[id.0 as usize].onexit.push(block);
                }
                "script" => {
                    let actions = self.script(child).unwrap_or_default();
                    self.chart.script.0.extend(actions);
                }
                "donedata" => self.read_done(id, child),
                _ => {
                    for transition in self.callbacks(child, id) {
                        self.add_own_transition(id, transition);
                    }
                }
            }
        }
    }

    fn add_own_transition(&mut self, id: StateId, transition: Checked<Transition>) {
        if let Ok(transition) = transition {
            let added = self.add_transition(transition);
            self.chart.states[id.0 as usize].transitions.push(added);
        }
    }

    pub(super) fn add_transition(&mut self, transition: Transition) -> TransitionId {
        let id = TransitionId(self.chart.transitions.len() as u32);
        self.chart.transitions.push(transition);
        id
    }

    /// Where a state begins: its attribute, its element, or its first child. A history has its default in the same place.
    fn read_initial(&mut self, id: StateId, node: Node<'d, 't>) {
        let transition = match self.chart.state(id).kind {
            StateKind::Root | StateKind::Compound => self.initial(id, node),
            StateKind::History { .. } => self.history_default(id, node),
            _ => self.no_initial(id, node),
        };
        if let Ok(Some(transition)) = transition {
            let added = self.add_transition(transition);
            self.chart.states[id.0 as usize].initial = Some(added);
        }
    }

    fn no_initial(&mut self, _: StateId, node: Node<'d, 't>) -> Checked<Option<Transition>> {
        let attribute = plain(node, "initial").map(|a| self.source.span(a.range()));
        match attribute.or_else(|| child(node, "initial").map(|n| self.tag(n))) {
            Some(span) => {
                Err(self.error(codes::STRUCTURE, span, "an initial state in a state without states", "not here"))
            }
            None => Ok(None),
        }
    }

    fn initial(&mut self, id: StateId, node: Node<'d, 't>) -> Checked<Option<Transition>> {
        let (attribute, element) = (self.attribute(node, "initial"), child(node, "initial"));
        match (attribute, element) {
            (Some(text), Some(element)) => {
                let span = self.tag(element);
                let headline = "the initial state is given twice";
                let diagnostic = Diagnostic::at(codes::STRUCTURE, span, headline, "as an element");
                Err(self.report.push(diagnostic.label(text.whole(), "and as an attribute")))
            }
            (Some(text), None) => {
                let targets = self.targets(&text)?;
                Ok(Some(Transition::new(id, targets, text.whole())))
            }
            (None, Some(element)) => self.default_transition(id, element).map(Some),
            (None, None) => {
                let state = self.chart.state(id);
                let first = state.children.first().copied();
                Ok(first.map(|first| Transition::new(id, vec![first], state.span)))
            }
        }
    }

    fn history_default(&mut self, id: StateId, node: Node<'d, 't>) -> Checked<Option<Transition>> {
        if child(node, "transition").is_some() {
            return self.default_transition(id, node).map(Some);
        }
        // A history without a default stands for the default of the state it is in.
        let state = self.chart.state(id);
        let (span, parent) = (state.span, state.parent.unwrap_or(StateId::ROOT));
        let outer = self.chart.state(parent);
        let targets = match outer.kind {
            StateKind::Parallel => outer.children.clone(),
            _ => outer.initial.map(|t| self.chart.transition(t).targets.clone()).unwrap_or_default(),
        };
        Ok((!targets.is_empty()).then(|| Transition::new(id, targets, span)))
    }

    /// The transition in an `<initial>` or `<history>`: a target, and perhaps content.
    fn default_transition(&mut self, id: StateId, node: Node<'d, 't>) -> Checked<Transition> {
        let span = self.tag(node);
        let mut transitions = elements(node).filter(|(n, _)| *n == "transition").map(|(_, n)| n);
        let (Some(only), None) = (transitions.next(), transitions.next()) else {
            return Err(self.error(codes::STRUCTURE, span, "expected exactly one transition", "in this element"));
        };
        if let Some(attribute) = plain(only, "event").or_else(|| plain(only, "cond")) {
            let span = self.source.span(attribute.range());
            let headline = format!("a default transition has no `{}`", attribute.name());
            return Err(self.error(codes::STRUCTURE, span, headline, "it is taken whenever its turn comes"));
        }
        self.required(only, "target")?;
        self.transition(only, id)
    }
}
