//! Numbers and texts as they are written.
//!
//! Numbers are exact: `0.1` is one tenth. One with a point or a negative exponent is a real, all others are integers.

use super::{MistakeKind, Parsed, Parser, ScriptError};
use crate::chart::ExprKind;
use crate::codes;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Num, One, Pow};
use wherefore_diag::Diagnostic;
use wherefore_syntax::Descent;

/// How many digits a number may have.
const MAX_DIGITS: usize = 1000;

impl Parser<'_> {
    /// The number at this place.
    pub(super) fn number(&mut self) -> Parsed<ExprKind> {
        let token = self.bump();
        let text = self.text().value.get(token.range.clone()).unwrap_or("0");
        let span = self.span(token.range);
        let read = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
            Some(hex) if hex.len() <= MAX_DIGITS => BigInt::from_str_radix(hex, 16).ok().map(ExprKind::Int),
            Some(_) => None,
            None if text.len() > 1 && text.starts_with('0') && text.bytes().all(|b| b.is_ascii_digit()) => {
                return Err(self.refuse("a number with a leading zero", span));
            }
            None => decimal(text),
        };
        let long = || Diagnostic::at(codes::SYNTAX, span, format!("a number of more than {MAX_DIGITS} digits"), "here");
        read.ok_or_else(|| ScriptError::new(MistakeKind::Unsupported, long()))
    }

    /// The text of a literal.
    pub(super) fn quoted(&mut self) -> Parsed<String> {
        let token = self.bump();
        let raw = self.text().value.get(token.range.start + 1..token.range.end - 1).unwrap_or("");
        let unknown = || self.refuse("this escape in a text", self.span(token.range.clone()));
        unescape(raw).ok_or_else(unknown)
    }
}

/// A number in decimal digits with an optional sign, exactly; nothing if the text is not one or has too many digits.
pub(crate) fn exact(text: &str) -> Option<BigRational> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_plain = |c: char| c.is_ascii_digit() || matches!(c, '.' | 'e' | 'E' | '+' | '-');
    if !digits.starts_with(|c: char| c.is_ascii_digit()) || !digits.chars().all(is_plain) {
        return None;
    }
    let value = match decimal(digits)? {
        ExprKind::Int(value) => BigRational::from(value),
        ExprKind::Real(value) => value,
        _ => return None,
    };
    Some(if digits.len() < text.len() { -value } else { value })
}

/// A decimal number; nothing if it is too long.
fn decimal(text: &str) -> Option<ExprKind> {
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i64>().ok()?),
        None => (text, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let shift = exponent.checked_sub(fraction.len() as i64)?;
    if whole.len() + fraction.len() + shift.unsigned_abs() as usize > MAX_DIGITS {
        return None;
    }
    let digits = BigInt::from_str_radix(&format!("0{whole}{fraction}"), 10).ok()?;
    let power = BigInt::from(10).pow(shift.unsigned_abs() as u32);
    if shift >= 0 && !mantissa.contains('.') {
        return Some(ExprKind::Int(digits * power));
    }
    let (above, below) = if shift >= 0 { (digits * power, BigInt::one()) } else { (digits, power) };
    Some(ExprKind::Real(BigRational::new(above, below)))
}

/// Meaning of a quoted text; nothing if an escape is not known.
fn unescape(raw: &str) -> Option<String> {
    let mut text = String::with_capacity(raw.len());
    let mut chars = raw.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            text.push(c);
            continue;
        }
        let hex = |chars: &mut std::str::Chars, count: usize| {
            let digits: String = chars.take(count).collect();
            u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32)
        };
        text.push(match chars.next()? {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            'x' => hex(&mut chars, 2)?,
            'u' => hex(&mut chars, 4)?,
            c @ ('\\' | '\'' | '"' | '/') => c,
            _ => return None,
        });
    }
    Some(text)
}
