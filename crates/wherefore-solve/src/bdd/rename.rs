//! Renaming of bits: from next values to current ones and back.

use super::space::{Made, Space};
use super::{Bdd, BitVar};
use oxidd::bcdd::BCDDFunction;
use oxidd::{FunctionSubst, Subst, VarNo};
use std::collections::BTreeMap;

/// Bits and what replaces them, prepared once: the same renaming of the same diagram is then remembered.
pub struct Renaming(Subst<BCDDFunction>);

impl Space {
    /// Prepares the replacement of each first bit by the second, all at once. Pairs with a bit that the space does not
    /// know are left out.
    pub fn renaming(&self, pairs: impl IntoIterator<Item = (BitVar, BitVar)>) -> Renaming {
        let table = self.table();
        let pair = |(from, to): (BitVar, BitVar)| Some((self.number(from)?, table.known_literal(to)?.0.clone()));
        let (numbers, functions) =
            pairs.into_iter().filter_map(pair).collect::<BTreeMap<VarNo, BCDDFunction>>().into_iter().unzip();
        Renaming(Subst::new(numbers, functions))
    }

    /// Prepares the replacement of each bit by a function, all at once. Bits that the space does not know are left out.
    pub fn composition(&self, pairs: impl IntoIterator<Item = (BitVar, Bdd)>) -> Renaming {
        let pair = |(from, to): (BitVar, Bdd)| Some((self.number(from)?, to.0));
        let (numbers, functions) =
            pairs.into_iter().filter_map(pair).collect::<BTreeMap<VarNo, BCDDFunction>>().into_iter().unzip();
        Renaming(Subst::new(numbers, functions))
    }

    /// Replaces bits.
    pub fn rename(&self, a: &Bdd, renaming: &Renaming) -> Made {
        self.table().run(|| a.0.substitute(&renaming.0))
    }

    /// A function of next values as one of current values: tick 1 becomes 0.
    pub fn to_current(&mut self, a: &Bdd) -> Made {
        self.shift(a, 0)
    }

    /// A function of current values as one of next values: tick 0 becomes 1.
    pub fn to_next(&mut self, a: &Bdd) -> Made {
        self.shift(a, 1)
    }

    fn shift(&mut self, a: &Bdd, tick: u32) -> Made {
        let stale = self.shifts[tick as usize].as_ref().is_none_or(|(bits, _)| *bits != self.table().bits.len());
        if stale {
            let from = self.table().bits.iter().filter(|bit| bit.tick == 1 - tick);
            let pairs: Vec<_> = from.map(|bit| (*bit, BitVar { tick, ..*bit })).collect();
            self.shifts[tick as usize] = Some((self.table().bits.len(), self.renaming(pairs)));
        }
        let (_, renaming) = self.shifts[tick as usize].as_ref().expect("made above");
        self.rename(a, renaming)
    }
}
