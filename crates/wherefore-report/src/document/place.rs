//! Places in a source.

use schemars::JsonSchema;
use serde::Serialize;
use wherefore_diag::{SourceMap, Span};

/// A place in a source. Lines and columns count from 1, columns in characters; the end is just past the last character.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Place {
    /// The file, as it was named.
    pub path: String,
    /// The line of the first character.
    #[schemars(range(min = 1))]
    pub line: u32,
    /// The column of the first character.
    #[schemars(range(min = 1))]
    pub column: u32,
    /// The line of the end.
    #[schemars(range(min = 1))]
    pub end_line: u32,
    /// The column of the end.
    #[schemars(range(min = 1))]
    pub end_column: u32,
    /// The place as a span, for code that has the text.
    #[serde(skip)]
    pub span: Span,
}

/// The span of a place, if there is one.
pub fn span(place: &Option<Place>) -> Option<Span> {
    place.as_ref().map(|p| p.span)
}

impl Place {
    /// The place of a span; none if its file is not known.
    pub fn of(span: Span, sources: &SourceMap) -> Option<Place> {
        let file = sources.get(span.file)?;
        let (start, end) = (file.location(span.start), file.location(span.end));
        Some(Place {
            path: file.name.clone(),
            line: start.line,
            column: start.column,
            end_line: end.line,
            end_column: end.column,
            span,
        })
    }
}
