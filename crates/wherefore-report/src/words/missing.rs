//! Why a part of an explanation is missing, as a clause for people.

use wherefore_check::NoAnswer;
use wherefore_explain::result::part::{Alike, Part, Why};

/// A part, or the reason why it is missing.
pub fn known<T>(part: &Part<T>) -> Result<&T, String> {
    match part {
        Part::Known(part) => Ok(part),
        Part::Missing(why) => Err(reason(why)),
        Part::Pending => Err(PENDING.to_owned()),
    }
}

/// The reason of a part that was not looked into.
const PENDING: &str = "the search ended before this was looked into";

fn reason(why: &Why) -> String {
    match why {
        Why::ClassLimit(most) => format!("only the first {most} classes are explained"),
        Why::DifferenceLimit(most) => format!("only the first {most} differences are explained"),
        Why::Unsolved(cause) => unsolved(cause),
        Why::Undecided(NoAnswer::Bound(steps)) => format!("not decided within {steps} steps"),
        Why::Undecided(cause) => format!("not decided: {cause}"),
        Why::NotFound(cause) => cause.to_string(),
        Why::Interrupted(reason) => format!("the search was interrupted: {reason}"),
        Why::FailureUnknown(why) => {
            let inner = why.as_deref().map_or_else(|| PENDING.to_owned(), reason);
            format!("it is not known what failed: {inner}")
        }
        Why::Unreadable(error) => format!("the property cannot be evaluated on the run: {error}"),
        Why::EveryRunFails(alike) => format!("every run {} fails", shape(*alike)),
        Why::NoPassingRun(alike) => format!("no run {} was found that does not fail", shape(*alike)),
        Why::AutomatonTooLarge { states, needed, limit } => {
            let (needed, limit) = (needed.div_ceil(1 << 20), limit >> 20);
            format!("sets for an automaton of {states} states need {needed} MB, and {limit} MB are there")
        }
        why => clause(why).to_owned(),
    }
}

fn unsolved(cause: &NoAnswer) -> String {
    match cause {
        NoAnswer::Stopped(why) => format!("there was no time: {why}"),
        NoAnswer::Refuted(why) => format!("what was found did not pass its check: {why}"),
        cause => cause.to_string(),
    }
}

fn shape(alike: Alike) -> &'static str {
    match alike {
        Alike::Length => "of this length",
        Alike::Loop => "with this loop",
    }
}

/// The reasons that carry nothing.
fn clause(why: &Why) -> &'static str {
    match why {
        Why::LastTickUnjudged => {
            "the property reads inputs or what comes next, so that the last tick of a run is not judged"
        }
        Why::TwoTicks => "the property speaks of two ticks at once",
        Why::EmptyRun => "the run has no tick",
        Why::NotShown => "the run alone does not show the property false",
        Why::Liveness => "the property is about what must happen in the end: a run that goes on may still do it",
        Why::NeverSealed => "no beginning of the run seals the failure: every choice leaves it open",
        Why::TooManyAwaited => "the property awaits too many actions at the same time",
        Why::GraphTooLarge => "the graph is too large to search run by run",
        Why::DecidedAsGame => "the formula is decided as a game: passing runs near a failing one are not looked for",
        Why::ActionsDecide => "the actions are the choices: the choice points say which of them decide",
        Why::NoTransition => "no transition has a part in the property",
        Why::BlockingProvesNothing => "blocking transitions says nothing about what must happen in the end",
        Why::BlocksStay => "blocks are not switched off: the suspects say where to look",
        Why::NoRules => "a labelled transition system does not say which of its transitions belong together",
        Why::CheckHolds => "the check holds",
        why => compared(why),
    }
}

/// The reasons of comparisons.
fn compared(why: &Why) -> &'static str {
    match why {
        Why::BeforeInputs => "what is seen before the first inputs does not depend on inputs",
        Why::DifferenceAtOnce => "a difference is there when the inputs that show it are",
        Why::InputsDecide => "the inputs are the choices: the nearest inputs say what decides",
        Why::FoundInReals => {
            "the difference was found in exact reals and run again in floats, where nothing else was looked for"
        }
        Why::OtherSteps => "its reactions take other numbers of steps: it is told reaction by reaction",
        Why::DifferOnAllInputs => "the models differ on all inputs of this length",
        Why::CanShowTheSame => "the models choose themselves: with the same inputs they can show the same",
        Why::NoInputsEnough => "the models choose themselves: no inputs alone are enough",
        Why::CannotFollow => "the models cannot be followed there",
        Why::TooManyInputs => "there are too many inputs and states to look at",
        _ => "no reason is known",
    }
}
