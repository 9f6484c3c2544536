//! The values of number tokens.
//!
//! Lengths are limited, because reading a decimal number costs the square of its length and a word of a billion bits
//! would fill the memory.

use super::{Parsed, Parser};
use crate::smv::ast::Expr;
use crate::smv::codes;
use crate::smv::token::{Kind, Token};
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, Zero};
use wherefore_diag::Diagnostic;

/// The longest number that is read, in digits; also the largest decimal exponent.
const LONGEST_NUMBER: usize = 10_000;
/// The widest word.
pub const WIDEST_WORD: u32 = 65_536;

impl Parser<'_> {
    /// The value of a number token.
    pub(super) fn number(&mut self, token: Token) -> Parsed<Expr> {
        let text = self.text_of(token);
        if text.len() > LONGEST_NUMBER {
            return Err(self.bad_number(token, codes::TOO_LARGE, "number with too many digits"));
        }
        match token.kind {
            Kind::Int => Ok(Expr::Int(Box::new(digits(text).into()))),
            Kind::Real => match decimal(text) {
                Some(value) => Ok(Expr::Real(Box::new(value))),
                None => Err(self.bad_number(token, codes::TOO_LARGE, "exponent out of range")),
            },
            Kind::Fraction => match fraction(text) {
                Some(value) => Ok(Expr::Real(Box::new(value))),
                None => Err(self.bad_number(token, codes::BAD_TOKEN, "fraction with denominator zero")),
            },
            _ => word(text).map_err(|reason| self.bad_number(token, codes::BAD_TOKEN, &reason)),
        }
    }

    /// A small natural number, such as a bound of `G [a,b]`.
    pub(super) fn step_count(&mut self) -> Parsed<u32> {
        if self.kind() != Kind::Int {
            return Err(self.unexpected("a number of steps"));
        }
        let token = self.bump();
        match self.text_of(token).parse() {
            Ok(count) if count <= 100_000 => Ok(count),
            _ => Err(self.bad_number(token, codes::TOO_LARGE, "too many steps")),
        }
    }

    fn bad_number(&mut self, token: Token, code: &'static wherefore_diag::Code, reason: &str) -> super::Reported {
        let span = self.span_of(token);
        self.report(Diagnostic::at(code, span, reason, "this number"))
    }
}

/// The value of text that consists of decimal digits.
fn digits(text: &str) -> BigUint {
    BigUint::parse_bytes(text.as_bytes(), 10).unwrap_or_default()
}

fn decimal(text: &str) -> Option<BigRational> {
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

fn fraction(text: &str) -> Option<BigRational> {
    let (numerator, denominator) = text.strip_prefix("f'")?.split_once('/')?;
    let denominator = BigInt::from(digits(denominator));
    (!denominator.is_zero()).then(|| BigRational::new(digits(numerator).into(), denominator))
}

/// A word constant `0[us]?[bodh][width]_digits`, or what is wrong with it.
fn word(text: &str) -> Result<Expr, String> {
    let (head, tail) = text.split_once('_').unwrap_or((text, ""));
    let head = &head[1..];
    let signed = head.starts_with('s');
    let head = head.trim_start_matches(['u', 's']);
    let (base, bits_per_digit) = match head.as_bytes().first().map(u8::to_ascii_lowercase) {
        Some(b'b') => (2, Some(1)),
        Some(b'o') => (8, Some(3)),
        Some(b'd') => (10, None),
        _ => (16, Some(4)),
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
        true => Ok(Expr::Word { signed, width, bits: Box::new(bits) }),
        false => Err(format!("{number} does not fit into {width} bits")),
    }
}
