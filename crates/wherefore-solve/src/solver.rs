//! The interface of every back end.
//!
//! A term is placed at a tick: its variables are read there, its next values one tick later. A back end makes the copies
//! of a variable as they are first mentioned, each ranging over its sort, and keeps everything between calls.
//!
//! # Contract
//! * Deterministic: the same calls give the same answers, models and cores.
//! * Literals stay valid for the life of the solver. `!l` is the negation of `l`.
//! * After [`Answer::Sat`], values may be read until the next call that changes the solver or checks.
//! * After [`Answer::Unsat`], `core` is a subset of the assumptions that is enough, not necessarily smallest, in the order
//!   in which they were given.
//! * A limit reached is an [`Answer::Unknown`]; a back end that broke is a [`SolveError`]. Neither is ever an answer.

use crate::{Stop, StopReason};
use std::fmt;
use wherefore_ir::{Sort, TermId, Terms, Value, VarId};

/// A Boolean of one solver: a number with a sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(u32);

impl Lit {
    /// The positive or negative literal of a solver's variable.
    pub fn new(var: u32, negative: bool) -> Lit {
        Lit(var << 1 | u32::from(negative))
    }

    /// The solver's variable.
    pub fn var(self) -> u32 {
        self.0 >> 1
    }

    /// Whether it is the negation of its variable.
    pub fn is_negative(self) -> bool {
        self.0 & 1 == 1
    }
}

impl std::ops::Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Undecided {
    /// The stop signal was fired, for this reason.
    Stopped(StopReason),
    /// The effort limit given with the question was used up.
    Effort,
    /// Memory ran out.
    Memory,
    /// The solver gave up, with its own words.
    GaveUp(String),
}

impl fmt::Display for Undecided {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Undecided::Stopped(reason) => write!(f, "{reason}"),
            Undecided::Effort => write!(f, "effort limit reached"),
            Undecided::Memory => write!(f, "out of memory"),
            Undecided::GaveUp(words) => write!(f, "solver gave up: {words}"),
        }
    }
}

/// Answer of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// There is a model.
    Sat,
    /// No assignment satisfies all.
    Unsat,
    /// The answer is not known.
    Unknown(Undecided),
}

/// A back end that cannot do what was asked or no longer works.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolveError {
    /// A sort or operator outside the declared capabilities, in words.
    Unsupported(String),
    /// The program is not installed or does not start.
    Missing {
        /// The program.
        program: String,
        /// The system's error message.
        cause: String,
    },
    /// The process died or spoke nonsense.
    Died {
        /// The program.
        program: String,
        /// Observation that shows it.
        cause: String,
    },
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolveError::Unsupported(what) => write!(f, "unsupported by this engine: {what}"),
            SolveError::Missing { program, cause } => write!(f, "cannot run `{program}`: {cause}"),
            SolveError::Died { program, cause } => write!(f, "`{program}` died: {cause}"),
        }
    }
}

impl std::error::Error for SolveError {}

/// The kinds of sorts a back end may handle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Theory {
    /// Bool, enumerations, bounded integers, bit-vectors.
    Finite,
    /// Unbounded integers.
    Int,
    /// Reals.
    Real,
    /// IEEE floating point.
    Float,
}

/// Abilities of a back end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Capabilities {
    /// Its name, as `--engine` and reports spell it.
    pub name: String,
    /// The sorts it handles.
    pub theories: Vec<Theory>,
    /// Whether `core` works.
    pub cores: bool,
}

impl Capabilities {
    /// Whether it handles variables of this sort.
    pub fn handles(&self, sort: Sort) -> bool {
        let theory = match sort {
            Sort::Int => Theory::Int,
            Sort::Real => Theory::Real,
            Sort::Float(_) => Theory::Float,
            _ => Theory::Finite,
        };
        self.theories.contains(&theory)
    }
}

/// A solver that keeps its assertions between questions.
pub trait Solver: Send {
    /// Abilities of the back end.
    fn capabilities(&self) -> &Capabilities;

    /// A literal equivalent to a Boolean term at a tick.
    fn literal(&mut self, terms: &Terms, term: TermId, tick: u32) -> Result<Lit, SolveError>;

    /// A literal that implies a Boolean term at a tick, and that can be true wherever the term is: for a formula that is only
    /// ever assumed. Its negation says nothing.
    fn premise(&mut self, terms: &Terms, term: TermId, tick: u32) -> Result<Lit, SolveError> {
        self.literal(terms, term, tick)
    }

    /// A new literal that nothing constrains.
    fn fresh(&mut self) -> Result<Lit, SolveError>;

    /// At least one of these holds, for ever.
    fn clause(&mut self, literals: &[Lit]) -> Result<(), SolveError>;

    /// Is there a model in which all assumptions hold? `effort` bounds the work in the back end's own deterministic unit
    /// (conflicts, resource units, nodes); `stop` ends it early.
    fn check(&mut self, assumptions: &[Lit], effort: Option<u64>, stop: &Stop) -> Result<Answer, SolveError>;

    /// The assumptions that the last `Unsat` needed.
    fn core(&mut self) -> Result<Vec<Lit>, SolveError>;

    /// The value of a variable at a tick in the last model; a variable never mentioned has the default value of its sort.
    fn value(&mut self, terms: &Terms, var: VarId, tick: u32) -> Result<Value, SolveError>;

    /// The truth of a literal in the last model.
    fn truth(&mut self, literal: Lit) -> Result<bool, SolveError>;

    /// Asserts a Boolean term at a tick, for ever.
    fn assert(&mut self, terms: &Terms, term: TermId, tick: u32) -> Result<(), SolveError> {
        let literal = self.literal(terms, term, tick)?;
        self.clause(&[literal])
    }
}
