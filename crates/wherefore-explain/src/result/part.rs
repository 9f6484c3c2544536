//! Parts of a result that may not be there, and why not.

use wherefore_check::NoAnswer;
use wherefore_solve::StopReason;
use wherefore_trace::LabelError;

/// A part of a result. A reader never has to guess whether nothing was found, nothing was looked for, or the question
/// makes no sense for the model at hand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Part<T> {
    /// Not looked into yet; in the end: the search ended before that.
    #[default]
    Pending,
    /// The part.
    Known(T),
    /// Missing, with the reason.
    Missing(Why),
}

impl<T> Part<T> {
    /// The part, if it is there.
    pub fn known(&self) -> Option<&T> {
        if let Part::Known(part) = self { Some(part) } else { None }
    }

    /// Whether it is there.
    pub fn is_known(&self) -> bool {
        self.known().is_some()
    }

    /// Whether the part is neither known nor missing yet.
    pub fn is_pending(&self) -> bool {
        matches!(self, Part::Pending)
    }

    /// Something made of the part where it is there.
    pub fn map<U>(self, make: impl FnOnce(T) -> U) -> Part<U> {
        match self {
            Part::Pending => Part::Pending,
            Part::Known(part) => Part::Known(make(part)),
            Part::Missing(why) => Part::Missing(why),
        }
    }

    /// Sets the part if it is still pending.
    pub(crate) fn offer(&mut self, part: Part<T>) {
        if self.is_pending() {
            *self = part;
        }
    }
}

impl<T> From<Result<T, Why>> for Part<T> {
    fn from(found: Result<T, Why>) -> Part<T> {
        found.map_or_else(Part::Missing, Part::Known)
    }
}

/// Why a part is missing.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Why {
    /// Only this number of classes are explained.
    ClassLimit(usize),
    /// Only this number of differences of two models are explained.
    DifferenceLimit(usize),
    /// A solver has no answer, or there was no time for one, or the answer was withdrawn.
    Unsolved(NoAnswer),
    /// A question about what can still happen has no answer.
    Undecided(NoAnswer),
    /// A search came to no end that could be shown.
    NotFound(NoAnswer),
    /// A search through a graph was interrupted, for this reason.
    Interrupted(StopReason),
    /// The part rests on what failed, of which nothing is known; with the reason, unless it was not looked for.
    FailureUnknown(Option<Box<Why>>),

    /// The property reads inputs or what comes next: the last tick of a run is not judged.
    LastTickUnjudged,
    /// The property speaks of two ticks at once.
    TwoTicks,
    /// The run has no tick.
    EmptyRun,
    /// The property cannot be evaluated on the run.
    Unreadable(LabelError),
    /// The run alone does not show the property false.
    NotShown,
    /// The property is about what must happen in the end: a run that goes on may still do it.
    Liveness,
    /// Every choice on the run leaves the failure open.
    NeverSealed,
    /// Every run that could be near fails.
    EveryRunFails(Alike),
    /// No passing run was found; there may be one.
    NoPassingRun(Alike),
    /// The property awaits too many actions at the same time.
    TooManyAwaited,
    /// A graph is too large to be searched run by run.
    GraphTooLarge,
    /// Sets of product states do not fit the memory.
    AutomatonTooLarge {
        /// The states of the automaton.
        states: u32,
        /// Memory that sets of product states need, in bytes.
        needed: u64,
        /// Memory available, in bytes.
        limit: u64,
    },
    /// The actions are the choices.
    ActionsDecide,
    /// The formula was decided as a game: runs near a failing one are not looked for.
    DecidedAsGame,

    /// No transition has a part in the property.
    NoTransition,
    /// Blocking transitions says nothing about what must happen in the end.
    BlockingProvesNothing,
    /// Blocks of a program are not switched off.
    BlocksStay,
    /// A labelled transition system does not say which of its transitions belong together.
    NoRules,
    /// The check holds: there is nothing to suspect.
    CheckHolds,

    /// The observation before the first inputs does not depend on inputs.
    BeforeInputs,
    /// A difference is there when the inputs that show it are.
    DifferenceAtOnce,
    /// The inputs are the choices.
    InputsDecide,
    /// The difference was found in exact reals and run again in floats.
    FoundInReals,
    /// The reactions of the nearest run take other numbers of steps.
    OtherSteps,
    /// The models differ on all inputs of the same length.
    DifferOnAllInputs,
    /// The models choose themselves: with the same inputs they can show the same.
    CanShowTheSame,
    /// The models choose themselves: no inputs alone are enough.
    NoInputsEnough,
    /// The models cannot be followed there.
    CannotFollow,
    /// There are too many inputs and states to look at.
    TooManyInputs,
}

impl From<NoAnswer> for Why {
    fn from(cause: NoAnswer) -> Why {
        Why::Unsolved(cause)
    }
}

/// Common part of a run and all runs that could be near it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alike {
    /// The length.
    Length,
    /// The length and the loop.
    Loop,
}
