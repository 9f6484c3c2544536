//! Operators on intervals: all values that an operator can have for operands in them, and maybe more.
//!
//! Operands without values give no value. Operators on other than integers and Booleans are not
//! followed: the intervals of reals and floats are everything, and what compares them may be true or false.

use super::interval::Interval;
use crate::{Op, Rounding, Sort, TermId, Terms};

/// The interval of an operator; not of variables and `Ite`, which are looked up and walked.
pub(super) fn transfer(terms: &Terms, term: TermId, operands: &[Interval]) -> Interval {
    let sort = Interval::of_sort(terms.sort(term));
    if operands.iter().any(|o| o.is_empty()) {
        return Interval::NONE;
    }
    match (terms.op(term), operands) {
        (Op::Const(id), _) => Interval::of_value(terms.value(id)),
        (Op::Not, [a]) => !*a,
        (Op::And, list) => all(list),
        (Op::Or, list) => !all(&list.iter().map(|o| !*o).collect::<Vec<_>>()),
        (Op::Implies, [a, b]) => !all(&[*a, !*b]),
        (Op::Xor, [a, b]) => !a.equal(*b),
        (Op::Eq, [a, b]) => a.equal(*b),
        (Op::Lt, [a, b]) => a.less(*b),
        (Op::Le, [a, b]) => !b.less(*a),
        (Op::Neg, [a]) => a.neg(),
        (Op::Add, [first, rest @ ..]) => rest.iter().fold(*first, |sum, o| sum.add(*o)),
        (Op::Sub, [a, b]) => a.sub(*b),
        (Op::Mul, [a, b]) => a.mul(*b),
        (Op::Div(rounding), [a, b]) => quotient(rounding, *a, *b),
        (Op::Mod(rounding), [a, b]) => remainder(rounding, *a, *b),
        (Op::BvToNat, [_]) => bits(terms, term, |width| Interval::new(0, (1 << width) - 1)),
        (Op::BvToInt, [_]) => bits(terms, term, |width| Interval::new(-(1 << (width - 1)), (1 << (width - 1)) - 1)),
        _ => sort,
    }
}

fn all(operands: &[Interval]) -> Interval {
    let lo = operands.iter().map(|o| o.lo()).min().unwrap_or(1);
    let hi = operands.iter().map(|o| o.hi()).min().unwrap_or(1);
    Interval::new(lo, hi)
}

/// Readings of bit-vectors of up to 64 bits.
fn bits(terms: &Terms, term: TermId, reading: impl Fn(u32) -> Interval) -> Interval {
    match terms.operands(term).first().map(|t| terms.sort(*t)) {
        Some(Sort::BitVec(width)) if (1..=64).contains(&width) => reading(width),
        _ => Interval::ALL,
    }
}

/// By a positive constant, division is monotone; otherwise the result is no larger in size than the dividend. By zero it is
/// zero, which is no larger either.
fn quotient(rounding: Rounding, a: Interval, b: Interval) -> Interval {
    match b.only() {
        Some(divisor) if divisor > 0 && a.is_bounded() => {
            let divide = |n: i128| match rounding {
                Rounding::Truncate => n / divisor,
                Rounding::Euclid => n.div_euclid(divisor),
            };
            Interval::new(divide(a.lo()), divide(a.hi()))
        }
        _ => {
            let size = a.size();
            let lo = if a.lo() >= 0 && b.lo() >= 0 { 0 } else { size.saturating_neg() };
            Interval::new(lo, size)
        }
    }
}

/// Smaller in size than the divisor, and no larger than the dividend unless rounding lifts it; by zero it is the dividend.
fn remainder(rounding: Rounding, a: Interval, b: Interval) -> Interval {
    let largest = b.size().saturating_sub(1).max(0);
    let hi = if a.lo() >= 0 || rounding == Rounding::Truncate { largest.min(a.hi().max(0)) } else { largest };
    let lo = if rounding == Rounding::Truncate { largest.saturating_neg().max(a.lo().min(0)) } else { 0 };
    let rest = Interval::new(lo, hi);
    if b.lo() <= 0 && 0 <= b.hi() { rest.join(a) } else { rest }
}
