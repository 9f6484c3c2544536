//! Arithmetic on binary numbers of one width: ripple-carry addition, shift-and-add multiplication, restoring division.
//!
//! Operands are slices of bits, lowest first. Sums and products are modulo two to the width, so they serve two's
//! complement and unsigned numbers alike. The textbook circuits are used as they are: constant bits vanish in the gates,
//! and a solver gains more from few, regular gates than from short paths.

use super::circuit::{Circuit, Gate};

type Bits<C> = Vec<<C as Circuit>::Bit>;

/// Bitwise complement.
pub fn invert<C: Circuit>(circuit: &mut C, a: &[C::Bit]) -> Gate<Bits<C>> {
    a.iter().map(|bit| circuit.not(bit)).collect()
}

/// Bit by bit, the first operand or the second.
pub fn choose<C: Circuit>(circuit: &mut C, cond: &C::Bit, then: &[C::Bit], other: &[C::Bit]) -> Gate<Bits<C>> {
    then.iter().zip(other).map(|(t, e)| circuit.ite(cond, t, e)).collect()
}

/// Sum and carry.
pub fn add_carry<C: Circuit>(circuit: &mut C, a: &[C::Bit], b: &[C::Bit], carry: C::Bit) -> Gate<(Bits<C>, C::Bit)> {
    let (mut sum, mut carry) = (Vec::with_capacity(a.len()), carry);
    for (x, y) in a.iter().zip(b) {
        let half = circuit.xor(x, y)?;
        sum.push(circuit.xor(&half, &carry)?);
        carry = circuit.majority(x, y, &carry)?;
    }
    Ok((sum, carry))
}

/// Sum.
pub fn add<C: Circuit>(circuit: &mut C, a: &[C::Bit], b: &[C::Bit]) -> Gate<Bits<C>> {
    let zero = circuit.constant(false);
    Ok(add_carry(circuit, a, b, zero)?.0)
}

/// Difference, and whether there was no borrow: that `a` is at least `b` as unsigned numbers.
pub fn subtract<C: Circuit>(circuit: &mut C, a: &[C::Bit], b: &[C::Bit]) -> Gate<(Bits<C>, C::Bit)> {
    let (inverted, one) = (invert(circuit, b)?, circuit.constant(true));
    add_carry(circuit, a, &inverted, one)
}

/// Two's complement negation.
pub fn negate<C: Circuit>(circuit: &mut C, a: &[C::Bit]) -> Gate<Bits<C>> {
    let zero = vec![circuit.constant(false); a.len()];
    Ok(subtract(circuit, &zero, a)?.0)
}

/// The number, negated if `cond`.
pub fn negate_if<C: Circuit>(circuit: &mut C, cond: &C::Bit, a: &[C::Bit]) -> Gate<Bits<C>> {
    // The complement plus one: the condition is both the mask and the carry.
    let flipped = a.iter().map(|bit| circuit.xor(bit, cond)).collect::<Gate<Vec<_>>>()?;
    let zero = vec![circuit.constant(false); a.len()];
    Ok(add_carry(circuit, &flipped, &zero, cond.clone())?.0)
}

/// The low bits of the product, as many as `b` has. `a` may be shorter; if `signed`, its last bit counts negative.
pub fn multiply<C: Circuit>(circuit: &mut C, a: &[C::Bit], b: &[C::Bit], signed: bool) -> Gate<Bits<C>> {
    let (width, zero) = (b.len(), circuit.constant(false));
    let mut product = vec![zero.clone(); width];
    for (i, digit) in a.iter().enumerate().take(width).filter(|(_, digit)| **digit != zero) {
        let row = b[..width - i].iter().map(|bit| circuit.and(digit, bit)).collect::<Gate<Vec<_>>>()?;
        let high = if signed && i + 1 == a.len() {
            subtract(circuit, &product[i..], &row)?.0
        } else {
            add(circuit, &product[i..], &row)?
        };
        product.splice(i.., high);
    }
    Ok(product)
}

/// Unsigned quotient, as wide as `a`, and remainder, as wide as `b`. Division by zero gives all ones and, if `b` is as
/// wide as `a`, the dividend: what SMT-LIB wants falls out of the circuit.
pub fn divide<C: Circuit>(circuit: &mut C, a: &[C::Bit], b: &[C::Bit]) -> Gate<(Bits<C>, Bits<C>)> {
    let zero = circuit.constant(false);
    let mut rest = vec![zero.clone(); b.len()];
    let mut quotient = vec![zero.clone(); a.len()];
    let divisor: Vec<C::Bit> = b.iter().cloned().chain([zero]).collect();
    for i in (0..a.len()).rev() {
        rest.insert(0, a[i].clone());
        let (difference, fits) = subtract(circuit, &rest, &divisor)?;
        rest = choose(circuit, &fits, &difference, &rest)?;
        // The rest is less than the divisor again, so its top bit is zero.
        rest.truncate(b.len());
        quotient[i] = fits;
    }
    Ok((quotient, rest))
}

/// Unsigned `a < b`.
pub fn less<C: Circuit>(circuit: &mut C, a: &[C::Bit], b: &[C::Bit]) -> Gate<C::Bit> {
    let mut less = circuit.constant(false);
    for (x, y) in a.iter().zip(b) {
        let not_x = circuit.not(x)?;
        less = circuit.majority(&not_x, y, &less)?;
    }
    Ok(less)
}

/// Two's complement `a < b`: the sign bits count the other way round.
pub fn less_signed<C: Circuit>(circuit: &mut C, a: &[C::Bit], b: &[C::Bit]) -> Gate<C::Bit> {
    let (mut a, mut b) = (a.to_vec(), b.to_vec());
    if let (Some(x), Some(y)) = (a.last_mut(), b.last_mut()) {
        std::mem::swap(x, y);
    }
    less(circuit, &a, &b)
}

/// Whether all bits are the same.
pub fn equal<C: Circuit>(circuit: &mut C, a: &[C::Bit], b: &[C::Bit]) -> Gate<C::Bit> {
    let same = a.iter().zip(b).map(|(x, y)| circuit.iff(x, y)).collect::<Gate<Vec<_>>>()?;
    circuit.all(same)
}

/// Whether all bits are zero.
pub fn is_zero<C: Circuit>(circuit: &mut C, a: &[C::Bit]) -> Gate<C::Bit> {
    let zero = invert(circuit, a)?;
    circuit.all(zero)
}
