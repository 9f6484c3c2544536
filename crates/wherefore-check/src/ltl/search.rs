//! The search for lassos as a system, for callers who add a memory of their own to it.

use super::tableau;
use crate::NoAnswer;
use crate::engine::lasso::{Lasso, lasso};
use wherefore_ir::{System, TermId};
use wherefore_trace::Trace;

/// A system in which every lasso of another system that violates a formula is a finite run.
pub struct LassoSearch {
    /// The system. Ids of variables and terms of the given system mean the same here.
    pub system: System,
    /// No lasso is closed at this tick.
    pub good: TermId,
    /// Whether the step from this tick to the next is part of the loop; speaks of next values.
    pub inside: TermId,
    lasso: Lasso,
}

impl LassoSearch {
    /// Looks for runs of the whole system that violate the formula.
    pub fn new(system: &System, formula: TermId) -> Result<LassoSearch, NoAnswer> {
        let all: Vec<_> = system.vars().map(|(v, _)| v).collect();
        let product = tableau::product(system.clone(), &all, formula)?;
        let lasso = lasso(&product);
        let mut system = lasso.model.system.clone();
        let inside = system.terms.next(lasso.saved);
        Ok(LassoSearch { good: lasso.good, inside, system, lasso })
    }

    /// The lasso that a run to a closing tick stands for, as a run of the given system.
    pub fn cut(&self, original: &System, trace: &Trace) -> Result<Trace, NoAnswer> {
        self.lasso.cut(original, trace)
    }
}
