//! The unroller: a model laid out tick by tick in an incremental solver. Every bounded question uses it.

use crate::{Cone, NoAnswer};
use wherefore_ir::TermId;
use wherefore_solve::{Answer, Lit, Solver, Stop};
use wherefore_trace::{Step, Trace};

/// A solver that holds ticks `0..=last` of a model.
pub struct Unroller<'a> {
    /// The model that is unrolled.
    pub model: &'a Cone,
    /// Where it is laid out.
    pub solver: Box<dyn Solver>,
    ticks: u32,
}

impl<'a> Unroller<'a> {
    /// Holds tick 0, unconstrained by `init`.
    pub fn new(model: &'a Cone, solver: Box<dyn Solver>) -> Result<Unroller<'a>, NoAnswer> {
        let mut unroller = Unroller { model, solver, ticks: 0 };
        unroller.add_tick()?;
        Ok(unroller)
    }

    /// Holds tick 0, unconstrained but for the sorts of variables.
    pub(crate) fn bare(model: &'a Cone, solver: Box<dyn Solver>) -> Result<Unroller<'a>, NoAnswer> {
        Ok(Unroller { model, solver, ticks: 1 })
    }

    /// Requires tick 0 to be a first tick.
    pub fn assert_init(&mut self) -> Result<(), NoAnswer> {
        self.assert_all(&self.model.init, 0)
    }

    /// Makes sure that ticks up to `tick` are there.
    pub fn reach(&mut self, tick: u32) -> Result<(), NoAnswer> {
        while self.ticks <= tick {
            self.assert_all(&self.model.step, self.ticks - 1)?;
            self.add_tick()?;
        }
        Ok(())
    }

    fn add_tick(&mut self) -> Result<(), NoAnswer> {
        self.assert_all(&self.model.invar, self.ticks)?;
        self.ticks += 1;
        Ok(())
    }

    fn assert_all(&mut self, terms: &[TermId], tick: u32) -> Result<(), NoAnswer> {
        for term in terms {
            self.solver.assert(&self.model.system.terms, *term, tick)?;
        }
        Ok(())
    }

    /// A literal for a formula at a tick.
    pub fn literal(&mut self, term: TermId, tick: u32) -> Result<Lit, NoAnswer> {
        Ok(self.solver.literal(&self.model.system.terms, term, tick)?)
    }

    /// A literal that implies a formula at a tick: for what is only assumed.
    pub fn premise(&mut self, term: TermId, tick: u32) -> Result<Lit, NoAnswer> {
        Ok(self.solver.premise(&self.model.system.terms, term, tick)?)
    }

    /// Asks; an answer that is not one becomes the cause.
    pub fn is_sat(&mut self, assumptions: &[Lit], effort: Option<u64>, stop: &Stop) -> Result<bool, NoAnswer> {
        match self.solver.check(assumptions, effort, stop)? {
            Answer::Sat => Ok(true),
            Answer::Unsat => Ok(false),
            Answer::Unknown(undecided) => Err(undecided.into()),
        }
    }

    /// The run up to `last` in the solver's model.
    pub fn trace(&mut self, last: u32) -> Result<Trace, NoAnswer> {
        let terms = &self.model.system.terms;
        let mut steps = Vec::new();
        for tick in 0..=last {
            let mut step = Step::empty(&self.model.system);
            for (var, _) in terms.vars() {
                step.set(var, self.solver.value(terms, var, tick)?);
            }
            steps.push(step);
        }
        Ok(Trace::finite(steps))
    }
}
