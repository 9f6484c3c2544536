//! Values of a number: an interval of integers, or the reals.
//!
//! [`value`] computes it for an expression from what is known of data and fields. It is used twice: by the fixpoint that
//! finds the ranges, and afterwards for the types of expressions. For an array it gives what its elements can be.

use super::super::chart::{Binary, DataId, Expr, ExprKind, FieldId, Function, Type, Unary};
use num_traits::ToPrimitive;
use wherefore_ir::Interval;

/// Values of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Number {
    /// No value arrives here.
    Nothing,
    Integer(Interval),
    Real,
}

/// Facts used when the value of an expression is computed.
pub(super) trait Facts {
    fn data(&self, id: DataId) -> Number;
    fn field(&self, id: FieldId) -> Number;
    /// The length of an array.
    fn length(&self, array: &Expr) -> usize;
    /// Whether an expression stands for any value of its kind.
    fn is_open(&self, _expr: &Expr) -> bool {
        false
    }
}

/// Values of an expression of numbers; for others the answer has no meaning.
pub(super) fn value<F: Facts>(facts: &F, expr: &Expr) -> Number {
    match stacker::maybe_grow(64 * 1024, 1024 * 1024, || dispatch(facts, expr)) {
        Number::Integer(_) if facts.is_open(expr) => Number::ANY_INTEGER,
        number => number,
    }
}

fn dispatch<F: Facts>(facts: &F, expr: &Expr) -> Number {
    match &expr.kind {
        ExprKind::Int(n) => n.to_i64().map_or(Number::ANY_INTEGER, |n| Number::range(n, n)),
        ExprKind::Real(r) if r.is_integer() => {
            r.to_integer().to_i64().map_or(Number::ANY_INTEGER, |n| Number::range(n, n))
        }
        ExprKind::Real(_) => Number::Real,
        ExprKind::Data(id) => facts.data(*id),
        ExprKind::EventField(id) => facts.field(*id),
        ExprKind::Index(array, _) => value(facts, array),
        ExprKind::Length(array) => {
            let n = facts.length(array) as i64;
            Number::range(n, n)
        }
        ExprKind::Array(items) => items.iter().fold(Number::Nothing, |sum, item| sum.join(value(facts, item))),
        ExprKind::Unary(Unary::Neg, operand) => Number::range(0, 0).combine(value(facts, operand), Interval::sub),
        ExprKind::Binary(operator, a, b) => binary(*operator, value(facts, a), value(facts, b)),
        ExprKind::Conditional(_, a, b) => value(facts, a).join(value(facts, b)),
        ExprKind::Call(function, arguments) => call(*function, arguments.iter().map(|argument| value(facts, argument))),
        ExprKind::Bool(_)
        | ExprKind::Text(_)
        | ExprKind::EventName
        | ExprKind::EventType
        | ExprKind::In(_)
        | ExprKind::Unary(Unary::Not, _)
        | ExprKind::Temporal(..)
        | ExprKind::Fault => Number::Nothing,
    }
}

fn binary(operator: Binary, a: Number, b: Number) -> Number {
    match operator {
        Binary::Add => a.combine(b, Interval::add),
        Binary::Sub => a.combine(b, Interval::sub),
        Binary::Mul => a.combine(b, Interval::mul),
        Binary::Rem => a.combine(b, Interval::rem),
        Binary::Div if a == Number::Nothing || b == Number::Nothing => Number::Nothing,
        Binary::Div => Number::Real,
        Binary::And | Binary::Or | Binary::Implies | Binary::Iff | Binary::Eq | Binary::Ne => Number::Nothing,
        Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge => Number::Nothing,
    }
}

fn call(function: Function, mut arguments: impl Iterator<Item = Number>) -> Number {
    let Some(first) = arguments.next() else { return Number::Nothing };
    match (function, first) {
        (Function::Floor | Function::Ceil | Function::Round | Function::Trunc, Number::Real) => Number::ANY_INTEGER,
        (Function::Floor | Function::Ceil | Function::Round | Function::Trunc, whole) => whole,
        (Function::Abs, Number::Integer(interval)) => Number::Integer(interval.abs()),
        (Function::Abs, other) => other,
        (Function::Min, _) => arguments.fold(first, |least, next| least.combine(next, Interval::min)),
        (Function::Max, _) => arguments.fold(first, |most, next| most.combine(next, Interval::max)),
    }
}

impl Number {
    /// All integers.
    pub const ANY_INTEGER: Number = Number::Integer(Interval::ALL);

    /// The integers `lo..=hi`.
    pub fn range(lo: i64, hi: i64) -> Number {
        Number::Integer(Interval::new(lo, hi))
    }

    /// The numbers of a type, or of the elements of an array.
    pub fn of_type(ty: &Type) -> Number {
        match ty {
            Type::Int => Number::ANY_INTEGER,
            Type::Range { lo, hi } => Number::range(*lo, *hi),
            Type::Real => Number::Real,
            Type::Array(element, _) => Number::of_type(element),
            Type::Bool | Type::Enum(_) => Number::Nothing,
        }
    }

    /// The type that has these values. Where no value arrives, zero is one.
    pub fn to_type(self) -> Type {
        match self {
            Number::Nothing => Type::Range { lo: 0, hi: 0 },
            Number::Real => Type::Real,
            Number::Integer(Interval { lo: Some(lo), hi: Some(hi) }) => Type::Range { lo, hi },
            Number::Integer(_) => Type::Int,
        }
    }

    /// The least that holds both.
    pub fn join(self, other: Number) -> Number {
        match (self, other) {
            (Number::Nothing, n) | (n, Number::Nothing) => n,
            (Number::Integer(a), Number::Integer(b)) => Number::Integer(a.hull(b)),
            _ => Number::Real,
        }
    }

    fn combine(self, other: Number, operation: fn(Interval, Interval) -> Interval) -> Number {
        match (self, other) {
            (Number::Nothing, _) | (_, Number::Nothing) => Number::Nothing,
            (Number::Integer(a), Number::Integer(b)) => Number::Integer(operation(a, b)),
            _ => Number::Real,
        }
    }

    /// Widening: a bound that grew from `self` to `new` grows without bound.
    pub fn widen(self, new: Number) -> Number {
        let (Number::Integer(a), Number::Integer(b)) = (self, new) else { return new };
        let stays = |old: Option<i64>, new: Option<i64>| if old == new { old } else { None };
        Number::Integer(Interval { lo: stays(a.lo, b.lo), hi: stays(a.hi, b.hi) })
    }
}
