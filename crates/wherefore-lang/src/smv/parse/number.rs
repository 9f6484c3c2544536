//! The values of number tokens.

use super::Parser;
use crate::smv::ast::Expr;
use crate::smv::codes;
use crate::smv::token::{Kind, Token};
use wherefore_diag::Diagnostic;
use wherefore_syntax::number::{LONGEST_NUMBER, decimal, digits, fraction, word};
use wherefore_syntax::{Checked, Descent};

impl Parser<'_> {
    /// The value of a number token.
    pub(super) fn number(&mut self, token: Token) -> Checked<Expr> {
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
            _ => match word(text) {
                Ok((signed, width, bits)) => Ok(Expr::Word { signed, width, bits: Box::new(bits) }),
                Err(reason) => Err(self.bad_number(token, codes::BAD_TOKEN, &reason)),
            },
        }
    }

    /// A small natural number, such as a bound of `G [a,b]`.
    pub(super) fn step_count(&mut self) -> Checked<u32> {
        if self.kind() != Kind::Int {
            return Err(self.unexpected("a number of steps"));
        }
        let token = self.bump();
        match self.text_of(token).parse() {
            Ok(count) if count <= 100_000 => Ok(count),
            _ => Err(self.bad_number(token, codes::TOO_LARGE, "too many steps")),
        }
    }

    fn bad_number(
        &mut self,
        token: Token,
        code: &'static wherefore_diag::Code,
        reason: &str,
    ) -> wherefore_syntax::Reported {
        let span = self.span_of(token);
        self.report(Diagnostic::at(code, span, reason, "this number"))
    }
}
