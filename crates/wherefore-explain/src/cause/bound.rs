//! Bounds on the value of a variable: as terms, as numbers, and how two of them make one.
//!
//! Integers and bit-vectors are numbers that can be counted through; a bit-vector is read as its variable is, signed or
//! not. Reals are compared only. Everything else is kept or not.

use super::soft::Soft;
use super::{Bound, Kept};
use num_bigint::{BigInt, BigUint};
use wherefore_ir::{Op, Sort, TermId, Terms, Value, VarId};

/// Whether values of this sort are compared.
pub(super) fn is_numeric(sort: Sort) -> bool {
    matches!(sort, Sort::Range { .. } | Sort::Int | Sort::Real | Sort::BitVec(_))
}

/// The integer that a value of a variable is read as.
pub(super) fn number(terms: &Terms, var: VarId, value: &Value) -> Option<BigInt> {
    match value {
        Value::Int(n) => Some(n.clone()),
        Value::BitVec(width, bits) if terms.var(var).signed => Some(Value::signed(*width, bits)),
        Value::BitVec(_, bits) => Some(BigInt::from(bits.clone())),
        _ => None,
    }
}

/// The value of a variable that is read as this integer.
pub(super) fn value(terms: &Terms, var: VarId, number: BigInt) -> Option<Value> {
    match terms.var(var).sort {
        Sort::BitVec(width) => {
            let whole = BigInt::from(1) << width;
            let bits = ((number % &whole) + &whole) % &whole;
            BigUint::try_from(bits).ok().map(|bits| Value::bits(width, bits))
        }
        _ => Some(Value::Int(number)),
    }
}

/// The least and the greatest integer that a variable can be, where there are such.
pub(super) fn limits(terms: &Terms, var: VarId) -> (Option<BigInt>, Option<BigInt>) {
    let both = |lo: BigInt, hi: BigInt| (Some(lo), Some(hi));
    match terms.var(var).sort {
        Sort::Range { lo, hi } => both(lo.into(), hi.into()),
        Sort::BitVec(width) if terms.var(var).signed => {
            let half = BigInt::from(1) << (width - 1);
            both(-half.clone(), half - 1)
        }
        Sort::BitVec(width) => both(0.into(), (BigInt::from(1) << width) - 1),
        _ => (None, None),
    }
}

/// Formula: a bound is kept.
pub(super) fn term(terms: &mut Terms, var: VarId, bound: &Bound) -> TermId {
    let now = terms.now(var);
    let (value, low) = match bound {
        Bound::Is(value) => {
            let value = terms.mk_const(value.clone());
            return terms.eq(now, value);
        }
        Bound::AtLeast(value) => (terms.mk_const(value.clone()), true),
        Bound::AtMost(value) => (terms.mk_const(value.clone()), false),
    };
    let (least, greatest) = if low { (value, now) } else { (now, value) };
    match terms.var(var).sort {
        Sort::BitVec(_) if terms.var(var).signed => terms.apply(Op::BvSle, &[least, greatest]),
        Sort::BitVec(_) => terms.apply(Op::BvUle, &[least, greatest]),
        _ => terms.le(least, greatest),
    }
}

/// Whether a value obeys a bound, as the variable is read.
#[cfg(test)]
pub(super) fn admits(terms: &Terms, var: VarId, bound: &Bound, value: &Value) -> bool {
    let number = |v: &Value| number(terms, var, v);
    match bound {
        Bound::Is(is) => is == value,
        Bound::AtLeast(least) => number(least) <= number(value),
        Bound::AtMost(most) => number(value) <= number(most),
    }
}

/// Bounds in the order of reading, equal ones from both sides as a value.
pub(super) fn merged(terms: &Terms, kept: &[Soft]) -> Vec<Kept> {
    let mut list: Vec<Kept> = Vec::new();
    for soft in kept {
        let bound = at_the_edge(terms, soft.var, soft.bound.clone());
        if let Some(last) = list.last_mut().filter(|k| (k.var, k.tick) == (soft.var, soft.tick))
            && let (Bound::AtLeast(low), Bound::AtMost(high)) = (&last.bound, &bound)
            && low == high
        {
            last.bound = Bound::Is(low.clone());
            continue;
        }
        list.push(Kept { var: soft.var, tick: soft.tick, bound });
    }
    list
}

/// A bound that leaves one value is that value.
fn at_the_edge(terms: &Terms, var: VarId, bound: Bound) -> Bound {
    let (least, greatest) = limits(terms, var);
    let is_edge = |value: &Value, edge: Option<BigInt>| edge.is_some() && number(terms, var, value) == edge;
    match bound {
        Bound::AtLeast(value) if is_edge(&value, greatest) => Bound::Is(value),
        Bound::AtMost(value) if is_edge(&value, least) => Bound::Is(value),
        other => other,
    }
}
