//! The problem an engine is asked, and the answers it may give.

use super::bdd::witness::Outcome;
use super::witness::Witness;
use super::{k_liveness::Counter, lasso::lasso};
use crate::{Certificate, Cone, NoAnswer, Proof, Reduction};
use std::sync::Arc;
use wherefore_ir::passes::unwire::Wires;
use wherefore_ir::{Op, System, TermId, Terms, VarId};
use wherefore_trace::Trace;

/// The kinds of problems.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// A formula holds at every reachable tick.
    Invariant,
    /// No fair infinite run violates a formula.
    Linear,
    /// A CTL formula holds at every first tick.
    Branching,
}

/// A problem for engines.
pub enum Problem {
    /// Does a formula hold at every reachable tick?
    Invariant {
        /// The part of the system that matters.
        model: Arc<Cone>,
        /// The formula.
        good: TermId,
    },
    /// Is there no fair infinite run?
    Linear(Arc<Product>),
    /// Does a CTL formula hold at every first tick that begins a fair run?
    Branching {
        /// The part of the system that matters.
        model: Arc<Cone>,
        /// The formula.
        formula: TermId,
        /// The `p` of a formula `AG p`, if it is plain: the formula holds where that is an invariant.
        body: Option<TermId>,
        /// Whether it was found, and re-checked, that every legal state begins a fair run; legal ones are then those that satisfy
        /// the restrictions, which read no input.
        goes_on: bool,
    },
}

impl Problem {
    /// Kind of the goal.
    pub fn goal(&self) -> Goal {
        match self {
            Problem::Invariant { .. } => Goal::Invariant,
            Problem::Linear(_) => Goal::Linear,
            Problem::Branching { .. } => Goal::Branching,
        }
    }

    /// NoAnswer: an engine is not made for problems of this kind.
    pub(crate) fn refused(&self) -> NoAnswer {
        NoAnswer::Unsupported(match self.goal() {
            Goal::Invariant => "invariants, by this engine".to_owned(),
            Goal::Linear => "linear-time logic, by this engine".to_owned(),
            Goal::Branching => "branching-time logic, by this engine".to_owned(),
        })
    }
}

/// The product of a system and a denied formula.
pub struct Product {
    /// The product. Its fair infinite runs are the violations.
    pub system: System,
    /// The variables that matter: those of the cone and the new bits.
    pub vars: Vec<VarId>,
    /// Variables of the system that were replaced by others before.
    pub(crate) wires: Wires,
}

impl Product {
    /// The product for engines. Nothing but wires is left out: it may have no first tick.
    pub fn model(&self) -> Cone {
        Cone::restricted(self.system.clone(), self.vars.clone())
    }

    /// Whether all data is finite.
    pub fn is_finite(&self) -> bool {
        let terms = &self.system.terms;
        self.vars.iter().all(|v| terms.var(*v).sort.is_finite()) && !terms.computes_reals()
    }

    /// The product with a memory in which liveness is safety: there is no fair run if the formula holds at every reachable
    /// tick.
    pub fn reduced(&self, reduction: Reduction) -> (Cone, TermId) {
        match reduction {
            Reduction::NoLasso => {
                let lasso = lasso(self);
                (lasso.model, lasso.good)
            }
            Reduction::Visits(visits) => {
                let mut counter = Counter::new(self);
                (0..visits).for_each(|_| counter.advance());
                counter.question()
            }
        }
    }

    /// `AF false`: there is no fair run, in CTL.
    pub(crate) fn nothing(terms: &mut Terms) -> TermId {
        let never = terms.bool(false);
        terms.apply(Op::AF, &[never])
    }
}

/// The answer of an engine, before it is checked.
pub enum Answer {
    /// The invariant of the problem holds; for a CTL formula, its body does.
    Safe(Certificate),
    /// A tick at this distance from the start breaks the invariant.
    Unsafe {
        /// Steps from the start.
        depth: u32,
        /// Whether no nearer tick does. Not believed of an engine from outside.
        shortest: bool,
        /// The run, as far as the engine tells it.
        witness: Option<Witness>,
    },
    /// There is no fair run: an invariant of the product with a memory proves it ([`Product::reduced`]).
    NoFairRun {
        /// The memory.
        reduction: Reduction,
        /// The proof.
        certificate: Certificate,
    },
    /// A fair run exists, as a lasso.
    Lasso {
        /// Steps after which it is closed.
        steps: u32,
        /// The lasso, if it was looked for in the way in which all that are shown are. Not believed of an engine from outside.
        trace: Option<Trace>,
    },
    /// Answer of BDD fixpoints to a CTL formula.
    Fixpoint(Fixpoint),
}

/// The fixpoints of a formula that holds, or a run for one that does not.
pub struct Fixpoint(pub(crate) Outcome);

impl Answer {
    /// The part of an answer that may be taken from an unknown engine: no more than can be found again, within a depth.
    pub(crate) fn distrusted(self, max_depth: u32) -> Result<Answer, NoAnswer> {
        let depth = match &self {
            Answer::Unsafe { depth, .. } | Answer::Lasso { steps: depth, .. } => *depth,
            Answer::NoFairRun { reduction: Reduction::Visits(visits), .. } => *visits,
            Answer::Safe(_) | Answer::NoFairRun { reduction: Reduction::NoLasso, .. } | Answer::Fixpoint(_) => 0,
        };
        let k = match &self {
            Answer::Safe(Certificate::Induction { k })
            | Answer::NoFairRun { certificate: Certificate::Induction { k }, .. } => *k,
            _ => 0,
        };
        match self {
            _ if depth.max(k) > max_depth => Err(NoAnswer::Bound(max_depth)),
            Answer::Unsafe { depth, witness, .. } => Ok(Answer::Unsafe { depth, shortest: false, witness }),
            Answer::Lasso { steps, .. } => Ok(Answer::Lasso { steps, trace: None }),
            other => Ok(other),
        }
    }

    /// NoAnswer: an engine answered another problem than the one it was asked.
    pub(crate) fn misplaced() -> NoAnswer {
        NoAnswer::Refuted("an engine answered another question than it was asked".to_owned())
    }
}

impl From<Proof> for Answer {
    fn from(proof: Proof) -> Answer {
        match proof {
            Proof::Safe(certificate) => Answer::Safe(certificate),
            Proof::Unsafe { depth, shortest, witness } => Answer::Unsafe { depth, shortest, witness },
        }
    }
}
