//! Ways through a chart: from parents to children and back, and along transitions.

use super::{Chart, Decomposition, Node, State, Transition};

impl Chart {
    /// The children of a state, or of the chart: in the order in which parallel ones have their turn.
    pub fn children(&self, parent: Option<usize>) -> Vec<usize> {
        let is_child = |(_, s): &(usize, &State)| s.parent == parent && s.is_state();
        let mut found: Vec<usize> = self.states.iter().enumerate().filter(is_child).map(|(i, _)| i).collect();
        found.sort_by_key(|i| self.states.get(*i).and_then(|s| s.order).unwrap_or(u32::MAX));
        found
    }

    /// The states around a state, from the inside to the outside, without itself.
    pub fn ancestors(&self, state: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(self.parent(state), |s| self.parent(*s))
    }

    /// The state around a state.
    pub fn parent(&self, state: usize) -> Option<usize> {
        // A parent stands before its children, so that this ends.
        self.states.get(state).and_then(|s| s.parent).filter(|p| *p < state)
    }

    /// The names of a state and of those around it, with dots.
    pub fn path(&self, state: usize) -> String {
        let mut names: Vec<&str> = std::iter::once(state)
            .chain(self.ancestors(state))
            .filter_map(|s| self.states.get(s).map(|s| s.name.as_str()))
            .collect();
        names.reverse();
        names.join(".")
    }

    /// How the children of a state, or of the chart, relate.
    pub fn decomposition(&self, parent: Option<usize>) -> Decomposition {
        parent.and_then(|p| self.states.get(p)).map_or(self.decomposition, |s| s.decomposition)
    }

    /// The transitions that begin at a place, in their order: those that leave it, or its inner ones.
    pub fn outgoing(&self, source: Node, inner: bool) -> Vec<usize> {
        self.ordered(|t| t.source == Some(source) && t.is_inner() == inner)
    }

    /// The default transitions of a state, or of the chart, in their order.
    pub fn defaults(&self, parent: Option<usize>) -> Vec<usize> {
        self.ordered(|t| t.is_default() && t.parent == parent)
    }

    fn ordered(&self, chosen: impl Fn(&Transition) -> bool) -> Vec<usize> {
        let list = self.transitions.iter().enumerate().filter(|(_, t)| chosen(t));
        let mut found: Vec<(u32, usize)> = list.map(|(i, t)| (t.order, i)).collect();
        found.sort_unstable();
        found.into_iter().map(|(_, i)| i).collect()
    }

    /// The history junction of a state.
    pub fn history(&self, state: usize) -> Option<usize> {
        self.junctions.iter().position(|j| j.is_history && j.parent == Some(state))
    }
}
