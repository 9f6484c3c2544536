//! An answer in the format `editor`, as it is read again. What is not used here is skipped.

use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// What one command found.
#[derive(Clone, Debug, Deserialize)]
pub struct Answer {
    /// The report.
    pub report: Report,
    /// The places of steps, a row for each property of the report.
    pub places: Vec<Places>,
    /// The page that shows the report.
    pub page: String,
}

/// The parts of a report that an editor shows.
#[derive(Clone, Debug, Deserialize)]
pub struct Report {
    /// The model, as it was named.
    pub model: Model,
    /// What was found about each property.
    pub properties: Vec<Property>,
    /// Remarks about the input.
    pub diagnostics: Vec<Remark>,
    /// Edits after which properties hold.
    pub fixes: Option<Fixes>,
    /// Whether the model makes sense.
    pub obligations: Obligations,
}

/// The model of a report.
#[derive(Clone, Debug, Deserialize)]
pub struct Model {
    /// Its name in places.
    pub path: String,
}

/// Whether the model makes sense.
#[derive(Clone, Debug, Deserialize)]
pub struct Obligations {
    /// The answer.
    pub verdict: String,
}

/// Findings about one property.
#[derive(Clone, Debug, Deserialize)]
pub struct Property {
    /// Its name.
    pub name: String,
    /// Where it is written.
    pub span: Option<WrittenPlace>,
    /// holds, vacuous, violated or undetermined.
    pub verdict: String,
    /// Why it is undetermined.
    pub cause: Option<Cause>,
    /// Why it is true and says nothing.
    pub vacuity: Option<Vacuity>,
    /// The run that breaks it.
    pub trace: Option<Trace>,
    /// Whether all ways are known.
    pub enumeration: Option<Enumeration>,
    /// The ways in which it breaks.
    #[serde(default)]
    pub classes: Vec<Way>,
    /// What to look at.
    #[serde(default)]
    pub suspects: Vec<Suspect>,
}

/// Why there is no answer.
#[derive(Clone, Debug, Deserialize)]
pub struct Cause {
    /// The reason, a clause.
    pub message: String,
}

/// Why a property says nothing.
#[derive(Clone, Debug, Deserialize)]
pub struct Vacuity {
    /// The reason.
    pub reason: String,
}

/// Whether all ways are known.
#[derive(Clone, Debug, Deserialize)]
pub struct Enumeration {
    /// Whether it is proved that there is no other.
    pub complete: bool,
}

/// One way in which a property breaks.
#[derive(Clone, Debug, Deserialize)]
pub struct Way {
    /// The same from run to run.
    pub id: String,
    /// One line about it.
    pub title: String,
    /// Its run.
    pub trace: Trace,
    /// Why it fails.
    pub explanation: Option<Explanation>,
}

/// Why a run fails, as far as a debugger needs it.
#[derive(Clone, Debug, Deserialize)]
pub struct Explanation {
    /// From when on the failure cannot be avoided.
    pub no_return: Option<NoReturn>,
}

/// The point of no return.
#[derive(Clone, Debug, Deserialize)]
pub struct NoReturn {
    /// The step, from 0; none if the run does not have one.
    pub tick: Option<usize>,
}

/// A run.
#[derive(Clone, Debug, Deserialize)]
pub struct Trace {
    /// The variables.
    pub variables: Vec<Variable>,
    /// The steps.
    pub steps: Vec<Step>,
    /// The step at which the run goes on after the last.
    #[serde(rename = "loop")]
    pub loop_start: Option<usize>,
}

/// A variable of a run.
#[derive(Clone, Debug, Deserialize)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// state, frozen, input or define.
    pub role: String,
    /// Its type in words.
    #[serde(rename = "type")]
    pub sort: String,
}

/// A step of a run.
#[derive(Clone, Debug, Deserialize)]
pub struct Step {
    /// Known values by name.
    pub values: BTreeMap<String, Value>,
    /// The element of the model that leads into it.
    pub element: Option<String>,
}

impl Step {
    /// A value as SMV writes it; none if it is not known.
    pub fn value(&self, name: &str) -> Option<String> {
        Some(match self.values.get(name)? {
            Value::Bool(true) => "TRUE".to_owned(),
            Value::Bool(false) => "FALSE".to_owned(),
            Value::String(text) => text.clone(),
            other => other.to_string(),
        })
    }
}

/// An element to look at.
#[derive(Clone, Debug, Deserialize)]
pub struct Suspect {
    /// Its name.
    pub element: String,
    /// What it is.
    pub kind: String,
    /// Its place in the list.
    pub rank: u32,
    /// Where it is written.
    pub span: Option<WrittenPlace>,
    /// The evidence against it.
    pub reasons: Vec<String>,
}

/// A remark about the input.
#[derive(Clone, Debug, Deserialize)]
pub struct Remark {
    /// Which one.
    pub id: String,
    /// error, warning or note.
    pub severity: String,
    /// One line.
    pub message: String,
    /// Where it is.
    pub place: Option<WrittenPlace>,
    /// Further facts.
    pub notes: Vec<String>,
    /// Advice.
    pub help: Vec<String>,
}

/// Edits after which properties hold.
#[derive(Clone, Debug, Deserialize)]
pub struct Fixes {
    /// The recommended one first.
    pub ranked: Vec<Fix>,
}

/// A set of edits.
#[derive(Clone, Debug, Deserialize)]
pub struct Fix {
    /// The edits.
    pub edits: Vec<Edit>,
    /// The properties that hold then, each proved.
    pub properties: Vec<String>,
    /// How many are violated even then.
    pub still_violated: usize,
    /// Whether runs change that do not fail.
    pub conserves: String,
}

/// One edit.
#[derive(Clone, Debug, Deserialize)]
pub struct Edit {
    /// What is replaced.
    pub place: Option<WrittenPlace>,
    /// The text there now.
    pub before: String,
    /// The text in its place.
    pub after: String,
    /// The edit in words.
    pub what: String,
}

/// The places of the steps of the runs of a property.
#[derive(Clone, Debug, Deserialize)]
pub struct Places {
    /// Of the run of its verdict.
    pub run: Vec<Vec<WrittenPlace>>,
    /// Of the run of each way.
    pub classes: Vec<Vec<Vec<WrittenPlace>>>,
}

/// A place: lines and columns count from 1, columns in characters.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct WrittenPlace {
    /// The file, as it was named.
    pub path: String,
    /// The line of the first character.
    pub line: u32,
    /// Its column.
    pub column: u32,
    /// The line of the end.
    pub end_line: u32,
    /// Its column, just past the last character.
    pub end_column: u32,
}

impl Answer {
    /// This answer with what a later one about the same text says. The later one may be about one property only, and may say
    /// less about the ways in which it breaks.
    pub fn with(mut self, later: Answer) -> Answer {
        for (property, places) in later.report.properties.into_iter().zip(later.places) {
            let known = self.report.properties.iter().position(|p| p.name == property.name);
            let slot = known.and_then(|at| Some((self.report.properties.get_mut(at)?, self.places.get_mut(at)?)));
            match slot {
                Some((p, _))
                    if p.verdict == property.verdict && property.classes.is_empty() && !p.classes.is_empty() => {}
                Some((p, q)) => (*p, *q) = (property, places),
                None => {
                    self.report.properties.push(property);
                    self.places.push(places);
                }
            }
        }
        self.report.fixes = later.report.fixes.or(self.report.fixes);
        self.report.diagnostics = later.report.diagnostics;
        self.page = later.page;
        self
    }
}
