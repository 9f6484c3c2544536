//! A labelled transition system: its choices and their portrait.
//!
//! A run is a table as in every other lens, with a column for the action taken from a row to the next and one for the state.

use super::evidence::Strand;
use super::former;
use schemars::JsonSchema;
use serde::Serialize;
pub use wherefore_explain::Consequence;
pub use wherefore_explain::lts::{Arrow, Diagram, Level, Node, Shortness, Tint};

/// The name of the column with the action.
pub const ACTION: &str = "action";
/// The name of the column with the state.
pub const STATE: &str = "state";
/// The word for the logic of such properties.
pub const MCL: &str = "mcl";

/// The counterexamples of an LTS as a whole: there exactly if the model is one and there is an inquiry into the property.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LtsSummary {
    /// The model, if it is a labelled transition system.
    #[serde(rename = "lts")]
    pub whole: Extent,
    /// The LTS of all runs that break the property, up to where they break it.
    #[serde(rename = "counterexample_lts")]
    pub counterexample: Extent,
    /// How many neighbourhoods there are of each kind.
    pub neighbourhoods: Neighbourhoods,
    /// Transitions by what they mean for the failure.
    pub choices: Choices,
    /// Actions that no counterexample contains up to its violation; not all of them if there are too many.
    pub uninvolved: Vec<String>,
    /// How many of these actions there are.
    #[serde(skip)]
    pub uninvolved_total: usize,
    /// The run in `trace` with only those actions left that lead into or out of neighbourhoods.
    pub abstracted: Abstraction,
    /// The run in `trace` as ways between the last choices on it, the end among them although `trace` may have the beginning alone;
    /// absent if the run is short.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub layout: Vec<Strand>,
    /// Description of the run in `trace`.
    pub shown: String,
    /// Whether it is the run that was given.
    #[serde(skip)]
    pub is_given: bool,
    /// The choices on the run that is shown for the property, in order: the last is the point of no return.
    #[serde(skip)]
    pub choice_points: Vec<ChoicePoint>,
    /// Whether it is known that no run of a class is shorter than the one that stands for it.
    #[serde(skip)]
    pub runs: Shortness,
    /// The round in which the run in `trace` fails, where nothing ever rules the failure out and the run could have come back
    /// to an earlier state; absent otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round: Option<Round>,
    /// How finely neighbourhoods are told apart.
    #[serde(skip)]
    pub level: Level,
    /// A picture of the whole, if it was asked for and is small enough.
    #[serde(skip)]
    pub diagram: Option<Diagram>,
}

/// A round: the part of a run from a state up to where the run would come back to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Round {
    /// Where in `trace.steps` it begins.
    pub home: usize,
    /// The state in which it begins, and would end.
    pub state: u32,
    /// The last place in `trace.steps` from which the run can come back to that state without the failure.
    pub escape: usize,
    /// The state there.
    pub at: u32,
    /// What the run does there. No run behind it comes back to the state before it fails.
    pub taken: String,
    /// Actions that lead to where the run can still come back; not all of them if there are too many.
    pub back: Vec<String>,
    /// How many of these actions there are.
    #[serde(skip)]
    pub back_total: usize,
}

/// How large something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Extent {
    /// States.
    pub states: u64,
    /// Transitions.
    pub transitions: u64,
    /// Different labels.
    pub labels: u64,
}

/// How many neighbourhoods there are of each kind. A neighbourhood is a state of the counterexample LTS where a choice decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Neighbourhoods {
    /// Some choice avoids the failure, none seals it.
    pub cn: u64,
    /// Some choice seals the failure, none avoids it.
    pub r#in: u64,
    /// Both, and no other choice.
    pub ci: u64,
    /// Both, and a choice that leaves it open.
    pub cin: u64,
}

/// Transitions by what they mean for the failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Choices {
    /// Transitions after which the failure cannot happen any more.
    pub correct: u64,
    /// Transitions after which the failure cannot be avoided any more.
    pub incorrect: u64,
    /// Transitions that leave the failure open.
    pub neutral: u64,
    /// Incorrect transitions after which the failure happens in any case, not only in fair runs; null if that is not
    /// known.
    pub inevitable: Option<u64>,
    /// Neighbourhoods where one action both avoids the failure and seals it.
    pub unobservable: u64,
}

/// A run with only those actions left that lead into or out of neighbourhoods.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Abstracted")]
pub struct Abstraction {
    /// Steps of the whole run.
    pub length: usize,
    /// How many actions are left.
    #[serde(skip)]
    pub kept: usize,
    /// The actions that are left; not all of them if there are too many.
    pub actions: Vec<Action>,
}

/// An action of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Action {
    /// Where in `trace.steps` it is taken.
    pub step: usize,
    /// The action.
    pub action: String,
}

/// A place on a run where the failure could have been avoided, or was sealed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Junction")]
pub struct ChoicePoint {
    /// Where in `trace.steps` the choice is made.
    #[serde(rename = "step")]
    pub tick: usize,
    /// Which kind of place it is, in the word of the lens; of an LTS the kind of neighbourhood.
    #[schemars(length(min = 1))]
    pub kind: &'static str,
    /// Options there.
    pub alternatives: Vec<Alternative>,
    /// Actions that both avoid the failure and seal it, depending on where they lead.
    pub unobservable: Vec<String>,
}

/// Something that can be done at a choice point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Alternative {
    /// Action, in the model's own words.
    pub action: String,
    /// The states it leads to.
    pub leads: Vec<String>,
    /// Effect on the failure.
    #[serde(flatten, serialize_with = "former::consequence")]
    #[schemars(with = "former::ConsequenceOf")]
    pub consequence: Consequence,
    /// Whether the run does it.
    pub taken: bool,
}

impl From<&wherefore_explain::ChoicePoint> for ChoicePoint {
    fn from(found: &wherefore_explain::ChoicePoint) -> ChoicePoint {
        let alternative = |a: &wherefore_explain::Alternative| Alternative {
            action: a.action.clone(),
            leads: a.leads.clone(),
            consequence: a.consequence,
            taken: a.taken,
        };
        ChoicePoint {
            tick: found.tick,
            kind: found.kind,
            alternatives: found.alternatives.iter().map(alternative).collect(),
            unobservable: found.unobservable.clone(),
        }
    }
}
