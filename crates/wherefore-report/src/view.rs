//! The view model: everything that a report says, as plain data.
//!
//! It refers to sources by span and otherwise owns its content, so that it can outlive the engines. Values of a trace are
//! shared between the rows in which they do not change: a trace is a large table with few different cells.

mod contract;
pub mod equivalence;
mod explanation;
pub mod flow;
mod inquiry;
mod lts;
pub mod picture;
mod stats;

pub use contract::{Branch, Consequent, Diagnosis, Edit, EditKind, Failure, Piece, Premise, PremiseState, Side};
pub use explanation::{
    Differs, Event, Explanation, Failed, FailedPart, Kept, Mark, MarkKind, MinimalCause, Nearest, PartName, Sealed,
    Told,
};
pub use inquiry::{
    Changes, Class, Completeness, FixSet, Given, Group, Inquiry, SITUATIONS, Since, Suspect, TOGETHER, Undivided,
};
pub use lts::{
    ACTION, Abstraction, Alternative, Arrow, Diagram, Extent, Fate, Junction, MCL, Neighbourhoods, Node, Portrait,
    STATE, Shortness, Tint,
};
pub use stats::{PropertyTime, StageTime, Stats};

use crate::cause::Cause;
use std::sync::Arc;
use wherefore_diag::{Diagnostic, SourceMap, Span};
pub use wherefore_explain::left_out::{Cut, LeftOut, List};

/// Everything that one run found.
#[derive(Clone, Debug)]
pub struct Report {
    /// What was asked.
    pub command: Command,
    /// What was checked.
    pub model: Model,
    /// The texts that spans point into.
    pub sources: Arc<SourceMap>,
    /// What was said about the input, in order.
    pub remarks: Vec<Remark>,
    /// How many further remarks were left out.
    pub dropped: usize,
    /// Whether the model makes sense.
    pub obligations: Obligations,
    /// One entry per property that was checked, in the order of the model.
    pub properties: Vec<Property>,
    /// What was found by a command that asks for something else; none if it did not get so far.
    pub result: Option<equivalence::Outcome>,
    /// Where the time went, if that was asked for.
    pub stats: Option<Stats>,
}

/// What was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Of each property, whether it holds.
    Check,
    /// And if not, every way in which it breaks.
    Why,
    /// Whether two models are the same.
    Diff,
    /// For test suites.
    Tests,
    /// For mutants.
    Mutate,
}

impl Command {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Command::Check => "check",
            Command::Why => "why",
            Command::Diff => "diff",
            Command::Tests => "tests",
            Command::Mutate => "mutate",
        }
    }
}

/// What was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    /// The path as it was given; `-` for the standard input.
    pub path: String,
    /// The language as `--language` spells it; none if it is not known.
    pub language: Option<&'static str>,
}

/// A diagnostic, with the run that shows it if there is one.
#[derive(Clone, Debug)]
pub struct Remark {
    /// What is said.
    pub diagnostic: Diagnostic,
    /// The run that leads there.
    pub trace: Option<Trace>,
}

/// Whether values stay in range, case distinctions are complete, and the like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Obligations {
    /// The run ended before they were looked at.
    NotChecked,
    /// The model makes sense.
    Met,
    /// It does not; the remarks say where.
    Broken,
    /// Not known; what is said about the properties rests on the assumption that it does.
    Undetermined(Cause),
}

/// What was found about one property.
#[derive(Clone, Debug)]
pub struct Property {
    /// Its name.
    pub name: String,
    /// Its logic, as a word.
    pub kind: &'static str,
    /// The formula as the source spells it, on one line.
    pub text: String,
    /// Where it is written.
    pub span: Option<Span>,
    /// The answer.
    pub verdict: Verdict,
    /// Who found it. A measurement: another run may name another engine.
    pub engine: String,
    /// How long it took. A measurement.
    pub seconds: f64,
    /// Whether the run that breaks it was given and not found.
    pub given: bool,
    /// What a check of a refinement asks for; none for properties of other models.
    pub contract: Option<Consequent>,
    /// Every way in which it breaks, if that was asked and is known.
    pub inquiry: Option<Inquiry>,
    /// What has changed since an earlier run, if that was asked.
    pub since: Option<Since>,
    /// What lists leave out because they are too long.
    pub left_out: LeftOut,
}

impl Property {
    /// What a heading calls it: a check of a refinement belongs to the component that is refined.
    pub fn title(&self) -> String {
        match &self.contract {
            Some(asked) => format!("{}: {}", asked.component, self.local_name()),
            None => self.name.clone(),
        }
    }

    /// Its name among the properties of its component: where two components have one of the same name, that of the component
    /// stands before it.
    pub fn local_name(&self) -> &str {
        let component = self.contract.as_ref().map_or("", |asked| asked.component.as_str());
        self.name.strip_prefix(component).and_then(|n| n.strip_prefix('/')).unwrap_or(&self.name)
    }
}

/// The answer for a property.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// It is true of every run.
    Holds(Certificate),
    /// It is true of every run, and says nothing.
    Vacuous(Vacuity),
    /// This run breaks it.
    Violated(Trace),
    /// Not known, and why.
    Undetermined(Cause),
}

impl Verdict {
    /// The word for it.
    pub fn word(&self) -> &'static str {
        match self {
            Verdict::Holds(_) => "holds",
            Verdict::Vacuous(_) => "vacuous",
            Verdict::Violated(_) => "violated",
            Verdict::Undetermined(_) => "undetermined",
        }
    }

    /// The run that breaks the property.
    pub fn trace(&self) -> Option<&Trace> {
        if let Verdict::Violated(trace) = self { Some(trace) } else { None }
    }
}

/// Why a proof is believed. A measurement: another engine gives another proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// What was proved, in words.
    pub statement: String,
    /// The solver that checked it again.
    pub rechecked_by: String,
}

/// Why a property that is true says nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vacuity {
    /// Why it is true.
    pub certificate: Certificate,
    /// Why it says nothing.
    pub reason: String,
    /// The part that never matters; none if the whole does.
    pub span: Option<Span>,
}

/// How many properties have which verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// All that were checked.
    pub properties: usize,
    /// Those that hold.
    pub holds: usize,
    /// Those that hold and say nothing.
    pub vacuous: usize,
    /// Those that are violated.
    pub violated: usize,
    /// Those that are not decided.
    pub undetermined: usize,
}

impl Report {
    /// Counts the verdicts.
    pub fn summary(&self) -> Summary {
        let mut summary = Summary { properties: self.properties.len(), ..Summary::default() };
        for property in &self.properties {
            match property.verdict {
                Verdict::Holds(_) => summary.holds += 1,
                Verdict::Vacuous(_) => summary.vacuous += 1,
                Verdict::Violated(_) => summary.violated += 1,
                Verdict::Undetermined(_) => summary.undetermined += 1,
            }
        }
        summary
    }
}

/// A run as a table: a column per variable, a row per tick.
#[derive(Clone, Debug, PartialEq)]
pub struct Trace {
    /// The variables, in the order of the model.
    pub columns: Vec<Column>,
    /// The ticks in order.
    pub rows: Vec<Row>,
    /// How many rows at the end are left out because there are too many.
    pub left_out: usize,
    /// The row at which the run goes on after the last; none for a finite run. It may be one that is left out.
    pub loop_start: Option<usize>,
    /// What the run relies on and does not show.
    pub claims: Vec<Claim>,
    /// Whether no shorter run shows the same.
    pub shortest: bool,
    /// Whether the inputs of the last tick matter for what the run shows.
    pub last_inputs_matter: bool,
    /// Whether inputs come with external events, each of which may take several ticks: see [`Row::transient`]. The first input
    /// is then the event.
    pub by_event: bool,
}

impl Trace {
    /// How many ticks the run has, those that are left out among them.
    pub fn ticks(&self) -> usize {
        self.rows.len() + self.left_out
    }

    /// Whether two runs are known to have the same steps, whatever else is known about them.
    pub fn is_same_run(&self, other: &Trace) -> bool {
        let same = |(one, two): (&Row, &Row)| {
            (&one.cells, &one.element, one.transient) == (&two.cells, &two.element, two.transient)
        };
        let is_whole = self.left_out == 0 && other.left_out == 0;
        let is_as_long = is_whole && self.loop_start == other.loop_start && self.rows.len() == other.rows.len();
        is_as_long && self.rows.iter().zip(&other.rows).all(same)
    }
}

/// A truth value that no single run can show, because it is about all runs from a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The row it is about.
    pub row: usize,
    /// The formula.
    pub formula: String,
    /// What it is claimed to be.
    pub value: bool,
}

/// A variable of a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// What it does over time.
    pub role: Role,
    /// Its type, in words.
    pub sort: String,
}

/// What a column of a trace stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Part of the state.
    State,
    /// Part of the state, and never changes.
    Frozen,
    /// Chosen by the environment at every tick.
    Input,
    /// Computed from the others.
    Define,
}

impl Role {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Role::State => "state",
            Role::Frozen => "frozen",
            Role::Input => "input",
            Role::Define => "define",
        }
    }
}

/// One tick of a trace.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// A cell per column; none where the value is not known.
    pub cells: Vec<Option<Arc<Cell>>>,
    /// The model element taken into this tick.
    pub element: Option<String>,
    /// Where that is written, guards rather than branches; empty if nothing is taken or its place is not known.
    pub places: Vec<Span>,
    /// Whether the machine is not at rest: the next tick goes on with the event that was taken before, and the inputs of
    /// this one mean nothing.
    pub transient: bool,
}

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// As the model's language writes it.
    pub text: String,
    /// For programs.
    pub datum: Datum,
}

/// Integers beyond this are text: a reader that keeps numbers as doubles would change them.
pub const EXACT: i64 = 1 << 53;

/// A value in the few types that JSON has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Datum {
    /// A truth value.
    Bool(bool),
    /// An integer that every reader of JSON can hold.
    Int(i64),
    /// Anything else; its text is the value.
    Text,
}
