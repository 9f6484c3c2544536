//! Fixes of a specification by contracts: edits of what parts assume and guarantee, and of how they are connected.
//!
//! The text with an edit is read again. It is a fix if a check that was violated holds, proved, every check that held still does,
//! the contracts that it changes can still be kept, the parts can still answer to the inputs of the failing run, and connections
//! go where connections can go (`wiring`). Runs that refuted one edit refute others: what the environment and the parts do
//! is kept, and what comes over the wires is computed anew (`runs`).

mod conserve;
mod delta;
mod exonerate;
mod nearness;
mod rank;
mod runs;
mod sample;
mod search;
mod trial;
mod wiring;

#[cfg(test)]
mod tests;

pub use search::contract_fixes;

use std::sync::Arc;
use wherefore_check::{Finding, Verdict};
use wherefore_ir::refinement::Refinement;

/// A check that was decided.
#[derive(Clone, Debug)]
pub struct DecidedCheck {
    /// The number of its refinement.
    pub refinement: usize,
    /// The name by which a report calls it.
    pub name: String,
    /// The verdict; its property is called as in the system of the refinement.
    pub finding: Finding,
}

/// A specification, and what is known about its checks.
#[derive(Clone, Copy)]
pub struct Specification<'a> {
    /// Its refinements.
    pub refinements: &'a [Arc<Refinement>],
    /// The checks that were decided.
    pub decided: &'a [DecidedCheck],
}

impl Specification<'_> {
    /// The refinement that runs are shown of: that of the first violated check.
    pub fn subject(&self) -> Option<usize> {
        let violated = self.decided.iter().find(|d| matches!(d.finding.verdict, Verdict::Violated(_)));
        violated.map(|d| d.refinement)
    }
}
