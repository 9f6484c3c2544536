//! States and transitions of the state machines that a source declares.

use super::Question;
use crate::finding::Kind;
use wherefore_ir::System;

/// A question for each control state and each transition.
pub(super) fn questions(system: &mut System) -> Vec<Question> {
    let Some(graph) = system.annexes.control.clone() else { return Vec::new() };
    let mut asked = Vec::new();
    for state in &graph.states {
        let mut active = graph.around(state.region);
        active.push(state.active);
        let formula = system.terms.and(active);
        let (element, name) = (state.element, state.name.clone());
        let part = name.clone();
        asked.push(Question { kind: Kind::UnreachableState, element, name, value: None, formula, part });
    }
    for transition in &graph.transitions {
        let (element, name, formula) = (transition.element, transition.name.clone(), transition.enabled);
        asked.push(Question { kind: Kind::DeadTransition, element, name, value: None, formula, part: String::new() });
    }
    asked
}
