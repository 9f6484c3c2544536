//! Facts about the runs of a model as a whole.

use super::{Document, Verdict};
use schemars::JsonSchema;
use serde::Serialize;

/// Unusual facts about the runs of a model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Runs {
    /// Nothing that is known of.
    #[default]
    #[schemars(skip)]
    Ordinary,
    /// Some run comes to a state without a successor.
    SomeEnd,
    /// No run goes on for ever; what is said about infinite runs is vacuous.
    AllEnd,
    /// No fair run goes on for ever; what is said about infinite runs is vacuous.
    NoneFair,
    /// No run begins, because no state satisfies all restrictions on first states; every property is vacuous and nothing was
    /// checked.
    None,
}

impl Runs {
    /// Whether there is nothing to say.
    pub fn is_ordinary(&self) -> bool {
        *self == Runs::Ordinary
    }
}

impl Document {
    /// Why nothing was checked although properties are true: the model has no run that they could speak of.
    pub fn hollow(&self) -> Option<&'static str> {
        let of_infinite_runs = |p: &super::Property| p.kind != "invariant" && matches!(p.verdict, Verdict::Vacuous(_));
        match self.runs {
            Runs::None => Some("the model has no initial state: nothing was checked"),
            Runs::AllEnd if self.properties.iter().any(of_infinite_runs) => {
                Some("the model has no infinite run: nothing was checked of such runs")
            }
            Runs::NoneFair if self.properties.iter().any(of_infinite_runs) => {
                Some("the model has no fair infinite run: nothing was checked of such runs")
            }
            _ => None,
        }
    }
}
