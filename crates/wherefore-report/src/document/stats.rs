//! Where the time went.

use super::write::rounded;
use schemars::JsonSchema;
use serde::Serialize;

/// Where the time went, with --stats. All measurements. Stages of several threads may overlap.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Stats {
    /// The whole run.
    #[serde(serialize_with = "rounded")]
    #[schemars(range(min = 0))]
    pub seconds: f64,
    /// The share of the run in which no engine was at work.
    #[serde(serialize_with = "rounded")]
    #[schemars(range(min = 0, max = 1))]
    pub outside_engines: f64,
    /// The parts of the run that belong to no property, in order.
    pub stages: Vec<StageTime>,
    /// The parts of each property's turn, in order.
    pub properties: Vec<PropertyTime>,
    /// The solver programs that were started, by name, and where they lie.
    pub solvers: Vec<Solver>,
}

/// A solver program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Solver {
    /// Its name.
    pub name: String,
    /// Where it lies.
    pub path: String,
}

/// The time spent in one stage.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct StageTime {
    /// The engine, if it is an engine's stage.
    pub engine: Option<String>,
    /// Stage of the work.
    pub stage: &'static str,
    /// How long, added over all threads.
    #[serde(serialize_with = "rounded")]
    #[schemars(range(min = 0))]
    pub seconds: f64,
}

/// The time spent on one property.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct PropertyTime {
    /// Its name.
    pub name: String,
    /// From its first event to its verdict.
    #[serde(serialize_with = "rounded")]
    #[schemars(range(min = 0))]
    pub seconds: f64,
    /// Part of that time in which some engine was at work.
    #[serde(serialize_with = "rounded")]
    #[schemars(range(min = 0))]
    pub in_engines: f64,
    /// Stage by stage.
    pub stages: Vec<StageTime>,
}

impl Stats {
    /// The statistics with the share of the run in which no engine was at work.
    pub fn with_share(self) -> Stats {
        let inside: f64 = self.properties.iter().map(|p| p.in_engines).sum();
        let outside_engines = if self.seconds > 0.0 { (1.0 - inside / self.seconds).clamp(0.0, 1.0) } else { 0.0 };
        Stats { outside_engines, ..self }
    }
}
