//! What did not happen: the transitions that a step could have taken from where the machines were, and what kept each out.
//!
//! The condition of a transition is a conjunction, and its conjuncts are evaluated on the run: those that are false kept it out.
//! Of the branches of a case distinction, a later one asks that no earlier one applies; where that alone is false, the earlier
//! one has priority. In a statechart conditions speak of queues and configurations, which the source has no words for; there
//! the guard that withheld a transition is what can be said, and the transition that was taken instead.

use super::last::written;
use super::run::{Path, PathReader};
use crate::explanation::spelling::Spelling;
use crate::result::last_step::{KeptOutBy, StayedOut};
use std::collections::BTreeSet;
use wherefore_ir::control::{ControlGraph, Transition, TransitionId};
use wherefore_ir::triggers::Triggers;
use wherefore_ir::walk::conjuncts;
use wherefore_ir::{Op, System, TermId, Terms, Value};
use wherefore_trace::{Evaluator, Trace, formula};

/// Transitions that step `step` of a run could have taken and did not, in the order of the source. Of a chart, none that was taken
/// since `rested`: a reaction is one step for its environment, however many microsteps it has.
pub(super) fn stayed_out(
    system: &System,
    graph: &ControlGraph,
    (trace, path): (&Trace, &Path),
    (rested, step): (usize, usize),
) -> Vec<StayedOut> {
    let Ok(reader) = PathReader::new(system, graph) else { return Vec::new() };
    let before = &trace.steps[step].values;
    let taken: Vec<TransitionId> = path.moves[step].taken.iter().flatten().copied().collect();
    let reaction = path.moves.get(rested..).unwrap_or_default();
    let earlier: BTreeSet<TransitionId> = reaction.iter().flat_map(|m| m.taken.iter().flatten().copied()).collect();
    let look = Look { system, graph, before, taken: &taken };
    let active = reader.active(before).into_iter().filter(|(region, _)| !graph.region(*region).writes.is_empty());
    let exits = active.flat_map(|(_, at)| graph.exits(at)).filter(|exit| !earlier.contains(exit));
    let told = |exit: TransitionId| {
        let transition = graph.transition(exit);
        let kept_out_by = look.kept_out_by(exit)?;
        Some(StayedOut { name: transition.name.clone(), elements: written(transition), kept_out_by })
    };
    exits.filter_map(told).collect()
}

/// A look at the values before a step.
struct Look<'a> {
    system: &'a System,
    graph: &'a ControlGraph,
    before: &'a [Option<Value>],
    taken: &'a [TransitionId],
}

impl Look<'_> {
    /// What kept a transition out, if that is known.
    fn kept_out_by(&self, id: TransitionId) -> Option<KeptOutBy> {
        match &self.system.annexes.triggers {
            Some(triggers) => self.in_chart(triggers, self.graph.transition(id)),
            None => self.by_conjuncts(id),
        }
    }

    fn by_conjuncts(&self, id: TransitionId) -> Option<KeptOutBy> {
        let (terms, transition) = (&self.system.terms, self.graph.transition(id));
        // Where the condition speaks of the next state, it is not known before the step.
        if terms.has_next(transition.enabled) {
            return None;
        }
        let conjuncts = conjuncts(terms, transition.enabled);
        let truths = self.truths(&conjuncts)?;
        if truths.iter().all(|truth| *truth == Some(true)) {
            return Some(KeptOutBy::Choice);
        }
        let is_false = |(_, truth): &(&TermId, &Option<bool>)| **truth == Some(false);
        let wrong: Vec<TermId> = conjuncts.iter().zip(&truths).filter(is_false).map(|(term, _)| *term).collect();
        let earlier = self.taken.iter().filter(|taken| **taken < id).map(|taken| self.graph.transition(*taken));
        let rival = earlier.rev().find(|rival| rival.region == transition.region);
        if let Some(rival) = rival.filter(|rival| comes_first(terms, rival, &wrong)) {
            return Some(KeptOutBy::Priority(rival.name.clone()));
        }
        (!wrong.is_empty()).then(|| KeptOutBy::Conjuncts(self.spelled(&wrong)))
    }

    /// Conditions in words. In a synchronous program what has a name is called by it.
    fn spelled(&self, wrong: &[TermId]) -> Vec<String> {
        let mut spelling = self.system.annexes.network.as_ref().map(|_| Spelling::new(self.system, ""));
        let short = |term: &TermId| spelling.as_mut().and_then(|s| s.text(*term, true));
        let words: Vec<Option<String>> = wrong.iter().map(short).collect();
        let long =
            |(term, words): (&TermId, Option<String>)| words.unwrap_or_else(|| formula(&self.system.terms, *term));
        wrong.iter().zip(words).map(long).collect()
    }

    fn in_chart(&self, triggers: &Triggers, transition: &Transition) -> Option<KeptOutBy> {
        let place = triggers.transitions.iter().position(|t| Some(t.element) == transition.element)?;
        let withheld = triggers.transitions[place].withheld;
        if withheld.and_then(|term| self.truths(&[term])?.first().copied()?) == Some(true) {
            return Some(KeptOutBy::Guard);
        }
        let is_taken = |winner: usize| {
            let element = triggers.transitions[winner].element;
            self.taken.iter().map(|id| self.graph.transition(*id)).find(|t| t.element == Some(element))
        };
        let rivals = triggers.rivals.iter().filter(|rivals| rivals.loser == place);
        let winner = rivals
            .filter(|r| self.truths(&[r.both]).is_some_and(|t| t == [Some(true)]))
            .find_map(|r| is_taken(r.winner));
        winner.map(|winner| KeptOutBy::Priority(winner.name.clone()))
    }

    fn truths(&self, terms: &[TermId]) -> Option<Vec<Option<bool>>> {
        Some(Evaluator::new(&self.system.terms, terms).ok()?.truths(self.before, None))
    }
}

/// Whether all that is false says that the condition of a transition that was taken does not hold.
fn comes_first(terms: &Terms, taken: &Transition, wrong: &[TermId]) -> bool {
    let own = conjuncts(terms, taken.enabled);
    let denies = |term: &TermId| {
        terms.op(*term) == Op::Not && conjuncts(terms, terms.operands(*term)[0]).iter().all(|part| own.contains(part))
    };
    !wrong.is_empty() && wrong.iter().all(denies)
}
