//! Why a run fails: the same parts for every lens.
//!
//! A [`Part`] is there, or with the reason why it is not.

use super::cause::{Causes, MinimalCause};
use super::choice_point::ChoicePoint;
pub use super::event::{KeyEvent, Side};
use super::part::{Part, Why};
use wherefore_check::Recheck;
use wherefore_ir::{ElementId, VarId};
use wherefore_trace::Trace;

/// Why a run fails.
#[derive(Clone, Debug, Default)]
pub struct Explanation {
    /// Which part of the property is false, and which cells of the run show it.
    pub failed: Part<Failed>,
    /// The choices of the environment that are enough for the failure.
    pub cause: Part<MinimalCause>,
    /// Every minimal cause of the run and every minimal correction, if they were asked for.
    pub all_causes: Option<Part<Causes>>,
    /// Key events of the run, by tick.
    pub events: Part<Vec<KeyEvent>>,
    /// From when on the failure cannot be avoided any more.
    pub no_return: Part<PointOfNoReturn>,
    /// The choices on the run that decide whether it fails, in order; the last leads to the point of no return.
    pub choice_points: Part<Vec<ChoicePoint>>,
    /// A run of the same length that does not fail and differs in as few choices as possible.
    pub nearest: Part<Nearest>,
}

impl Explanation {
    /// Sets the reason for all parts that are still pending.
    pub fn leave(&mut self, why: &Why) {
        let Explanation { failed, cause, all_causes: _, events, no_return, choice_points, nearest } = self;
        failed.offer(Part::Missing(why.clone()));
        cause.offer(Part::Missing(why.clone()));
        events.offer(Part::Missing(why.clone()));
        no_return.offer(Part::Missing(why.clone()));
        choice_points.offer(Part::Missing(why.clone()));
        nearest.offer(Part::Missing(why.clone()));
    }
}

/// Part of a property that is false on a run. Ticks count from 0.
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
    /// Role of the cell in the failure.
    pub kind: MarkKind,
}

/// Role of a cell in the failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MarkKind {
    /// The cell makes the promise due.
    Trigger,
    /// The cell breaks the promise.
    Response,
}

/// From when on a failure cannot be avoided any more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PointOfNoReturn {
    /// The point of no return is not known.
    #[default]
    Open,
    /// From the first visit of this tick on.
    At(usize),
    /// From the second visit of this tick on, after one round of the loop.
    Again(usize),
    /// Not by the run and one round more of its loop. Later rounds were not looked at.
    NotYet,
}

impl PointOfNoReturn {
    /// The tick, if it is one of the run's first visit.
    pub fn tick(self) -> Option<usize> {
        if let PointOfNoReturn::At(tick) = self { Some(tick) } else { None }
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
    /// Whether another solver found once more that none differs in fewer.
    pub recheck: Recheck,
}

/// A choice in which two runs differ; their values are those of the runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Differs {
    /// The tick.
    pub tick: u32,
    /// The variable.
    pub var: VarId,
}
