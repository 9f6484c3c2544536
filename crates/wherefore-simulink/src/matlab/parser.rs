//! Trees from tokens, by descent. The operators from the loosest to the tightest: `||`, `&&`, `|`, `&`, comparisons, `:`, sums,
//! products, prefixed operators, powers and transpositions.

mod primary;

pub(super) use primary::is_keyword;

use super::lexer::{Token, TokenKind, tokens};
use super::{BinaryOp, Expr, ExprKind, MAX_HEIGHT, MAX_NESTING, ScriptError, UnaryOp};
use std::ops::Range;

/// The tree of an expression.
///
/// # Errors
///
/// If the text is not one expression of the subset.
pub fn parse(text: &str) -> Result<Expr, ScriptError> {
    let mut parser = Parser::new(text, &tokens(text)?);
    parser.skip_newlines();
    let expr = parser.expression()?;
    parser.skip_newlines();
    parser.expect_end()?;
    Ok(expr)
}

/// The trees of expressions with commas between them, as `If` blocks list their conditions; none for a blank text.
///
/// # Errors
///
/// If the text is something else.
pub fn parse_list(text: &str) -> Result<Vec<Expr>, ScriptError> {
    let mut parser = Parser::new(text, &tokens(text)?);
    let mut list = Vec::new();
    parser.skip_newlines();
    if parser.kind() == &TokenKind::End {
        return Ok(list);
    }
    loop {
        parser.skip_newlines();
        list.push(parser.expression()?);
        parser.skip_newlines();
        if !parser.take_sign(",") {
            parser.expect_end()?;
            return Ok(list);
        }
    }
}

/// A tree and its height, which is bounded so that walks over trees may recur.
pub(super) struct Node {
    expr: Expr,
    height: usize,
}

/// A position among the tokens of a text.
pub(super) struct Parser<'a> {
    text: &'a str,
    tokens: Vec<Token>,
    at: usize,
    nesting: usize,
    /// Whether white space separates elements here.
    in_matrix: bool,
    /// How many index brackets are open, in which `end` has a meaning.
    indices: usize,
}

impl<'a> Parser<'a> {
    /// The tokens are those of the text or some of them; places are in the text.
    pub(super) fn new(text: &'a str, tokens: &[Token]) -> Parser<'a> {
        Parser { text, tokens: tokens.to_vec(), at: 0, nesting: 0, in_matrix: false, indices: 0 }
    }

    pub(super) fn kind(&self) -> &TokenKind {
        self.tokens.get(self.at).map_or(&TokenKind::End, |token| &token.kind)
    }

    fn token(&self, ahead: usize) -> Option<&Token> {
        self.tokens.get(self.at + ahead)
    }

    /// The place of the next token.
    pub(super) fn place(&self) -> Range<usize> {
        self.token(0).map_or(self.text.len()..self.text.len(), |token| token.at.clone())
    }

    pub(super) fn advance(&mut self) {
        self.at += 1;
    }

    pub(super) fn skip_newlines(&mut self) {
        while self.kind() == &TokenKind::Newline {
            self.advance();
        }
    }

    fn is_sign(&self, sign: &str) -> bool {
        matches!(self.kind(), TokenKind::Sign(found) if *found == sign)
    }

    pub(super) fn take_sign(&mut self, sign: &str) -> bool {
        let found = self.is_sign(sign);
        self.at += usize::from(found);
        found
    }

    fn expect_sign(&mut self, sign: &str) -> Result<(), ScriptError> {
        if self.take_sign(sign) {
            Ok(())
        } else {
            Err(ScriptError::new(self.place(), format!("`{sign}` is missing here")))
        }
    }

    /// Complains about a token that is left over.
    pub(super) fn expect_end(&self) -> Result<(), ScriptError> {
        let shown = self.text.get(self.place()).unwrap_or_default();
        let message = match self.kind() {
            TokenKind::End => return Ok(()),
            TokenKind::Number(_) | TokenKind::Text(_) | TokenKind::Name(_) | TokenKind::Sign("(" | "[" | "{") => {
                format!("an operator is missing before `{shown}`")
            }
            TokenKind::Sign(")" | "]" | "}") => format!("`{shown}` closes nothing"),
            TokenKind::Sign("=") => "`=` assigns; a comparison is written `==`".to_string(),
            TokenKind::Sign(_) => format!("`{shown}` has no meaning here"),
            TokenKind::Newline => "the expression goes on after the end of the line".to_string(),
        };
        Err(ScriptError::new(self.place(), message))
    }

    /// An expression up to something that cannot belong to it.
    pub(super) fn expression(&mut self) -> Result<Expr, ScriptError> {
        Ok(self.logical(1)?.expr)
    }

    /// Counts one more level of nesting while something is parsed.
    fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Result<T, ScriptError>) -> Result<T, ScriptError> {
        if self.nesting >= MAX_NESTING {
            return Err(ScriptError::new(self.place(), "the expression is nested too deeply"));
        }
        self.nesting += 1;
        let result = inner(self);
        self.nesting -= 1;
        result
    }

    fn node(&self, kind: ExprKind, at: Range<usize>, below: usize) -> Result<Node, ScriptError> {
        if below >= MAX_HEIGHT {
            return Err(ScriptError::new(at, "the expression has too many operators"));
        }
        Ok(Node { expr: Expr { kind, at }, height: below + 1 })
    }

    fn binary(&self, op: BinaryOp, left: Node, right: Node) -> Result<Node, ScriptError> {
        let at = left.expr.at.start..right.expr.at.end;
        let below = left.height.max(right.height);
        self.node(ExprKind::Binary(op, Box::new(left.expr), Box::new(right.expr)), at, below)
    }

    /// The next token as an operator of two operands at least as tight as a level. In a matrix, a sign with white space
    /// only before it begins the next element: `[1 -2]`.
    fn operator(&self, table: &[(&str, BinaryOp, u8)], level: u8) -> Option<(BinaryOp, u8)> {
        let TokenKind::Sign(sign) = self.kind() else { return None };
        let spaced = |ahead| self.token(ahead).is_some_and(|token| token.spaced);
        if self.in_matrix && matches!(*sign, "+" | "-") && spaced(0) && !spaced(1) {
            return None;
        }
        let (_, op, tightness) = table.iter().find(|(name, _, tightness)| name == sign && *tightness >= level)?;
        Some((*op, *tightness))
    }

    fn logical(&mut self, level: u8) -> Result<Node, ScriptError> {
        let mut left = self.range()?;
        while let Some((op, tightness)) = self.operator(&LOGICAL, level) {
            self.advance();
            let right = self.logical(tightness + 1)?;
            left = self.binary(op, left, right)?;
        }
        Ok(left)
    }

    fn range(&mut self) -> Result<Node, ScriptError> {
        let from = self.arithmetic(1)?;
        if !self.take_sign(":") {
            return Ok(from);
        }
        let second = self.arithmetic(1)?;
        let (step, to) = if self.take_sign(":") { (Some(second), self.arithmetic(1)?) } else { (None, second) };
        let at = from.expr.at.start..to.expr.at.end;
        let below = from.height.max(to.height).max(step.as_ref().map_or(0, |node| node.height));
        let step = step.map(|node| Box::new(node.expr));
        self.node(ExprKind::Range { from: Box::new(from.expr), step, to: Box::new(to.expr) }, at, below)
    }

    fn arithmetic(&mut self, level: u8) -> Result<Node, ScriptError> {
        let mut left = self.prefixed()?;
        while let Some((op, tightness)) = self.operator(&ARITHMETIC, level) {
            self.advance();
            let right = self.arithmetic(tightness + 1)?;
            left = self.binary(op, left, right)?;
        }
        Ok(left)
    }

    /// An operator before an operand is looser than a power: `-2^2` is -4.
    fn prefixed(&mut self) -> Result<Node, ScriptError> {
        let start = self.place().start;
        match self.take_prefix() {
            Some(op) => {
                let operand = self.nested(Self::prefixed)?;
                self.unary(op, start, operand)
            }
            None => self.power(),
        }
    }

    fn take_prefix(&mut self) -> Option<UnaryOp> {
        let op = match self.kind() {
            TokenKind::Sign("+") => UnaryOp::Plus,
            TokenKind::Sign("-") => UnaryOp::Minus,
            TokenKind::Sign("~" | "!") => UnaryOp::Not,
            _ => return None,
        };
        self.advance();
        Some(op)
    }

    fn unary(&self, op: UnaryOp, start: usize, operand: Node) -> Result<Node, ScriptError> {
        let at = start..operand.expr.at.end;
        self.node(ExprKind::Unary(op, Box::new(operand.expr)), at, operand.height)
    }

    /// Powers and transpositions, from left to right.
    fn power(&mut self) -> Result<Node, ScriptError> {
        let mut left = self.primary()?;
        loop {
            let op = match self.kind() {
                TokenKind::Sign("^") => BinaryOp::Power,
                TokenKind::Sign(".^") => BinaryOp::ElementPower,
                TokenKind::Sign("'" | ".'") => {
                    let at = left.expr.at.start..self.place().end;
                    self.advance();
                    left = self.node(ExprKind::Unary(UnaryOp::Transpose, Box::new(left.expr)), at, left.height)?;
                    continue;
                }
                _ => return Ok(left),
            };
            self.advance();
            let right = self.exponent()?;
            left = self.binary(op, left, right)?;
        }
    }

    /// An exponent may have operators before it, which belong to it alone: `2^-3^2` is `(2^-3)^2`.
    fn exponent(&mut self) -> Result<Node, ScriptError> {
        let start = self.place().start;
        match self.take_prefix() {
            Some(op) => {
                let operand = self.nested(Self::exponent)?;
                self.unary(op, start, operand)
            }
            None => self.primary(),
        }
    }
}

/// Operators looser than a range, with their levels.
const LOGICAL: [(&str, BinaryOp, u8); 11] = [
    ("||", BinaryOp::ShortOr, 1),
    ("&&", BinaryOp::ShortAnd, 2),
    ("|", BinaryOp::Or, 3),
    ("&", BinaryOp::And, 4),
    ("==", BinaryOp::Equal, 5),
    ("~=", BinaryOp::NotEqual, 5),
    ("!=", BinaryOp::NotEqual, 5),
    ("<", BinaryOp::Less, 5),
    ("<=", BinaryOp::LessEqual, 5),
    (">", BinaryOp::Greater, 5),
    (">=", BinaryOp::GreaterEqual, 5),
];

/// Operators tighter than a range, with their levels.
const ARITHMETIC: [(&str, BinaryOp, u8); 8] = [
    ("+", BinaryOp::Add, 1),
    ("-", BinaryOp::Subtract, 1),
    ("*", BinaryOp::Multiply, 2),
    ("/", BinaryOp::Divide, 2),
    ("\\", BinaryOp::LeftDivide, 2),
    (".*", BinaryOp::ElementMultiply, 2),
    ("./", BinaryOp::ElementDivide, 2),
    (".\\", BinaryOp::ElementLeftDivide, 2),
];
