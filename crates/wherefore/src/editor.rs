//! What editors need to know: answers of this program with the places of every step, and how they are asked for.
//!
//! A language server and a debug adapter live as long as the editor. So searches run in processes of their own, started from
//! the same program: to cancel one is to end its process, and a search that needs all its memory ends alone. The answer is a
//! text in the format `editor`, which only this program reads; what people and other programs read is the format `json`.

mod answer;
mod process;

pub use answer::{Answer, Edit, Fix, Property, Step, Trace, Variable, WrittenPlace};
pub use process::{Question, ask};

use serde::Serialize;
use wherefore_diag::SourceMap;
use wherefore_report::document::{self, Document, Place};

/// Everything about a report that an editor shows.
#[derive(Serialize)]
struct Written<'a> {
    report: &'a Document,
    /// For each property the places of the steps of its run, and of the runs of its classes.
    places: Vec<PropertyPlaces>,
    page: String,
}

/// The places of the steps of the runs of a property.
#[derive(Serialize)]
struct PropertyPlaces {
    run: Vec<Vec<Place>>,
    classes: Vec<Vec<Vec<Place>>>,
}

/// Writes a report for an editor, with the page that shows it.
pub fn render(report: &Document, page: String) -> String {
    let of_run = |trace: &document::Trace| steps(trace, &report.sources);
    let places = report.properties.iter().map(|property| PropertyPlaces {
        run: property.verdict.trace().map(of_run).unwrap_or_default(),
        classes: property.inquiry().map_or_else(Vec::new, |i| i.classes.iter().map(|c| of_run(&c.trace)).collect()),
    });
    let written = Written { places: places.collect(), report, page };
    // Only maps whose keys are no texts cannot be written, and there are none.
    serde_json::to_string(&written).unwrap_or_default()
}

fn steps(trace: &document::Trace, sources: &SourceMap) -> Vec<Vec<Place>> {
    trace.rows.iter().map(|row| row.places.iter().filter_map(|span| Place::of(*span, sources)).collect()).collect()
}
