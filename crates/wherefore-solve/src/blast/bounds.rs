//! Intervals of integers, and how many bits they need.
//!
//! Every integer word carries an interval that its value never leaves, so that widths follow the values that can occur: a
//! sum of a hundred numbers from {0, 1} lies in 0..=100 and needs 7 bits. Interval arithmetic is exact here for sums,
//! differences and products, and safe for quotients and remainders.
//!
//! An interval without negative numbers is read as unsigned and has no sign bit: 0..=0 needs no bit at all. Any other is
//! read as two's complement.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
use std::ops::{Add, Mul, Neg, Sub};
use wherefore_ir::Rounding;

/// The integers `lo..=hi`, never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    pub lo: BigInt,
    pub hi: BigInt,
}

impl Bounds {
    pub fn new(lo: impl Into<BigInt>, hi: impl Into<BigInt>) -> Bounds {
        let (lo, hi) = (lo.into(), hi.into());
        debug_assert!(lo <= hi);
        Bounds { lo, hi }
    }

    /// Whether words of this interval have a sign bit.
    pub fn signed(&self) -> bool {
        self.lo.is_negative()
    }

    /// How many bits a word needs.
    pub fn width(&self) -> u64 {
        // Two's complement: the value -n-1 needs as many bits as n, and both need the sign bit.
        let below = |n: &BigInt| if n.is_negative() { (-n - 1i32).bits() } else { n.bits() };
        if self.signed() { below(&self.lo).max(below(&self.hi)) + 1 } else { self.hi.bits() }
    }

    /// The smallest interval that holds both.
    pub fn hull(&self, other: &Bounds) -> Bounds {
        Bounds::new(self.lo.clone().min(other.lo.clone()), self.hi.clone().max(other.hi.clone()))
    }

    fn holds_zero(&self) -> bool {
        !self.lo.is_positive() && !self.hi.is_negative()
    }

    /// The largest absolute value.
    pub fn largest(&self) -> BigInt {
        self.lo.abs().max(self.hi.abs())
    }

    /// The smallest absolute value other than zero.
    fn smallest(&self) -> BigInt {
        if self.holds_zero() { BigInt::one() } else { self.lo.abs().min(self.hi.abs()) }
    }

    /// The interval of quotients, 0 for division by zero included.
    pub fn quotient(&self, divisor: &Bounds) -> Bounds {
        let most = self.largest().div_ceil(&divisor.smallest());
        let negative = (self.signed() && divisor.hi.is_positive()) || (self.hi.is_positive() && divisor.signed());
        let positive = (self.signed() && divisor.signed()) || (self.hi.is_positive() && divisor.hi.is_positive());
        let side = |possible: bool| if possible { most.clone() } else { BigInt::zero() };
        Bounds::new(-side(negative), side(positive))
    }

    /// The interval of remainders, the dividend itself for division by zero included.
    pub fn remainder(&self, divisor: &Bounds, rounding: Rounding) -> Bounds {
        let below: BigInt = divisor.largest() - 1i32;
        let below = below.max(BigInt::zero());
        let proper = match rounding {
            Rounding::Truncate => Bounds::new(
                if self.signed() { -below.clone().min(self.lo.abs()) } else { BigInt::zero() },
                if self.hi.is_positive() { below.min(self.hi.clone()) } else { BigInt::zero() },
            ),
            Rounding::Euclid if self.signed() => Bounds::new(0, below),
            Rounding::Euclid => Bounds::new(0, below.min(self.hi.clone())),
        };
        if divisor.holds_zero() { proper.hull(self) } else { proper }
    }
}

impl Neg for &Bounds {
    type Output = Bounds;

    fn neg(self) -> Bounds {
        Bounds::new(-&self.hi, -&self.lo)
    }
}

impl Add for &Bounds {
    type Output = Bounds;

    fn add(self, other: &Bounds) -> Bounds {
        Bounds::new(&self.lo + &other.lo, &self.hi + &other.hi)
    }
}

impl Sub for &Bounds {
    type Output = Bounds;

    fn sub(self, other: &Bounds) -> Bounds {
        Bounds::new(&self.lo - &other.hi, &self.hi - &other.lo)
    }
}

impl Mul for &Bounds {
    type Output = Bounds;

    fn mul(self, other: &Bounds) -> Bounds {
        let corners = [&self.lo * &other.lo, &self.lo * &other.hi, &self.hi * &other.lo, &self.hi * &other.hi];
        let [first, rest @ ..] = corners;
        let (lo, hi) = rest.into_iter().fold((first.clone(), first), |(lo, hi), p| (lo.min(p.clone()), hi.max(p)));
        Bounds::new(lo, hi)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths() {
        let width = |lo: i64, hi: i64| Bounds::new(lo, hi).width();
        let table = [(0, 0, 0), (0, 1, 1), (5, 8, 4), (-1, 0, 1), (-1, 1, 2), (-8, 7, 4), (-9, 7, 5), (-8, 8, 5)];
        for (lo, hi, expected) in table {
            assert_eq!(width(lo, hi), expected, "{lo}..={hi}");
        }
        assert_eq!((width(-3, -2), width(i64::MIN, i64::MAX)), (3, 64));
    }
}
