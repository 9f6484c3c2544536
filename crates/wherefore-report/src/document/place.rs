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
    /// The block of a diagram that is written there: its lines say nothing to people. Absent for models that are texts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub block: Option<PlaceBlock>,
    /// The place as a span, for code that has the text.
    #[serde(skip)]
    pub span: Span,
}

/// A block of a diagram.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PlaceBlock {
    /// Names from the outermost system to the block.
    #[schemars(length(min = 1))]
    pub path: String,
    /// The identifier by which its tool finds it; empty if the file has none.
    pub sid: String,
}

impl PlaceBlock {
    /// The block as people name it.
    pub fn words(&self) -> String {
        let PlaceBlock { path, sid } = self;
        if sid.is_empty() { path.clone() } else { format!("{path} (SID {sid})") }
    }
}

/// The span of a place, if there is one.
pub fn span(place: &Option<Place>) -> Option<Span> {
    place.as_ref().map(|p| p.span)
}

impl Place {
    /// The place as people name it: a block of a diagram, or a file and a line.
    pub fn words(&self) -> String {
        self.block.as_ref().map_or_else(|| format!("{}:{}", self.path, self.line), PlaceBlock::words)
    }

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
            block: sources.landmark(span).map(|l| PlaceBlock { path: l.name.clone(), sid: l.id.clone() }),
            span,
        })
    }
}
