//! Values of expressions.
//!
//! `&&`, `||` and `?:` look at an operand only where it matters, so a mistake behind them does not count. Values of
//! different kinds are never equal. Arithmetic and order are of numbers only; anything else is a mistake.

use super::{Event, Value};
use crate::chart::{Binary, Expr, ExprKind, Function, StateId, Unary, event_type};
use num_rational::BigRational;
use num_traits::{Signed, Zero};
use std::collections::BTreeSet;

/// An expression that has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EvalError;

/// Values that expressions can see.
#[derive(Clone, Copy, Debug)]
pub struct Scope<'a> {
    pub data: &'a [Value],
    pub event: Option<&'a Event>,
    /// The event came through the internal queue.
    pub internal: bool,
    pub configuration: &'a BTreeSet<StateId>,
}

impl Scope<'_> {
    /// The value of an expression.
    pub fn eval(&self, expr: &Expr) -> Result<Value, EvalError> {
        stacker::maybe_grow(96 * 1024, 1024 * 1024, || self.value_of(expr))
    }

    fn value_of(&self, expr: &Expr) -> Result<Value, EvalError> {
        Ok(match &expr.kind {
            ExprKind::Bool(b) => Value::Bool(*b),
            ExprKind::Int(n) => Value::Number(BigRational::from_integer(n.clone())),
            ExprKind::Real(n) => Value::Number(n.clone()),
            ExprKind::Text(t) => Value::Text(t.clone()),
            ExprKind::Data(id) => self.data.get(id.0 as usize).cloned().unwrap_or(Value::Undefined),
            ExprKind::Index(array, index) => self.element(array, index)?,
            ExprKind::Length(array) => match self.eval(array)? {
                Value::Array(list) => Value::int(list.len() as i64),
                Value::Text(text) => Value::int(text.encode_utf16().count() as i64),
                _ => return Err(EvalError),
            },
            ExprKind::Array(list) => Value::Array(list.iter().map(|e| self.eval(e)).collect::<Result<_, _>>()?),
            ExprKind::EventType => {
                self.event.map_or(Value::Undefined, |e| Value::text(event_type(&e.name, self.internal)))
            }
            ExprKind::EventName => self.event.map_or(Value::Undefined, |e| Value::text(&e.name)),
            ExprKind::EventField(id) => self.event.and_then(|e| e.fields.get(id)).cloned().unwrap_or(Value::Undefined),
            ExprKind::In(state) => Value::Bool(self.configuration.contains(state)),
            ExprKind::Unary(Unary::Not, a) => Value::Bool(!self.eval(a)?.truth()),
            ExprKind::Unary(Unary::Neg, a) => Value::Number(-self.number(a)?),
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b)?,
            ExprKind::Conditional(c, a, b) => self.eval(if self.truth(c)? { a } else { b })?,
            ExprKind::Call(function, list) => Value::Number(self.call(*function, list)?),
            ExprKind::Temporal(..) | ExprKind::Fault => return Err(EvalError),
        })
    }

    /// Whether an expression counts as true.
    pub fn truth(&self, expr: &Expr) -> Result<bool, EvalError> {
        self.eval(expr).map(|v| v.truth())
    }

    fn number(&self, expr: &Expr) -> Result<BigRational, EvalError> {
        match self.eval(expr)? {
            Value::Number(n) => Ok(n),
            _ => Err(EvalError),
        }
    }

    fn element(&self, array: &Expr, index: &Expr) -> Result<Value, EvalError> {
        let place = self.eval(index)?.place().ok_or(EvalError)?;
        match self.eval(array)? {
            Value::Array(list) => list.into_iter().nth(place).ok_or(EvalError),
            _ => Err(EvalError),
        }
    }

    fn binary(&self, op: Binary, a: &Expr, b: &Expr) -> Result<Value, EvalError> {
        Ok(match op {
            Binary::And => Value::Bool(self.truth(a)? && self.truth(b)?),
            Binary::Or => Value::Bool(self.truth(a)? || self.truth(b)?),
            Binary::Implies => Value::Bool(!self.truth(a)? || self.truth(b)?),
            Binary::Iff => Value::Bool(self.truth(a)? == self.truth(b)?),
            Binary::Eq => Value::Bool(self.eval(a)? == self.eval(b)?),
            Binary::Ne => Value::Bool(self.eval(a)? != self.eval(b)?),
            _ => {
                let (a, b) = (self.number(a)?, self.number(b)?);
                return order(op, &a, &b).map(Value::Bool).or_else(|| arithmetic(op, a, b)).ok_or(EvalError);
            }
        })
    }

    fn call(&self, function: Function, list: &[Expr]) -> Result<BigRational, EvalError> {
        let numbers = list.iter().map(|e| self.number(e)).collect::<Result<Vec<_>, _>>()?;
        let first = numbers.first().ok_or(EvalError)?;
        Ok(match function {
            Function::Floor => first.floor(),
            Function::Ceil => first.ceil(),
            Function::Round => (first + BigRational::new(1.into(), 2.into())).floor(),
            Function::Trunc => first.trunc(),
            Function::Abs => first.abs(),
            Function::Min => numbers.into_iter().min().ok_or(EvalError)?,
            Function::Max => numbers.into_iter().max().ok_or(EvalError)?,
        })
    }
}

fn order(op: Binary, a: &BigRational, b: &BigRational) -> Option<bool> {
    Some(match op {
        Binary::Lt => a < b,
        Binary::Le => a <= b,
        Binary::Gt => a > b,
        Binary::Ge => a >= b,
        _ => return None,
    })
}

/// `None` for a division by zero.
fn arithmetic(op: Binary, a: BigRational, b: BigRational) -> Option<Value> {
    Some(Value::Number(match op {
        Binary::Add => a + b,
        Binary::Sub => a - b,
        Binary::Mul => a * b,
        Binary::Div if !b.is_zero() => a / b,
        Binary::Rem if !b.is_zero() => a % b,
        _ => return None,
    }))
}
