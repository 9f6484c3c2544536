//! Rounds of eventless transitions that change nothing.
//!
//! XState takes eventless transitions again and again until none is enabled, but stops early when a round has changed neither
//! states nor data nor histories: it would only be repeated. Most charts have no such round, and then nothing is remembered.
//!
//! ```text
//! always: { target: ".failed", guard: "isBroken" }      on the machine itself: taken in `failed` too, once
//! ```

use super::Lowering;
use super::cells::Store;
use super::event::Phase;
use crate::chart::{StateId, StateKind, Transition};
use wherefore_ir::TermId;

impl Lowering<'_> {
    /// Whether some round of eventless transitions might change nothing.
    pub(super) fn may_be_idle(&self) -> bool {
        let chart = self.chart;
        let eventless = chart.leaving().map(|t| chart.transition(t)).filter(|t| t.is_eventless());
        chart.is_xstate() && eventless.into_iter().any(|t| !self.moves_away(t))
    }

    /// Whether a transition certainly leaves its source for another state of a region.
    fn moves_away(&self, transition: &Transition) -> bool {
        let chart = self.chart;
        let source = transition.source;
        let contains = |outer: StateId, inner: StateId| outer == inner || chart.is_inside(inner, outer);
        transition.targets.iter().any(|target| {
            let target = match chart.state(*target).kind {
                StateKind::History { .. } => chart.state(*target).parent.unwrap_or(*target),
                _ => *target,
            };
            let common = chart.ancestors(source).find(|s| chart.is_inside(target, *s));
            !contains(source, target) && !contains(target, source) && common.is_some_and(|s| chart.is_region(s))
        })
    }

    /// Remembers whether a step takes eventless transitions and changes nothing.
    pub(super) fn note_idle(&mut self, before: &Store, store: &mut Store, phase: &Phase) {
        let Some(cell) = self.layout.idle else { return };
        let mut same = vec![self.system.terms.not(self.touched)];
        for region in self.layout.regions.values().map(|r| r.cell).collect::<Vec<_>>() {
            same.push(self.system.terms.eq(before.get(region), store.get(region)));
        }
        let eventless: Vec<TermId> = self.eventless(phase);
        same.push(self.system.terms.or(eventless));
        let value = self.system.terms.and(same);
        // Without an event and without such a round the machine rests, and stays as it is.
        let resting = self.rests_without_event(phase);
        let value = self.system.terms.ite(resting, store.get(cell), value);
        store.set(cell, value);
    }

    /// For each transition without event whether it is enabled.
    fn eventless(&self, phase: &Phase) -> Vec<TermId> {
        let eventless = self.chart.leaving().filter(|t| self.chart.transition(*t).is_eventless());
        eventless.map(|t| phase.enabled[t.0 as usize]).collect()
    }

    /// Whether a step reacts to nothing at all.
    fn rests_without_event(&mut self, phase: &Phase) -> TermId {
        let eventless = self.eventless(phase);
        let reacts: Vec<TermId> = phase.offers.iter().copied().chain([phase.internal]).chain(eventless).collect();
        let reacts = self.system.terms.or(reacts);
        self.system.terms.not(reacts)
    }
}
