//! Operands: numbers, texts, names with indices and fields, parentheses, matrices.

use super::{Node, Parser};
use crate::matlab::lexer::TokenKind;
use crate::matlab::{Expr, ExprKind, ScriptError};

/// Words that are no names.
const KEYWORDS: [&str; 20] = [
    "break",
    "case",
    "catch",
    "classdef",
    "continue",
    "else",
    "elseif",
    "end",
    "for",
    "function",
    "global",
    "if",
    "otherwise",
    "parfor",
    "persistent",
    "return",
    "spmd",
    "switch",
    "try",
    "while",
];

/// Whether a word is reserved.
pub(in crate::matlab) fn is_keyword(word: &str) -> bool {
    KEYWORDS.contains(&word)
}

impl Parser<'_> {
    pub(super) fn primary(&mut self) -> Result<Node, ScriptError> {
        let place = self.place();
        match self.kind().clone() {
            TokenKind::Number(number) => {
                self.advance();
                self.node(ExprKind::Number(number), place, 0)
            }
            TokenKind::Text(text) => {
                self.advance();
                self.node(ExprKind::Text(text), place, 0)
            }
            TokenKind::Name(name) => self.named(name),
            TokenKind::Sign("(") => self.nested(Self::parenthesised),
            TokenKind::Sign("[") => self.nested(|parser| parser.matrix("]")),
            TokenKind::Sign("{") => self.nested(|parser| parser.matrix("}")),
            TokenKind::Sign(":") if self.indices > 0 => {
                self.advance();
                self.node(ExprKind::Colon, place, 0)
            }
            TokenKind::End => Err(ScriptError::new(place, "an expression is missing at the end")),
            _ => {
                let shown = self.text.get(place.clone()).unwrap_or_default().escape_debug();
                Err(ScriptError::new(place, format!("an expression is missing before `{shown}`")))
            }
        }
    }

    fn parenthesised(&mut self) -> Result<Node, ScriptError> {
        let start = self.place().start;
        self.advance();
        let in_matrix = std::mem::replace(&mut self.in_matrix, false);
        let mut inner = self.logical(1)?;
        inner.expr.at = start..self.place().end;
        self.expect_sign(")")?;
        self.in_matrix = in_matrix;
        Ok(inner)
    }

    /// A name with its fields and indices.
    fn named(&mut self, name: String) -> Result<Node, ScriptError> {
        let place = self.place();
        if is_keyword(&name) {
            if name == "end" && self.indices > 0 {
                self.advance();
                return self.node(ExprKind::End, place, 0);
            }
            return Err(ScriptError::new(place, format!("`{name}` is no name of a value")));
        }
        self.advance();
        let mut node = self.node(ExprKind::Name(name), place, 0)?;
        loop {
            // In a matrix, white space before a bracket begins the next element.
            let spaced = self.token(0).is_some_and(|token| token.spaced);
            match self.kind() {
                TokenKind::Sign("(") if !(self.in_matrix && spaced) => {
                    node = self.nested(|parser| parser.applied(node, ")"))?;
                }
                TokenKind::Sign("[") if !self.in_matrix => node = self.nested(|parser| parser.applied(node, "]"))?,
                TokenKind::Sign("{") if !(self.in_matrix && spaced) => {
                    return Err(ScriptError::new(self.place(), "cells are not taken"));
                }
                TokenKind::Sign(".") if !spaced => node = self.field(node)?,
                _ => return Ok(node),
            }
        }
    }

    fn field(&mut self, base: Node) -> Result<Node, ScriptError> {
        self.advance();
        let place = self.place();
        let TokenKind::Name(field) = self.kind().clone() else {
            return Err(ScriptError::new(place, "the name of a field is missing"));
        };
        self.advance();
        let at = base.expr.at.start..place.end;
        self.node(ExprKind::Field(Box::new(base.expr), field), at, base.height)
    }

    /// The brackets after a name.
    fn applied(&mut self, base: Node, close: &'static str) -> Result<Node, ScriptError> {
        let Some(function) = base.expr.dotted_name() else {
            return Err(ScriptError::new(self.place(), "only a name can be followed by brackets"));
        };
        self.advance();
        let in_matrix = std::mem::replace(&mut self.in_matrix, false);
        self.indices += 1;
        let (arguments, height) = self.arguments(close)?;
        self.indices -= 1;
        self.in_matrix = in_matrix;
        let at = base.expr.at.start..self.place().end;
        self.expect_sign(close)?;
        self.node(ExprKind::Apply { function, arguments }, at, height)
    }

    fn arguments(&mut self, close: &str) -> Result<(Vec<Expr>, usize), ScriptError> {
        let (mut arguments, mut height) = (Vec::new(), 0);
        if self.is_sign(close) {
            return Ok((arguments, height));
        }
        loop {
            let argument = self.logical(1)?;
            height = height.max(argument.height);
            arguments.push(argument.expr);
            if !self.take_sign(",") {
                return Ok((arguments, height));
            }
        }
    }

    /// A matrix or a cell array.
    fn matrix(&mut self, close: &'static str) -> Result<Node, ScriptError> {
        let start = self.place().start;
        self.advance();
        let in_matrix = std::mem::replace(&mut self.in_matrix, true);
        let (mut rows, mut height) = (Vec::new(), 0);
        loop {
            while self.take_sign(";") || self.kind() == &TokenKind::Newline {
                self.skip_newlines();
            }
            if self.is_sign(close) {
                break;
            }
            let (row, row_height) = self.row(close)?;
            height = height.max(row_height);
            rows.push(row);
        }
        self.in_matrix = in_matrix;
        let at = start..self.place().end;
        self.expect_sign(close)?;
        let kind = if close == "]" { ExprKind::Matrix(rows) } else { ExprKind::Cell(rows) };
        self.node(kind, at, height)
    }

    /// Elements up to the end of the row.
    fn row(&mut self, close: &str) -> Result<(Vec<Expr>, usize), ScriptError> {
        let (mut row, mut height) = (Vec::new(), 0);
        loop {
            let element = self.logical(1)?;
            height = height.max(element.height);
            row.push(element.expr);
            let comma = self.take_sign(",");
            let spaced = self.token(0).is_some_and(|token| token.spaced);
            if self.is_sign(close) || self.is_sign(";") || self.kind() == &TokenKind::Newline {
                return Ok((row, height));
            }
            if self.kind() == &TokenKind::End {
                return Err(ScriptError::new(self.place(), format!("`{close}` is missing at the end")));
            }
            if !(comma || spaced && self.begins_element()) {
                return Err(ScriptError::new(self.place(), "a comma or a blank is missing between two elements"));
            }
        }
    }

    fn begins_element(&self) -> bool {
        match self.kind() {
            TokenKind::Sign(sign) => matches!(*sign, "+" | "-" | "~" | "!" | "(" | "[" | "{"),
            kind => !matches!(kind, TokenKind::End | TokenKind::Newline),
        }
    }
}
