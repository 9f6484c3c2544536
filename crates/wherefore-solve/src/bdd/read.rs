//! Reading diagrams: least assignments, counting, evaluation. All are loops or descents, none depends on the order of bits
//! for its result.

use super::space::Space;
use super::{Bdd, BitVar};
use crate::Undecided;
use crate::blast::{EncodeError, bit_count, word_value};
use num_bigint::BigUint;
use num_traits::{One, Zero};
use oxidd::{BooleanFunction, Function, HasLevel, HasWorkers, Manager, Node, WorkerPool};
use rustc_hash::FxHashMap;
use wherefore_ir::{Terms, Value, VarId};

/// The top of a diagram that is not constant.
pub(super) struct Branch {
    pub level: u32,
    pub bit: BitVar,
    pub high: Bdd,
    pub low: Bdd,
}

impl Space {
    /// The top bit and the two cofactors; `None` for a constant.
    pub(super) fn branch(&self, a: &Bdd) -> Option<Branch> {
        let (high, low) = a.0.cofactors()?;
        let (level, number) = a.0.with_manager_shared(|m, edge| match m.get_node(edge) {
            Node::Inner(node) => Some((node.level(), m.level_to_var(node.level()))),
            Node::Terminal(_) => None,
        })?;
        Some(Branch { level, bit: self.table().bits[number as usize], high: Bdd(high), low: Bdd(low) })
    }

    /// Runs a recursion of the package on a large stack.
    pub(super) fn deeply<T: Send>(&self, read: impl FnOnce() -> T + Send) -> T {
        self.table().manager.workers().install(read)
    }

    /// How many nodes the diagram has.
    pub fn node_count(&self, a: &Bdd) -> usize {
        self.deeply(|| a.0.node_count())
    }

    /// The value of the function where each bit has the truth that `truth` gives it.
    pub fn eval(&self, a: &Bdd, truth: impl Fn(BitVar) -> bool) -> bool {
        let mut at = a.clone();
        while let Some(branch) = self.branch(&at) {
            at = if truth(branch.bit) { branch.high } else { branch.low };
        }
        at.is_true()
    }

    /// The least assignment of these bits that the function allows, false before true, the first bit counting most; `None`
    /// if the function is false. The result depends on the function and the list only, not on the order of levels. Fast if
    /// the list follows the levels.
    pub fn least(&self, a: &Bdd, bits: &[BitVar]) -> Result<Option<Vec<bool>>, Undecided> {
        if a.is_false() {
            return Ok(None);
        }
        let mut rest = a.clone();
        let mut truths = Vec::with_capacity(bits.len());
        for bit in bits {
            let low = self.given(&rest, *bit, false)?;
            truths.push(low.is_false());
            rest = if low.is_false() { self.given(&rest, *bit, true)? } else { low };
        }
        Ok(Some(truths))
    }

    /// The cofactor where the bit has this truth; free if no bit above it matters.
    fn given(&self, a: &Bdd, bit: BitVar, truth: bool) -> Result<Bdd, Undecided> {
        match (self.branch(a), self.level(bit)) {
            (Some(top), Some(level)) if top.level == level => Ok(if truth { top.high } else { top.low }),
            (Some(top), Some(level)) if top.level < level => {
                let literal = self.literals([(bit, truth)])?;
                self.cofactor(a, &literal)
            }
            _ => Ok(a.clone()),
        }
    }

    /// The least values of these variables at ticks that the function allows: the first variable counts most, and of each
    /// variable the highest bit, false before true.
    pub fn least_values(
        &mut self,
        terms: &Terms,
        a: &Bdd,
        vars: &[(VarId, u32)],
    ) -> Result<Option<Vec<Value>>, EncodeError> {
        let (mut within, mut bits) = (a.clone(), Vec::new());
        for (var, tick) in vars {
            let domain = self.domain(terms, *var, *tick)?;
            within = self.and(&within, &domain)?;
            bits.extend((0..bit_count(terms, *var).unwrap_or(0)).rev().map(|bit| (*var, *tick, bit)));
        }
        let list: Vec<BitVar> =
            bits.iter().map(|(var, tick, bit)| BitVar { var: *var, tick: *tick, bit: *bit }).collect();
        let Some(truths) = self.least(&within, &list)? else { return Ok(None) };
        let mut truths = truths.into_iter();
        let value = |(var, _): &(VarId, u32)| {
            let count = bit_count(terms, *var).unwrap_or(0) as usize;
            let mut word: Vec<bool> = truths.by_ref().take(count).collect();
            word.reverse();
            word_value(terms.var(*var).sort, &word)
        };
        Ok(Some(vars.iter().map(value).collect()))
    }

    /// How many assignments of `bits` satisfy the function, which must not depend on other bits.
    pub fn count(&self, a: &Bdd, bits: &[BitVar]) -> BigUint {
        // Levels that count, in order: the place of a level among them is the number of counted levels above it.
        let mut levels: Vec<u32> = bits.iter().filter_map(|bit| self.level(*bit)).collect();
        levels.sort_unstable();
        levels.dedup();
        let unknown = bits.iter().filter(|bit| self.level(**bit).is_none()).count();
        let above = |branch: Option<&Branch>| match branch {
            Some(branch) => levels.partition_point(|level| *level < branch.level),
            None => levels.len(),
        };
        let mut counts: FxHashMap<Bdd, BigUint> = FxHashMap::default();
        let mut stack = vec![a.clone()];
        while let Some(top) = stack.last() {
            let branch = self.branch(top);
            let Some(parts) = &branch else {
                let one = if top.is_true() { BigUint::one() } else { BigUint::zero() };
                counts.insert(stack.pop().expect("not empty"), one);
                continue;
            };
            match (counts.get(&parts.high), counts.get(&parts.low)) {
                (Some(high), Some(low)) => {
                    let gap = |child: &Bdd| above(self.branch(child).as_ref()) - above(branch.as_ref()) - 1;
                    let sum = (high << gap(&parts.high)) + (low << gap(&parts.low));
                    counts.insert(stack.pop().expect("not empty"), sum);
                }
                (high, low) => {
                    let missing = [(high, &parts.high), (low, &parts.low)];
                    let missing: Vec<Bdd> =
                        missing.into_iter().filter(|(known, _)| known.is_none()).map(|(_, f)| f.clone()).collect();
                    stack.extend(missing);
                }
            }
        }
        &counts[a] << (above(self.branch(a).as_ref()) + unknown)
    }
}
