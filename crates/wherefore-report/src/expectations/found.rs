//! What was found about one model, as its JSON report (`wherefore why --format json`) says it; or about two, as `diff` does.

use crate::document::SCHEMA;
use serde::Deserialize;

/// What was found about one model.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Found {
    #[serde(default)]
    schema: String,
    /// Its properties, in the order of the model.
    pub properties: Vec<FoundProperty>,
    #[serde(default)]
    pub(super) diagnostics: Vec<Said>,
    #[serde(default)]
    pub(super) obligations: Option<Obligations>,
    #[serde(default)]
    pub(super) lint: Option<Lint>,
    /// Unusual facts about its runs, as a word.
    #[serde(default)]
    pub(crate) runs: Option<String>,
    /// Whether it is the same as another, if that was asked and is known.
    #[serde(default)]
    pub(crate) equivalent: Option<bool>,
    /// Why it is not known whether two models are the same.
    #[serde(default)]
    cause: Option<Cause>,
    #[serde(default)]
    pub(crate) differences: Vec<FoundDifference>,
    /// Why there is no report.
    #[serde(skip)]
    pub(super) missing: Option<Missing>,
}

/// Reason why there is no report about a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Missing {
    /// The check was ended before the report.
    Unfinished(String),
    /// Something broke.
    Broken(String),
}

/// One property.
#[derive(Clone, Debug, Deserialize)]
pub struct FoundProperty {
    /// Its name.
    pub name: String,
    /// The word of its verdict.
    pub verdict: String,
    #[serde(default)]
    pub(super) cause: Option<Cause>,
    /// The time that the answer took. A measurement.
    #[serde(default)]
    pub seconds: f64,
    #[serde(default)]
    pub(super) enumeration: Option<Enumeration>,
    /// The classes of its failing runs.
    #[serde(default)]
    pub classes: Vec<FoundClass>,
}

/// One class of failing runs.
#[derive(Clone, Debug, Deserialize)]
pub struct FoundClass {
    /// The id, made from level and key.
    pub id: String,
    /// The key.
    pub key: String,
}

/// A difference of two models.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct FoundDifference {
    pub key: String,
    pub reactions: Vec<serde::de::IgnoredAny>,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Cause {
    pub kind: String,
    pub message: String,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Enumeration {
    pub stopped: Option<Cause>,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Obligations {
    pub cause: Option<Cause>,
}

/// A diagnostic, or a finding of the checks without properties.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Said {
    pub id: String,
    pub severity: String,
    pub message: String,
    pub place: Option<Place>,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Place {
    pub path: String,
    pub line: u32,
    pub column: u32,
}

#[derive(Clone, Debug, Default, Deserialize)]
pub(super) struct Lint {
    pub findings: Vec<Said>,
    #[serde(default)]
    pub open: Vec<serde::de::IgnoredAny>,
}

impl Found {
    /// Reads the JSON report about a model.
    pub fn read(text: &str) -> Result<Found, String> {
        let found: Found = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if found.schema == SCHEMA { Ok(found) } else { Err(format!("its schema is not `{SCHEMA}`")) }
    }

    /// Nothing, because the check was ended for this reason.
    pub fn unfinished(why: impl Into<String>) -> Found {
        Found { missing: Some(Missing::Unfinished(why.into())), ..Found::default() }
    }

    /// Nothing, because something broke.
    pub fn broken(why: impl Into<String>) -> Found {
        Found { missing: Some(Missing::Broken(why.into())), ..Found::default() }
    }

    /// Whether there is a report whose properties are those of the model.
    pub fn is_checked(&self) -> bool {
        self.missing.is_none() && !self.diagnostics.iter().any(|d| d.severity == "error")
    }

    /// The first error of the input.
    pub(crate) fn error(&self) -> Option<&str> {
        self.diagnostics.iter().find(|d| d.severity == "error").map(|d| d.message.as_str())
    }

    /// Why there is no answer about the models as a whole.
    pub fn no_answer(&self) -> Option<&str> {
        match &self.missing {
            Some(Missing::Unfinished(why) | Missing::Broken(why)) => Some(why),
            None => self.cause.as_ref().map(|cause| cause.message.as_str()),
        }
    }

    /// Ids of findings of the checks without properties that are warnings, in order and each once.
    pub fn warnings(&self) -> Vec<&str> {
        let mut ids: Vec<&str> = self.lint_warnings().map(|said| said.id.as_str()).collect();
        ids.sort_unstable();
        ids.dedup();
        ids
    }

    pub(super) fn lint_warnings(&self) -> impl Iterator<Item = &Said> {
        self.lint.iter().flat_map(|lint| &lint.findings).filter(|said| said.severity == "warning")
    }
}

impl FoundProperty {
    /// Why it is undetermined, if it is.
    pub fn no_answer(&self) -> Option<&str> {
        self.cause.as_ref().map(|cause| cause.message.as_str())
    }

    /// Whether it is true; `None` if that is not known.
    pub fn truth(&self) -> Option<bool> {
        match self.verdict.as_str() {
            "holds" | "vacuous" => Some(true),
            "violated" => Some(false),
            _ => None,
        }
    }

    /// Why the list of classes may lack some, if it may.
    pub fn incomplete(&self) -> Option<&str> {
        Some(&self.enumeration.as_ref()?.stopped.as_ref()?.message)
    }

    /// The ids of its classes.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.classes.iter().map(|class| class.id.as_str())
    }
}
