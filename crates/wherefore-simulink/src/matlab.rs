//! The part of MATLAB that block diagrams use: expressions in the parameters of blocks, the conditions of `Fcn` and `If`
//! blocks, and files of parameters.
//!
//! Text becomes a tree with places ([`parse`]), and a tree becomes a value ([`evaluate`]). Numbers are exact: `0.1` is
//! one tenth, and sums, products and quotients of doubles are not rounded, because a diagram is checked over the reals
//! unless floats are asked for. Functions without rational values, such as the sine, are computed on doubles. One thing is
//! lost: there is no negative zero, so `1/-0` is positive infinity.
//!
//! Whatever the text is, the answer is a value or a [`ScriptError`]: the depth of trees, the size of values, the length of
//! numbers and the work of an evaluation have limits.

mod evaluate;
mod json;
mod lexer;
mod mat;
mod number;
mod parser;
mod script;
mod syntax;
#[cfg(test)]
mod tests;
mod value;

pub use evaluate::evaluate;
pub use json::json_parameters;
pub use mat::{MatFile, mat_variables};
pub use number::Number;
pub use parser::{parse, parse_list};
pub use script::{evaluate_script, parse_script};
pub use syntax::{BinaryOp, Expr, ExprKind, ScriptError, UnaryOp};
pub use value::{Class, Value};

/// How deep brackets and prefixed operators may be nested in a text.
const MAX_NESTING: usize = 100;
/// How high a tree may be. A long sum leans to the left, one level for each summand, without any nesting in the text.
const MAX_HEIGHT: usize = 500;
/// How many tokens a text may have.
const MAX_TOKENS: usize = 2_000_000;
/// How many elements a value may have.
const MAX_ELEMENTS: usize = 1_000_000;
/// How many elements all values of a file may have together.
const MAX_ELEMENTS_OF_FILE: usize = 2_000_000;
/// How many characters a number may have in a text.
const MAX_DIGITS: usize = 1000;
/// How many bits the numerator and the denominator of a number may have; beyond that it is rounded to a double.
const MAX_BITS: u64 = 4096;
/// How much work one evaluation may do; an operation on two small numbers counts as 1.
const MAX_WORK: u64 = 4_000_000;
