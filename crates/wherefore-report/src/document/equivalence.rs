//! The view of what was found about two models, of test suites, and of mutants.
//!
//! Most of what the lens finds owns its words already and is the view of itself. Only what points into a source, and runs with
//! their microsteps, are different here.

pub use wherefore_equivalence::{
    Confirmation, InputAt, InputClass, Interface, Method, Numbers, Port, Profile, Reaction, Side as Party, Suite,
    TestCase, TestPlan, Written,
};

mod graphs;
mod mutation;
mod shape;
mod suite;

pub use graphs::{GraphComparison, GraphFormula, GraphSize, GraphStep, OtherEquivalence};
pub use mutation::{
    ComparisonAnswer, MutantCheck, MutantComparison, MutantStatus, Mutation, MutationProperty, Noticed,
};

use super::picture::Picture;
use super::{Certificate, Command, Missing, Model, Place, Suspect, Trace};
use crate::no_answer::NoAnswer;
use schemars::JsonSchema;
use serde::Serialize;

/// Result of a command that asks for something else than properties; none if it did not get so far.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(with = "shape::Fields")]
pub enum Outcome {
    /// Whether two models are the same.
    Comparison(Option<Box<Comparison>>),
    /// Test suites of one model.
    Tests(Option<Box<TestPlan>>),
    /// Wrong models, made from one.
    Mutants(Option<Mutants>),
}

impl Outcome {
    /// Whether anything was found.
    pub fn is_found(&self) -> bool {
        match self {
            Outcome::Comparison(found) => found.is_some(),
            Outcome::Tests(plan) => plan.is_some(),
            Outcome::Mutants(found) => found.is_some(),
        }
    }

    /// Result before anything is found; none if a command asks for properties.
    pub fn unknown(command: Command) -> Option<Outcome> {
        match command {
            Command::Check | Command::Fix | Command::Lint | Command::Recheck | Command::Why => None,
            Command::Diff => Some(Outcome::Comparison(None)),
            Command::Tests => Some(Outcome::Tests(None)),
            Command::Mutate => Some(Outcome::Mutants(None)),
        }
    }
}

/// Findings about two models.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The model of the report.
    pub reference: Model,
    /// The model that is compared with that of the report.
    pub implementation: Model,
    /// The answer.
    pub verdict: Equivalence,
    /// Interface that was compared; none if that is not known.
    pub interface: Option<Interface>,
    /// Interpretation of numbers; none if that is not known.
    pub numbers: Option<Numbers>,
    /// The reference alone.
    pub reference_profile: Option<Profile>,
    /// The implementation alone.
    pub implementation_profile: Option<Profile>,
    /// Differences, by first differing output and input class, shortest first.
    pub differences: Vec<Difference>,
    /// Model elements of the implementation to look at, most suspicious first.
    pub suspects: Vec<Suspect>,
    /// Results of suites of the reference, if that was asked for.
    pub confirmations: Vec<Confirmation>,
    /// Notes for the reader about the comparison itself.
    pub notes: Vec<String>,
    /// Both models as a picture, with the ways of the differences; none if it was not drawn.
    pub picture: Option<Picture>,
    /// Findings of graphs alone; none if the models are no labelled transition systems, or nothing was found.
    pub graphs: Option<GraphComparison>,
    /// Pairs of states that were looked at.
    pub pairs: usize,
    /// Questions that solvers answered. A measurement.
    pub questions: usize,
    /// How long it took. A measurement.
    pub seconds: f64,
}

/// Whether two models are the same.
#[derive(Clone, Debug)]
pub enum Equivalence {
    /// For all inputs, for ever.
    Equivalent(Certificate),
    /// The models differ. Whether every difference is in a listed class; otherwise why not.
    Different(Result<(), NoAnswer>),
    /// Not known, and why.
    Undetermined(NoAnswer),
}

/// Runs of both models with the same inputs and, up to the last reaction, the same outputs.
pub type Difference = wherefore_equivalence::Difference<Trace, DifferenceDetails>;

/// Explanation of a difference.
#[derive(Clone, Debug)]
pub struct DifferenceDetails {
    /// The inputs that are enough for a difference, whatever the others are.
    pub enough: Option<Vec<InputAt>>,
    /// The nearest inputs on which both models show the same.
    pub nearest: Option<NearestInputs>,
    /// The parts of the explanation that are missing, and why.
    pub missing: Vec<Missing>,
}

/// Inputs on which both models show the same, with as few changed as possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NearestInputs {
    /// The reactions; both models show the same at each.
    pub reactions: Vec<Reaction>,
    /// The inputs that are others, in order.
    pub differs: Vec<InputAt>,
    /// How many inputs were compared, over all reactions.
    pub choices: usize,
}

/// The mutants of a model.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Mutants {
    /// Mutants asked for, in the order of the source; only for mutate.
    pub mutants: Vec<Mutant>,
    /// How many were left out because they are no models; only of mutate.
    #[serde(rename = "mutants_dropped")]
    pub dropped: usize,
    /// How many of them the properties notice; only of mutate --check.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mutation: Option<Mutation>,
}

/// A model with one small mistake put in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Mutant {
    /// Its place among all mutants of the model, from 1, whichever were asked for.
    #[schemars(range(min = 1))]
    pub number: usize,
    /// The operator that made it, as `--operator` spells it.
    #[schemars(length(min = 1))]
    pub operator: &'static str,
    /// Where the mistake is.
    pub place: Option<Place>,
    /// Description of the change, in words.
    pub what: String,
    /// The transition, variable or equation it is in.
    pub element: Option<String>,
    /// Whether something is missing.
    #[serde(rename = "omission")]
    pub is_omission: bool,
    /// The file that it was written to; null if it was not.
    pub file: Option<String>,
    /// Whether a property notices it; only of mutate --check.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub check: Option<MutantCheck>,
}

/// Interpretation of numbers, in a word: `exact`, `real`, `float32`, `float64`.
pub fn numbers_word(numbers: Numbers) -> &'static str {
    use wherefore_ir::FloatFormat;
    match numbers {
        Numbers::Exact => "exact",
        Numbers::Reals => "real",
        Numbers::Floats(FloatFormat::Single) => "float32",
        Numbers::Floats(FloatFormat::Double) => "float64",
    }
}

/// How a suite is made, as `--method` spells it.
pub fn method_word(method: Method) -> &'static str {
    match method {
        Method::W => "w",
        Method::Wp => "wp",
        Method::H => "h",
        Method::Spyh => "spyh",
    }
}
