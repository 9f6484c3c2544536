//! What is answered: the report of the library, as a page, as text and as JSON, with a line for each property.

use crate::limit::{Clock, Limit};
use crate::question::Question;
use serde_json::{Value as Json, json};
use wherefore::playable::whole_runs;
use wherefore::report::document::{Document, Property};
use wherefore::report::html::{self, Playable};
use wherefore::report::json as document;
use wherefore::report::text::{self, Focus};
use wherefore::{BrokenObligation, Error, Explained, Project, Settings, Trace};
use wherefore_diag::{Style, render};

/// Bytes for the tables of BDDs: a page has four gigabytes at most, and there may be several tables.
const MEMORY: u64 = 256 << 20;
/// The name of the formula that is asked of a graph.
const FORMULA: &str = "formula";

/// Looks into the model, or says why that cannot be done.
pub fn make(asked: &Question, clock: Clock) -> Result<Json, String> {
    let limit = Limit::new(asked.seconds, clock);
    let settings = Settings::new().one_thread().memory(MEMORY).stop(limit.stop());
    let settings = settings.each(move |stop, left| limit.share(stop, left));
    let project = load(asked).map_err(|e| words(&e))?.with(settings);
    match project.why() {
        Ok(explained) => Ok(written(&project.report(&explained), &explained)),
        Err(Error::Broken(broken)) => broken_words(&project, broken),
        Err(error) => Err(words(&error)),
    }
}

/// The report on a model that makes no sense.
fn broken_words(project: &Project, broken: Vec<BrokenObligation>) -> Result<Json, String> {
    match project.report_broken(&broken) {
        Some(report) => {
            let words = text::check(&report, &text::Options::default());
            Ok(json!({ "title": "The model makes no sense", "error": words }))
        }
        None => Err(words(&Error::Broken(broken))),
    }
}

fn load(asked: &Question) -> Result<Project, Error> {
    let project = Project::from_texts(asked.name.as_str(), asked.text.as_str(), asked.language, &asked.beside)?;
    match &asked.formula {
        Some(formula) => project.formula(FORMULA, formula),
        None => Ok(project),
    }
}

/// The error; all messages about the text, each with its place.
fn words(error: &Error) -> String {
    match error {
        Error::Model { diagnostics, sources } if !diagnostics.is_empty() => {
            let drawn: Vec<String> = diagnostics.iter().map(|d| render(d, sources, Style::Plain)).collect();
            drawn.join("\n\n")
        }
        other => other.to_string(),
    }
}

fn written(report: &Document, explained: &[Explained]) -> Json {
    let runs: Vec<Vec<Option<Trace>>> = explained.iter().map(runs).collect();
    let playable: Vec<Option<Playable<'_>>> = explained.iter().zip(&runs).map(|(e, r)| played(e, r)).collect();
    json!({
        "properties": report.properties.iter().map(line).collect::<Vec<Json>>(),
        "html": html::render_playable(report, &playable),
        "text": text::why(report, &text::Options::default(), Focus::Overview),
        "json": document::render(report),
    })
}

fn runs(explained: &Explained) -> Vec<Option<Trace>> {
    whole_runs(&explained.findings.finding, explained.findings.inquiry.as_ref())
}

fn played<'a>(explained: &'a Explained, runs: &'a [Option<Trace>]) -> Option<Playable<'a>> {
    let property = explained.findings.finding.property.as_str();
    let whole = runs.iter().map(Option::as_ref).collect();
    (!runs.is_empty()).then(|| Playable { system: &explained.system, property, runs: whole })
}

/// A property in a line: its verdict, and in how many ways it breaks.
fn line(property: &Property) -> Json {
    let inquiry = property.inquiry();
    json!({
        "name": property.name,
        "verdict": property.verdict.word(),
        "ways": inquiry.map_or(0, |i| i.classes.len()),
        "complete": inquiry.is_some_and(|i| i.is_complete()),
    })
}
