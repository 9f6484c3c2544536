//! Requirements on the state machines that a source brings: numbers stay inside their tables, parents stand before
//! their children, formulas are formulas. Whether the machine moves as the graph says is another question, for a
//! solver.

use super::{Check, Time};
use crate::TermId;
use crate::control::{ControlGraph, RegionId, StateId};
use std::collections::BTreeSet;

impl Check<'_> {
    pub(super) fn control(&mut self) {
        let Some(graph) = &self.system.annexes.control else { return };
        if !self.numbers(graph) {
            self.report("a number in the control graph is out of range".to_owned());
            return;
        }
        self.nesting(graph);
        self.names_of_control(graph);
        for state in &graph.states {
            self.control_formula(&format!("control state {}", state.name), state.active, Time::Now);
        }
        for transition in &graph.transitions {
            self.control_formula(&format!("the guard of {}", transition.name), transition.enabled, Time::Now);
            self.control_formula(&format!("transition {}", transition.name), transition.taken, Time::Step);
        }
    }

    /// Whether every number refers to something.
    fn numbers(&self, graph: &ControlGraph) -> bool {
        let (regions, states) = (graph.regions.len() as u32, graph.states.len() as u32);
        let elements = self.system.elements.len() as u32;
        let region = |r: RegionId| r.0 < regions;
        let state = |s: StateId| s.0 < states;
        let vars = self.system.terms.vars().count();
        graph.regions.iter().all(|r| r.parent.is_none_or(state) && r.writes.iter().all(|v| v.index() < vars))
            && graph.states.iter().all(|s| region(s.region))
            && graph.transitions.iter().all(|t| region(t.region) && state(t.source) && state(t.target))
            && graph.regions.iter().all(|r| r.element.is_none_or(|e| e.0 < elements))
            && graph.states.iter().all(|s| s.element.is_none_or(|e| e.0 < elements))
            && graph.transitions.iter().all(|t| t.element.into_iter().chain(t.guard).all(|e| e.0 < elements))
    }

    fn nesting(&mut self, graph: &ControlGraph) {
        for (index, region) in graph.regions.iter().enumerate() {
            let outer = region.parent.map(|p| graph.state(p).region.0 as usize);
            if outer.is_some_and(|o| o >= index) {
                self.report(format!("region {} stands before the one around it", region.name));
            }
        }
        let astray = |t: &&crate::control::Transition| {
            graph.state(t.source).region != t.region || graph.state(t.target).region != t.region
        };
        for transition in graph.transitions.iter().filter(astray) {
            self.report(format!("transition {} leaves its region", transition.name));
        }
    }

    fn names_of_control(&mut self, graph: &ControlGraph) {
        let mut states = BTreeSet::new();
        for state in graph.states.iter().filter(|s| !states.insert((s.region, s.name.as_str()))) {
            self.report(format!("two control states of one region are called {}", state.name));
        }
        let mut transitions = BTreeSet::new();
        for transition in graph.transitions.iter().filter(|t| !transitions.insert(t.name.as_str())) {
            self.report(format!("two transitions are called {}", transition.name));
        }
    }

    fn control_formula(&mut self, what: &str, term: TermId, time: Time) {
        if term.index() < self.system.terms.len() {
            self.formula(what, term, time);
        } else {
            self.report(format!("{what} is no term"));
        }
    }
}
