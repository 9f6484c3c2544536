//! The subject against which a failing run is explained.

use wherefore_check::Options;
use wherefore_ir::{Op, System, TermId, VarId};
use wherefore_trace::{Evaluator, Trace};

/// A system, what should be true of its runs, and which choices count.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// The system that the runs are runs of.
    pub system: &'a System,
    /// Claim about the runs.
    pub claim: Claim,
    /// Which variables are chosen by the environment as far as this explanation is concerned.
    pub counts: &'a (dyn Fn(VarId) -> bool + Sync),
    /// How solvers work.
    pub options: &'a Options,
}

impl<'a> Subject<'a> {
    /// A subject in which every choice of the environment counts.
    pub fn new(system: &'a System, claim: Claim, options: &'a Options) -> Subject<'a> {
        Subject { system, claim, counts: &|_| true, options }
    }

    /// Whether the claim is a memory of whether the property was kept so far: it is behind by a tick, since the property reads
    /// inputs or what comes next.
    pub fn is_behind(&self) -> bool {
        let terms = &self.system.terms;
        matches!(self.claim, Claim::Always(good) if matches!(terms.op(good), Op::Var(v) if terms.var(v).is_monitor()))
    }

    /// The ticks of a finite run at which a claim about single ticks is false.
    pub fn broken(&self, run: &Trace) -> Vec<usize> {
        let Claim::Always(good) = self.claim else { return Vec::new() };
        let Ok(evaluator) = Evaluator::new(&self.system.terms, &[good]) else { return Vec::new() };
        let is_broken = |tick: &usize| evaluator.truths(&run.steps[*tick].values, None) == [Some(false)];
        (0..run.len()).filter(is_broken).collect()
    }
}

/// A claim about runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// This is true at every tick. A failing run is finite and breaks it at its last tick.
    Always(TermId),
    /// LTL formula that every run satisfies. A failing run is a lasso. Lassos on which `assuming` is false do not count: it is
    /// part of the environment, as the contracts are that all parts keep.
    Path {
        /// The formula.
        formula: TermId,
        /// Assumption that every run that counts satisfies.
        assuming: Option<TermId>,
    },
}
