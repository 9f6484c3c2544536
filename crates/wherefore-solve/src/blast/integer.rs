//! Operators on integers: modular arithmetic in a width that the interval of the result makes wide enough.

use super::EncodeError;
use super::binary::{
    add, add_carry, choose, divide, equal, is_zero, less, less_signed, multiply, negate, negate_if, subtract,
};
use super::bounds::Bounds;
use super::circuit::{Circuit, Gate};
use super::limit::{check_product, check_width};
use super::word::{Number, Word};
use num_bigint::BigInt;
use num_traits::{One, Signed};
use wherefore_ir::Rounding;

type Int<C> = Number<<C as Circuit>::Bit>;
type Made<C> = Result<Word<<C as Circuit>::Bit>, EncodeError>;

pub fn less_than<C: Circuit>(circuit: &mut C, a: &Int<C>, b: &Int<C>) -> Gate<C::Bit> {
    if a.bounds.hi < b.bounds.lo || a.bounds.lo >= b.bounds.hi {
        return Ok(circuit.constant(a.bounds.hi < b.bounds.lo));
    }
    let common = a.bounds.hull(&b.bounds);
    let width = common.width() as usize;
    let (x, y) = (a.modulo(circuit, width), b.modulo(circuit, width));
    if common.signed() { less_signed(circuit, &x, &y) } else { less(circuit, &x, &y) }
}

pub fn same<C: Circuit>(circuit: &mut C, a: &Int<C>, b: &Int<C>) -> Gate<C::Bit> {
    if a.bounds.hi < b.bounds.lo || b.bounds.hi < a.bounds.lo {
        return Ok(circuit.constant(false));
    }
    let width = a.bounds.hull(&b.bounds).width() as usize;
    let (x, y) = (a.modulo(circuit, width), b.modulo(circuit, width));
    equal(circuit, &x, &y)
}

pub fn either<C: Circuit>(circuit: &mut C, cond: &C::Bit, a: &Int<C>, b: &Int<C>) -> Made<C> {
    let bounds = a.bounds.hull(&b.bounds);
    let width = check_width(bounds.width())?;
    let (x, y) = (a.modulo(circuit, width), b.modulo(circuit, width));
    Ok(Word::number(choose(circuit, cond, &x, &y)?, bounds))
}

pub fn negation<C: Circuit>(circuit: &mut C, a: &Int<C>) -> Made<C> {
    let bounds = -&a.bounds;
    let width = check_width(bounds.width())?;
    let x = a.modulo(circuit, width);
    Ok(Word::number(negate(circuit, &x)?, bounds))
}

/// Added in pairs, then pairs of pairs, so that numbers of like width meet: n bits are counted with about n adders.
pub fn sum<C: Circuit>(circuit: &mut C, summands: &[&Int<C>]) -> Made<C> {
    let mut layer: Vec<Int<C>> = summands.iter().map(|n| (*n).clone()).collect();
    while layer.len() > 1 {
        let mut next = Vec::with_capacity(layer.len().div_ceil(2));
        for pair in layer.chunks(2) {
            next.push(match pair {
                [a, b] => plus(circuit, a, b)?,
                rest => rest[0].clone(),
            });
        }
        layer = next;
    }
    let only = layer.pop().expect("a sum has two summands or more");
    Ok(Word::number(only.bits, only.bounds))
}

fn plus<C: Circuit>(circuit: &mut C, a: &Int<C>, b: &Int<C>) -> Result<Int<C>, EncodeError> {
    let bounds = &a.bounds + &b.bounds;
    let width = check_width(bounds.width())?;
    let (x, y) = (a.modulo(circuit, width), b.modulo(circuit, width));
    Ok(Number { bits: add(circuit, &x, &y)?, bounds })
}

pub fn difference<C: Circuit>(circuit: &mut C, a: &Int<C>, b: &Int<C>) -> Made<C> {
    let bounds = &a.bounds - &b.bounds;
    let width = check_width(bounds.width())?;
    let (x, y) = (a.modulo(circuit, width), b.modulo(circuit, width));
    Ok(Word::number(subtract(circuit, &x, &y)?.0, bounds))
}

pub fn product<C: Circuit>(circuit: &mut C, a: &Int<C>, b: &Int<C>) -> Made<C> {
    let bounds = &a.bounds * &b.bounds;
    let width = check_width(bounds.width())?;
    let (short, long) = if a.bits.len() <= b.bits.len() { (a, b) } else { (b, a) };
    check_product(short.bits.len(), width)?;
    let row = long.modulo(circuit, width);
    Ok(Word::number(multiply(circuit, &short.bits, &row, short.bounds.signed())?, bounds))
}

/// The exponent, if the interval is one power of two.
fn power_of_two(bounds: &Bounds) -> Option<usize> {
    let one = bounds.lo == bounds.hi && bounds.lo.is_positive();
    let exponent = bounds.lo.trailing_zeros().filter(|_| one)?;
    (bounds.lo == BigInt::one() << exponent).then_some(exponent as usize)
}

/// Whether division by a positive number rounds down, as dropping low bits does.
fn floors<B>(dividend: &Number<B>, rounding: Rounding) -> bool {
    rounding == Rounding::Euclid || !dividend.bounds.signed()
}

pub fn quotient<C: Circuit>(circuit: &mut C, a: &Int<C>, b: &Int<C>, rounding: Rounding) -> Made<C> {
    if let Some(shift) = power_of_two(&b.bounds).filter(|_| floors(a, rounding)) {
        let bounds = Bounds::new(&a.bounds.lo >> shift, &a.bounds.hi >> shift);
        let width = check_width(shift as u64 + bounds.width())?;
        let bits = a.modulo(circuit, width).split_off(shift);
        return Ok(Word::number(bits, bounds));
    }
    let parts = Parts::new(circuit, a, b)?;
    let bounds = a.bounds.quotient(&b.bounds);
    let width = check_width(bounds.width())?;
    let zero = vec![circuit.constant(false); width];
    let mut size = fit(circuit, &parts.quotient, width);
    if rounding == Rounding::Euclid {
        // The rest of a negative dividend is made up by one more divisor.
        let up = parts.rounds_up(circuit)?;
        size = add_carry(circuit, &size, &zero, up)?.0;
    }
    let negative = circuit.xor(&parts.sign_a, &parts.sign_b)?;
    let signed = negate_if(circuit, &negative, &size)?;
    Ok(Word::number(choose(circuit, &parts.by_zero, &zero, &signed)?, bounds))
}

pub fn remainder<C: Circuit>(circuit: &mut C, a: &Int<C>, b: &Int<C>, rounding: Rounding) -> Made<C> {
    let bounds = a.bounds.remainder(&b.bounds, rounding);
    let width = check_width(bounds.width())?;
    if power_of_two(&b.bounds).is_some() && floors(a, rounding) {
        return Ok(Word::number(a.modulo(circuit, width), bounds));
    }
    let parts = Parts::new(circuit, a, b)?;
    let rest = match rounding {
        Rounding::Truncate => {
            let rest = fit(circuit, &parts.rest, width);
            negate_if(circuit, &parts.sign_a, &rest)?
        }
        Rounding::Euclid => {
            let up = parts.rounds_up(circuit)?;
            let made_up = subtract(circuit, &parts.divisor, &parts.rest)?.0;
            let rest = choose(circuit, &up, &made_up, &parts.rest)?;
            fit(circuit, &rest, width)
        }
    };
    let dividend = a.modulo(circuit, width);
    Ok(Word::number(choose(circuit, &parts.by_zero, &dividend, &rest)?, bounds))
}

/// The division of the absolute values, from which every rounding is made.
struct Parts<B> {
    sign_a: B,
    sign_b: B,
    by_zero: B,
    divisor: Vec<B>,
    quotient: Vec<B>,
    rest: Vec<B>,
}

impl<B: Clone + Eq> Parts<B> {
    fn new<C: Circuit<Bit = B>>(circuit: &mut C, a: &Number<B>, b: &Number<B>) -> Result<Parts<B>, EncodeError> {
        check_product(a.bits.len(), b.bits.len())?;
        let (sign_a, sign_b) = (a.sign(circuit), b.sign(circuit));
        let (dividend, divisor) = (absolute(circuit, a)?, absolute(circuit, b)?);
        let (quotient, rest) = divide(circuit, &dividend, &divisor)?;
        let by_zero = is_zero(circuit, &divisor)?;
        Ok(Parts { sign_a, sign_b, by_zero, divisor, quotient, rest })
    }

    /// Whether the dividend is negative and the division leaves a rest.
    fn rounds_up<C: Circuit<Bit = B>>(&self, circuit: &mut C) -> Gate<B> {
        let some_rest = circuit.any(self.rest.clone())?;
        circuit.and(&self.sign_a, &some_rest)
    }
}

fn absolute<C: Circuit>(circuit: &mut C, a: &Int<C>) -> Result<Vec<C::Bit>, EncodeError> {
    let width = check_width(a.bounds.largest().bits())?;
    let sign = a.sign(circuit);
    let low = a.modulo(circuit, width);
    Ok(negate_if(circuit, &sign, &low)?)
}

/// An unsigned number in this width, of which the caller knows that it is enough.
fn fit<C: Circuit>(circuit: &C, bits: &[C::Bit], width: usize) -> Vec<C::Bit> {
    let zero = circuit.constant(false);
    (0..width).map(|i| bits.get(i).unwrap_or(&zero).clone()).collect()
}
