//! Products, quotients and powers of matrices, exactly.

use super::operators::{arithmetic_class, common_class, elementwise, transpose};
use super::work::{Reason, Work};
use crate::matlab::{BinaryOp, Class, Number, Value};

/// The product of two matrices.
pub(super) fn product(left: &Value, right: &Value, work: &Work) -> Reason<Value> {
    if left.columns != right.rows {
        return Err(format!("the sizes {} and {} do not fit", left.size(), right.size()));
    }
    let class = common_class(left.class, right.class)?;
    let count = work.size(left.rows, right.columns)?;
    let mut elements = Vec::with_capacity(count);
    for column in 0..right.columns {
        for row in 0..left.rows {
            let mut sum = Number::zero();
            for inner in 0..left.columns {
                let (Some(a), Some(b)) = (left.get(row, inner), right.get(inner, column)) else { continue };
                sum = class.cast(&(&sum + &(a * b)));
                work.operation(&sum)?;
            }
            elements.push(sum);
        }
    }
    Ok(Value { class, rows: left.rows, columns: right.columns, elements })
}

/// The matrix that is the left one when it is multiplied by the right one.
pub(super) fn right_quotient(left: &Value, right: &Value, work: &Work) -> Reason<Value> {
    left_quotient(&transpose(right), &transpose(left), work).map(|quotient| transpose(&quotient))
}

/// The matrix that the left one multiplied by it is the right one.
pub(super) fn left_quotient(left: &Value, right: &Value, work: &Work) -> Reason<Value> {
    if left.rows != right.rows {
        return Err(format!("the sizes {} and {} do not fit", left.size(), right.size()));
    }
    if left.rows != left.columns {
        return Err(format!("only a square matrix can divide, and the size is {}", left.size()));
    }
    let class = common_class(left.class, right.class)?;
    if class.is_integer() {
        return Err("matrices of integers cannot divide".to_string());
    }
    work.size(left.rows, left.columns + right.columns)?;
    let row = |r| {
        let of = |value: &Value| (0..value.columns).filter_map(|c| value.get(r, c).cloned()).collect::<Vec<_>>();
        [of(left), of(right)].concat()
    };
    let mut rows: Vec<Vec<Number>> = (0..left.rows).map(row).collect();
    eliminate(&mut rows, work)?;
    for row in &mut rows {
        row.drain(..left.columns.min(row.len()));
    }
    let solution = Value::matrix(&rows).unwrap_or_else(Value::empty);
    Ok(Value { columns: right.columns, ..solution }.cast(class))
}

/// The method of Gauss and Jordan: afterwards the square part on the left is the identity.
fn eliminate(rows: &mut [Vec<Number>], work: &Work) -> Reason<()> {
    for column in 0..rows.len() {
        let pivot =
            (column..rows.len()).find(|r| rows.get(*r).and_then(|row| row.get(column)).is_some_and(|n| !n.is_zero()));
        let Some(pivot) = pivot else { return Err("the matrix that divides is singular".to_string()) };
        rows.swap(column, pivot);
        let Some(source) = rows.get(column).cloned() else { continue };
        let Some(scale) = source.get(column).cloned() else { continue };
        let source: Vec<Number> = source.iter().map(|n| n / &scale).collect();
        for (r, row) in rows.iter_mut().enumerate() {
            if r == column {
                row.clone_from(&source);
                continue;
            }
            let Some(factor) = row.get(column).filter(|n| !n.is_zero()).cloned() else { continue };
            for (target, from) in row.iter_mut().zip(&source) {
                *target = &*target - &(&factor * from);
                work.operation(target)?;
            }
        }
    }
    Ok(())
}

/// A square matrix to a whole power.
pub(super) fn power(base: &Value, exponent: &Value, work: &Work) -> Reason<Value> {
    if base.rows != base.columns {
        return Err(format!("only a square matrix has powers, and the size is {}; `.^` takes elements", base.size()));
    }
    let Some(whole) = exponent.as_scalar().and_then(Number::to_integer) else {
        return Err("the power of a matrix must be a single whole number".to_string());
    };
    let identity = identity(base.rows, arithmetic_class(base.class));
    let mut square = if whole < 0 { left_quotient(base, &identity, work)? } else { base.clone() };
    let (mut left, mut result) = (whole.unsigned_abs(), identity);
    while left > 0 {
        if left % 2 == 1 {
            result = product(&result, &square, work)?;
        }
        left /= 2;
        if left > 0 {
            square = product(&square, &square, work)?;
        }
    }
    Ok(result)
}

/// Ones on the diagonal.
pub(super) fn identity(size: usize, class: Class) -> Value {
    let elements = (0..size * size).map(|i| Number::boolean(i / size == i % size)).collect();
    Value { class, rows: size, columns: size, elements }
}

/// The sum of the products of elements of two vectors.
pub(super) fn dot(left: &Value, right: &Value, work: &Work) -> Reason<Value> {
    if !(left.is_vector() && right.is_vector()) || left.elements.len() != right.elements.len() {
        return Err(format!("the sizes {} and {} do not fit", left.size(), right.size()));
    }
    let column = |v: &Value| Value { rows: v.elements.len(), columns: 1, ..v.clone() };
    product(&transpose(&column(left)), &column(right), work)
}

/// The vector product of two vectors of three elements.
pub(super) fn cross(left: &Value, right: &Value, work: &Work) -> Reason<Value> {
    if left.elements.len() != 3 || right.elements.len() != 3 {
        return Err(format!(
            "`cross` takes vectors of three elements, and the sizes are {} and {}",
            left.size(),
            right.size()
        ));
    }
    let turn = |value: &Value, by: usize| {
        let elements = value.elements.iter().cycle().skip(by).take(3).cloned().collect();
        Value { elements, ..*left }.cast(value.class)
    };
    let times = |a: Value, b: Value| elementwise(BinaryOp::ElementMultiply, &a, &b, work);
    let first = times(turn(left, 1), turn(right, 2))?;
    let second = times(turn(left, 2), turn(right, 1))?;
    elementwise(BinaryOp::Subtract, &first, &second, work)
}
