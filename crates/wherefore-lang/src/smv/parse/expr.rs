//! Operators: precedence climbing over the levels of [`super::binding`].

use super::Parser;
use super::binding::{self, CHOICE, LOOSEST, Level, TEMPORAL};
use crate::smv::ast::{Binary, Branch, Expr, ExprId, Quantifier, Unary};
use crate::smv::codes;
use crate::smv::token::Kind;
use wherefore_diag::Diagnostic;
use wherefore_syntax::{Checked, Descent};

impl Parser<'_> {
    /// A whole expression.
    pub(super) fn expr(&mut self) -> Checked<ExprId> {
        self.operators(LOOSEST)
    }

    /// An expression whose outermost operators bind at least as tightly as `min`.
    pub(super) fn operators(&mut self, min: Level) -> Checked<ExprId> {
        let first = self.at();
        let mut left = self.operand()?;
        loop {
            if self.kind() == Kind::Question && min <= CHOICE {
                left = self.choice(first, left)?;
                continue;
            }
            let Some((_, level)) = self.infix().filter(|(_, level)| *level >= min) else {
                return Ok(left);
            };
            left = self.chain(first, left, level)?;
        }
    }

    /// The infix operator at the current token.
    fn infix(&self) -> Option<(Binary, Level)> {
        let kind = self.kind();
        binding::infix(kind).filter(|_| !(self.in_path_until && kind == Kind::U))
    }

    /// All operators of one level in a row.
    fn chain(&mut self, first: usize, left: ExprId, level: Level) -> Checked<ExprId> {
        let mut rest = Vec::new();
        while let Some((operator, _)) = self.infix().filter(|(_, l)| *l == level) {
            self.bump();
            rest.push((operator, self.operators(level + 1)?));
        }
        Ok(self.ast.add_expr(Expr::Chain(left, rest), self.span_from(first)))
    }

    /// `c1 ? v1 : c2 ? v2 : otherwise`, read as one list so that long chains do not nest.
    fn choice(&mut self, first: usize, mut condition: ExprId) -> Checked<ExprId> {
        let mut branches = Vec::new();
        loop {
            let question = self.token();
            self.expect(Kind::Question)?;
            let value = self.nested(Self::expr)?;
            if !self.eat(Kind::Colon) {
                return Err(self.unclosed(question, "`:`"));
            }
            branches.push(Branch { condition, value });
            let otherwise = self.operators(CHOICE + 1)?;
            if self.kind() != Kind::Question {
                return Ok(self.ast.add_expr(Expr::Choice(branches, otherwise), self.span_from(first)));
            }
            condition = otherwise;
        }
    }

    /// An operand with its prefix operators.
    pub(super) fn operand(&mut self) -> Checked<ExprId> {
        self.nested(|p| match p.kind() {
            Kind::Not => p.prefix(Unary::Not),
            Kind::Minus => p.prefix(Unary::Neg),
            Kind::A => p.path_until(Quantifier::All),
            Kind::E => p.path_until(Quantifier::Exists),
            Kind::Ebf | Kind::Abf | Kind::Ebg | Kind::Abg => Err(p.bounded_ctl()),
            kind => match binding::temporal(kind) {
                Some(operator) => p.temporal(operator),
                None => p.primary(),
            },
        })
    }

    fn prefix(&mut self, operator: Unary) -> Checked<ExprId> {
        let first = self.at();
        self.bump();
        let operand = self.operand()?;
        Ok(self.ast.add_expr(Expr::Unary(operator, operand), self.span_from(first)))
    }

    fn temporal(&mut self, operator: Unary) -> Checked<ExprId> {
        let first = self.at();
        self.bump();
        let bounded = matches!(operator, Unary::G | Unary::F | Unary::H | Unary::O) && self.kind() == Kind::LBracket;
        if !bounded {
            let operand = self.operators(TEMPORAL)?;
            return Ok(self.ast.add_expr(Expr::Unary(operator, operand), self.span_from(first)));
        }
        let open = self.token();
        self.expect(Kind::LBracket)?;
        let low = self.step_count()?;
        self.expect(Kind::Comma)?;
        let high = match self.word() == "oo" {
            true => {
                self.bump();
                None
            }
            false => Some(self.step_count()?),
        };
        self.expect_close(open, Kind::RBracket)?;
        let operand = self.operators(TEMPORAL)?;
        Ok(self.ast.add_expr(Expr::Bounded { operator, low, high, operand }, self.span_from(first)))
    }

    /// `A [ p U q ]` or `E [ p U q ]`.
    fn path_until(&mut self, quantifier: Quantifier) -> Checked<ExprId> {
        let first = self.at();
        self.bump();
        let open = self.token();
        self.expect(Kind::LBracket)?;
        let outer = std::mem::replace(&mut self.in_path_until, true);
        let sides = self.path_sides();
        self.in_path_until = outer;
        let (hold, goal) = sides?;
        self.expect_close(open, Kind::RBracket)?;
        Ok(self.ast.add_expr(Expr::PathUntil(quantifier, hold, goal), self.span_from(first)))
    }

    fn path_sides(&mut self) -> Checked<(ExprId, ExprId)> {
        let hold = self.expr()?;
        if self.kind() == Kind::Bu {
            return Err(self.bounded_ctl());
        }
        self.expect(Kind::U)?;
        Ok((hold, self.expr()?))
    }

    /// Runs `part` where `U` is an LTL operator again, as between parentheses.
    pub(super) fn with_until<T>(&mut self, part: impl FnOnce(&mut Self) -> Checked<T>) -> Checked<T> {
        let outer = std::mem::replace(&mut self.in_path_until, false);
        let result = part(self);
        self.in_path_until = outer;
        result
    }

    fn bounded_ctl(&mut self) -> wherefore_syntax::Reported {
        let (span, name) = (self.span_of(self.token()), self.text_of(self.token()));
        let headline = format!("the bounded CTL operator `{name}` is not supported");
        self.report(
            Diagnostic::at(codes::UNSUPPORTED, span, headline, "not supported")
                .help("write it out with EX or AX, or use bounded LTL: G [a,b] and F [a,b]"),
        )
    }
}
