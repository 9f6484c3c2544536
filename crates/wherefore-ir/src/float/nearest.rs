//! Between rational numbers and floats, in integer arithmetic.
//!
//! A finite float is m * 2^q with an integer m below 2^p, p the precision. The larger q is, the coarser the format is there;
//! q is least for numbers below the smallest normal one. To round n/d, find the q at its size, divide, and look at the
//! remainder:
//!
//! ```text
//! single, p = 24    1/10 lies in 2^-4 .. 2^-3, so q = -4 - 23 = -27
//!                   1/10 / 2^-27 = 13421772.8, which rounds to m = 13421773 = 2^23 + 5033165
//!                   exponent field -4 + 127 = 123, fraction field 5033165
//! ```
//!
//! Exponent and fraction stand next to each other in the bits. An m that is rounded up to 2^p carries into the exponent,
//! which is the right answer, and past the largest exponent it is infinity.

use crate::{FloatFormat, Value};
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// The exponent of the smallest normal number.
fn least_exponent(format: FloatFormat) -> i64 {
    2 - (1 << (format.exponent_bits() - 1))
}

/// The bits of infinity.
fn infinity(format: FloatFormat) -> u64 {
    ((1 << format.exponent_bits()) - 1) << (format.precision() - 1)
}

/// The float nearest to a number, ties to even. Zero is +0; what is too large is infinite.
pub fn nearest(format: FloatFormat, number: &BigRational) -> Value {
    let (n, d) = (number.numer().magnitude(), number.denom().magnitude());
    let magnitude = if n.is_zero() { 0 } else { rounded(format, n, d).min(infinity(format)) };
    let sign = u64::from(number.is_negative()) << (format.width() - 1);
    Value::Float(format, sign | magnitude)
}

/// The bits of the float nearest to n/d, which is positive; at least those of infinity if it is too large.
fn rounded(format: FloatFormat, n: &BigUint, d: &BigUint) -> u64 {
    let precision = i64::from(format.precision());
    let exponent = exponent(n, d);
    if exponent > 1 << format.exponent_bits() {
        return infinity(format);
    }
    let least = least_exponent(format);
    let scale = exponent.max(least);
    let significand = divided(&shifted(n, precision - 1 - scale), &shifted(d, scale + 1 - precision));
    // The digit that is not stored adds one to the exponent; below the normal numbers it is not there.
    let field = ((scale - least) as u64) << (format.precision() - 1);
    significand.to_u64().map_or(infinity(format), |significand| field + significand)
}

/// The k with 2^k <= n/d < 2^(k+1).
fn exponent(n: &BigUint, d: &BigUint) -> i64 {
    let guess = n.bits() as i64 - d.bits() as i64;
    let reached = shifted(n, -guess) >= shifted(d, guess);
    if reached { guess } else { guess - 1 }
}

/// Times 2^places, if that is positive.
fn shifted(number: &BigUint, places: i64) -> BigUint {
    number << u64::try_from(places).unwrap_or(0)
}

/// The integer nearest to n/d, ties to even.
fn divided(n: &BigUint, d: &BigUint) -> BigUint {
    let (quotient, rest) = n.div_rem(d);
    let twice = rest << 1u8;
    let up = twice > *d || (twice == *d && quotient.is_odd());
    if up { quotient + BigUint::one() } else { quotient }
}

/// The number that a finite float is; none of an infinity or NaN. Both zeros are 0.
pub fn exact(format: FloatFormat, bits: u64) -> Option<BigRational> {
    let fraction_bits = format.precision() - 1;
    let field = (bits >> fraction_bits) & ((1 << format.exponent_bits()) - 1);
    let fraction = bits & ((1 << fraction_bits) - 1);
    if field == (1 << format.exponent_bits()) - 1 {
        return None;
    }
    let significand = if field == 0 { fraction } else { fraction | 1 << fraction_bits };
    let scale = field.max(1) as i64 - 1 + least_exponent(format) - i64::from(fraction_bits);
    let number = BigRational::new(shifted(&significand.into(), scale).into(), shifted(&BigUint::one(), -scale).into());
    let is_negative = bits >> (format.width() - 1) & 1 == 1;
    Some(if is_negative { -number } else { number })
}

/// The largest finite number of a format.
pub fn largest(format: FloatFormat) -> BigRational {
    let precision = format.precision();
    let significand = (BigInt::one() << precision) - 1;
    let scale = (1u32 << (format.exponent_bits() - 1)) - precision;
    BigRational::from_integer(significand << scale)
}
