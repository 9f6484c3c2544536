//! The lens for contracts: which conjunct is not met, whose contract is too weak, in which state.
//!
//! [`ContractLens`] takes one check of a refinement. What the failing run shows (`gap`, `failure`), which parts could have
//! avoided it (`blame`), when it was sealed (`consequence`) and which changes close the gap (`lattice`, `candidates`, `edits`) are
//! separate questions; all that need a solver go through `judge`. `follow` makes a system that repeats a run in some of its
//! variables, and several of the questions are asked of such a system. `words` and `sentences` say it.

mod blame;
mod candidates;
mod change;
mod consistency;
mod diagnosis;
mod edits;
mod failure;
mod gap;
mod lattice;
mod lens;
mod nearness;
mod no_return;
mod offer;
mod premises;
mod questions;
mod scene;
pub mod sides;
mod suspects;

use crate::{follow, judge};

pub use crate::result::contract::{
    Branch, Diagnosis, Edit, EditKind, Failure, Inconsistency, InconsistencyKind, Part, Premise, PremiseState,
};
pub use candidates::feeds_itself;
pub use consistency::{IdleConjunct, IdleConjuncts, examine, idle_conjuncts};
pub use lens::ContractLens;
pub use nearness::Distances;
pub use questions::{Culprits, Possible, Questions};

#[cfg(test)]
mod tests;
