//! Operators on bit-vectors, as SMT-LIB defines them.

use super::EncodeError;
use super::binary::{add, choose, divide, equal, invert, less, less_signed, multiply, negate, negate_if, subtract};
use super::bounds::Bounds;
use super::circuit::{Circuit, Gate};
use super::limit::{check_product, check_width};
use super::word::Word;
use num_bigint::BigInt;
use wherefore_ir::Op;

type Bits<C> = Vec<<C as Circuit>::Bit>;

/// An operator that takes bit-vectors and gives one, or `None` if it is another.
pub fn apply<C: Circuit>(circuit: &mut C, op: Op, args: &[&[C::Bit]]) -> Result<Option<Bits<C>>, EncodeError> {
    Ok(Some(match (op, args) {
        (Op::BvNot, [a]) => invert(circuit, a)?,
        (Op::BvNeg, [a]) => negate(circuit, a)?,
        (Op::BvExtract { hi, lo }, [a]) => a[lo as usize..=hi as usize].to_vec(),
        (Op::BvZeroExtend(by), [a]) => extend(a, &circuit.constant(false), by)?,
        (Op::BvSignExtend(by), [a]) => extend(a, &a[a.len() - 1], by)?,
        (Op::BvConcat, [high, low]) => {
            check_width((high.len() + low.len()) as u64)?;
            low.iter().chain(high.iter()).cloned().collect()
        }
        (Op::BvAnd, [a, b]) => bitwise(a, b, |x, y| circuit.and(x, y))?,
        (Op::BvOr, [a, b]) => bitwise(a, b, |x, y| circuit.or(x, y))?,
        (Op::BvXor, [a, b]) => bitwise(a, b, |x, y| circuit.xor(x, y))?,
        (Op::BvAdd, [a, b]) => add(circuit, a, b)?,
        (Op::BvSub, [a, b]) => subtract(circuit, a, b)?.0,
        (Op::BvShl, [a, by]) => shift_left(circuit, a, by)?,
        (Op::BvLshr, [a, by]) => shift_right(circuit, a, by, circuit.constant(false))?,
        (Op::BvAshr, [a, by]) => shift_right(circuit, a, by, a[a.len() - 1].clone())?,
        (Op::BvMul | Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem, [a, b]) => {
            check_product(a.len(), b.len())?;
            quadratic(circuit, op, a, b)?
        }
        _ => return Ok(None),
    }))
}

/// A comparison, or `None` if the operator is another.
pub fn compare<C: Circuit>(circuit: &mut C, op: Op, a: &[C::Bit], b: &[C::Bit]) -> Gate<Option<C::Bit>> {
    Ok(Some(match op {
        Op::Eq => equal(circuit, a, b)?,
        Op::BvUlt => less(circuit, a, b)?,
        Op::BvSlt => less_signed(circuit, a, b)?,
        Op::BvUle => {
            let above = less(circuit, b, a)?;
            circuit.not(&above)?
        }
        Op::BvSle => {
            let above = less_signed(circuit, b, a)?;
            circuit.not(&above)?
        }
        _ => return Ok(None),
    }))
}

/// The unsigned reading.
pub fn to_natural<B: Clone + Eq>(bits: &[B]) -> Word<B> {
    Word::number(bits.to_vec(), Bounds::new(0, (BigInt::from(1) << bits.len()) - 1))
}

/// The two's complement reading.
pub fn to_integer<B: Clone + Eq>(bits: &[B]) -> Word<B> {
    let half = BigInt::from(1) << (bits.len() - 1);
    Word::number(bits.to_vec(), Bounds::new(-&half, half - 1))
}

fn quadratic<C: Circuit>(circuit: &mut C, op: Op, a: &[C::Bit], b: &[C::Bit]) -> Gate<Bits<C>> {
    let (sign_a, sign_b) = (&a[a.len() - 1], &b[b.len() - 1]);
    match op {
        Op::BvMul => multiply(circuit, a, b, false),
        Op::BvUdiv => Ok(divide(circuit, a, b)?.0),
        Op::BvUrem => Ok(divide(circuit, a, b)?.1),
        _ => {
            let (x, y) = (negate_if(circuit, sign_a, a)?, negate_if(circuit, sign_b, b)?);
            let (quotient, rest) = divide(circuit, &x, &y)?;
            if op == Op::BvSrem {
                return negate_if(circuit, sign_a, &rest);
            }
            let negative = circuit.xor(sign_a, sign_b)?;
            negate_if(circuit, &negative, &quotient)
        }
    }
}

fn bitwise<B>(a: &[B], b: &[B], mut gate: impl FnMut(&B, &B) -> Gate<B>) -> Gate<Vec<B>> {
    a.iter().zip(b).map(|(x, y)| gate(x, y)).collect()
}

fn extend<B: Clone>(a: &[B], filler: &B, by: u32) -> Result<Vec<B>, EncodeError> {
    let width = check_width(a.len() as u64 + u64::from(by))?;
    let mut bits = a.to_vec();
    bits.resize(width, filler.clone());
    Ok(bits)
}

/// A barrel shifter: each bit of the amount shifts by its power of two; an amount of the width or more leaves fillers.
fn shift_right<C: Circuit>(circuit: &mut C, a: &[C::Bit], by: &[C::Bit], filler: C::Bit) -> Gate<Bits<C>> {
    let width = a.len();
    let mut bits = a.to_vec();
    // Bit i of the amount matters on its own while 2^i is less than the width.
    let stages = (usize::BITS - (width - 1).leading_zeros()) as usize;
    for (i, digit) in by.iter().enumerate().take(stages) {
        let moved: Vec<C::Bit> = (0..width).map(|j| bits.get(j + (1 << i)).unwrap_or(&filler).clone()).collect();
        bits = choose(circuit, digit, &moved, &bits)?;
    }
    let beyond = circuit.any(by.get(stages..).unwrap_or_default().to_vec())?;
    choose(circuit, &beyond, &vec![filler; width], &bits)
}

/// The mirror image of a shift to the right.
fn shift_left<C: Circuit>(circuit: &mut C, a: &[C::Bit], by: &[C::Bit]) -> Gate<Bits<C>> {
    let mirrored: Vec<C::Bit> = a.iter().rev().cloned().collect();
    let zero = circuit.constant(false);
    let mut bits = shift_right(circuit, &mirrored, by, zero)?;
    bits.reverse();
    Ok(bits)
}
