//! Numbers, names, what stands in brackets, and temporal logic.

use super::super::lexer::TokenKind;
use super::super::syntax::{Base, Expr, ExprKind, TemporalOp};
use super::{Parser, Read};
use crate::stateflow::document::Language;

impl Parser<'_> {
    pub(super) fn primary(&mut self) -> Read<Expr> {
        let start = self.start();
        let kind = match self.kind().clone() {
            TokenKind::Number(number) => {
                self.advance();
                ExprKind::Number(number)
            }
            TokenKind::Text(text) => {
                self.advance();
                ExprKind::Text(text)
            }
            TokenKind::Name(_) => self.nested(Self::named)?,
            TokenKind::Sign("(") => {
                self.advance();
                let matrix = std::mem::replace(&mut self.in_matrix, false);
                let inner = self.nested(Self::inner)?;
                self.newlines();
                self.expect(")")?;
                self.in_matrix = matrix;
                inner.kind
            }
            TokenKind::Sign("[") => self.nested(Self::matrix)?,
            TokenKind::Sign(":") => {
                self.advance();
                ExprKind::Colon
            }
            _ => return Err(self.mistake("an expression is missing here")),
        };
        Ok(Expr { kind, span: self.span(start) })
    }

    /// A name and what stands in brackets behind it.
    pub fn named(&mut self) -> Read<ExprKind> {
        let name = self.path()?;
        match name.as_str() {
            "true" => return Ok(ExprKind::Boolean(true)),
            "false" => return Ok(ExprKind::Boolean(false)),
            "end" => return Ok(ExprKind::End),
            _ => {}
        }
        let apart = self.in_matrix && self.tokens.get(self.at).is_some_and(|t| t.spaced);
        if self.is("(") && !apart {
            return self.applied(name);
        }
        if self.is("[") && self.dialect.language == Language::C && !apart {
            let mut indices = Vec::new();
            while self.take("[") {
                indices.push(self.nested(Self::inner)?);
                self.expect("]")?;
            }
            return Ok(ExprKind::Index { name, indices });
        }
        Ok(ExprKind::Name(name))
    }

    fn applied(&mut self, function: String) -> Read<ExprKind> {
        if function == "in" || function == "isActive" {
            self.expect("(")?;
            let state = self.path()?;
            self.expect(")")?;
            return Ok(ExprKind::In(state));
        }
        let arguments = self.arguments()?;
        let Some(operator) = temporal(&function) else { return Ok(ExprKind::Apply { function, arguments }) };
        let mut parts = arguments.into_iter();
        let known = match (operator, parts.next(), parts.next(), parts.next()) {
            (TemporalOp::Count, Some(unit), None, None) => base(&unit).map(|b| (None, b)),
            (_, Some(count), Some(unit), None) if operator != TemporalOp::Count => {
                base(&unit).map(|b| (Some(Box::new(count)), b))
            }
            _ => None,
        };
        let (count, base) =
            known.ok_or_else(|| self.mistake(format!("`{function}` needs a number and what is counted")))?;
        Ok(ExprKind::Temporal(operator, count, base))
    }

    /// What stands in parentheses, with commas.
    pub fn arguments(&mut self) -> Read<Vec<Expr>> {
        self.expect("(")?;
        let matrix = std::mem::replace(&mut self.in_matrix, false);
        let mut arguments = Vec::new();
        while !self.is(")") {
            arguments.push(self.nested(Self::inner)?);
            if !self.take(",") {
                break;
            }
        }
        self.expect(")")?;
        self.in_matrix = matrix;
        Ok(arguments)
    }

    fn matrix(&mut self) -> Read<ExprKind> {
        self.expect("[")?;
        let matrix = std::mem::replace(&mut self.in_matrix, true);
        let (mut rows, mut row) = (Vec::new(), Vec::new());
        loop {
            if self.is("]") || self.is(";") || self.kind() == &TokenKind::Newline {
                let done = self.is("]");
                self.advance();
                if !row.is_empty() {
                    rows.push(std::mem::take(&mut row));
                }
                if done {
                    break;
                }
                continue;
            }
            row.push(self.nested(Self::inner)?);
            self.take(",");
        }
        self.in_matrix = matrix;
        Ok(ExprKind::Matrix(rows))
    }
}

fn temporal(function: &str) -> Option<TemporalOp> {
    Some(match function {
        "after" => TemporalOp::After,
        "before" => TemporalOp::Before,
        "at" => TemporalOp::At,
        "every" => TemporalOp::Every,
        "temporalCount" | "elapsed" => TemporalOp::Count,
        _ => return None,
    })
}

/// What is counted.
fn base(unit: &Expr) -> Option<Base> {
    let ExprKind::Name(name) = &unit.kind else { return None };
    Some(match name.as_str() {
        "tick" | "wakeup" => Base::Tick,
        "sec" => Base::Seconds,
        "msec" => Base::Milliseconds,
        "usec" => Base::Microseconds,
        _ => Base::Event(name.clone()),
    })
}
