//! Named constructors that simplify as they build.
//!
//! The simplifications are the cheap, local ones that every reader expects: neutral and absorbing elements, double
//! negation, equal operands, arithmetic on two constants. They never look deeper than one level.
//! Arithmetic on reals and floats is left as it is: of floats not even `x + 0` is `x`, and what is equal to itself is so only
//! under identity, which is what [`Terms::eq`] asks.
//!
//! A constructor panics if its operands are ill-sorted: that is an error in the caller, not in a model. Code that
//! does not know its sorts uses [`Terms::mk`].

use crate::{Op, Sort, TermId, Terms, Value, VarId};
use num_bigint::BigInt;
use num_traits::Zero;

impl Terms {
    fn build(&mut self, op: Op, operands: &[TermId]) -> TermId {
        self.mk(op, operands).unwrap_or_else(|e| panic!("ill-sorted term built by a front end or a pass: {e}"))
    }

    /// A Boolean.
    pub fn bool(&mut self, value: bool) -> TermId {
        self.mk_const(Value::Bool(value))
    }

    /// An integer.
    pub fn int(&mut self, value: impl Into<BigInt>) -> TermId {
        self.mk_const(Value::Int(value.into()))
    }

    /// A variable now.
    pub fn now(&mut self, var: VarId) -> TermId {
        self.build(Op::Var(var), &[])
    }

    /// A variable in the next state.
    pub fn next(&mut self, var: VarId) -> TermId {
        self.build(Op::Next(var), &[])
    }

    fn as_bool(&self, term: TermId) -> Option<bool> {
        self.constant(term).and_then(Value::as_bool)
    }

    fn as_int(&self, term: TermId) -> Option<&BigInt> {
        match self.constant(term)? {
            Value::Int(n) => Some(n),
            _ => None,
        }
    }

    /// Negation.
    pub fn not(&mut self, a: TermId) -> TermId {
        match (self.as_bool(a), self.op(a)) {
            (Some(value), _) => self.bool(!value),
            (None, Op::Not) => self.operands(a)[0],
            _ => self.build(Op::Not, &[a]),
        }
    }

    /// Conjunction: flat in its direct operands, without repetition.
    pub fn and(&mut self, operands: impl IntoIterator<Item = TermId>) -> TermId {
        self.junction(Op::And, true, operands)
    }

    /// Disjunction: flat in its direct operands, without repetition.
    pub fn or(&mut self, operands: impl IntoIterator<Item = TermId>) -> TermId {
        self.junction(Op::Or, false, operands)
    }

    fn junction(&mut self, op: Op, neutral: bool, operands: impl IntoIterator<Item = TermId>) -> TermId {
        let mut kept = indexmap::IndexSet::<TermId, rustc_hash::FxBuildHasher>::default();
        for term in operands {
            match self.as_bool(term) {
                Some(value) if value == neutral => {}
                Some(value) => return self.bool(value),
                None => {
                    kept.insert(term);
                }
            }
        }
        let kept: Vec<TermId> = kept.into_iter().collect();
        match kept.as_slice() {
            [] => self.bool(neutral),
            [one] => *one,
            many => self.build(op, many),
        }
    }

    /// Implication.
    pub fn implies(&mut self, a: TermId, b: TermId) -> TermId {
        match (self.as_bool(a), self.as_bool(b)) {
            (Some(true), _) => b,
            (Some(false), _) | (_, Some(true)) => self.bool(true),
            (_, Some(false)) => self.not(a),
            _ => self.build(Op::Implies, &[a, b]),
        }
    }

    /// Exclusive or.
    pub fn xor(&mut self, a: TermId, b: TermId) -> TermId {
        let equal = self.eq(a, b);
        self.not(equal)
    }

    /// Equality; on Boolean values, equivalence.
    pub fn eq(&mut self, a: TermId, b: TermId) -> TermId {
        if a == b {
            return self.bool(true);
        }
        if let (Some(x), Some(y)) = (self.constant(a), self.constant(b)) {
            let equal = x == y;
            return self.bool(equal);
        }
        match (self.as_bool(a), self.as_bool(b)) {
            (Some(true), _) => b,
            (_, Some(true)) => a,
            (Some(false), _) => self.not(b),
            (_, Some(false)) => self.not(a),
            _ => self.build(Op::Eq, &[a.min(b), a.max(b)]),
        }
    }

    /// If-then-else.
    pub fn ite(&mut self, cond: TermId, then: TermId, other: TermId) -> TermId {
        match self.as_bool(cond) {
            Some(true) => then,
            Some(false) => other,
            None if then == other => then,
            None => self.build(Op::Ite, &[cond, then, other]),
        }
    }

    /// Less.
    pub fn lt(&mut self, a: TermId, b: TermId) -> TermId {
        match (self.as_int(a), self.as_int(b)) {
            (Some(x), Some(y)) => {
                let less = x < y;
                self.bool(less)
            }
            _ => self.build(Op::Lt, &[a, b]),
        }
    }

    /// Less or equal.
    pub fn le(&mut self, a: TermId, b: TermId) -> TermId {
        match (self.as_int(a), self.as_int(b)) {
            (Some(x), Some(y)) => {
                let less = x <= y;
                self.bool(less)
            }
            _ => self.build(Op::Le, &[a, b]),
        }
    }

    /// Sum of two.
    pub fn add(&mut self, a: TermId, b: TermId) -> TermId {
        match (self.as_int(a), self.as_int(b)) {
            (Some(x), Some(y)) => {
                let sum = x + y;
                self.int(sum)
            }
            (Some(x), None) if x.is_zero() => b,
            (None, Some(y)) if y.is_zero() => a,
            _ => self.build(Op::Add, &[a, b]),
        }
    }

    /// Difference.
    pub fn sub(&mut self, a: TermId, b: TermId) -> TermId {
        match (self.as_int(a), self.as_int(b)) {
            (Some(x), Some(y)) => {
                let difference = x - y;
                self.int(difference)
            }
            (None, Some(y)) if y.is_zero() => a,
            _ => self.build(Op::Sub, &[a, b]),
        }
    }

    /// Product.
    pub fn mul(&mut self, a: TermId, b: TermId) -> TermId {
        match (self.as_int(a), self.as_int(b)) {
            (Some(x), Some(y)) => {
                let product = x * y;
                self.int(product)
            }
            _ => self.build(Op::Mul, &[a, b]),
        }
    }

    /// Negation of a number.
    pub fn neg(&mut self, a: TermId) -> TermId {
        match self.as_int(a) {
            Some(x) => {
                let negated = -x;
                self.int(negated)
            }
            None => self.build(Op::Neg, &[a]),
        }
    }

    /// An operator on any operands, by its named constructor if it has one.
    pub fn fold(&mut self, op: Op, operands: &[TermId]) -> TermId {
        match (op, operands) {
            (Op::Not, [a]) => self.not(*a),
            (Op::And, list) => self.and(list.iter().copied()),
            (Op::Or, list) => self.or(list.iter().copied()),
            (Op::Implies, [a, b]) => self.implies(*a, *b),
            (Op::Xor, [a, b]) => self.xor(*a, *b),
            (Op::Eq, [a, b]) => self.eq(*a, *b),
            (Op::Ite, [c, a, b]) => self.ite(*c, *a, *b),
            (Op::Lt, [a, b]) => self.lt(*a, *b),
            (Op::Le, [a, b]) => self.le(*a, *b),
            (Op::Add, [a, b]) => self.add(*a, *b),
            (Op::Sub, [a, b]) => self.sub(*a, *b),
            (Op::Mul, [a, b]) => self.mul(*a, *b),
            (Op::Neg, [a]) => self.neg(*a),
            (op, operands) => self.apply(op, operands),
        }
    }

    /// Any other operator, as it is.
    pub fn apply(&mut self, op: Op, operands: &[TermId]) -> TermId {
        self.build(op, operands)
    }

    /// Formula: `term` lies in the values of `sort`: bounds for integers, true for the rest.
    pub fn within(&mut self, term: TermId, sort: Sort) -> TermId {
        let Sort::Range { lo, hi } = sort else { return self.bool(true) };
        if let Sort::Range { lo: l, hi: h } = self.sort(term)
            && lo <= l
            && h <= hi
        {
            return self.bool(true);
        }
        let (lo, hi) = (self.int(lo), self.int(hi));
        let (above, below) = (self.le(lo, term), self.le(term, hi));
        self.and([above, below])
    }
}
