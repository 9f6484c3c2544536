//! The lens for contracts: which conjunct is not met, whose contract is too weak, at which step.
//!
//! [`why`] takes one check of a refinement. What the failing run shows (`witness`, `failure`), who could have avoided it
//! (`blame`), when it was sealed (`fate`) and which changes close the gap (`lattice`, `candidates`, `edits`) are separate
//! questions; all that need a solver go through `judge`. `follow` makes a system that repeats a run in some of its variables,
//! and several of the questions are asked of such a system. `words` and `sentences` say it.

mod blame;
mod candidates;
mod change;
mod diagnosis;
mod edits;
mod failure;
mod fate;
mod follow;
mod health;
mod judge;
mod lattice;
mod offer;
mod premises;
mod print;
mod scene;
mod sentences;
mod sides;
mod suspects;
mod truths;
mod why;
mod witness;
mod words;

pub use diagnosis::{
    Branch, Diagnosis, Edit, EditKind, Failure, KeyEvent, Mark, MarkKind, Part, Premise, PremiseState, Sealed,
};
pub use health::{Ailment, Illness, examine};
pub use why::why;

#[cfg(test)]
mod tests;
