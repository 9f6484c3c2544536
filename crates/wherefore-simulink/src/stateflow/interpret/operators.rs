//! Operators on values.

use super::{Machine, Step, fault};
use crate::matlab::{self, Class, Number, Value};
use crate::stateflow::action::{BinaryOp, Expr, ExprKind, UnaryOp};
use crate::stateflow::document::Language;
use wherefore_diag::Span;

impl Machine<'_> {
    /// An operator on two values.
    pub(super) fn operate(&self, op: BinaryOp, one: &Value, other: &Value, span: Span) -> Step<Value> {
        if one.class == Class::Text || other.class == Class::Text {
            return texts(op, one, other, span);
        }
        let integers = one.class.is_integer() || other.class.is_integer();
        if self.here()?.chart.language == Language::C {
            // Integers are exact until they are stored; a quotient of integers has no fraction.
            let both = one.class.is_integer() && other.class.is_integer();
            let result = operation(op, &one.cast(Class::Double), &other.cast(Class::Double), span)?;
            return Ok(match op {
                BinaryOp::Divide if both => {
                    Value { elements: result.elements.iter().map(truncated).collect(), ..result }
                }
                _ => result,
            });
        }
        // Integers meet truths as numbers.
        let plain = |v: &Value| if integers && v.class == Class::Boolean { v.cast(Class::Double) } else { v.clone() };
        operation(op, &plain(one), &plain(other), span)
    }
}

fn truncated(number: &Number) -> Number {
    number.map(num_rational::Ratio::trunc)
}

/// The index with `end` replaced by a number.
pub(super) fn last_index(index: &Expr, size: usize) -> Expr {
    let kind = match &index.kind {
        ExprKind::End => ExprKind::Number(Number::integer(size)),
        ExprKind::Unary(op, operand) => ExprKind::Unary(*op, Box::new(last_index(operand, size))),
        ExprKind::Binary(op, left, right) => {
            ExprKind::Binary(*op, Box::new(last_index(left, size)), Box::new(last_index(right, size)))
        }
        ExprKind::Range { from, step, to } => ExprKind::Range {
            from: Box::new(last_index(from, size)),
            step: step.as_ref().map(|s| Box::new(last_index(s, size))),
            to: Box::new(last_index(to, size)),
        },
        other => other.clone(),
    };
    Expr { kind, span: index.span }
}

pub(super) fn unary(op: UnaryOp, operand: Value, span: Span) -> Step<Value> {
    let text = match op {
        UnaryOp::Plus => return Ok(operand),
        UnaryOp::Minus => "-v0",
        UnaryOp::Not => "~v0",
        UnaryOp::Transpose => "v0'",
    };
    combine(text, &[operand], span)
}

fn operation(op: BinaryOp, one: &Value, other: &Value, span: Span) -> Step<Value> {
    let text = match op {
        BinaryOp::Add => "v0+v1",
        BinaryOp::Subtract => "v0-v1",
        BinaryOp::Multiply => "v0*v1",
        BinaryOp::Divide => "v0/v1",
        BinaryOp::Power => "v0^v1",
        BinaryOp::ElementMultiply => "v0.*v1",
        BinaryOp::ElementDivide => "v0./v1",
        BinaryOp::ElementPower => "v0.^v1",
        BinaryOp::Remainder => "rem(v0,v1)",
        BinaryOp::ShiftLeft => "bitshift(v0,v1)",
        BinaryOp::ShiftRight => "bitshift(v0,-v1)",
        BinaryOp::Equal => "v0==v1",
        BinaryOp::NotEqual => "v0~=v1",
        BinaryOp::Less => "v0<v1",
        BinaryOp::LessEqual => "v0<=v1",
        BinaryOp::Greater => "v0>v1",
        BinaryOp::GreaterEqual => "v0>=v1",
        BinaryOp::ShortAnd | BinaryOp::And => "v0&v1",
        BinaryOp::ShortOr | BinaryOp::Or => "v0|v1",
        BinaryOp::Xor => "bitxor(v0,v1)",
    };
    combine(text, &[one.clone(), other.clone()], span)
}

/// Texts are joined and compared.
fn texts(op: BinaryOp, one: &Value, other: &Value, span: Span) -> Step<Value> {
    let text = |v: &Value| v.as_text().unwrap_or_else(|| v.as_scalar().map(Number::to_string).unwrap_or_default());
    match op {
        BinaryOp::Add => Ok(Value::text(&(text(one) + &text(other)))),
        BinaryOp::Equal => Ok(Value::boolean(text(one) == text(other))),
        BinaryOp::NotEqual => Ok(Value::boolean(text(one) != text(other))),
        _ => Err(fault("texts can only be joined and compared", Some(span))),
    }
}

/// The value of a text of MATLAB over some values, `v0`, `v1` and so on.
pub(super) fn combine(text: &str, parts: &[Value], span: Span) -> Step<Value> {
    let lookup = |name: &str| name.strip_prefix('v').and_then(|n| parts.get(n.parse::<usize>().ok()?)).cloned();
    let result = matlab::parse(text).and_then(|tree| matlab::evaluate(&tree, &lookup));
    result.map_err(|error| fault(error.message, Some(span)))
}
