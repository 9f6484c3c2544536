//! Functions about the size of values, and those that move elements without changing them.

use super::build;
use super::elementwise::all_equal;
use super::{one, two};
use crate::matlab::evaluate::index::{Index, select};
use crate::matlab::evaluate::join;
use crate::matlab::evaluate::operators::binary;
use crate::matlab::evaluate::whole;
use crate::matlab::evaluate::work::{Reason, Work};
use crate::matlab::{BinaryOp, Class, Number, Value};

pub(super) fn call(name: &str, arguments: &[Value], work: &Work) -> Option<Reason<Value>> {
    if let Some(measure) = measure(name) {
        return Some(one(name, arguments).map(|value| Value::integer(measure(value))));
    }
    if let Some(test) = test(name) {
        return Some(one(name, arguments).map(|value| Value::boolean(test(value))));
    }
    Some(match name {
        "size" => size(arguments),
        "class" => one(name, arguments).map(|value| Value::text(value.class.name())),
        "diag" => one(name, arguments).and_then(|value| diagonal(value, work)),
        "repmat" => repeated(arguments, work),
        "reshape" => reshaped(arguments),
        "fliplr" => one(name, arguments).and_then(|value| turned(value, false, true, work)),
        "flipud" => one(name, arguments).and_then(|value| turned(value, true, false, work)),
        "flip" => one(name, arguments).and_then(|value| turned(value, value.rows > 1, value.rows == 1, work)),
        "triu" => one(name, arguments).map(|value| triangle(value, |row, column| row <= column)),
        "tril" => one(name, arguments).map(|value| triangle(value, |row, column| row >= column)),
        "kron" => two(name, arguments).and_then(|(a, b)| kronecker(a, b, work)),
        "horzcat" => join::beside(arguments, work),
        "vertcat" => join::below(arguments, work),
        "find" => one(name, arguments).map(found),
        "isequal" => two(name, arguments).and_then(|(a, b)| all_equal(a, b, work).map(Value::boolean)),
        "strcmp" => two(name, arguments).and_then(|(a, b)| {
            let texts = a.class == Class::Text && b.class == Class::Text;
            Ok(Value::boolean(texts && all_equal(a, b, work)?))
        }),
        _ => return None,
    })
}

fn measure(name: &str) -> Option<fn(&Value) -> usize> {
    Some(match name {
        "numel" => |value| value.elements.len(),
        "length" => |value| if value.is_empty() { 0 } else { value.rows.max(value.columns) },
        "ndims" => |_| 2,
        "nnz" => |value| value.elements.iter().filter(|n| !n.is_zero()).count(),
        _ => return None,
    })
}

fn test(name: &str) -> Option<fn(&Value) -> bool> {
    Some(match name {
        "isempty" => Value::is_empty,
        "isscalar" => Value::is_scalar,
        "isvector" => Value::is_vector,
        "isrow" => |value| value.rows == 1,
        "iscolumn" => |value| value.columns == 1,
        "ischar" => |value| value.class == Class::Text,
        "islogical" => |value| value.class == Class::Boolean,
        "isnumeric" => |value| !matches!(value.class, Class::Text | Class::Boolean),
        "isinteger" => |value| value.class.is_integer(),
        "isfloat" => |value| matches!(value.class, Class::Double | Class::Single),
        "isreal" => |_| true,
        _ => return None,
    })
}

fn size(arguments: &[Value]) -> Reason<Value> {
    match arguments {
        [value] => Ok(Value::row(vec![Number::integer(value.rows), Number::integer(value.columns)])),
        [value, dimension] => match whole(dimension)? {
            0 => Err("dimensions are counted from 1".to_string()),
            1 => Ok(Value::integer(value.rows)),
            2 => Ok(Value::integer(value.columns)),
            _ => Ok(Value::integer(1)),
        },
        _ => Err("`size` takes a value and perhaps a dimension".to_string()),
    }
}

/// A vector becomes a diagonal; of a matrix, the diagonal is taken.
fn diagonal(value: &Value, work: &Work) -> Reason<Value> {
    if !value.is_vector() {
        let elements: Vec<Number> = (0..value.rows).filter_map(|i| value.get(i, i).cloned()).collect();
        return Ok(Value { class: value.class, rows: elements.len(), columns: 1, elements });
    }
    let length = value.elements.len();
    work.size(length, length)?;
    let mut elements = vec![Number::zero(); length * length];
    for (slot, number) in elements.iter_mut().step_by(length + 1).zip(&value.elements) {
        slot.clone_from(number);
    }
    Ok(Value { class: value.class, rows: length, columns: length, elements })
}

fn repeated(arguments: &[Value], work: &Work) -> Reason<Value> {
    let Some((value, times)) = arguments.split_first().filter(|(_, times)| !times.is_empty()) else {
        return Err("`repmat` takes a value and how often it is repeated".to_string());
    };
    let (down, across) = build::size(times)?;
    let rows = value.rows.saturating_mul(down);
    let columns = value.columns.saturating_mul(across);
    let count = rows.saturating_mul(columns);
    work.copies(count, value)?;
    let mut elements = Vec::with_capacity(count);
    for column in 0..columns {
        let source = column % value.columns.max(1);
        elements.extend((0..rows).filter_map(|row| value.get(row % value.rows.max(1), source).cloned()));
    }
    Ok(Value { class: value.class, rows, columns, elements })
}

fn reshaped(arguments: &[Value]) -> Reason<Value> {
    let count = |value: &Value| value.elements.len();
    let (value, rows, columns) = match arguments {
        [value, pair] => {
            let (rows, columns) = build::size(std::slice::from_ref(pair))?;
            (value, rows, columns)
        }
        [value, rows, columns] if rows.is_empty() => {
            let columns = whole(columns)?;
            (value, count(value) / columns.max(1), columns)
        }
        [value, rows, columns] if columns.is_empty() => {
            let rows = whole(rows)?;
            (value, rows, count(value) / rows.max(1))
        }
        [value, rows, columns] => (value, whole(rows)?, whole(columns)?),
        _ => return Err("`reshape` takes a value and a size of two dimensions".to_string()),
    };
    Value::new(value.class, rows, columns, value.elements.clone())
        .ok_or_else(|| format!("{} elements do not fit into the size {rows}x{columns}", count(value)))
}

/// Rows or columns in the opposite order.
fn turned(value: &Value, rows: bool, columns: bool, work: &Work) -> Reason<Value> {
    let order = |length: usize, turn: bool| {
        let places: Vec<usize> = if turn { (0..length).rev().collect() } else { (0..length).collect() };
        Index::Places { rows: 1, columns: places.len(), places }
    };
    select(value, &[order(value.rows, rows), order(value.columns, columns)], work)
}

/// The elements that are kept, and zeros elsewhere.
fn triangle(value: &Value, keeps: fn(usize, usize) -> bool) -> Value {
    let height = value.rows.max(1);
    let element = |(i, n): (usize, &Number)| if keeps(i % height, i / height) { n.clone() } else { Number::zero() };
    Value { elements: value.elements.iter().enumerate().map(element).collect(), ..*value }
}

/// Each element of one matrix times the whole other matrix.
fn kronecker(a: &Value, b: &Value, work: &Work) -> Reason<Value> {
    let block = |n: &Number| binary(BinaryOp::Multiply, &Value { class: a.class, ..Value::scalar(n.clone()) }, b, work);
    let mut columns = Vec::new();
    for column in 0..a.columns {
        let blocks = (0..a.rows).filter_map(|row| a.get(row, column)).map(block).collect::<Reason<Vec<_>>>()?;
        columns.push(join::below(&blocks, work)?);
    }
    join::beside(&columns, work)
}

fn found(value: &Value) -> Value {
    let places = value.elements.iter().enumerate().filter(|(_, n)| !n.is_zero());
    let places: Vec<Number> = places.map(|(i, _)| Number::integer(i + 1)).collect();
    if value.rows == 1 { Value::row(places) } else { Value::column(places) }
}
