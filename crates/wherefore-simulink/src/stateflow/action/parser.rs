//! Expressions from tokens, by descent.

pub(super) mod operators;
mod primary;

use super::lexer::{Token, TokenKind, tokens};
use super::syntax::{BinaryOp, Expr, ExprKind, UnaryOp};
use super::{ActionError, MAX_HEIGHT, MAX_NESTING, Text};
use crate::stateflow::document::Language;
use std::ops::Range;
use wherefore_diag::Span;

/// How actions are read.
#[derive(Clone, Copy, Debug)]
pub struct Dialect {
    /// The language.
    pub language: Language,
    /// Whether `&`, `|` and `^` are operators on bits, in C.
    pub bits: bool,
}

/// A position among the tokens of a part of a text.
pub(super) struct Parser<'t> {
    pub text: &'t Text<'t>,
    pub dialect: Dialect,
    tokens: Vec<Token>,
    at: usize,
    nesting: usize,
    /// Operators of the expression that is being read: they bound the height of its tree.
    operators: usize,
    /// Whether white space separates elements here.
    in_matrix: bool,
}

pub(super) type Read<T> = Result<T, ActionError>;

impl<'t> Parser<'t> {
    pub fn new(text: &'t Text<'t>, range: Range<usize>, dialect: Dialect) -> Read<Parser<'t>> {
        let tokens = tokens(text, range)?;
        Ok(Parser { text, dialect, tokens, at: 0, nesting: 0, operators: 0, in_matrix: false })
    }

    pub fn ahead(&self, count: usize) -> &TokenKind {
        self.tokens.get(self.at + count).map_or(&TokenKind::End, |t| &t.kind)
    }

    pub fn kind(&self) -> &TokenKind {
        self.ahead(0)
    }

    /// Where the next token begins.
    pub fn start(&self) -> usize {
        self.tokens.get(self.at).or(self.tokens.last()).map_or(0, |t| t.at.start)
    }

    /// Where the last token ended.
    pub fn end(&self) -> usize {
        self.at.checked_sub(1).and_then(|i| self.tokens.get(i)).map_or(0, |t| t.at.end)
    }

    pub fn span(&self, start: usize) -> Span {
        self.text.span(start..self.end().max(start))
    }

    pub fn advance(&mut self) {
        self.at += 1;
    }

    /// Where the reader stands, to come back to.
    pub fn mark(&self) -> usize {
        self.at
    }

    pub fn reset(&mut self, mark: usize) {
        self.at = mark;
    }

    pub fn is(&self, sign: &str) -> bool {
        matches!(self.kind(), TokenKind::Sign(found) if *found == sign)
    }

    pub fn take(&mut self, sign: &str) -> bool {
        let found = self.is(sign);
        self.at += usize::from(found);
        found
    }

    pub fn expect(&mut self, sign: &str) -> Read<()> {
        if self.take(sign) { Ok(()) } else { Err(self.mistake(format!("`{sign}` is missing here"))) }
    }

    pub fn is_word(&self, word: &str) -> bool {
        matches!(self.kind(), TokenKind::Name(found) if found == word)
    }

    pub fn word(&mut self) -> Option<String> {
        let TokenKind::Name(name) = self.kind() else { return None };
        let name = name.clone();
        self.advance();
        Some(name)
    }

    /// A name with its dots.
    pub fn path(&mut self) -> Read<String> {
        let mut path = self.word().ok_or_else(|| self.mistake("a name is missing here"))?;
        while self.is(".") && matches!(self.ahead(1), TokenKind::Name(_)) {
            self.advance();
            path.push('.');
            path.push_str(&self.word().unwrap_or_default());
        }
        Ok(path)
    }

    pub fn mistake(&self, message: impl Into<String>) -> ActionError {
        let at = self.tokens.get(self.at).or(self.tokens.last()).map_or(0..0, |t| t.at.clone());
        ActionError { span: self.text.span(at), message: message.into() }
    }

    pub fn newlines(&mut self) {
        while self.kind() == &TokenKind::Newline {
            self.advance();
        }
    }

    /// Complains about a token that is left over.
    pub fn finish(&mut self) -> Read<()> {
        self.newlines();
        match self.kind() {
            TokenKind::End => Ok(()),
            _ => Err(self.mistake("this has no meaning here")),
        }
    }

    /// Counts one more level of nesting while something is read.
    pub fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        if self.nesting >= MAX_NESTING {
            return Err(self.mistake("this is nested too deeply"));
        }
        self.nesting += 1;
        let result = inner(self);
        self.nesting -= 1;
        result
    }

    /// An expression of its own.
    pub fn expression(&mut self) -> Read<Expr> {
        self.operators = 0;
        self.newlines();
        self.inner()
    }

    /// An expression inside of another.
    fn inner(&mut self) -> Read<Expr> {
        let from = self.level(0)?;
        if self.dialect.language == Language::C || !self.is(":") || self.in_matrix_row_end() {
            return Ok(from);
        }
        self.advance();
        let second = self.level(0)?;
        let (step, to) = if self.take(":") { (Some(Box::new(second)), self.level(0)?) } else { (None, second) };
        let span = from.span.to(to.span);
        Ok(Expr { kind: ExprKind::Range { from: Box::new(from), step, to: Box::new(to) }, span })
    }

    fn in_matrix_row_end(&self) -> bool {
        matches!(self.ahead(1), TokenKind::Sign(")" | ","))
    }

    /// Operators with two operands at least as tight as a level.
    fn level(&mut self, least: u8) -> Read<Expr> {
        let mut left = self.prefixed()?;
        while let Some((op, tightness)) = self.operator().filter(|(_, t)| *t >= least) {
            self.operators += 1;
            if self.operators > MAX_HEIGHT {
                return Err(self.mistake("the expression has too many operators"));
            }
            self.advance();
            self.newlines();
            let right = self.nested(|p| p.level(tightness + 1))?;
            let span = left.span.to(right.span);
            left = Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), span };
        }
        Ok(left)
    }

    /// The next token as an operator. In a matrix, a sign with white space only before it begins the next element: `[1 -2]`.
    fn operator(&self) -> Option<(BinaryOp, u8)> {
        let TokenKind::Sign(sign) = self.kind() else { return None };
        let spaced = |ahead: usize| self.tokens.get(self.at + ahead).is_some_and(|t| t.spaced);
        if self.in_matrix && matches!(*sign, "+" | "-") && spaced(0) && !spaced(1) {
            return None;
        }
        operators::operator(sign, self.dialect)
    }

    fn prefixed(&mut self) -> Read<Expr> {
        let start = self.start();
        let op = match self.kind() {
            TokenKind::Sign("+") => UnaryOp::Plus,
            TokenKind::Sign("-") => UnaryOp::Minus,
            TokenKind::Sign("~" | "!") => UnaryOp::Not,
            _ => return self.power(),
        };
        self.advance();
        let operand = self.nested(Self::prefixed)?;
        Ok(Expr { kind: ExprKind::Unary(op, Box::new(operand)), span: self.span(start) })
    }

    /// Powers and transpositions, from left to right.
    fn power(&mut self) -> Read<Expr> {
        let start = self.start();
        let mut left = self.primary()?;
        let bits = self.dialect.bits && self.dialect.language == Language::C;
        loop {
            let op = match self.kind() {
                TokenKind::Sign("^") if !bits => BinaryOp::Power,
                TokenKind::Sign(".^") => BinaryOp::ElementPower,
                TokenKind::Sign("'" | ".'") => {
                    self.advance();
                    left = Expr { kind: ExprKind::Unary(UnaryOp::Transpose, Box::new(left)), span: self.span(start) };
                    self.operators += 1;
                    if self.operators > MAX_HEIGHT {
                        return Err(self.mistake("the expression has too many operators"));
                    }
                    continue;
                }
                _ => return Ok(left),
            };
            self.operators += 1;
            if self.operators > MAX_HEIGHT {
                return Err(self.mistake("the expression has too many operators"));
            }
            self.advance();
            let right = match self.kind() {
                TokenKind::Sign("+" | "-" | "~" | "!") => self.nested(Self::prefixed)?,
                _ => self.primary()?,
            };
            left = Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), span: self.span(start) };
        }
    }
}
