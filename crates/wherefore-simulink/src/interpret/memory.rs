//! What is remembered from tick to tick.

use super::conditional::Trigger;
use super::fault::Problem;
use super::run::put;
use super::signal::Signal;

/// What is remembered from tick to tick. A value that could not be computed is remembered as its problem, which comes up when
/// the value is used.
#[derive(Clone)]
pub(super) struct Memory {
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
}

impl Memory {
    /// Before the first tick.
    pub(super) fn new(nodes: usize, regions: usize) -> Memory {
        Memory {
            states: vec![Ok(Vec::new()); nodes],
            last: vec![None; nodes],
            was_active: vec![false; regions],
            tick: 0,
            triggers: vec![Vec::new(); regions],
        }
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
