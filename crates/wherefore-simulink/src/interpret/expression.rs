//! Expressions over the inputs of a block, as in `Fcn` and `If`: one number from numbers.
//!
//! `u` is the first input, `u(2)` or `u[2]` its second element, `u1`, `u2` are inputs by number. Comparisons and logical
//! operators give 0 or 1; a logical operator does not look at its second operand if the first decides.

use super::arithmetic::divide;
use super::call::Call;
use super::fault::{Fault, size, undefined, unsupported};
use super::math;
use super::signal::{exact, truth};
use crate::matlab::{self, BinaryOp, Expr, ExprKind, UnaryOp};
use num_rational::BigRational;
use num_traits::{ToPrimitive, Zero};

/// How deep an expression may be; the parser bounds it as well.
const MAX_DEPTH: usize = 600;

/// The value of an expression.
pub(super) fn evaluate(call: &Call<'_, '_>, text: &str) -> Result<BigRational, Fault> {
    let expr = matlab::parse(text).map_err(|m| wrong(format!("`{text}`: {}", m.message)))?;
    value(call, &expr, 0)
}

fn wrong(message: String) -> Fault {
    Fault::Parameter { name: "expression".to_owned(), message }
}

fn value(call: &Call<'_, '_>, expr: &Expr, depth: usize) -> Result<BigRational, Fault> {
    if depth > MAX_DEPTH {
        return Err(wrong("the expression is nested too deeply".to_owned()));
    }
    let below = |e: &Expr| value(call, e, depth.saturating_add(1));
    match &expr.kind {
        ExprKind::Number(number) => exact(number),
        ExprKind::Name(name) => variable(call, name),
        ExprKind::Unary(UnaryOp::Minus, operand) => Ok(-below(operand)?),
        ExprKind::Unary(UnaryOp::Not, operand) => Ok(truth(below(operand)?.is_zero())),
        ExprKind::Unary(_, operand) => below(operand),
        ExprKind::Binary(BinaryOp::And | BinaryOp::ShortAnd, a, b) => {
            Ok(truth(!below(a)?.is_zero() && !below(b)?.is_zero()))
        }
        ExprKind::Binary(BinaryOp::Or | BinaryOp::ShortOr, a, b) => {
            Ok(truth(!below(a)?.is_zero() || !below(b)?.is_zero()))
        }
        ExprKind::Binary(operator, a, b) => binary(*operator, &below(a)?, &below(b)?),
        ExprKind::Apply { function, arguments } => {
            let values = arguments.iter().map(below).collect::<Result<Vec<_>, Fault>>()?;
            apply(call, function, &values)
        }
        ExprKind::Matrix(rows) => match rows.as_slice() {
            [row] if row.len() == 1 => row.first().map_or_else(|| Err(size("no element")), below),
            _ => Err(unsupported("a matrix in an expression of a block")),
        },
        _ => Err(unsupported("this expression")),
    }
}

fn binary(operator: BinaryOp, a: &BigRational, b: &BigRational) -> Result<BigRational, Fault> {
    Ok(match operator {
        BinaryOp::Add => a + b,
        BinaryOp::Subtract => a - b,
        BinaryOp::Multiply | BinaryOp::ElementMultiply => a * b,
        BinaryOp::Divide | BinaryOp::ElementDivide => divide(a, b)?,
        BinaryOp::LeftDivide | BinaryOp::ElementLeftDivide => divide(b, a)?,
        BinaryOp::Power | BinaryOp::ElementPower => math::power(a, b)?,
        BinaryOp::Equal => truth(a == b),
        BinaryOp::NotEqual => truth(a != b),
        BinaryOp::Less => truth(a < b),
        BinaryOp::LessEqual => truth(a <= b),
        BinaryOp::Greater => truth(a > b),
        BinaryOp::GreaterEqual => truth(a >= b),
        BinaryOp::And | BinaryOp::ShortAnd => truth(!a.is_zero() && !b.is_zero()),
        BinaryOp::Or | BinaryOp::ShortOr => truth(!a.is_zero() || !b.is_zero()),
    })
}

/// The input that a name stands for, counted from 0.
fn input(name: &str) -> Option<usize> {
    match name.strip_prefix('u')? {
        "" => Some(0),
        digits => digits.parse::<usize>().ok()?.checked_sub(1),
    }
}

fn variable(call: &Call<'_, '_>, name: &str) -> Result<BigRational, Fault> {
    if let Some(index) = input(name) {
        return call.input(index)?.at(0).cloned();
    }
    let expr = matlab::parse(name).map_err(|m| wrong(m.message))?;
    let found = matlab::evaluate(&expr, &|name| call.node.scope.find(name)).map_err(|m| wrong(m.message))?;
    found.as_scalar().map_or_else(|| Err(wrong(format!("`{name}` is no scalar"))), exact)
}

fn apply(call: &Call<'_, '_>, function: &str, arguments: &[BigRational]) -> Result<BigRational, Fault> {
    if let (Some(index), [place]) = (input(function), arguments) {
        let place = place.to_usize().filter(|_| place.is_integer()).and_then(|p| p.checked_sub(1));
        let place = place.ok_or_else(|| undefined("an index that is no place"))?;
        let array = call.input(index)?;
        // A vector whose length is not known yet is a scalar while shapes are learned.
        let place = if call.learning { place.min(array.elements.len().saturating_sub(1)) } else { place };
        return array
            .elements
            .get(place)
            .cloned()
            .ok_or_else(|| size(format!("{function} has no element {}", place + 1)));
    }
    match (function, arguments) {
        ("pow" | "power", [a, b]) => math::power(a, b),
        ("atan2", [a, b]) => math::atan2(a, b),
        ("hypot", [a, b]) => math::hypotenuse(a, b),
        ("rem", [a, b]) => math::remainder(a, b),
        ("mod", [a, b]) => Ok(math::modulo(a, b)),
        ("min", [a, b]) => Ok(a.min(b).clone()),
        ("max", [a, b]) => Ok(a.max(b).clone()),
        (name, [a]) => math::named(name).map_or_else(|| Err(unsupported(format!("the function `{name}`"))), |f| f(a)),
        (name, _) => Err(unsupported(format!("the function `{name}`"))),
    }
}
