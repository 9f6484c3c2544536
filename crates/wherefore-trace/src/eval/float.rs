//! Operators on floats.
//!
//! The arithmetic of the machine is that of IEEE 754, rounded to nearest with ties to even, and so is the conversion of an
//! integer. Only the payloads of NaN differ between machines; [`Value::single`] and [`Value::double`] leave one.

use num_bigint::BigInt;
use num_traits::ToPrimitive;
use wherefore_ir::{FloatFormat, Op, Value};

/// Operators of one operand, given by its bits.
pub(super) fn unary(op: Op, format: FloatFormat, bits: u64) -> Option<Value> {
    let (single, double) = (f32::from_bits(bits as u32), f64::from_bits(bits));
    Some(match (op, format) {
        (Op::Neg, FloatFormat::Single) => Value::single(-single),
        (Op::Neg, FloatFormat::Double) => Value::double(-double),
        (Op::FpFinite, FloatFormat::Single) => Value::Bool(single.is_finite()),
        (Op::FpFinite, FloatFormat::Double) => Value::Bool(double.is_finite()),
        _ => return None,
    })
}

/// The nearest float to an integer of a bounded sort.
pub(super) fn from_integer(format: FloatFormat, number: &BigInt) -> Option<Value> {
    let number = number.to_i64()?;
    Some(match format {
        FloatFormat::Single => Value::single(number as f32),
        FloatFormat::Double => Value::double(number as f64),
    })
}

/// Operators of two operands, given by their bits.
pub(super) fn binary(op: Op, format: FloatFormat, a: u64, b: u64) -> Option<Value> {
    match format {
        FloatFormat::Single => singles(op, f32::from_bits(a as u32), f32::from_bits(b as u32)),
        FloatFormat::Double => doubles(op, f64::from_bits(a), f64::from_bits(b)),
    }
}

fn singles(op: Op, a: f32, b: f32) -> Option<Value> {
    Some(match op {
        Op::Lt => Value::Bool(a < b),
        Op::Le => Value::Bool(a <= b),
        Op::FpEq => Value::Bool(a == b),
        Op::Add => Value::single(a + b),
        Op::Sub => Value::single(a - b),
        Op::Mul => Value::single(a * b),
        Op::RealDiv => Value::single(a / b),
        _ => return None,
    })
}

fn doubles(op: Op, a: f64, b: f64) -> Option<Value> {
    Some(match op {
        Op::Lt => Value::Bool(a < b),
        Op::Le => Value::Bool(a <= b),
        Op::FpEq => Value::Bool(a == b),
        Op::Add => Value::double(a + b),
        Op::Sub => Value::double(a - b),
        Op::Mul => Value::double(a * b),
        Op::RealDiv => Value::double(a / b),
        _ => return None,
    })
}
