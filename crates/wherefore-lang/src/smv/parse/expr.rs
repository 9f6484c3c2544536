//! Operators: precedence climbing over the levels of [`super::binding`].

use super::binding::{self, CHOICE, LOOSEST, Level, TEMPORAL, UNTIL};
use super::{Parser, refused};
use crate::smv::ast::{Binary, Branch, Expr, ExprId, Quantifier, Unary};
use crate::smv::token::Kind;
use wherefore_syntax::{Checked, Descent};

/// The numbers of steps between which an operator looks, if they are bounded.
type Bounds = Option<(u32, u32)>;

impl Parser<'_> {
    /// A whole expression.
    pub(super) fn expr(&mut self) -> Checked<ExprId> {
        if self.psl.is_some() { self.psl_formula(0) } else { self.operators(LOOSEST) }
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
        binding::infix(kind).filter(|_| !((self.in_path_until || self.psl.is_some()) && kind == Kind::U))
    }

    /// All operators of one level in a row.
    fn chain(&mut self, first: usize, left: ExprId, level: Level) -> Checked<ExprId> {
        let mut rest = Vec::new();
        while let Some((operator, _)) = self.infix().filter(|(_, l)| *l == level) {
            let token = self.bump();
            if level == UNTIL && self.kind() == Kind::LBracket {
                let construct = format!("`{}` with bounds", self.text_of(token));
                return Err(self.unsupported(&construct, "write the steps out with X, or use F [a,b] and G [a,b]"));
            }
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
            Kind::Ebf => p.bounded_ctl(Unary::Ef),
            Kind::Abf => p.bounded_ctl(Unary::Af),
            Kind::Ebg => p.bounded_ctl(Unary::Eg),
            Kind::Abg => p.bounded_ctl(Unary::Ag),
            kind => match (p.psl_operand()?, binding::temporal(kind)) {
                (Some(formula), _) => Ok(formula),
                (None, Some(operator)) => p.temporal(operator),
                (None, None) => p.primary(),
            },
        })
    }

    fn psl_operand(&mut self) -> Checked<Option<ExprId>> {
        if self.psl.is_some() { self.psl_prefix() } else { Ok(None) }
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
            self.refuse_open_interval()?;
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

    /// Reports an interval without its lower end, `F (0,3] p`.
    fn refuse_open_interval(&mut self) -> Checked<()> {
        let open = self.kind() == Kind::LParen && self.kind_ahead(1) == Kind::Int && self.kind_ahead(2) == Kind::Comma;
        if open { Err(self.unsupported("an interval of time", refused::TIMED)) } else { Ok(()) }
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
        let ((hold, goal), bounds) = sides?;
        self.expect_close(open, Kind::RBracket)?;
        let expr = match bounds {
            Some(bounds) => Expr::PathUntilWithin(quantifier, hold, goal, bounds),
            None => Expr::PathUntil(quantifier, hold, goal),
        };
        Ok(self.ast.add_expr(expr, self.span_from(first)))
    }

    /// `p U q`, or `p BU 1..3 q`.
    fn path_sides(&mut self) -> Checked<((ExprId, ExprId), Bounds)> {
        let hold = self.expr()?;
        let bounds = match self.eat(Kind::Bu) {
            true => Some(self.step_range()?),
            false => {
                self.expect(Kind::U)?;
                None
            }
        };
        Ok(((hold, self.expr()?), bounds))
    }

    /// `EBF 0..3 p` and its like.
    fn bounded_ctl(&mut self, operator: Unary) -> Checked<ExprId> {
        let first = self.at();
        self.bump();
        let (low, high) = self.step_range()?;
        let operand = self.operators(TEMPORAL)?;
        Ok(self.ast.add_expr(Expr::Bounded { operator, low, high: Some(high), operand }, self.span_from(first)))
    }

    /// Runs `part` where `U` is an LTL operator again, as between parentheses.
    pub(super) fn with_until<T>(&mut self, part: impl FnOnce(&mut Self) -> Checked<T>) -> Checked<T> {
        let outer = std::mem::replace(&mut self.in_path_until, false);
        let result = part(self);
        self.in_path_until = outer;
        result
    }
}
