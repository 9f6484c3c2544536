//! Values: matrices of numbers of one class.

use super::Number;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::One;
use std::fmt;

/// The type of all elements of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Class {
    Double,
    Single,
    Boolean,
    Int8,
    Int16,
    Int32,
    Int64,
    UInt8,
    UInt16,
    UInt32,
    UInt64,
    /// Characters, one code point in each element.
    Text,
}

impl Class {
    /// The class with a name as MATLAB and Simulink spell it.
    pub fn named(name: &str) -> Option<Class> {
        Some(match name {
            "double" => Class::Double,
            "single" => Class::Single,
            "logical" | "boolean" => Class::Boolean,
            "int8" => Class::Int8,
            "int16" => Class::Int16,
            "int32" => Class::Int32,
            "int64" => Class::Int64,
            "uint8" => Class::UInt8,
            "uint16" => Class::UInt16,
            "uint32" => Class::UInt32,
            "uint64" => Class::UInt64,
            "char" => Class::Text,
            _ => return None,
        })
    }

    /// The name as MATLAB spells it.
    pub fn name(self) -> &'static str {
        match self {
            Class::Double => "double",
            Class::Single => "single",
            Class::Boolean => "logical",
            Class::Int8 => "int8",
            Class::Int16 => "int16",
            Class::Int32 => "int32",
            Class::Int64 => "int64",
            Class::UInt8 => "uint8",
            Class::UInt16 => "uint16",
            Class::UInt32 => "uint32",
            Class::UInt64 => "uint64",
            Class::Text => "char",
        }
    }

    /// The least and the greatest number of a class of integers.
    pub fn bounds(self) -> Option<(BigInt, BigInt)> {
        let (signed, bits) = match self {
            Class::Int8 => (true, 8u32),
            Class::Int16 => (true, 16),
            Class::Int32 => (true, 32),
            Class::Int64 => (true, 64),
            Class::UInt8 => (false, 8),
            Class::UInt16 => (false, 16),
            Class::UInt32 => (false, 32),
            Class::UInt64 => (false, 64),
            _ => return None,
        };
        let span: BigInt = BigInt::one() << (bits - u32::from(signed));
        Some((if signed { -span.clone() } else { BigInt::from(0) }, span - 1))
    }

    /// Whether this is a class of integers.
    pub fn is_integer(self) -> bool {
        self.bounds().is_some()
    }

    /// A number as an element of this class: integers are rounded, halves away from zero, and saturate.
    pub fn cast(self, number: &Number) -> Number {
        match self {
            Class::Double | Class::Text => number.clone(),
            Class::Single => number.to_single(),
            Class::Boolean => Number::boolean(!number.is_zero()),
            integer => match integer.bounds() {
                Some((least, greatest)) => saturate(number, least, greatest),
                None => number.clone(),
            },
        }
    }
}

fn saturate(number: &Number, least: BigInt, greatest: BigInt) -> Number {
    match number {
        Number::NotANumber => Number::zero(),
        Number::Infinity { negative } => Number::integer(if *negative { least } else { greatest }),
        Number::Finite(exact) => Number::integer(exact.round().to_integer().clamp(least, greatest)),
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A matrix of elements of one class; scalars have one row and one column. There are as many elements as rows times columns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Value {
    /// The class of the elements.
    pub class: Class,
    /// How many rows.
    pub rows: usize,
    /// How many columns.
    pub columns: usize,
    /// The elements, column after column.
    pub elements: Vec<Number>,
}

impl Value {
    /// A double.
    pub fn scalar(number: Number) -> Value {
        Value { class: Class::Double, rows: 1, columns: 1, elements: vec![number] }
    }

    /// An exact double.
    pub fn rational(number: BigRational) -> Value {
        Value::scalar(Number::Finite(number))
    }

    /// A double that is a whole number.
    pub fn integer(number: impl Into<BigInt>) -> Value {
        Value::scalar(Number::integer(number))
    }

    /// A truth value.
    pub fn boolean(value: bool) -> Value {
        Value { class: Class::Boolean, ..Value::scalar(Number::boolean(value)) }
    }

    /// A row of doubles.
    pub fn row(elements: Vec<Number>) -> Value {
        Value { class: Class::Double, rows: 1, columns: elements.len(), elements }
    }

    /// A column of doubles.
    pub fn column(elements: Vec<Number>) -> Value {
        Value { class: Class::Double, rows: elements.len(), columns: 1, elements }
    }

    /// A matrix of doubles from its rows; `None` if these have different lengths.
    pub fn matrix(rows: &[Vec<Number>]) -> Option<Value> {
        let columns = rows.first().map_or(0, Vec::len);
        if rows.iter().any(|row| row.len() != columns) {
            return None;
        }
        let elements = (0..columns).flat_map(|c| rows.iter().filter_map(move |row| row.get(c).cloned())).collect();
        Some(Value { class: Class::Double, rows: rows.len(), columns, elements })
    }

    /// A value from its elements, column after column; `None` if there are not as many as the size says.
    pub fn new(class: Class, rows: usize, columns: usize, elements: Vec<Number>) -> Option<Value> {
        (rows.checked_mul(columns) == Some(elements.len())).then_some(Value { class, rows, columns, elements })
    }

    /// A row of characters.
    pub fn text(text: &str) -> Value {
        let elements: Vec<Number> = text.chars().map(|c| Number::integer(u32::from(c))).collect();
        // An empty text has no row either, as in MATLAB.
        Value { class: Class::Text, rows: usize::from(!elements.is_empty()), columns: elements.len(), elements }
    }

    /// The empty matrix.
    pub fn empty() -> Value {
        Value { class: Class::Double, rows: 0, columns: 0, elements: Vec::new() }
    }

    /// Whether there is one element.
    pub fn is_scalar(&self) -> bool {
        self.rows == 1 && self.columns == 1
    }

    /// Whether there is one row or one column.
    pub fn is_vector(&self) -> bool {
        self.rows == 1 || self.columns == 1
    }

    /// Whether there is no element.
    pub fn is_empty(&self) -> bool {
        self.elements.is_empty()
    }

    /// The element in a row and a column, both counted from 0.
    pub fn get(&self, row: usize, column: usize) -> Option<&Number> {
        if row >= self.rows || column >= self.columns {
            return None;
        }
        self.elements.get(column.checked_mul(self.rows)?.checked_add(row)?)
    }

    /// The only element, if there is only one.
    pub fn as_scalar(&self) -> Option<&Number> {
        self.elements.first().filter(|_| self.is_scalar())
    }

    /// The text, if this is a row of characters.
    pub fn as_text(&self) -> Option<String> {
        if self.class != Class::Text || self.rows > 1 {
            return None;
        }
        let character = |n: &Number| n.to_integer().and_then(|code| char::from_u32(u32::try_from(code).ok()?));
        self.elements.iter().map(character).collect()
    }

    /// The truth value of a scalar; `None` for others and for what is not a number.
    pub fn as_boolean(&self) -> Option<bool> {
        self.as_scalar().filter(|n| !n.is_nan()).map(|n| !n.is_zero())
    }

    /// The same elements in another class.
    #[must_use]
    pub fn cast(&self, class: Class) -> Value {
        let elements = self.elements.iter().map(|n| class.cast(n)).collect();
        Value { class, rows: self.rows, columns: self.columns, elements }
    }

    /// The size as messages write it, such as `2x3`.
    pub fn size(&self) -> String {
        format!("{}x{}", self.rows, self.columns)
    }
}

impl fmt::Display for Value {
    /// The value as MATLAB would read it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(text) = self.as_text() {
            return write!(f, "'{}'", text.replace('\'', "''"));
        }
        let show = |number: &Number| match (self.class, number.is_zero()) {
            (Class::Boolean, true) => "false".to_string(),
            (Class::Boolean, false) => "true".to_string(),
            _ => number.to_string(),
        };
        let row = |r| (0..self.columns).filter_map(|c| self.get(r, c)).map(show).collect::<Vec<_>>().join(" ");
        let rows = (0..self.rows).map(row).collect::<Vec<_>>().join("; ");
        let body = if self.is_scalar() { rows } else { format!("[{rows}]") };
        match self.class {
            Class::Double | Class::Boolean => f.write_str(&body),
            class => write!(f, "{class}({body})"),
        }
    }
}
