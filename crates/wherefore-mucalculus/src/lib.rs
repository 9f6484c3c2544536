//! The modal mu-calculus with data, on explicit labelled transition systems.
//!
//! A formula is read by [`read`], either as mCRL2 writes it or in the core of MCL, with ACTL and LTL beside it, and decided on a
//! [`Graph`] by [`decide`]: as a parity game whose positions are a state, a part of the formula, and the values of its variables.
//! The verdict comes with a winning strategy, and [`check_strategy`] follows it move by move; it shares the game with the solver and nothing else.
//!
//! ```
//! use wherefore_diag::FileId;
//! use wherefore_mucalculus::{Limits, Listed, decide, read};
//! use wherefore_stop::Stop;
//!
//! let document = read(FileId(0), "[true*] forall n: Nat . [send(n)] <true* . receive(n)> true").unwrap();
//! let graph = Listed::new(0, &[(0, "send(3)", 1), (1, "receive(3)", 0)]);
//! let decision = decide(&document, &graph, Limits::default(), &Stop::new()).unwrap();
//! assert!(decision.holds);
//! ```
//!
//! Values of a quantifier are those that labels have where its variable stands; [`domains`] says which exactly, and [`Decision::unsure`] whether
//! numbers beyond them matter.

mod beyond;
pub mod codes;
mod data;
mod decide;
pub mod domains;
mod evidence;
mod expand;
mod game;
mod graph;
mod labels;
pub mod lexer;
mod normal;
mod parse;
mod part;
mod play;
mod shorten;
mod solve;
mod strategy;
pub mod syntax;

#[cfg(test)]
mod tests;

pub use data::Value;
pub use decide::{Decision, Limits, NoDecision, Unsure, choices_on, decide, decide_with_evidence};
pub use evidence::choices::{Choice, ChoicePoint, Choices, Effect, choices};
pub use evidence::configurations::{
    Configuration, Configurations, MOST_CONFIGURATIONS, MOST_TRANSITIONS, Move, Onward,
};
pub use evidence::{Evidence, EvidenceStep};
pub use game::{Game, Player};
pub use graph::{Graph, Listed};
pub use parse::{LONGEST_TEXT, NESTING_LIMIT, read};
pub use play::{Play, PlayStep};
pub use solve::{Solution, solve};
pub use strategy::{WrongStrategy, check_strategy, check_winners};
