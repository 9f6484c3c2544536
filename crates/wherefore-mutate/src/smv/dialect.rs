//! The expressions of an SMV model as mutation sees them.

use crate::{Describe, Described, Dialect, Infix, Kind, Part, Tokens, Use};
use wherefore_lang::smv::ast::{Binary, Branch, Expr, ExprId, File, Unary};
use wherefore_lang::smv::{CHOICE, level};

/// The level of prefix operators: tighter than all others.
const PREFIX: u8 = 20;

/// An expression, or some operators in a row of one.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    expr: ExprId,
    /// The operators of a chain that are meant.
    from: usize,
    to: usize,
}

/// A model with its tokens.
pub(crate) struct Smv {
    pub tree: File,
    pub tokens: Tokens,
}

impl Smv {
    pub(super) fn whole(&self, expr: ExprId) -> View {
        let to = if let Expr::Chain(_, rest) = self.tree.expr(expr) { rest.len() } else { 0 };
        View { expr, from: 0, to }
    }

    fn part(&self, expr: ExprId, used: Use) -> Part<View> {
        Part { expr: self.whole(expr), used }
    }

    fn enclosed(&self, parts: &[ExprId]) -> Vec<Part<View>> {
        parts.iter().map(|e| self.part(*e, Use::Enclosed)).collect()
    }

    /// The outermost of the operators in a row, with what is on both sides of it.
    fn outermost(&self, view: View, first: ExprId, rest: &[(Binary, ExprId)]) -> Option<(Binary, View, View)> {
        let View { expr, from, to } = view;
        let operand = |at: usize| at.checked_sub(1).map_or(Some(first), |i| rest.get(i).map(|(_, e)| *e));
        let piece = |from: usize, to: usize| match from == to {
            true => operand(from).map(|e| self.whole(e)),
            false => Some(View { expr, from, to }),
        };
        let (operator, _) = rest.get(from)?;
        let at = if *operator == Binary::Implies { from } else { to.checked_sub(1)? };
        let (operator, _) = rest.get(at)?;
        Some((*operator, piece(from, at)?, piece(at + 1, to)?))
    }

    fn chain(&self, view: View, first: ExprId, rest: &[(Binary, ExprId)]) -> (Kind, Vec<Part<View>>) {
        let Some((operator, left, right)) = self.outermost(view, first, rest) else {
            return (Kind::Other { level: 0 }, Vec::new());
        };
        let parts = [left, right].map(|expr| Part { expr, used: Use::Operand });
        (Kind::Infix { operator: infix(operator), level: level(operator) }, parts.into())
    }

    fn branches(&self, branches: &[Branch], last: Option<ExprId>) -> Vec<Part<View>> {
        let default = branches.iter().rposition(|b| matches!(self.tree.expr(b.condition), Expr::Bool(true)));
        let mut parts = Vec::new();
        for (at, branch) in branches.iter().enumerate() {
            let can_be_false = last.is_some() || default.is_some_and(|default| at < default);
            let guard = Use::Guard { can_be_false, is_enclosed: last.is_none() };
            parts.extend([self.part(branch.condition, guard), self.part(branch.value, Use::Value)]);
        }
        parts.extend(last.map(|e| self.part(e, Use::LastValue)));
        parts
    }
}

impl Describe<View> for Smv {
    fn describe(&self, view: View) -> Described<View> {
        let operand = |e: &ExprId| vec![self.part(*e, Use::Operand)];
        let expr = self.tree.expr(view.expr);
        let (kind, parts) = match expr {
            Expr::Bool(value) => (Kind::Truth(*value), Vec::new()),
            Expr::Int(value) => (Kind::Integer((**value).clone()), Vec::new()),
            Expr::Unary(Unary::Not, e) => (Kind::Not { level: PREFIX }, operand(e)),
            Expr::Unary(Unary::Neg, e) => match self.tree.expr(*e) {
                Expr::Int(value) => (Kind::Integer(-(**value).clone()), Vec::new()),
                _ => (Kind::Other { level: PREFIX }, operand(e)),
            },
            Expr::Chain(first, rest) => self.chain(view, *first, rest),
            Expr::Choice(branches, last) => (Kind::Choice { level: CHOICE }, self.branches(branches, Some(*last))),
            Expr::Case(branches) => (Kind::Choice { level: u8::MAX }, self.branches(branches, None)),
            Expr::Set(items) => (Kind::Set, self.enclosed(items)),
            Expr::Unary(..) | Expr::Bounded { .. } | Expr::PathUntil(..) | Expr::PathUntilWithin(..) | Expr::Error => {
                (Kind::Other { level: 0 }, Vec::new())
            }
            _ => (Kind::Atom, self.enclosed(&expr.parts())),
        };
        Described { kind, span: self.tree.span(view.expr), parts }
    }
}

impl Dialect for Smv {
    fn level(&self, operator: Infix) -> u8 {
        binary(operator).map_or(0, level)
    }

    fn groups_right(&self, operator: Infix) -> bool {
        operator == Infix::Implies
    }

    fn spell(&self, operator: Infix, _: &str) -> Option<String> {
        binary(operator).map(|b| b.spelling().to_owned())
    }

    fn negation(&self) -> &'static str {
        "!"
    }

    fn truth(&self, value: bool) -> &'static str {
        if value { "TRUE" } else { "FALSE" }
    }

    fn tokens(&self) -> &Tokens {
        &self.tokens
    }
}

/// The operators that are replaced.
const OPERATORS: &[(Binary, Infix)] = &[
    (Binary::Add, Infix::Add),
    (Binary::Sub, Infix::Sub),
    (Binary::Mul, Infix::Mul),
    (Binary::Div, Infix::Div),
    (Binary::Mod, Infix::Mod),
    (Binary::Eq, Infix::Eq),
    (Binary::Ne, Infix::Ne),
    (Binary::Lt, Infix::Lt),
    (Binary::Le, Infix::Le),
    (Binary::Gt, Infix::Gt),
    (Binary::Ge, Infix::Ge),
    (Binary::And, Infix::And),
    (Binary::Or, Infix::Or),
    (Binary::Xor, Infix::Xor),
    (Binary::Implies, Infix::Implies),
    (Binary::Iff, Infix::Iff),
    (Binary::Xnor, Infix::Xnor),
];

fn infix(operator: Binary) -> Option<Infix> {
    OPERATORS.iter().find(|(b, _)| *b == operator).map(|(_, i)| *i)
}

fn binary(operator: Infix) -> Option<Binary> {
    OPERATORS.iter().find(|(_, i)| *i == operator).map(|(b, _)| *b)
}
