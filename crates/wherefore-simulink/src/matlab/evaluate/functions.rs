//! Functions by name.

mod bits;
mod build;
mod elementwise;
mod reduce;
mod shape;

use super::operators::{arithmetic_class, common_class};
use super::work::{Reason, Work};
use crate::matlab::{Class, Number, Value};
use num_traits::ToPrimitive;

/// The value of a function, or `None` if there is no function of this name.
pub(super) fn call(name: &str, arguments: &[Value], work: &Work) -> Option<Reason<Value>> {
    build::call(name, arguments, work)
        .or_else(|| elementwise::call(name, arguments, work))
        .or_else(|| reduce::call(name, arguments, work))
        .or_else(|| shape::call(name, arguments, work))
        .or_else(|| bits::call(name, arguments, work))
}

/// The only argument.
fn one<'a>(name: &str, arguments: &'a [Value]) -> Reason<&'a Value> {
    match arguments {
        [only] => Ok(only),
        _ => Err(format!("`{name}` takes one argument, not {}", arguments.len())),
    }
}

/// The two arguments.
fn two<'a>(name: &str, arguments: &'a [Value]) -> Reason<(&'a Value, &'a Value)> {
    match arguments {
        [first, second] => Ok((first, second)),
        _ => Err(format!("`{name}` takes two arguments, not {}", arguments.len())),
    }
}

/// Numbers at equal distances; a bound that is no single number counts by its first element, as in MATLAB.
pub(super) fn range(from: &Value, step: Option<&Value>, to: &Value, work: &Work) -> Reason<Value> {
    let unit = Value::integer(1);
    let step = step.unwrap_or(&unit);
    let class = common_class(common_class(from.class, step.class)?, to.class)?;
    let first = |value: &Value| value.elements.first().cloned();
    let (Some(start), Some(distance), Some(bound)) = (first(from), first(step), first(to)) else {
        return Ok(Value { rows: 1, ..Value::empty() });
    };
    let count = match (&bound - &start, &distance) {
        (Number::NotANumber, _) | (_, Number::NotANumber) => return Err("a range has no bound".to_string()),
        (_, distance) if distance.is_zero() => 0,
        (span, distance) => match (&span / distance, &span) {
            (steps, _) if steps.is_negative() => 0,
            (Number::Finite(steps), Number::Finite(_)) => {
                steps.to_integer().to_usize().and_then(|steps| steps.checked_add(1)).unwrap_or(usize::MAX)
            }
            _ => return Err("a range has no bound".to_string()),
        },
    };
    work.elements(count)?;
    let mut elements = Vec::with_capacity(count);
    for i in 0..count {
        let element = &start + &(&distance * &Number::integer(i));
        work.operation(&element)?;
        elements.push(class.cast(&element));
    }
    Ok(Value { class, rows: 1, columns: count, elements })
}

/// The class of results that are computed on doubles.
fn float_class(class: Class) -> Class {
    if class.is_integer() { Class::Double } else { arithmetic_class(class) }
}
