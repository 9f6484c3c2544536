//! The view of why a run fails: the same parts for every lens, each there or with the reason why it is not.
//!
//! Ticks count from 0, as the rows of a trace do; where people read them they count from 1.

use super::{Cell, Junction, Trace};
use wherefore_diag::Span;
pub use wherefore_explain::explanation::{Mark, MarkKind, Sealed, Side};

/// A part, or why it is missing: a clause.
pub type Told<T> = Result<T, String>;

/// Why the run of a class fails.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// Which part of the property is false.
    pub failed: Told<Failed>,
    /// The choices that are enough for the failure.
    pub cause: Told<MinimalCause>,
    /// What happened on the run and matters.
    pub events: Told<Vec<Event>>,
    /// From when on the failure cannot be avoided any more.
    pub no_return: Told<Sealed>,
    /// The choices on the run that decide whether it fails, in order; the last leads to the point of no return.
    pub junctions: Told<Vec<Junction>>,
    /// The nearest run that does not fail.
    pub nearest: Told<Nearest>,
}

/// What a part is called in a document, and in words.
pub type PartName = (&'static str, &'static str);

impl Explanation {
    /// An explanation of which nothing is told, for this reason.
    pub fn untold(why: &str) -> Explanation {
        fn no<T>(why: &str) -> Told<T> {
            Err(why.to_owned())
        }
        Explanation {
            failed: no(why),
            cause: no(why),
            events: no(why),
            no_return: no(why),
            junctions: no(why),
            nearest: no(why),
        }
    }

    /// The parts that are missing, each with the reason.
    pub fn missing(&self) -> Vec<(PartName, &str)> {
        fn part<T>(name: PartName, part: &Told<T>) -> Option<(PartName, &str)> {
            part.as_ref().err().map(|why| (name, why.as_str()))
        }
        let all = [
            part(("failed", "the part that fails"), &self.failed),
            part(("cause", "the choices that are enough"), &self.cause),
            part(("key_events", "key events"), &self.events),
            part(("no_return", "the point of no return"), &self.no_return),
            part(("junctions", "choice points"), &self.junctions),
            part(("nearest", "the nearest passing run"), &self.nearest),
        ];
        all.into_iter().flatten().collect()
    }

    /// The choices that decide, if they are told.
    pub fn junctions(&self) -> &[Junction] {
        self.junctions.as_deref().unwrap_or_default()
    }

    /// The key events, if they are told.
    pub fn events(&self) -> &[Event] {
        self.events.as_deref().unwrap_or_default()
    }

    /// The cells that show the property false, if they are told.
    pub fn marks(&self) -> &[Mark] {
        self.failed.as_ref().map_or(&[], |f| f.marks.as_slice())
    }

    /// The ticks at which the property is broken, if they are told.
    pub fn ticks(&self) -> &[usize] {
        self.failed.as_ref().map_or(&[], |f| f.ticks.as_slice())
    }
}

/// What of a property is false on a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Failed {
    /// The parts that are false, outermost first: the smallest conjunct, then what fails in it.
    pub parts: Vec<FailedPart>,
    /// The ticks at which the property is broken.
    pub ticks: Vec<usize>,
    /// The cells of the run that show it.
    pub marks: Vec<Mark>,
}

/// A part of a property that is false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailedPart {
    /// In the model's own words.
    pub text: String,
    /// Where it is written, if that is known.
    pub span: Option<Span>,
}

/// The choices that are enough for a run to fail, whatever the others are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MinimalCause {
    /// What is kept, by tick, then in the order of the model.
    pub kept: Vec<Kept>,
    /// How many choices are kept: pairs of a variable and a tick.
    pub size: usize,
    /// How many choices the run has.
    pub choices: usize,
    /// Whether it is known that no part of it is enough.
    pub minimal: bool,
    /// The solver that checked it again. A measurement.
    pub rechecked_by: String,
}

/// A choice that is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The variable.
    pub variable: String,
    /// The row of the trace.
    pub tick: u32,
    /// What is said about its value: `=`, `>=` or `<=`.
    pub relation: &'static str,
    /// The value.
    pub value: Cell,
}

/// Something that happened on the run and matters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Of a program, whether it belongs to the property or to what is observed.
    pub side: Option<Side>,
    /// What people call what it happened to.
    pub name: String,
    /// The tick.
    pub tick: u32,
    /// The value there, if it has one.
    pub value: Option<Cell>,
    /// In words that make sense after the name.
    pub comment: String,
    /// Whether it is a choice of the environment.
    pub is_input: bool,
    /// Where it is written.
    pub span: Option<Span>,
}

/// A run that does not fail, as near to the failing one as there is.
#[derive(Clone, Debug, PartialEq)]
pub struct Nearest {
    /// The run.
    pub trace: Trace,
    /// The choices in which it differs, by tick, then in the order of the model.
    pub differs: Vec<Differs>,
    /// How many choices were compared.
    pub choices: usize,
    /// Whether it is known that no run of this length differs in fewer.
    pub minimal: bool,
    /// The solver that checked that again. A measurement; empty if none did.
    pub rechecked_by: String,
}

/// A choice in which the two runs differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Differs {
    /// The variable.
    pub variable: String,
    /// The row of both traces.
    pub tick: u32,
    /// Its value on the failing run.
    pub failing: Option<Cell>,
    /// Its value on the passing run.
    pub passing: Option<Cell>,
}
