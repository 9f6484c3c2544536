//! States and transitions of the state machines that a source declares.

use super::Question;
use crate::finding::Kind;
use wherefore_ir::System;
use wherefore_ir::control::Transition;

/// A question for each control state, and each transition of which no more is known than the graph says.
pub(super) fn questions(system: &mut System) -> Vec<Question> {
    let Some(graph) = system.annexes.control.clone() else { return Vec::new() };
    let mut asked = Vec::new();
    for state in &graph.states {
        let mut active = graph.around(state.region);
        active.push(state.active);
        let formula = system.terms.and(active);
        let (element, name) = (state.element, state.name.clone());
        let part = name.clone();
        asked.push(Question { part, ..Question::about(Kind::UnreachableState, element, name, formula) });
    }
    if system.annexes.triggers.is_none() {
        let ask = |t: &Transition| Question::about(Kind::DeadTransition, t.element, t.name.clone(), t.enabled);
        asked.extend(graph.transitions.iter().map(ask));
    }
    asked
}
