//! Many models as JSON, for programs: schema `wherefore-project/1`.

use super::{Difference, FoundProperty, ModelOutcome, Status, Weight, overall};
use serde::Serialize;

/// The name of the schema, with its version.
const SCHEMA: &str = "wherefore-project/1";

#[derive(Serialize)]
struct Project<'a> {
    schema: &'static str,
    status: &'static str,
    summary: Summary,
    models: Vec<Model<'a>>,
}

#[derive(Serialize)]
struct Summary {
    models: usize,
    as_expected: usize,
    differs: usize,
    undetermined: usize,
    error: usize,
}

#[derive(Serialize)]
struct Model<'a> {
    path: &'a str,
    status: &'static str,
    differences: Vec<Row<'a>>,
    properties: Vec<Property<'a>>,
}

#[derive(Serialize)]
struct Row<'a> {
    subject: Option<&'a str>,
    kind: &'a str,
    /// Whether the row makes the status of the model: remarks do not.
    counts: bool,
    text: &'a str,
}

#[derive(Serialize)]
struct Property<'a> {
    name: &'a str,
    status: &'static str,
    verdict: &'a str,
    classes: Vec<Class<'a>>,
    complete: Option<bool>,
}

#[derive(Serialize)]
struct Class<'a> {
    id: &'a str,
    key: &'a str,
}

/// The document, with a final line break.
pub fn render(outcomes: &[ModelOutcome]) -> String {
    let number = |status| outcomes.iter().filter(|o| o.status() == status).count();
    let summary = Summary {
        models: outcomes.len(),
        as_expected: number(Status::AsExpected),
        differs: number(Status::Differs),
        undetermined: number(Status::Undetermined),
        error: number(Status::Error),
    };
    let models = outcomes.iter().map(model).collect();
    let project = Project { schema: SCHEMA, status: overall(outcomes).id(), summary, models };
    // Strings, numbers and lists only: there is nothing in these types that could fail.
    let mut text = serde_json::to_string_pretty(&project).unwrap_or_else(|error| format!("\"{error}\""));
    text.push('\n');
    text
}

fn model(outcome: &ModelOutcome) -> Model<'_> {
    Model {
        path: &outcome.model,
        status: outcome.status().id(),
        differences: outcome.differences.iter().map(row).collect(),
        properties: outcome.found.properties.iter().map(|p| property(outcome, p)).collect(),
    }
}

fn row(difference: &Difference) -> Row<'_> {
    let Difference { subject, weight, kind, words } = difference;
    Row { subject: subject.as_deref(), kind, counts: *weight > Weight::Remark, text: words }
}

fn property<'a>(outcome: &'a ModelOutcome, found: &'a FoundProperty) -> Property<'a> {
    Property {
        name: &found.name,
        status: Status::of(outcome.about(&found.name)).id(),
        verdict: &found.verdict,
        classes: found.classes.iter().map(|class| Class { id: &class.id, key: &class.key }).collect(),
        complete: (found.verdict == "violated" && found.enumeration.is_some()).then(|| found.incomplete().is_none()),
    }
}
