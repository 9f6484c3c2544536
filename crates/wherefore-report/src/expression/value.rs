//! Values as reports show them.

use num_bigint::BigInt;
use num_rational::BigRational;
use std::fmt;

/// The longest number that is computed with, in characters.
const LONGEST: usize = 4000;

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A Boolean.
    Bool(bool),
    /// A number, exactly.
    Number(BigRational),
    /// A value of an enumeration, or anything else that can only be compared.
    Symbol(String),
}

impl Value {
    /// A value as a report writes it. Words such as `0ud8_12` are read as numbers.
    pub fn read(text: &str) -> Value {
        match text {
            "TRUE" | "true" => Value::Bool(true),
            "FALSE" | "false" => Value::Bool(false),
            _ => number(text).map_or_else(|| Value::Symbol(text.to_owned()), Value::Number),
        }
    }
}

/// A number: `12`, `-1.5`, `2/3`, `-f'2/3`, `0sd4_-3`, `0h8_ff`.
pub(super) fn number(text: &str) -> Option<BigRational> {
    if text.len() > LONGEST || !text.bytes().any(|b| b.is_ascii_digit()) {
        return None;
    }
    word(text).or_else(|| fraction(text)).or_else(|| decimal(text))
}

fn fraction(text: &str) -> Option<BigRational> {
    let (is_negative, digits) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
    let (above, below) = digits.strip_prefix("f'").unwrap_or(digits).split_once('/')?;
    let (above, below): (BigInt, BigInt) = (above.parse().ok()?, below.parse().ok()?);
    (below != BigInt::ZERO).then(|| BigRational::new(if is_negative { -above } else { above }, below))
}

fn decimal(text: &str) -> Option<BigRational> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    if !part.bytes().all(|b| b.is_ascii_digit()) || whole.starts_with('+') {
        return None;
    }
    let digits: BigInt = format!("{whole}{part}").parse().ok()?;
    Some(BigRational::new(digits, BigInt::from(10).pow(u32::try_from(part.len()).ok()?)))
}

/// A word of SMV: a sign, a base, a width, and digits.
fn word(text: &str) -> Option<BigRational> {
    let (head, digits) = text.strip_prefix('0')?.split_once('_')?;
    let head = head.trim_end_matches(|c: char| c.is_ascii_digit());
    let (is_negative, digits) = digits.strip_prefix('-').map_or((false, digits), |rest| (true, rest));
    let base = match head.trim_start_matches(['u', 's']) {
        "b" | "B" => 2,
        "o" | "O" => 8,
        "d" | "D" => 10,
        "h" | "H" => 16,
        _ => return None,
    };
    let value = BigInt::parse_bytes(digits.as_bytes(), base)?;
    Some(BigRational::from_integer(if is_negative { -value } else { value }))
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Bool(value) => write!(f, "{value}"),
            Value::Number(value) => write!(f, "{value}"),
            Value::Symbol(text) => f.write_str(text),
        }
    }
}
