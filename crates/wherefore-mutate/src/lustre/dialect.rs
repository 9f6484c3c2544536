//! The expressions of a Lustre program as mutation sees them.

use crate::{Describe, Described, Dialect, Infix, Kind, Part, Tokens, Use};
use wherefore_lang::lustre::ast::{Binary, Expr, ExprKind, Step, Type, TypeKind, Unary};

/// The expressions of a program.
pub(crate) struct Lustre {
    pub tokens: Tokens,
}

const CHOICE: u8 = 2;
const SUM: u8 = 10;

fn part(expr: &Expr, used: Use) -> Part<&Expr> {
    Part { expr, used }
}

fn enclosed<'e>(parts: impl IntoIterator<Item = &'e Expr>) -> Vec<Part<&'e Expr>> {
    parts.into_iter().map(|e| part(e, Use::Enclosed)).collect()
}

impl<'e> Describe<&'e Expr> for Lustre {
    fn describe(&self, expr: &'e Expr) -> Described<&'e Expr> {
        let (kind, parts) = match &expr.kind {
            ExprKind::Bool(value) => (Kind::Truth(*value), Vec::new()),
            ExprKind::Int(value) => (Kind::Integer(value.clone()), Vec::new()),
            ExprKind::Unary(Unary::Minus, operand) if matches!(operand.kind, ExprKind::Int(_)) => match &operand.kind {
                ExprKind::Int(value) => (Kind::Integer(-value.clone()), Vec::new()),
                _ => (prefix(Unary::Minus), vec![part(operand, Use::Operand)]),
            },
            ExprKind::Unary(operator, operand) => (prefix(*operator), vec![part(operand, Use::Operand)]),
            ExprKind::Binary(operator, left, right) => {
                let kind = Kind::Infix { operator: infix(*operator), level: level(*operator) };
                let is_initial = matches!(operator, Binary::Arrow | Binary::Fby);
                let first = if is_initial { Use::Initial } else { Use::Operand };
                (kind, vec![part(left, first), part(right, Use::Operand)])
            }
            ExprKind::If { condition, then, otherwise, .. } => {
                let guard = Use::Guard { can_be_false: true, is_enclosed: true };
                let parts = vec![part(condition, guard), part(then, Use::Value), part(otherwise, Use::LastValue)];
                (Kind::Choice { level: CHOICE }, parts)
            }
            ExprKind::Quantified { body, .. } => (Kind::Other { level: 4 }, vec![part(body, Use::Operand)]),
            ExprKind::Cast(ty, operand) => (Kind::Other { level: cast(ty) }, vec![part(operand, Use::Operand)]),
            ExprKind::When { expr, .. } => (Kind::Other { level: 1 }, vec![part(expr, Use::Operand)]),
            ExprKind::Repeat(element, _) => (Kind::Other { level: 20 }, vec![part(element, Use::Operand)]),
            _ => (structure(&expr.kind), inside(&expr.kind)),
        };
        Described { kind, span: expr.span, parts }
    }
}

impl Dialect for Lustre {
    fn level(&self, operator: Infix) -> u8 {
        OPERATORS.iter().find(|(_, i, _)| *i == operator).map_or(0, |(b, _, _)| level(*b))
    }

    fn groups_right(&self, operator: Infix) -> bool {
        operator == Infix::Implies
    }

    fn spell(&self, operator: Infix, _: &str) -> Option<String> {
        OPERATORS.iter().find(|(_, i, _)| *i == operator).map(|(_, _, spelling)| (*spelling).to_owned())
    }

    fn negation(&self) -> &'static str {
        "not "
    }

    fn truth(&self, value: bool) -> &'static str {
        if value { "true" } else { "false" }
    }

    fn choice(&self, condition: &str, value: &str, otherwise: &str) -> String {
        format!("if {condition} then {value} else {otherwise}")
    }

    fn delay(&self) -> Option<(&'static str, u8)> {
        Some(("pre ", 16))
    }

    fn tokens(&self) -> &Tokens {
        &self.tokens
    }
}

fn prefix(operator: Unary) -> Kind {
    match operator {
        Unary::Not => Kind::Not { level: 18 },
        Unary::Minus => Kind::Other { level: SUM },
        Unary::Pre | Unary::Last => Kind::Delay { level: 16 },
        Unary::Current => Kind::Other { level: CHOICE },
        Unary::Complement => Kind::Other { level: 19 },
    }
}

fn cast(ty: &Type) -> u8 {
    if matches!(ty.kind, TypeKind::Int | TypeKind::Real) { 17 } else { 0 }
}

/// Kind of an expression without operators of its own.
fn structure(kind: &ExprKind) -> Kind {
    match kind {
        ExprKind::Merge { .. } | ExprKind::Match(..) | ExprKind::Update { .. } | ExprKind::Other(_) => {
            Kind::Other { level: 0 }
        }
        // Text between brackets needs no others.
        ExprKind::List(_) | ExprKind::Ascribed(..) => Kind::Other { level: u8::MAX },
        _ => Kind::Atom,
    }
}

/// Parts of an expression without operators of its own. Clocks and the sizes of arrays are left alone.
fn inside(kind: &ExprKind) -> Vec<Part<&Expr>> {
    match kind {
        ExprKind::Call { arguments, .. } => arguments.iter().map(|e| part(e, Use::Argument)).collect(),
        ExprKind::Condact { arguments, initial, .. } | ExprKind::Activate { arguments, initial, .. } => {
            enclosed(arguments.iter().chain(initial))
        }
        ExprKind::Merge { cases, .. } => enclosed(cases.iter().map(|(_, e)| e)),
        ExprKind::List(parts) | ExprKind::Tuple(parts) | ExprKind::Array(parts) => enclosed(parts),
        ExprKind::Index(base, index) => vec![part(base, Use::Operand), part(index, Use::Enclosed)],
        ExprKind::Field(base, _) => vec![part(base, Use::Operand)],
        ExprKind::Record { fields, .. } => enclosed(fields.iter().map(|(_, e)| e)),
        ExprKind::Update { base, path, value } => {
            let steps = path.iter().filter_map(|s| if let Step::Index(e) = s { Some(e) } else { None });
            enclosed(std::iter::once(&**base).chain(steps).chain([&**value]))
        }
        ExprKind::Floor(operand) | ExprKind::Ascribed(operand, _) => enclosed([&**operand]),
        ExprKind::Match(subject, arms) => enclosed(std::iter::once(&**subject).chain(arms.iter().map(|(_, e)| e))),
        _ => Vec::new(),
    }
}

/// The operators that are replaced, with their spelling.
pub(super) const OPERATORS: &[(Binary, Infix, &str)] = &[
    (Binary::Plus, Infix::Add, "+"),
    (Binary::Minus, Infix::Sub, "-"),
    (Binary::Times, Infix::Mul, "*"),
    (Binary::Divide, Infix::Div, "/"),
    (Binary::IntDivide, Infix::IntDiv, "div"),
    (Binary::Mod, Infix::Mod, "mod"),
    (Binary::Equal, Infix::Eq, "="),
    (Binary::Unequal, Infix::Ne, "<>"),
    (Binary::Less, Infix::Lt, "<"),
    (Binary::LessEqual, Infix::Le, "<="),
    (Binary::Greater, Infix::Gt, ">"),
    (Binary::GreaterEqual, Infix::Ge, ">="),
    (Binary::And, Infix::And, "and"),
    (Binary::Or, Infix::Or, "or"),
    (Binary::Xor, Infix::Xor, "xor"),
    (Binary::Implies, Infix::Implies, "=>"),
];

fn infix(operator: Binary) -> Option<Infix> {
    OPERATORS.iter().find(|(b, _, _)| *b == operator).map(|(_, i, _)| *i)
}

/// How tightly an operator binds: the table at the head of `parse/expr.rs`, against which the tests compare this one.
fn level(operator: Binary) -> u8 {
    match operator {
        Binary::Arrow | Binary::Fby => 3,
        Binary::Implies => 5,
        Binary::Or | Binary::Xor => 6,
        Binary::And => 7,
        Binary::Equal | Binary::Unequal | Binary::Less | Binary::LessEqual => 9,
        Binary::Greater | Binary::GreaterEqual => 9,
        Binary::Plus | Binary::Minus => SUM,
        Binary::Times | Binary::Divide | Binary::IntDivide | Binary::Mod => 11,
        Binary::BitOr => 13,
        Binary::BitAnd => 14,
        Binary::ShiftLeft | Binary::ShiftRight => 15,
    }
}
