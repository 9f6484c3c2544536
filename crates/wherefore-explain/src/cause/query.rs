//! Can the property hold although these choices are kept? One solver, asked again and again under assumptions.
//!
//! A [`Unrolling`] says what runs are looked at: a number of ticks of the model from its first tick on, and for a lasso the way
//! in which it closes. Laid out in a solver, the environment is asserted and the property is a literal: the kept choices
//! are enough if that literal cannot be true together with them.

use super::bound;
use super::soft::Soft;
use super::unrolling::Unrolling;
use wherefore_check::{NoAnswer, Unroller};
use wherefore_ir::{Sort, Terms, VarId};
use wherefore_solve::{Lit, Solver, Stop};

/// Limit of one question, in conflicts and in the resource units of an SMT solver: more is not worth it here.
const CONFLICTS: u64 = 20_000;
const UNITS: u64 = 10_000_000;
/// The most questions that are asked about one run.
const MOST_QUESTIONS: usize = 4_000;

/// A shape in a solver.
pub(super) struct CauseQuery<'a> {
    pub(super) shape: &'a Unrolling,
    pub(super) stop: &'a Stop,
    /// Extends the arena of the model by the bounds that were asked about.
    pub(super) terms: Terms,
    unroller: Unroller<'a>,
    /// The property holds.
    holds: Lit,
    effort: u64,
    asked: usize,
}

impl<'a> CauseQuery<'a> {
    /// Lays the shape out.
    pub(super) fn new(
        shape: &'a Unrolling,
        solver: Box<dyn Solver>,
        stop: &'a Stop,
    ) -> Result<CauseQuery<'a>, NoAnswer> {
        let terms = shape.model.system.terms.clone();
        let is_smt = solver.capabilities().handles(Sort::Int);
        let effort = if is_smt { UNITS } else { CONFLICTS };
        let mut unroller = Unroller::new(&shape.model, solver)?;
        unroller.assert_init()?;
        unroller.reach(shape.last)?;
        let holds = match &shape.back {
            Some(back) => back.close(&mut unroller, shape.last, shape.good)?,
            None => unroller.literal(shape.good, shape.last)?,
        };
        Ok(CauseQuery { shape, stop, terms, unroller, holds, effort, asked: 0 })
    }

    /// Looks at longer runs that end at `last` from now on. Shorter ones cannot be asked about any more: they need not go on.
    pub(super) fn prolong(&mut self, last: u32) -> Result<(), NoAnswer> {
        self.unroller.reach(last)?;
        (self.holds, self.asked) = (self.unroller.literal(self.shape.good, last)?, 0);
        Ok(())
    }

    /// The literal that a choice is kept.
    pub(super) fn literal(&mut self, soft: &Soft) -> Result<Lit, NoAnswer> {
        let term = bound::term(&mut self.terms, soft.var, &soft.bound);
        Ok(self.unroller.solver.literal(&self.terms, term, soft.tick)?)
    }

    /// Whether the property fails on every run on which these hold.
    pub(super) fn is_enough(&mut self, kept: &[Lit]) -> Result<bool, NoAnswer> {
        self.asked += 1;
        if self.asked > MOST_QUESTIONS {
            return Err(NoAnswer::Effort);
        }
        let mut assumed = vec![self.holds];
        assumed.extend(kept);
        Ok(!self.unroller.is_sat(&assumed, Some(self.effort), self.stop)?)
    }

    /// Whether there is a run on which these hold.
    pub(super) fn is_possible(&mut self, kept: &[Lit]) -> Result<bool, NoAnswer> {
        self.unroller.is_sat(kept, None, self.stop)
    }

    /// The assumptions that the last "enough" needed.
    pub(super) fn core(&mut self) -> Result<Vec<Lit>, NoAnswer> {
        Ok(self.unroller.solver.core()?)
    }

    /// The value of a variable on the run of the last "not enough".
    pub(super) fn value(&mut self, var: VarId, tick: u32) -> Result<wherefore_ir::Value, NoAnswer> {
        Ok(self.unroller.solver.value(&self.terms, var, tick)?)
    }
}
