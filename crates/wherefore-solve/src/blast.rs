//! The bit-blaster: finite terms at ticks become words of bits, for clauses and BDDs alike.
//!
//! A [`Blaster`] keeps the word of every (term, tick) it has met, and the word of every copy of a variable. `Next(v)` at
//! tick k is the copy of `v` at k+1. The walk is a loop over an explicit stack that stops at words already known, so a
//! term costs what is new in it, however deep it is.
//!
//! A word is right where the variables have values of their sorts. The clauses that say so are handed to
//! [`Circuit::restrict`] when a copy is made; a reader of the bits must keep them.

mod apply;
mod binary;
mod bounds;
mod circuit;
mod integer;
mod limit;
mod member;
#[cfg(test)]
mod tests;
mod vector;
mod word;

pub use bounds::Bounds;
pub use circuit::{Circuit, Gate};
pub use limit::checked_width;
pub use word::{Word, bit_count, default_value, word_value};

use crate::{SolveError, Undecided};
use rustc_hash::FxHashMap;
use std::fmt;
use wherefore_ir::{Op, TermId, Terms, VarId};

/// Why a term has no word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EncodeError {
    /// A sort or operator that is not finite, or a width beyond all reason, in words.
    Unsupported(String),
    /// The circuit gave up.
    Undecided(Undecided),
}

impl EncodeError {
    fn operator(op: Op) -> EncodeError {
        EncodeError::Unsupported(format!("operator {op:?}"))
    }
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EncodeError::Unsupported(what) => write!(f, "unsupported by this engine: {what}"),
            EncodeError::Undecided(cause) => write!(f, "{cause}"),
        }
    }
}

impl std::error::Error for EncodeError {}

impl From<Undecided> for EncodeError {
    fn from(cause: Undecided) -> EncodeError {
        EncodeError::Undecided(cause)
    }
}

impl From<EncodeError> for SolveError {
    fn from(error: EncodeError) -> SolveError {
        match error {
            EncodeError::Unsupported(what) => SolveError::Unsupported(what),
            EncodeError::Undecided(cause) => SolveError::Unsupported(format!("a term this large: {cause}")),
        }
    }
}

/// Words of terms, over one circuit.
pub struct Blaster<C: Circuit> {
    /// Where the gates are made.
    pub circuit: C,
    words: FxHashMap<(TermId, u32), Word<C::Bit>>,
    copies: FxHashMap<(VarId, u32), Word<C::Bit>>,
}

impl<C: Circuit> Blaster<C> {
    /// Nothing known yet.
    pub fn new(circuit: C) -> Blaster<C> {
        Blaster { circuit, words: FxHashMap::default(), copies: FxHashMap::default() }
    }

    /// Forgets the words of terms, but not of variables: frees what the circuit holds for them.
    pub fn forget(&mut self) {
        self.words = FxHashMap::default();
    }

    /// The word of a variable at a tick, if it has been made.
    pub fn known_copy(&self, var: VarId, tick: u32) -> Option<&Word<C::Bit>> {
        self.copies.get(&(var, tick))
    }

    /// The word of a variable at a tick.
    pub fn copy(&mut self, terms: &Terms, var: VarId, tick: u32) -> Result<&Word<C::Bit>, EncodeError> {
        if !self.copies.contains_key(&(var, tick)) {
            let made = self.make_copy(terms, var, tick)?;
            self.copies.insert((var, tick), made);
        }
        Ok(&self.copies[&(var, tick)])
    }

    fn make_copy(&mut self, terms: &Terms, var: VarId, tick: u32) -> Result<Word<C::Bit>, EncodeError> {
        let declared = terms.var(var);
        let count = bit_count(terms, var).ok_or_else(|| {
            EncodeError::Unsupported(format!(
                "variable `{}`: its sort {:?} is not finite",
                declared.name, declared.sort
            ))
        })?;
        limit::check_width(u64::from(count))?;
        let bits = (0..count).map(|bit| self.circuit.input(var, tick, bit)).collect::<Gate<Vec<_>>>()?;
        let clauses = word::domain(&mut self.circuit, terms, declared.sort, &bits)?;
        if !clauses.is_empty() {
            self.circuit.restrict(var, tick, clauses)?;
        }
        Ok(word::of_sort(declared.sort, bits))
    }

    /// The word of a term at a tick.
    pub fn word(&mut self, terms: &Terms, term: TermId, tick: u32) -> Result<&Word<C::Bit>, EncodeError> {
        let mut stack = vec![term];
        while let Some(&top) = stack.last() {
            if self.words.contains_key(&(top, tick)) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            let operands = terms.operands(top);
            stack.extend(operands.iter().rev().filter(|t| !self.words.contains_key(&(**t, tick))));
            if stack.len() == before {
                let word = self.make(terms, top, tick)?;
                self.words.insert((top, tick), word);
                stack.pop();
            }
        }
        Ok(&self.words[&(term, tick)])
    }

    /// The word of a term whose operands have theirs.
    fn make(&mut self, terms: &Terms, term: TermId, tick: u32) -> Result<Word<C::Bit>, EncodeError> {
        match terms.op(term) {
            Op::Const(id) => word::constant(&self.circuit, terms, terms.value(id)),
            Op::Var(var) => self.copy(terms, var, tick).cloned(),
            Op::Next(var) => self.copy(terms, var, later(tick)?).cloned(),
            op => {
                let args: Vec<&Word<C::Bit>> = terms.operands(term).iter().map(|t| &self.words[&(*t, tick)]).collect();
                apply::apply(&mut self.circuit, op, &args)
            }
        }
    }
}

fn later(tick: u32) -> Result<u32, EncodeError> {
    tick.checked_add(1).ok_or_else(|| EncodeError::Unsupported("a tick after the last one".into()))
}
