//! Expressions of a chart: what conditions, first values and contents compute, and the formulas of properties.

use super::{DataId, FieldId, StateId};
use num_bigint::BigInt;
use num_rational::BigRational;
use wherefore_diag::Span;

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// Kind of the expression.
    pub kind: ExprKind,
    /// Where it is written.
    pub span: Span,
}

/// Kind of an expression.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A Boolean.
    Bool(bool),
    /// An integer.
    Int(BigInt),
    /// A decimal number.
    Real(BigRational),
    /// A text.
    Text(String),
    /// A data item.
    Data(DataId),
    /// `a[i]`.
    Index(Box<Expr>, Box<Expr>),
    /// `a.length`.
    Length(Box<Expr>),
    /// `[a, b, c]`.
    Array(Vec<Expr>),
    /// `_event.name`.
    EventName,
    /// `_event.type`: one of [`EVENT_TYPES`](super::EVENT_TYPES).
    EventType,
    /// `_event.data.f`.
    EventField(FieldId),
    /// `In('s')`.
    In(StateId),
    /// An operator with one operand.
    Unary(Unary, Box<Expr>),
    /// An operator with two operands.
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// `c ? a : b`.
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    /// A function of `Math`.
    Call(Function, Vec<Expr>),
    /// A temporal operator; only in LTL properties.
    Temporal(Temporal, Vec<Expr>),
    /// Expression that cannot be evaluated; only where [`Chart::handles_errors`](super::Chart::handles_errors).
    Fault,
}

/// Operators with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unary {
    /// `!`, of the truth of its operand.
    Not,
    /// `-`.
    Neg,
}

/// Operators with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binary {
    /// `&&`, of truths.
    And,
    /// `||`, of truths.
    Or,
    /// `->`, of truths; only in properties.
    Implies,
    /// `<->`, of truths; only in properties.
    Iff,
    /// `==` and `===`.
    Eq,
    /// `!=` and `!==`.
    Ne,
    /// `<`.
    Lt,
    /// `<=`.
    Le,
    /// `>`.
    Gt,
    /// `>=`.
    Ge,
    /// `+`, of numbers.
    Add,
    /// `-`.
    Sub,
    /// `*`.
    Mul,
    /// `/`, a real.
    Div,
    /// `%`, of integers, with the sign of the dividend.
    Rem,
}

/// Functions of `Math`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    /// The largest integer not above.
    Floor,
    /// The smallest integer not below.
    Ceil,
    /// The nearest integer, halves upward.
    Round,
    /// Toward zero.
    Trunc,
    /// Without its sign.
    Abs,
    /// The least of one or more.
    Min,
    /// The greatest of one or more.
    Max,
}

/// Temporal operators, over configurations at rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Temporal {
    /// `G(a)`.
    Globally,
    /// `F(a)`.
    Finally,
    /// `X(a)`.
    Next,
    /// `U(a, b)`.
    Until,
    /// `R(a, b)`.
    Release,
}
