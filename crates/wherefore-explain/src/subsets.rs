//! Subsets of a few elements in a small solver: which are still allowed?
//!
//! Searches that propose sets and learn from what becomes of them (minimum fix sets, all minimal causes) keep here what they
//! have learned, one clause for each lesson.

use wherefore_check::NoAnswer;
use wherefore_solve::{Answer, Engine, Lit, SatSolver, Solver, Stop};

/// The subsets of `0..n` that are allowed.
pub(crate) struct Subsets {
    pub(crate) solver: SatSolver,
    /// For each element that it is in the set.
    pub(crate) elements: Vec<Lit>,
}

impl Subsets {
    /// All subsets of `count` elements.
    pub(crate) fn new(engine: Engine, count: usize) -> Result<Subsets, NoAnswer> {
        let mut solver = SatSolver::new(engine)?;
        let elements = (0..count).map(|_| solver.fresh()).collect::<Result<Vec<Lit>, _>>()?;
        Ok(Subsets { solver, elements })
    }

    /// Allows only sets that have one of `some`, or lack one of `others`.
    pub(crate) fn demand<'s>(
        &mut self,
        some: impl IntoIterator<Item = &'s usize>,
        others: impl IntoIterator<Item = &'s usize>,
    ) -> Result<(), NoAnswer> {
        let has = some.into_iter().map(|place| self.elements[*place]);
        let clause: Vec<Lit> = has.chain(others.into_iter().map(|place| !self.elements[*place])).collect();
        Ok(self.solver.clause(&clause)?)
    }

    /// An allowed set on which the assumptions hold, as Boolean values of the elements.
    pub(crate) fn model(&mut self, assumptions: &[Lit], stop: &Stop) -> Result<Option<Vec<bool>>, NoAnswer> {
        match self.solver.check(assumptions, None, stop)? {
            Answer::Unsat => Ok(None),
            Answer::Unknown(undecided) => Err(undecided.into()),
            Answer::Sat => {
                let truths = self.elements.iter().map(|e| self.solver.truth(*e)).collect::<Result<_, _>>();
                Ok(Some(truths?))
            }
        }
    }
}
