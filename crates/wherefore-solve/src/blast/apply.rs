//! One operator on the words of its operands.

use super::EncodeError;
use super::binary::choose;
use super::circuit::{Circuit, Gate};
use super::limit::check_width;
use super::word::{Number, Word};
use super::{integer, vector};
use wherefore_ir::Op;

type Made<B> = Result<Word<B>, EncodeError>;

/// The word of `op` applied to operands of these words. Leaves are left to the blaster.
pub fn apply<C: Circuit>(circuit: &mut C, op: Op, args: &[&Word<C::Bit>]) -> Made<C::Bit> {
    match (op, args) {
        (Op::Not | Op::And | Op::Or | Op::Xor | Op::Implies, _) => Ok(Word::Bit(boolean(circuit, op, args)?)),
        (Op::Ite, [cond, then, other]) => ite(circuit, cond.bit(), then, other),
        (Op::Eq, [a, b]) => Ok(Word::Bit(equal(circuit, a, b)?)),
        (Op::Lt, [a, b]) => Ok(Word::Bit(integer::less_than(circuit, a.int(), b.int())?)),
        (Op::Le, [a, b]) => {
            let above = integer::less_than(circuit, b.int(), a.int())?;
            Ok(Word::Bit(circuit.not(&above)?))
        }
        (Op::Neg, [a]) => integer::negation(circuit, a.int()),
        (Op::Add, args) => {
            let summands: Vec<&Number<C::Bit>> = args.iter().map(|w| w.int()).collect();
            integer::sum(circuit, &summands)
        }
        (Op::Sub, [a, b]) => integer::difference(circuit, a.int(), b.int()),
        (Op::Mul, [a, b]) => integer::product(circuit, a.int(), b.int()),
        (Op::Div(rounding), [a, b]) => integer::quotient(circuit, a.int(), b.int(), rounding),
        (Op::Mod(rounding), [a, b]) => integer::remainder(circuit, a.int(), b.int(), rounding),
        (Op::BvToNat, [a]) => Ok(vector::to_natural(a.bits())),
        (Op::BvToInt, [a]) => Ok(vector::to_integer(a.bits())),
        (Op::IntToBv(width), [a]) => {
            let width = check_width(u64::from(width))?;
            Ok(Word::Bits(a.int().modulo(circuit, width).into()))
        }
        _ => bit_vector(circuit, op, args),
    }
}

fn boolean<C: Circuit>(circuit: &mut C, op: Op, args: &[&Word<C::Bit>]) -> Gate<C::Bit> {
    let bits: Vec<C::Bit> = args.iter().map(|w| w.bit().clone()).collect();
    match (op, bits.as_slice()) {
        (Op::Not, [a]) => circuit.not(a),
        (Op::Xor, [a, b]) => circuit.xor(a, b),
        (Op::Implies, [a, b]) => {
            let not_a = circuit.not(a)?;
            circuit.or(&not_a, b)
        }
        (Op::Or, _) => circuit.any(bits),
        _ => circuit.all(bits),
    }
}

fn ite<C: Circuit>(circuit: &mut C, cond: &C::Bit, then: &Word<C::Bit>, other: &Word<C::Bit>) -> Made<C::Bit> {
    if *cond == circuit.constant(true) {
        return Ok(then.clone());
    }
    if *cond == circuit.constant(false) {
        return Ok(other.clone());
    }
    match (then, other) {
        (Word::Bit(a), Word::Bit(b)) => Ok(Word::Bit(circuit.ite(cond, a, b)?)),
        (Word::Int(a), Word::Int(b)) => integer::either(circuit, cond, a, b),
        (a, b) => Ok(Word::Bits(choose(circuit, cond, a.bits(), b.bits())?.into())),
    }
}

fn equal<C: Circuit>(circuit: &mut C, a: &Word<C::Bit>, b: &Word<C::Bit>) -> Gate<C::Bit> {
    match (a, b) {
        (Word::Bit(a), Word::Bit(b)) => circuit.iff(a, b),
        (Word::Int(a), Word::Int(b)) => integer::same(circuit, a, b),
        (a, b) => super::binary::equal(circuit, a.bits(), b.bits()),
    }
}

fn bit_vector<C: Circuit>(circuit: &mut C, op: Op, args: &[&Word<C::Bit>]) -> Made<C::Bit> {
    if args.iter().any(|word| !matches!(word, Word::Bits(_))) {
        return Err(EncodeError::operator(op));
    }
    let vectors: Vec<&[C::Bit]> = args.iter().map(|word| word.bits()).collect();
    if let [a, b] = vectors.as_slice()
        && let Some(bit) = vector::compare(circuit, op, a, b)?
    {
        return Ok(Word::Bit(bit));
    }
    let bits = vector::apply(circuit, op, &vectors)?.ok_or_else(|| EncodeError::operator(op))?;
    Ok(Word::Bits(bits.into()))
}
