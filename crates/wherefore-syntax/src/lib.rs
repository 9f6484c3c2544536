//! What the front ends of all languages share below their grammars.
//!
//! ```
//! use wherefore_syntax::{components, nearest};
//!
//! assert_eq!(nearest("boolen", ["boolean", "integer"]), Some("boolean"));
//! assert_eq!(components(&[vec![1], vec![0], vec![0]]), [vec![0, 1], vec![2]]);
//! ```
//!
//! A parser has a [`Cursor`] and is a [`Descent`]; `cursor.rs` says what that gives it.

mod components;
mod cursor;
pub mod holes;
pub mod include;
pub mod json;
pub mod number;
mod report;
mod scanner;
mod suggest;
mod tokens;
pub mod xml;

#[cfg(test)]
mod tests;

pub use components::components;
pub use cursor::{Codes, Cursor, Descent, FormOf, TokenOf, shortened};
pub use report::{Checked, Reported, Reporter};
pub use scanner::{Scanner, up_to_end};
pub use suggest::{nearest, unique};
pub use tokens::{Kind, OneText, Token, Tokens};
