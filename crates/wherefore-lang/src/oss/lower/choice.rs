//! Case distinctions: `c ? a : b` and `case`.
//!
//! Two branches that are values of different enumerations are brought to one that has the values of both.

use super::super::ast::Expr;
use super::val::{Operand, Val};
use super::{Lowerer, Place};
use crate::expression;
use wherefore_ir::{EnumId, Sort, TermId};
use wherefore_syntax::{Checked, Reported};

impl Lowerer<'_> {
    /// `c ? a : b`
    pub(super) fn choice(&mut self, condition: &Expr, then: &Expr, other: &Expr, place: Place) -> Checked<Val> {
        let condition = self.condition("a condition", condition, place)?;
        let (a, b) = (self.expr(then, place)?, self.expr(other, place)?);
        self.either(condition, Operand { expr: then, val: &a }, Operand { expr: other, val: &b })
    }

    /// `case c : a; TRUE : b; esac`; the last condition is true.
    pub(super) fn case(&mut self, branches: &[(Expr, Expr)], place: Place) -> Checked<Val> {
        let mut values = Vec::with_capacity(branches.len());
        for (condition, value) in branches {
            values.push((self.condition("a condition", condition, place)?, self.expr(value, place)?));
        }
        let mut rest = branches.iter().map(|(_, value)| value).zip(values).rev();
        let Some((mut shown, (_, mut result))) = rest.next() else { return Err(Reported) };
        for (expr, (condition, value)) in rest {
            result = self.either(condition, Operand { expr, val: &value }, Operand { expr: shown, val: &result })?;
            shown = expr;
        }
        Ok(result)
    }

    fn either(&mut self, condition: TermId, a: Operand<'_, '_>, b: Operand<'_, '_>) -> Checked<Val> {
        if a.val == b.val {
            return Ok(a.val.clone());
        }
        if let (Some(left), Some(right)) = (self.names(a.val), self.names(b.val)) {
            let mut names = left.clone();
            names.extend(right.into_iter().filter(|n| !left.contains(n)));
            let id = self.enumeration(&names);
            let (x, y) = (self.widened(a.val, id), self.widened(b.val, id));
            let (Some(x), Some(y)) = (x, y) else { return Err(self.clash("?", a, b)) };
            return Ok(Val::plain(self.out.system.terms.ite(condition, x, y)));
        }
        let is_truth = |val: &Val| self.sort_of(val) == Some(Sort::Bool);
        let (x, y, signed) = match (a.val, b.val) {
            (Val::Term { term: x, .. }, Val::Term { term: y, .. }) if is_truth(a.val) && is_truth(b.val) => {
                (*x, *y, false)
            }
            _ => match self.quantities(a.val, b.val) {
                Some(both) => both,
                None => return Err(self.clash("?", a, b)),
            },
        };
        Ok(Val::Term { term: self.out.system.terms.ite(condition, x, y), signed })
    }

    /// The names that a value of an enumeration can have; none if it is no such value.
    fn names(&self, val: &Val) -> Option<Vec<String>> {
        match (val, self.sort_of(val)) {
            (Val::Literal(name), _) => Some(vec![name.clone()]),
            (_, Some(Sort::Enum(id))) => Some(self.out.system.terms.enumeration(id).values.clone()),
            _ => None,
        }
    }

    /// A value in an enumeration that has all its names.
    fn widened(&mut self, val: &Val, to: EnumId) -> Option<TermId> {
        let term = match val {
            Val::Literal(name) => return self.member(to, name),
            Val::Term { term, .. } => *term,
        };
        let Sort::Enum(from) = self.out.system.terms.sort(term) else { return None };
        if from == to {
            return Some(term);
        }
        let common = self.common(from, to);
        expression::translated(&mut self.out.system.terms, term, &common)
    }
}
