//! Arithmetic on integers and reals; words are handed on.
//!
//! Integers are mathematical integers and never wrap; division rounds toward zero, as in C. Each result has an interval,
//! from which later range checks are decided.

use super::Lowerer;
use super::expr::Operand;
use super::val::ValId;
use crate::smv::ast::{Binary, ExprId};
use crate::smv::codes;
use crate::smv::resolve::InstanceId;
use crate::smv::types::{Interval, Ty};
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::Zero;
use wherefore_ir::{ObligationKind, Op, Rounding, TermId, Value};
use wherefore_syntax::Checked;

impl Lowerer<'_, '_> {
    pub(super) fn negate(&mut self, operand: ExprId, scope: InstanceId) -> Checked<ValId> {
        let operand = self.operand(operand, scope)?;
        let (ty, term) = (self.ty(operand.val), self.own_term(operand.val));
        let constant = self.system.terms.constant(term).cloned();
        let terms = &mut self.system.terms;
        let (term, ty) = match (&ty, constant) {
            (Ty::Int(interval), _) => (terms.neg(term), Ty::Int(interval.neg())),
            (Ty::Real, Some(Value::Real(value))) => (terms.mk_const(Value::Real(-value)), ty),
            (Ty::Real, _) => (terms.apply(Op::Neg, &[term]), ty),
            (Ty::Word { width, .. }, Some(Value::BitVec(_, bits))) => {
                (terms.mk_const(Value::bits(*width, (BigUint::from(1u8) << *width) - bits)), ty)
            }
            (Ty::Word { .. }, _) => (terms.apply(Op::BvNeg, &[term]), ty),
            _ => {
                let headline = format!("`-` needs a number or a word, found {}", self.describe(&ty));
                return Err(self.error(codes::TYPE_CLASH, operand.span, headline, self.describe(&ty)));
            }
        };
        let hazards = self.hazards(operand.val);
        Ok(self.term_val(term, ty, hazards))
    }

    /// `+`, `-`, `*`, `/` and `mod`.
    pub(super) fn arithmetic(&mut self, operator: Binary, a: Operand, b: Operand) -> Checked<ValId> {
        let (left, right) = (self.ty(a.val), self.ty(b.val));
        match (&left, &right) {
            (Ty::Int(x), Ty::Int(y)) => self.integers(operator, a, b, *x, *y),
            (Ty::Word { .. }, _) if left == right => self.words(operator, a, b),
            _ if left.is_number() && right.is_number() && operator != Binary::Mod => self.reals(operator, a, b),
            _ => Err(self.clash(operator.spelling(), a, b)),
        }
    }

    fn integers(&mut self, operator: Binary, a: Operand, b: Operand, x: Interval, y: Interval) -> Checked<ValId> {
        let (left, right) = (self.own_term(a.val), self.own_term(b.val));
        let terms = &mut self.system.terms;
        let (term, interval) = match operator {
            Binary::Add => (terms.add(left, right), x.add(y)),
            Binary::Sub => (terms.sub(left, right), x.sub(y)),
            Binary::Mul => (terms.mul(left, right), x.mul(y)),
            Binary::Div => (self.divide(Op::Div(Rounding::Truncate), left, right), x.div(y)),
            _ => (self.divide(Op::Mod(Rounding::Truncate), left, right), x.rem_total(y)),
        };
        let val = self.result(term, Ty::Int(interval), &[a, b]);
        if matches!(operator, Binary::Div | Binary::Mod) {
            let zero = self.system.terms.int(0);
            let possible = y.contains(0);
            self.divisor(val, b, zero, possible)?;
        }
        Ok(val)
    }

    /// An integer division, computed if both sides are constants.
    fn divide(&mut self, op: Op, a: TermId, b: TermId) -> TermId {
        let constant = |t: TermId| match self.system.terms.constant(t) {
            Some(Value::Int(n)) => Some(n.clone()),
            _ => None,
        };
        match (constant(a), constant(b)) {
            (Some(x), Some(y)) if !y.is_zero() => {
                // `BigInt` division rounds toward zero and its remainder has the sign of the dividend.
                let value: BigInt = if matches!(op, Op::Div(_)) { x / y } else { x % y };
                self.system.terms.int(value)
            }
            _ => self.system.terms.apply(op, &[a, b]),
        }
    }

    /// Adds the hazard that the divisor is zero, if it can be.
    pub(super) fn divisor(&mut self, val: ValId, divisor: Operand, zero: TermId, possible: bool) -> Checked<()> {
        if !possible {
            return Ok(());
        }
        let term = self.own_term(divisor.val);
        let equal = self.system.terms.eq(term, zero);
        let safe = self.system.terms.not(equal);
        if self.system.terms.constant(safe).and_then(Value::as_bool) == Some(false) {
            return Err(self.error(codes::DIVISION_BY_ZERO, divisor.span, "division by zero", "always zero"));
        }
        let message = format!("`{}` can be zero where it divides", self.excerpt(divisor.span));
        let hazard = self.hazard(ObligationKind::DivisionByZero, safe, message, divisor.span);
        self.vals[val.index()].hazards.extend(hazard);
        Ok(())
    }

    fn reals(&mut self, operator: Binary, a: Operand, b: Operand) -> Checked<ValId> {
        let (left, right) = (self.commit(a.val, &Ty::Real), self.commit(b.val, &Ty::Real));
        let constant = |t: TermId| match self.system.terms.constant(t) {
            Some(Value::Real(n)) => Some(n.clone()),
            _ => None,
        };
        let op = match operator {
            Binary::Add => Op::Add,
            Binary::Sub => Op::Sub,
            Binary::Mul => Op::Mul,
            _ => Op::RealDiv,
        };
        let term = match (constant(left), constant(right)) {
            (Some(x), Some(y)) if op != Op::RealDiv || !y.is_zero() => {
                let value = match op {
                    Op::Add => x + y,
                    Op::Sub => x - y,
                    Op::Mul => x * y,
                    _ => x / y,
                };
                self.system.terms.mk_const(Value::Real(value))
            }
            _ => self.system.terms.apply(op, &[left, right]),
        };
        let val = self.result(term, Ty::Real, &[a, b]);
        if op == Op::RealDiv {
            let zero = self.system.terms.mk_const(Value::Real(BigRational::zero()));
            let divisor = self.term_val(right, Ty::Real, Vec::new());
            self.divisor(val, Operand { val: divisor, span: b.span }, zero, true)?;
        }
        Ok(val)
    }
}
