//! Built-in functions.

use super::Lowerer;
use super::expr::Operand;
use super::val::ValId;
use crate::smv::ast::{ExprId, Function};
use crate::smv::codes;
use crate::smv::parse::WIDEST_WORD;
use crate::smv::resolve::InstanceId;
use crate::smv::types::{Interval, Ty};
use num_bigint::BigInt;
use num_traits::{One, Zero};
use wherefore_diag::Span;
use wherefore_ir::{Op, Value};
use wherefore_syntax::{Checked, Reported};

impl Lowerer<'_, '_> {
    pub(super) fn call(
        &mut self,
        function: Function,
        arguments: &[ExprId],
        scope: InstanceId,
        span: Span,
    ) -> Checked<ValId> {
        use Function::*;
        let expected = match function {
            Count => arguments.len().max(1),
            Extend | Resize | Max | Min | Read | Swconst | Uwconst => 2,
            Write => 3,
            _ => 1,
        };
        if arguments.len() != expected {
            let headline = format!("`{}` takes {expected} arguments, found {}", function.spelling(), arguments.len());
            return Err(self.error(codes::ARITY, span, headline, "wrong number of arguments"));
        }
        match function {
            Count => self.count(arguments, scope),
            Read => {
                let array = Operand { val: self.expr(arguments[0], scope)?, span: self.span(arguments[0]) };
                self.read(array, arguments[1], scope)
            }
            Write => self.write([arguments[0], arguments[1], arguments[2]], scope),
            Swconst | Uwconst => self.word_from_int(function == Swconst, arguments, scope, span),
            Extend | Resize => {
                let word = self.operand(arguments[0], scope)?;
                let count = self.constant_int(arguments[1], scope, "the second argument")?;
                self.resize(function, word, count, span)
            }
            Max | Min => {
                let (a, b) = (self.operand(arguments[0], scope)?, self.operand(arguments[1], scope)?);
                self.extremum(function, a, b)
            }
            _ => {
                let operand = self.operand(arguments[0], scope)?;
                self.convert_call(function, operand)
            }
        }
    }

    fn convert_call(&mut self, function: Function, operand: Operand) -> Checked<ValId> {
        let (ty, term) = (self.ty(operand.val), self.own_term(operand.val));
        let terms = &mut self.system.terms;
        let (term, ty) = match (function, &ty) {
            (Function::Toint, Ty::Bool) => {
                let (one, zero) = (terms.int(1), terms.int(0));
                (terms.ite(term, one, zero), Ty::range(0, 1))
            }
            (Function::Toint, Ty::Word { signed, width })
            | (Function::Swtoint, Ty::Word { signed: signed @ true, width })
            | (Function::Uwtoint, Ty::Word { signed: signed @ false, width }) => {
                let op = if *signed { Op::BvToInt } else { Op::BvToNat };
                (terms.apply(op, &[term]), word_interval(*signed, *width))
            }
            (Function::Toint | Function::Floor, Ty::Int(_)) => (term, ty),
            (Function::Floor, Ty::Real) => (terms.apply(Op::Floor, &[term]), Ty::Int(Interval::ALL)),
            (Function::Bool, Ty::Bool) => (term, ty),
            (Function::Bool, Ty::Int(_)) => {
                let zero = terms.int(0);
                let equal = terms.eq(term, zero);
                (terms.not(equal), Ty::Bool)
            }
            (Function::Bool, Ty::Word { width: 1, .. }) => {
                let one = terms.mk_const(Value::bits(1, 1u8));
                (terms.eq(term, one), Ty::Bool)
            }
            (Function::Word1, Ty::Bool) => {
                let (one, zero) = (terms.mk_const(Value::bits(1, 1u8)), terms.mk_const(Value::bits(1, 0u8)));
                (terms.ite(term, one, zero), Ty::Word { signed: false, width: 1 })
            }
            (Function::Signed, Ty::Word { width, .. }) => (term, Ty::Word { signed: true, width: *width }),
            (Function::Unsigned, Ty::Word { width, .. }) => (term, Ty::Word { signed: false, width: *width }),
            (Function::Sizeof, Ty::Word { width, .. }) => {
                (terms.int(*width), Ty::range(i64::from(*width), i64::from(*width)))
            }
            (Function::Abs, Ty::Int(_) | Ty::Real) => return self.absolute(operand),
            _ => return Err(self.wrong_argument(function, operand)),
        };
        let hazards = self.hazards(operand.val);
        Ok(self.term_val(term, ty, hazards))
    }

    fn wrong_argument(&mut self, function: Function, operand: Operand) -> Reported {
        let found = self.describe(&self.ty(operand.val));
        let headline = format!("`{}` cannot take {found}", function.spelling());
        self.error(codes::TYPE_CLASH, operand.span, headline, found)
    }

    fn absolute(&mut self, operand: Operand) -> Checked<ValId> {
        let (ty, term) = (self.ty(operand.val), self.own_term(operand.val));
        let zero = match ty {
            Ty::Int(_) => self.system.terms.int(0),
            _ => self.system.terms.mk_const(Value::Real(Zero::zero())),
        };
        let terms = &mut self.system.terms;
        let (negative, negated) = (terms.lt(term, zero), terms.neg(term));
        let term = terms.ite(negative, negated, term);
        let ty = match ty {
            Ty::Int(i) => Ty::Int(i.abs()),
            ty => ty,
        };
        Ok(self.result(term, ty, &[operand]))
    }

    fn extremum(&mut self, function: Function, a: Operand, b: Operand) -> Checked<ValId> {
        let (left, right) = (self.ty(a.val), self.ty(b.val));
        let Some(ty) = left.join(&right).filter(Ty::is_number) else {
            return Err(self.clash(function.spelling(), a, b));
        };
        let (x, y) = match &ty {
            Ty::Real => (self.commit(a.val, &ty), self.commit(b.val, &ty)),
            _ => (self.own_term(a.val), self.own_term(b.val)),
        };
        let less = self.system.terms.le(x, y);
        let (yes, no) = if function == Function::Min { (x, y) } else { (y, x) };
        let term = self.system.terms.ite(less, yes, no);
        let ty = match (&left, &right) {
            (Ty::Int(i), Ty::Int(j)) if function == Function::Min => Ty::Int(i.min(*j)),
            (Ty::Int(i), Ty::Int(j)) => Ty::Int(i.max(*j)),
            _ => ty,
        };
        Ok(self.result(term, ty, &[a, b]))
    }

    /// `count(b1, ..., bn)`: how many are true.
    fn count(&mut self, arguments: &[ExprId], scope: InstanceId) -> Checked<ValId> {
        let mut total = self.system.terms.int(0);
        let mut operands = Vec::new();
        for argument in arguments {
            let operand = self.condition(*argument, scope, "an argument of `count`")?;
            let (term, terms) = (self.own_term(operand.val), &mut self.system.terms);
            let (one, zero) = (terms.int(1), terms.int(0));
            let number = terms.ite(term, one, zero);
            total = terms.add(total, number);
            operands.push(operand);
        }
        let val = self.result(total, Ty::range(0, arguments.len() as i64), &operands);
        Ok(val)
    }

    /// `uwconst(value, width)` and `swconst(value, width)`.
    fn word_from_int(&mut self, signed: bool, arguments: &[ExprId], scope: InstanceId, span: Span) -> Checked<ValId> {
        let value = self.constant_int(arguments[0], scope, "the value of a word constant")?;
        let width = self.word_width(arguments[1], scope, span)?;
        let (value, limit) = (BigInt::from(value), BigInt::one() << width);
        let (lo, hi) = if signed { (-(&limit / 2i32), &limit / 2i32) } else { (BigInt::zero(), limit.clone()) };
        if value < lo || value >= hi {
            let headline = format!("{value} does not fit into {width} bits");
            return Err(self.error(codes::OUT_OF_RANGE, span, headline, "out of range"));
        }
        let bits = if value < BigInt::zero() { value + limit } else { value };
        let bits = bits.to_biguint().unwrap_or_default();
        let term = self.system.terms.mk_const(Value::bits(width, bits));
        Ok(self.term_val(term, Ty::Word { signed, width }, Vec::new()))
    }

    /// `extend(w, n)` adds n bits; `resize(w, n)` makes n bits, keeping the sign of a signed word.
    fn resize(&mut self, function: Function, word: Operand, count: i64, span: Span) -> Checked<ValId> {
        let Ty::Word { signed, width } = self.ty(word.val) else {
            return Err(self.wrong_argument(function, word));
        };
        let wanted = if function == Function::Extend { i64::from(width).checked_add(count) } else { Some(count) };
        let grows = function == Function::Resize || count >= 0;
        let valid = |w: i64| grows && (1..=i64::from(WIDEST_WORD)).contains(&w);
        let Some(wanted) = wanted.filter(|w| valid(*w)).map(|w| w as u32) else {
            let headline = format!("`{}` would give a word of impossible width", function.spelling());
            return Err(self.error(codes::EMPTY_TYPE, span, headline, "not a width"));
        };
        let term = self.own_term(word.val);
        let terms = &mut self.system.terms;
        let term = match (wanted.cmp(&width), signed) {
            (std::cmp::Ordering::Equal, _) => term,
            (std::cmp::Ordering::Greater, true) => terms.apply(Op::BvSignExtend(wanted - width), &[term]),
            (std::cmp::Ordering::Greater, false) => terms.apply(Op::BvZeroExtend(wanted - width), &[term]),
            (std::cmp::Ordering::Less, true) if wanted > 1 => {
                let sign = terms.apply(Op::BvExtract { hi: width - 1, lo: width - 1 }, &[term]);
                let rest = terms.apply(Op::BvExtract { hi: wanted - 2, lo: 0 }, &[term]);
                terms.apply(Op::BvConcat, &[sign, rest])
            }
            (std::cmp::Ordering::Less, true) => terms.apply(Op::BvExtract { hi: width - 1, lo: width - 1 }, &[term]),
            (std::cmp::Ordering::Less, false) => terms.apply(Op::BvExtract { hi: wanted - 1, lo: 0 }, &[term]),
        };
        Ok(self.result(term, Ty::Word { signed, width: wanted }, &[word]))
    }
}

/// The integers that a word can mean.
fn word_interval(signed: bool, width: u32) -> Ty {
    match (signed, width) {
        (true, 1..=63) => Ty::range(-(1 << (width - 1)), (1 << (width - 1)) - 1),
        (false, 1..=62) => Ty::range(0, (1 << width) - 1),
        (false, _) => Ty::Int(Interval { lo: Some(0), hi: None }),
        _ => Ty::Int(Interval::ALL),
    }
}
