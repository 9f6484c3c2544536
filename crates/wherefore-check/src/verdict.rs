//! What an engine says, and what the user is told.

use std::fmt;
use wherefore_ir::{ElementId, TermId, Terms};
use wherefore_solve::{EncodeError, SolveError, Undecided};
use wherefore_trace::{Claim, Trace};

/// Why nothing was decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// Searched up to this many steps without an answer.
    Bound(u32),
    /// Stopped from outside: time limit, or another engine was faster.
    Stopped(String),
    /// An effort limit was used up.
    Effort,
    /// As many classes of failing runs as were wanted are found.
    Classes(usize),
    /// This many other ways to fail were tried, all that known causes pass by; causes that use them in another order, or more
    /// often, are not ruled out.
    Ways(usize),
    /// Memory ran out.
    Memory,
    /// A solver answered "unknown", in its own words.
    GaveUp(String),
    /// The engine does not handle something in this model.
    Unsupported(String),
    /// A solver is not installed.
    Missing {
        /// The program.
        program: String,
        /// What the system said.
        cause: String,
    },
    /// A solver process died.
    Died(String),
    /// The answer did not survive its own check; an error in this program.
    Refuted(String),
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cause::Bound(k) => write!(f, "no answer within {k} steps"),
            Cause::Stopped(reason) => write!(f, "stopped: {reason}"),
            Cause::Effort => write!(f, "effort limit reached"),
            Cause::Classes(limit) => write!(f, "class limit of {limit} reached"),
            Cause::Ways(0) => write!(f, "the known causes pass by no other way"),
            Cause::Ways(tried) => write!(f, "all {tried} other ways past the known causes were tried"),
            Cause::Memory => write!(f, "out of memory"),
            Cause::GaveUp(words) => write!(f, "solver gave up: {words}"),
            Cause::Unsupported(what) => write!(f, "unsupported: {what}"),
            Cause::Missing { program, cause } => write!(f, "cannot run `{program}`: {cause}"),
            Cause::Died(what) => write!(f, "solver died: {what}"),
            Cause::Refuted(what) => write!(f, "internal error, answer withdrawn: {what}"),
        }
    }
}

impl From<Undecided> for Cause {
    fn from(undecided: Undecided) -> Cause {
        match undecided {
            Undecided::Stopped(reason) => Cause::Stopped(reason),
            Undecided::Effort => Cause::Effort,
            Undecided::Memory => Cause::Memory,
            Undecided::GaveUp(words) => Cause::GaveUp(words),
        }
    }
}

impl From<EncodeError> for Cause {
    fn from(error: EncodeError) -> Cause {
        match error {
            EncodeError::Unsupported(what) => Cause::Unsupported(what),
            EncodeError::Undecided(undecided) => undecided.into(),
        }
    }
}

impl From<SolveError> for Cause {
    fn from(error: SolveError) -> Cause {
        match error {
            SolveError::Unsupported(what) => Cause::Unsupported(what),
            SolveError::Missing { program, cause } => Cause::Missing { program, cause },
            SolveError::Died { .. } => Cause::Died(error.to_string()),
        }
    }
}

/// What makes a proof checkable by somebody else.
#[derive(Clone, Debug)]
pub enum Certificate {
    /// A formula that holds at first, is kept by every step, and implies the property. `terms` extends the arena of the
    /// system, so that its ids mean the same.
    Invariant {
        /// The arena of `term`.
        terms: Box<Terms>,
        /// The formula, over current variables.
        term: TermId,
    },
    /// The property is inductive relative to this many previous ticks.
    Induction {
        /// How many.
        k: u32,
    },
}

/// The raw decision of an engine on "does this formula hold at every reachable tick?".
#[derive(Clone, Debug)]
pub enum Proof {
    /// It does.
    Safe(Certificate),
    /// It does not: a tick at this distance from the start breaks it. `shortest` says that no nearer one does.
    Unsafe {
        /// Steps from the start.
        depth: u32,
        /// Whether it is the least.
        shortest: bool,
    },
}

/// A run that breaks a property.
#[derive(Clone, Debug, PartialEq)]
pub struct Counterexample {
    /// The run, replayed.
    pub trace: Trace,
    /// What the run alone does not show: truth values of sub-formulas that hold or fail on all runs together.
    pub claims: Vec<Claim>,
    /// Whether no shorter run breaks the property.
    pub shortest: bool,
}

/// The answer for one property.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// It holds; how that was re-checked, in words.
    Holds {
        /// What was proved.
        certificate: String,
        /// Which solver checked it again.
        rechecked_by: String,
    },
    /// It holds, and says nothing: a part of it never matters.
    Vacuous {
        /// What was proved.
        certificate: String,
        /// Which solver checked it again.
        rechecked_by: String,
        /// Why it says nothing, in words: `p` never happens.
        reason: String,
        /// The part that never matters, as the model spells it; none if the whole does.
        element: Option<ElementId>,
    },
    /// It does not.
    Violated(Box<Counterexample>),
    /// Not known.
    Undetermined(Cause),
}

/// A verdict and who found it.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The name of the property.
    pub property: String,
    /// The answer.
    pub verdict: Verdict,
    /// The engine that decided it, or the engines that tried.
    pub engine: String,
}
