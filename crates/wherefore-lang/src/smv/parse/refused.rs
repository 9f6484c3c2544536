//! Constructs of NuSMV and nuXmv that are known and not supported, where the parser meets them.
//!
//! Each is named in its message, with what can be done about it. Whole sections are in [`super::section`].

use super::Parser;
use crate::smv::token::Kind;
use wherefore_syntax::Descent;

/// What to do about timed models.
pub(super) const TIMED: &str = "models of discrete time are read: remove @TIME_DOMAIN, clocks and timed operators";
/// What to do about arrays without a finite range of indices.
pub(super) const ARRAY: &str = "write `array 0..7 of ...` or `array word[3] of ...`";

/// What to do about a function that is known and not supported.
pub(super) fn function(name: &str) -> Option<&'static str> {
    Some(match name {
        "typeof" => "it stands in CONSTARRAY(typeof(a), e) alone",
        "time_since" | "time_until" => TIMED,
        "exp" | "ln" | "pow" | "sqrt" | "sin" | "cos" | "tan" | "asin" | "acos" | "atan" => {
            "only + - * / and mod are read: approximate it, or use a table"
        }
        _ => return None,
    })
}

impl Parser<'_> {
    /// The construct that the current token is part of, where nothing else was expected, and what to do about it.
    pub(super) fn foreign(&self) -> Option<(String, &'static str)> {
        let after = |n: usize| self.text_of(self.token_ahead(n));
        let name = |what: &str| (what.to_owned(), TIMED);
        Some(match (self.text_of(self.token()), self.kind()) {
            ("@", _) if matches!(after(1), "F" | "O") => {
                (format!("the operator `@{}~` of timed nuXmv", after(1)), TIMED)
            }
            ("@", _) if after(1) == "TIME_DOMAIN" => name("the annotation `@TIME_DOMAIN`"),
            ("@", _) => name("`@` of timed nuXmv"),
            ("~", _) => name("an operator with `~` of timed nuXmv"),
            ("+", Kind::Plus) if after(1) == "oo" => name("an interval of time"),
            ("^", _) => ("a power".to_owned(), "write the product: x * x"),
            ("*", _) if self.text_of(self.token_at(self.at().saturating_sub(1))) == "*" => {
                ("a power".to_owned(), "write the product: x * x")
            }
            ("\"", _) => ("a name between quotes".to_owned(), "names have letters, digits and _ $ # -"),
            ("/", _) if matches!(after(1), "/" | "*") => {
                ("a comment of C".to_owned(), "comments begin with -- and end with the line, or stand in /-- --/")
            }
            _ => return None,
        })
    }
}
