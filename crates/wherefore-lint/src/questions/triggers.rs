//! Transitions, guards and events of statecharts, where the source says more than which transition a step takes.

use super::{Question, Wanted};
use crate::finding::Kind;
use wherefore_ir::System;
use wherefore_ir::triggers::{Rivals, Triggers};

/// A question for each transition, each guard, each pair of rivals and each event that a chart sends to itself.
pub(super) fn questions(system: &System) -> Vec<Question> {
    let Some(triggers) = &system.annexes.triggers else { return Vec::new() };
    let mut asked = Vec::new();
    for transition in &triggers.transitions {
        let ask = |kind, formula| Question::about(kind, Some(transition.element), transition.name.clone(), formula);
        asked.push(ask(Kind::DeadTransition, transition.taken));
        // A guard that is written as a constant is always true on purpose.
        let withheld = transition.withheld.filter(|formula| system.terms.constant(*formula).is_none());
        asked.extend(withheld.map(|formula| ask(Kind::IdleGuard, formula)));
    }
    asked.extend(triggers.rivals.iter().map(|rivals| overlap(triggers, rivals)));
    for event in &triggers.events {
        let question = Question::about(Kind::IgnoredEvent, Some(event.element), event.name.clone(), event.heard);
        asked.push(Question { part: event.name.clone(), given: Some(event.read), ..question });
    }
    asked
}

fn overlap(triggers: &Triggers, rivals: &Rivals) -> Question {
    let [winner, loser] = [rivals.winner, rivals.loser].map(|index| &triggers.transitions[index]);
    let kind = if rivals.same_state { Kind::OverlappingGuards } else { Kind::PreemptedTransition };
    let question = Question::about(kind, Some(loser.element), loser.name.clone(), rivals.both);
    Question { other: Some(winner.element), part: winner.name.clone(), wanted: Wanted::Run, ..question }
}
