//! Actions: the labels of states and transitions, and the texts of functions, in both action languages.
//!
//! ```text
//! lexer       text -> tokens
//! parser      tokens -> statements and expressions
//! label       the parts of labels
//! places      where in the file a character of a label stands
//! tokens      the tokens of a piece of a label, for those who edit it
//! ```

mod label;
mod lexer;
mod parser;
mod places;
mod statement;
pub mod syntax;
mod tokens;

pub use label::{function, script, state, transition};
pub use parser::Dialect;
pub use places::Text;
pub use syntax::{
    Base, BinaryOp, Expr, ExprKind, Section, Signature, Statement, StatementKind, Target, TemporalOp, TransitionLabel,
    Trigger, TriggerKind, UnaryOp, When,
};
pub use tokens::{expression, tightness, tokens};
use wherefore_diag::Span;

/// How deep brackets, prefixed operators and nested statements may be.
const MAX_NESTING: usize = 60;
/// How many operators a tree of an expression may have above each other.
const MAX_HEIGHT: usize = 200;
/// How many tokens a text may have.
const MAX_TOKENS: usize = 200_000;

/// What is wrong with a text, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionError {
    /// Where.
    pub span: Span,
    /// What, as one sentence without a full stop.
    pub message: String,
}
