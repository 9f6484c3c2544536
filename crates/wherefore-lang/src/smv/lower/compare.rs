//! Comparisons and membership.
//!
//! Symbolic values of different types are compared value by value over what the types have in common. If that is nothing,
//! the comparison has the same result in every state; SMV accepts that, and a warning says so.

use super::Lowerer;
use super::commit::common_members;
use super::expr::{Chain, Operand};
use super::val::{ValId, ValueShape};
use crate::expression;
use crate::smv::ast::Binary;
use crate::smv::codes;
use crate::smv::types::{Member, Ty};
use wherefore_diag::Diagnostic;
use wherefore_ir::TermId;
use wherefore_syntax::Checked;

impl Lowerer<'_, '_> {
    /// `a = b` or `a != b`.
    pub(super) fn equality(&mut self, operator: Binary, a: Operand, b: Operand) -> Checked<ValId> {
        let equal = self.equal_terms(operator.spelling(), a, b)?;
        self.warn_if_never_equal(a, b);
        let term = if operator == Binary::Ne { self.system.terms.not(equal) } else { equal };
        Ok(self.result(term, Ty::Bool, &[a, b]))
    }

    fn equal_terms(&mut self, operator: &str, a: Operand, b: Operand) -> Checked<TermId> {
        let (left, right) = (self.ty(a.val), self.ty(b.val));
        if left.join(&right).is_none() {
            let mixed = matches!((&left, &right), (Ty::Symbolic(_), Ty::Int(_)) | (Ty::Int(_), Ty::Symbolic(_)));
            if !mixed {
                return Err(self.clash(operator, a, b));
            }
        }
        match (&left, &right) {
            (Ty::WordArray { .. }, _) => return self.equal_arrays(operator, a, b),
            (Ty::Symbolic(x), Ty::Symbolic(y)) if x == y => {}
            (Ty::Symbolic(_), Ty::Symbolic(_) | Ty::Int(_)) | (Ty::Int(_), Ty::Symbolic(_)) => {
                return Ok(self.equal_members(a.val, &left, b.val, &right));
            }
            (Ty::Int(_), Ty::Real) | (Ty::Real, Ty::Int(_)) => {
                let (x, y) = (self.commit(a.val, &Ty::Real), self.commit(b.val, &Ty::Real));
                return Ok(self.system.terms.eq(x, y));
            }
            _ => {}
        }
        let (x, y) = (self.own_term(a.val), self.own_term(b.val));
        Ok(self.system.terms.eq(x, y))
    }

    /// Formula: two arrays with the same indices have the same values.
    fn equal_arrays(&mut self, operator: &str, a: Operand, b: Operand) -> Checked<TermId> {
        let Ty::WordArray { width } = self.ty(a.val) else { return Err(self.clash(operator, a, b)) };
        let mut equal = Vec::new();
        for index in 0..1usize << width {
            let [one, two] = [a, b].map(|array| self.part(array, index).map(|val| Operand { val, span: array.span }));
            equal.push(self.equal_terms(operator, one?, two?)?);
        }
        Ok(self.system.terms.and(equal))
    }

    /// Formula: two symbolic values of different types are the same: some common value is that of both.
    fn equal_members(&mut self, a: ValId, left: &Ty, b: ValId, right: &Ty) -> TermId {
        let common = common_members(left, right);
        if common.is_empty() {
            return self.system.terms.bool(false);
        }
        // A constant needs no type of its own.
        for (constant, other, ty) in [(a, b, right), (b, a, left)] {
            if let ValueShape::Literal(symbol) = self.val(constant).shape {
                let (term, value) = (self.own_term(other), self.member_term(Member::Name(symbol), ty));
                return self.system.terms.eq(term, value);
            }
        }
        let (x, y) = (self.own_term(a), self.own_term(b));
        let pairs = self.member_pairs(&common, left, right);
        expression::same(&mut self.system.terms, x, y, &pairs)
    }

    fn warn_if_never_equal(&mut self, a: Operand, b: Operand) {
        let (left, right) = (self.ty(a.val), self.ty(b.val));
        let apart = match (&left, &right) {
            (Ty::Int(x), Ty::Int(y)) => x.disjoint(*y),
            (Ty::Symbolic(_), _) | (_, Ty::Symbolic(_)) => common_members(&left, &right).is_empty(),
            _ => false,
        };
        // Two constants that differ are usually the two ends of a parameter, and deliberate.
        let constant = |v: ValId| {
            matches!(&self.val(v).shape, ValueShape::Literal(_))
                || matches!(&self.val(v).shape, ValueShape::Term(t) if self.system.terms.constant(*t).is_some())
        };
        if !apart || (constant(a.val) && constant(b.val)) {
            return;
        }
        let (one, two) = (self.describe(&left), self.describe(&right));
        let headline = format!("{one} and {two} have no value in common");
        let diagnostic = Diagnostic::at(codes::NEVER_EQUAL, b.span, headline, two).label(a.span, one);
        self.reporter.push(diagnostic);
    }

    /// `<`, `<=`, `>` and `>=`.
    pub(super) fn order(&mut self, operator: Binary, a: Operand, b: Operand) -> Checked<ValId> {
        let (left, right) = (self.ty(a.val), self.ty(b.val));
        let (x, y) = match (&left, &right) {
            (Ty::Int(_), Ty::Int(_)) => (self.own_term(a.val), self.own_term(b.val)),
            _ if left.is_number() && right.is_number() => {
                (self.commit(a.val, &Ty::Real), self.commit(b.val, &Ty::Real))
            }
            (Ty::Word { .. }, _) if left == right => (self.own_term(a.val), self.own_term(b.val)),
            _ => return Err(self.clash(operator.spelling(), a, b)),
        };
        let signed = matches!(left, Ty::Word { signed: true, .. });
        let term = expression::order(&mut self.system.terms, operator, signed, x, y);
        Ok(self.result(term, Ty::Bool, &[a, b]))
    }

    /// `a in S`.
    pub(super) fn membership(&mut self, Chain { first, rest, scope, span }: Chain<'_>) -> Checked<ValId> {
        let mut left = self.operand(first, scope)?;
        for (_, set) in rest {
            let set = Operand { val: self.expr(*set, scope)?, span: self.span(*set) };
            if self.ty(set.val).is_array() {
                return Err(self.clash("in", left, set));
            }
            self.refuse_open_set(set)?;
            let term = self.member_of(left, set)?;
            let hazards = self.all_hazards(&[left.val, set.val]);
            left = Operand { val: self.term_val(term, Ty::Bool, hazards), span };
        }
        Ok(left.val)
    }

    fn member_of(&mut self, element: Operand, set: Operand) -> Checked<TermId> {
        if !self.val(set.val).set {
            return self.equal_terms("in", element, set);
        }
        match self.val(set.val).shape.clone() {
            ValueShape::Set(members) => {
                let options: Vec<TermId> =
                    members.iter().map(|m| self.member_of(element, *m)).collect::<Checked<_>>()?;
                Ok(self.system.terms.or(options))
            }
            ValueShape::Between(lo, hi) if matches!(self.ty(element.val), Ty::Int(_) | Ty::Symbolic(_)) => {
                let (term, ty) = (self.own_term(element.val), self.ty(element.val));
                Ok(self.one_between(term, lo, hi, &ty))
            }
            ValueShape::Choice(branches) => {
                let mut result = self.system.terms.bool(false);
                for branch in branches.iter().rev() {
                    let inside = self.member_of(element, Operand { val: branch.value, span: set.span })?;
                    result = self.system.terms.ite(branch.condition, inside, result);
                }
                Ok(result)
            }
            _ => Err(self.clash("in", element, set)),
        }
    }
}
