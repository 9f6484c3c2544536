//! Sums, products and quotients, exact where both operands are.

use super::{Number, bounded};
use num_rational::BigRational;
use num_traits::Zero;
use std::ops::{Add, Div, Mul, Neg, Sub};

impl Neg for &Number {
    type Output = Number;

    fn neg(self) -> Number {
        match self {
            Number::Finite(exact) => Number::Finite(-exact),
            Number::Infinity { negative } => Number::Infinity { negative: !negative },
            Number::NotANumber => Number::NotANumber,
        }
    }
}

impl Add for &Number {
    type Output = Number;

    fn add(self, other: &Number) -> Number {
        match (self, other) {
            // Most numbers in diagrams are whole, and need no search for common divisors.
            (Number::Finite(a), Number::Finite(b)) if a.is_integer() && b.is_integer() => {
                bounded(BigRational::from_integer(a.numer() + b.numer()))
            }
            (Number::Finite(a), Number::Finite(b)) => bounded(a + b),
            (Number::Infinity { .. }, Number::Infinity { .. }) if self != other => Number::NotANumber,
            (Number::NotANumber, _) | (_, Number::NotANumber) => Number::NotANumber,
            (Number::Infinity { .. }, _) => self.clone(),
            (_, Number::Infinity { .. }) => other.clone(),
        }
    }
}

impl Sub for &Number {
    type Output = Number;

    fn sub(self, other: &Number) -> Number {
        self + &-other
    }
}

impl Mul for &Number {
    type Output = Number;

    fn mul(self, other: &Number) -> Number {
        match (self, other) {
            (Number::Finite(a), Number::Finite(b)) if a.is_integer() && b.is_integer() => {
                bounded(BigRational::from_integer(a.numer() * b.numer()))
            }
            (Number::Finite(a), Number::Finite(b)) => bounded(a * b),
            (a, b) if a.is_nan() || b.is_nan() || a.is_zero() || b.is_zero() => Number::NotANumber,
            (a, b) => Number::Infinity { negative: a.is_negative() != b.is_negative() },
        }
    }
}

impl Div for &Number {
    type Output = Number;

    fn div(self, other: &Number) -> Number {
        match (self, other) {
            (Number::Finite(a), Number::Finite(b)) if !b.is_zero() => bounded(a / b),
            (Number::Finite(_), Number::Infinity { .. }) => Number::zero(),
            (a, b) if a.is_nan() || b.is_nan() || (a.is_zero() && b.is_zero()) => Number::NotANumber,
            (Number::Infinity { .. }, Number::Infinity { .. }) => Number::NotANumber,
            (a, b) => Number::Infinity { negative: a.is_negative() != b.is_negative() },
        }
    }
}
