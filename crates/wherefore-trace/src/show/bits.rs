//! One value as bits, and back, for the formats of circuits.
//!
//! ```text
//! TRUE  1     0ud4_5  0101     the third of five names  010     3 of 0..5  0011     -3 of -4..3  101
//! ```
//!
//! The highest bit comes first. An integer of a range is in two's complement, wide enough for the whole range; a name
//! is its place in the declaration; a float is its IEEE bits. Integers without a range and reals have no width of their
//! own: they are not written, and an integer is read in two's complement whatever its length.

use super::shorten;
use num_bigint::{BigInt, BigUint};
use num_traits::{Num, ToPrimitive};
use wherefore_ir::{Sort, Terms, Value};

/// More bits than any integer of a model has, few enough to be read at once.
const MOST_BITS: usize = 200_000;

/// A value of a sort as bits; `None` if the sort has no bits or the value is not of the sort.
pub fn show_bits(terms: &Terms, sort: Sort, value: &Value) -> Option<String> {
    match (sort, value) {
        (Sort::Bool, Value::Bool(b)) => Some(u8::from(*b).to_string()),
        (Sort::Enum(id), Value::Enum(_, index)) => {
            let last = terms.enumeration(id).values.len().saturating_sub(1);
            let width = (usize::BITS - last.leading_zeros()).max(1);
            Some(pad(&format!("{index:b}"), width as usize))
        }
        (Sort::Range { lo, hi }, Value::Int(n)) => {
            let width = signed_width(lo).max(signed_width(hi));
            let n = n.to_i64().filter(|n| (lo..=hi).contains(n))?;
            Some(format!("{n:064b}")[64 - width..].to_owned())
        }
        (Sort::BitVec(width), Value::BitVec(_, bits)) => Some(pad(&bits.to_str_radix(2), width as usize)),
        (Sort::Float(format), Value::Float(_, bits)) => Some(pad(&format!("{bits:b}"), format.width() as usize)),
        _ => None,
    }
}

/// Bits with zeros before them. Words may be wider than what `format!` takes as a width.
pub(crate) fn pad(bits: &str, width: usize) -> String {
    "0".repeat(width.saturating_sub(bits.len())) + bits
}

/// The bits of an integer in two's complement, the sign included: at most 64.
fn signed_width(n: i64) -> usize {
    let magnitude = if n < 0 { !n } else { n };
    65 - magnitude.leading_zeros() as usize
}

/// Reads a value of a sort from its bits; the error says what was found and what was expected.
///
/// Where a range has no negative numbers the bits are read as unsigned, which is the same for those that are wide
/// enough and right for those that other tools write without a sign.
pub fn read_bits(terms: &Terms, sort: Sort, text: &str) -> Result<Value, String> {
    let expected = |what: &str| format!("expected {what}, found `{}`", shorten(text, 60));
    if text.is_empty() || text.bytes().any(|b| !matches!(b, b'0' | b'1')) {
        return Err(expected("bits"));
    }
    let exactly = |width: u32| match text.len() == width as usize {
        true => natural(text).ok_or_else(|| expected("bits")),
        false => Err(expected(&format!("{width} bit{}", if width == 1 { "" } else { "s" }))),
    };
    match sort {
        Sort::Bool => exactly(1).map(|_| Value::Bool(text == "1")),
        Sort::BitVec(width) => exactly(width).map(|bits| Value::bits(width, bits)),
        Sort::Float(format) => {
            let bits = exactly(format.width())?;
            Ok(Value::float(format, bits.to_u64().unwrap_or_default()))
        }
        Sort::Enum(id) => {
            let count = terms.enumeration(id).values.len();
            let index = short(text).and_then(natural).and_then(|n| n.to_u32()).filter(|n| (*n as usize) < count);
            index.map(|i| Value::Enum(id, i)).ok_or_else(|| expected(&format!("a number below {count} in bits")))
        }
        Sort::Range { lo, hi } => {
            let number = if lo < 0 { signed(text) } else { short(text).and_then(natural).map(BigInt::from) };
            let number = number.filter(|n| *n >= BigInt::from(lo) && *n <= BigInt::from(hi));
            number.map(Value::Int).ok_or_else(|| expected(&format!("an integer in {lo}..{hi} in bits")))
        }
        Sort::Int => signed(text).map(Value::Int).ok_or_else(|| expected("an integer in bits")),
        Sort::Real => Err(expected("a real number, which has no bits")),
    }
}

fn natural(bits: &str) -> Option<BigUint> {
    BigUint::from_str_radix(bits, 2).ok()
}

fn short(bits: &str) -> Option<&str> {
    (bits.len() <= MOST_BITS).then_some(bits)
}

/// Two's complement.
fn signed(bits: &str) -> Option<BigInt> {
    let number = BigInt::from(natural(short(bits)?)?);
    Some(if bits.starts_with('1') { number - (BigInt::from(1) << bits.len()) } else { number })
}
