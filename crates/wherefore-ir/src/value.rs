//! Values: the elements of the sorts.

use crate::{EnumId, FloatFormat, Sort};
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;

/// One element of a sort.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// A Boolean.
    Bool(bool),
    /// The value with this index of an enumeration.
    Enum(EnumId, u32),
    /// An integer, of sort `Int` or of any range that holds it.
    Int(BigInt),
    /// A real.
    Real(BigRational),
    /// A bit-vector: width and its unsigned reading, always less than 2^width.
    BitVec(u32, BigUint),
    /// A float: its IEEE bits. There is one NaN, the one that [`Value::float`] makes, so that equal values are identical.
    Float(FloatFormat, u64),
}

impl Value {
    /// An integer value.
    pub fn int(value: i64) -> Value {
        Value::Int(BigInt::from(value))
    }

    /// A bit-vector value; bits beyond the width are dropped.
    pub fn bits(width: u32, value: impl Into<BigUint>) -> Value {
        let mask = (BigUint::from(1u8) << width) - 1u8;
        Value::BitVec(width, value.into() & mask)
    }

    /// A float of these bits; bits beyond the width are dropped, and all NaN become one.
    pub fn float(format: FloatFormat, bits: u64) -> Value {
        match format {
            FloatFormat::Single => Value::single(f32::from_bits(bits as u32)),
            FloatFormat::Double => Value::double(f64::from_bits(bits)),
        }
    }

    /// A float of single precision.
    pub fn single(value: f32) -> Value {
        let bits = if value.is_nan() { 0x7fc0_0000 } else { value.to_bits() };
        Value::Float(FloatFormat::Single, u64::from(bits))
    }

    /// A float of double precision.
    pub fn double(value: f64) -> Value {
        let bits = if value.is_nan() { 0x7ff8_0000_0000_0000 } else { value.to_bits() };
        Value::Float(FloatFormat::Double, bits)
    }

    /// The smallest sort that holds the value.
    pub fn sort(&self) -> Sort {
        match self {
            Value::Bool(_) => Sort::Bool,
            Value::Enum(id, _) => Sort::Enum(*id),
            Value::Int(n) => match i64::try_from(n) {
                Ok(n) => Sort::Range { lo: n, hi: n },
                Err(_) => Sort::Int,
            },
            Value::Real(_) => Sort::Real,
            Value::BitVec(width, _) => Sort::BitVec(*width),
            Value::Float(format, _) => Sort::Float(*format),
        }
    }

    /// Whether a variable of this sort can have this value. Enumeration indices are not checked here.
    pub fn fits(&self, sort: Sort) -> bool {
        match (self, sort) {
            (Value::Int(_), Sort::Int) => true,
            (Value::Int(n), Sort::Range { lo, hi }) => *n >= BigInt::from(lo) && *n <= BigInt::from(hi),
            _ => self.sort() == sort,
        }
    }

    /// The Boolean value, if it is one.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(b) => Some(*b),
            _ => None,
        }
    }

    /// The two's complement reading of a bit-vector.
    pub fn signed(width: u32, bits: &BigUint) -> BigInt {
        let value = BigInt::from(bits.clone());
        if bits.bit(u64::from(width) - 1) { value - (BigInt::from(1) << width) } else { value }
    }
}
