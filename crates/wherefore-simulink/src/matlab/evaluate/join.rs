//! Values put together: rows from parts side by side, matrices from rows below each other.

use super::operators::transpose;
use super::work::{Reason, Work};
use crate::matlab::{Class, Value};

/// Values side by side.
pub(super) fn beside(parts: &[Value], work: &Work) -> Reason<Value> {
    let class = joint_class(parts);
    let parts: Vec<&Value> = parts.iter().filter(|part| !is_void(part)).collect();
    let Some(first) = parts.first() else { return Ok(Value { class, ..Value::empty() }) };
    let rows = first.rows;
    if let Some(other) = parts.iter().find(|part| part.rows != rows) {
        return Err(format!("the sizes {} and {} do not fit side by side", first.size(), other.size()));
    }
    let columns = parts.iter().map(|part| part.columns).fold(0, usize::saturating_add);
    let count = work.size(rows, columns)?;
    let mut elements = Vec::with_capacity(count);
    for part in parts {
        elements.extend(part.elements.iter().map(|n| class.cast(n)));
    }
    Ok(Value { class, rows, columns, elements })
}

/// Values below each other.
pub(super) fn below(parts: &[Value], work: &Work) -> Reason<Value> {
    if let [only] = parts {
        return Ok(only.clone());
    }
    let full: Vec<&Value> = parts.iter().filter(|part| !is_void(part)).collect();
    if let Some((first, rest)) = full.split_first()
        && let Some(other) = rest.iter().find(|part| part.columns != first.columns)
    {
        return Err(format!("the sizes {} and {} do not fit below each other", first.size(), other.size()));
    }
    let turned: Vec<Value> = parts.iter().map(transpose).collect();
    beside(&turned, work).map(|joined| transpose(&joined))
}

/// Empty matrices join with everything; rows without columns must fit.
fn is_void(part: &Value) -> bool {
    part.is_empty() && (part.rows == 0 || part.columns == 0) && !(part.rows > 1 || part.columns > 1)
}

/// The class of values that are put together: characters, then the first class of integers, then single, then double; truth
/// values only among themselves.
fn joint_class(parts: &[Value]) -> Class {
    let classes = || parts.iter().map(|part| part.class);
    let has = |class| classes().any(|other| other == class);
    if has(Class::Text) {
        return Class::Text;
    }
    if let Some(integer) = classes().find(|class| class.is_integer()) {
        return integer;
    }
    match (has(Class::Single), classes().next()) {
        (true, _) => Class::Single,
        (false, Some(_)) if classes().all(|class| class == Class::Boolean) => Class::Boolean,
        _ => Class::Double,
    }
}
