//! The text form: one item a line, terms as s-expressions, shared or deep terms under a number.
//!
//! ```text
//! system "counter"
//! element 0 variable "x" at 0:4..5
//! var x : 0..7 state element 0
//! init (= x 0)
//! next x = (ite (< x 7) (+ x 1) 0) element 1
//! property "small" invariant (<= x 7) text "x <= 7"
//! ```
//!
//! Printing and reading again gives the same text: a term gets a number exactly when it is used more than once, is nested
//! more than a few levels, or carries provenance, and numbers follow the order of the arena. Snapshots, bug reports and
//! tests use this form.

mod control;
mod parse;
mod print;
mod words;

pub use parse::{TextError, parse};
pub use print::{Names, print};
pub use words::SMT_LIB;

#[cfg(test)]
mod tests;
