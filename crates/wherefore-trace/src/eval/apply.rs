//! Strict operators, on exact numbers.
//!
//! Integers and reals are unbounded. A bit-vector is its unsigned reading; signed operators read it as two's
//! complement, compute on integers, and reduce modulo 2^width. The values of partial operations are those that the
//! comments at [`Op`] fix. Floats are in `float.rs`. A function gives `None` if the operands are not of the sorts the operator takes.

use super::float;
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{Signed, ToPrimitive, Zero};
use wherefore_ir::{Op, Rounding, Value};

/// Operators of one operand.
pub(super) fn unary(op: Op, a: &Value) -> Option<Value> {
    Some(match (op, a) {
        (_, Value::BitVec(0, _)) => return None,
        (Op::Neg, Value::Int(a)) => Value::Int(-a),
        (Op::Neg, Value::Real(a)) => Value::Real(-a),
        (op, Value::Float(format, a)) => return float::unary(op, *format, *a),
        (Op::ToFloat(format), Value::Int(a)) => return float::from_integer(format, a),
        (Op::ToReal, Value::Int(a)) => Value::Real(BigRational::from_integer(a.clone())),
        (Op::Floor, Value::Real(a)) => Value::Int(a.numer().div_floor(a.denom())),
        (Op::IntToBv(width), Value::Int(a)) => wrap(width, a),
        (Op::BvNot, Value::BitVec(width, a)) => Value::BitVec(*width, ones(*width) ^ a),
        (Op::BvNeg, Value::BitVec(width, a)) => wrap(*width, &-BigInt::from(a.clone())),
        (Op::BvExtract { hi, lo }, Value::BitVec(..)) if lo > hi => return None,
        (Op::BvExtract { hi, lo }, Value::BitVec(_, a)) => Value::bits(hi - lo + 1, a >> lo),
        (Op::BvZeroExtend(more), Value::BitVec(width, a)) => Value::BitVec(width.checked_add(more)?, a.clone()),
        (Op::BvSignExtend(more), Value::BitVec(width, a)) => wrap(width.checked_add(more)?, &Value::signed(*width, a)),
        (Op::BvToNat, Value::BitVec(_, a)) => Value::Int(a.clone().into()),
        (Op::BvToInt, Value::BitVec(width, a)) => Value::Int(Value::signed(*width, a)),
        _ => return None,
    })
}

/// Operators of two operands.
pub(super) fn binary(op: Op, a: &Value, b: &Value) -> Option<Value> {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => integers(op, a, b),
        (Value::Real(a), Value::Real(b)) => reals(op, a, b),
        (Value::Float(f, a), Value::Float(g, b)) if f == g => float::binary(op, *f, *a, *b),
        (Value::BitVec(v, a), Value::BitVec(w, b)) if op == Op::BvConcat => {
            Some(Value::BitVec(v.checked_add(*w)?, (a << *w) | b))
        }
        (Value::BitVec(v, a), Value::BitVec(w, b)) if v == w && *v > 0 => bit_vectors(op, *v, a, b),
        _ => None,
    }
}

/// The sum of one or more integers, of reals, or of floats from left to right.
pub(super) fn sum<'a>(operands: impl Iterator<Item = Option<&'a Value>>) -> Option<Value> {
    let mut total: Option<Value> = None;
    for operand in operands {
        total = Some(match (total, operand?) {
            (None, first @ (Value::Int(_) | Value::Real(_) | Value::Float(..))) => first.clone(),
            (Some(Value::Int(a)), Value::Int(b)) => Value::Int(a + b),
            (Some(Value::Real(a)), Value::Real(b)) => Value::Real(a + b),
            (Some(a @ Value::Float(..)), b) => binary(Op::Add, &a, b)?,
            _ => return None,
        });
    }
    total
}

fn integers(op: Op, a: &BigInt, b: &BigInt) -> Option<Value> {
    Some(match op {
        Op::Lt => Value::Bool(a < b),
        Op::Le => Value::Bool(a <= b),
        Op::Sub => Value::Int(a - b),
        Op::Mul => Value::Int(a * b),
        Op::Div(_) if b.is_zero() => Value::Int(BigInt::zero()),
        Op::Mod(_) if b.is_zero() => Value::Int(a.clone()),
        Op::Div(Rounding::Truncate) => Value::Int(a / b),
        Op::Mod(Rounding::Truncate) => Value::Int(a % b),
        Op::Div(Rounding::Euclid) => Value::Int((a - a.mod_floor(&b.abs())) / b),
        Op::Mod(Rounding::Euclid) => Value::Int(a.mod_floor(&b.abs())),
        _ => return None,
    })
}

fn reals(op: Op, a: &BigRational, b: &BigRational) -> Option<Value> {
    Some(match op {
        Op::Lt => Value::Bool(a < b),
        Op::Le => Value::Bool(a <= b),
        Op::Sub => Value::Real(a - b),
        Op::Mul => Value::Real(a * b),
        Op::RealDiv if b.is_zero() => Value::Real(BigRational::zero()),
        Op::RealDiv => Value::Real(a / b),
        _ => return None,
    })
}

fn bit_vectors(op: Op, width: u32, a: &BigUint, b: &BigUint) -> Option<Value> {
    let signed = |v: &BigUint| Value::signed(width, v);
    Some(match op {
        Op::BvAnd => Value::BitVec(width, a & b),
        Op::BvOr => Value::BitVec(width, a | b),
        Op::BvXor => Value::BitVec(width, a ^ b),
        Op::BvAdd => Value::bits(width, a + b),
        Op::BvSub => wrap(width, &(BigInt::from(a.clone()) - BigInt::from(b.clone()))),
        Op::BvMul => Value::bits(width, a * b),
        Op::BvUdiv if b.is_zero() => Value::BitVec(width, ones(width)),
        Op::BvUdiv => Value::BitVec(width, a / b),
        Op::BvUrem if b.is_zero() => Value::BitVec(width, a.clone()),
        Op::BvUrem => Value::BitVec(width, a % b),
        // SMT-LIB defines the signed quotient through the unsigned one of the absolute values: x / 0 is -1, or 1 for a
        // negative x.
        Op::BvSdiv if b.is_zero() && a.bit(u64::from(width) - 1) => Value::bits(width, 1u8),
        Op::BvSdiv if b.is_zero() => Value::BitVec(width, ones(width)),
        Op::BvSdiv => wrap(width, &(signed(a) / signed(b))),
        Op::BvSrem if b.is_zero() => Value::BitVec(width, a.clone()),
        Op::BvSrem => wrap(width, &(signed(a) % signed(b))),
        Op::BvShl | Op::BvLshr | Op::BvAshr => shift(op, width, a, b),
        Op::BvUlt => Value::Bool(a < b),
        Op::BvUle => Value::Bool(a <= b),
        Op::BvSlt => Value::Bool(signed(a) < signed(b)),
        Op::BvSle => Value::Bool(signed(a) <= signed(b)),
        _ => return None,
    })
}

/// Shifting by the width or more shifts everything out: it is the same as shifting by the width.
fn shift(op: Op, width: u32, a: &BigUint, amount: &BigUint) -> Value {
    let amount = amount.to_u32().unwrap_or(width).min(width);
    match op {
        Op::BvShl => Value::bits(width, a << amount),
        Op::BvLshr => Value::bits(width, a >> amount),
        _ => wrap(width, &(Value::signed(width, a) >> amount)),
    }
}

fn power(width: u32) -> BigUint {
    BigUint::from(1u8) << width
}

fn ones(width: u32) -> BigUint {
    power(width) - 1u8
}

/// An integer modulo 2^width.
fn wrap(width: u32, value: &BigInt) -> Value {
    let reduced = value.mod_floor(&BigInt::from(power(width)));
    Value::BitVec(width, reduced.magnitude().clone())
}
