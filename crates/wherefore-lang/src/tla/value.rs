//! Values of TLA+. A record is a function of strings, a tuple a function of 1, 2 ... n: they are equal to one written otherwise.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{Display, Formatter, Result};
use std::sync::Arc;

/// A finite value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// TRUE or FALSE.
    Bool(bool),
    /// A number.
    Int(i64),
    /// A string.
    Text(Arc<str>),
    /// A value that is equal to itself alone.
    Model(Arc<str>),
    /// A finite set.
    Set(Arc<BTreeSet<Value>>),
    /// A function with a finite domain.
    Function(Arc<BTreeMap<Value, Value>>),
}

impl Value {
    /// The set of these.
    pub fn set(values: impl IntoIterator<Item = Value>) -> Value {
        Value::Set(Arc::new(values.into_iter().collect()))
    }

    /// The tuple of these.
    pub fn tuple(values: impl IntoIterator<Item = Value>) -> Value {
        Value::Function(Arc::new((1..).map(Value::Int).zip(values).collect()))
    }

    /// The function with these arguments and values.
    pub fn function(pairs: impl IntoIterator<Item = (Value, Value)>) -> Value {
        Value::Function(Arc::new(pairs.into_iter().collect()))
    }

    /// A string.
    pub fn text(text: &str) -> Value {
        Value::Text(text.into())
    }

    /// What kind of value it is, in words.
    pub fn kind(&self) -> &'static str {
        match self {
            Value::Bool(_) => "a Boolean",
            Value::Int(_) => "a number",
            Value::Text(_) => "a string",
            Value::Model(_) => "a model value",
            Value::Set(_) => "a set",
            Value::Function(_) => "a function",
        }
    }

    /// Whether the two can be compared: a model value with everything, other values with those of their kind.
    pub fn is_comparable(&self, other: &Value) -> bool {
        let either = |value: &Value| matches!(value, Value::Model(_));
        either(self) || either(other) || std::mem::discriminant(self) == std::mem::discriminant(other)
    }

    /// Adds the model values in it to a set.
    pub fn models(&self, found: &mut BTreeSet<Arc<str>>) {
        match self {
            Value::Model(name) => drop(found.insert(name.clone())),
            Value::Set(set) => set.iter().for_each(|value| value.models(found)),
            Value::Function(map) => map.iter().for_each(|(argument, value)| {
                argument.models(found);
                value.models(found);
            }),
            Value::Bool(_) | Value::Int(_) | Value::Text(_) => {}
        }
    }
}

/// As TLC prints it.
impl Display for Value {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Value::Bool(true) => f.write_str("TRUE"),
            Value::Bool(false) => f.write_str("FALSE"),
            Value::Int(number) => write!(f, "{number}"),
            Value::Text(text) => quoted(text, f),
            Value::Model(name) => f.write_str(name),
            Value::Set(set) => {
                f.write_str("{")?;
                list(set.iter(), f)?;
                f.write_str("}")
            }
            Value::Function(map) if is_tuple(map) => {
                f.write_str("<<")?;
                list(map.values(), f)?;
                f.write_str(">>")
            }
            Value::Function(map) => function(map, f),
        }
    }
}

fn quoted(text: &str, f: &mut Formatter<'_>) -> Result {
    write!(f, "\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

fn list<'v>(values: impl Iterator<Item = &'v Value>, f: &mut Formatter<'_>) -> Result {
    for (place, value) in values.enumerate() {
        write!(f, "{}{value}", if place > 0 { ", " } else { "" })?;
    }
    Ok(())
}

/// A record where all arguments are names, else a sum of single pairs.
fn function(map: &BTreeMap<Value, Value>, f: &mut Formatter<'_>) -> Result {
    let is_record = map.keys().all(|key| matches!(key, Value::Text(name) if is_name(name)));
    f.write_str(if is_record { "[" } else { "(" })?;
    for (place, (argument, value)) in map.iter().enumerate() {
        let comma = match (place, is_record) {
            (0, _) => "",
            (_, true) => ", ",
            (_, false) => " @@ ",
        };
        match argument {
            Value::Text(name) if is_record => write!(f, "{comma}{name} |-> {value}")?,
            _ => write!(f, "{comma}{argument} :> {value}")?,
        }
    }
    f.write_str(if is_record { "]" } else { ")" })
}

fn is_tuple(map: &BTreeMap<Value, Value>) -> bool {
    map.keys().zip(1..).all(|(key, place)| *key == Value::Int(place))
}

fn is_name(text: &str) -> bool {
    text.chars().any(char::is_alphabetic) && text.chars().all(|c| c.is_alphanumeric() || c == '_')
}
