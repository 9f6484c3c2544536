//! What those need who edit a label: its tokens with their places, and how tight operators are.

use super::lexer::{self, TokenKind};
use super::parser::{Dialect, Parser, operators};
use super::syntax::Expr;
use super::{ActionError, Text};
use wherefore_diag::Span;

/// The tokens of the piece of a text that stands in a place, as they are spelled; none if the piece cannot be told apart.
pub fn tokens(text: &Text<'_>, span: Span) -> Option<Vec<(Span, String)>> {
    let tokens = lexer::tokens(text, text.range(span)?).ok()?;
    let solid = tokens.into_iter().filter(|t| !matches!(t.kind, TokenKind::Newline | TokenKind::End));
    Some(solid.map(|t| (text.span(t.at.clone()), text.value.get(t.at).unwrap_or("").to_owned())).collect())
}

/// How tight an operator with two operands is, by its sign: more is tighter.
pub fn tightness(sign: &str, dialect: Dialect) -> Option<u8> {
    operators::operator(sign, dialect).map(|(_, tightness)| tightness)
}

/// A text that is one expression.
pub fn expression(text: &Text<'_>, dialect: Dialect) -> Result<Expr, ActionError> {
    let mut parser = Parser::new(text, 0..text.value.len(), dialect)?;
    let expression = parser.expression()?;
    parser.finish()?;
    Ok(expression)
}
