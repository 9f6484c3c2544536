//! Constants, matrices that are made from sizes, and casts.

use super::{one, range, two};
use crate::matlab::evaluate::linear::identity;
use crate::matlab::evaluate::operators::{self, elementwise};
use crate::matlab::evaluate::whole;
use crate::matlab::evaluate::work::{Reason, Work};
use crate::matlab::{BinaryOp, Class, MAX_ELEMENTS, Number, Value};

pub(super) fn call(name: &str, arguments: &[Value], work: &Work) -> Option<Reason<Value>> {
    if let Some(class) = Class::named(name) {
        return Some(one(name, arguments).and_then(|value| cast(value, class)));
    }
    if let Some((number, class)) = constant(name) {
        return Some(filled(&number, class, arguments, work));
    }
    Some(match name {
        "intmax" | "intmin" => bound_of_class(name, arguments),
        "eye" => eye(arguments, work),
        "linspace" => linspace(arguments, work),
        "colon" => match arguments {
            [from, to] => range(from, None, to, work),
            [from, step, to] => range(from, Some(step), to, work),
            _ => Err("`colon` takes two or three arguments".to_string()),
        },
        "cast" => two(name, arguments).and_then(|(value, class)| {
            let class = class.as_text().and_then(|class| Class::named(&class));
            cast(value, class.ok_or("the name of a class is missing")?)
        }),
        // The object gets its value later, `p.Value = 1`.
        "Simulink.Parameter" if arguments.is_empty() => Ok(Value::empty()),
        "Simulink.Parameter" => one(name, arguments).cloned(),
        _ => return None,
    })
}

/// Constants, which also fill a matrix of a given size.
fn constant(name: &str) -> Option<(Number, Class)> {
    let number = match name {
        "pi" => Number::from_f64(std::f64::consts::PI),
        "eps" => Number::from_f64(f64::EPSILON),
        "realmax" => Number::from_f64(f64::MAX),
        "realmin" => Number::from_f64(f64::MIN_POSITIVE),
        "flintmax" => Number::integer(1i64 << 53),
        "inf" | "Inf" => Number::Infinity { negative: false },
        "nan" | "NaN" => Number::NotANumber,
        "ones" => Number::one(),
        "zeros" => Number::zero(),
        "true" => return Some((Number::one(), Class::Boolean)),
        "false" => return Some((Number::zero(), Class::Boolean)),
        _ => return None,
    };
    Some((number, Class::Double))
}

fn filled(number: &Number, class: Class, arguments: &[Value], work: &Work) -> Reason<Value> {
    let (rows, columns, class) = size_and_class(arguments, class)?;
    let count = work.size(rows, columns)?;
    Ok(Value { class, rows, columns, elements: vec![class.cast(number); count] })
}

/// A size written as `n`, `m, n` or `[m n]`, perhaps with the name of a class behind it.
fn size_and_class(arguments: &[Value], class: Class) -> Reason<(usize, usize, Class)> {
    let (arguments, class) = match arguments.split_last() {
        Some((last, rest)) if last.class == Class::Text => {
            let named = last.as_text().and_then(|name| Class::named(&name));
            (rest, named.ok_or_else(|| format!("{last} is no class"))?)
        }
        _ => (arguments, class),
    };
    let (rows, columns) = size(arguments)?;
    Ok((rows, columns, class))
}

/// A size written as `n`, `m, n` or `[m n]`.
pub(super) fn size(arguments: &[Value]) -> Reason<(usize, usize)> {
    match arguments {
        [] => Ok((1, 1)),
        [both] if both.is_scalar() => whole(both).map(|n| (n, n)),
        [pair] => match pair.elements.as_slice() {
            [rows, columns] => Ok((whole(&Value::scalar(rows.clone()))?, whole(&Value::scalar(columns.clone()))?)),
            _ => Err("values have two dimensions at most".to_string()),
        },
        [rows, columns] => Ok((whole(rows)?, whole(columns)?)),
        _ => Err("values have two dimensions at most".to_string()),
    }
}

fn cast(value: &Value, class: Class) -> Reason<Value> {
    if class == Class::Boolean {
        operators::truths(value)?;
    }
    Ok(value.cast(class))
}

fn bound_of_class(name: &str, arguments: &[Value]) -> Reason<Value> {
    let class = match arguments {
        [] => Some(Class::Int32),
        [value] if value.class == Class::Text => value.as_text().and_then(|class| Class::named(&class)),
        [value] => Some(value.class),
        _ => None,
    };
    let bounds = class.and_then(|class| Some((class, class.bounds()?)));
    let (class, (least, greatest)) = bounds.ok_or_else(|| format!("`{name}` takes the name of a class of integers"))?;
    Ok(Value { class, ..Value::integer(if name == "intmax" { greatest } else { least }) })
}

fn eye(arguments: &[Value], work: &Work) -> Reason<Value> {
    let (rows, columns, class) = size_and_class(arguments, Class::Double)?;
    work.size(rows, columns)?;
    if rows == columns {
        return Ok(identity(rows, class));
    }
    let elements = (0..columns).flat_map(|c| (0..rows).map(move |r| Number::boolean(r == c))).collect();
    Ok(Value { class, rows, columns, elements })
}

fn linspace(arguments: &[Value], work: &Work) -> Reason<Value> {
    let (from, to, count) = match arguments {
        [from, to] => (from, to, 100),
        [from, to, count] => (from, to, whole(count)?.max(1)),
        _ => return Err("`linspace` takes two bounds and a number".to_string()),
    };
    if !from.is_scalar() || !to.is_scalar() {
        return Err("the bounds of `linspace` are single numbers".to_string());
    }
    if count == 1 {
        return Ok(to.clone());
    }
    if count > MAX_ELEMENTS {
        return Err(format!("a value of {count} elements is too large"));
    }
    let whole = range(&Value::integer(0), None, &Value::integer(count - 1), work)?;
    let span = elementwise(BinaryOp::Subtract, to, from, work)?;
    let step = elementwise(BinaryOp::Divide, &span, &Value::integer(count - 1), work)?;
    let offsets = elementwise(BinaryOp::Multiply, &whole, &step, work)?;
    elementwise(BinaryOp::Add, from, &offsets, work)
}
