//! The values of numbers: decimal, or hexadecimal with a binary exponent.

use super::super::ast::{Expr, ExprKind};
use super::super::codes;
use super::super::lexer::Kind;
use super::Parser;
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use wherefore_diag::Diagnostic;
use wherefore_syntax::number::{LONGEST_NUMBER, decimal, digits};
use wherefore_syntax::{Checked, Descent};

impl Parser<'_> {
    /// The number here.
    pub(super) fn number(&mut self) -> Checked<Expr> {
        let first = self.at();
        let token = self.bump();
        let text = self.text_of(token);
        let value = match (text.len() <= LONGEST_NUMBER, token.kind, text.strip_prefix("0x")) {
            (false, ..) => None,
            (_, Kind::Int, None) => Some(ExprKind::Int(digits(text).into())),
            (_, Kind::Int, Some(hex)) => Some(ExprKind::Int(hexadecimal(hex).into())),
            (_, _, None) => decimal(text).map(ExprKind::Real),
            (_, _, Some(hex)) => binary_fraction(hex).map(ExprKind::Real),
        };
        let Some(kind) = value else {
            let headline = format!("numbers of more than {LONGEST_NUMBER} digits are not read");
            return Err(self.report(Diagnostic::at(codes::TOO_LARGE, token.span, headline, "this number")));
        };
        Ok(self.made(kind, first))
    }
}

fn hexadecimal(text: &str) -> BigUint {
    BigUint::parse_bytes(text.as_bytes(), 16).unwrap_or_default()
}

/// The value of `3.1fp-5`, written after `0x`; none if the exponent is too large.
fn binary_fraction(text: &str) -> Option<BigRational> {
    let (mantissa, exponent) = text.split_once('p').unwrap_or((text, "0"));
    let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let exponent: i64 = exponent.parse().ok()?;
    if exponent.unsigned_abs() > LONGEST_NUMBER as u64 {
        return None;
    }
    let shift = exponent - 4 * part.len() as i64;
    let number = BigInt::from(hexadecimal(&format!("{whole}{part}")));
    let power = BigInt::from(1) << shift.unsigned_abs();
    Some(if shift < 0 { BigRational::new(number, power) } else { BigRational::from_integer(number * power) })
}
