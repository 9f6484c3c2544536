//! Functions that take the elements of a column or a row together.

use super::{one, two};
use crate::matlab::evaluate::linear;
use crate::matlab::evaluate::operators::{arithmetic_class, common_class, pairs, transpose, truths};
use crate::matlab::evaluate::work::{Reason, Work};
use crate::matlab::{Class, Number, Value};
use std::cmp::Ordering;

pub(super) fn call(name: &str, arguments: &[Value], work: &Work) -> Option<Reason<Value>> {
    Some(match name {
        "sum" => reduced(name, arguments, work, fold(Number::zero(), |a, b| a + b)),
        "prod" => reduced(name, arguments, work, fold(Number::one(), |a, b| a * b)),
        "mean" => reduced(name, arguments, work, mean),
        "cumsum" => reduced(name, arguments, work, running(Number::zero(), |a, b| a + b)),
        "cumprod" => reduced(name, arguments, work, running(Number::one(), |a, b| a * b)),
        "diff" => reduced(name, arguments, work, |line, _, work| {
            line.iter().zip(line.iter().skip(1)).map(|(a, b)| checked(b - a, work)).collect()
        }),
        "sort" => reduced(name, arguments, work, |line, _, work| {
            work.elements(line.len().saturating_mul(8))?;
            let mut line = line.to_vec();
            line.sort_by(|a, b| a.compare(b).unwrap_or_else(|| a.is_nan().cmp(&b.is_nan())));
            Ok(line)
        }),
        "any" => quantified(name, arguments, work, |line| line.iter().any(|n| !n.is_zero())),
        "all" => quantified(name, arguments, work, |line| line.iter().all(|n| !n.is_zero())),
        "min" => extreme(name, arguments, work, Ordering::Less),
        "max" => extreme(name, arguments, work, Ordering::Greater),
        "dot" => two(name, arguments).and_then(|(a, b)| linear::dot(a, b, work)),
        "cross" => two(name, arguments).and_then(|(a, b)| linear::cross(a, b, work)),
        "trace" => one(name, arguments).and_then(|value| {
            let diagonal = (0..value.rows).filter_map(|i| value.get(i, i).cloned()).collect();
            reduced(name, &[Value::column(diagonal).cast(value.class)], work, fold(Number::zero(), |a, b| a + b))
        }),
        "norm" => one(name, arguments).and_then(|value| norm(value, work)),
        "inv" => one(name, arguments).and_then(|value| linear::left_quotient(value, &unit(value), work)),
        _ => return None,
    })
}

fn unit(value: &Value) -> Value {
    linear::identity(value.rows.min(value.columns), Class::Double)
}

fn checked(number: Number, work: &Work) -> Reason<Number> {
    work.operation(&number)?;
    Ok(number)
}

/// All elements of a line become one.
fn fold(
    start: Number,
    combine: fn(&Number, &Number) -> Number,
) -> impl Fn(&[Number], Class, &Work) -> Reason<Vec<Number>> {
    move |line, class, work| {
        let step = |sum: Number, n: &Number| checked(class.cast(&combine(&sum, n)), work);
        Ok(vec![line.iter().try_fold(start.clone(), step)?])
    }
}

/// Each element becomes what it and those before it give together.
fn running(
    start: Number,
    combine: fn(&Number, &Number) -> Number,
) -> impl Fn(&[Number], Class, &Work) -> Reason<Vec<Number>> {
    move |line, class, work| {
        let mut sum = start.clone();
        let mut step = |n: &Number| {
            sum = checked(class.cast(&combine(&sum, n)), work)?;
            Ok(sum.clone())
        };
        line.iter().map(&mut step).collect()
    }
}

fn mean(line: &[Number], _: Class, work: &Work) -> Reason<Vec<Number>> {
    let mut sum = Number::zero();
    for number in line {
        sum = checked(&sum + number, work)?;
    }
    Ok(vec![checked(&sum / &Number::integer(line.len()), work)?])
}

/// The direction in which lines are taken: columns, except for a single row.
#[derive(Clone, Copy, PartialEq)]
enum Along {
    Columns,
    Rows,
}

fn direction(name: &str, value: &Value, dimension: Option<&Value>) -> Reason<Along> {
    match dimension {
        None if value.rows == 1 => Ok(Along::Rows),
        None => Ok(Along::Columns),
        Some(dimension) => match dimension.as_scalar().and_then(Number::to_integer) {
            Some(1) => Ok(Along::Columns),
            Some(2) => Ok(Along::Rows),
            _ => Err(format!("the dimension of `{name}` is 1 or 2")),
        },
    }
}

/// Each line of a value replaced by what a function makes of it.
fn lines(
    value: &Value,
    along: Along,
    class: Class,
    work: &Work,
    function: impl Fn(&[Number], Class, &Work) -> Reason<Vec<Number>>,
) -> Reason<Value> {
    // The empty matrix counts as one column, so that its sum is 0.
    let columns = if value.rows == 0 && value.columns == 0 { 1 } else { value.columns };
    let value = Value { columns, ..value.clone() };
    let value = if along == Along::Rows { transpose(&value) } else { value };
    let mut results = Vec::new();
    for column in 0..value.columns {
        let start = column * value.rows;
        let line = value.elements.get(start..start + value.rows).unwrap_or_default();
        results.push(function(line, class, work)?);
    }
    let rows = results.first().map_or(0, Vec::len);
    let columns = results.len();
    let elements = results.into_iter().flatten().map(|n| class.cast(&n)).collect();
    let result = Value { class, rows, columns, elements };
    Ok(if along == Along::Rows { transpose(&result) } else { result })
}

fn reduced(
    name: &str,
    arguments: &[Value],
    work: &Work,
    function: impl Fn(&[Number], Class, &Work) -> Reason<Vec<Number>>,
) -> Reason<Value> {
    let (value, dimension) = match arguments {
        [value] => (value, None),
        [value, dimension] => (value, Some(dimension)),
        _ => return Err(format!("`{name}` takes a value and perhaps a dimension")),
    };
    work.elements(value.elements.len())?;
    lines(value, direction(name, value, dimension)?, arithmetic_class(value.class), work, function)
}

fn quantified(name: &str, arguments: &[Value], work: &Work, holds: fn(&[Number]) -> bool) -> Reason<Value> {
    for value in arguments {
        truths(value)?;
    }
    reduced(name, arguments, work, |line, _, _| Ok(vec![Number::boolean(holds(line))]))
        .map(|value| value.cast(Class::Boolean))
}

/// The smaller or the larger of two values, or of each line; what is not a number counts only if there is nothing else.
fn extreme(name: &str, arguments: &[Value], work: &Work, wanted: Ordering) -> Reason<Value> {
    let better = |a: &Number, b: &Number| {
        let keeps_first = b.is_nan() || a.compare(b) == Some(wanted);
        if keeps_first { a.clone() } else { b.clone() }
    };
    let (value, dimension) = match arguments {
        [value] => (value, None),
        [value, empty, dimension] if empty.is_empty() => (value, Some(dimension)),
        [a, b] => return pairs(a, b, common_class(a.class, b.class)?, work, |x, y| Ok(better(x, y))),
        _ => return Err(format!("`{name}` takes one or two values, or a value, `[]` and a dimension")),
    };
    work.elements(value.elements.len())?;
    let along = direction(name, value, dimension)?;
    if value.is_empty() {
        return Ok(Value::empty());
    }
    let class = arithmetic_class(value.class);
    lines(value, along, class, work, |line, _, _| {
        Ok(line.iter().cloned().reduce(|a, b| better(&a, &b)).into_iter().collect())
    })
}

/// The length of a vector.
fn norm(value: &Value, work: &Work) -> Reason<Value> {
    if !value.is_vector() {
        return Err("`norm` takes a vector".to_string());
    }
    let squares = linear::dot(value, value, work)?;
    let root = squares.as_scalar().and_then(Number::sqrt).unwrap_or(Number::NotANumber);
    Ok(Value::scalar(root).cast(arithmetic_class(value.class)))
}
