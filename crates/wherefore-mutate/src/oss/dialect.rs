//! The expressions of a specification as mutation sees them.
//!
//! Operators are those of SMV, written with words or signs. What a macro brings is one atom at the place of its use.

use crate::{Describe, Described, Dialect, Infix, Kind, Part, Tokens, Use};
use wherefore_lang::oss::Parsed;
use wherefore_lang::oss::ast::{Expr, ExprKind, Member};
use wherefore_lang::smv::ast::{Binary, Unary};
use wherefore_lang::smv::{CHOICE, level};

/// The level of `not` and of temporal operators.
const TEMPORAL: u8 = 7;
/// The level of a minus sign.
const PREFIX: u8 = 20;

/// A specification with its tokens.
pub(crate) struct Oss {
    pub parsed: Parsed,
    pub tokens: Tokens,
}

/// An expression, or some operators in a row of one.
#[derive(Clone, Copy, Debug)]
pub(super) struct View<'e> {
    expr: &'e Expr,
    from: usize,
    to: usize,
}

impl Oss {
    pub(super) fn whole<'e>(&self, expr: &'e Expr) -> View<'e> {
        let to = if let ExprKind::Chain(_, rest) = &expr.kind { rest.len() } else { 0 };
        View { expr, from: 0, to }
    }

    fn part<'e>(&self, expr: &'e Expr, used: Use) -> Part<View<'e>> {
        Part { expr: self.whole(expr), used }
    }

    /// The outermost of the operators in a row, with what is on both sides of it.
    fn chain<'e>(
        &self,
        view: View<'e>,
        first: &'e Expr,
        rest: &'e [(Binary, Expr)],
    ) -> Option<(Kind, Vec<Part<View<'e>>>)> {
        let View { expr, from, to } = view;
        let operand = |at: usize| at.checked_sub(1).map_or(Some(first), |i| rest.get(i).map(|(_, e)| e));
        let piece = |from: usize, to: usize| match from == to {
            true => operand(from).map(|e| self.whole(e)),
            false => Some(View { expr, from, to }),
        };
        let (operator, _) = rest.get(from)?;
        let at = if *operator == Binary::Implies { from } else { to.checked_sub(1)? };
        let (operator, _) = rest.get(at)?;
        let parts = [piece(from, at)?, piece(at + 1, to)?].map(|expr| Part { expr, used: Use::Operand });
        Some((Kind::Infix { operator: infix(*operator), level: level(*operator) }, parts.into()))
    }

    fn branches<'e>(&self, branches: &'e [(Expr, Expr)]) -> Vec<Part<View<'e>>> {
        let guard = |at: usize| Use::Guard { can_be_false: at + 1 < branches.len(), is_enclosed: true };
        let parts = |(at, (condition, value)): (usize, &'e (Expr, Expr))| {
            [self.part(condition, guard(at)), self.part(value, Use::Value)]
        };
        branches.iter().enumerate().flat_map(parts).collect()
    }
}

impl<'e> Describe<View<'e>> for Oss {
    fn describe(&self, view: View<'e>) -> Described<View<'e>> {
        let expr = view.expr;
        let span = self.parsed.span(expr);
        if self.parsed.is_expansion(expr) {
            return Described { kind: Kind::Atom, span, parts: Vec::new() };
        }
        let (kind, parts) = match &expr.kind {
            ExprKind::Bool(value) => (Kind::Truth(*value), Vec::new()),
            ExprKind::Int(value) => (Kind::Integer(value.clone()), Vec::new()),
            ExprKind::Unary(Unary::Not, e) => (Kind::Not { level: TEMPORAL }, vec![self.part(e, Use::Operand)]),
            ExprKind::Unary(Unary::Neg, e) => (Kind::Other { level: PREFIX }, vec![self.part(e, Use::Operand)]),
            ExprKind::Unary(_, e) | ExprKind::Never(e) => {
                (Kind::Temporal { level: TEMPORAL }, vec![self.part(e, Use::Operand)])
            }
            ExprKind::Next(e) | ExprKind::Change(e) => (Kind::Atom, vec![self.part(e, Use::Enclosed)]),
            ExprKind::Chain(first, rest) => {
                self.chain(view, first, rest).unwrap_or((Kind::Other { level: 0 }, Vec::new()))
            }
            ExprKind::Choice(parts) => {
                let [condition, value, other] = &**parts;
                let guard = Use::Guard { can_be_false: true, is_enclosed: false };
                let parts = [(condition, guard), (value, Use::Value), (other, Use::LastValue)];
                (Kind::Choice { level: CHOICE }, parts.map(|(e, used)| self.part(e, used)).into())
            }
            ExprKind::Case(branches) => (Kind::Choice { level: u8::MAX }, self.branches(branches)),
            ExprKind::In(e, members) => {
                let one = |m: &'e Member| match m {
                    Member::One(e) => Some(self.part(e, Use::Enclosed)),
                    Member::Between(..) => None,
                };
                let parts = std::iter::once(self.part(e, Use::Operand)).chain(members.iter().filter_map(one)).collect();
                (Kind::Other { level: TEMPORAL + 2 }, parts)
            }
            _ => (Kind::Atom, Vec::new()),
        };
        Described { kind, span, parts }
    }
}

impl Dialect for Oss {
    fn level(&self, operator: Infix) -> u8 {
        OPERATORS.iter().find(|(_, i, _)| *i == operator).map_or(0, |(b, _, _)| level(*b))
    }

    fn groups_right(&self, operator: Infix) -> bool {
        operator == Infix::Implies
    }

    fn spell(&self, operator: Infix, instead: &str) -> Option<String> {
        let (binary, _, word) = OPERATORS.iter().find(|(_, i, _)| *i == operator)?;
        let is_sign = ["&", "|", "->", "<->"].contains(&instead);
        Some(if is_sign { binary.spelling() } else { word }.to_owned())
    }

    fn negation(&self) -> &'static str {
        "not "
    }

    fn truth(&self, value: bool) -> &'static str {
        if value { "true" } else { "false" }
    }

    fn tokens(&self) -> &Tokens {
        &self.tokens
    }
}

/// The operators that are replaced, with the words for them.
const OPERATORS: &[(Binary, Infix, &str)] = &[
    (Binary::Add, Infix::Add, "+"),
    (Binary::Sub, Infix::Sub, "-"),
    (Binary::Mul, Infix::Mul, "*"),
    (Binary::Div, Infix::Div, "/"),
    (Binary::Mod, Infix::Mod, "mod"),
    (Binary::Eq, Infix::Eq, "="),
    (Binary::Ne, Infix::Ne, "!="),
    (Binary::Lt, Infix::Lt, "<"),
    (Binary::Le, Infix::Le, "<="),
    (Binary::Gt, Infix::Gt, ">"),
    (Binary::Ge, Infix::Ge, ">="),
    (Binary::And, Infix::And, "and"),
    (Binary::Or, Infix::Or, "or"),
    (Binary::Xor, Infix::Xor, "xor"),
    (Binary::Implies, Infix::Implies, "implies"),
    (Binary::Iff, Infix::Iff, "iff"),
    (Binary::Xnor, Infix::Xnor, "xnor"),
];

fn infix(operator: Binary) -> Option<Infix> {
    OPERATORS.iter().find(|(b, _, _)| *b == operator).map(|(_, i, _)| *i)
}
