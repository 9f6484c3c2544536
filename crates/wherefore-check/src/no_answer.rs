//! Why there is no answer.

use std::collections::BTreeSet;
use std::fmt;
use wherefore_ir::System;
use wherefore_solve::{EncodeError, SolveError, StopReason, Undecided};

/// Why nothing was decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoAnswer {
    /// Searched up to this many steps without an answer.
    Bound(u32),
    /// Stopped from outside: time limit, or another engine was faster.
    Stopped(StopReason),
    /// An effort limit was used up.
    Effort,
    /// As many classes of failing runs as were wanted are found.
    Classes(usize),
    /// Number of other ways to fail that were tried, all that known causes pass by; causes that use them in another order, or more
    /// often, are not ruled out.
    Ways(usize),
    /// Memory ran out.
    Memory,
    /// A solver answered "unknown", in its own words.
    GaveUp(String),
    /// The engine does not handle something in this model.
    Unsupported(String),
    /// Functions of which only bounds are known: what was found for some values within them is not known, or not so, for the values
    /// that the functions have.
    Estimated(String),
    /// A solver is not installed.
    Missing {
        /// The program.
        program: String,
        /// The system's error message.
        cause: String,
    },
    /// A solver process died.
    Died(String),
    /// An answer was found, and the re-check that was required of it is missing, for this reason.
    Unconfirmed(Box<NoAnswer>),
    /// The answer did not survive its own check; an error in this program.
    Refuted(String),
}

impl NoAnswer {
    /// What a search of a system cannot tell because it only knows bounds of functions; nothing if it knows none of these.
    pub fn estimated(system: &System) -> Option<NoAnswer> {
        let words: BTreeSet<&str> = system.annexes.estimates.iter().map(|e| e.function.word()).collect();
        (!words.is_empty()).then(|| NoAnswer::Estimated(words.into_iter().collect::<Vec<_>>().join(", ")))
    }
}

impl fmt::Display for NoAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoAnswer::Bound(k) => write!(f, "no answer within {k} steps"),
            NoAnswer::Stopped(reason) => write!(f, "stopped: {reason}"),
            NoAnswer::Effort => write!(f, "effort limit reached"),
            NoAnswer::Classes(limit) => write!(f, "class limit of {limit} reached"),
            NoAnswer::Ways(0) => write!(f, "the known causes pass by no other way"),
            NoAnswer::Ways(tried) => write!(f, "all {tried} other ways past the known causes were tried"),
            NoAnswer::Memory => write!(f, "out of memory"),
            NoAnswer::GaveUp(words) => write!(f, "solver gave up: {words}"),
            NoAnswer::Unsupported(what) => write!(f, "unsupported: {what}"),
            NoAnswer::Estimated(functions) => {
                write!(
                    f,
                    "only bounds of {functions} are known, and what was found within them need not be so for the true values"
                )
            }
            NoAnswer::Missing { program, cause } => write!(f, "cannot run `{program}`: {cause}"),
            NoAnswer::Died(what) => write!(f, "solver died: {what}"),
            NoAnswer::Unconfirmed(why) => write!(f, "found, and withheld because it was not re-checked: {why}"),
            NoAnswer::Refuted(what) => write!(f, "internal error, answer withdrawn: {what}"),
        }
    }
}

impl std::error::Error for NoAnswer {}

impl From<Undecided> for NoAnswer {
    fn from(undecided: Undecided) -> NoAnswer {
        match undecided {
            Undecided::Stopped(reason) => NoAnswer::Stopped(reason),
            Undecided::Effort => NoAnswer::Effort,
            Undecided::Memory => NoAnswer::Memory,
            Undecided::GaveUp(words) => NoAnswer::GaveUp(words),
        }
    }
}

impl From<EncodeError> for NoAnswer {
    fn from(error: EncodeError) -> NoAnswer {
        match error {
            EncodeError::Unsupported(what) => NoAnswer::Unsupported(what),
            EncodeError::Undecided(undecided) => undecided.into(),
        }
    }
}

impl From<SolveError> for NoAnswer {
    fn from(error: SolveError) -> NoAnswer {
        match error {
            SolveError::Unsupported(what) => NoAnswer::Unsupported(what),
            SolveError::Missing { program, cause } => NoAnswer::Missing { program, cause },
            SolveError::Died { .. } => NoAnswer::Died(error.to_string()),
        }
    }
}
