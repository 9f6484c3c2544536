//! The report as JSON, for programs: the document as it is.
//!
//! The form follows `schema/wherefore-1.schema.json`; within version 1 names do not change and nothing is taken away. Two
//! runs on the same input give the same document, but for the measurements, which the schema names.

use crate::document::Document;

/// The document as indented text with a final line break.
pub fn render(report: &Document) -> String {
    // Strings, numbers and maps with string keys only: there is nothing in these types that could fail.
    let mut text = serde_json::to_string_pretty(report).unwrap_or_else(|error| format!("\"{error}\""));
    text.push('\n');
    text
}
