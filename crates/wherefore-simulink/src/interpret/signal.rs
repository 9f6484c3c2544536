//! Values on the lines of a diagram.
//!
//! Class and size travel with the value, so that nothing has to be inferred before a diagram runs. Elements are exact and
//! finite: an operation without such a result has no value at all.

use super::fault::{Fault, size, undefined};
use crate::matlab::{Class, Number, Value};
use indexmap::IndexMap;
use num_rational::BigRational;
use num_traits::{One, Zero};

/// The class of a value that is not known yet. No signal consists of characters, so their class is free for this; it occurs
/// only while shapes are learned.
pub(super) const UNKNOWN: Class = Class::Text;

/// The shape of a value whose size is not known yet, which has one element to compute with. No signal is empty, so this
/// shape is free as well.
pub(super) const ANY: Shape = Shape::Vector(0);

/// How many numbers one signal may have. Blocks that join signals would otherwise double them without end.
pub(super) const MAX_ELEMENTS: usize = 100_000;
/// How deep buses may lie in each other.
const MAX_DEPTH: usize = 100;

/// What a line carries in one tick.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Signal {
    /// Numbers of one class.
    Array(Array),
    /// Signals with names.
    Bus(IndexMap<String, Signal>),
}

/// The dimensions of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// One dimension; scalars have one element.
    Vector(usize),
    /// Two dimensions.
    Matrix {
        /// How many rows.
        rows: usize,
        /// How many columns.
        columns: usize,
    },
}

impl Shape {
    /// How many elements there are.
    pub fn len(self) -> usize {
        match self {
            Shape::Vector(n) => n,
            Shape::Matrix { rows, columns } => rows.saturating_mul(columns),
        }
    }

    /// Whether there is no element.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// How many rows; a vector counts as a column.
    pub fn rows(self) -> usize {
        match self {
            Shape::Vector(n) => n,
            Shape::Matrix { rows, .. } => rows,
        }
    }

    /// How many columns.
    pub fn columns(self) -> usize {
        match self {
            Shape::Vector(_) => 1,
            Shape::Matrix { columns, .. } => columns,
        }
    }

    /// How many elements a value of this shape has, also if its size is not known yet.
    pub(super) fn count(self) -> usize {
        if self == ANY { 1 } else { self.len() }
    }

    /// The size as messages write it.
    pub fn text(self) -> String {
        match self {
            Shape::Vector(n) => n.to_string(),
            Shape::Matrix { rows, columns } => format!("{rows}x{columns}"),
        }
    }
}

/// Numbers of one class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Array {
    /// The class of the elements.
    pub class: Class,
    /// The dimensions.
    pub shape: Shape,
    /// The elements, column after column; as many as the dimensions say.
    pub elements: Vec<BigRational>,
}

impl Array {
    /// One number.
    pub fn scalar(class: Class, element: BigRational) -> Array {
        Array { class, shape: Shape::Vector(1), elements: vec![element] }
    }

    /// A truth value.
    pub fn boolean(value: bool) -> Array {
        Array::scalar(Class::Boolean, truth(value))
    }

    /// A vector of one dimension.
    pub fn vector(class: Class, elements: Vec<BigRational>) -> Array {
        Array { class, shape: Shape::Vector(elements.len()), elements }
    }

    /// The value of a parameter; vectors get one dimension.
    pub(super) fn of_parameter(value: &Value) -> Result<Array, Fault> {
        let shape = match value {
            v if v.is_vector() => Shape::Vector(v.elements.len()),
            v => Shape::Matrix { rows: v.rows, columns: v.columns },
        };
        let elements = value.elements.iter().map(exact).collect::<Result<Vec<_>, Fault>>()?;
        Ok(Array { class: value.class, shape, elements })
    }

    /// Whether there is one element.
    pub fn is_scalar(&self) -> bool {
        self.elements.len() == 1
    }

    /// The element at a place; that of a scalar is everywhere.
    pub(super) fn at(&self, index: usize) -> Result<&BigRational, Fault> {
        let index = if self.is_scalar() { 0 } else { index };
        self.elements.get(index).ok_or_else(|| size(format!("there is no element {}", index.saturating_add(1))))
    }

    /// The element in a row and a column, both counted from 0.
    pub(super) fn cell(&self, row: usize, column: usize) -> Result<&BigRational, Fault> {
        if row >= self.shape.rows() || column >= self.shape.columns() {
            return Err(size(format!("there is no element ({}, {})", row.saturating_add(1), column.saturating_add(1))));
        }
        self.at(column.saturating_mul(self.shape.rows()).saturating_add(row))
    }

    /// The only element.
    pub(super) fn only(&self) -> Result<&BigRational, Fault> {
        match self.elements.as_slice() {
            [only] => Ok(only),
            _ => Err(size(format!("a scalar is needed, this has the size {}", self.shape.text()))),
        }
    }

    /// Whether no element is zero.
    pub fn is_true(&self) -> bool {
        self.elements.iter().all(|e| !e.is_zero())
    }

    /// The same elements in another form.
    pub(super) fn reshaped(&self, shape: Shape) -> Result<Array, Fault> {
        if shape.count() != self.elements.len() {
            return Err(size(format!("{} elements do not make {}", self.elements.len(), shape.text())));
        }
        Ok(Array { class: self.class, shape, elements: self.elements.clone() })
    }

    /// The same with a scalar repeated, if it is one, until the shape is filled.
    pub(super) fn expanded(&self, shape: Shape) -> Result<Array, Fault> {
        if self.is_scalar() {
            let only = self.at(0)?;
            return Ok(Array { class: self.class, shape, elements: vec![only.clone(); shape.count()] });
        }
        self.reshaped(if shape == ANY { self.shape } else { shape })
    }

    /// The value as MATLAB would hold it.
    pub fn to_value(&self) -> Value {
        let elements = self.elements.iter().cloned().map(Number::Finite).collect();
        Value { class: self.class, rows: self.shape.rows(), columns: self.shape.columns(), elements }
    }
}

impl Signal {
    /// A double.
    pub fn double(element: BigRational) -> Signal {
        Signal::Array(Array::scalar(Class::Double, element))
    }

    /// A truth value.
    pub fn boolean(value: bool) -> Signal {
        Signal::Array(Array::boolean(value))
    }

    /// What an input has that nothing is connected to.
    pub(super) fn ground() -> Signal {
        Signal::double(BigRational::zero())
    }

    /// The numbers.
    pub fn array(&self) -> Option<&Array> {
        match self {
            Signal::Array(array) => Some(array),
            Signal::Bus(_) => None,
        }
    }

    /// How many numbers and buses there are, and how deep buses lie in each other.
    pub(super) fn extent(&self) -> (usize, usize) {
        match self {
            Signal::Array(array) => (array.elements.len(), 0),
            Signal::Bus(fields) => fields
                .values()
                .map(Signal::extent)
                .fold((1, 1), |(count, depth), (n, d)| (count.saturating_add(n), depth.max(d.saturating_add(1)))),
        }
    }

    /// A bus, if it is neither too large nor too deep.
    pub(super) fn bus(fields: IndexMap<String, Signal>) -> Result<Signal, Fault> {
        let bus = Signal::Bus(fields);
        match bus.extent() {
            (count, depth) if count <= MAX_ELEMENTS && depth <= MAX_DEPTH => Ok(bus),
            _ => Err(size("a bus that is too large or too deep")),
        }
    }

    /// A signal of the same classes and sizes, changed in each array.
    pub(super) fn map(&self, change: &dyn Fn(&Array) -> Array) -> Signal {
        match self {
            Signal::Array(array) => Signal::Array(change(array)),
            Signal::Bus(fields) => {
                Signal::Bus(fields.iter().map(|(name, field)| (name.clone(), field.map(change))).collect())
            }
        }
    }

    /// Zeros of the same classes and sizes.
    pub(super) fn zeros(&self) -> Signal {
        self.map(&|array| Array { elements: vec![BigRational::zero(); array.elements.len()], ..array.clone() })
    }
}

/// One for true and zero for false.
pub(super) fn truth(value: bool) -> BigRational {
    if value { BigRational::one() } else { BigRational::zero() }
}

/// A number that has to be finite.
pub(super) fn exact(number: &Number) -> Result<BigRational, Fault> {
    number.finite().cloned().ok_or_else(|| undefined(format!("{number} is no number that can be computed with")))
}
