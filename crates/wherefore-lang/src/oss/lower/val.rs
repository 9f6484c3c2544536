//! Values during lowering: terms, and names of enumeration values that have no type of their own yet.

use super::super::ast::Expr;
use super::super::codes;
use super::{Lowerer, Place};
use wherefore_diag::Diagnostic;
use wherefore_ir::{Sort, TermId};
use wherefore_syntax::{Checked, Reported};

/// Meaning of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Val {
    /// A term; `signed` says how a word is read.
    Term {
        /// The term.
        term: TermId,
        /// Whether a word is read as two's complement.
        signed: bool,
    },
    /// A value that several enumerations may have.
    Literal(String),
}

impl Val {
    pub(super) fn plain(term: TermId) -> Val {
        Val::Term { term, signed: false }
    }
}

/// An expression with its meaning.
#[derive(Clone, Copy)]
pub(super) struct Operand<'e, 'v> {
    pub(super) expr: &'e Expr,
    pub(super) val: &'v Val,
}

impl Lowerer<'_> {
    /// The sort of a value; none for a value without a type.
    pub(super) fn sort_of(&self, val: &Val) -> Option<Sort> {
        match val {
            Val::Term { term, .. } => Some(self.out.system.terms.sort(*term)),
            Val::Literal(_) => None,
        }
    }

    /// A value in the words of a message.
    pub(super) fn describe(&self, val: &Val) -> String {
        let Val::Term { term, signed } = val else {
            let Val::Literal(name) = val else { return String::new() };
            return format!("the value `{name}`");
        };
        match self.out.system.terms.sort(*term) {
            Sort::Bool => "a truth value".to_owned(),
            Sort::Enum(id) => {
                let values = &self.out.system.terms.enumeration(id).values;
                let shown: Vec<&str> = values.iter().take(6).map(String::as_str).collect();
                let more = if values.len() > shown.len() { ", ..." } else { "" };
                format!("one of {{{}{more}}}", shown.join(", "))
            }
            Sort::Range { .. } | Sort::Int => "an integer".to_owned(),
            Sort::Real | Sort::Float(_) => "a real number".to_owned(),
            Sort::BitVec(width) => format!("{} word of {width} bits", if *signed { "a signed" } else { "an unsigned" }),
        }
    }

    /// Reports that an operator does not take these two.
    pub(super) fn clash(&mut self, operator: &str, a: Operand<'_, '_>, b: Operand<'_, '_>) -> Reported {
        let (left, right) = (self.describe(a.val), self.describe(b.val));
        let headline = format!("`{operator}` cannot take {left} and {right}");
        let (first, second) = (self.span(a.expr), self.span(b.expr));
        self.report.push(Diagnostic::at(codes::TYPE_CLASH, first, headline, left).label(second, right))
    }

    /// The term of a Boolean.
    pub(super) fn truth(&mut self, operator: &str, expr: &Expr, val: &Val) -> Checked<TermId> {
        match val {
            Val::Term { term, .. } if self.sort_of(val) == Some(Sort::Bool) => Ok(*term),
            _ => {
                let found = self.describe(val);
                let headline = format!("{operator} must be a truth value, not {found}");
                Err(self.error(codes::TYPE_CLASH, self.span(expr), headline, &found))
            }
        }
    }

    /// An expression that must be Boolean.
    pub(super) fn condition(&mut self, operator: &str, expr: &Expr, place: Place) -> Checked<TermId> {
        let val = self.expr(expr, place)?;
        self.truth(operator, expr, &val)
    }
}
