//! Arithmetic on integers and reals; words are handed on.
//!
//! Integers are mathematical integers and never wrap; division rounds toward zero, as in C. Each result has an interval,
//! from which later range checks are decided.

use super::Lowerer;
use super::expr::Operand;
use super::val::ValId;
use crate::expression;
use crate::smv::ast::{Binary, ExprId};
use crate::smv::codes;
use crate::smv::resolve::InstanceId;
use crate::smv::types::{Interval, Ty};
use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::Zero;
use wherefore_ir::{ObligationKind, TermId, Terms, Value};
use wherefore_syntax::Checked;

impl Lowerer<'_, '_> {
    pub(super) fn negate(&mut self, operand: ExprId, scope: InstanceId) -> Checked<ValId> {
        let operand = self.operand(operand, scope)?;
        let (ty, term) = (self.ty(operand.val), self.own_term(operand.val));
        let ty = match ty {
            Ty::Int(interval) => Ty::Int(interval.neg()),
            Ty::Real | Ty::Word { .. } => ty,
            _ => {
                let headline = format!("`-` needs a number or a word, found {}", self.describe(&ty));
                return Err(self.error(codes::TYPE_CLASH, operand.span, headline, self.describe(&ty)));
            }
        };
        let terms = &mut self.system.terms;
        let term = match terms.constant(term) {
            Some(Value::Real(value)) => {
                let value = Value::Real(-value);
                terms.mk_const(value)
            }
            Some(Value::BitVec(width, bits)) => {
                let value = Value::bits(*width, (BigUint::from(1u8) << *width) - bits);
                terms.mk_const(value)
            }
            _ => expression::negative(terms, term),
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
        let interval = match operator {
            Binary::Add => x.add(y),
            Binary::Sub => x.sub(y),
            Binary::Mul => x.mul(y),
            Binary::Div => x.div(y),
            _ => x.rem_total(y),
        };
        let term = computed(&mut self.system.terms, operator, left, right);
        let val = self.result(term, Ty::Int(interval), &[a, b]);
        if matches!(operator, Binary::Div | Binary::Mod) {
            let zero = self.system.terms.int(0);
            let possible = y.contains(0);
            self.divisor(val, b, zero, possible)?;
        }
        Ok(val)
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
        let term = computed(&mut self.system.terms, operator, left, right);
        let val = self.result(term, Ty::Real, &[a, b]);
        if operator == Binary::Div {
            let zero = self.system.terms.mk_const(Value::Real(BigRational::zero()));
            let divisor = self.term_val(right, Ty::Real, Vec::new());
            self.divisor(val, Operand { val: divisor, span: b.span }, zero, true)?;
        }
        Ok(val)
    }
}

/// The result for two integers or two reals, itself a constant if they are. Integers divide toward zero, and a remainder has
/// the sign of the dividend, as `BigInt` does it.
fn computed(terms: &mut Terms, operator: Binary, x: TermId, y: TermId) -> TermId {
    let value = match (terms.constant(x), terms.constant(y), operator) {
        (Some(Value::Int(a)), Some(Value::Int(b)), Binary::Div) if !b.is_zero() => Value::Int(a / b),
        (Some(Value::Int(a)), Some(Value::Int(b)), Binary::Mod) if !b.is_zero() => Value::Int(a % b),
        (Some(Value::Real(a)), Some(Value::Real(b)), Binary::Add) => Value::Real(a + b),
        (Some(Value::Real(a)), Some(Value::Real(b)), Binary::Sub) => Value::Real(a - b),
        (Some(Value::Real(a)), Some(Value::Real(b)), Binary::Mul) => Value::Real(a * b),
        (Some(Value::Real(a)), Some(Value::Real(b)), Binary::Div) if !b.is_zero() => Value::Real(a / b),
        _ => return expression::arithmetic(terms, operator, false, x, y),
    };
    terms.mk_const(value)
}
