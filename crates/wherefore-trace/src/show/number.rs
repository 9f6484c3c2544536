//! Reads the numbers that traces hold: integers, reals and words, in the spellings of NuSMV and nuXmv.
//!
//! Numbers in a text may be absurdly long. Anything past [`MOST_DIGITS`] is refused, so that reading stays fast.

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{Num, One, Zero};
use wherefore_ir::Value;

/// More digits than any model has, few enough to be read at once.
const MOST_DIGITS: usize = 50_000;

/// An integer in decimal.
pub(super) fn digits(text: &str) -> Option<BigInt> {
    let (negative, magnitude) = sign(text);
    let magnitude = BigInt::from(natural(magnitude, 10)?);
    Some(if negative { -magnitude } else { magnitude })
}

fn sign(text: &str) -> (bool, &str) {
    match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    }
}

fn natural(text: &str, radix: u32) -> Option<BigUint> {
    let sound = !text.is_empty() && text.len() <= MOST_DIGITS && text.chars().all(|c| c.is_digit(radix));
    if sound { BigUint::from_str_radix(text, radix).ok() } else { None }
}

/// A real: `3`, `1.5`, `1.3e-2`, `1/3`, `f'1/3`, each with a sign.
pub(super) fn real(text: &str) -> Option<BigRational> {
    let (negative, rest) = sign(text);
    let magnitude = match rest.strip_prefix("f'").or_else(|| rest.strip_prefix("F'")).unwrap_or(rest).split_once('/') {
        Some((numerator, denominator)) => {
            let denominator = natural(denominator, 10).filter(|d| !d.is_zero())?;
            BigRational::new(natural(numerator, 10)?.into(), denominator.into())
        }
        None => decimal(rest)?,
    };
    Some(if negative { -magnitude } else { magnitude })
}

fn decimal(text: &str) -> Option<BigRational> {
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let number = natural(&format!("{whole}{fraction}"), 10)?;
    let exponent = exponent.parse::<i64>().ok()?.checked_sub(fraction.len() as i64)?;
    let size = exponent.unsigned_abs() as usize;
    if size > MOST_DIGITS {
        return None;
    }
    let power = num_traits::pow(BigInt::from(10), size);
    let (numerator, denominator) =
        if exponent >= 0 { (BigInt::from(number) * power, BigInt::one()) } else { (number.into(), power) };
    Some(BigRational::new(numerator, denominator))
}

/// A word of this width: `0ud8_5`, `0b_101`, `-0sd8_5`, `0sd8_-5`, or a plain integer that fits it.
pub(super) fn word(width: u32, text: &str) -> Option<Value> {
    let (negative, rest) = sign(text);
    let number = match rest.split_once('_') {
        Some((prefix, body)) => {
            let radix = word_prefix(prefix, width)?;
            let (inner, body) = sign(body);
            let magnitude = BigInt::from(natural(&body.replace('_', ""), radix)?);
            if negative != inner { -magnitude } else { magnitude }
        }
        None => digits(text)?,
    };
    let (half, full) = (BigInt::one() << (width.checked_sub(1)?), BigInt::one() << width);
    if number < -half || number >= full {
        return None;
    }
    let unsigned = if number < BigInt::zero() { number + full } else { number };
    Some(Value::BitVec(width, unsigned.magnitude().clone()))
}

/// The radix of a word's prefix such as `0ud8`, if the width in it is right or left out.
fn word_prefix(prefix: &str, width: u32) -> Option<u32> {
    let body = prefix.strip_prefix('0')?;
    let body = body.strip_prefix(['u', 's']).unwrap_or(body);
    let mut chars = body.chars();
    let radix = match chars.next()? {
        'b' | 'B' => 2,
        'o' | 'O' => 8,
        'd' | 'D' => 10,
        'h' | 'H' => 16,
        _ => return None,
    };
    let given = chars.as_str();
    (given.is_empty() || given.parse() == Ok(width)).then_some(radix)
}
