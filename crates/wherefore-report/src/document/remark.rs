//! Remarks about the input.

use super::{Place, Trace};
use schemars::JsonSchema;
use serde::Serialize;
use wherefore_diag::{Diagnostic, Severity, SourceMap};

/// A diagnostic, with the run that shows it if there is one.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Diagnostic")]
pub struct Remark {
    /// Which diagnostic it is: `wherefore explain ID` says more.
    #[schemars(regex(pattern = "^[a-z][a-z0-9-]*$"))]
    pub id: &'static str,
    /// How bad it is.
    #[schemars(extend("enum" = ["error", "warning", "note"]))]
    pub severity: &'static str,
    /// Headline: one line that stands alone.
    #[schemars(length(min = 1))]
    pub message: String,
    /// Where it is; null if that is no place in a source.
    pub place: Option<Place>,
    /// Every place involved; the first is `place`.
    pub labels: Vec<Label>,
    /// Further facts.
    pub notes: Vec<String>,
    /// Advice on what to do.
    pub help: Vec<String>,
    /// The run that leads there; null if there is no such run.
    pub trace: Option<Trace>,
    /// The remark as a diagnostic, for code that draws it over the source.
    #[serde(skip)]
    pub diagnostic: Diagnostic,
}

/// A place that a diagnostic is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Label {
    /// Where it is.
    pub place: Option<Place>,
    /// Text of the label; may be empty.
    pub text: String,
}

impl Remark {
    /// A diagnostic about these sources.
    pub fn new(diagnostic: Diagnostic, trace: Option<Trace>, sources: &SourceMap) -> Remark {
        let label = |l: &wherefore_diag::Label| Label { place: Place::of(l.span, sources), text: l.text.clone() };
        Remark {
            id: diagnostic.code.id,
            severity: match diagnostic.code.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Note => "note",
            },
            message: diagnostic.headline.clone(),
            place: diagnostic.span().and_then(|s| Place::of(s, sources)),
            labels: diagnostic.labels.iter().map(label).collect(),
            notes: diagnostic.notes.clone(),
            help: diagnostic.help.clone(),
            trace,
            diagnostic,
        }
    }
}
