//! Pictures of the model with everything in its place: what a page needs to draw them.
//!
//! [`drawings`] lays the pictures of a report out and gives them as types for JSON. All lengths are pixels at the size in which
//! text has 12 pixels; a page scales the whole. One picture stands for each property, in the order of the report; a
//! comparison of two models has one, whose ways are those of the differences. Of a large graph only what lies around the runs
//! is drawn ([`fold`]).

mod fold;
mod json;
mod layout;

pub use fold::{Folded, MOST as MOST_OF_A_GRAPH, fold};
pub use json::{Drawing, Edge, Node};
pub use layout::{LONGEST, Layout, Point, Rect, Route, layout};

use crate::document::{ChoicePoint, Document, Inquiry, Property};

/// The pictures of a report, large graphs folded.
pub fn of(report: &Document) -> Vec<Option<Folded<'_>>> {
    let properties = report.properties.iter().map(|p| p.inquiry().map_or_else(|| of_evidence(p), of_inquiry));
    let comparison = report.comparison().map(|found| Some(fold(found.picture.as_ref()?, &[])));
    properties.chain(comparison).collect()
}

fn of_inquiry(inquiry: &Inquiry) -> Option<Folded<'_>> {
    let choices: Vec<&[ChoicePoint]> = inquiry.classes.iter().map(|c| c.explanation.choice_points()).collect();
    Some(fold(inquiry.picture.as_ref()?, &choices))
}

fn of_evidence(property: &Property) -> Option<Folded<'_>> {
    let evidence = property.evidence_graph.as_ref()?;
    let choices: Vec<&[ChoicePoint]> = evidence.choices.iter().map(|c| c.choice_points.as_slice()).collect();
    Some(fold(evidence.picture.as_ref()?, &choices))
}

/// Pictures laid out.
pub fn drawings<'a>(pictures: &'a [Option<Folded<'a>>], report: &'a Document) -> Vec<Option<Drawing<'a>>> {
    pictures.iter().map(|picture| Some(Drawing::of(picture.as_ref()?, &report.sources))).collect()
}
