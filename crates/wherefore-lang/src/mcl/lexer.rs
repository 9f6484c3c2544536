//! From characters to tokens, by the lexer of formulas with data. It reads fewer signs here, and no name has a quote.

use crate::mucalculus::lexer::{Dialect, tokens_of};

pub use crate::mucalculus::lexer::{Kind, Token};

/// Signs; a longer one stands before its beginnings. Those of the second row only occur in data.
#[rustfmt::skip]
const SIGNS: &[&str] = &[
    "||", "|", "&&", "=>", "!", "<", ">", "+", ".", "*", "?", "(", ")", "[", "]",
    "{", "}", ",", ":", ";", "=", "@", "#", "-", "/", "&", "^",
];

/// All tokens of a text, the last one of kind [`Kind::End`].
pub fn tokens(text: &str) -> Vec<Token> {
    tokens_of(text, Dialect { signs: SIGNS, has_quotes_in_names: false })
}
