//! Choices put in: what the next state is, said over the current one alone.
//!
//! Whether a step *exists* is no question for a SAT solver, but whether a *given* step is one is. A [`Choice`] gives the open
//! variables as functions of the state; variables with an update follow from it. All are put into the formulas of the
//! system, so that nothing about the next state is left to be assumed: to assert instead that the next bits equal the
//! chosen ones would make every check true for a choice that is no value of its sort.
//!
//! Example: next x = x + i, x in 0..7, i in 0..1, chosen i = (x = 2). Then "the step is one" reads
//! `0 <= x + [x=2] <= 7 & 0 <= [x=2] <= 1`, and "the next state is above 2" reads `x + [x=2] > 2`.

use super::fixpoint::Choice;
use crate::Cone;
use rustc_hash::FxHashMap;
use wherefore_ir::{Op, Role, Sort, TermId, Terms, Value, VarId, walk};
use wherefore_solve::bit_count;

/// Ranges with at most this many values are chosen value by value, larger ones as a sum of bits.
const LISTED: i64 = 64;

/// The step that a choice takes from each state.
pub(super) struct Successor {
    /// Formula: the chosen move is a step of the system.
    pub(super) is_step: TermId,
    next: FxHashMap<VarId, TermId>,
    done: FxHashMap<TermId, TermId>,
}

impl Successor {
    /// The step of a choice in a model; its arena is extended.
    pub(super) fn new(model: &mut Cone, choice: &Choice) -> Successor {
        let inputs: Vec<VarId> = model.input_vars().collect();
        let states: Vec<VarId> = model.state_vars().collect();
        let terms = &mut std::mem::take(&mut model.system.terms);
        let system = &model.system;
        let mut domains = Vec::new();
        let mut chosen = FxHashMap::default();
        for var in inputs {
            let value = value(terms, var, choice);
            domains.push(terms.within(value, terms.var(var).sort));
            chosen.insert(var, value);
        }
        let mut done = FxHashMap::default();
        let mut next = FxHashMap::default();
        for var in states {
            let value = match (system.next.get(&var), system.role(var)) {
                (Some(update), _) => replace(terms, &[update.term], &mut done, &chosen, &FxHashMap::default())[0],
                (None, Role::Frozen) => terms.now(var),
                (None, _) => value(terms, var, choice),
            };
            domains.push(terms.within(value, terms.var(var).sort));
            next.insert(var, value);
        }
        let rules: Vec<TermId> = model.step.iter().chain(&model.invar).copied().collect();
        let rules = replace(terms, &rules, &mut done, &chosen, &next);
        let is_step = terms.and(domains.into_iter().chain(rules));
        model.system.terms = std::mem::take(terms);
        Successor { is_step, next, done: FxHashMap::default() }
    }

    /// Formula: the next state is in a set.
    pub(super) fn is_in(&mut self, terms: &mut Terms, set: TermId) -> TermId {
        replace(terms, &[set], &mut self.done, &self.next, &FxHashMap::default())[0]
    }
}

/// Replaces variables at the current tick by `now`, at the next by `next`; others stay.
fn replace(
    terms: &mut Terms,
    roots: &[TermId],
    done: &mut FxHashMap<TermId, TermId>,
    now: &FxHashMap<VarId, TermId>,
    next: &FxHashMap<VarId, TermId>,
) -> Vec<TermId> {
    walk::rewrite(terms, roots, done, |terms, term| match terms.op(term) {
        Op::Var(v) => now.get(&v).copied(),
        Op::Next(v) => next.get(&v).copied(),
        _ => None,
    })
}

/// The value with the chosen bits.
fn value(terms: &mut Terms, var: VarId, choice: &Choice) -> TermId {
    let given = choice.0.get(&var);
    let no = terms.bool(false);
    let count = bit_count(terms, var).unwrap_or(0) as usize;
    let bits: Vec<TermId> = (0..count).map(|b| given.and_then(|g| g.get(b)).copied().unwrap_or(no)).collect();
    match terms.var(var).sort {
        Sort::Bool => bits[0],
        Sort::Enum(id) if !terms.enumeration(id).values.is_empty() => {
            let count = terms.enumeration(id).values.len() as u32;
            let values = (0..count).map(|i| (i64::from(i), Value::Enum(id, i))).collect();
            select(terms, values, &bits)
        }
        Sort::Range { lo, hi } if lo <= hi && hi.saturating_sub(lo) < LISTED => {
            select(terms, (lo..=hi).map(|n| (n, Value::int(n))).collect(), &bits)
        }
        Sort::BitVec(_) => concatenation(terms, &bits),
        Sort::Enum(_) => terms.now(var),
        sort => sum(terms, sort, &bits),
    }
}

/// The value whose encoding has these bits; an arbitrary one if no value has.
fn select(terms: &mut Terms, values: Vec<(i64, Value)>, bits: &[TermId]) -> TermId {
    let Some((top, rest)) = bits.split_last().filter(|_| values.len() > 1) else {
        return terms.mk_const(values[0].1.clone());
    };
    let place = rest.len().min(63);
    let (high, low): (Vec<_>, Vec<_>) = values.into_iter().partition(|(code, _)| code >> place & 1 == 1);
    match (high.is_empty(), low.is_empty()) {
        (true, _) => select(terms, low, rest),
        (_, true) => select(terms, high, rest),
        _ => {
            let (high, low) = (select(terms, high, rest), select(terms, low, rest));
            terms.ite(*top, high, low)
        }
    }
}

fn concatenation(terms: &mut Terms, bits: &[TermId]) -> TermId {
    let digits: Vec<TermId> = bits
        .iter()
        .map(|bit| {
            let (one, zero) = (terms.mk_const(Value::bits(1, 1u8)), terms.mk_const(Value::bits(1, 0u8)));
            terms.ite(*bit, one, zero)
        })
        .collect();
    let mut word = digits[0];
    for digit in &digits[1..] {
        word = terms.apply(Op::BvConcat, &[*digit, word]);
    }
    word
}

/// The number with these bits, in two's complement if the sort has negative values.
fn sum(terms: &mut Terms, sort: Sort, bits: &[TermId]) -> TermId {
    let signed = matches!(sort, Sort::Range { lo, .. } if lo < 0);
    let mut total = terms.int(0);
    for (place, bit) in bits.iter().enumerate() {
        let weight = num_bigint::BigInt::from(1) << place;
        let weight = if signed && place + 1 == bits.len() { -weight } else { weight };
        let (weight, zero) = (terms.int(weight), terms.int(0));
        let digit = terms.ite(*bit, weight, zero);
        total = terms.add(total, digit);
    }
    total
}
