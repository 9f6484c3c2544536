//! Membership of a word in a set of constants, as few gates over its bits.
//!
//! `x = 1 | x = 3` over 0..3 says that the lowest bit of `x` is one. Read operator by operator it takes two comparisons and a
//! disjunction, of which a solver that knows the lowest bit alone concludes nothing; read as a decision on the bits, in which
//! patterns that are no value do not matter, it is the bit itself. Statements about bits ([`crate::bit_term`]) have this form.

use super::circuit::{Circuit, Gate};
use super::word::Word;
use super::{Blaster, EncodeError};
use wherefore_ir::{Op, Sort, TermId, Terms, Value};

/// Words with more values than this are compared as they stand.
const MOST: i64 = 64;

impl<C: Circuit> Blaster<C> {
    /// The bit of a formula that says that a number or an element of an enumeration is one of some constants; nothing for
    /// other formulas. Right where all variables have values of their sorts, and only there.
    pub fn member(&mut self, terms: &Terms, term: TermId, tick: u32) -> Result<Option<C::Bit>, EncodeError> {
        let Some((subject, members)) = listed(terms, term) else { return Ok(None) };
        let word = self.word(terms, subject, tick)?;
        let bits = word.raw().to_vec();
        let Some(values) = codes(terms, subject, word) else { return Ok(None) };
        let list: Vec<(i64, bool)> = values.map(|code| (code, members.contains(&code))).collect();
        Ok(Some(decide(&mut self.circuit, &list, &bits)?))
    }
}

/// The subject and the constants of `x = a | x = b | ...`, by their codes.
fn listed(terms: &Terms, term: TermId) -> Option<(TermId, Vec<i64>)> {
    let equations = match terms.op(term) {
        Op::Or => terms.operands(term),
        Op::Eq => &[term],
        _ => return None,
    };
    let mut subject = None;
    let mut members = Vec::new();
    for equation in equations {
        let (Op::Eq, [a, b]) = (terms.op(*equation), terms.operands(*equation)) else { return None };
        let (side, code) = code(terms, *b).map(|code| (*a, code)).or_else(|| Some((*b, code(terms, *a)?)))?;
        if *subject.get_or_insert(side) != side {
            return None;
        }
        members.push(code);
    }
    let subject = subject.filter(|t| matches!(terms.sort(*t), Sort::Enum(_) | Sort::Range { .. } | Sort::Int))?;
    Some((subject, members))
}

/// The number that encodes a constant.
fn code(terms: &Terms, term: TermId) -> Option<i64> {
    match terms.constant(term)? {
        Value::Enum(_, index) => Some(i64::from(*index)),
        Value::Int(n) => i64::try_from(n).ok(),
        _ => None,
    }
}

/// The codes of all values that a word can have.
fn codes<B: Clone + Eq>(terms: &Terms, subject: TermId, word: &Word<B>) -> Option<std::ops::RangeInclusive<i64>> {
    let (lo, hi) = match (word, terms.sort(subject)) {
        (Word::Bits(_), Sort::Enum(id)) => (0, i64::try_from(terms.enumeration(id).values.len()).ok()? - 1),
        (Word::Int(number), _) => (i64::try_from(&number.bounds.lo).ok()?, i64::try_from(&number.bounds.hi).ok()?),
        _ => return None,
    };
    (lo <= hi && hi.saturating_sub(lo) < MOST).then_some(lo..=hi)
}

/// A decision on the highest bit first; the list is not empty, and what is not in it does not matter.
fn decide<C: Circuit>(circuit: &mut C, list: &[(i64, bool)], bits: &[C::Bit]) -> Gate<C::Bit> {
    let first = list.first().is_some_and(|(_, member)| *member);
    let Some((top, rest)) = bits.split_last().filter(|_| list.iter().any(|(_, member)| *member != first)) else {
        return Ok(circuit.constant(first));
    };
    let place = rest.len().min(63);
    let (high, low): (Vec<_>, Vec<_>) = list.iter().partition(|(code, _)| code >> place & 1 == 1);
    match (high.is_empty(), low.is_empty()) {
        (true, _) => decide(circuit, &low, rest),
        (_, true) => decide(circuit, &high, rest),
        _ => {
            let (high, low) = (decide(circuit, &high, rest)?, decide(circuit, &low, rest)?);
            circuit.ite(top, &high, &low)
        }
    }
}
