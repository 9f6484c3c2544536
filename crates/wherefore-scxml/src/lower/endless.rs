//! Whether a machine could go on by itself for ever, as far as the form of its chart shows.
//!
//! A transition that leaves its source can be taken again only after its source was entered again. So if, among the
//! transitions that the machine takes without its environment, none leads back to itself over what is entered, every macrostep
//! ends, and its microsteps need not be counted. The same holds for a transition that stays and reacts to a raised event:
//! it uses up the event. One that stays and needs no event, or raises events itself, may go on for ever.

use super::Lowering;
use crate::chart::{ActionKind, Block, StateId, StateKind, Transition, TransitionId};
use std::collections::{BTreeMap, BTreeSet};

impl Lowering<'_> {
    /// Whether some macrostep might not end.
    pub(super) fn may_be_endless(&self) -> bool {
        let unasked = self.taken_unasked();
        let stays = |t: &TransitionId| self.shape.domain(*t).is_none_or(|d| d == self.chart.transition(*t).source);
        let (staying, leaving): (Vec<_>, Vec<_>) = unasked.into_iter().partition(stays);
        let lasting = |t: TransitionId| {
            let transition = self.chart.transition(t);
            let raises = raises(&transition.content) || self.chart.handles_errors;
            transition.is_eventless() || !transition.targets.is_empty() || raises
        };
        staying.into_iter().any(lasting) || self.has_cycle(&leaving)
    }

    /// The transitions that need nothing from outside.
    fn taken_unasked(&self) -> Vec<TransitionId> {
        let heard = |t: &Transition| self.uses.internal.iter().any(|e| t.is_triggered_by(self.chart.event(*e)));
        let unasked = |t: &TransitionId| {
            let transition = self.chart.transition(*t);
            transition.is_eventless() || heard(transition)
        };
        self.chart.leaving().filter(unasked).collect()
    }

    /// Whether some transition can lead back to itself: what can follow nothing is taken away until nothing changes.
    fn has_cycle(&self, transitions: &[TransitionId]) -> bool {
        let mut entered: BTreeMap<TransitionId, BTreeSet<StateId>> =
            transitions.iter().map(|t| (*t, self.may_enter(*t))).collect();
        loop {
            let before = entered.len();
            let sources: BTreeSet<StateId> = entered.keys().map(|t| self.chart.transition(*t).source).collect();
            entered.retain(|_, states| !states.is_disjoint(&sources));
            if entered.len() == before {
                return before > 0;
            }
        }
    }

    /// All states that a transition might enter.
    fn may_enter(&self, id: TransitionId) -> BTreeSet<StateId> {
        let mut states = BTreeSet::new();
        let domain = self.shape.domain(id);
        for target in &self.chart.transition(id).targets {
            let top = if self.chart.is_real(*target) { Some(*target) } else { self.chart.state(*target).parent };
            let around = self.chart.ancestors(*target).take_while(|s| Some(*s) != domain);
            for state in around {
                states.insert(state);
                if self.chart.state(state).kind == StateKind::Parallel {
                    states.extend(self.with_inside(state));
                }
            }
            states.extend(top.into_iter().flat_map(|s| self.with_inside(s)));
            let whole = domain.filter(|d| self.chart.state(*d).kind == StateKind::Parallel);
            states.extend(whole.into_iter().flat_map(|s| self.with_inside(s)));
        }
        states
    }

    fn with_inside(&self, state: StateId) -> impl Iterator<Item = StateId> + use<> {
        (state.0..self.chart.state(state).end.0).map(StateId)
    }
}

/// Whether a block puts an event into the internal queue.
fn raises(block: &Block) -> bool {
    let mut found = false;
    block.visit(&mut |a| found |= matches!(a.kind, ActionKind::Raise(_) | ActionKind::Send(_) | ActionKind::Fault(_)));
    found
}
