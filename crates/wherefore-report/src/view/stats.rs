//! The view of where the time went.

/// Where the time went. All measurements.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stats {
    /// The whole run.
    pub seconds: f64,
    /// The parts of the run that belong to no property, in order.
    pub stages: Vec<StageTime>,
    /// The parts of each property's turn, in order.
    pub properties: Vec<PropertyTime>,
    /// The solver programs that were started, by name, and where they lie.
    pub solvers: Vec<(String, String)>,
}

/// The time spent in one stage.
#[derive(Clone, Debug, PartialEq)]
pub struct StageTime {
    /// The engine, if it is an engine's stage.
    pub engine: Option<String>,
    /// What was done.
    pub stage: &'static str,
    /// How long, added over all threads.
    pub seconds: f64,
}

/// The time spent on one property.
#[derive(Clone, Debug, PartialEq)]
pub struct PropertyTime {
    /// Its name.
    pub name: String,
    /// From its first event to its verdict.
    pub seconds: f64,
    /// Of these, the time in which some engine was at work.
    pub in_engines: f64,
    /// Stage by stage.
    pub stages: Vec<StageTime>,
}

impl Stats {
    /// The share of the run in which no engine was at work.
    pub fn outside_engines(&self) -> f64 {
        let inside: f64 = self.properties.iter().map(|p| p.in_engines).sum();
        if self.seconds > 0.0 { (1.0 - inside / self.seconds).clamp(0.0, 1.0) } else { 0.0 }
    }
}
