//! A synchronous program: how a failure came through its blocks, which other ways were tried, and the blocks themselves as a
//! picture.
//!
//! Ticks count from 0, as the rows of a trace do; where people read them they count from 1.

use super::{Certificate, Place, Recheck, write};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};
pub use wherefore_explain::dataflow::Causes;
pub use wherefore_explain::dataflow::blocks::BlockKind;
pub use wherefore_explain::explanation::Side;

/// Findings about a class of failing runs of a program, beyond its explanation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Flow {
    /// Where the equations and operators are written that the cause passes through, in the order of the source, each once;
    /// only of synchronous programs.
    pub marked: Vec<Place>,
    /// How many structural causes of the run are of this class; only of synchronous programs.
    #[serde(rename = "structural_causes")]
    pub causes: usize,
}

/// Ways to fail that no run used which was known then, and what came of trying them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Survey")]
pub struct AlternativeSearch {
    /// In the order in which they were tried.
    pub attempts: Vec<TriedAlternative>,
    /// Results on the minimal causes of all failing runs, up to their first failure, counted back from it.
    #[serde(serialize_with = "causes")]
    #[schemars(with = "CausesShape")]
    pub causes: Causes<Certificate>,
}

/// Results on the minimal causes of all failing runs, counted back from the failure.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Causes")]
struct CausesShape<'a> {
    /// all: every failing run ends with one of `count` minimal causes; within: so does every run that fails within `steps` steps;
    /// some: nothing is known beyond the runs that were found.
    #[schemars(extend("enum" = ["all", "within", "some"]))]
    known: &'static str,
    /// The number of causes; null of some.
    #[schemars(range(min = 1))]
    count: Option<usize>,
    /// The steps; null unless it is within.
    steps: Option<u32>,
    /// The proof; null unless it is all. A measurement.
    proof: Option<&'a Certificate>,
}

fn causes<S: Serializer>(causes: &Causes<Certificate>, serializer: S) -> Result<S::Ok, S::Error> {
    let (known, count, steps, proof) = match causes {
        Causes::Unknown => ("some", None, None, None),
        Causes::Within { steps, count } => ("within", Some(*count), Some(*steps), None),
        Causes::Always { count, proof } => ("all", Some(*count), None, Some(proof)),
    };
    CausesShape { known, count, steps, proof }.serialize(serializer)
}

/// A way to fail that no known failing run used, and what came of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Attempt")]
pub struct TriedAlternative {
    /// The block that is to have its value in another way.
    #[serde(rename = "block")]
    pub name: String,
    /// The way, in words.
    #[schemars(length(min = 1))]
    pub words: String,
    /// Whether the block belongs to the property with what observes it, or to the model that is observed.
    #[serde(serialize_with = "write::side")]
    #[schemars(with = "String", extend("enum" = ["property", "model"]))]
    pub side: Side,
    /// Where it is written.
    pub span: Option<Place>,
    /// Outcome of the attempt. Classes stand there by their ids.
    #[serde(flatten)]
    pub outcome: Outcome,
}

/// The result of trying another way.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema)]
#[schemars(with = "OutcomeShape")]
pub enum Outcome {
    /// A run with causes that were not known; the ids of their classes.
    New(Vec<String>),
    /// A run whose causes were known already.
    Known,
    /// A proof that no run comes this way.
    Impossible(Recheck),
    /// No decision, and why.
    Undecided(String),
}

#[derive(Default, Serialize, JsonSchema)]
struct OutcomeShape<'a> {
    /// new: a run with causes that were not known; known: a run, its causes were known; impossible: there is no such run, which
    /// was proved; undecided: not known.
    #[schemars(extend("enum" = ["new", "known", "impossible", "undecided"]))]
    outcome: &'static str,
    /// Only of `new`: the ids of the classes found.
    #[serde(skip_serializing_if = "Option::is_none")]
    classes: Option<&'a [String]>,
    /// Only for `impossible`: the solver that re-checked the proof; empty if none did. A measurement.
    #[serde(skip_serializing_if = "Option::is_none")]
    proved_by: Option<&'static str>,
    /// Only of `undecided`: why.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1))]
    cause: Option<&'a str>,
}

impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let shape = OutcomeShape::default();
        let shape = match self {
            Outcome::New(ids) => OutcomeShape { outcome: "new", classes: Some(ids), ..shape },
            Outcome::Known => OutcomeShape { outcome: "known", ..shape },
            Outcome::Impossible(who) => {
                OutcomeShape { outcome: "impossible", proved_by: Some(who.by.unwrap_or_default()), ..shape }
            }
            Outcome::Undecided(why) => OutcomeShape { outcome: "undecided", cause: Some(why), ..shape },
        };
        shape.serialize(serializer)
    }
}

/// The blocks that a property depends on, with the cause of one class.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagram {
    /// The property, and the class whose cause is coloured.
    pub title: String,
    /// The calls that blocks belong to; a call stands before those made in it. The first is the main node.
    pub calls: Vec<Call>,
    /// The blocks, in order of the program.
    pub blocks: Vec<Block>,
    /// Flows between blocks.
    pub arcs: Vec<Arc>,
    /// How many blocks were left out because there are too many.
    pub left_out: usize,
}

/// An instance of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// Name of the call; empty for the main node.
    pub name: String,
    /// The call that it is made in.
    pub parent: Option<usize>,
}

/// A block of the picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Its number in the program.
    pub id: u32,
    /// Kind of the block.
    pub kind: BlockKind,
    /// Its operator or value, as a short symbol; empty for what has only a name.
    pub symbol: String,
    /// The name of its stream, if it has one.
    pub name: Option<String>,
    /// The call that it belongs to.
    pub call: usize,
    /// Its values on the cause, by tick; empty if it is not on it.
    pub values: Vec<(u32, String)>,
    /// Whether it is what the property asks for.
    pub is_sink: bool,
}

/// From a block to one that reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Arc {
    /// The place of the block in [`Diagram::blocks`].
    pub source: usize,
    /// The place of the block that reads it.
    pub target: usize,
    /// Role for that block, where its inputs differ: "if", "then", "else"; empty where they do not.
    pub port: &'static str,
    /// Whether the cause passes along it.
    pub active: bool,
}
