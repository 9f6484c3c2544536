//! Properties of labelled transition systems: formulas over the actions of a graph.
//!
//! A formula speaks about single runs: a system satisfies it if every run from the initial state does. [`ast`] is its tree,
//! and printed it is a text that the front end for such formulas reads back. [`judge`] says of one run whether it violates a formula, in one
//! pass along the run; nothing that searches shares code with it.

pub mod ast;
pub mod judge;
mod pattern;
mod print;

pub use ast::{Action, ActionKind, Formula, FormulaKind, Regular, RegularKind, Repeat, Term};
pub use judge::{End, Numbered, Run, violates, violates_numbered};
pub use pattern::{BadPattern, Pattern};
