//! Transitions of a statechart before priority decides among them, and the events that the chart sends to itself.
//!
//! A control graph says which transition a step takes. Where it takes one of several that could be taken, the graph does not show the
//! others: their conditions are here, for checks that ask whether a guard matters, whether transitions are enabled together, and
//! whether anything reacts to an event. All formulas speak of the current state and the inputs.

use crate::{ElementId, TermId};

/// Triggers of a statechart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Triggers {
    /// Transitions, in the order of the source.
    pub transitions: Vec<TriggeredTransition>,
    /// Pairs of transitions of which a step takes at most one, and that priority decides between.
    pub rivals: Vec<Rivals>,
    /// Events that the chart sends to itself.
    pub events: Vec<OwnEvent>,
}

/// A transition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TriggeredTransition {
    /// Its element.
    pub element: ElementId,
    /// Its name in the model.
    pub name: String,
    /// Whether it is taken.
    pub taken: TermId,
    /// Whether its state is active and its event is there, and its guard is false; none if no guard is written.
    pub withheld: Option<TermId>,
}

/// Two transitions of which a step takes at most one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rivals {
    /// The one that is taken, as an index.
    pub winner: usize,
    /// The other one, as an index.
    pub loser: usize,
    /// Whether both start in the same state; otherwise in states that are active together.
    pub same_state: bool,
    /// Whether the first is taken and the other one could be, were it not for priority.
    pub both: TermId,
}

/// An event that the chart sends to itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnEvent {
    /// The instruction that sends it.
    pub element: ElementId,
    /// Its name.
    pub name: String,
    /// Whether a step reads it.
    pub read: TermId,
    /// Whether a step reads it and some transition reacts.
    pub heard: TermId,
}
