//! Why a run fails: the same parts for every lens, in the same types.
//!
//! A part is [`Told`]: there, or with the reason why it is not. A reader never has to guess whether nothing was found,
//! nobody looked, or the question makes no sense for the model at hand.
//!
//! [`tell`] is the one path on which every lens fills the parts; each has a module of its own:
//!
//! | part | module | needs |
//! |---|---|---|
//! | failed | [`failed`] | the run alone: `truths`, `witness`, and the words of `spelling` |
//! | cause | [`cause`](crate::cause) | a solver, and another that checks |
//! | events | `events` | the two above |
//! | no_return, junctions | [`fate`] | reachability |
//! | nearest | [`nearest`] | a solver, and another that checks |

pub(crate) mod events;
pub mod failed;
pub mod fate;
pub mod nearest;
mod spelling;
mod subject;
pub mod tell;
pub(crate) mod truths;
mod witness;

pub use subject::{Claim, Subject};

use crate::cause::MinimalCause;
use crate::inquiry::Junction;
use wherefore_ir::{ElementId, Value, VarId};
use wherefore_trace::Trace;

/// A part of an explanation, or why there is none.
pub type Told<T> = Result<T, Untold>;

/// Why a part of an explanation is missing: a clause for people, such as "there was no time".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Untold(pub String);

impl Untold {
    /// The search ended before it came to this part.
    pub fn unfinished() -> Untold {
        Untold("the search ended before this was looked into".to_owned())
    }

    /// Whether nobody has said anything about this part yet.
    pub(crate) fn is_open<T>(part: &Told<T>) -> bool {
        matches!(part, Err(why) if *why == Untold::unfinished())
    }
}

/// Why a run fails.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// Which part of the property is false, and which cells of the run show it.
    pub failed: Told<Failed>,
    /// The choices of the environment that are enough for the failure.
    pub cause: Told<MinimalCause>,
    /// What happened on the run and matters, by tick.
    pub events: Told<Vec<KeyEvent>>,
    /// From when on the failure cannot be avoided any more.
    pub no_return: Told<Sealed>,
    /// The choices on the run that decide whether it fails, in order; the last leads to the point of no return.
    pub junctions: Told<Vec<Junction>>,
    /// A run of the same length that does not fail and differs in as few choices as possible.
    pub nearest: Told<Nearest>,
}

impl Default for Explanation {
    fn default() -> Explanation {
        fn untold<T>() -> Told<T> {
            Err(Untold::unfinished())
        }
        Explanation {
            failed: untold(),
            cause: untold(),
            events: untold(),
            no_return: untold(),
            junctions: untold(),
            nearest: untold(),
        }
    }
}

/// What of a property is false on a run. Ticks count from 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Failed {
    /// The parts of the property that are false, outermost first.
    pub parts: Vec<FailedPart>,
    /// The ticks at which the property is broken.
    pub ticks: Vec<usize>,
    /// The cells of the run that show it: a minimal set.
    pub marks: Vec<Mark>,
}

/// A part of a property that is false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailedPart {
    /// The part in the model's own words: `door[2] -> locked[2]`.
    pub text: String,
    /// Where it is written, if that is known.
    pub element: Option<ElementId>,
}

/// A cell of the run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The tick.
    pub tick: usize,
    /// The name of the variable.
    pub variable: String,
    /// What it does for the failure.
    pub kind: MarkKind,
}

/// What a cell does for the failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MarkKind {
    /// It makes the promise due.
    Trigger,
    /// It breaks the promise.
    Response,
}

/// Something that happened on the run and matters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyEvent {
    /// The tick.
    pub tick: usize,
    /// What it happened to, as the model calls it: a variable, a block, a transition.
    pub name: String,
    /// The value there, if it has one.
    pub value: Option<Value>,
    /// What happened, in words that make sense after the name: "becomes TRUE", "falling edge of active".
    pub what: String,
    /// Whether it is a choice of the environment.
    pub is_input: bool,
    /// Of a program with an observer, which of the two it belongs to.
    pub side: Option<Side>,
    /// Where it is written.
    pub element: Option<ElementId>,
}

/// Which of the two lists of a program with an observer an event is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The property and what observes it.
    Property,
    /// The model that is observed.
    Model,
}

/// From when on a failure cannot be avoided any more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sealed {
    /// Not known.
    #[default]
    Open,
    /// From the first visit of this tick on.
    At(usize),
    /// From the second visit of this tick on, after one round of the loop.
    Again(usize),
    /// Not by the run and one round more of its loop. Later rounds were not looked at.
    NotYet,
}

impl Sealed {
    /// The tick, if it is one of the run's first visit.
    pub fn tick(self) -> Option<usize> {
        if let Sealed::At(tick) = self { Some(tick) } else { None }
    }
}

/// A run that does not fail, as near to the failing one as there is.
#[derive(Clone, Debug, PartialEq)]
pub struct Nearest {
    /// The run, replayed; the property holds on it.
    pub run: Trace,
    /// How many ticks at its end are left out because it is too long.
    pub cut: usize,
    /// The choices in which it differs, by tick, then in the order of the model.
    pub differs: Vec<Differs>,
    /// How many choices were compared: pairs of a variable and a tick.
    pub choices: usize,
    /// Whether it is known that no run of this length differs in fewer; otherwise there was no time to find out.
    pub minimal: bool,
    /// Who found once more that none differs in fewer; empty if nobody did.
    pub rechecked_by: String,
}

/// A choice in which two runs differ; their values are those of the runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Differs {
    /// The tick.
    pub tick: u32,
    /// The variable.
    pub var: VarId,
}
