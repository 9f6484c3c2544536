//! The document: everything that a report says, as plain data, and as the JSON of schema `wherefore/1`.
//!
//! Every format is written from it. The types are those of the JSON: serde writes them and schemars derives the schema from
//! them, with these comments as its descriptions. What only people need is skipped there. Places in a source are resolved when
//! the document is built and otherwise it owns its content, so that it can outlive the engines. Values of a trace are
//! shared between the rows in which they do not change: a trace is a large table with few different cells.
//!
//! Fields that are always there are `null` where they have no value, so that a reader need not ask whether they exist; a
//! comment says where a field is left out.

mod coarser;
mod contract;
pub mod drawing;
pub mod equivalence;
pub mod evidence;
mod explanation;
mod fix;
pub mod flow;
mod former;
mod inquiry;
mod lint;
mod lts;
pub mod picture;
mod place;
mod quantity;
mod remark;
mod runs;
mod stats;
mod tool;
mod trace;
mod verdict;
mod write;

pub use coarser::{Coarser, CoarserWay};
pub use contract::{
    Branch, Consequent, Diagnosis, Edit, EditKind, Failure, Happened, Piece, Premise, PremiseState, Shown, Side,
};
pub use explanation::{
    AllCauses, Choice, Differs, Event, Explanation, Failed, FailedPart, Kept, Mark, MarkKind, MinimalCause, Missing,
    Nearest, Part, PointOfNoReturn, Scope,
};
pub use fix::{
    AssumptionShape, Conserves, Fix, FixAssumption, FixEdit, FixNumber, FixSuspect, Fixes, Sample, Tried,
    TriedAssumptions,
};
pub use inquiry::{
    BRANCH, CHANGE, CONJUNCT, CONJUNCT_AND_BRANCH, Changes, Class, Completeness, Enumeration, ExternalTrace, FixSet,
    Gone, Group, Inquiry, KeptOutBy, Key, LastStep, LevelCount, SITUATIONS, Since, StayedOut, Stays, Suspect, TOGETHER,
    Undivided,
};
pub use lint::{Lint, LintFinding, OpenQuestion};
pub use lts::{
    ACTION, Abstraction, Action, Alternative, Arrow, ChoicePoint, Choices, Consequence, Diagram, Extent, Level,
    LtsSummary, MCL, Neighbourhoods, Node, Round, STATE, Shortness, Tint,
};
pub use place::{Place, PlaceBlock, span};
pub use quantity::Quantity;
pub use remark::{Label, Remark};
pub use runs::Runs;
pub use stats::{PropertyTime, Solver, StageTime, Stats};
pub use tool::{Tool, ToolOptions, ToolSolver};
pub use trace::{Cell, Cells, Claim, Column, Datum, EXACT, Role, Row, Trace};
pub use verdict::{Certificate, Obligations, Recheck, Stronger, Vacuity, Verdict};

use crate::no_answer::NoAnswer;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use std::sync::Arc;
use wherefore_diag::SourceMap;
pub use wherefore_explain::left_out::{Cut, LeftOut, List};

/// The name of the schema.
pub const SCHEMA: &str = "wherefore/1";

/// Document that `wherefore check --format json`, `why`, `fix`, `lint`, `diff`, `tests` and `mutate` write. Within version 1 no field
/// changes its name or meaning and none goes away; more may follow, so readers ignore fields they do not know. Two runs on
/// the same input give the same document except for the measurements: tool.solvers, properties[].engine,
/// properties[].seconds, properties[].certificate, properties[].enumeration.proof, properties[].summary.proof,
/// properties[].alternative_search.attempts[].proved_by, properties[].alternative_search.causes.proof,
/// fixes.tried, fixes.assumptions, fixes.elements[].rechecked_by, fixes.ranked[].cause, fixes.ranked[].certificates,
/// fixes.ranked[].assumes.rechecked_by,
/// lint.findings[].certificate, lint.findings[].notes, quantities[].rechecked_by, quantities[].not_rechecked, certificate, questions, seconds, stats; and the same under a former name.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Document {
    /// The name of the schema, which every document of this version bears.
    pub schema: Schema,
    /// The program that wrote the document. Absent in documents of earlier releases.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool: Option<Tool>,
    /// Command that was asked.
    pub command: Command,
    /// Model that was checked; for diff, the reference.
    pub model: Model,
    /// The texts that places point into.
    #[serde(skip)]
    pub sources: Arc<SourceMap>,
    /// Parts of the work that a limit or the user ended, in order; absent if no part was ended. Their results may lack
    /// something, and nothing is known of those that were not begun.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(min = 1))]
    pub unfinished: Vec<Unfinished>,
    /// Whether the model makes sense.
    pub obligations: Obligations,
    /// Unusual facts about the runs of the model; absent if there is nothing unusual.
    #[serde(skip_serializing_if = "Runs::is_ordinary")]
    pub runs: Runs,
    /// One entry per property that was checked, in the order of the model.
    pub properties: Vec<Property>,
    /// Numbers of steps that the model asks for, in its order; only of check and why, and absent if it asks for none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(min = 1))]
    pub quantities: Vec<Quantity>,
    /// Remarks about the input, in order.
    #[serde(rename = "diagnostics")]
    pub remarks: Vec<Remark>,
    /// How many diagnostics were left out because there were too many.
    #[serde(rename = "diagnostics_dropped")]
    pub dropped: usize,
    /// The diagram as its author drew it, as far as violated properties depend on it; only of models that are diagrams.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drawing: Option<drawing::Drawing>,
    /// Findings of the checks that need no property; only of lint, and of check and why for a model that states none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lint: Option<Lint>,
    /// Edits of the model after which properties hold; only of fix, and if a property is violated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fixes: Option<Fixes>,
    /// Result of a command that asks for something else; none if it did not get so far.
    #[serde(flatten)]
    pub result: Option<equivalence::Outcome>,
    /// Where the time went; only with --stats.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stats: Option<Stats>,
}

/// The name of the schema, which is the same for all documents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub enum Schema {
    /// Version 1.
    #[default]
    #[serde(rename = "wherefore/1")]
    V1,
}

/// A part of the work that a limit or the user ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Unfinished {
    /// The name of the property, or what else was asked, in words.
    pub part: String,
    /// Whether it was begun.
    #[serde(rename = "begun")]
    pub reached: Reached,
    /// Why it was not finished.
    pub cause: NoAnswer,
}

/// How far a part of the work came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema)]
#[schemars(with = "bool")]
pub enum Reached {
    /// Not even its beginning.
    Nothing,
    /// Somewhere before its end; what is said of it may lack something.
    Middle,
}

impl Serialize for Reached {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bool(*self == Reached::Middle)
    }
}

impl Reached {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Reached::Nothing => "not begun",
            Reached::Middle => "unfinished",
        }
    }
}

/// Command that was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Command {
    /// Whether each property holds.
    Check,
    /// And if not, every way in which it breaks.
    Why,
    /// Edits after which they hold.
    Fix,
    /// What can be asked without properties.
    Lint,
    /// Whether a certificate proves a property.
    Recheck,
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
            Command::Recheck => "recheck",
            Command::Why => "why",
            Command::Fix => "fix",
            Command::Lint => "lint",
            Command::Diff => "diff",
            Command::Tests => "tests",
            Command::Mutate => "mutate",
        }
    }
}

/// Model that was checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Model {
    /// The path as it was given; `-` for the standard input.
    pub path: String,
    /// The language as `--language` spells it; null if it is not known.
    #[schemars(extend("enum" = ["smv", "scxml", "aut", "oss", "lustre", "simulink", "xstate", "btor2", "aiger", null]))]
    pub language: Option<&'static str>,
}

/// Findings about one property.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Property {
    /// Its name.
    pub name: String,
    /// Its logic, as a word.
    #[schemars(extend("enum" = ["invariant", "ltl", "ctl", "mcl"]))]
    pub kind: &'static str,
    /// The formula as the model spells it, on one line.
    pub text: String,
    /// Whether it asks that some run exists, which nothing said of every run can state.
    #[serde(skip)]
    pub is_existential: bool,
    /// Where it is written.
    pub span: Option<Place>,
    /// The answer.
    #[serde(flatten)]
    pub verdict: Verdict,
    /// Engine that found the answer first. A measurement.
    pub engine: String,
    /// How long it took. A measurement.
    #[serde(serialize_with = "write::rounded")]
    #[schemars(range(min = 0))]
    pub seconds: f64,
    /// Only where it is true: the run in `trace` is the one of --trace and not one that was found.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub given: bool,
    /// Conjunct that is asked for; only for checks of refinements (language oss).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contract: Option<Consequent>,
    /// The part of the graph that shows the verdict; only of `why`, and of formulas about more than single runs: where they fail,
    /// and where they hold because of a single run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evidence_graph: Option<Box<evidence::EvidenceGraph>>,
    /// Every way in which it breaks, as far as that is known; only of `why`. See [`Property::inquiry`].
    #[serde(flatten)]
    pub inquiry: Option<Inquiry>,
    /// Entries that lists of this property leave out because they are too long; absent if they leave out nothing.
    #[serde(skip_serializing_if = "write::is_whole", serialize_with = "write::left_out")]
    #[schemars(with = "Vec<write::LeftOutOf>", length(min = 1))]
    pub left_out: LeftOut,
}

impl Property {
    /// Findings about the ways in which it breaks, if there are any.
    pub fn inquiry(&self) -> Option<&Inquiry> {
        self.inquiry.as_ref().filter(|inquiry| inquiry.is_made())
    }

    /// Changes since an earlier run, if that was asked.
    pub fn since(&self) -> Option<&Since> {
        self.inquiry.as_ref()?.since.as_ref()
    }

    /// Title for a heading: a check of a refinement belongs to the component that is refined.
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

/// How many properties have which verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// All that were checked.
    pub properties: usize,
    /// Properties that hold.
    pub holds: usize,
    /// Properties that hold and say nothing.
    pub vacuous: usize,
    /// Properties that are violated.
    pub violated: usize,
    /// Properties that are not decided.
    pub undetermined: usize,
}

impl Document {
    /// A report about a model of which nothing is known yet.
    pub fn new(command: Command, model: impl Into<String>) -> Document {
        Document {
            schema: Schema::V1,
            tool: None,
            command,
            model: Model { path: model.into(), language: None },
            sources: Arc::new(SourceMap::default()),
            unfinished: Vec::new(),
            remarks: Vec::new(),
            dropped: 0,
            obligations: Obligations::NotChecked,
            runs: Runs::Ordinary,
            properties: Vec::new(),
            quantities: Vec::new(),
            drawing: None,
            lint: None,
            fixes: None,
            result: equivalence::Outcome::unknown(command),
            stats: None,
        }
    }

    /// Comparison of two models, if that was asked and is known.
    pub fn comparison(&self) -> Option<&equivalence::Comparison> {
        if let Some(equivalence::Outcome::Comparison(found)) = &self.result { found.as_deref() } else { None }
    }

    /// Whether a command that asks for something else than properties found it.
    pub fn has_result(&self) -> bool {
        self.result.as_ref().is_some_and(equivalence::Outcome::is_found)
    }

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
