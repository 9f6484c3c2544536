//! What a file of expectations says about many models, compared with what is found.
//!
//! [`Expected`] is what is expected of one model, [`Found`] what its report says. [`compare`](compare()) makes the
//! [`Difference`]s of the two, and [`ModelOutcome`] holds all of it for the text and for JSON; JUnit is in
//! [`junit`](crate::junit). A property that is not mentioned is expected to hold.

mod compare;
mod found;
mod json;
mod text;
mod words;

pub use compare::{as_found, compare};
pub use found::{Found, FoundClass, FoundProperty};
pub(crate) use json::Project;
pub use json::render as json;
pub use text::render as text;

use std::collections::{BTreeMap, BTreeSet};

/// Expectations about one model. A property that is not mentioned is expected to hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expected {
    /// Violated properties, each with the ids of its classes; without ids, whatever its classes are.
    pub violated: BTreeMap<String, Vec<String>>,
    /// Properties that are true and say nothing.
    pub vacuous: BTreeSet<String>,
    /// Properties without an answer.
    pub undetermined: BTreeSet<String>,
}

impl Expected {
    /// Whether every property is expected to hold.
    pub fn is_empty(&self) -> bool {
        self.violated.is_empty() && self.vacuous.is_empty() && self.undetermined.is_empty()
    }
}

/// The weight of a difference, lightest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weight {
    /// Worth knowing, and no difference.
    Remark,
    /// Something was not decided or not finished.
    Open,
    /// Something else was found.
    Differs,
    /// The model cannot be read, or a solver is missing.
    Input,
}

/// One difference between what is expected and what is found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Name of the property, or the id of a diagnostic or finding; `None` for the model as a whole.
    pub subject: Option<String>,
    /// The weight.
    pub weight: Weight,
    /// The kind of difference, for programs.
    pub kind: &'static str,
    /// The difference in words, without the subject.
    pub words: String,
}

/// Outcome of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// Everything is as expected.
    AsExpected,
    /// What differs was not decided or not finished.
    Undetermined,
    /// Something else was found.
    Differs,
    /// The model could not be checked.
    Error,
}

impl Status {
    /// All, in the order of a summary.
    pub const ALL: [Status; 4] = [Status::AsExpected, Status::Differs, Status::Undetermined, Status::Error];

    /// The word in JSON.
    pub fn id(self) -> &'static str {
        match self {
            Status::AsExpected => "as-expected",
            Status::Undetermined => "undetermined",
            Status::Differs => "differs",
            Status::Error => "error",
        }
    }

    /// The status of a model or of a property with these differences.
    pub fn of<'a>(differences: impl IntoIterator<Item = &'a Difference>) -> Status {
        match differences.into_iter().map(|d| d.weight).max() {
            None | Some(Weight::Remark) => Status::AsExpected,
            Some(Weight::Open) => Status::Undetermined,
            Some(Weight::Differs) => Status::Differs,
            Some(Weight::Input) => Status::Error,
        }
    }
}

/// One model: what was found, and where that differs from what is expected.
#[derive(Clone, Debug)]
pub struct ModelOutcome {
    /// Its path below the folder.
    pub model: String,
    /// What was found.
    pub found: Found,
    /// The differences, by the order of the properties in the model.
    pub differences: Vec<Difference>,
}

impl ModelOutcome {
    /// The status of the model.
    pub fn status(&self) -> Status {
        Status::of(&self.differences)
    }

    /// The differences about one property.
    pub fn about<'a>(&'a self, property: &'a str) -> impl Iterator<Item = &'a Difference> {
        self.differences.iter().filter(move |d| d.subject.as_deref() == Some(property))
    }
}

/// The status of all models together: the worst.
pub fn overall(outcomes: &[ModelOutcome]) -> Status {
    outcomes.iter().map(ModelOutcome::status).max().unwrap_or(Status::AsExpected)
}
