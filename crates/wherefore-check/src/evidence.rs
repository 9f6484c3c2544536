//! Evidence for a property that holds, kept whole, so that an independent checker can use it.

use crate::certify::fixpoint::Fixpoints;
use std::sync::Arc;
use wherefore_ir::{System, TermId, Terms};

/// The evidence for a property that holds.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Evidence {
    /// An inductive argument about the system itself.
    Inductive(Arc<Argument>),
    /// An inductive argument about a system in which liveness has become safety.
    Reduced(Reduction, Arc<Argument>),
    /// The fixpoints of a formula, unless they were too large to be written down.
    Fixpoints(Option<Arc<FixpointSet>>),
    /// No state satisfies all restrictions on first states.
    NoFirstState,
    /// States of an explicit product that are closed under all transitions, none of which is a violation.
    Closed {
        /// The number of states.
        states: u64,
    },
    /// A winning strategy of a game on an explicit graph.
    Strategy {
        /// The number of positions that it can lead to.
        positions: u64,
    },
}

/// Certificate that makes a proof checkable independently.
#[derive(Clone, Debug)]
pub enum Certificate {
    /// A formula that holds at first, is kept by every step, and implies the property. `terms` extends the arena of the
    /// system, so that its ids mean the same.
    Invariant {
        /// The arena of `term`.
        terms: Arc<Terms>,
        /// The formula, over current variables.
        term: TermId,
    },
    /// The property is inductive relative to this many previous ticks.
    Induction {
        /// Number of previous ticks.
        k: u32,
    },
}

/// A formula, the system it is an invariant of, and what proves that.
#[derive(Debug)]
pub struct Argument {
    /// The system.
    pub system: Arc<System>,
    /// The formula, in the arena of the system.
    pub good: TermId,
    /// The proof.
    pub certificate: Certificate,
}

/// How liveness became safety.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reduction {
    /// No state comes back with something good between: liveness to safety.
    NoLasso,
    /// A fair state is visited at most this often: k-liveness.
    Visits(u32),
}

/// Fixpoints that can be shared.
#[derive(Debug)]
pub struct FixpointSet(pub Fixpoints);

/// Arguments are large and never compared for what they say: each is equal to itself alone.
impl PartialEq for Argument {
    fn eq(&self, other: &Argument) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for Argument {}

impl PartialEq for FixpointSet {
    fn eq(&self, other: &FixpointSet) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for FixpointSet {}
