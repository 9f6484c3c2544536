//! Places: from spans to files and regions.
//!
//! Columns count UTF-16 code units, and the log says so. The standard lets a log count characters instead, but most
//! programs that read logs are written in languages whose strings are UTF-16 and never look at what the log says.

use super::Context;
use super::log::{Location, LogicalLocation, PhysicalLocation, Region, Text};
use super::uri;
use crate::document::{Document, MCL, Property, span};
use std::path::Path;
use wherefore_diag::{FileId, SourceFile, Span};

/// The end of the name of a text that is in no file: it was made from one whose name comes before.
pub const TRANSLATED: &str = " as a netlist";

/// Unit of columns, in the standard's words.
pub const COLUMNS: &str = "utf16CodeUnits";

/// Finds the places of a report.
#[derive(Clone, Copy)]
pub struct Places<'a> {
    report: &'a Document,
    context: &'a Context<'a>,
}

impl<'a> Places<'a> {
    /// The places of a report.
    pub fn new(report: &'a Document, context: &'a Context<'a>) -> Places<'a> {
        Places { report, context }
    }

    /// The place of a span; none if it is in no file, but in a word of the command line or in a text that was made from a file.
    pub fn at(&self, span: Span) -> Option<Location> {
        let is_file = |f: &&SourceFile| !f.name.starts_with("--") && !f.name.ends_with(TRANSLATED);
        let source = self.report.sources.get(span.file).filter(is_file)?;
        Some(location(&(self.context.path)(&source.name), region(source, span)))
    }

    /// The beginning of a file that is known by its path alone.
    pub fn file(&self, path: &str) -> Location {
        location(path, Region { start_line: 1, start_column: None, end_line: None, end_column: None })
    }

    /// The place of a property. A formula about a graph knows no place of its own: it is the file that is called as it is.
    pub fn of_property(&self, property: &Property) -> Location {
        self.first([span(&property.span), self.formula(property)])
    }

    fn formula(&self, property: &Property) -> Option<Span> {
        let is_asked = |f: &&SourceFile| Path::new(&f.name).file_stem().is_some_and(|s| s == property.name.as_str());
        let files = (0..).map(FileId).map_while(|id| Some((id, self.report.sources.get(id)?)));
        let (id, file) = files.filter(|_| property.kind == MCL).find(|(_, f)| is_asked(f))?;
        let start = file.text.len() - file.text.trim_start().len();
        Some(Span::new(id, start as u32, file.text.trim_end().len().max(start) as u32))
    }

    /// The first of these that is in a file, else the beginning of the model.
    pub fn first(&self, spans: impl IntoIterator<Item = Option<Span>>) -> Location {
        let found = spans.into_iter().flatten().find_map(|span| self.at(span));
        found.unwrap_or_else(|| self.file(&self.report.model.path))
    }
}

fn location(path: &str, region: Region) -> Location {
    let physical_location = PhysicalLocation { artifact_location: uri::file(path), region };
    Location { id: None, physical_location, logical_locations: Vec::new(), message: None }
}

impl Location {
    /// With words about what is to be seen there.
    pub fn saying(mut self, text: impl Into<String>) -> Location {
        self.message = Some(Text::new(text));
        self
    }

    /// With the name of what is there.
    pub fn named(mut self, name: &str) -> Location {
        self.logical_locations = vec![LogicalLocation { name: name.to_owned() }];
        self
    }

    /// Whether both are the same part of the same file.
    pub fn is_at(&self, other: &Location) -> bool {
        let (one, two) = (&self.physical_location, &other.physical_location);
        one.artifact_location.uri == two.artifact_location.uri && one.region == two.region
    }
}

/// The lines and columns of a span.
fn region(file: &SourceFile, span: Span) -> Region {
    let (start, end) = (file.location(span.start), file.location(span.end.max(span.start)));
    Region {
        start_line: start.line,
        start_column: Some(column(file, span.start)),
        end_line: Some(end.line),
        end_column: Some(column(file, span.end.max(span.start))),
    }
}

/// The column of a byte offset in UTF-16 code units, from 1.
fn column(file: &SourceFile, offset: u32) -> u32 {
    let at = file.location(offset);
    let start = file.line_offset(at.line);
    let before = file.text.get(start..(offset as usize).min(file.text.len())).unwrap_or_default();
    let first = if at.line == file.begins.line { file.begins.column } else { 1 };
    first.saturating_add(before.encode_utf16().count() as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use wherefore_diag::{FileId, SourceMap};

    /// A letter of two bytes and one unit, and one of four bytes and two units.
    #[test]
    fn columns_count_utf16_code_units() {
        let sources = SourceMap::single("m.smv", "a\n-- \u{e9}\u{1f600} x\nb");
        let file = sources.get(FileId(0)).unwrap();
        let at = file.text.find('x').unwrap() as u32;
        let found = region(file, Span::new(FileId(0), at, at + 1));
        assert_eq!((found.start_line, found.start_column, found.end_column), (2, Some(8), Some(9)));
        let over = region(file, Span::new(FileId(0), at, at + 3));
        assert_eq!((over.end_line, over.end_column), (Some(3), Some(2)));
        let past = region(file, Span::new(FileId(0), 900, 1000));
        assert_eq!((past.start_line, past.start_column), (3, Some(2)));
    }
}
