//! The program that wrote a document.

use schemars::JsonSchema;
use serde::Serialize;

/// The program that wrote the document, and what its answers depend on beside the model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Tool {
    /// Its name.
    pub name: &'static str,
    /// Its version.
    pub version: &'static str,
    /// The solvers that took part, by name. A measurement: another run may need others.
    pub solvers: Vec<ToolSolver>,
    /// The options that matter for the answers.
    pub options: ToolOptions,
}

/// A solver that took part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ToolSolver {
    /// Its name.
    pub name: String,
    /// Its version; null if it does not say.
    pub version: Option<String>,
}

/// The options that matter for the answers; null where an option was left open or the command has none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ToolOptions {
    /// The engines that may search, as --engine spells them.
    pub engine: Option<String>,
    /// The most steps of a bounded search.
    pub max_depth: Option<u32>,
    /// Policy for answers that were not re-checked, as --recheck spells it.
    pub recheck: Option<String>,
    /// How finely failing runs are distinguished, as --level spells it.
    pub level: Option<String>,
    /// The most classes to list.
    pub max_classes: Option<usize>,
    /// The limit on the time for one property, as it was given.
    pub timeout: Option<String>,
    /// The limit on the time for the whole command, as it was given.
    pub deadline: Option<String>,
    /// The limit on memory, as it was given.
    pub memory: Option<String>,
}
