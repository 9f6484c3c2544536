//! Words: the bits that stand for the value of a term, lowest bit first.
//!
//! * a Boolean value is one bit;
//! * an enumeration value is its index, in as many bits as the last index needs;
//! * a bit-vector is its bits;
//! * an integer is in binary, with the interval it lies in (see [`Bounds`]).
//!
//! For variables the same encoding is read back by [`word_value`]. Patterns of bits that are no value of the sort are
//! excluded by the clauses of [`domain`].

use super::EncodeError;
use super::bounds::Bounds;
use super::circuit::{Circuit, Gate};
use super::limit::check_width;
use num_bigint::{BigInt, BigUint, Sign};
use num_traits::Zero;
use wherefore_ir::{Sort, Terms, Value, VarId};

/// The bits of a term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Word<B> {
    /// A Boolean.
    Bit(B),
    /// An enumeration index or a bit-vector.
    Bits(Box<[B]>),
    /// An integer.
    Int(Box<Number<B>>),
}

/// The bits of an integer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Number<B> {
    /// As many as the bounds need.
    pub bits: Vec<B>,
    /// Where the value lies.
    pub bounds: Bounds,
}

impl<B: Clone + Eq> Word<B> {
    /// All bits, whatever they mean.
    pub fn raw(&self) -> &[B] {
        match self {
            Word::Bit(bit) => std::slice::from_ref(bit),
            Word::Bits(bits) => bits,
            Word::Int(number) => &number.bits,
        }
    }

    /// The bit of a Boolean value.
    pub fn bit(&self) -> &B {
        match self {
            Word::Bit(bit) => bit,
            _ => unreachable!("the sort rules of terms ask for a truth value here"),
        }
    }

    /// The bits of a bit-vector.
    pub fn bits(&self) -> &[B] {
        match self {
            Word::Bits(bits) => bits,
            _ => unreachable!("the sort rules of terms ask for a bit-vector here"),
        }
    }

    /// The number of an integer.
    pub fn int(&self) -> &Number<B> {
        match self {
            Word::Int(number) => number,
            _ => unreachable!("the sort rules of terms ask for an integer here"),
        }
    }

    pub(super) fn number(bits: Vec<B>, bounds: Bounds) -> Word<B> {
        debug_assert_eq!(bits.len() as u64, bounds.width());
        Word::Int(Box::new(Number { bits, bounds }))
    }
}

impl<B: Clone + Eq> Number<B> {
    /// The low bits, as many as asked for: the number modulo a power of two.
    pub fn modulo<C: Circuit<Bit = B>>(&self, circuit: &C, width: usize) -> Vec<B> {
        let filler = self.sign(circuit);
        (0..width).map(|i| self.bits.get(i).unwrap_or(&filler).clone()).collect()
    }

    /// Whether it is negative.
    pub fn sign<C: Circuit<Bit = B>>(&self, circuit: &C) -> B {
        match self.bits.last() {
            Some(sign) if self.bounds.signed() => sign.clone(),
            _ => circuit.constant(false),
        }
    }
}

/// The word of a constant. Reals and floats have none.
pub(super) fn constant<C: Circuit>(circuit: &C, terms: &Terms, value: &Value) -> Result<Word<C::Bit>, EncodeError> {
    let bits = |n: &BigUint, width: u32| -> Result<Word<C::Bit>, EncodeError> {
        let width = check_width(u64::from(width))? as u64;
        Ok(Word::Bits((0..width).map(|i| circuit.constant(n.bit(i))).collect()))
    };
    match value {
        Value::Bool(b) => Ok(Word::Bit(circuit.constant(*b))),
        Value::Enum(id, index) => bits(&BigUint::from(*index), index_width(terms.enumeration(*id).values.len())),
        Value::BitVec(width, n) => bits(n, *width),
        Value::Int(n) => {
            let bounds = Bounds::new(n.clone(), n.clone());
            let width = check_width(bounds.width())? as u64;
            Ok(Word::number((0..width).map(|i| circuit.constant(n.bit(i))).collect(), bounds))
        }
        Value::Real(_) | Value::Float(..) => Err(EncodeError::Unsupported(format!("constant {value:?}"))),
    }
}

/// The word of a variable with these bits.
pub(super) fn of_sort<B: Clone + Eq>(sort: Sort, mut bits: Vec<B>) -> Word<B> {
    match (sort, bits.len()) {
        (Sort::Bool, 1) => Word::Bit(bits.remove(0)),
        (Sort::Range { lo, hi }, _) => Word::number(bits, range_bounds(lo, hi)),
        _ => Word::Bits(bits.into()),
    }
}

/// How many bits encode a variable; `None` if its sort is not finite.
pub fn bit_count(terms: &Terms, var: VarId) -> Option<u32> {
    match terms.var(var).sort {
        Sort::Bool => Some(1),
        Sort::Enum(id) => Some(index_width(terms.enumeration(id).values.len())),
        Sort::Range { lo, hi } => Some(range_bounds(lo, hi).width() as u32),
        Sort::BitVec(width) => Some(width),
        Sort::Int | Sort::Real | Sort::Float(_) => None,
    }
}

/// How many bits the indices below `count` need.
fn index_width(count: usize) -> u32 {
    usize::BITS - count.saturating_sub(1).leading_zeros()
}

/// An empty range is given the bits of its first number; [`domain`] forbids them all.
fn range_bounds(lo: i64, hi: i64) -> Bounds {
    Bounds::new(lo, hi.max(lo))
}

/// The value that these bits encode, by the encoding of variables of that sort.
///
/// # Panics
/// If the sort is not finite.
pub fn word_value(sort: Sort, bits: &[bool]) -> Value {
    let unsigned = || bits.iter().rev().fold(BigUint::zero(), |n, bit| (n << 1u8) + u8::from(*bit));
    match sort {
        Sort::Bool => Value::Bool(bits[0]),
        Sort::Enum(id) => Value::Enum(id, u32::try_from(unsigned()).unwrap_or(u32::MAX)),
        Sort::Range { lo, .. } if lo < 0 => Value::Int(Value::signed(bits.len() as u32, &unsigned())),
        Sort::Range { .. } => Value::Int(BigInt::from_biguint(Sign::Plus, unsigned())),
        Sort::BitVec(width) => Value::BitVec(width, unsigned()),
        Sort::Int | Sort::Real | Sort::Float(_) => unreachable!("no bits encode a variable of sort {sort:?}"),
    }
}

/// Value of a variable that was never mentioned: false, the first value, zero, or what is nearest to zero.
pub fn default_value(sort: Sort) -> Value {
    match sort {
        Sort::Bool => Value::Bool(false),
        Sort::Enum(id) => Value::Enum(id, 0),
        Sort::Range { lo, hi } => Value::int(0.clamp(lo, hi.max(lo))),
        Sort::Int => Value::int(0),
        Sort::Real => Value::Real(num_rational::BigRational::zero()),
        Sort::BitVec(width) => Value::BitVec(width, BigUint::zero()),
        Sort::Float(format) => Value::Float(format, 0),
    }
}

/// Clauses over the bits of a variable that leave exactly the values of its sort. Without auxiliary bits: a number is at
/// most `b` if at every 0 of `b` it has a 0 too, or is already smaller by a 0 where `b` has a 1 further left.
pub(super) fn domain<C: Circuit>(
    circuit: &mut C,
    terms: &Terms,
    sort: Sort,
    bits: &[C::Bit],
) -> Gate<Vec<Vec<C::Bit>>> {
    let (lo, hi) = match sort {
        Sort::Enum(id) => (BigInt::zero(), BigInt::from(terms.enumeration(id).values.len()) - 1),
        Sort::Range { lo, hi } => (lo.into(), hi.into()),
        _ => return Ok(Vec::new()),
    };
    if lo > hi {
        return Ok(vec![Vec::new()]);
    }
    // With the sign bit inverted, two's complement is in the order of unsigned numbers.
    let mut bits = bits.to_vec();
    let signed = lo < BigInt::zero();
    if let Some(sign) = bits.last_mut().filter(|_| signed) {
        *sign = circuit.not(sign)?;
    }
    let offset = if signed { BigInt::from(1) << (bits.len() - 1) } else { BigInt::zero() };
    let inverted = bits.iter().map(|b| circuit.not(b)).collect::<Gate<Vec<_>>>()?;
    let mut clauses = at_most(&inverted, &(hi + &offset), true);
    clauses.extend(at_most(&bits, &(lo + offset), false));
    Ok(clauses)
}

/// Clauses: the number with these bits, given inverted, is at most `bound`, whose digits count as 1 when equal to
/// `one`.
fn at_most<B: Clone>(inverted: &[B], bound: &BigInt, one: bool) -> Vec<Vec<B>> {
    let digit = |i: usize| bound.bit(i as u64) == one;
    let clause = |i: usize| {
        let smaller = (i + 1..inverted.len()).filter(|j| digit(*j)).map(|j| inverted[j].clone());
        std::iter::once(inverted[i].clone()).chain(smaller).collect()
    };
    (0..inverted.len()).filter(|i| !digit(*i)).map(clause).collect()
}
