//! The report as JSON, for programs.
//!
//! The document follows `schema/wherefore-1.schema.json`; within version 1 names do not change and nothing is taken away.
//! Two runs on the same input give the same document, but for the measurements: `engine`, `seconds`, `certificate`,
//! `proof`, `questions` and `stats`. [`v1`] has the types that are written; they are made from the view and exist for nothing else.

pub mod v1;

use crate::view::Report;

/// The document as indented text with a final line break.
pub fn render(report: &Report) -> String {
    let document = v1::Document::of(report);
    // Strings, numbers and maps with string keys only: there is nothing in these types that could fail.
    let mut text = serde_json::to_string_pretty(&document).unwrap_or_else(|error| format!("\"{error}\""));
    text.push('\n');
    text
}
