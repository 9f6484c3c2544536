//! Numbers of steps between two sets of states, over reachable states that begin a fair path.
//!
//! The least number is the first layer of a search forwards that meets the goal. The greatest is how often one can step back inside
//! what is not the goal until no state of the beginning is left: a path of that many steps has not arrived before its last one.
//!
//! Example: s -> t -> u, s -> u, from s to u. One step is the least number, two is the greatest. With a loop at t there is no
//! greatest: some path of each length has not arrived.

use super::Machine;
use crate::{NoAnswer, Observer};
use wherefore_ir::{QuantityKind, TermId};
use wherefore_solve::Bdd;

/// A number of steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Steps {
    /// A finite number.
    Number(u32),
    /// No path arrives; or, of the greatest number, some path of every length has not arrived.
    Infinite,
    /// No state is the beginning of a path, or none is its end.
    Undefined,
}

impl Machine {
    /// The number of steps from a state in which one formula is true to one in which another is.
    pub(crate) fn distance(
        &mut self,
        kind: QuantityKind,
        ends: [TermId; 2],
        observer: &dyn Observer,
    ) -> Result<Steps, NoAnswer> {
        let fair = self.fair_sets(observer)?.fair;
        let [from, to] = ends;
        let from = self.satisfying(from, &fair, observer)?;
        let to = self.satisfying(to, &fair, observer)?;
        match kind {
            QuantityKind::Least => self.least(from, &to, &fair),
            QuantityKind::Most => self.most(&from, &to, &fair),
        }
    }

    fn satisfying(&mut self, formula: TermId, fair: &Bdd, observer: &dyn Observer) -> Result<Bdd, NoAnswer> {
        let sets = self.ctl_sets(formula, observer)?;
        let set = sets.get(formula).cloned().unwrap_or_else(|| self.space.constant(false));
        Ok(self.space.and(&set, fair)?)
    }

    fn least(&mut self, from: Bdd, to: &Bdd, fair: &Bdd) -> Result<Steps, NoAnswer> {
        let (mut frontier, mut seen, mut steps) = (from.clone(), from, 0);
        while !frontier.is_false() {
            if !self.space.and(&frontier, to)?.is_false() {
                return Ok(Steps::Number(steps));
            }
            let after = self.successors(&frontier)?;
            let after = self.space.and(&after, fair)?;
            frontier = self.space.minus(&after, &seen)?;
            seen = self.space.or(&seen, &frontier)?;
            steps += 1;
        }
        Ok(Steps::Infinite)
    }

    fn most(&mut self, from: &Bdd, to: &Bdd, fair: &Bdd) -> Result<Steps, NoAnswer> {
        if from.is_false() || to.is_false() {
            return Ok(Steps::Undefined);
        }
        let elsewhere = self.space.minus(fair, to)?;
        let (mut staying, mut steps) = (elsewhere.clone(), 0);
        loop {
            if self.space.and(&staying, from)?.is_false() {
                return Ok(Steps::Number(steps));
            }
            let before = self.preimage(&staying, &elsewhere)?;
            if before == staying {
                return Ok(Steps::Infinite);
            }
            staying = before;
            steps += 1;
        }
    }
}
