//! What is known of the runs of a model as a whole.

use super::{Report, Verdict};

/// What is out of the ordinary about the runs of a model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Runs {
    /// Nothing that is known of.
    #[default]
    Ordinary,
    /// Some end in a state that has no successor.
    SomeEnd,
    /// All end: there is no infinite run.
    AllEnd,
    /// No infinite run is fair.
    NoneFair,
    /// None begins: there is no initial state.
    None,
}

impl Runs {
    /// The word for it; none if there is nothing to say.
    pub fn word(self) -> Option<&'static str> {
        match self {
            Runs::Ordinary => None,
            Runs::SomeEnd => Some("some-end"),
            Runs::AllEnd => Some("all-end"),
            Runs::NoneFair => Some("none-fair"),
            Runs::None => Some("none"),
        }
    }
}

impl Report {
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
