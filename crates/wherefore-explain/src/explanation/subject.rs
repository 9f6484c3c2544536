//! What a failing run is explained against.

use wherefore_check::Options;
use wherefore_ir::{System, TermId, VarId};

/// A system, what should be true of its runs, and which choices count.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// The system that the runs are runs of.
    pub system: &'a System,
    /// What should be true of them.
    pub claim: Claim,
    /// Which variables are chosen by the environment as far as this explanation is concerned.
    pub counts: &'a (dyn Fn(VarId) -> bool + Sync),
    /// How solvers work.
    pub options: &'a Options,
}

/// What should be true of runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// This is true at every tick. A failing run is finite and breaks it at its last tick.
    Always(TermId),
    /// This formula of linear time is true. A failing run is a lasso. Lassos on which `assuming` is false do not count: it is
    /// part of the environment, as the contracts are that everybody keeps.
    Path {
        /// The formula.
        formula: TermId,
        /// What every run that counts satisfies.
        assuming: Option<TermId>,
    },
}
