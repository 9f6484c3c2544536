//! Which transitions are taken: the functions of appendix D that select transitions and resolve conflicts.
//!
//! Every active atomic state proposes at most one transition: the first enabled one, searched from the state outward. Of
//! two proposals that would exit a common state the one from further inside wins, otherwise the one proposed earlier.

use super::{Event, Interpreter};
use crate::chart::{StateId, StateKind, Transition, TransitionId};
use std::collections::BTreeSet;

impl Interpreter<'_> {
    pub(super) fn select_eventless_transitions(&mut self) -> Vec<TransitionId> {
        self.select(&|t: &Transition| t.is_eventless() && !t.deferred)
    }

    /// The first transition that starts, ends or cancels a session.
    pub(super) fn select_deferred_transition(&mut self) -> Option<TransitionId> {
        let chart = self.chart;
        let mut all = chart.leaving().filter(|t| chart.transition(*t).deferred);
        all.find(|t| self.is_in(chart.transition(*t).source) && self.condition_match(*t))
    }

    pub(super) fn select_transitions(&mut self, event: &Event) -> Vec<TransitionId> {
        let triggered = |t: &Transition| t.is_triggered_by(&event.name);
        if self.chart.is_xstate() {
            let selected = self.select_inside(StateId::ROOT, &triggered);
            return self.remove_conflicting_transitions(selected);
        }
        self.select(&triggered)
    }

    /// The transitions of an active state on an event, as XState selects them: those of the states inside, otherwise its own.
    fn select_inside(&mut self, state: StateId, triggered: &dyn Fn(&Transition) -> bool) -> Vec<TransitionId> {
        let chart = self.chart;
        let mut selected = Vec::new();
        for child in
            chart.state(state).children.iter().filter(|c| self.configuration.contains(c)).copied().collect::<Vec<_>>()
        {
            selected.extend(stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.select_inside(child, triggered)));
        }
        if selected.is_empty() {
            let mut own = chart.state(state).transitions.iter().copied();
            selected.extend(own.find(|t| triggered(chart.transition(*t)) && self.condition_match(*t)));
        }
        selected
    }

    fn select(&mut self, triggered: &dyn Fn(&Transition) -> bool) -> Vec<TransitionId> {
        let chart = self.chart;
        let atomic: Vec<StateId> = self.configuration.iter().copied().filter(|s| chart.is_leaf(*s)).collect();
        let mut enabled = Vec::new();
        for state in atomic {
            let outward = std::iter::once(state).chain(chart.ancestors(state));
            let mut candidates = outward.flat_map(|s| chart.state(s).transitions.iter().copied());
            let first = candidates.find(|t| triggered(chart.transition(*t)) && self.condition_match(*t));
            if let Some(first) = first.filter(|t| !enabled.contains(t)) {
                enabled.push(first);
            }
        }
        self.remove_conflicting_transitions(enabled)
    }

    /// A condition that cannot be evaluated is false, and an error besides.
    fn condition_match(&mut self, transition: TransitionId) -> bool {
        let Some(cond) = &self.chart.transition(transition).cond else { return true };
        self.condition(cond)
    }

    fn remove_conflicting_transitions(&self, enabled: Vec<TransitionId>) -> Vec<TransitionId> {
        let mut filtered: Vec<TransitionId> = Vec::new();
        for t1 in enabled {
            let exit = self.compute_exit_set(&[t1]);
            let conflicts = |t2: &TransitionId| !self.compute_exit_set(&[*t2]).is_disjoint(&exit);
            let conflicting: Vec<TransitionId> = filtered.iter().copied().filter(conflicts).collect();
            let source = |t: TransitionId| self.chart.transition(t).source;
            if conflicting.iter().all(|t2| self.chart.is_inside(source(t1), source(*t2))) {
                filtered.retain(|t2| !conflicting.contains(t2));
                filtered.push(t1);
            }
        }
        filtered
    }

    pub(super) fn compute_exit_set(&self, transitions: &[TransitionId]) -> BTreeSet<StateId> {
        let mut exit = BTreeSet::new();
        for t in transitions {
            if let Some(domain) = self.get_transition_domain(*t) {
                exit.extend(self.configuration.iter().filter(|s| self.chart.is_inside(**s, domain)));
            }
        }
        exit
    }

    /// The innermost state that stays active while the transition is taken; none without targets.
    pub(super) fn get_transition_domain(&self, transition: TransitionId) -> Option<StateId> {
        let targets = self.get_effective_target_states(transition);
        let t = self.chart.transition(transition);
        let inward = targets.iter().all(|s| self.chart.is_inside(*s, t.source));
        let kind = self.chart.state(t.source).kind;
        if self.chart.is_xstate() {
            return self.get_xstate_domain(t, &targets);
        }
        if targets.is_empty() {
            None
        } else if inward && (kind == StateKind::Root || t.internal && kind == StateKind::Compound) {
            Some(t.source)
        } else {
            self.find_lcca(t.source, &targets)
        }
    }

    /// The domain in XState: the source, if the transition is internal and stays there, otherwise the least common ancestor of
    /// whatever kind.
    fn get_xstate_domain(&self, t: &Transition, targets: &BTreeSet<StateId>) -> Option<StateId> {
        if targets.is_empty() {
            return None;
        }
        let own = t.internal && targets.iter().all(|s| *s == t.source || self.chart.is_inside(*s, t.source));
        let common = match own {
            true => Some(t.source),
            false => self.chart.ancestors(t.source).find(|anc| targets.iter().all(|s| self.chart.is_inside(*s, *anc))),
        };
        common.map(|domain| if t.internal { self.narrowed_domain(domain, targets) } else { domain })
    }

    /// With the rules of XState 6, the region of a parallel state that all targets are, or are in, if there is one.
    fn narrowed_domain(&self, mut domain: StateId, targets: &BTreeSet<StateId>) -> StateId {
        let within = |region: StateId| targets.iter().all(|s| *s == region || self.chart.is_inside(*s, region));
        while self.chart.is_xstate6() && self.chart.state(domain).kind == StateKind::Parallel {
            let Some(region) = self.chart.state(domain).children.iter().find(|r| within(**r)) else { break };
            domain = *region;
        }
        domain
    }

    /// The least common ancestor that is a compound state or the root.
    fn find_lcca(&self, head: StateId, tail: &BTreeSet<StateId>) -> Option<StateId> {
        let mut regions = self.chart.ancestors(head).filter(|s| self.chart.is_region(*s));
        regions.find(|anc| tail.iter().all(|s| self.chart.is_inside(*s, *anc)))
    }

    /// The targets, with histories replaced by what they stand for now. Histories that only lead to each other lead nowhere.
    pub(super) fn get_effective_target_states(&self, transition: TransitionId) -> BTreeSet<StateId> {
        let mut targets = BTreeSet::new();
        let mut asked = BTreeSet::new();
        let mut open = self.chart.transition(transition).targets.clone();
        while let Some(s) = open.pop() {
            let default = self.chart.state(s).initial;
            match (self.chart.is_real(s), self.history_value.get(&s), default) {
                (true, _, _) => drop(targets.insert(s)),
                (false, Some(states), _) => targets.extend(states),
                (false, None, Some(default)) if asked.insert(s) => {
                    open.extend(&self.chart.transition(default).targets);
                }
                (false, None, _) => {}
            }
        }
        targets
    }
}
