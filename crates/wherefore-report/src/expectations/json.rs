//! Many models as JSON, for programs: schema `wherefore-project/1`.

use super::{Difference, FoundProperty, ModelOutcome, Status, Weight, overall};
use schemars::JsonSchema;
use serde::Serialize;

/// The name of the schema, with its version.
const SCHEMA: &str = "wherefore-project/1";

/// Document that `wherefore check FOLDER --format json` writes: many models, compared with what the file wherefore.toml of the folder
/// expects. Within version 1 no field changes its name or meaning and none goes away; more may follow.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Project<'a> {
    /// The name of the schema, which every document of this version bears.
    #[schemars(extend("const" = "wherefore-project/1"))]
    schema: &'static str,
    /// The worst status of a model.
    #[schemars(extend("enum" = ["as-expected", "undetermined", "differs", "error"]))]
    status: &'static str,
    /// How many models there are of each status.
    summary: Summary,
    /// The models, in the order of their paths.
    models: Vec<Model<'a>>,
}

/// How many models there are of each status.
#[derive(Serialize, JsonSchema)]
struct Summary {
    /// All models.
    models: usize,
    /// Models of which everything is as expected.
    as_expected: usize,
    /// Models of which something else was found.
    differs: usize,
    /// Models of which something was not decided or not finished.
    undetermined: usize,
    /// Models that could not be checked.
    error: usize,
}

/// A model.
#[derive(Serialize, JsonSchema)]
struct Model<'a> {
    /// Its path below the folder.
    #[schemars(length(min = 1))]
    path: &'a str,
    /// Whether it is as expected.
    #[schemars(extend("enum" = ["as-expected", "undetermined", "differs", "error"]))]
    status: &'static str,
    /// Where it differs, and remarks.
    differences: Vec<Row<'a>>,
    /// Its properties, in the order of the model.
    properties: Vec<Property<'a>>,
}

/// A difference between what is expected and what is found.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Difference")]
struct Row<'a> {
    /// Name of the property, or the id of a diagnostic or finding; null for the model as a whole.
    subject: Option<&'a str>,
    /// Kind of the difference.
    #[schemars(regex(pattern = "^[a-z][a-z0-9-]*$"))]
    kind: &'a str,
    /// Whether the difference makes the status of the model: remarks do not.
    counts: bool,
    /// The difference in words.
    text: &'a str,
}

/// A property of a model.
#[derive(Serialize, JsonSchema)]
struct Property<'a> {
    /// Its name.
    name: &'a str,
    /// Whether it is as expected.
    #[schemars(extend("enum" = ["as-expected", "undetermined", "differs", "error"]))]
    status: &'static str,
    /// The answer.
    #[schemars(extend("enum" = ["holds", "violated", "vacuous", "undetermined"]))]
    verdict: &'a str,
    /// The classes of its failing runs.
    classes: Vec<Class<'a>>,
    /// Whether these are all; null if the property is not violated or classes were not looked for.
    complete: Option<bool>,
}

/// A class of failing runs.
#[derive(Serialize, JsonSchema)]
struct Class<'a> {
    /// Its id, which is the same as long as its key is.
    id: &'a str,
    /// What its runs have in common.
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
