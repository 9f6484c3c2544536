//! Why a run fails: the same parts for every lens, each there or with the reason why it is not.
//!
//! Ticks count from 0, as the rows of a trace do; where people read them they count from 1.

use super::flow::Flow;
use super::{Cell, ChoicePoint, Place, Recheck, Trace, former, write};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};
pub use wherefore_explain::explanation::{MarkKind, PointOfNoReturn, Side};

/// Findings about the failure of a class; parts that are not known are left out and listed in `missing`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Explanation {
    /// Which part of the property is false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failed: Option<Failed>,
    /// The choices that are enough for the failure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cause: Option<MinimalCause>,
    /// Every minimal cause and every minimal correction; only with --all-causes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub all_causes: Option<AllCauses>,
    /// Key events of the run.
    #[serde(rename = "key_events", skip_serializing_if = "Option::is_none")]
    pub events: Option<Vec<Event>>,
    /// How the failure came through the blocks of a synchronous program.
    #[serde(flatten)]
    pub flow: Option<Flow>,
    /// From when on the failure cannot be avoided any more.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "no_return")]
    #[schemars(with = "Option<NoReturn>")]
    pub no_return: Option<PointOfNoReturn>,
    /// The choices on the run that decide whether it fails, in order; the last leads to the point of no return.
    #[serde(flatten, serialize_with = "former::choice_points")]
    #[schemars(with = "former::ChoicePoints")]
    pub choice_points: Option<Vec<ChoicePoint>>,
    /// The nearest run that does not fail.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nearest: Option<Nearest>,
    /// The parts that are not known, and why.
    #[serde(flatten, serialize_with = "former::missing")]
    #[schemars(with = "former::MissingParts")]
    pub missing: Vec<Missing>,
}

/// A part of what was asked for that is missing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Missing {
    /// Which part it is.
    pub part: Part,
    /// Why it is missing: a clause.
    #[schemars(length(min = 1))]
    pub reason: String,
}

/// A part of what was asked for, which may be missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// The part of the property that is false.
    Failed,
    /// The choices that are enough for the failure.
    Cause,
    /// All minimal causes.
    AllCauses,
    /// Key events.
    KeyEvents,
    /// The point of no return.
    NoReturn,
    /// Choice points.
    ChoicePoints,
    /// The nearest passing run.
    Nearest,
    /// Suspects.
    Suspects,
    /// Fix sets.
    FixSets,
}

impl Part {
    /// The parts of every explanation, in the order in which they are shown.
    pub const OF_EXPLANATION: [Part; 6] =
        [Part::Failed, Part::Cause, Part::KeyEvents, Part::NoReturn, Part::ChoicePoints, Part::Nearest];

    /// Name of the part for people.
    pub fn words(self) -> &'static str {
        match self {
            Part::Failed => "the part that fails",
            Part::Cause => "the choices that are enough",
            Part::AllCauses => "all minimal causes",
            Part::KeyEvents => "key events",
            Part::NoReturn => "the point of no return",
            Part::ChoicePoints => "choice points",
            Part::Nearest => "the nearest passing run",
            Part::Suspects => "suspects",
            Part::FixSets => "fix sets",
        }
    }
}

impl Explanation {
    /// An explanation without any part, for this reason.
    pub fn unexplained(why: &str) -> Explanation {
        let missing = |part| Missing { part, reason: why.to_owned() };
        Explanation { missing: Part::OF_EXPLANATION.map(missing).into(), ..Explanation::default() }
    }

    /// The choices that decide, if they are known.
    pub fn choice_points(&self) -> &[ChoicePoint] {
        self.choice_points.as_deref().unwrap_or_default()
    }

    /// The key events, if they are known.
    pub fn events(&self) -> &[Event] {
        self.events.as_deref().unwrap_or_default()
    }

    /// The cells that show the property false, if they are known.
    pub fn marks(&self) -> &[Mark] {
        self.failed.as_ref().map_or(&[], |f| f.marks.as_slice())
    }

    /// The ticks at which the property is broken, if they are known.
    pub fn ticks(&self) -> &[usize] {
        self.failed.as_ref().map_or(&[], |f| f.ticks.as_slice())
    }
}

/// From when on a failure cannot be avoided any more.
#[derive(Serialize, JsonSchema)]
struct NoReturn {
    /// The row of the trace; null if the part has no row.
    tick: Option<usize>,
    /// at: from the first visit of this row on; again: from the second, after one round of the loop; not-yet: not by the run and
    /// one round more of its loop.
    #[schemars(extend("enum" = ["at", "again", "not-yet"]))]
    kind: &'static str,
}

fn no_return<S: Serializer>(point: &Option<PointOfNoReturn>, serializer: S) -> Result<S::Ok, S::Error> {
    let (tick, kind) = match point {
        Some(PointOfNoReturn::At(tick)) => (Some(*tick), "at"),
        Some(PointOfNoReturn::Again(tick)) => (Some(*tick), "again"),
        Some(PointOfNoReturn::NotYet) => (None, "not-yet"),
        Some(PointOfNoReturn::Open) | None => (None, "open"),
    };
    NoReturn { tick, kind }.serialize(serializer)
}

/// Part of a property that is false on a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Failed {
    /// The parts that are false, outermost first: the smallest conjunct, then what fails in it.
    pub parts: Vec<FailedPart>,
    /// The ticks at which the property is broken.
    pub ticks: Vec<usize>,
    /// The cells of the run that show it.
    pub marks: Vec<Mark>,
}

/// A cell of the run that shows the property false.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Mark {
    /// The row of the trace.
    pub tick: usize,
    /// The name of the variable.
    pub variable: String,
    /// trigger: it makes the promise due; response: it breaks it.
    #[serde(serialize_with = "write::mark")]
    #[schemars(with = "String", extend("enum" = ["trigger", "response"]))]
    pub kind: MarkKind,
}

/// A part of a property that is false.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FailedPart {
    /// In the model's own words.
    pub text: String,
    /// Where it is written, if that is known.
    pub span: Option<Place>,
}

/// The choices that are enough for a run to fail, whatever the others are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MinimalCause {
    /// Kept choices, by tick, then in the order of the model.
    pub kept: Vec<Kept>,
    /// How many choices the run has.
    pub choices: usize,
    /// Whether it is known that no part of it is enough.
    pub minimal: bool,
    /// Runs for which the choices are enough.
    pub scope: Scope,
    /// Whether it was re-checked.
    #[serde(flatten)]
    pub recheck: Recheck,
    /// How many choices are kept: pairs of a variable and a tick.
    #[serde(skip)]
    pub size: usize,
}

/// The runs for which some choices are enough to fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// Runs of the same length.
    Length,
    /// Runs of the same shape: as long, with a loop back to the same step.
    Shape,
}

/// Every minimal cause of a run, and every minimal way out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct AllCauses {
    /// Minimal causes, smallest first.
    pub causes: Vec<MinimalCause>,
    /// Minimal sets of choices of which other values can make the property hold, all others being as they were; smallest first.
    #[schemars(inner(length(min = 1)))]
    pub corrections: Vec<Vec<Choice>>,
    /// Whether there are no others.
    pub exhaustive: bool,
    /// The most of each that were asked for.
    #[serde(rename = "limit")]
    #[schemars(range(min = 1))]
    pub most: usize,
}

/// A choice on the run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Choice {
    /// The variable.
    #[schemars(length(min = 1))]
    pub variable: String,
    /// The row of the trace.
    pub tick: u32,
    /// Its value there.
    pub value: Option<Cell>,
}

/// A choice that is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Kept {
    /// The variable.
    #[schemars(length(min = 1))]
    pub variable: String,
    /// The row of the trace.
    pub tick: u32,
    /// Relation to its value.
    #[schemars(extend("enum" = ["=", ">=", "<="]))]
    pub relation: &'static str,
    /// The value.
    pub value: Cell,
}

/// Something that happened on the run and matters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "KeyEvent")]
pub struct Event {
    /// Side of the event in a program: whether it belongs to the property or to what is observed; null for other
    /// models.
    #[serde(serialize_with = "write::some_side")]
    #[schemars(with = "Option<String>", extend("enum" = ["property", "model", null]))]
    pub side: Option<Side>,
    /// Name of what it happened to.
    #[serde(rename = "block")]
    pub name: String,
    /// The tick.
    pub tick: u32,
    /// The value there, if it has one.
    pub value: Option<Cell>,
    /// In words that make sense after the name.
    pub comment: String,
    /// Whether it is a choice of the environment.
    #[serde(rename = "input")]
    pub is_input: bool,
    /// Where it is written.
    pub span: Option<Place>,
}

/// A run that does not fail, as near to the failing one as there is.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Nearest {
    /// The run.
    pub trace: Trace,
    /// The choices in which it differs, by tick, then in the order of the model.
    pub differs: Vec<Differs>,
    /// How many choices were compared.
    pub choices: usize,
    /// Whether it is known that no run of this length differs in fewer.
    pub minimal: bool,
    /// Whether that was re-checked.
    #[serde(flatten)]
    pub recheck: Recheck,
}

/// A choice in which the two runs differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Differs {
    /// The variable.
    #[schemars(length(min = 1))]
    pub variable: String,
    /// The row of both traces.
    pub tick: u32,
    /// Its value on the failing run.
    pub failing: Option<Cell>,
    /// Its value on the passing run.
    pub passing: Option<Cell>,
}
