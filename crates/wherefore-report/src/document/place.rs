//! Places in a source.

use schemars::JsonSchema;
use serde::Serialize;
use std::path::Path;
use wherefore_diag::{Location, SourceMap, Span};

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
        let (path, start, end) = in_design(span, sources).or_else(|| {
            let file = sources.get(span.file)?;
            Some((file.name.clone(), file.location(span.start), file.location(span.end)))
        })?;
        Some(Place {
            path,
            line: start.line,
            column: start.column,
            end_line: end.line,
            end_column: end.column,
            block: sources.landmark(span).map(|l| PlaceBlock { path: l.name.clone(), sid: l.id.clone() }),
            span,
        })
    }
}

/// The file, the beginning and the end of what a span stands for in a design in Verilog; none if it lies in another text. What is read of
/// a design is the netlist that yosys makes of it, which notes the places of the design.
pub fn in_design(span: Span, sources: &SourceMap) -> Option<(String, Location, Location)> {
    let file = sources.get(span.file)?;
    let ending = Path::new(&file.name).extension()?;
    if !ending.eq_ignore_ascii_case("v") && !ending.eq_ignore_ascii_case("sv") {
        return None;
    }
    let begin = Location { line: 1, column: 1 };
    let noted = sources.landmark(span).and_then(|landmark| noted(&landmark.name));
    Some(noted.unwrap_or_else(|| (file.name.clone(), begin, begin)))
}

/// A place as yosys notes it, the first of several: `fifo.v:20.5-20.34|fifo.v:8.8-8.12`.
fn noted(text: &str) -> Option<(String, Location, Location)> {
    let (path, range) = text.split('|').next()?.rsplit_once(':')?;
    let location = |text: &str| {
        let (line, column) = text.split_once('.')?;
        Some(Location { line: line.parse().ok().filter(|l| *l > 0)?, column: column.parse().ok().filter(|c| *c > 0)? })
    };
    let (start, end) = range.split_once('-')?;
    Some((path.to_owned(), location(start)?, location(end)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use wherefore_diag::{FileId, Landmark};

    #[test]
    fn places_of_a_design_are_those_that_yosys_notes() {
        let netlist = "1 sort bitvec 1\n2 input 1 a ; d/m.v:3.14-3.15\n3 state 1 r\n";
        let (line, unnoted) = (Span::new(FileId(0), 16, 45), Span::new(FileId(0), 46, 57));
        let of = |name: &str, span| {
            let mut sources = SourceMap::single(name, netlist);
            let noted = Landmark { span: line, name: "d/m.v:3.14-3.15|d/n.v:9.1-9.2".to_owned(), id: String::new() };
            sources.set_landmarks(FileId(0), vec![noted]);
            Place::of(span, &sources).map(|p| (p.path, p.line, p.column, p.end_line, p.end_column))
        };
        assert_eq!(of("d/m.v", line), Some(("d/m.v".to_owned(), 3, 14, 3, 15)));
        assert_eq!(of("d/m.sv", unnoted), Some(("d/m.sv".to_owned(), 1, 1, 1, 1)));
        assert_eq!(of("d/m.btor2", line), Some(("d/m.btor2".to_owned(), 2, 1, 2, 30)));
        for strange in ["m.v", "m.v:3", "m.v:3.1", "m.v:3.1-4", "m.v:0.1-1.1", "m.v:x.1-1.1"] {
            assert_eq!(noted(strange), None, "{strange}");
        }
    }
}
