//! The view of what was found about two labelled transition systems.

use schemars::JsonSchema;
use serde::Serialize;

/// Two labelled transition systems that were compared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct GraphComparison {
    /// When graphs are the same, as --equivalence spells it.
    #[schemars(extend("enum" = ["strong", "branching", "divergence-branching", "trace", "weak-trace", "failures"]))]
    pub equivalence: &'static str,
    /// Size of the reference.
    pub reference: GraphSize,
    /// Size of the implementation.
    pub implementation: GraphSize,
    /// Classes of states that do the same, among those that runs of either graph reach; null unless the graphs are the same.
    pub classes: Option<usize>,
    /// Whether the graphs are the same in other senses, as far as that is known.
    pub others: Vec<OtherEquivalence>,
    /// A formula that is true of one graph alone; null unless the graphs differ.
    pub formula: Option<GraphFormula>,
    /// A run of both graphs up to where they differ; null unless they do.
    pub run: Option<Vec<GraphStep>>,
}

/// How large a graph is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct GraphSize {
    /// States.
    pub states: u64,
    /// Transitions.
    pub transitions: u64,
}

/// Whether two graphs are the same in another sense than the one that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct OtherEquivalence {
    /// The sense, as --equivalence spells it.
    #[schemars(extend("enum" = ["strong", "branching", "divergence-branching", "trace", "weak-trace", "failures"]))]
    pub equivalence: &'static str,
    /// Whether they are the same.
    pub equivalent: bool,
}

/// A formula that tells two graphs apart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct GraphFormula {
    /// The formula in MCL; null if it is too long to be of use.
    pub text: Option<String>,
    /// The graph that it is true of; it is false of the other.
    #[schemars(extend("enum" = ["reference", "implementation"]))]
    pub holds_of: &'static str,
    /// What decided the formula on both graphs.
    pub rechecked_by: &'static str,
}

/// A step of both graphs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct GraphStep {
    /// The label; that of hidden steps where nothing else happens.
    pub label: String,
    /// The state of the reference afterwards.
    pub reference: u32,
    /// The state of the implementation afterwards.
    pub implementation: u32,
    /// Hidden steps that the reference makes before.
    pub reference_hidden: u32,
    /// Hidden steps that the implementation makes before.
    pub implementation_hidden: u32,
}
