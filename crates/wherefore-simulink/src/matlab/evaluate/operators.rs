//! Operators: element by element, with the classes of MATLAB.

use super::linear;
use super::work::{Reason, Work};
use crate::matlab::{BinaryOp, Class, Number, UnaryOp, Value};
use std::cmp::Ordering;

/// The value that an operator has whatever its second operand is, if the first decides.
pub(super) fn decided(op: BinaryOp, left: &Value) -> Reason<Option<Value>> {
    match op {
        BinaryOp::ShortAnd => Ok((!truth(left, op)?).then(|| Value::boolean(false))),
        BinaryOp::ShortOr => Ok(truth(left, op)?.then(|| Value::boolean(true))),
        _ => Ok(None),
    }
}

fn truth(value: &Value, op: BinaryOp) -> Reason<bool> {
    if !value.is_scalar() {
        return Err(format!("`{}` takes single truth values, and the size is {}", op.sign(), value.size()));
    }
    value.as_boolean().ok_or_else(|| "what is not a number has no truth value".to_string())
}

/// An operator before or after a value.
pub(super) fn unary(op: UnaryOp, operand: &Value) -> Reason<Value> {
    let class = arithmetic_class(operand.class);
    Ok(match op {
        UnaryOp::Plus => operand.cast(class),
        UnaryOp::Minus => map(operand, class, |n| -n),
        UnaryOp::Not => {
            let elements = truths(operand)?.into_iter().map(|truth| Number::boolean(!truth)).collect();
            Value { class: Class::Boolean, elements, ..*operand }
        }
        UnaryOp::Transpose => transpose(operand),
    })
}

/// The elements changed one by one; the results are cast to the class.
pub(super) fn map(value: &Value, class: Class, change: impl Fn(&Number) -> Number) -> Value {
    let elements = value.elements.iter().map(|n| class.cast(&change(n))).collect();
    Value { class, elements, ..*value }
}

/// The elements as truth values.
pub(super) fn truths(value: &Value) -> Reason<Vec<bool>> {
    if value.elements.iter().any(Number::is_nan) {
        return Err("what is not a number has no truth value".to_string());
    }
    Ok(value.elements.iter().map(|n| !n.is_zero()).collect())
}

/// Rows and columns exchanged.
pub(super) fn transpose(value: &Value) -> Value {
    let at = |row| (0..value.columns).filter_map(move |column| value.get(row, column).cloned());
    let elements = (0..value.rows).flat_map(at).collect();
    Value { class: value.class, rows: value.columns, columns: value.rows, elements }
}

/// An operator between two values.
pub(super) fn binary(op: BinaryOp, left: &Value, right: &Value, work: &Work) -> Reason<Value> {
    let scalars = left.is_scalar() || right.is_scalar();
    match op {
        BinaryOp::ShortAnd | BinaryOp::ShortOr => truth(right, op).map(Value::boolean),
        BinaryOp::Multiply if !scalars => linear::product(left, right, work),
        BinaryOp::Divide if !right.is_scalar() => linear::right_quotient(left, right, work),
        BinaryOp::LeftDivide if !left.is_scalar() => linear::left_quotient(left, right, work),
        BinaryOp::Power if !(left.is_scalar() && right.is_scalar()) => linear::power(left, right, work),
        _ => elementwise(op, left, right, work),
    }
}

/// An operator between the elements of two values.
pub(super) fn elementwise(op: BinaryOp, left: &Value, right: &Value, work: &Work) -> Reason<Value> {
    let compared = |holds: fn(Option<Ordering>) -> bool| {
        let class = Class::Boolean;
        pairs(left, right, class, work, move |a, b| Ok(Number::boolean(holds(a.compare(b)))))
    };
    match op {
        BinaryOp::Equal => return compared(|o| o == Some(Ordering::Equal)),
        BinaryOp::NotEqual => return compared(|o| o != Some(Ordering::Equal)),
        BinaryOp::Less => return compared(|o| o == Some(Ordering::Less)),
        BinaryOp::LessEqual => return compared(|o| matches!(o, Some(Ordering::Less | Ordering::Equal))),
        BinaryOp::Greater => return compared(|o| o == Some(Ordering::Greater)),
        BinaryOp::GreaterEqual => return compared(|o| matches!(o, Some(Ordering::Greater | Ordering::Equal))),
        BinaryOp::And | BinaryOp::Or | BinaryOp::ShortAnd | BinaryOp::ShortOr => {
            truths(left)?;
            truths(right)?;
            let both = matches!(op, BinaryOp::And | BinaryOp::ShortAnd);
            let connect = |a: &Number, b: &Number| {
                let (a, b) = (!a.is_zero(), !b.is_zero());
                Ok(Number::boolean(if both { a && b } else { a || b }))
            };
            return pairs(left, right, Class::Boolean, work, connect);
        }
        _ => {}
    }
    let class = common_class(left.class, right.class)?;
    pairs(left, right, class, work, |a, b| arithmetic(op, a, b))
}

fn arithmetic(op: BinaryOp, a: &Number, b: &Number) -> Reason<Number> {
    Ok(match op {
        BinaryOp::Add => a + b,
        BinaryOp::Subtract => a - b,
        BinaryOp::Multiply | BinaryOp::ElementMultiply => a * b,
        BinaryOp::Divide | BinaryOp::ElementDivide => a / b,
        BinaryOp::LeftDivide | BinaryOp::ElementLeftDivide => b / a,
        _ => a.power(b).ok_or_else(|| "the power of a negative number is complex here".to_string())?,
    })
}

/// Pairs of elements combined. A value with one row or one column is repeated as the other needs; the results are cast to the
/// class.
pub(super) fn pairs(
    left: &Value,
    right: &Value,
    class: Class,
    work: &Work,
    combine: impl Fn(&Number, &Number) -> Reason<Number>,
) -> Reason<Value> {
    let unfit = || format!("the sizes {} and {} do not fit", left.size(), right.size());
    let rows = common_length(left.rows, right.rows).ok_or_else(unfit)?;
    let columns = common_length(left.columns, right.columns).ok_or_else(unfit)?;
    let count = work.size(rows, columns)?;
    let mut elements = Vec::with_capacity(count);
    for column in 0..columns {
        for row in 0..rows {
            let (Some(a), Some(b)) = (repeated(left, row, column), repeated(right, row, column)) else { continue };
            let result = combine(a, b)?;
            work.operation(&result)?;
            elements.push(class.cast(&result));
        }
    }
    Ok(Value { class, rows, columns, elements })
}

fn common_length(a: usize, b: usize) -> Option<usize> {
    match (a, b) {
        (a, b) if a == b => Some(a),
        (1, other) | (other, 1) => Some(other),
        _ => None,
    }
}

fn repeated(value: &Value, row: usize, column: usize) -> Option<&Number> {
    let row = if value.rows == 1 { 0 } else { row };
    let column = if value.columns == 1 { 0 } else { column };
    value.get(row, column)
}

/// The class that arithmetic on one class gives.
pub(super) fn arithmetic_class(class: Class) -> Class {
    if matches!(class, Class::Boolean | Class::Text) { Class::Double } else { class }
}

/// The class that arithmetic on two classes gives: integers before floats, and single before double.
pub(super) fn common_class(a: Class, b: Class) -> Reason<Class> {
    match (a, b) {
        (a, b) if a.is_integer() && b.is_integer() && a != b => Err(format!("{a} and {b} do not mix")),
        (a, _) if a.is_integer() => Ok(a),
        (_, b) if b.is_integer() => Ok(b),
        (Class::Single, _) | (_, Class::Single) => Ok(Class::Single),
        _ => Ok(Class::Double),
    }
}
