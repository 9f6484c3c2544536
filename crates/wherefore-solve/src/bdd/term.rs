//! A diagram as a term: what is computed on bits, said over the variables.
//!
//! Each node becomes one choice on its bit, shared as the node is; complemented edges become negations. The term has as
//! many operators as the diagram has nodes, up to a factor.

use super::space::Space;
use super::{Bdd, BitVar};
use crate::bit_term;
use rustc_hash::FxHashMap;
use wherefore_ir::{TermId, Terms, walk};

impl Space {
    /// A term of the same meaning: bits of tick 0 are spoken of as current values, of tick 1 as next values.
    ///
    /// # Panics
    /// If the function depends on a bit of another tick.
    pub fn to_term(&self, terms: &mut Terms, a: &Bdd) -> TermId {
        let mut bits: FxHashMap<BitVar, TermId> = FxHashMap::default();
        let mut done: FxHashMap<Bdd, TermId> = FxHashMap::default();
        done.insert(self.constant(true), terms.bool(true));
        let mut stack = vec![a.clone()];
        while let Some(top) = stack.last() {
            if known(terms, &done, top).is_some() {
                stack.pop();
                continue;
            }
            let branch = self.branch(top).expect("constants are known");
            match (known(terms, &done, &branch.high), known(terms, &done, &branch.low)) {
                (Some(high), Some(low)) => {
                    let bit = *bits.entry(branch.bit).or_insert_with(|| bit_at(terms, branch.bit));
                    let term = choose(terms, bit, high, low);
                    done.insert(stack.pop().expect("not empty"), term);
                }
                (None, _) => stack.push(branch.high),
                _ => stack.push(branch.low),
            }
        }
        known(terms, &done, a).expect("the loop ends when it is known")
    }
}

/// The term of a function if it, or its negation, has one.
fn known(terms: &mut Terms, done: &FxHashMap<Bdd, TermId>, a: &Bdd) -> Option<TermId> {
    done.get(a).copied().or_else(|| done.get(&!a).map(|negated| terms.not(*negated)))
}

fn bit_at(terms: &mut Terms, bit: BitVar) -> TermId {
    let now = bit_term(terms, bit.var, bit.bit);
    match bit.tick {
        0 => now,
        1 => walk::shift(terms, now, |_| true).expect("a bit is spoken of at the current tick"),
        tick => panic!("tick {tick} is neither current nor next"),
    }
}

/// If-then-else on Boolean values, without constant branches.
fn choose(terms: &mut Terms, bit: TermId, high: TermId, low: TermId) -> TermId {
    let truth = |t: TermId| terms.constant(t).and_then(wherefore_ir::Value::as_bool);
    match (truth(high), truth(low)) {
        (Some(true), Some(false)) => bit,
        (Some(true), _) => terms.or([bit, low]),
        (_, Some(false)) => terms.and([bit, high]),
        (Some(false), _) => {
            let not = terms.not(bit);
            terms.and([not, low])
        }
        (_, Some(true)) => {
            let not = terms.not(bit);
            terms.or([not, high])
        }
        _ => terms.ite(bit, high, low),
    }
}
