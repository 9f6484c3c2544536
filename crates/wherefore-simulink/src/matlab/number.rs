//! Exact numbers, with the infinities and the value that is no number.

mod arithmetic;
mod float;
#[cfg(test)]
mod tests;

use super::{MAX_BITS, MAX_DIGITS};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Pow, Signed, ToPrimitive, Zero};
use std::cmp::Ordering;
use std::fmt;

/// A number: exact, or an infinity, or not a number.
///
/// Equality is that of the structure, so that `NotANumber` equals itself; [`Number::compare`] is the order of MATLAB.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Number {
    /// An exact number.
    Finite(BigRational),
    /// An infinity.
    Infinity {
        /// Whether it is below all numbers.
        negative: bool,
    },
    /// The result of an operation that has none, such as 0/0.
    NotANumber,
}

impl Number {
    /// Zero.
    pub fn zero() -> Number {
        Number::Finite(BigRational::zero())
    }

    /// One.
    pub fn one() -> Number {
        Number::Finite(BigRational::one())
    }

    /// A whole number.
    pub fn integer(value: impl Into<BigInt>) -> Number {
        Number::Finite(BigRational::from_integer(value.into()))
    }

    /// One for true and zero for false.
    pub fn boolean(value: bool) -> Number {
        Number::integer(i32::from(value))
    }

    /// Exactly the number that a double stands for.
    pub fn from_f64(value: f64) -> Number {
        match BigRational::from_float(value) {
            Some(exact) => Number::Finite(exact),
            None if value.is_nan() => Number::NotANumber,
            None => Number::Infinity { negative: value < 0.0 },
        }
    }

    /// The number that a stored double most likely was before it was stored.
    ///
    /// Every decimal of up to 15 digits survives its way through a double, so a double that has such a decimal stands for it:
    /// the double next to 0.1 means one tenth. Any other double, such as the one for pi, was computed and is taken as it is.
    pub fn from_stored_f64(value: f64) -> Number {
        if value.trunc() == value && value.abs() < 1e15 {
            return Number::from_f64(value);
        }
        let text = format!("{value:e}");
        let mantissa = text.split('e').next().unwrap_or_default();
        let digits = mantissa.bytes().filter(u8::is_ascii_digit).count();
        match Number::from_decimal(&text) {
            Some(decimal) if digits <= 15 => decimal,
            _ => Number::from_f64(value),
        }
    }

    /// Exactly the number that a decimal text such as `-12.5e-3` stands for; `None` for other texts, for texts that are
    /// too long, and for numbers outside the range of doubles.
    pub fn from_decimal(text: &str) -> Option<Number> {
        if text.len() > MAX_DIGITS {
            return None;
        }
        let (mantissa, exponent) = match text.split_once(['e', 'E', 'd', 'D']) {
            Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
            None => (text, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let (negative, whole) = match whole.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, whole),
        };
        let digits = format!("{whole}{fraction}");
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let digits: BigInt = digits.parse().ok()?;
        if digits.is_zero() {
            return Some(Number::zero());
        }
        let places = exponent.checked_sub(i32::try_from(fraction.len()).ok()?)?;
        // The mantissa has at most MAX_DIGITS digits, so with an exponent beyond this the number is out of range anyway.
        let limit = i32::try_from(MAX_DIGITS + 400).ok()?;
        if places.abs() > limit {
            return None;
        }
        let power = BigInt::from(10).pow(places.unsigned_abs());
        let size = if places < 0 { BigRational::new(digits, power) } else { BigRational::from_integer(digits * power) };
        let nearest = float::to_f64(&size);
        (nearest.is_finite() && nearest != 0.0).then_some(Number::Finite(if negative { -size } else { size }))
    }

    /// The nearest double.
    pub fn to_f64(&self) -> f64 {
        match self {
            Number::Finite(exact) => float::to_f64(exact),
            Number::Infinity { negative: false } => f64::INFINITY,
            Number::Infinity { negative: true } => f64::NEG_INFINITY,
            Number::NotANumber => f64::NAN,
        }
    }

    /// The nearest number that fits into a float of 32 bits.
    #[must_use]
    pub fn to_single(&self) -> Number {
        match self {
            Number::Finite(exact) => Number::from_f64(float::to_single(exact)),
            other => other.clone(),
        }
    }

    /// The exact number, if it is finite.
    pub fn finite(&self) -> Option<&BigRational> {
        match self {
            Number::Finite(exact) => Some(exact),
            _ => None,
        }
    }

    /// The whole number that this is, if it is one and fits.
    pub fn to_integer(&self) -> Option<i64> {
        self.finite().filter(|exact| exact.is_integer()).and_then(|exact| exact.numer().to_i64())
    }

    /// Whether this is zero.
    pub fn is_zero(&self) -> bool {
        self.finite().is_some_and(Zero::is_zero)
    }

    /// Whether this is not a number.
    pub fn is_nan(&self) -> bool {
        *self == Number::NotANumber
    }

    /// Whether this is below zero.
    pub fn is_negative(&self) -> bool {
        match self {
            Number::Finite(exact) => exact.is_negative(),
            Number::Infinity { negative } => *negative,
            Number::NotANumber => false,
        }
    }

    /// The order; what is not a number has no place in it.
    pub fn compare(&self, other: &Number) -> Option<Ordering> {
        match (self, other) {
            (Number::NotANumber, _) | (_, Number::NotANumber) => None,
            (Number::Finite(a), Number::Finite(b)) => Some(a.cmp(b)),
            (Number::Infinity { negative: a }, Number::Infinity { negative: b }) => Some(b.cmp(a)),
            (Number::Infinity { negative }, _) => Some(if *negative { Ordering::Less } else { Ordering::Greater }),
            (_, Number::Infinity { negative }) => Some(if *negative { Ordering::Greater } else { Ordering::Less }),
        }
    }

    /// The distance from zero.
    #[must_use]
    pub fn abs(&self) -> Number {
        if self.is_negative() { -self } else { self.clone() }
    }

    /// The same with the exact number changed; infinities stay.
    #[must_use]
    pub fn map(&self, change: impl Fn(&BigRational) -> BigRational) -> Number {
        match self {
            Number::Finite(exact) => Number::Finite(change(exact)),
            other => other.clone(),
        }
    }

    /// The nearest whole number, halves away from zero.
    #[must_use]
    pub fn round(&self) -> Number {
        self.map(BigRational::round)
    }

    /// The square root, exact if it is rational; `None` if it is complex.
    pub fn sqrt(&self) -> Option<Number> {
        if self.is_negative() {
            return None;
        }
        if let Number::Finite(exact) = self {
            let root = BigRational::new(exact.numer().sqrt(), exact.denom().sqrt());
            if &root * &root == *exact {
                return Some(Number::Finite(root));
            }
        }
        Some(Number::from_f64(self.to_f64().sqrt()))
    }

    /// This number raised to a power: exact if the power is whole or a half and the result is not too long; `None` if the
    /// result is complex.
    pub fn power(&self, exponent: &Number) -> Option<Number> {
        match (self, exponent) {
            (_, exponent) if exponent.is_zero() => Some(Number::one()),
            (Number::Finite(base), Number::Finite(exact)) if exact.is_integer() => {
                Some(whole_power(base, exact.numer()))
            }
            (Number::Finite(_), Number::Finite(exact)) if *exact == half() => self.sqrt(),
            (Number::Finite(base), Number::Finite(_)) if base.is_negative() => None,
            _ => Some(Number::from_f64(self.to_f64().powf(exponent.to_f64()))),
        }
    }

    /// How long the number is, in machine words.
    pub(super) fn words(&self) -> u64 {
        self.finite().map_or(0, |exact| bits(exact) / 64)
    }
}

fn half() -> BigRational {
    BigRational::new(BigInt::one(), BigInt::from(2))
}

fn bits(exact: &BigRational) -> u64 {
    exact.numer().bits().max(exact.denom().bits())
}

/// An exact result, or the nearest double if it is too long.
fn bounded(exact: BigRational) -> Number {
    if bits(&exact) <= MAX_BITS { Number::Finite(exact) } else { Number::from_f64(float::to_f64(&exact)) }
}

fn whole_power(base: &BigRational, exponent: &BigInt) -> Number {
    if base.is_zero() {
        return if exponent.is_negative() { Number::Infinity { negative: false } } else { Number::zero() };
    }
    if base.is_integer() && base.numer().magnitude().is_one() {
        return Number::Finite(if exponent.bit(0) { base.clone() } else { BigRational::one() });
    }
    match exponent.to_i32() {
        Some(small) if bits(base).saturating_mul(u64::from(small.unsigned_abs())) <= MAX_BITS => {
            Number::Finite(base.pow(small))
        }
        _ => {
            let exponent = float::to_f64(&BigRational::from_integer(exponent.clone()));
            Number::from_f64(float::to_f64(base).powf(exponent))
        }
    }
}

impl fmt::Display for Number {
    /// A whole number, a decimal that ends, or a fraction in parentheses.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Number::NotANumber => f.write_str("NaN"),
            Number::Infinity { negative } => f.write_str(if *negative { "-Inf" } else { "Inf" }),
            Number::Finite(exact) if exact.is_integer() => write!(f, "{}", exact.numer()),
            Number::Finite(exact) => match decimal(exact) {
                Some(text) => f.write_str(&text),
                None => write!(f, "({}/{})", exact.numer(), exact.denom()),
            },
        }
    }
}

/// A number as a decimal of up to 20 places, if it is one.
fn decimal(exact: &BigRational) -> Option<String> {
    let scale = |places: u32| BigRational::from_integer(BigInt::from(10).pow(places));
    let places = (1..=20).find(|places| (exact * scale(*places)).is_integer())?;
    let digits = (exact.abs() * scale(places)).to_integer().to_string();
    let width = places as usize + 1;
    let padded = format!("{digits:0>width$}");
    let (whole, fraction) = padded.split_at(padded.len() - places as usize);
    Some(format!("{}{whole}.{fraction}", if exact.is_negative() { "-" } else { "" }))
}
