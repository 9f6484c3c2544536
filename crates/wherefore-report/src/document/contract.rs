//! A refinement check: which conjunct is asked for, and what the lens for contracts says of it.

pub use wherefore_explain::contract::{EditKind, PremiseState};
pub use wherefore_ir::refinement::Side;

use super::{Explanation, MarkKind, Place, PointOfNoReturn, write};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

/// Demand of a check of a refinement: a conjunct of a contract that the contracts of parts must imply.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Consequent {
    /// The component that is refined.
    #[schemars(length(min = 1))]
    pub component: String,
    /// The contract whose conjunct it is, with its part if it is one of a part.
    #[schemars(length(min = 1))]
    pub contract: String,
    /// Which side of that contract.
    #[serde(serialize_with = "side")]
    #[schemars(with = "String", extend("enum" = ["assumption", "guarantee"]))]
    pub side: Side,
    /// The name of the conjunct.
    #[schemars(length(min = 1))]
    pub conjunct: String,
    /// Whose contract it is, as people call the owner.
    pub owner: String,
}

/// Diagnosis of a check by the lens.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Diagnosis {
    /// The conjunct as the source spells it.
    pub text: String,
    /// Where it is written.
    pub span: Option<Place>,
    /// The component and below it its parts.
    pub tree: Vec<Branch>,
    /// The contracts of parts that the check may rely on.
    pub premises: Vec<Premise>,
    /// Why it fails; null if it holds.
    pub failure: Option<Failure>,
}

/// A line of the component tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Branch {
    /// How deep it is indented: 0 for the component.
    pub depth: usize,
    /// Its name.
    pub name: String,
    /// The component it is an instance of.
    pub component: String,
    /// Whether a change of its outputs alone avoids the failure.
    pub culprit: bool,
    /// Where it is declared.
    pub span: Option<Place>,
}

/// A contract that the check may rely on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Premise {
    /// With its part.
    pub name: String,
    /// Role of the contract. If the check holds: used or unused by the proof, or not decided which. If it fails, on the
    /// run: kept; pending, what it promised has not happened yet; vacuous, it was asked for nothing.
    #[serde(serialize_with = "premise")]
    #[schemars(with = "String", extend("enum" = ["used", "unused", "not decided", "pending", "vacuous", "kept"]))]
    pub state: PremiseState,
    /// Where it is written.
    pub span: Option<Place>,
}

/// Why a check fails, on the run in `trace`. Steps count from 0, as in `trace`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Failure {
    /// Sentences to be read first, for people. Steps in them count from 1.
    pub sentences: Vec<String>,
    /// Further conjuncts of the contract that the run violates.
    pub also: Vec<String>,
    /// The states, as places in `trace.steps`, in which the body of the conjunct fails.
    pub steps: Vec<usize>,
    /// A minimal set of values of the run that shows the conjunct false.
    pub marks: Vec<Shown>,
    /// Where the parts of the formula that fail are written, outermost first.
    pub failing: Vec<Place>,
    /// The formula in pieces.
    pub pieces: Vec<Piece>,
    /// The variables of the conjunct.
    pub variables: Vec<String>,
    /// The variables whose values on the run are needed for the failure.
    pub causes: Vec<String>,
    /// Events with their states, in order.
    pub events: Vec<Happened>,
    /// The first state from which the system cannot avoid the failure any more, whatever it does; null if the first
    /// round of the run has no such state or it is not known.
    #[serde(serialize_with = "lost")]
    #[schemars(with = "Option<usize>")]
    pub system_lost: PointOfNoReturn,
    /// The first state from which nothing can, its environment included.
    #[serde(serialize_with = "lost")]
    #[schemars(with = "Option<usize>")]
    pub all_lost: PointOfNoReturn,
    /// Minimal sets of parts whose outputs must change on this run, smallest first.
    pub blame: Vec<Vec<String>>,
    /// Changes after which the check was proved, smallest first.
    pub edits: Vec<Edit>,
    /// The variables that a person should see first: those of the conjunct, the marked ones, the outputs of culprits.
    #[serde(skip)]
    pub relevant: Vec<String>,
}

/// A value of the run that shows a conjunct false.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Shown {
    /// The state, as its place in `trace.steps`.
    pub step: usize,
    /// The name of the variable.
    pub variable: String,
    /// trigger: it makes the promise due; response: it breaks it.
    #[serde(serialize_with = "write::mark")]
    #[schemars(with = "String", extend("enum" = ["trigger", "response"]))]
    pub kind: MarkKind,
}

/// Something that happened on the run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Happened {
    /// The state, as its place in `trace.steps`.
    pub step: u32,
    /// The event, in words.
    pub what: String,
}

/// A piece of a formula.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Piece {
    /// The text.
    pub text: String,
    /// Whether it is a part that fails.
    pub fails: bool,
}

impl Failure {
    /// Takes over what the explanation of the class says: it was here before there was one for every lens.
    pub fn take_over(&mut self, told: &Explanation) {
        let mark = |m: &super::Mark| Shown { step: m.tick, variable: m.variable.clone(), kind: m.kind };
        let event = |e: &super::Event| Happened { step: e.tick, what: format!("{} {}", e.name, e.comment) };
        self.steps = told.ticks().to_vec();
        self.marks = told.marks().iter().map(mark).collect();
        self.events = told.events().iter().map(event).collect();
    }
}

fn side<S: Serializer>(side: &Side, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(match side {
        Side::Assumption => "assumption",
        Side::Guarantee => "guarantee",
    })
}

fn premise<S: Serializer>(state: &PremiseState, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(state.word())
}

fn lost<S: Serializer>(point: &PointOfNoReturn, serializer: S) -> Result<S::Ok, S::Error> {
    point.tick().serialize(serializer)
}

fn edit<S: Serializer>(kind: &EditKind, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(match kind {
        EditKind::Strengthen => "strengthen",
        EditKind::Weaken => "weaken",
        EditKind::Rewire => "rewire",
        EditKind::Use => "use",
    })
}

/// A change of the model that makes the check valid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Edit {
    /// Kind of the change.
    #[serde(serialize_with = "edit")]
    #[schemars(with = "String", extend("enum" = ["strengthen", "weaken", "rewire", "use"]))]
    pub kind: EditKind,
    /// Target of the change.
    pub target: String,
    /// Whose it is.
    pub owner: String,
    /// Text as it stands.
    pub before: String,
    /// Text to write.
    pub after: String,
    /// The change in words.
    pub words: String,
    /// Where it is written.
    pub span: Option<Place>,
}
