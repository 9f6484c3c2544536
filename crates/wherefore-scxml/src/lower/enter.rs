//! Which states a step enters, and what is done on the way.
//!
//! The standard computes a set of states to enter; here each state gets the condition under which it is in that set. What a
//! transition enters is fixed but for histories, so these conditions are constants or speak of what histories remember. The
//! domains of transitions that are taken together are disjoint: each can be planned alone.

use super::Lowering;
use super::cells::Store;
use super::uses::{done_event, done_states, has_fault};
use crate::chart::{FieldId, StateId, StateKind, TransitionId};
use std::collections::BTreeMap;
use wherefore_ir::{TermId, Value};

/// The conditions under which things are part of an entry.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    /// States that are entered.
    pub entered: BTreeMap<StateId, TermId>,
    /// States that are entered by default, so that the content of their initial transition is executed.
    pub default: BTreeMap<StateId, TermId>,
    /// Histories that remember nothing, so that the content of their default transition is executed.
    pub forgotten: BTreeMap<StateId, TermId>,
}

impl Lowering<'_> {
    /// States that a transition enters below a state.
    pub(super) fn plan(&mut self, store: &Store, transition: TransitionId, domain: StateId) -> Plan {
        let always = self.system.terms.bool(true);
        let mut planner = Planner { lowering: self, store, plan: Plan::default() };
        planner.targets(transition, domain, always);
        if planner.lowering.chart.is_xstate() {
            let entered = planner.lowering.chart.enters_domain(planner.lowering.chart.transition(transition), domain);
            planner.stay(domain, entered, always);
        }
        planner.plan
    }

    /// Enters what the plans say, each under its guard, in document order.
    pub(super) fn enter(&mut self, store: &mut Store, plans: &[(TermId, Plan)]) {
        let mut all = Plan::default();
        for (guard, plan) in plans {
            for (part, whole) in [
                (&plan.entered, &mut all.entered),
                (&plan.default, &mut all.default),
                (&plan.forgotten, &mut all.forgotten),
            ] {
                for (state, cond) in part {
                    let cond = self.system.terms.and([*guard, *cond]);
                    self.also(whole, *state, cond);
                }
            }
        }
        self.occupy(store, &all);
        self.completed.clear();
        for (state, guard) in &all.entered {
            self.enter_state(store, *state, *guard, &all);
        }
    }

    /// Region variables take their new values.
    fn occupy(&mut self, store: &mut Store, plan: &Plan) {
        for (state, region) in self.layout.regions.clone() {
            let children = self.chart.state(state).children.clone();
            for (index, child) in children.iter().enumerate().rev() {
                let Some(entered) = plan.entered.get(child) else { continue };
                let here = self.system.terms.mk_const(Value::Enum(region.sort, index as u32));
                let value = self.system.terms.ite(*entered, here, store.get(region.cell));
                store.set(region.cell, value);
            }
        }
    }

    fn enter_state(&mut self, store: &mut Store, state: StateId, guard: TermId, plan: &Plan) {
        let place = state.0 as usize;
        store.inside[place] = self.system.terms.or([store.inside[place], guard]);
        if let Some(bound) = self.layout.bound.get(&state).copied() {
            let first = self.system.terms.not(store.get(bound));
            let first = self.system.terms.and([guard, first]);
            self.initialise(store, state, first);
            let value = self.system.terms.or([guard, store.get(bound)]);
            store.set(bound, value);
        }
        for block in &self.chart.state(state).onentry {
            self.block(store, block, guard);
        }
        let initial = self.chart.state(state).initial;
        if let (Some(initial), Some(guard)) = (initial, plan.default.get(&state)) {
            self.block(store, &self.chart.transition(initial).content, *guard);
        }
        for history in &self.chart.state(state).histories {
            let default = self.chart.state(*history).initial;
            if let (Some(default), Some(forgotten)) = (default, plan.forgotten.get(history)) {
                // A history that is reached from inside its parent does not enter the parent.
                let guard = self.system.terms.and([guard, *forgotten]);
                self.block(store, &self.chart.transition(default).content, guard);
            }
        }
        if self.chart.state(state).kind == StateKind::Final {
            self.done(store, state, guard);
        }
    }

    /// A final state is entered: its parent is done, and so may be the parallel state around that.
    fn done(&mut self, store: &mut Store, end: StateId, guard: TermId) {
        let span = self.chart.state(end).span;
        let mut guard = guard;
        for state in done_states(self.chart, end) {
            let own = self.chart.is_region(state);
            if !own {
                let finished = self.is_finished(store, state);
                guard = self.system.terms.and([guard, finished]);
                guard = self.first_completion(state, guard);
            }
            let Some(event) = done_event(self.chart, state) else { continue };
            let params = if own { self.done_data(store, end, guard) } else { Vec::new() };
            self.raise(store, event, &params, guard, span);
        }
    }

    /// Where a parallel state of XState announces for the first time in a step that it is done.
    fn first_completion(&mut self, state: StateId, guard: TermId) -> TermId {
        if !self.chart.is_xstate() {
            return guard;
        }
        let before = self.completed.get(&state).copied().unwrap_or_else(|| self.system.terms.bool(false));
        let now = self.system.terms.or([before, guard]);
        self.completed.insert(state, now);
        let new = self.system.terms.not(before);
        self.system.terms.and([guard, new])
    }

    /// Data that a done event carries: nothing, after an error event, if that cannot be evaluated.
    fn done_data(&mut self, store: &mut Store, end: StateId, guard: TermId) -> Vec<(FieldId, TermId)> {
        let data = &self.chart.state(end).done;
        match data.iter().find(|(_, e)| has_fault(e)) {
            Some((_, expr)) => {
                self.fault(store, guard, expr.span);
                Vec::new()
            }
            None => {
                self.path.push(guard);
                let values = self.payload(store, data);
                self.path.pop();
                values
            }
        }
    }

    /// Whether a state has come to its end: a final child is active, or all its regions have come to theirs.
    pub(super) fn is_finished(&mut self, store: &Store, state: StateId) -> TermId {
        let children = self.chart.state(state).children.clone();
        match self.chart.state(state).kind {
            StateKind::Parallel => {
                let all: Vec<TermId> = children.into_iter().map(|c| self.is_finished(store, c)).collect();
                self.system.terms.and(all)
            }
            StateKind::Compound => {
                let ends = children.into_iter().filter(|c| self.chart.state(*c).kind == StateKind::Final);
                let ends: Vec<TermId> = ends.map(|c| store.inside[c.0 as usize]).collect();
                self.system.terms.or(ends)
            }
            // Only XState has final states right inside a parallel one, and does not ask whether they were entered yet.
            StateKind::Final => self.system.terms.bool(true),
            _ => self.system.terms.bool(false),
        }
    }

    /// The exit actions of all active states, where a machine of XState has come to its end in this step.
    pub(super) fn finish(&mut self, store: &mut Store, running: TermId) {
        if !self.chart.is_xstate() {
            return;
        }
        let ended = self.ended(store);
        let guard = self.system.terms.and([running, ended]);
        for state in self.chart.state_ids().rev().filter(|s| self.chart.is_real(*s)) {
            let here = self.system.terms.and([guard, store.inside[state.0 as usize]]);
            let before = self.chart.forgetful.contains(&state).then(|| store.clone());
            for block in &self.chart.state(state).onexit {
                self.block(store, block, here);
            }
            let data = self.layout.data.iter().flatten().copied();
            for (before, cell) in before.iter().flat_map(|b| data.clone().map(move |c| (b, c))).collect::<Vec<_>>() {
                store.set(cell, before.get(cell));
            }
        }
    }

    /// Whether the machine has come to its end.
    pub(super) fn ended(&mut self, store: &Store) -> TermId {
        let ends = self.chart.state(StateId::ROOT).children.clone().into_iter();
        let is_xstate = self.chart.is_xstate();
        let ends = ends.filter(|c| is_xstate || self.chart.state(*c).kind == StateKind::Final).collect::<Vec<_>>();
        let ended = ends.into_iter().map(|c| match self.chart.state(c).kind {
            StateKind::Final => store.inside[c.0 as usize],
            _ => self.is_finished(store, c),
        });
        let ended: Vec<TermId> = ended.collect();
        self.system.terms.or(ended)
    }

    fn also(&mut self, conditions: &mut BTreeMap<StateId, TermId>, state: StateId, cond: TermId) {
        let known = conditions.get(&state).copied();
        let cond = self.system.terms.or(known.into_iter().chain([cond]));
        if cond != self.system.terms.bool(false) {
            conditions.insert(state, cond);
        }
    }

    /// Whether a history remembers something.
    pub(super) fn is_recorded(&mut self, store: &Store, history: StateId) -> TermId {
        let Some(memory) = self.layout.histories.get(&history).cloned() else { return self.system.terms.bool(false) };
        if let Some(recorded) = memory.recorded {
            return store.get(recorded);
        }
        let known = self.chart.state(history).parent.and_then(|p| Some((*memory.regions.get(&p)?, p)));
        let Some((cell, parent)) = known else { return self.system.terms.bool(false) };
        let region = self.layout.regions[&parent].clone();
        let nothing = region.none.unwrap_or_default();
        let forgotten = self.is_value(store.get(cell), region.sort, nothing);
        self.system.terms.not(forgotten)
    }
}

/// Plans what one transition enters. Conditions are relative to its being taken.
struct Planner<'p, 'a> {
    lowering: &'p mut Lowering<'a>,
    store: &'p Store,
    plan: Plan,
}

impl Planner<'_, '_> {
    fn add(&mut self, state: StateId, cond: TermId) {
        self.lowering.also(&mut self.plan.entered, state, cond);
    }

    /// The targets of a transition and the states between them and its domain.
    fn targets(&mut self, transition: TransitionId, domain: StateId, cond: TermId) {
        let targets = self.lowering.chart.transition(transition).targets.clone();
        targets.iter().for_each(|t| self.descendants(*t, cond));
        targets.iter().for_each(|t| self.ancestors(*t, domain, cond));
    }

    /// A domain of XState stays active, and is entered in all its regions if it has several.
    fn stay(&mut self, domain: StateId, entered: bool, cond: TermId) {
        let chart = self.lowering.chart;
        if chart.state(domain).kind == StateKind::Parallel {
            chart.state(domain).children.iter().for_each(|c| self.complete(*c, cond));
        }
        if !entered {
            self.plan.entered.remove(&domain);
            self.plan.default.remove(&domain);
        }
    }

    /// A state and what is entered inside it.
    fn descendants(&mut self, state: StateId, cond: TermId) {
        if cond == self.lowering.system.terms.bool(false) {
            return;
        }
        let chart = self.lowering.chart;
        match chart.state(state).kind {
            StateKind::History { deep } => self.restore(state, deep, cond),
            StateKind::Parallel => {
                self.add(state, cond);
                chart.state(state).children.iter().for_each(|c| self.complete(*c, cond));
            }
            StateKind::Compound => {
                self.add(state, cond);
                self.lowering.also(&mut self.plan.default, state, cond);
                chart.state(state).initial.into_iter().for_each(|t| self.targets(t, state, cond));
            }
            _ => self.add(state, cond),
        }
    }

    /// The states around a target, below its domain; their other regions are entered too.
    fn ancestors(&mut self, state: StateId, domain: StateId, cond: TermId) {
        let chart = self.lowering.chart;
        if state == domain {
            return;
        }
        // The memory of a history about its own parent is complete.
        let mut open = cond;
        if !chart.is_real(state) {
            let recorded = self.lowering.is_recorded(self.store, state);
            let forgotten = self.lowering.system.terms.not(recorded);
            open = self.lowering.system.terms.and([cond, forgotten]);
        }
        for around in chart.ancestors(state).take_while(|s| *s != domain) {
            self.add(around, cond);
            if chart.state(around).kind == StateKind::Parallel {
                chart.state(around).children.iter().for_each(|c| self.complete(*c, open));
            }
            open = cond;
        }
    }

    /// A region of a parallel state is entered by default unless something inside it is entered anyway.
    fn complete(&mut self, child: StateId, cond: TermId) {
        let chart = self.lowering.chart;
        let inside: Vec<TermId> =
            self.plan.entered.iter().filter(|(s, _)| chart.is_inside(**s, child)).map(|(_, c)| *c).collect();
        let terms = &mut self.lowering.system.terms;
        let some = terms.or(inside);
        if some == cond {
            return;
        }
        let not = terms.not(some);
        let cond = terms.and([cond, not]);
        self.descendants(child, cond);
    }

    /// Configuration that a history remembers, or its default.
    fn restore(&mut self, history: StateId, deep: bool, cond: TermId) {
        let chart = self.lowering.chart;
        let Some(parent) = chart.state(history).parent else { return };
        let recorded = self.lowering.is_recorded(self.store, history);
        let terms = &mut self.lowering.system.terms;
        let forgotten = terms.not(recorded);
        let (known, unknown) = (terms.and([cond, recorded]), terms.and([cond, forgotten]));
        if deep {
            self.restore_all(history, parent, known);
        } else {
            for (index, child) in chart.state(parent).children.iter().enumerate() {
                let there = self.remembered(history, parent, index, known);
                self.descendants(*child, there);
            }
        }
        self.lowering.also(&mut self.plan.forgotten, history, unknown);
        if let Some(default) = chart.state(history).initial {
            self.targets(default, parent, unknown);
        }
    }

    /// All levels as they were.
    fn restore_all(&mut self, history: StateId, parent: StateId, known: TermId) {
        let chart = self.lowering.chart;
        let mut conditions = BTreeMap::from([(parent, known)]);
        for state in chart.state_ids().filter(|s| chart.is_inside(*s, parent) && chart.is_real(*s)) {
            let Some(around) = chart.state(state).parent else { continue };
            let Some(cond) = conditions.get(&around).copied() else { continue };
            let place = chart.state(around).children.iter().position(|c| *c == state).unwrap_or_default();
            let here = self.remembered(history, around, place, cond);
            conditions.insert(state, here);
            self.add(state, here);
        }
    }

    /// Formula: a history remembers child number `index` of a state, given that it remembers that state.
    fn remembered(&mut self, history: StateId, state: StateId, index: usize, cond: TermId) -> TermId {
        let cell = self.lowering.layout.histories.get(&history).and_then(|m| m.regions.get(&state)).copied();
        let sort = self.lowering.layout.regions.get(&state).map(|r| r.sort);
        let (Some(cell), Some(sort)) = (cell, sort) else { return cond };
        let there = self.lowering.is_value(self.store.get(cell), sort, index as u32);
        self.lowering.system.terms.and([cond, there])
    }
}
