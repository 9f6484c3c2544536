//! Types of signals: the class and the size of their elements, or the members of a bus.

use crate::matlab::{Class, Value};
use num_traits::ToPrimitive;
use std::fmt;
use wherefore_ir::Sort;

/// The size of a signal. A vector without orientation is not the same as a column: some blocks tell them apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A vector of this many elements; one element is a scalar.
    Vector(usize),
    /// Rows and columns.
    Matrix(usize, usize),
}

impl Shape {
    /// A scalar.
    pub const SCALAR: Shape = Shape::Vector(1);

    /// How many elements.
    pub fn count(self) -> usize {
        match self {
            Shape::Vector(n) => n,
            Shape::Matrix(rows, columns) => rows * columns,
        }
    }

    /// Whether it has one element.
    pub fn is_scalar(self) -> bool {
        self.count() == 1
    }

    /// Rows and columns; a vector is taken as a column.
    pub fn rows_columns(self) -> (usize, usize) {
        match self {
            Shape::Vector(n) => (n, 1),
            Shape::Matrix(rows, columns) => (rows, columns),
        }
    }

    /// The size of a value; rows and columns count as vectors if asked for.
    pub fn of_value(value: &Value, as_vector: bool) -> Shape {
        match (value.rows, value.columns) {
            (1, 1) => Shape::SCALAR,
            (1, n) | (n, 1) if as_vector => Shape::Vector(n),
            (rows, columns) => Shape::Matrix(rows, columns),
        }
    }

    /// The size that two sizes have together: a scalar meets any, and a matrix prevails over a vector of as many elements.
    pub fn meet(self, other: Shape) -> Option<Shape> {
        match (self, other) {
            (a, b) if a == b => Some(a),
            (a, b) if a.is_scalar() => Some(b),
            (a, b) if b.is_scalar() => Some(a),
            (a, b) if a.count() != b.count() => None,
            (Shape::Vector(_), b) => Some(b),
            (a, Shape::Vector(_)) => Some(a),
            _ => None,
        }
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Shape::Vector(n) => write!(f, "{n}"),
            Shape::Matrix(rows, columns) => write!(f, "{rows}x{columns}"),
        }
    }
}

/// The type of a signal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    /// Elements of one class.
    Array(Class, Shape),
    /// Named members.
    Bus(Vec<(String, Type)>),
}

impl Type {
    /// What an input that nothing drives has.
    pub const GROUND: Type = Type::Array(Class::Double, Shape::SCALAR);

    /// One truth value.
    pub const TRUTH: Type = Type::Array(Class::Boolean, Shape::SCALAR);

    /// How many elements there are in all.
    pub fn count(&self) -> usize {
        match self {
            Type::Array(_, shape) => shape.count(),
            Type::Bus(members) => members.iter().map(|(_, ty)| ty.count()).sum(),
        }
    }

    /// Class and size, unless it is a bus.
    pub fn array(&self) -> Option<(Class, Shape)> {
        match self {
            Type::Array(class, shape) => Some((*class, *shape)),
            Type::Bus(_) => None,
        }
    }

    /// The class of every element.
    pub fn classes(&self) -> Vec<Class> {
        match self {
            Type::Array(class, shape) => vec![*class; shape.count()],
            Type::Bus(members) => members.iter().flat_map(|(_, ty)| ty.classes()).collect(),
        }
    }
}

/// The sort of elements of a class.
pub(crate) fn sort(class: Class) -> Sort {
    match class {
        Class::Boolean => Sort::Bool,
        Class::Double | Class::Single | Class::Text => Sort::Real,
        _ => Sort::Int,
    }
}

/// The sort of a memory. One of few bits is bounded, so that engines for finitely many states take part; wide ones count, and
/// are better calculated with than spelled in bits.
pub(crate) fn memory_sort(class: Class) -> Sort {
    let few = |class: &Class| class.bounds().is_some() && bits(*class) <= 16;
    let bounds = Some(class).filter(few).and_then(|class| class.bounds());
    let range = bounds.and_then(|(lo, hi)| Some(Sort::Range { lo: lo.to_i64()?, hi: hi.to_i64()? }));
    range.unwrap_or(sort(class))
}

/// The class of a result that is of no class of its own: a float if there is one, or the widest integer.
/// `of_truth` is the class if all are truth values.
pub(crate) fn common(classes: impl IntoIterator<Item = Class>, of_truth: Class) -> Option<Class> {
    let mut found: Option<Class> = None;
    for class in classes {
        found = Some(found.map_or(class, |other| wider(other, class)));
    }
    found.map(|class| if class == Class::Boolean { of_truth } else { class })
}

fn wider(a: Class, b: Class) -> Class {
    let rank = |c: Class| match c {
        Class::Double | Class::Text => 4,
        Class::Single => 3,
        Class::Boolean => 0,
        _ => 1,
    };
    match rank(a).cmp(&rank(b)) {
        std::cmp::Ordering::Greater => a,
        std::cmp::Ordering::Less => b,
        std::cmp::Ordering::Equal if rank(a) == 1 => integer(bits(a).max(bits(b)), is_signed(a) || is_signed(b)),
        std::cmp::Ordering::Equal => a,
    }
}

/// How many bits an integer has.
pub(crate) fn bits(class: Class) -> u32 {
    match class {
        Class::Int8 | Class::UInt8 => 8,
        Class::Int16 | Class::UInt16 => 16,
        Class::Int32 | Class::UInt32 => 32,
        _ => 64,
    }
}

fn is_signed(class: Class) -> bool {
    matches!(class, Class::Int8 | Class::Int16 | Class::Int32 | Class::Int64)
}

fn integer(bits: u32, signed: bool) -> Class {
    match (bits, signed) {
        (8, true) => Class::Int8,
        (16, true) => Class::Int16,
        (32, true) => Class::Int32,
        (_, true) => Class::Int64,
        (8, false) => Class::UInt8,
        (16, false) => Class::UInt16,
        (32, false) => Class::UInt32,
        (_, false) => Class::UInt64,
    }
}

/// The class that a parameter such as `OutDataTypeStr` names.
pub(crate) enum Named {
    /// This one.
    Class(Class),
    /// That of the first input.
    First,
    /// By the rule of the block.
    Rule,
    /// One that is not supported.
    Other(String),
}

/// Reads the name of a class.
pub(crate) fn named(text: Option<&str>) -> Named {
    let text = text.unwrap_or("Inherit: auto").trim();
    let plain = text.trim_start_matches("float('").trim_end_matches("')");
    if let Some(class) = Class::named(plain).filter(|c| *c != Class::Text) {
        return Named::Class(class);
    }
    match text {
        "Inherit: Same as first input" | "Inherit: Same as input" | "Inherit: Same as first data input" => Named::First,
        _ if text.starts_with("Inherit") => Named::Rule,
        _ => match text.strip_prefix("fixdt(").and_then(|t| t.strip_suffix(')')).and_then(fixed) {
            Some(class) => Named::Class(class),
            None => Named::Other(text.to_owned()),
        },
    }
}

/// `1,32,0`: a fixed-point number without fraction is an integer.
fn fixed(arguments: &str) -> Option<Class> {
    let numbers: Vec<u32> = arguments.split(',').map(|t| t.trim().parse().ok()).collect::<Option<_>>()?;
    match numbers.as_slice() {
        [sign @ (0 | 1), bits @ (8 | 16 | 32 | 64), 0] => Some(integer(*bits, *sign == 1)),
        _ => None,
    }
}
