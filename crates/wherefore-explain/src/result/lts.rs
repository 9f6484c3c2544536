//! Findings about the counterexamples of an LTS as a whole, as plain data.

use super::choice_point::ChoicePoint;
use super::evidence_graph::Strand;
pub use crate::lts::level::{Level, LevelCount};

/// How large something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// Number of states.
    pub states: u64,
    /// Number of transitions.
    pub transitions: u64,
    /// Number of different labels.
    pub labels: u64,
}

/// How many neighbourhoods there are of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Neighbourhoods {
    /// With a choice that avoids the failure, none that seals it.
    pub cn: u64,
    /// With a choice that seals it, none that avoids it.
    pub r#in: u64,
    /// With both, and no other.
    pub ci: u64,
    /// With both, and one that leaves it open.
    pub cin: u64,
}

/// A run with only those actions left that lead into or out of neighbourhoods.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Abstraction {
    /// Steps of the whole run.
    pub length: usize,
    /// How many actions are left.
    pub kept: usize,
    /// The ticks at which the actions that are left begin, with the actions; not all of them if there are too many.
    pub actions: Vec<(usize, String)>,
}

/// The counterexamples of an LTS as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LtsSummary {
    /// The model.
    pub whole: Extent,
    /// The LTS of its counterexamples.
    pub counterexample: Extent,
    /// Its neighbourhoods.
    pub neighbourhoods: Neighbourhoods,
    /// Neighbourhoods where one action both avoids the failure and seals it.
    pub unobservable: u64,
    /// How finely neighbourhoods are told apart.
    pub level: Level,
    /// How many classes the levels have that were counted; empty if not all neighbourhoods are sorted.
    pub levels: Vec<LevelCount>,
    /// Transitions that avoid the failure, that seal it, and that leave it open.
    pub correct: u64,
    /// Transitions that seal the failure.
    pub incorrect: u64,
    /// Transitions that leave the failure open.
    pub neutral: u64,
    /// Incorrect transitions after which the failure comes in any case, not only in fair runs; `None` for properties
    /// that are not about safety.
    pub inevitable: Option<u64>,
    /// How many actions there are that no counterexample contains up to its violation.
    pub uninvolved_total: usize,
    /// These actions; not all of them if there are too many.
    pub uninvolved: Vec<String>,
    /// The choices on the run that is shown for the property, in order: the last is the point of no return.
    pub choice_points: Vec<ChoicePoint>,
    /// The run that is shown, as ways between its last choices, if it is long.
    pub layout: Vec<Strand>,
    /// Abstraction of that run.
    pub abstracted: Abstraction,
    /// Description of the run that is shown: `shortest counterexample`, `shortest path to a neighbourhood of kind ci`,
    /// with `through A, B` if there is a pattern.
    pub shown: String,
    /// Whether it is the run that was given.
    pub is_given: bool,
    /// Whether it is known that no run of a class is shorter than the one that stands for it.
    pub runs: Shortness,
    /// The round in which the run that is shown fails, where the failure is sealed at the start.
    pub round: Option<Round>,
    /// A picture of the whole, if it was asked for and is small enough.
    pub diagram: Option<Diagram>,
}

/// The round in which a run fails, in a system where nothing ever rules the failure out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// The tick at which the round begins.
    pub home: usize,
    /// The state there, in which it would also end.
    pub state: u32,
    /// The last tick from which the run could have come back to that state without the failure.
    pub escape: usize,
    /// The state there.
    pub at: u32,
    /// What the run does there. No run behind it comes back before it fails.
    pub taken: String,
    /// How many actions lead to where it still can come back.
    pub back_total: usize,
    /// These actions; not all of them if there are too many.
    pub back: Vec<String>,
}

/// Result on the length of runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shortness {
    /// There is no shorter one of the same kind.
    Shortest,
    /// There may be shorter ones: the way into a loop is short, the loop itself is one of many.
    Unknown,
}

/// A tagged graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// Title of the diagram.
    pub title: String,
    /// The nodes; the first is the initial one.
    pub nodes: Vec<Node>,
    /// The transitions, by source.
    pub arrows: Vec<Arrow>,
}

/// A node of a diagram.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The state of the model.
    pub state: u32,
    /// Kind of neighbourhood, if it is one: cn, in, ci, cin.
    pub kind: Option<&'static str>,
    /// Whether the property is violated there.
    pub violated: bool,
    /// Whether the failure cannot happen any more there: such nodes are only shown in small pictures.
    pub safe: bool,
}

/// A transition of a diagram.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// The node it leaves.
    pub source: usize,
    /// The node it enters; none if it leaves the counterexamples and the node there is not shown.
    pub target: Option<usize>,
    /// Its label.
    pub label: String,
    /// Meaning of the transition.
    pub tint: Tint,
    /// Whether the run that is shown takes it.
    pub taken: bool,
}

/// Meaning of a transition of a diagram for the failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tint {
    /// Correct: it avoids the failure.
    Green,
    /// Incorrect: it seals it.
    Red,
    /// Neutral: it leaves it open.
    Black,
}
