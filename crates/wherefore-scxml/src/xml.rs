//! XML as statecharts are written in it: its namespaces, and what is said about a text that is none.

pub use wherefore_syntax::xml::{Source, Text};

use crate::codes;
use roxmltree::Document;
use wherefore_syntax::Reporter;
use wherefore_syntax::xml::{self, Dialect};

/// The namespace of SCXML.
pub(super) const SCXML: &str = "http://www.w3.org/2005/07/scxml";
/// The namespace of what is said beyond the standard.
pub(super) const WHEREFORE: &str = "urn:wherefore:scxml:1";
/// The namespace of inclusions.
pub(super) const XINCLUDE: &str = "http://www.w3.org/2001/XInclude";

const DIALECT: Dialect = Dialect {
    malformed: codes::XML,
    too_deep: codes::TOO_DEEP,
    no_declaration: "a statechart needs none: leave it out, and write entities as the characters they stand for",
};

/// The tree of a document; none if the text is no such document, or one that is larger than what is read.
pub fn document(source: Source<'_>) -> Option<Document<'_>> {
    parse(source, &mut Reporter::default())
}

/// Parses a document; what is wrong with it is reported.
pub(super) fn parse<'t>(source: Source<'t>, report: &mut Reporter) -> Option<Document<'t>> {
    xml::parse(source, &DIALECT, report)
}
