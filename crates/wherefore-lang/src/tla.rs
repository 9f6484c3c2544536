//! Formulas about one state in the notation of TLA+, and what surrounds a state graph of TLC: the text of a state, the module and
//! the configuration beside it.
//!
//! Read is the part of TLA+ that speaks of finite values in one state: numbers, strings, model values, sets, functions, records,
//! tuples, quantifiers over finite sets, IF, and definitions of the module. What is not read is refused at its place. Comparisons
//! of values of different kinds have no value, as in TLC.

pub mod codes;
mod config;
mod eval;
mod module;
mod parse;
mod scan;
mod scope;
mod state;
#[cfg(test)]
mod tests;
mod tree;
mod value;

pub use config::Config;
pub use eval::Judge;
pub use module::{Definition, Module};
pub use parse::parse;
pub use scope::Scope;
pub use state::split;
pub use tree::Expr;
pub use value::Value;

use std::ops::Range;

/// Something wrong with a formula, and where in its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TlaError {
    /// Which bytes are meant.
    pub range: Range<usize>,
    /// What is wrong.
    pub message: String,
}

impl TlaError {
    fn new(range: Range<usize>, message: impl Into<String>) -> TlaError {
        TlaError { range, message: message.into() }
    }
}

/// The value that a closed text of TLA+ has, as TLC prints values; names in it are model values.
pub fn value(text: &str) -> Option<Value> {
    eval::closed(&parse(text).ok()?)
}
