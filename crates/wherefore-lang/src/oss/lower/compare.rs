//! Comparisons and membership.
//!
//! Values of enumerations are compared by name. Two ports whose enumerations differ are equal if some name that both have is
//! the value of both; a name that only one of them has is different from all values of the other:
//!
//! ```text
//! a : {none, ok, failed}      b : {none, failed}      a = b   is   (a = none & b = none) | (a = failed & b = failed)
//! ```

use super::super::ast::{Expr, Member};
use super::super::codes;
use super::val::{Operand, Val};
use super::{Lowerer, Place};
use crate::expression;
use crate::smv::ast::Binary;
use wherefore_diag::Diagnostic;
use wherefore_ir::{EnumId, Sort, TermId, Value};
use wherefore_syntax::Checked;

impl Lowerer<'_> {
    /// Formula: two values are equal.
    pub(super) fn equal(&mut self, a: Operand<'_, '_>, b: Operand<'_, '_>) -> Checked<TermId> {
        if let Some((x, y)) = self.numbers(a.val, b.val) {
            return Ok(self.out.system.terms.eq(x, y));
        }
        let (left, right) = (self.sort_of(a.val), self.sort_of(b.val));
        match (a.val, b.val) {
            (Val::Literal(x), Val::Literal(y)) => Ok(self.out.system.terms.bool(x == y)),
            (Val::Term { term, .. }, Val::Literal(name)) | (Val::Literal(name), Val::Term { term, .. }) => {
                match left.or(right) {
                    Some(Sort::Enum(id)) => Ok(self.equal_literal(*term, id, name, a, b)),
                    _ => Err(self.clash("=", a, b)),
                }
            }
            (Val::Term { term: x, .. }, Val::Term { term: y, .. }) => match (left, right) {
                (Some(Sort::Enum(one)), Some(Sort::Enum(two))) if one != two => {
                    Ok(self.equal_names((*x, one), (*y, two), a, b))
                }
                (Some(one), Some(two)) if one == two && (self.words(a.val, b.val).is_some() || !is_word(one)) => {
                    Ok(self.out.system.terms.eq(*x, *y))
                }
                _ => Err(self.clash("=", a, b)),
            },
        }
    }

    fn equal_literal(
        &mut self,
        term: TermId,
        id: EnumId,
        name: &str,
        a: Operand<'_, '_>,
        b: Operand<'_, '_>,
    ) -> TermId {
        match self.member(id, name) {
            Some(value) => self.out.system.terms.eq(term, value),
            None => {
                self.warn_never_equal(a, b);
                self.out.system.terms.bool(false)
            }
        }
    }

    fn equal_names(
        &mut self,
        (x, one): (TermId, EnumId),
        (y, two): (TermId, EnumId),
        a: Operand<'_, '_>,
        b: Operand<'_, '_>,
    ) -> TermId {
        let common = self.common(one, two);
        if common.is_empty() {
            self.warn_never_equal(a, b);
        }
        expression::same(&mut self.out.system.terms, x, y, &common)
    }

    /// The names that two enumerations have in common, as constants of both.
    pub(super) fn common(&mut self, one: EnumId, two: EnumId) -> Vec<(TermId, TermId)> {
        let names = self.out.system.terms.enumeration(one).values.clone();
        names.iter().filter_map(|name| self.member(one, name).zip(self.member(two, name))).collect()
    }

    /// The constant of a value of an enumeration.
    pub(super) fn member(&mut self, id: EnumId, name: &str) -> Option<TermId> {
        let values = &self.out.system.terms.enumeration(id).values;
        let index = values.iter().position(|v| v == name)?;
        Some(self.out.system.terms.mk_const(Value::Enum(id, index as u32)))
    }

    fn warn_never_equal(&mut self, a: Operand<'_, '_>, b: Operand<'_, '_>) {
        let (left, right) = (self.describe(a.val), self.describe(b.val));
        let headline = format!("{left} is never equal to {right}");
        let diagnostic = Diagnostic::at(codes::NEVER_EQUAL, self.span(a.expr), headline, left);
        self.report.push(diagnostic.label(self.span(b.expr), right));
    }

    /// `<`, `<=`, `>` and `>=`.
    pub(super) fn order(&mut self, operator: Binary, a: Operand<'_, '_>, b: Operand<'_, '_>) -> Checked<TermId> {
        match self.quantities(a.val, b.val) {
            Some((x, y, signed)) => Ok(expression::order(&mut self.out.system.terms, operator, signed, x, y)),
            None => Err(self.clash(operator.spelling(), a, b)),
        }
    }

    /// `a in {b, 1..3}`
    pub(super) fn membership(&mut self, operand: &Expr, members: &[Member], place: Place) -> Checked<Val> {
        let val = self.expr(operand, place)?;
        let a = Operand { expr: operand, val: &val };
        let mut options = Vec::with_capacity(members.len());
        for member in members {
            options.push(match member {
                Member::One(one) => {
                    let other = self.expr(one, place)?;
                    self.equal(a, Operand { expr: one, val: &other })?
                }
                Member::Between(lo, hi) => {
                    let (low, high) = (self.expr(lo, place)?, self.expr(hi, place)?);
                    let above = self.order(Binary::Ge, a, Operand { expr: lo, val: &low })?;
                    let below = self.order(Binary::Le, a, Operand { expr: hi, val: &high })?;
                    self.out.system.terms.and([above, below])
                }
            });
        }
        Ok(Val::plain(self.out.system.terms.or(options)))
    }
}

fn is_word(sort: Sort) -> bool {
    matches!(sort, Sort::BitVec(_))
}
