//! Operators on words: computed on integers, then brought back to the width.

use crate::netlist::{Binary, Unary};
use num_bigint::{BigInt, BigUint};
use num_traits::{Signed, ToPrimitive, Zero};

/// The number modulo 2^width.
pub(super) fn truncate(value: BigUint, width: u32) -> BigUint {
    value & ((BigUint::from(1u8) << width) - 1u8)
}

pub(super) fn complement(value: &BigUint, width: u32) -> BigUint {
    ((BigUint::from(1u8) << width) - 1u8) - value
}

/// The reading in two's complement.
pub(super) fn signed(value: &BigUint, width: u32) -> BigInt {
    let number = BigInt::from(value.clone());
    if value.bit(u64::from(width) - 1) { number - (BigInt::from(1) << width) } else { number }
}

/// An integer modulo 2^width.
pub(super) fn wrap(value: BigInt, width: u32) -> BigUint {
    let modulus = BigInt::from(1) << width;
    let rest = value % &modulus;
    let natural = if rest.is_negative() { rest + modulus } else { rest };
    natural.magnitude().clone()
}

fn bit(value: bool) -> BigUint {
    BigUint::from(u8::from(value))
}

pub(super) fn unary(op: Unary, a: &BigUint, width: u32) -> BigUint {
    match op {
        Unary::Not => complement(a, width),
        Unary::Inc => truncate(a + 1u8, width),
        Unary::Dec => wrap(BigInt::from(a.clone()) - 1, width),
        Unary::Neg => wrap(-BigInt::from(a.clone()), width),
        Unary::Redand => bit(a.count_ones() == u64::from(width)),
        Unary::Redor => bit(!a.is_zero()),
        Unary::Redxor => bit(a.count_ones() % 2 == 1),
    }
}

/// An operator on two words of one width; `None` if it is none.
pub(super) fn binary(op: Binary, a: &BigUint, b: &BigUint, width: u32) -> Option<BigUint> {
    let ones = (BigUint::from(1u8) << width) - 1u8;
    let (x, y) = (signed(a, width), signed(b, width));
    let (u, v) = (BigInt::from(a.clone()), BigInt::from(b.clone()));
    let is_natural = |n: &BigInt| !n.is_negative() && n.bits() <= u64::from(width);
    let is_signed = |n: &BigInt| {
        let half = BigInt::from(1) << (width - 1);
        *n >= -&half && *n < half
    };
    Some(match op {
        Binary::Implies => bit(a.is_zero() || !b.is_zero()),
        Binary::Iff | Binary::Eq => bit(a == b),
        Binary::Neq => bit(a != b),
        Binary::Sgt => bit(x > y),
        Binary::Sgte => bit(x >= y),
        Binary::Slt => bit(x < y),
        Binary::Slte => bit(x <= y),
        Binary::Ugt => bit(a > b),
        Binary::Ugte => bit(a >= b),
        Binary::Ult => bit(a < b),
        Binary::Ulte => bit(a <= b),
        Binary::And => a & b,
        Binary::Or => a | b,
        Binary::Xor => a ^ b,
        Binary::Nand => complement(&(a & b), width),
        Binary::Nor => complement(&(a | b), width),
        Binary::Xnor => complement(&(a ^ b), width),
        Binary::Rol => rotated(a, (b % width).to_u32()?, width),
        Binary::Ror => rotated(a, (width - (b % width).to_u32()?) % width, width),
        Binary::Sll => shift(b, width).map_or(BigUint::ZERO, |n| truncate(a << n, width)),
        Binary::Srl => shift(b, width).map_or(BigUint::ZERO, |n| a >> n),
        Binary::Sra => wrap(x >> shift(b, width).unwrap_or(width), width),
        Binary::Add => wrap(u + v, width),
        Binary::Sub => wrap(u - v, width),
        Binary::Mul => wrap(u * v, width),
        Binary::Udiv => {
            if b.is_zero() {
                ones
            } else {
                a / b
            }
        }
        Binary::Urem => {
            if b.is_zero() {
                a.clone()
            } else {
                a % b
            }
        }
        Binary::Sdiv if b.is_zero() => {
            if x.is_negative() {
                BigUint::from(1u8)
            } else {
                ones
            }
        }
        Binary::Srem | Binary::Smod if b.is_zero() => a.clone(),
        // Division of integers truncates, and its remainder has the sign of the dividend.
        Binary::Sdiv => wrap(x / y, width),
        Binary::Srem => wrap(x % y, width),
        Binary::Smod => wrap(((x % &y) + &y) % &y, width),
        Binary::Uaddo => bit(!is_natural(&(u + v))),
        Binary::Usubo => bit(!is_natural(&(u - v))),
        Binary::Umulo => bit(!is_natural(&(u * v))),
        Binary::Saddo => bit(!is_signed(&(x + y))),
        Binary::Ssubo => bit(!is_signed(&(x - y))),
        Binary::Smulo => bit(!is_signed(&(x * y))),
        Binary::Sdivo => bit(!y.is_zero() && !is_signed(&(x / y))),
        Binary::Concat | Binary::Read => return None,
    })
}

/// The amount of a shift that leaves something.
fn shift(amount: &BigUint, width: u32) -> Option<u32> {
    amount.to_u32().filter(|n| *n < width)
}

fn rotated(word: &BigUint, left: u32, width: u32) -> BigUint {
    truncate(word << left, width) | (word >> (width - left))
}
