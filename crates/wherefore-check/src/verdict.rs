//! Answers of engines, and verdicts for the user.

use crate::engine::Witness;
use crate::{Certificate, Evidence, NoAnswer, Recheck};
use wherefore_ir::{ElementId, Obligation};
use wherefore_trace::{Claim, Trace};

/// The raw decision of an engine on "does this formula hold at every reachable tick?".
#[derive(Clone, Debug)]
pub enum Proof {
    /// The property holds.
    Safe(Certificate),
    /// The property fails: a tick at this distance from the start breaks it. `shortest` says that no nearer one does.
    Unsafe {
        /// Steps from the start.
        depth: u32,
        /// Whether it is the least.
        shortest: bool,
        /// The run, as far as the engine knows it.
        witness: Option<Witness>,
    },
}

/// A run that breaks a property.
#[derive(Clone, Debug, PartialEq)]
pub struct Counterexample {
    /// The run, replayed.
    pub trace: Trace,
    /// Facts that the run alone does not show: Boolean values of sub-formulas that hold or fail on all runs together.
    pub claims: Vec<Claim>,
    /// Whether no shorter run breaks the property.
    pub shortest: bool,
}

/// The answer for one property.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// The property holds.
    Holds {
        /// Evidence for the verdict.
        evidence: Evidence,
        /// Whether that was re-checked.
        recheck: Recheck,
    },
    /// The property holds, and says nothing: a part of it never matters.
    Vacuous {
        /// Evidence for the verdict.
        evidence: Evidence,
        /// Whether that was re-checked.
        recheck: Recheck,
        /// Why it says nothing, in words: `p` never happens.
        reason: String,
        /// The part that never matters, as the model spells it; none if the whole does.
        element: Option<ElementId>,
        /// What holds too and says more; none if no part of the formula is to blame, or it is too long to be read.
        stronger: Option<Box<Stronger>>,
    },
    /// The property does not hold.
    Violated(Box<Counterexample>),
    /// Whether the property holds is not known.
    Undetermined(NoAnswer),
}

/// A formula that holds, and says more than one that is vacuous.
#[derive(Clone, Debug)]
pub struct Stronger {
    /// The part of the vacuous formula that never matters.
    pub idle: String,
    /// The formula that is left without it.
    pub formula: String,
    /// Evidence that it holds.
    pub evidence: Evidence,
    /// Whether that was re-checked.
    pub recheck: Recheck,
}

impl Verdict {
    /// Whether the property holds, and a solver of another family says so too.
    pub fn is_confirmed(&self) -> bool {
        let (Verdict::Holds { recheck, .. } | Verdict::Vacuous { recheck, .. }) = self else { return false };
        recheck.checker().is_some()
    }
}

/// Engine that decided, or the engines that tried, by name; and the verdict.
pub type Decision = (String, Verdict);

/// A verdict and the engine that found it.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The name of the property.
    pub property: String,
    /// The answer.
    pub verdict: Verdict,
    /// The engine or run that the verdict rests on.
    pub finder: Finder,
}

/// The finder of a verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finder {
    /// The engine that decided it, or the engines that tried.
    Engine(String),
    /// No engine: the verdict rests on a run that was given.
    ExternalTrace,
}

/// Whether a run of a model can begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// Some first state satisfies every restriction.
    Possible,
    /// No first state does.
    Impossible(Contradiction),
}

/// Restrictions that no first state satisfies together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// Elements that state the restrictions, in the order of the model. Without one of them a first state may exist, if
    /// `minimal`.
    pub elements: Vec<ElementId>,
    /// Whether none can be left out.
    pub minimal: bool,
    /// The solver that found the contradiction again.
    pub recheck: Recheck,
}

/// An obligation that the model does not meet, with a run to the place where it fails.
#[derive(Clone, Debug)]
pub struct BrokenObligation {
    /// The obligation that is not met.
    pub obligation: Obligation,
    /// A run that ends where it fails.
    pub counterexample: Counterexample,
}
