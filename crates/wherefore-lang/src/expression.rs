//! Terms of the operators that SMV and the language of contracts have in common.
//!
//! Formulas of contracts are SMV's expressions with words for some operators, so both front ends use the operators of
//! [`crate::smv::ast`] and build the same terms. What types an operator takes, and what is said if it is given others, is the
//! business of each: here the operands fit, and both are integers, reals, words that are read in the same way, or truth values.

mod interval;

pub(crate) use interval::{plain_bounds, plainly_holds};

use crate::smv::ast::{Binary, Unary};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use wherefore_ir::{Op, Rounding, Sort, TermId, Terms, Value, VarId, walk};

/// A connective or a temporal operator between two truth values.
pub(crate) fn connective(terms: &mut Terms, operator: Binary, x: TermId, y: TermId) -> TermId {
    match operator {
        Binary::And => terms.and([x, y]),
        Binary::Or => terms.or([x, y]),
        Binary::Xor => terms.xor(x, y),
        Binary::Implies => terms.implies(x, y),
        Binary::Until => terms.apply(Op::U, &[x, y]),
        Binary::Release => terms.apply(Op::R, &[x, y]),
        Binary::Since => terms.apply(Op::S, &[x, y]),
        Binary::Triggered => terms.apply(Op::T, &[x, y]),
        _ => terms.eq(x, y),
    }
}

/// The operator that a prefix is; of truth values, because `-` has an operator for each type.
pub(crate) fn prefix(operator: Unary) -> Op {
    match operator {
        Unary::Not | Unary::Neg => Op::Not,
        Unary::X => Op::X,
        Unary::F => Op::F,
        Unary::G => Op::G,
        Unary::Y => Op::Y,
        Unary::Z => Op::Z,
        Unary::O => Op::O,
        Unary::H => Op::H,
        Unary::Ex => Op::EX,
        Unary::Ax => Op::AX,
        Unary::Ef => Op::EF,
        Unary::Af => Op::AF,
        Unary::Eg => Op::EG,
        Unary::Ag => Op::AG,
    }
}

/// `<`, `<=`, `>` or `>=`.
pub(crate) fn order(terms: &mut Terms, operator: Binary, signed: bool, x: TermId, y: TermId) -> TermId {
    let (small, large) = if matches!(operator, Binary::Gt | Binary::Ge) { (y, x) } else { (x, y) };
    let strict = matches!(operator, Binary::Lt | Binary::Gt);
    let op = match (terms.sort(x), signed, strict) {
        (Sort::BitVec(_), true, true) => Op::BvSlt,
        (Sort::BitVec(_), true, false) => Op::BvSle,
        (Sort::BitVec(_), false, true) => Op::BvUlt,
        (Sort::BitVec(_), false, false) => Op::BvUle,
        (_, _, true) => return terms.lt(small, large),
        (_, _, false) => return terms.le(small, large),
    };
    terms.apply(op, &[small, large])
}

/// `+`, `-`, `*`, `/` or `mod`; division rounds toward zero, and words are computed modulo 2^width.
pub(crate) fn arithmetic(terms: &mut Terms, operator: Binary, signed: bool, x: TermId, y: TermId) -> TermId {
    let sort = terms.sort(x);
    if let Sort::BitVec(_) = sort {
        return terms.apply(of_words(operator, signed), &[x, y]);
    }
    match operator {
        Binary::Add => terms.add(x, y),
        Binary::Sub => terms.sub(x, y),
        Binary::Mul => terms.mul(x, y),
        Binary::Div if sort == Sort::Real => terms.apply(Op::RealDiv, &[x, y]),
        Binary::Div => terms.apply(Op::Div(Rounding::Truncate), &[x, y]),
        _ => terms.apply(Op::Mod(Rounding::Truncate), &[x, y]),
    }
}

fn of_words(operator: Binary, signed: bool) -> Op {
    match (operator, signed) {
        (Binary::Add, _) => Op::BvAdd,
        (Binary::Sub, _) => Op::BvSub,
        (Binary::Mul, _) => Op::BvMul,
        (Binary::Div, true) => Op::BvSdiv,
        (Binary::Div, false) => Op::BvUdiv,
        (_, true) => Op::BvSrem,
        (_, false) => Op::BvUrem,
    }
}

/// `-x` of a number or a word.
pub(crate) fn negative(terms: &mut Terms, x: TermId) -> TermId {
    match terms.sort(x) {
        Sort::BitVec(_) => terms.apply(Op::BvNeg, &[x]),
        _ => terms.neg(x),
    }
}

/// An integer as a real; a constant stays a constant.
pub(crate) fn as_real(terms: &mut Terms, x: TermId) -> TermId {
    match terms.constant(x) {
        Some(Value::Int(n)) => {
            let value = Value::Real(n.clone().into());
            terms.mk_const(value)
        }
        _ => terms.apply(Op::ToReal, &[x]),
    }
}

/// Formula: two terms of different types have the same value, given as the two terms that it is.
pub(crate) fn same(terms: &mut Terms, x: TermId, y: TermId, common: &[(TermId, TermId)]) -> TermId {
    let mut options = Vec::with_capacity(common.len());
    for (here, there) in common {
        let both = [terms.eq(x, *here), terms.eq(y, *there)];
        options.push(terms.and(both));
    }
    terms.or(options)
}

/// A term in another type, by the pairs of terms that a value is in both. The last pair stands for all others.
pub(crate) fn translated(terms: &mut Terms, x: TermId, common: &[(TermId, TermId)]) -> Option<TermId> {
    let ((_, last), rest) = common.split_last()?;
    let mut result = *last;
    for (here, there) in rest.iter().rev() {
        let is_here = terms.eq(x, *here);
        result = terms.ite(is_here, *there, result);
    }
    Some(result)
}

/// A term of the present, one step later. What is frozen stays as it is; `done` keeps the terms that were met before.
pub(crate) fn later(
    terms: &mut Terms,
    done: &mut FxHashMap<TermId, TermId>,
    frozen: &BTreeSet<VarId>,
    x: TermId,
) -> TermId {
    let shifted = walk::rewrite(terms, &[x], done, |terms, t| match terms.op(t) {
        Op::Var(v) if frozen.contains(&v) => Some(t),
        Op::Var(v) => Some(terms.next(v)),
        _ => None,
    });
    shifted.first().copied().unwrap_or(x)
}
