//! Evidence of a formula over a graph: the part of the graph that shows its verdict.

use super::lts::{ChoicePoint, Extent};
use super::picture::Picture;
use super::write;
use schemars::JsonSchema;
use serde::Serialize;
use wherefore_explain::Consequence;

/// The part of a graph that shows the verdict of a formula which no single run need decide. The formula has the same value on
/// this part alone, and on every part of the graph that contains it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct EvidenceGraph {
    /// What it shows: a violation, or a witness of a formula that holds.
    pub shows: Shows,
    /// How large it is.
    pub size: Extent,
    /// How large the graph is.
    pub lts: Extent,
    /// Whether no strategy that wins the game of the formula needs only a part of it.
    pub least: bool,
    /// Whether it is a single run, which shows the verdict by itself.
    pub single_run: bool,
    /// A run through the evidence, from the initial state; the part is loop if its end goes on for ever. Null for a violation whose run
    /// in `trace` is the same.
    pub run: Option<Strand>,
    /// Its transitions as ways without a fork, those from the initial state first; where several begin at one state, each of
    /// them counts. Of very many the first.
    pub strands: Vec<Strand>,
    /// How many strands are left out because there are too many; absent if none is.
    #[serde(skip_serializing_if = "write::is_zero")]
    #[schemars(range(min = 1))]
    pub strands_left_out: usize,
    /// The choices on the run through the evidence; null if there are too many to look at.
    pub choices: Option<EvidenceChoices>,
    /// A picture of it, if it is small enough.
    #[serde(skip)]
    pub picture: Option<Picture>,
}

/// What evidence shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Shows {
    /// That the formula fails; the run is the one in `trace`.
    Violation,
    /// That it holds; the run is the one in `run`.
    Witness,
}

/// A way without a fork.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Strand {
    /// Its place in the evidence: beginning (the way to the first fork or into a loop), branch (a way from a fork on), loop (it can
    /// come back to where it begins), end (nothing more is needed behind it).
    #[schemars(extend("enum" = ["beginning", "branch", "loop", "end"]))]
    pub part: &'static str,
    /// The state where it begins.
    pub from: u32,
    /// Actions on the way; of many those at the beginning and at the end.
    #[schemars(length(min = 1))]
    pub steps: Vec<StrandStep>,
    /// Steps that are left out because there are too many; absent if none is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gap: Option<Gap>,
}

/// A step of a strand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StrandStep {
    /// The action.
    pub action: String,
    /// The state behind it.
    pub to: u32,
}

/// Steps that a list leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Gap {
    /// Behind how many of the steps that are listed.
    pub after: usize,
    /// How many they are.
    #[schemars(range(min = 1))]
    pub steps: usize,
}

/// The choices on a run that shows a verdict.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct EvidenceChoices {
    /// Places on the run where a choice avoids what is shown or seals it, in order. For a witness a choice that avoids it gives the
    /// witness up.
    pub choice_points: Vec<ChoicePoint>,
    /// After how many steps of the run its state shows the verdict, whatever follows; null if that is so of none.
    pub settled: Option<usize>,
    /// Actions without their data, with what they do wherever in the graph a choice counts.
    pub gates: Vec<GateEffects>,
}

/// What an action does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct GateEffects {
    /// The action without its data.
    pub gate: String,
    /// What its transitions do.
    #[serde(serialize_with = "effects")]
    #[schemars(with = "Vec<String>", length(min = 1))]
    pub does: Vec<Consequence>,
}

fn effects<S: serde::Serializer>(all: &[Consequence], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(all.iter().map(|one| one.word()))
}
