//! What charts are given and what is seen of them.

use super::{Machine, trigger, value};
use crate::matlab::{Number, Value};
use crate::stateflow::document::{Chart, EventScope, Scope};

impl<'c> Machine<'c> {
    /// A store of the diagram.
    pub fn set_store(&mut self, name: &str, value: Value) {
        self.stores.insert(name.to_owned(), value);
    }

    /// The value of a store of the diagram.
    pub fn store(&self, name: &str) -> Option<&Value> {
        self.stores.get(name)
    }

    /// Says that an output event of a chart calls an input event of another, all by their places.
    pub fn connect(&mut self, from: (usize, usize), to: (usize, usize)) {
        self.calls.push((from.0, from.1, to.0, to.1));
    }

    /// Says that an output of a chart is an input of another that it calls, all by chart and port.
    pub fn connect_data(&mut self, from: (usize, usize), to: (usize, usize)) {
        self.lines.push((from, to));
    }

    /// Gives a chart that is called the outputs of its caller.
    pub(super) fn hand_over(&mut self, caller: usize, called: usize) {
        let lines = self.lines.iter().filter(|(from, to)| (from.0, to.0) == (caller, called));
        for (from, to) in lines.copied().collect::<Vec<_>>() {
            if let Some(value) = self.output(from.0, from.1).cloned() {
                self.set_input(to.0, to.1, &value);
            }
        }
    }

    /// Puts a chart back to where it was before its first step.
    pub fn reset(&mut self, chart: usize) {
        let fresh = self.instances.get(chart).map(|i| i.chart).and_then(|c| self.instance(c).ok());
        if let (Some(slot), Some(fresh)) = (self.instances.get_mut(chart), fresh) {
            *slot = fresh;
        }
    }

    /// Sets the time; what is not a number is not known.
    pub fn set_time(&mut self, now: Number) {
        self.now = now;
    }

    /// Sets an input of a chart, by its port.
    pub fn set_input(&mut self, chart: usize, port: usize, value: &Value) {
        let Some(instance) = self.instances.get_mut(chart) else { return };
        let place = instance.chart.data.iter().position(|d| d.scope == Scope::Input && d.port == port);
        if let Some((datum, slot)) = place.and_then(|p| Some((instance.chart.data.get(p)?, instance.data.get_mut(p)?)))
        {
            *slot = value::stored(datum, value);
        }
    }

    /// An output of a chart, by its port.
    pub fn output(&self, chart: usize, port: usize) -> Option<&Value> {
        let instance = self.instances.get(chart)?;
        let place = instance.chart.data.iter().position(|d| d.scope == Scope::Output && d.port == port)?;
        instance.data.get(place)
    }

    /// The value of an output event that is an edge.
    pub fn edge(&self, chart: usize, event: usize) -> bool {
        self.instances.get(chart).and_then(|i| i.edges.get(event)).copied().unwrap_or(false)
    }

    /// The document of a chart.
    pub fn chart(&self, chart: usize) -> Option<&'c Chart> {
        self.instances.get(chart).map(|i| i.chart)
    }

    /// The datum of a chart, by its place in the document.
    pub fn datum(&self, chart: usize, datum: usize) -> Option<&Value> {
        self.instances.get(chart).and_then(|i| i.data.get(datum))
    }

    /// Whether a state of a chart is active, by its place in the document.
    pub fn is_active(&self, chart: usize, state: usize) -> bool {
        self.instances.get(chart).and_then(|i| i.active.get(state)).copied().unwrap_or(false)
    }

    /// The active states of a chart, in the order of the document.
    pub fn active(&self, chart: usize) -> Vec<usize> {
        let active = self.instances.get(chart).map(|i| i.active.iter().enumerate()).into_iter().flatten();
        active.filter(|(_, a)| **a).map(|(i, _)| i).collect()
    }

    /// What was logged since the last time: what is printed, and the arguments of functions that are not known.
    pub fn take_log(&mut self) -> Vec<String> {
        std::mem::take(&mut self.log)
    }

    /// The input events whose signals have their edges now. At the first look there is none.
    pub(super) fn occurring(&mut self, chart: usize, signals: &[Number]) -> Vec<usize> {
        let Some(instance) = self.instances.get_mut(chart) else { return Vec::new() };
        let mut found = Vec::new();
        let inputs = instance.chart.events.iter().enumerate().filter(|(_, e)| e.scope == EventScope::Input);
        for ((place, event), now) in inputs.zip(signals) {
            let Some(slot) = instance.signals.get_mut(place) else { continue };
            if slot.as_ref().is_some_and(|before| trigger::is_edge(event.trigger, before, now)) {
                found.push(place);
            }
            *slot = Some(now.clone());
        }
        found
    }
}
