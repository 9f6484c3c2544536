//! Values of data at run time.
//!
//! There are no types here: a data item holds whatever was assigned to it last. Numbers are exact.

use num_rational::BigRational;
use num_traits::{ToPrimitive, Zero};
use std::fmt;

/// Value of a data item or an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A Boolean.
    Bool(bool),
    /// A number; integers have no fraction.
    Number(BigRational),
    /// A text.
    Text(String),
    /// An array.
    Array(Vec<Value>),
    /// Nothing was assigned yet.
    Undefined,
}

impl Value {
    /// An integer.
    pub fn int(value: i64) -> Value {
        Value::Number(BigRational::from_integer(value.into()))
    }

    /// A text.
    pub fn text(value: impl Into<String>) -> Value {
        Value::Text(value.into())
    }

    /// Whether it counts as true: a number that is not zero, a text that is not empty, every array.
    pub fn truth(&self) -> bool {
        match self {
            Value::Bool(b) => *b,
            Value::Number(n) => !n.is_zero(),
            Value::Text(t) => !t.is_empty(),
            Value::Array(_) => true,
            Value::Undefined => false,
        }
    }

    /// The place in an array that it names.
    pub(super) fn place(&self) -> Option<usize> {
        match self {
            Value::Number(n) if n.is_integer() => n.to_usize(),
            _ => None,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Bool(b) => write!(f, "{b}"),
            Value::Number(n) => write!(f, "{n}"),
            Value::Text(t) => write!(f, "'{t}'"),
            Value::Array(list) => {
                f.write_str("[")?;
                for (i, value) in list.iter().enumerate() {
                    write!(f, "{}{value}", if i == 0 { "" } else { ", " })?;
                }
                f.write_str("]")
            }
            Value::Undefined => f.write_str("undefined"),
        }
    }
}
