//! A bit of a variable's encoding as a formula over the variable, the inverse of what the blaster does to leaves.
//!
//! Engines that work on bits (PDR, BDDs) state their invariants with it, so that a solver that knows nothing
//! of the encoding can check them.

use wherefore_ir::{Op, Sort, TermId, Terms, Value, VarId};

/// Ranges with more values than this state a low bit by division, not by listing the values that have it.
const LISTED: i64 = 64;

/// Formula: bit `bit` of the encoding of `var` is one.
pub fn bit_term(terms: &mut Terms, var: VarId, bit: u32) -> TermId {
    let now = terms.now(var);
    match terms.var(var).sort {
        Sort::Bool => now,
        Sort::Enum(id) => {
            let count = terms.enumeration(id).values.len() as u32;
            let values = (0..count).filter(|i| i >> bit & 1 == 1).map(|i| Value::Enum(id, i));
            one_of(terms, now, values.collect())
        }
        Sort::BitVec(_) => {
            let bit = terms.apply(Op::BvExtract { hi: bit, lo: bit }, &[now]);
            let one = terms.mk_const(Value::bits(1, 1u8));
            terms.eq(bit, one)
        }
        Sort::Range { lo, hi } if hi.saturating_sub(lo) < LISTED => {
            let values = (lo..=hi).filter(|n| n >> bit.min(63) & 1 == 1).map(Value::int);
            one_of(terms, now, values.collect())
        }
        _ => by_division(terms, now, bit),
    }
}

fn one_of(terms: &mut Terms, now: TermId, values: Vec<Value>) -> TermId {
    let equal: Vec<TermId> = values
        .into_iter()
        .map(|value| {
            let constant = terms.mk_const(value);
            terms.eq(now, constant)
        })
        .collect();
    terms.or(equal)
}

/// floor(now / 2^bit) is odd, which is right for two's complement of any width.
fn by_division(terms: &mut Terms, now: TermId, bit: u32) -> TermId {
    let (weight, two, one) = (terms.int(num_bigint::BigInt::from(1) << bit), terms.int(2), terms.int(1));
    let shifted = terms.apply(Op::Div(wherefore_ir::Rounding::Euclid), &[now, weight]);
    let parity = terms.apply(Op::Mod(wherefore_ir::Rounding::Euclid), &[shifted, two]);
    terms.eq(parity, one)
}
