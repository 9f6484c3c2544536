//! What is remembered from tick to tick.

use super::conditional::Trigger;
use super::fault::Problem;
use super::run::put;
use super::signal::Signal;
use crate::stateflow::interpret::Machine;

/// What is remembered from tick to tick. A value that could not be computed is remembered as its problem, which comes up when
/// the value is used.
#[derive(Clone)]
pub(super) struct Memory<'m> {
    /// The states of the nodes; empty for those that have not begun.
    states: Vec<Result<Vec<Signal>, Problem>>,
    /// What nodes gave when they were last executed.
    last: Vec<Option<Result<Vec<Signal>, Problem>>>,
    /// Which regions were active in the last tick.
    was_active: Vec<bool>,
    /// How many ticks there have been.
    pub(super) tick: u64,
    /// The trigger inputs of regions.
    triggers: Vec<Vec<Trigger>>,
    /// The charts.
    machine: Option<Machine<'m>>,
    /// How many ticks there were.
    ticks: u64,
}

impl<'m> Memory<'m> {
    /// Before the first tick.
    pub(super) fn new(nodes: usize, regions: usize, machine: Option<Machine<'m>>) -> Memory<'m> {
        Memory {
            states: vec![Ok(Vec::new()); nodes],
            last: vec![None; nodes],
            was_active: vec![false; regions],
            tick: 0,
            triggers: vec![Vec::new(); regions],
            machine,
            ticks: 0,
        }
    }

    /// The charts, to look at.
    pub(super) fn charts(&self) -> Option<&Machine<'m>> {
        self.machine.as_ref()
    }

    /// The charts.
    pub(super) fn machine(&mut self) -> Option<&mut Machine<'m>> {
        self.machine.as_mut()
    }

    /// How many ticks there were.
    pub(super) fn ticks(&self) -> u64 {
        self.ticks
    }

    /// Ends a tick; what charts have logged in it.
    pub(super) fn end(&mut self) -> Vec<String> {
        self.ticks = self.ticks.saturating_add(1);
        self.machine.as_mut().map(Machine::take_log).unwrap_or_default()
    }

    /// The state of a node.
    pub(super) fn state(&self, node: usize) -> Result<Vec<Signal>, Problem> {
        self.states.get(node).cloned().unwrap_or_else(|| Ok(Vec::new()))
    }

    /// Changes the state of a node.
    pub(super) fn set_state(&mut self, node: usize, state: Result<Vec<Signal>, Problem>) {
        put(&mut self.states, node, state);
    }

    /// What a node gave when it was last executed.
    pub(super) fn last(&self, node: usize) -> Option<&Result<Vec<Signal>, Problem>> {
        self.last.get(node)?.as_ref()
    }

    /// Remembers what a node gave.
    pub(super) fn set_last(&mut self, node: usize, outputs: Result<Vec<Signal>, Problem>) {
        put(&mut self.last, node, Some(outputs));
    }

    /// Whether a region was active in the last tick.
    pub(super) fn was_active(&self, region: usize) -> bool {
        self.was_active.get(region).copied().unwrap_or(false)
    }

    /// Remembers whether a region was active.
    pub(super) fn set_active(&mut self, region: usize, active: bool) {
        put(&mut self.was_active, region, active);
    }

    /// What is remembered about the elements of a trigger.
    pub(super) fn trigger(&self, region: usize, element: usize) -> Option<Trigger> {
        self.triggers.get(region)?.get(element).copied()
    }

    /// Remembers a trigger.
    pub(super) fn set_trigger(&mut self, region: usize, elements: Vec<Trigger>) {
        put(&mut self.triggers, region, elements);
    }
}
