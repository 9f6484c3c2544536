//! The values of number tokens, shared by the languages that spell them as SMV does.
//!
//! Lengths are limited, because reading a decimal number costs the square of its length and a word of a billion bits
//! would fill the memory.

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, Zero};

/// The longest number that is read, in digits; also the largest decimal exponent.
pub const LONGEST_NUMBER: usize = 10_000;
/// The widest word.
pub const WIDEST_WORD: u32 = 65_536;

/// The value of text that consists of decimal digits.
pub fn digits(text: &str) -> BigUint {
    BigUint::parse_bytes(text.as_bytes(), 10).unwrap_or_default()
}

/// The value of `1.5` or `2e-3`; none if the exponent is too large.
pub fn decimal(text: &str) -> Option<BigRational> {
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let exponent: i64 = exponent.parse().ok()?;
    if exponent.unsigned_abs() > LONGEST_NUMBER as u64 {
        return None;
    }
    let shift = exponent - part.len() as i64;
    let power = BigInt::from(10).pow(shift.unsigned_abs() as u32);
    let number = BigInt::from(digits(&format!("{whole}{part}")));
    Some(match shift < 0 {
        true => BigRational::new(number, power),
        false => BigRational::from_integer(number * power),
    })
}

/// The value of `f'1/3`; none if it is divided by zero.
pub fn fraction(text: &str) -> Option<BigRational> {
    let (numerator, denominator) = text.strip_prefix(['f', 'F'])?.strip_prefix('\'')?.split_once('/')?;
    let denominator = BigInt::from(digits(denominator));
    (!denominator.is_zero()).then(|| BigRational::new(digits(numerator).into(), denominator))
}

/// A word constant `0[us]?[bodh][width]_digits`: whether it is signed, its width and its bits; or what is wrong with it.
pub fn word(text: &str) -> Result<(bool, u32, BigUint), String> {
    let (head, tail) = text.split_once('_').unwrap_or((text, ""));
    let head = head.strip_prefix('0').ok_or("a word constant begins with 0")?;
    let signed = head.starts_with('s');
    let head = head.trim_start_matches(['u', 's']);
    let (base, bits_per_digit) = match head.as_bytes().first().map(u8::to_ascii_lowercase) {
        Some(b'b') => (2, Some(1)),
        Some(b'o') => (8, Some(3)),
        Some(b'd') => (10, None),
        Some(b'h') => (16, Some(4)),
        _ => return Err("a word constant names its base: b, o, d or h".to_owned()),
    };
    let number: String = tail.chars().filter(|c| *c != '_').collect();
    let bits = BigUint::parse_bytes(number.as_bytes(), base)
        .ok_or_else(|| format!("`{number}` are not digits of base {base}"))?;
    let width = match (head[1..].parse::<u32>(), bits_per_digit) {
        (Ok(width), _) => width,
        (Err(_), Some(per_digit)) if head.len() == 1 => per_digit * number.len() as u32,
        (Err(_), None) if head.len() == 1 => return Err("a decimal word constant needs its width".to_owned()),
        _ => return Err("word too wide".to_owned()),
    };
    if width == 0 || width > WIDEST_WORD {
        return Err(format!("the width of a word lies between 1 and {WIDEST_WORD}"));
    }
    // A signed decimal gives a magnitude, up to that of the smallest number, which is reached with a unary minus.
    let limit = if signed && base == 10 { (BigUint::one() << (width - 1)) + 1u8 } else { BigUint::one() << width };
    match bits < limit {
        true => Ok((signed, width, bits)),
        false => Err(format!("{number} does not fit into {width} bits")),
    }
}
