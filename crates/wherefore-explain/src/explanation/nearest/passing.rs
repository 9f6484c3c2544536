//! All runs of a shape on which a claim holds, laid out in a solver.

use super::Choice;
use crate::cause::unrolling::Unrolling;
use wherefore_check::{NoAnswer, Unroller};
use wherefore_ir::{Sort, Terms};
use wherefore_solve::{Lit, Solver, Stop};
use wherefore_trace::Trace;

/// Limit of one question, in conflicts and in the resource units of an SMT solver.
const CONFLICTS: u64 = 100_000;
const UNITS: u64 = 50_000_000;

/// The passing runs of a shape. Finite runs can be prolonged.
pub(super) struct Passing<'a> {
    pub(super) unroller: Unroller<'a>,
    /// Extends the arena of the model by what is asked.
    pub(super) terms: Terms,
    pub(super) stop: &'a Stop,
    pub(super) effort: u64,
    shape: &'a Unrolling,
    /// Number of ticks that satisfy the claim.
    ticks: u32,
    pub(super) last: u32,
}

impl<'a> Passing<'a> {
    /// Runs of one tick; for a lasso, all of it.
    pub(super) fn new(shape: &'a Unrolling, solver: Box<dyn Solver>, stop: &'a Stop) -> Result<Passing<'a>, NoAnswer> {
        let is_smt = solver.capabilities().handles(Sort::Int);
        let effort = if is_smt { UNITS } else { CONFLICTS };
        let mut unroller = Unroller::new(&shape.model, solver)?;
        unroller.assert_init()?;
        if let Some(back) = &shape.back {
            unroller.reach(shape.last)?;
            let holds = back.close(&mut unroller, shape.last, shape.good)?;
            unroller.solver.clause(&[holds])?;
        }
        let terms = shape.model.system.terms.clone();
        Ok(Passing { unroller, terms, stop, effort, shape, ticks: 0, last: shape.last })
    }

    /// Runs that end at this tick from now on, no earlier than those before.
    pub(super) fn prolong(&mut self, last: u32) -> Result<(), NoAnswer> {
        self.last = last;
        if self.shape.back.is_some() {
            return Ok(());
        }
        self.unroller.reach(last)?;
        while self.ticks <= last {
            let good = self.unroller.literal(self.shape.good, self.ticks)?;
            self.unroller.solver.clause(&[good])?;
            self.ticks += 1;
        }
        Ok(())
    }

    /// For each choice the literal that a run makes it as well. No literal stands twice.
    pub(super) fn kept(&mut self, choices: &[Choice]) -> Result<Vec<Lit>, NoAnswer> {
        let mut seen = std::collections::BTreeSet::new();
        let mut literals = Vec::with_capacity(choices.len());
        for choice in choices {
            let (now, value) = (self.terms.now(choice.var), self.terms.mk_const(choice.value.clone()));
            let same = self.terms.eq(now, value);
            let mut literal = self.unroller.solver.literal(&self.terms, same, choice.tick)?;
            if !seen.insert(literal) {
                let fresh = self.unroller.solver.fresh()?;
                self.unroller.solver.clause(&[!fresh, literal])?;
                self.unroller.solver.clause(&[fresh, !literal])?;
                literal = fresh;
            }
            literals.push(literal);
        }
        Ok(literals)
    }

    /// Whether a run has all of this; after yes, its values can be read. Gives up after some effort.
    pub(super) fn is_possible(&mut self, assumed: &[Lit]) -> Result<bool, NoAnswer> {
        self.unroller.is_sat(assumed, Some(self.effort), self.stop)
    }

    /// The truth of literals on the run of the last yes.
    pub(super) fn truths(&mut self, literals: &[Lit]) -> Result<Vec<bool>, NoAnswer> {
        literals.iter().map(|l| Ok(self.unroller.solver.truth(*l)?)).collect()
    }

    /// The run of the last yes.
    pub(super) fn run(&mut self) -> Result<Trace, NoAnswer> {
        self.unroller.trace(self.last)
    }
}
