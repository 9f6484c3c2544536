//! The smallest parts of expressions: constants, names, `next(e)`, `case` and parentheses.

use super::super::ast::{Expr, ExprKind};
use super::super::codes;
use super::super::lexer::Kind;
use super::super::text::Token;
use super::expr::is_reserved;
use super::{ITEMS, Parser};
use wherefore_diag::Diagnostic;
use wherefore_syntax::number;
use wherefore_syntax::{Checked, Descent, Reported};

/// The longest number that is read, in digits.
const LONGEST_NUMBER: usize = 1000;

impl Parser<'_> {
    pub(super) fn primary(&mut self) -> Checked<Expr> {
        let first = self.at();
        match self.kind() {
            Kind::Int | Kind::Real | Kind::Bits => {
                let token = self.bump();
                let kind = self.number(token)?;
                Ok(self.made(kind, first))
            }
            Kind::Sign if self.is("(") => {
                self.bump();
                let inner = self.expr()?;
                self.expect_close(self.token_at(first), ")")?;
                Ok(inner)
            }
            Kind::Word if !is_reserved(self.word()) && !ITEMS.contains(&self.word()) => self.word_primary(first),
            _ => Err(self.unexpected("a formula")),
        }
    }

    fn word_primary(&mut self, first: usize) -> Checked<Expr> {
        let is_call = self.sign_ahead(1) == "(";
        match self.word() {
            "TRUE" | "true" => Ok(self.constant(true, first)),
            "FALSE" | "false" => Ok(self.constant(false, first)),
            "next" => {
                let inner = self.argument()?;
                Ok(self.made(ExprKind::Next(Box::new(inner)), first))
            }
            "change" if is_call => {
                let inner = self.argument()?;
                Ok(self.made(ExprKind::Change(Box::new(inner)), first))
            }
            "case" => self.case(),
            "der" | "time_until" | "time_since" if is_call => {
                let (span, what) = (self.token().span, format!("the continuous-time operator `{}`", self.word()));
                Err(self.refuse(span, &what, "only discrete time is supported"))
            }
            name if is_call => {
                let (span, what) = (self.token().span, format!("the function `{name}`"));
                Err(self.refuse(span, &what, "known are next(e) and change(e), and macros with parameters"))
            }
            "forall" | "exists" => {
                let (span, what) = (self.token().span, format!("the quantifier `{}`", self.word()));
                Err(self.refuse(span, &what, "write the cases out"))
            }
            _ => self.path(first),
        }
    }

    fn constant(&mut self, value: bool, first: usize) -> Expr {
        self.bump();
        self.made(ExprKind::Bool(value), first)
    }

    /// The expression in parentheses behind a word.
    fn argument(&mut self) -> Checked<Expr> {
        self.bump();
        let open = self.token();
        self.expect("(")?;
        let inner = self.expr()?;
        self.expect_close(open, ")")?;
        Ok(inner)
    }

    /// `name` or `part.name`
    fn path(&mut self, first: usize) -> Checked<Expr> {
        let mut name = self.name("a name")?.text;
        let mut part = None;
        if self.eat(".") {
            part = Some(name);
            name = self.name("a port of the part")?.text;
        }
        if self.is(".") || self.is("[") {
            let what = if self.is(".") { "a name inside a part of a part" } else { "an element of an array" };
            let span = self.token().span;
            return Err(self.refuse(span, what, ""));
        }
        Ok(self.made(ExprKind::Path { part, name }, first))
    }

    /// `case c : a; TRUE : b; esac`
    fn case(&mut self) -> Checked<Expr> {
        let first = self.at();
        self.bump();
        let mut branches = Vec::new();
        while self.word() != "esac" {
            let condition = self.expr()?;
            self.expect(":")?;
            let value = self.expr()?;
            self.expect(";")?;
            branches.push((condition, value));
        }
        self.bump();
        if !matches!(branches.last(), Some((Expr { kind: ExprKind::Bool(true), .. }, _))) {
            let span = self.span_from(first);
            let diagnostic =
                Diagnostic::at(codes::SYNTAX, span, "the last condition of a case must be TRUE", "this case");
            return Err(self.report(diagnostic.help("add `TRUE : ...;` before `esac`")));
        }
        Ok(self.made(ExprKind::Case(branches), first))
    }

    fn number(&mut self, token: Token) -> Checked<ExprKind> {
        let text = self.text_of(token);
        if text.len() > LONGEST_NUMBER {
            return Err(self.bad_number(token, "number with too many digits"));
        }
        match token.kind {
            Kind::Int => Ok(ExprKind::Int(number::digits(text).into())),
            Kind::Real => {
                let value = if text.starts_with('f') { number::fraction(text) } else { number::decimal(text) };
                value.map(ExprKind::Real).ok_or(()).map_err(|()| self.bad_number(token, "number that has no value"))
            }
            _ => match number::word(text) {
                Ok((signed, width, bits)) => Ok(ExprKind::Bits { signed, width, bits }),
                Err(reason) => Err(self.bad_number(token, &reason)),
            },
        }
    }

    fn bad_number(&mut self, token: Token, reason: &str) -> Reported {
        self.report(Diagnostic::at(codes::BAD_TOKEN, token.span, reason, "this number"))
    }
}
