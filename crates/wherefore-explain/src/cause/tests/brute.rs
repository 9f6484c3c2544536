//! Sufficiency of choices, by looking at every run on which the property holds.

use crate::cause::bound::{admits, limits, merged, number, value};
use crate::cause::soft::Soft;
use crate::cause::{Bound, Kept};
use std::collections::BTreeSet;
use wherefore_ir::{Terms, VarId};
use wherefore_trace::Trace;

/// All runs of the shape on which the property holds, and for every set of literals whether one of them has all of it.
pub struct Oracle<'a> {
    terms: &'a Terms,
    softs: &'a [Soft],
    runs: &'a [Trace],
    /// By set of literals as a number: whether some good run has all of them.
    met: Vec<bool>,
}

impl<'a> Oracle<'a> {
    pub fn new(terms: &'a Terms, softs: &'a [Soft], runs: &'a [Trace]) -> Oracle<'a> {
        let mut met = vec![false; 1 << softs.len()];
        for run in runs {
            let mask = (0..softs.len()).filter(|p| holds(terms, &softs[*p], run)).map(|p| 1 << p).sum::<usize>();
            met[mask] = true;
        }
        for bit in 0..softs.len() {
            for mask in (0..met.len()).filter(|m| m >> bit & 1 == 1).rev() {
                if met[mask] {
                    met[mask & !(1 << bit)] = true;
                }
            }
        }
        Oracle { terms, softs, runs, met }
    }

    fn places(&self, mask: usize) -> Vec<usize> {
        (0..self.softs.len()).filter(|p| mask >> p & 1 == 1).collect()
    }

    /// Plain deletion in order.
    pub fn deletion(&self) -> Vec<usize> {
        let mut left = self.met.len() - 1;
        for place in 0..self.softs.len() {
            let without = left & !(1 << place);
            if !self.met[without] {
                left = without;
            }
        }
        self.places(left)
    }

    /// All sets that are enough and of which no part is.
    pub fn minimal(&self) -> Vec<Vec<usize>> {
        let is_minimal =
            |m: &usize| !self.met[*m] && (0..self.softs.len()).all(|p| m >> p & 1 == 0 || self.met[m & !(1 << p)]);
        (0..self.met.len()).filter(is_minimal).map(|m| self.places(m)).collect()
    }

    /// All minimal sets of choices whose change can make the property hold, smallest first.
    pub fn corrections(&self) -> Vec<Vec<(VarId, u32)>> {
        let choices: Vec<(u32, VarId)> =
            self.softs.iter().map(|s| (s.tick, s.var)).collect::<BTreeSet<_>>().into_iter().collect();
        let mut found: Vec<BTreeSet<(u32, VarId)>> = Vec::new();
        let mut sets: Vec<BTreeSet<(u32, VarId)>> = (0..1_usize << choices.len())
            .map(|m| (0..choices.len()).filter(|p| m >> p & 1 == 1).map(|p| choices[p]).collect())
            .collect();
        sets.sort_by(|a: &BTreeSet<_>, b| (a.len(), a).cmp(&(b.len(), b)));
        for set in sets {
            let kept = (0..self.softs.len()).filter(|p| !set.contains(&(self.softs[*p].tick, self.softs[*p].var)));
            let mask: usize = kept.map(|p| 1 << p).sum();
            if self.met[mask] && !found.iter().any(|f| f.is_subset(&set)) {
                found.push(set);
            }
        }
        found.into_iter().map(|set| set.into_iter().map(|(tick, var)| (var, tick)).collect()).collect()
    }

    /// The cause of a set: its bounds as far out as they go, one after the other.
    pub fn cause(&self, set: &[usize]) -> Vec<Kept> {
        let mut kept: Vec<Soft> = set.iter().map(|p| self.softs[*p].clone()).collect();
        kept.sort_by(Soft::reading_order);
        for place in 0..kept.len() {
            while let Some(weaker) = self.weaker(&kept[place]) {
                let mut further = kept.clone();
                further[place] = weaker;
                if self.runs.iter().any(|run| further.iter().all(|s| holds(self.terms, s, run))) {
                    break;
                }
                kept = further;
            }
        }
        merged(self.terms, &kept)
    }

    /// The bound one number further out.
    fn weaker(&self, soft: &Soft) -> Option<Soft> {
        let (least, greatest) = limits(self.terms, soft.var);
        let of = |v| number(self.terms, soft.var, v);
        let bound = match &soft.bound {
            Bound::Is(_) => return None,
            Bound::AtLeast(v) => {
                let n: num_bigint::BigInt = of(v)? - 1;
                Bound::AtLeast(value(self.terms, soft.var, n.clone()).filter(|_| Some(&n) >= least.as_ref())?)
            }
            Bound::AtMost(v) => {
                let n: num_bigint::BigInt = of(v)? + 1;
                Bound::AtMost(value(self.terms, soft.var, n.clone()).filter(|_| Some(&n) <= greatest.as_ref())?)
            }
        };
        Some(Soft { bound, ..soft.clone() })
    }
}

fn holds(terms: &Terms, soft: &Soft, run: &Trace) -> bool {
    run.value(soft.tick as usize, soft.var).is_some_and(|v| admits(terms, soft.var, &soft.bound, v))
}
