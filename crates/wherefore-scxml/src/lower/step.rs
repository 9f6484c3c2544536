//! One microstep.
//!
//! A step of the transition system is a microstep of the standard: an event is taken, or none; the selected transitions
//! leave states from the inside out, execute their content, and enter states from the outside in. An event from outside is
//! only taken at rest, so between two such events there are as many steps as the machine needs to come to rest.

use super::Lowering;
use super::cells::Store;
use super::event::Phase;
use super::layout::Region;
use super::select::Selection;
use crate::chart::{StateId, TransitionId};
use std::collections::BTreeMap;
use wherefore_ir::{ObligationKind, TermId, Update, Value, When};

impl Lowering<'_> {
    /// The values of all cells before a step.
    pub(super) fn before(&mut self) -> Store {
        let mut values = Vec::new();
        for cell in &self.layout.cells {
            let var = cell.var.or(cell.input);
            values.push(match var {
                Some(var) => self.system.terms.now(var),
                None => self.system.terms.bool(false),
            });
        }
        let inside = self.activity(&values);
        Store { values, inside }
    }

    /// For each state whether it is active, as the region variables say. A state is active only inside an active one, in
    /// every valuation of the variables, reachable or not: a region that is left alone has no say, so that what the control
    /// graph promises follows from one step.
    fn activity(&mut self, values: &[TermId]) -> Vec<TermId> {
        let mut inside = Vec::with_capacity(self.chart.states.len());
        for state in self.chart.state_ids() {
            let Some(parent) = self.chart.state(state).parent else {
                inside.push(self.system.terms.bool(true));
                continue;
            };
            let place = self.chart.state(parent).children.iter().position(|c| *c == state);
            inside.push(match (place, self.layout.regions.get(&parent).cloned()) {
                (None, _) => self.system.terms.bool(false),
                (Some(place), Some(Region { cell, sort, .. })) => {
                    let here = self.is_value(values[cell.0], sort, place as u32);
                    self.system.terms.and([inside[parent.0 as usize], here])
                }
                (Some(_), None) => inside[parent.0 as usize],
            });
        }
        inside
    }

    /// The step from any state: updates for all variables. Gives what the step reacts to, and what it takes.
    pub(super) fn step(&mut self) -> (Phase, Selection) {
        let before = self.before();
        let phase = self.phase(&before);
        self.rest = phase.rest;
        let mut store = before.clone();
        self.touched = self.system.terms.bool(false);
        self.take_event(&mut store, &phase);
        let mut selection = self.select(&before, &store, &phase);
        let seen = self.chart.is_xstate6().then(|| store.clone());
        self.leave(&mut store, &selection);
        self.seen = seen;
        for turn in &selection.turns {
            self.block(&mut store, &self.chart.transition(turn.transition).content, turn.cond);
        }
        self.seen = None;
        let mut plans = Vec::new();
        for (index, taken) in selection.taken.iter().enumerate() {
            let id = TransitionId(index as u32);
            if let (Some(domain), true) = (self.shape.domain(id), *taken != self.system.terms.bool(false)) {
                let plan = self.plan(&store, id, domain);
                selection.plans.insert(id, plan.clone());
                plans.push((*taken, plan));
            }
        }
        self.enter(&mut store, &plans);
        self.finish(&mut store, phase.running);
        self.note_idle(&before, &mut store, &phase);
        self.count(&mut store, &phase);
        for (index, cell) in self.layout.cells.iter().enumerate() {
            let Some(var) = cell.var else { continue };
            let element = self.system.var_element(var);
            self.system.next.insert(var, Update { term: store.values[index], element });
        }
        self.settle_duties(When::Always);
        (phase, selection)
    }

    /// Leaves states from the inside out: histories remember, exit blocks are executed.
    fn leave(&mut self, store: &mut Store, selection: &Selection) {
        let left = self.left(selection);
        for (history, memory) in self.layout.histories.clone() {
            let Some(parent) = self.chart.state(history).parent else { continue };
            let leaving = self.system.terms.and([store.inside[parent.0 as usize], left[parent.0 as usize]]);
            for (region, cell) in memory.regions {
                let current = store.get(self.layout.regions[&region].cell);
                let value = self.system.terms.ite(leaving, current, store.get(cell));
                store.set(cell, value);
            }
            self.touched = self.system.terms.or([self.touched, leaving]);
            if let Some(recorded) = memory.recorded {
                let value = self.system.terms.or([leaving, store.get(recorded)]);
                store.set(recorded, value);
            }
        }
        for state in self.chart.state_ids().rev().filter(|s| *s != StateId::ROOT && self.chart.is_real(*s)) {
            let place = state.0 as usize;
            let leaving = self.system.terms.and([store.inside[place], left[place]]);
            for block in &self.chart.state(state).onexit {
                self.block(store, block, leaving);
            }
            let stays = self.system.terms.not(left[place]);
            store.inside[place] = self.system.terms.and([store.inside[place], stays]);
        }
        for (state, region) in self.layout.regions.clone() {
            let Some(none) = region.none else { continue };
            let child = self.chart.state(state).children[0];
            let none = self.system.terms.mk_const(Value::Enum(region.sort, none));
            let value = self.system.terms.ite(left[child.0 as usize], none, store.get(region.cell));
            store.set(region.cell, value);
        }
    }

    /// For each state whether everything in its place is left: a transition is taken whose domain is around it.
    fn left(&mut self, selection: &Selection) -> Vec<TermId> {
        let mut below: BTreeMap<StateId, Vec<TermId>> = BTreeMap::new();
        for (index, taken) in selection.taken.iter().enumerate() {
            if let Some(domain) = self.shape.domain(TransitionId(index as u32)) {
                below.entry(domain).or_default().push(*taken);
            }
        }
        let mut left = vec![self.system.terms.bool(false); self.chart.states.len()];
        for state in self.chart.state_ids() {
            let Some(parent) = self.chart.state(state).parent else { continue };
            let here = below.get(&parent).cloned().unwrap_or_default();
            let all = [left[parent.0 as usize]].into_iter().chain(here);
            left[state.0 as usize] = self.system.terms.or(all);
        }
        left
    }

    /// Counts the microsteps since the last rest. They must come to an end.
    fn count(&mut self, store: &mut Store, phase: &Phase) {
        let Some((cell, most)) = self.layout.microsteps else { return };
        let terms = &mut self.system.terms;
        let (zero, one, limit) = (terms.int(0), terms.int(1), terms.int(most));
        let below = terms.lt(store.get(cell), limit);
        let more = terms.add(store.get(cell), one);
        let more = terms.ite(below, more, limit);
        let value = terms.ite(phase.rest, zero, more);
        let safe = terms.or([phase.rest, below]);
        store.set(cell, value);
        let message =
            format!("after {most} microsteps the machine has not come to rest; wf:microsteps=\"N\" allows more");
        let span = self.chart.state(StateId::ROOT).span;
        self.duty(ObligationKind::NoRest, safe, message, span);
    }
}
