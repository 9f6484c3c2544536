//! Binary decision diagrams (BDDs): sets of states and transitions, and a back end for the conformance suite.
//!
//! A [`Space`] owns the diagrams over an order of bits of variables at ticks; a [`Bdd`] is a handle into it. Diagrams are
//! reduced and ordered with complemented edges (Bryant 1986; Brace, Rudell and Bryant 1990), so equal functions have
//! equal handles, and negation is free. The package is OxiDD.
//!
//! Every operation that could need nodes answers [`Undecided::Memory`](crate::Undecided) when the table stays full after
//! a garbage collection, and the space stays as it was.

mod circuit;
mod levels;
mod read;
mod rename;
mod restrict;
mod sift;
mod solver;
mod space;
mod term;
#[cfg(test)]
mod tests;

pub use rename::Renaming;
pub use sift::SiftOptions;
pub use solver::BddSolver;
pub use space::{BddStatistics, Space};

use oxidd::bcdd::BCDDFunction;
use oxidd::{BooleanFunction, Function};
use wherefore_ir::VarId;

/// One bit of the copy of a variable at a tick, lowest first: what a diagram decides on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BitVar {
    /// The variable.
    pub var: VarId,
    /// The tick: 0 for current, 1 for next.
    pub tick: u32,
    /// The bit of its encoding.
    pub bit: u32,
}

/// How large a space may grow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BddOptions {
    /// Nodes in the table; 16 bytes each, allocated when used.
    pub nodes: usize,
    /// Entries of the cache of operations.
    pub cache: usize,
    /// Threads: more than one helps diagrams of a hundred thousand nodes, and is not used below that.
    pub threads: u32,
}

impl Default for BddOptions {
    fn default() -> BddOptions {
        BddOptions { nodes: 1 << 25, cache: 1 << 20, threads: 1 }
    }
}

/// A Boolean function in a [`Space`]. Copies are cheap; equality is equality of functions.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Bdd(BCDDFunction);

impl Bdd {
    /// Whether it is always false.
    pub fn is_false(&self) -> bool {
        !self.0.satisfiable()
    }

    /// Whether it is always true.
    pub fn is_true(&self) -> bool {
        self.0.valid()
    }
}

impl std::ops::Not for &Bdd {
    type Output = Bdd;

    fn not(self) -> Bdd {
        Bdd(self.0.not().expect("a complemented edge needs no node"))
    }
}

impl std::fmt::Debug for Bdd {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (node, tag) = self.0.with_manager_shared(|_, edge| (edge.node_id(), edge.tag()));
        write!(f, "Bdd({node}, {tag:?})")
    }
}
