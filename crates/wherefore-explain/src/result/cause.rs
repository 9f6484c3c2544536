//! Choices of the environment that are enough for a failure.

use wherefore_check::Recheck;
use wherefore_ir::{Value, VarId};

/// Bound that a kept choice puts on the value of a variable.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bound {
    /// The variable has this value.
    Is(Value),
    /// The variable is at least this number.
    AtLeast(Value),
    /// The variable is at most this number.
    AtMost(Value),
}

/// A choice that is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The variable that is chosen.
    pub var: VarId,
    /// The tick at which.
    pub tick: u32,
    /// Part of its value that is kept.
    pub bound: Bound,
}

/// A minimal cause of a failing run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MinimalCause {
    /// Kept choices, by tick, then by order of declaration. A number between two bounds stands twice.
    pub kept: Vec<Kept>,
    /// How many choices the run has: pairs of a variable and a tick.
    pub choices: usize,
    /// Whether it is known that no part of it is enough; otherwise there was no time to find out.
    pub minimal: bool,
    /// Whether another solver found once more that it is enough, and that it is possible.
    pub recheck: Recheck,
}

impl MinimalCause {
    /// How many choices it keeps: pairs of a variable and a tick.
    pub fn size(&self) -> usize {
        let mut places: Vec<(u32, VarId)> = self.kept.iter().map(|k| (k.tick, k.var)).collect();
        places.sort_unstable();
        places.dedup();
        places.len()
    }
}

/// Every way in which the choices of a run are enough for its failure, and every way out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Causes {
    /// Minimal causes, smallest first, then in order of reading.
    pub causes: Vec<MinimalCause>,
    /// Minimal sets of choices of which some other values would have made the property hold at the end; smallest first.
    pub corrections: Vec<Vec<(VarId, u32)>>,
    /// Whether there are no others.
    pub exhaustive: bool,
    /// The most causes and corrections that were asked for.
    pub most: usize,
}
