//! Primary expressions: literals, names, brackets, `case`, `next` and built-in functions.

use super::{Parser, refused};
use crate::smv::ast::{ArrayOfType, Branch, Expr, ExprId, Function};
use crate::smv::codes;
use crate::smv::token::Kind;
use wherefore_diag::Diagnostic;
use wherefore_syntax::{Checked, Descent, Reported};

impl Parser<'_> {
    /// A primary expression with its `.member` and `[index]` suffixes.
    pub(super) fn primary(&mut self) -> Checked<ExprId> {
        let first = self.at();
        let base = self.atom()?;
        self.suffixes(first, base)
    }

    fn atom(&mut self) -> Checked<ExprId> {
        let first = self.at();
        let expr = match self.kind() {
            Kind::LParen => return self.parenthesised(),
            Kind::LBrace => Expr::Set(self.list(Kind::RBrace)?),
            Kind::LBracket => Expr::ArrayOf(self.list(Kind::RBracket)?),
            Kind::Case => Expr::Case(self.case()?),
            Kind::Next => {
                self.bump();
                Expr::Next(self.parenthesised()?)
            }
            Kind::Int | Kind::Real | Kind::Fraction | Kind::Word => {
                let token = self.bump();
                self.number(token)?
            }
            Kind::True | Kind::False => Expr::Bool(self.bump().kind == Kind::True),
            Kind::SelfName => {
                self.bump();
                Expr::SelfName
            }
            Kind::Ident if self.replicated().is_some() => {
                let value = self.replicated().unwrap_or(Expr::Error);
                self.bump();
                value
            }
            Kind::Ident if self.kind_ahead(1) == Kind::LParen => self.call()?,
            Kind::Ident => Expr::Name(self.ident()?.symbol),
            _ => return Err(self.unexpected("an expression")),
        };
        Ok(self.ast.add_expr(expr, self.span_from(first)))
    }

    fn parenthesised(&mut self) -> Checked<ExprId> {
        let open = self.token();
        self.expect(Kind::LParen)?;
        let inner = self.with_until(Self::expr)?;
        self.expect_close(open, Kind::RParen)?;
        Ok(inner)
    }

    /// An opening bracket, expressions between commas, and the closing bracket.
    pub(super) fn list(&mut self, close: Kind) -> Checked<Vec<ExprId>> {
        let open = self.bump();
        let mut items = Vec::new();
        if self.eat(close) {
            return Ok(items);
        }
        loop {
            items.push(self.with_until(Self::expr)?);
            if !self.eat(Kind::Comma) {
                self.expect_close(open, close)?;
                return Ok(items);
            }
        }
    }

    fn case(&mut self) -> Checked<Vec<Branch>> {
        let open = self.bump();
        let mut branches = Vec::new();
        while !self.eat(Kind::Esac) {
            if self.kind().begins_section() {
                return Err(self.unclosed(open, "`esac`"));
            }
            self.begun = (self.at(), &["esac"]);
            let condition = self.with_until(Self::expr)?;
            self.expect(Kind::Colon)?;
            let value = self.with_until(Self::expr)?;
            branches.push(Branch { condition, value });
            if self.kind().begins_section() {
                return Err(self.unclosed(open, "`;` and `esac`"));
            }
            self.expect(Kind::Semi)?;
        }
        if branches.is_empty() {
            let span = self.span_of(open);
            return Err(self.report(Diagnostic::at(codes::SYNTAX, span, "`case` without a branch", "empty")));
        }
        Ok(branches)
    }

    /// `name(arguments)`: only built-in functions can be called.
    fn call(&mut self) -> Checked<Expr> {
        let name = self.token();
        let (text, span) = (self.text_of(name), self.span_of(name));
        if let Some((_, function)) = Function::ALL.iter().find(|(spelling, _)| *spelling == text) {
            self.bump();
            return Ok(Expr::Call(*function, self.list(Kind::RParen)?));
        }
        if text == "CONSTARRAY" {
            return self.const_array();
        }
        if let Some(help) = refused::function(text) {
            return Err(self.unsupported(&format!("the function `{text}`"), help));
        }
        let headline = format!("`{text}` is not a function");
        Err(self.report(Diagnostic::at(codes::UNDEFINED_NAME, span, headline, "called here")))
    }

    /// `CONSTARRAY(typeof(a), e)`, or with a type.
    fn const_array(&mut self) -> Checked<Expr> {
        self.bump();
        let open = self.bump();
        let ty = match self.word() {
            "typeof" => {
                self.bump();
                ArrayOfType::Like(self.parenthesised()?)
            }
            _ => ArrayOfType::Written(self.ty()?),
        };
        self.expect(Kind::Comma)?;
        let value = self.with_until(Self::expr)?;
        self.expect_close(open, Kind::RParen)?;
        Ok(Expr::ConstArray(ty, value))
    }

    /// Refuses the construct at the current token.
    pub(super) fn unsupported(&mut self, construct: &str, help: &str) -> Reported {
        let span = self.span_of(self.token());
        let headline = format!("{construct} is not supported");
        self.report(Diagnostic::at(codes::UNSUPPORTED, span, headline, "not supported").help(help))
    }

    fn suffixes(&mut self, first: usize, mut base: ExprId) -> Checked<ExprId> {
        let depth = self.depth();
        let result = loop {
            // Each suffix nests the tree one level deeper, although it is read by a loop.
            self.set_depth(self.depth() + 1);
            let expr = match self.kind() {
                Kind::Dot => self.member(base),
                Kind::LBracket => self.subscript(base),
                _ => break Ok(base),
            };
            match expr {
                Ok(expr) => base = self.ast.add_expr(expr, self.span_from(first)),
                Err(reported) => break Err(reported),
            }
        };
        self.set_depth(depth);
        result
    }

    fn member(&mut self, base: ExprId) -> Checked<Expr> {
        self.bump();
        self.nested(Self::ident).map(|member| Expr::Dot(base, member))
    }

    fn subscript(&mut self, base: ExprId) -> Checked<Expr> {
        let open = self.bump();
        let index = self.with_until(Self::expr)?;
        let expr = match self.eat(Kind::Colon) {
            true => Expr::Bits(base, index, self.with_until(Self::expr)?),
            false => Expr::Index(base, index),
        };
        self.expect_close(open, Kind::RBracket)?;
        Ok(expr)
    }
}
