//! Entering states: which ones, and what is done on the way in.
//!
//! The entry set is closed in both directions. Inward, a compound state brings its initial child with it, a parallel state
//! all its children, a history what it remembers. Outward, the states between a target and the domain of the transition are
//! entered as well, and where one of them is parallel so are its other children.

use super::{Event, Interpreter, Value};
use crate::chart::{FieldId, StateId, StateKind, TransitionId};
use std::collections::{BTreeMap, BTreeSet};

/// States to be entered.
#[derive(Debug, Default)]
struct EntrySet {
    states: BTreeSet<StateId>,
    /// Compound states whose initial transition is executed.
    default_entry: BTreeSet<StateId>,
    /// By the parent of a history without memory: its default transition.
    default_history: BTreeMap<StateId, TransitionId>,
    /// Histories that took their default: they may lead to each other.
    asked: BTreeSet<StateId>,
}

impl Interpreter<'_> {
    pub(super) fn enter_states(&mut self, transitions: &[TransitionId]) {
        self.completed.clear();
        let entry = self.compute_entry_set(transitions);
        for s in entry.states.iter().copied() {
            self.configuration.insert(s);
            if self.invokes(s) {
                self.states_to_invoke.insert(s);
            }
            if self.entered.insert(s) && self.chart.late_binding {
                self.chart.state(s).data.iter().for_each(|id| self.initialize_datum(*id));
            }
            for block in &self.chart.state(s).onentry {
                self.execute_content(block);
            }
            let initial = self.chart.state(s).initial.filter(|_| entry.default_entry.contains(&s));
            for t in initial.into_iter().chain(entry.default_history.get(&s).copied()) {
                self.execute_content(&self.chart.transition(t).content);
            }
            if self.chart.state(s).kind == StateKind::Final {
                self.enter_final(s);
            }
        }
    }

    /// A final state ends the run, or its parent is done, and with the last of its kind a parallel state around that.
    fn enter_final(&mut self, state: StateId) {
        let chart = self.chart;
        let Some(parent) = chart.state(state).parent else { return };
        if chart.is_xstate() {
            return self.complete(state, parent);
        }
        if parent == StateId::ROOT {
            self.running = false;
            return;
        }
        let fields = self.evaluate_donedata(state);
        self.internal_queue.push_back(Event { name: chart.state(parent).done_name.clone(), fields });
        let Some(grandparent) = chart.state(parent).parent else { return };
        let around = chart.state(grandparent);
        if around.kind == StateKind::Parallel && around.children.iter().all(|s| self.is_in_final_state(*s)) {
            self.internal_queue.push_back(Event::named(around.done_name.as_str()));
        }
    }

    /// A final state of XState: its parent is done, and so are all parallel states around that in which everything is; where
    /// they reach the root, the run is over.
    fn complete(&mut self, state: StateId, parent: StateId) {
        let chart = self.chart;
        let mut around = Some(parent);
        if chart.is_region(parent) && parent != StateId::ROOT {
            let fields = self.evaluate_donedata(state);
            self.internal_queue.push_back(Event { name: chart.state(parent).done_name.clone(), fields });
            around = chart.state(parent).parent;
        }
        while let Some(s) = around {
            if s == StateId::ROOT {
                self.running = false;
                return;
            }
            if chart.state(s).kind != StateKind::Parallel || !self.is_in_final_state(s) || !self.completed.insert(s) {
                return;
            }
            self.internal_queue.push_back(Event::named(chart.state(s).done_name.as_str()));
            around = chart.state(s).parent;
        }
    }

    /// Data that a final state hands on. A value that cannot be evaluated is an error and left out.
    pub(super) fn evaluate_donedata(&mut self, state: StateId) -> BTreeMap<FieldId, Value> {
        let mut fields = BTreeMap::new();
        for (field, expr) in &self.chart.state(state).done {
            match self.scope().eval(expr) {
                Ok(value) => drop(fields.insert(*field, value)),
                Err(_) => self.raise_error(),
            }
        }
        fields
    }

    fn is_in_final_state(&self, state: StateId) -> bool {
        let s = self.chart.state(state);
        let is_active_final = |c: &StateId| self.chart.state(*c).kind == StateKind::Final && self.is_in(*c);
        match s.kind {
            StateKind::Compound => s.children.iter().any(is_active_final),
            StateKind::Parallel => s.children.iter().all(|c| self.is_in_final_state(*c)),
            // Only XState has final states right inside a parallel one, and does not ask whether they were entered yet.
            StateKind::Final => true,
            _ => false,
        }
    }

    fn compute_entry_set(&self, transitions: &[TransitionId]) -> EntrySet {
        let mut entry = EntrySet::default();
        for t in transitions {
            for s in &self.chart.transition(*t).targets {
                self.add_descendant_states_to_enter(*s, &mut entry);
            }
            let domain = self.get_transition_domain(*t);
            for s in self.get_effective_target_states(*t) {
                self.add_ancestor_states_to_enter(s, domain, &mut entry);
            }
            if let Some(domain) = domain.filter(|_| self.chart.is_xstate()) {
                self.stay_in_domain(domain, &mut entry, self.chart.enters_domain(self.chart.transition(*t), domain));
            }
        }
        entry
    }

    /// A domain of XState stays active, and is entered in all its regions if it has several.
    fn stay_in_domain(&self, domain: StateId, entry: &mut EntrySet, entered: bool) {
        if self.chart.state(domain).kind == StateKind::Parallel {
            self.add_children(domain, entry);
        }
        if !entered {
            entry.states.remove(&domain);
            entry.default_entry.remove(&domain);
        }
    }

    fn add_descendant_states_to_enter(&self, state: StateId, entry: &mut EntrySet) {
        let s = self.chart.state(state);
        match s.kind {
            StateKind::History { .. } => self.add_history(state, entry),
            StateKind::Root | StateKind::Compound => {
                entry.states.insert(state);
                entry.default_entry.insert(state);
                let targets = s.initial.map_or(&[][..], |t| &self.chart.transition(t).targets);
                self.add_targets(targets, Some(state), entry);
            }
            StateKind::Parallel => {
                entry.states.insert(state);
                self.add_children(state, entry);
            }
            StateKind::Atomic | StateKind::Final => {
                entry.states.insert(state);
            }
        }
    }

    fn add_history(&self, history: StateId, entry: &mut EntrySet) {
        let h = self.chart.state(history);
        if let Some(remembered) = self.history_value.get(&history) {
            self.add_targets(remembered, h.parent, entry);
        } else if let Some(default) = h.initial.filter(|_| entry.asked.insert(history)) {
            entry.default_history.extend(h.parent.map(|p| (p, default)));
            self.add_targets(&self.chart.transition(default).targets, h.parent, entry);
        }
    }

    /// States inside `ancestor`, with all that belongs to them.
    fn add_targets(&self, targets: &[StateId], ancestor: Option<StateId>, entry: &mut EntrySet) {
        for s in targets {
            self.add_descendant_states_to_enter(*s, entry);
        }
        for s in targets {
            self.add_ancestor_states_to_enter(*s, ancestor, entry);
        }
    }

    fn add_ancestor_states_to_enter(&self, state: StateId, ancestor: Option<StateId>, entry: &mut EntrySet) {
        if Some(state) == ancestor {
            return;
        }
        for anc in self.chart.ancestors(state).take_while(|s| Some(*s) != ancestor && *s != StateId::ROOT) {
            entry.states.insert(anc);
            if self.chart.state(anc).kind == StateKind::Parallel {
                self.add_children(anc, entry);
            }
        }
    }

    /// The children of a parallel state in which nothing is to be entered yet.
    fn add_children(&self, parallel: StateId, entry: &mut EntrySet) {
        for child in &self.chart.state(parallel).children {
            if !entry.states.iter().any(|s| self.chart.is_inside(*s, *child)) {
                self.add_descendant_states_to_enter(*child, entry);
            }
        }
    }
}
