//! Findings of the checks that need no property.

use super::{Certificate, Place, Remark};
use crate::no_answer::NoAnswer;
use schemars::JsonSchema;
use serde::Serialize;

/// Findings about a model of which nothing was asked but what every model can be asked.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Lint {
    /// The findings, by their place in the source.
    pub findings: Vec<LintFinding>,
    /// How many questions were asked of the engines.
    pub asked: usize,
    /// Questions that were not decided.
    pub open: Vec<OpenQuestion>,
    /// How many findings were left out because the model or the command line allows them.
    pub allowed: usize,
}

/// A finding: a remark with a run that shows it, or with a proof.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LintFinding {
    /// The remark.
    #[serde(flatten)]
    pub remark: Remark,
    /// Why a proof is believed; null if a run or the form of the model shows the finding. A measurement.
    pub certificate: Option<Certificate>,
}

/// A question that was not decided.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct OpenQuestion {
    /// Id of the finding that it would be.
    pub id: &'static str,
    /// Name of what it is about, as the model spells it.
    pub name: String,
    /// Where that is written.
    pub place: Option<Place>,
    /// Why there is no answer.
    pub cause: NoAnswer,
}

impl Lint {
    /// Whether a finding is worse than a note.
    pub fn has_warnings(&self) -> bool {
        self.findings.iter().any(|f| f.remark.severity != "note")
    }
}
