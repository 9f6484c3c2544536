//! The float that is nearest to an exact number, halves to even.

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// A binary format: the length of its significand, and the exponents of its least number and of the first that is too large.
struct Format {
    digits: i64,
    least: i64,
    beyond: i64,
}

const DOUBLE: Format = Format { digits: 53, least: -1074, beyond: 1024 };
const SINGLE: Format = Format { digits: 24, least: -149, beyond: 128 };

/// The nearest double.
pub(super) fn to_f64(exact: &BigRational) -> f64 {
    nearest(exact, &DOUBLE)
}

/// The nearest float of 32 bits, as the double that equals it. Going through the nearest double would round twice.
pub(super) fn to_single(exact: &BigRational) -> f64 {
    nearest(exact, &SINGLE)
}

fn nearest(exact: &BigRational, format: &Format) -> f64 {
    if exact.is_zero() {
        return 0.0;
    }
    let size = magnitude(&exact.numer().abs(), exact.denom(), format);
    if exact.is_negative() { -size } else { size }
}

fn magnitude(numerator: &BigInt, denominator: &BigInt, format: &Format) -> f64 {
    let length = |n: &BigInt| i64::try_from(n.bits()).unwrap_or(i64::MAX / 4);
    // The quotient lies between two to the power of `guess - 1` and of `guess + 1`.
    let guess = length(numerator) - length(denominator);
    if guess > format.beyond + 1 {
        return f64::INFINITY;
    }
    if guess < format.least - 2 {
        return 0.0;
    }
    let mut unit = (guess - format.digits).max(format.least);
    let mut rounded = quotient(numerator, denominator, unit);
    if length(&rounded) > format.digits {
        unit += 1;
        rounded = quotient(numerator, denominator, unit);
    }
    if length(&rounded) + unit > format.beyond {
        return f64::INFINITY;
    }
    rounded.to_f64().unwrap_or(0.0) * power_of_two(unit)
}

/// The quotient in multiples of a power of two, halves to even.
fn quotient(numerator: &BigInt, denominator: &BigInt, unit: i64) -> BigInt {
    let shift = unit.unsigned_abs();
    let (numerator, denominator) =
        if unit < 0 { (numerator << shift, denominator.clone()) } else { (numerator.clone(), denominator << shift) };
    let (whole, rest) = numerator.div_rem(&denominator);
    let up = match (rest * 2u32).cmp(&denominator) {
        std::cmp::Ordering::Less => false,
        std::cmp::Ordering::Equal => whole.is_odd(),
        std::cmp::Ordering::Greater => true,
    };
    if up { whole + BigInt::one() } else { whole }
}

/// Two to a power, exactly, also where it is subnormal.
fn power_of_two(exponent: i64) -> f64 {
    match u64::try_from(exponent + 1023) {
        Ok(biased) if biased > 0 => f64::from_bits(biased << 52),
        _ => f64::from_bits(1u64.checked_shl(u32::try_from(exponent + 1074).unwrap_or(0)).unwrap_or(0)),
    }
}
