//! Types of ports.
//!
//! Bounds are constants; they are worked out here, because a bound may be a macro such as `(MAX - 1)`.

use super::super::ast::{Expr, ExprKind, Type, TypeKind};
use super::super::codes;
use super::super::lexer::Kind;
use super::Parser;
use crate::smv::ast::{Binary, Unary};
use num_traits::ToPrimitive;
use wherefore_diag::Diagnostic;
use wherefore_syntax::number::WIDEST_WORD;
use wherefore_syntax::{Checked, Descent, Reported};

/// How many values a set of numbers may have.
const MOST_NUMBERS: usize = 10_000;

impl Parser<'_> {
    pub(super) fn ty(&mut self) -> Checked<Type> {
        let first = self.at();
        let kind = match self.word() {
            "boolean" | "event" => self.simple(TypeKind::Boolean),
            "integer" => self.simple(TypeKind::Integer),
            "real" => self.simple(TypeKind::Real),
            "continuous" => self.simple(TypeKind::Continuous),
            "unsigned" | "signed" | "word" => self.word_type()?,
            "array" | "clock" | "string" => {
                let (span, what) = (self.token().span, format!("the type `{}`", self.word()));
                return Err(self.refuse(span, &what, ""));
            }
            _ if self.is("{") => self.set_type()?,
            _ => self.range_type()?,
        };
        Ok(Type { kind, span: self.span_from(first) })
    }

    fn simple(&mut self, kind: TypeKind) -> TypeKind {
        self.bump();
        kind
    }

    fn bad_type(&mut self, first: usize, headline: &str) -> Reported {
        let span = self.span_from(first);
        self.report(Diagnostic::at(codes::BAD_TYPE, span, headline, "this type"))
    }

    /// `unsigned word[8]`
    fn word_type(&mut self) -> Checked<TypeKind> {
        let first = self.at();
        let signed = self.word() == "signed";
        if self.word() != "word" {
            self.bump();
        }
        self.expect("word")?;
        self.expect("[")?;
        let width = self.sum()?;
        self.expect("]")?;
        match constant(&width).and_then(|w| u32::try_from(w).ok()) {
            Some(width) if (1..=WIDEST_WORD).contains(&width) => Ok(TypeKind::Word { signed, width }),
            _ => Err(self.bad_type(first, "the width of a word is a number between 1 and 65536")),
        }
    }

    /// `0..14`
    fn range_type(&mut self) -> Checked<TypeKind> {
        let first = self.at();
        if !matches!(self.kind(), Kind::Int | Kind::Word) && !self.is("-") && !self.is("(") {
            return Err(self.unexpected("a type"));
        }
        let lo = self.sum()?;
        if !self.is("..") {
            if matches!(lo.kind, ExprKind::Path { .. }) {
                self.go_to(first);
                return Err(self.unexpected("a type"));
            }
            return Err(self.unexpected("`..`"));
        }
        self.bump();
        let hi = self.sum()?;
        match (constant(&lo), constant(&hi)) {
            (Some(lo), Some(hi)) if lo <= hi => Ok(TypeKind::Range(lo, hi)),
            (Some(lo), Some(hi)) => Err(self.bad_type(first, &format!("the range {lo}..{hi} is empty"))),
            _ => Err(self.bad_type(first, "the bounds of a range must be constant integers")),
        }
    }

    /// `{a, b}` or `{1, 3, 5..7}`
    fn set_type(&mut self) -> Checked<TypeKind> {
        let first = self.at();
        self.bump();
        let (mut symbols, mut numbers) = (Vec::new(), Vec::new());
        loop {
            if self.kind() == Kind::Word {
                symbols.push(self.name("a value")?.text);
            } else {
                self.numbers(first, &mut numbers)?;
            }
            if !self.eat(",") {
                break;
            }
        }
        self.expect_close(self.token_at(first), "}")?;
        if !symbols.is_empty() && !numbers.is_empty() {
            let span = self.span_from(first);
            return Err(self.refuse(span, "an enumeration of names and numbers together", ""));
        }
        numbers.sort_unstable();
        let repeats = numbers.windows(2).any(|w| w.first() == w.last()) || {
            let mut sorted: Vec<&String> = symbols.iter().collect();
            sorted.sort_unstable();
            sorted.windows(2).any(|w| w.first() == w.last())
        };
        match (repeats, symbols.is_empty()) {
            (true, _) => Err(self.bad_type(first, "a value stands twice in the enumeration")),
            (false, true) => Ok(TypeKind::Numbers(numbers)),
            (false, false) => Ok(TypeKind::Symbols(symbols)),
        }
    }

    /// One number or one range inside an enumeration.
    fn numbers(&mut self, first: usize, numbers: &mut Vec<i64>) -> Checked<()> {
        let lo = self.sum()?;
        let hi = if self.eat("..") { Some(self.sum()?) } else { None };
        let bounds = constant(&lo).zip(hi.as_ref().map_or(constant(&lo), constant));
        let Some((lo, hi)) = bounds.filter(|(lo, hi)| lo <= hi) else {
            return Err(self.bad_type(first, "the values of an enumeration are names or constant integers"));
        };
        let count = hi.abs_diff(lo);
        if count >= MOST_NUMBERS as u64 || numbers.len() + count as usize >= MOST_NUMBERS {
            return Err(self.bad_type(first, "the enumeration has too many values"));
        }
        numbers.extend(lo..=hi);
        Ok(())
    }
}

/// The value of a constant integer expression, if it is one and fits.
fn constant(expr: &Expr) -> Option<i64> {
    match &expr.kind {
        ExprKind::Int(n) => n.to_i64(),
        ExprKind::Unary(Unary::Neg, e) => stacker::maybe_grow(64 * 1024, 1024 * 1024, || constant(e))?.checked_neg(),
        ExprKind::Chain(first, rest) => {
            let mut value = stacker::maybe_grow(64 * 1024, 1024 * 1024, || constant(first))?;
            for (op, e) in rest {
                let operand = stacker::maybe_grow(64 * 1024, 1024 * 1024, || constant(e))?;
                value = match op {
                    Binary::Add => value.checked_add(operand),
                    Binary::Sub => value.checked_sub(operand),
                    Binary::Mul => value.checked_mul(operand),
                    Binary::Div => value.checked_div(operand),
                    Binary::Mod => value.checked_rem(operand),
                    _ => None,
                }?;
            }
            Some(value)
        }
        _ => None,
    }
}
