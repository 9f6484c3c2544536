//! Which transitions a step takes.
//!
//! The standard goes through the active leaves in document order; each selects the first enabled transition of the states
//! from it outward, and a selected transition gives way to one selected before, unless it starts further inside. Here this
//! is done once for all configurations: a [`Turn`] is a place in that order where a transition may be selected.
//!
//! A transition of a state in which only one leaf can be active at a time has one turn: it is selected if it is enabled and
//! none of the transitions inside, or before it on the same state, is. So has a transition that competes with none inside.
//! Otherwise it has a turn for each leaf. Transitions that no event triggers both do not compete.

use super::Lowering;
use super::cells::Store;
use super::enter::Plan;
use super::event::Phase;
use super::uses::has_fault;
use crate::chart::{StateId, TransitionId};
use crate::codes;
use std::collections::BTreeMap;
use wherefore_diag::Diagnostic;
use wherefore_ir::TermId;

/// A place in the order of selection.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn {
    pub transition: TransitionId,
    /// Whether it is selected at this place.
    pub cond: TermId,
}

/// Transitions that a step takes.
#[derive(Clone, Debug)]
pub(super) struct Selection {
    /// For each transition whether its state is active, its event there and its condition true; priority is not regarded.
    pub enabled: Vec<TermId>,
    /// For each transition whether some active leaf selects it; another region may prevent it.
    pub selected: Vec<TermId>,
    /// For each transition whether it is taken.
    pub taken: Vec<TermId>,
    /// The turns in order, with the conditions under which the transition is executed there.
    pub turns: Vec<Turn>,
    /// States that each transition that can be taken enters.
    pub plans: BTreeMap<TransitionId, Plan>,
}

impl Lowering<'_> {
    /// Whether a transition's source is active and its condition true, given its trigger.
    pub(super) fn enabled(&mut self, store: &Store, id: TransitionId, trigger: TermId) -> TermId {
        let transition = self.chart.transition(id);
        let active = store.inside[transition.source.0 as usize];
        let guard = self.system.terms.and([trigger, active]);
        let Some(cond) = &transition.cond else { return self.open_guard(transition.span, guard) };
        if has_fault(cond) {
            let headline = "a condition that cannot be evaluated";
            let diagnostic =
                Diagnostic::at(codes::UNSUPPORTED, cond.span, headline, "each attempt would be an error event");
            self.reporter.push(diagnostic);
            return self.system.terms.bool(false);
        }
        self.path.push(guard);
        let cond = self.truth(store, cond);
        self.path.pop();
        self.system.terms.and([guard, cond])
    }

    /// The transitions of a step. `before` is the store in which the phase was found, `store` the one with the event.
    pub(super) fn select(&mut self, before: &Store, store: &Store, phase: &Phase) -> Selection {
        let mut enabled = phase.enabled.clone();
        self.enable(store, &mut enabled, false, &mut |l, id| l.trigger(before, phase, l.chart.transition(id)));
        let turns = self.turns(store, &enabled);
        Selection { enabled, ..self.settle(turns) }
    }

    /// Finds out which transitions are enabled, with or without event. A condition is evaluated only if nothing before it is
    /// enabled: states go from the inside out.
    pub(super) fn enable(
        &mut self,
        store: &Store,
        enabled: &mut [TermId],
        eventless: bool,
        trigger: &mut dyn FnMut(&mut Self, TransitionId) -> TermId,
    ) {
        for state in self.chart.state_ids().rev() {
            for id in self.chart.state(state).transitions.clone() {
                let transition = self.chart.transition(id);
                if transition.is_eventless() != eventless || transition.deferred {
                    continue;
                }
                let trigger = trigger(self, id);
                let free = if self.shape.forks(state) && !self.looks_inside(id) {
                    self.system.terms.bool(true)
                } else {
                    let before = self.inner(state).chain(self.ahead(state, id)).collect::<Vec<_>>();
                    self.none_of(&before, id, enabled)
                };
                enabled[id.0 as usize] = self.under(free, |l| l.enabled(store, id, trigger));
            }
        }
    }

    /// Every turn in order.
    fn turns(&mut self, store: &Store, enabled: &[TermId]) -> Vec<Turn> {
        let never = self.system.terms.bool(false);
        let mut turns: Vec<Turn> = Vec::new();
        for leaf in self.shape.leaves.clone() {
            let mut earlier: Vec<TransitionId> = Vec::new();
            for state in std::iter::once(leaf).chain(self.chart.ancestors(leaf)).collect::<Vec<_>>() {
                for id in self.chart.state(state).transitions.clone() {
                    let cond = if enabled[id.0 as usize] == never {
                        continue;
                    } else if self.shape.forks(state) && !self.looks_inside(id) && self.has_rivals_inside(state, id) {
                        let free = self.none_of(&earlier, id, enabled);
                        self.system.terms.and([store.inside[leaf.0 as usize], enabled[id.0 as usize], free])
                    } else if self.first_leaf(state) == Some(leaf) {
                        let before = self.inner(state).chain(self.ahead(state, id)).collect::<Vec<_>>();
                        let free = self.none_of(&before, id, enabled);
                        self.system.terms.and([enabled[id.0 as usize], free])
                    } else {
                        never
                    };
                    earlier.push(id);
                    if cond != never {
                        turns.push(Turn { transition: id, cond });
                    }
                }
            }
        }
        turns
    }

    /// Whether a transition gives way to any that is enabled inside its state, in whatever region: those of XState on an event.
    fn looks_inside(&self, id: TransitionId) -> bool {
        self.chart.is_xstate() && !self.chart.transition(id).is_eventless()
    }

    /// The transitions of the states inside a state.
    fn inner(&self, state: StateId) -> impl Iterator<Item = TransitionId> + '_ {
        let inside = (state.0 + 1..self.chart.state(state).end.0).map(StateId);
        inside.flat_map(|s| self.chart.state(s).transitions.iter().copied())
    }

    /// The transitions of a state that stand before this one.
    fn ahead(&self, state: StateId, id: TransitionId) -> impl Iterator<Item = TransitionId> + '_ {
        self.chart.state(state).transitions.iter().copied().take_while(move |t| *t != id)
    }

    fn has_rivals_inside(&self, state: StateId, id: TransitionId) -> bool {
        self.inner(state).any(|t| self.shape.rival(self.chart, t, id))
    }

    fn first_leaf(&self, state: StateId) -> Option<StateId> {
        self.shape.leaves.iter().copied().find(|l| *l == state || self.chart.is_inside(*l, state))
    }

    /// Whether none of these transitions is enabled, as far as one event can trigger both them and the given one.
    fn none_of(&mut self, others: &[TransitionId], id: TransitionId, enabled: &[TermId]) -> TermId {
        let rivals = others.iter().filter(|t| self.shape.rival(self.chart, **t, id));
        let rivals: Vec<TermId> = rivals.map(|t| enabled[t.0 as usize]).collect();
        let some = self.system.terms.or(rivals);
        self.system.terms.not(some)
    }

    /// Lets transitions give way to each other.
    fn settle(&mut self, mut turns: Vec<Turn>) -> Selection {
        let never = self.system.terms.bool(false);
        let mut taken = vec![never; self.chart.transitions.len()];
        let mut selected = taken.clone();
        let mut known: Vec<TransitionId> = Vec::new();
        for turn in &mut turns {
            let id = turn.transition;
            let place = id.0 as usize;
            let first = self.system.terms.not(selected[place]);
            selected[place] = self.system.terms.or([selected[place], turn.cond]);
            let (stronger, weaker) = self.rivals(id, &known);
            let free = self.none_of(&stronger, id, &taken);
            turn.cond = self.system.terms.and([turn.cond, first, free]);
            let not = self.system.terms.not(turn.cond);
            for loser in weaker {
                let place = loser.0 as usize;
                taken[place] = self.system.terms.and([taken[place], not]);
            }
            taken[place] = self.system.terms.or([taken[place], turn.cond]);
            if !known.contains(&id) {
                known.push(id);
            }
        }
        for turn in &mut turns {
            let stays = taken[turn.transition.0 as usize];
            turn.cond = if stays == turn.cond { stays } else { self.system.terms.and([turn.cond, stays]) };
        }
        Selection { enabled: Vec::new(), selected, taken, turns, plans: BTreeMap::new() }
    }

    /// Rivals: among the transitions that were considered before and exclude this one, those it gives way to, and those
    /// that give way to it because it starts inside their source.
    fn rivals(&self, id: TransitionId, known: &[TransitionId]) -> (Vec<TransitionId>, Vec<TransitionId>) {
        let source = self.chart.transition(id).source;
        if !self.shape.forks(StateId::ROOT) {
            return Default::default();
        }
        let rivals = known.iter().copied().filter(|other| {
            let theirs = self.chart.transition(*other).source;
            *other != id
                && self.shape.conflict(self.chart, id, *other)
                && self.shape.together(self.chart, source, theirs)
        });
        rivals.partition(|other| !self.chart.is_inside(source, self.chart.transition(*other).source))
    }
}
