//! Who contains whom. Boxes only group: what is inside of one belongs to what is around it.

use crate::stateflow::action::TriggerKind;
use crate::stateflow::document::{Chart, Decomposition, StateKind};

/// The hierarchy of a chart.
pub(super) struct Shape {
    parents: Vec<Option<usize>>,
    /// The states inside of each state, in the order of their turns.
    children: Vec<Vec<usize>>,
    /// The outermost states.
    top: Vec<usize>,
    /// Whether a trigger waits for a state to be entered or left, or for a datum to be written.
    pub waits: bool,
}

impl Shape {
    pub fn new(chart: &Chart) -> Shape {
        let parents: Vec<Option<usize>> = (0..chart.states.len()).map(|s| holder(chart, chart.parent(s))).collect();
        let inside = |parent: Option<usize>| {
            let is_inside = |s: &usize| {
                parents.get(*s).copied().flatten() == parent && chart.states.get(*s).is_some_and(|s| s.is_state())
            };
            let mut found: Vec<usize> = (0..chart.states.len()).filter(is_inside).collect();
            found.sort_by_key(|s| chart.states.get(*s).and_then(|s| s.order).unwrap_or(u32::MAX));
            found
        };
        let children = (0..chart.states.len()).map(|s| inside(Some(s))).collect();
        let waits = super::trigger::triggers(chart).any(|(trigger, _)| {
            matches!(trigger.kind, TriggerKind::Entered(_) | TriggerKind::Exited(_) | TriggerKind::Changed(_))
        });
        Shape { top: inside(None), children, parents, waits }
    }

    pub fn parent(&self, state: usize) -> Option<usize> {
        self.parents.get(state).copied().flatten()
    }

    pub fn children(&self, parent: Option<usize>) -> &[usize] {
        match parent {
            Some(state) => self.children.get(state).map_or(&[], Vec::as_slice),
            None => &self.top,
        }
    }

    /// A state and those around it, from the inside to the outside.
    pub fn outwards(&self, state: Option<usize>) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(state, |s| self.parent(*s))
    }

    /// The innermost state that contains two things, given what they belong to.
    pub fn common(&self, one: Option<usize>, other: Option<usize>) -> Option<usize> {
        let around: Vec<usize> = self.outwards(other).collect();
        self.outwards(one).find(|s| around.contains(s))
    }

    /// The states from below an ancestor down to a state; empty if it is the ancestor itself.
    pub fn chain(&self, ancestor: Option<usize>, state: usize) -> Vec<usize> {
        let mut chain: Vec<usize> = self.outwards(Some(state)).take_while(|s| Some(*s) != ancestor).collect();
        chain.reverse();
        chain
    }
}

/// A state that is no box, or what is around it.
pub(super) fn holder(chart: &Chart, mut state: Option<usize>) -> Option<usize> {
    while let Some(place) = state {
        match chart.states.get(place).map(|s| &s.kind) {
            Some(StateKind::Box) => state = chart.parent(place),
            _ => break,
        }
    }
    state
}

/// How the children of a state relate.
pub(super) fn is_parallel(chart: &Chart, parent: Option<usize>) -> bool {
    chart.decomposition(parent) == Decomposition::Parallel
}

/// What a transition belongs to.
pub(super) fn scope(chart: &Chart, transition: usize) -> Option<usize> {
    holder(chart, chart.transitions.get(transition).and_then(|t| t.parent))
}
