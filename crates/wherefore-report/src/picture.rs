//! Pictures of the model with everything in its place: what a page needs to draw them.
//!
//! [`of`] lays the pictures of a report out and gives them as types for JSON. All lengths are pixels at the size in which
//! text has 12 pixels; a page scales the whole. One picture stands for each property, in the order of the report; a
//! comparison of two models has one, whose ways are those of the differences.

mod json;
mod layout;

pub use json::{Drawing, Edge, Node};
pub use layout::{LONGEST, Layout, Point, Rect, Route, layout};

use crate::document::Document;

/// The pictures of a report, laid out.
pub fn of(report: &Document) -> Vec<Option<Drawing<'_>>> {
    let properties = report.properties.iter().map(|p| p.inquiry()?.picture.as_ref());
    let comparison = report.comparison().map(|found| found.picture.as_ref());
    properties.chain(comparison).map(|picture| Some(Drawing::of(picture?, &report.sources))).collect()
}
