//! Words: arithmetic modulo 2^width, shifts, concatenation and bit ranges, as NuSMV 2.6 defines them.

use super::Lowerer;
use super::expr::Operand;
use super::val::ValId;
use crate::expression;
use crate::smv::ast::{Binary, ExprId};
use crate::smv::codes;
use crate::smv::resolve::InstanceId;
use crate::smv::types::Ty;
use wherefore_diag::Span;
use wherefore_ir::{ObligationKind, Op, TermId, Value};
use wherefore_syntax::Checked;

impl Lowerer<'_, '_> {
    /// Arithmetic on two words of the same type.
    pub(super) fn words(&mut self, operator: Binary, a: Operand, b: Operand) -> Checked<ValId> {
        let Ty::Word { signed, width } = self.ty(a.val) else { return Err(self.clash(operator.spelling(), a, b)) };
        let (x, y) = (self.own_term(a.val), self.own_term(b.val));
        let term = expression::arithmetic(&mut self.system.terms, operator, signed, x, y);
        let val = self.result(term, Ty::Word { signed, width }, &[a, b]);
        if matches!(operator, Binary::Div | Binary::Mod) {
            let zero = self.system.terms.mk_const(Value::bits(width, 0u8));
            self.divisor(val, b, zero, true)?;
        }
        Ok(val)
    }

    /// `w << n` and `w >> n`; the amount is an integer or an unsigned word, at most the width.
    pub(super) fn shift_word(&mut self, operator: Binary, a: Operand, b: Operand) -> Checked<ValId> {
        let (Ty::Word { signed, width }, amount_ty) = (self.ty(a.val), self.ty(b.val)) else {
            return Err(self.clash(operator.spelling(), a, b));
        };
        let amount = self.own_term(b.val);
        let (amount, safe) = match amount_ty {
            Ty::Int(interval) => {
                let safe = match interval.bounds() {
                    Some((lo, hi)) if lo >= 0 && hi <= i64::from(width) => self.system.terms.bool(true),
                    _ => {
                        let (zero, limit) = (self.system.terms.int(0), self.system.terms.int(width));
                        let (above, below) = (self.system.terms.le(zero, amount), self.system.terms.le(amount, limit));
                        self.system.terms.and([above, below])
                    }
                };
                (self.int_to_word(amount, width), safe)
            }
            Ty::Word { signed: false, width: other } => self.word_amount(amount, other, width),
            _ => return Err(self.clash(operator.spelling(), a, b)),
        };
        let op = match (operator, signed) {
            (Binary::ShiftLeft, _) => Op::BvShl,
            (_, true) => Op::BvAshr,
            (_, false) => Op::BvLshr,
        };
        if self.system.terms.constant(safe).and_then(Value::as_bool) == Some(false) {
            let headline = format!("a shift of {width} bits by more than {width}, or by less than zero");
            return Err(self.error(codes::OUT_OF_RANGE, b.span, headline, "out of range"));
        }
        let word = self.own_term(a.val);
        let term = self.system.terms.apply(op, &[word, amount]);
        let val = self.result(term, Ty::Word { signed, width }, &[a, b]);
        let message = format!("the shift amount `{}` can lie outside 0..{width}", self.excerpt(b.span));
        let hazard = self.hazard(ObligationKind::OutOfRange, safe, message, b.span);
        self.vals[val.index()].hazards.extend(hazard);
        Ok(val)
    }

    /// A word as a shift amount for a word of `width` bits, and the condition that it is at most `width`.
    fn word_amount(&mut self, amount: TermId, other: u32, width: u32) -> (TermId, TermId) {
        let terms = &mut self.system.terms;
        // The widest amount that fits into `other` bits decides whether there is anything to check.
        let safe = match u64::from(width) >= (1u64 << other.min(63)) - 1 {
            true => terms.bool(true),
            false => {
                let limit = terms.mk_const(Value::bits(other, width));
                terms.apply(Op::BvUle, &[amount, limit])
            }
        };
        let amount = match other.cmp(&width) {
            std::cmp::Ordering::Less => terms.apply(Op::BvZeroExtend(width - other), &[amount]),
            std::cmp::Ordering::Equal => amount,
            std::cmp::Ordering::Greater => terms.apply(Op::BvExtract { hi: width - 1, lo: 0 }, &[amount]),
        };
        (amount, safe)
    }

    /// A shift amount between 0 and the width as a word. Where amounts are few they are listed one by one: every
    /// engine and printer can do that, while not every one can turn integers into words.
    fn int_to_word(&mut self, term: TermId, width: u32) -> TermId {
        let terms = &mut self.system.terms;
        if width > 64 && terms.constant(term).is_none() {
            return terms.apply(Op::IntToBv(width), &[term]);
        }
        let mut result = terms.mk_const(Value::bits(width, 0u8));
        for amount in 1..=width {
            let (number, bits) = (terms.int(amount), terms.mk_const(Value::bits(width, amount)));
            let here = terms.eq(term, number);
            result = terms.ite(here, bits, result);
        }
        result
    }

    /// `a :: b`, always unsigned.
    pub(super) fn concat(&mut self, a: Operand, b: Operand) -> Checked<ValId> {
        let (Ty::Word { width: m, .. }, Ty::Word { width: n, .. }) = (self.ty(a.val), self.ty(b.val)) else {
            return Err(self.clash("::", a, b));
        };
        let Some(width) = m.checked_add(n).filter(|w| *w <= crate::smv::parse::WIDEST_WORD) else {
            return Err(self.error(codes::TOO_LARGE, b.span, "the concatenation is too wide", "too wide"));
        };
        let (x, y) = (self.own_term(a.val), self.own_term(b.val));
        let term = self.system.terms.apply(Op::BvConcat, &[x, y]);
        Ok(self.result(term, Ty::Word { signed: false, width }, &[a, b]))
    }

    /// `w[high:low]`, always unsigned.
    pub(super) fn bit_range(
        &mut self,
        base: ExprId,
        high: ExprId,
        low: ExprId,
        scope: InstanceId,
        span: Span,
    ) -> Checked<ValId> {
        let base = self.operand(base, scope)?;
        let Ty::Word { width, .. } = self.ty(base.val) else {
            let found = self.describe(&self.ty(base.val));
            let headline = format!("bits can be taken of a word only, found {found}");
            return Err(self.error(codes::TYPE_CLASH, base.span, headline, found));
        };
        let high = self.constant_int(high, scope, "a bit position")?;
        let low = self.constant_int(low, scope, "a bit position")?;
        let fits = 0 <= low && low <= high && high < i64::from(width);
        if !fits {
            let headline = format!("bits {high}:{low} do not lie in a word of {width} bits");
            return Err(self.error(codes::OUT_OF_RANGE, span, headline, "out of range"));
        }
        let term = self.own_term(base.val);
        let term = self.system.terms.apply(Op::BvExtract { hi: high as u32, lo: low as u32 }, &[term]);
        let ty = Ty::Word { signed: false, width: (high - low) as u32 + 1 };
        Ok(self.result(term, ty, &[base]))
    }
}
