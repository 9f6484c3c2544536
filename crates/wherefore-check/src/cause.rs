//! Why there is no answer.

use std::fmt;
use wherefore_solve::{EncodeError, SolveError, StopReason, Undecided};

/// Why nothing was decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// Searched up to this many steps without an answer.
    Bound(u32),
    /// Stopped from outside: time limit, or another engine was faster.
    Stopped(StopReason),
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
        /// The system's error message.
        cause: String,
    },
    /// A solver process died.
    Died(String),
    /// An answer was found, and the re-check that was required of it is missing, for this reason.
    Unconfirmed(Box<Cause>),
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
            Cause::Unconfirmed(why) => write!(f, "found, and withheld because it was not re-checked: {why}"),
            Cause::Refuted(what) => write!(f, "internal error, answer withdrawn: {what}"),
        }
    }
}

impl std::error::Error for Cause {}

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
