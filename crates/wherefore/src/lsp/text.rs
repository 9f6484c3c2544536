//! Places in a text as editors name them: lines from 0, columns in units of UTF-16.

use crate::editor::WrittenPlace;
use lsp_types::{Position, Range};
use wherefore_diag::Span;

/// A text with the offsets of its lines.
#[derive(Clone, Debug, Default)]
pub struct Text {
    /// The characters.
    pub text: String,
    lines: Vec<usize>,
}

impl Text {
    /// A text.
    pub fn new(text: String) -> Text {
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
        let lines = std::iter::once(0).chain(ends).collect();
        Text { text, lines }
    }

    /// The place of a byte; past the end it is the end.
    pub fn position(&self, offset: usize) -> Position {
        let offset = offset.min(self.text.len());
        let line = self.lines.partition_point(|start| *start <= offset).saturating_sub(1);
        let start = self.lines.get(line).copied().unwrap_or_default();
        let before = self.text.get(start..offset).unwrap_or_default();
        Position::new(line as u32, before.encode_utf16().count() as u32)
    }

    /// The range of some bytes.
    pub fn range(&self, start: usize, end: usize) -> Range {
        Range::new(self.position(start), self.position(end))
    }

    /// The range of a span.
    pub fn of_span(&self, span: Span) -> Range {
        self.range(span.start as usize, span.end as usize)
    }

    /// The byte at a place; in the middle of a character it is the beginning of the character, past a line its end.
    pub fn offset(&self, position: Position) -> usize {
        let line = self.line(position.line);
        let start = self.lines.get(position.line as usize).copied().unwrap_or(self.text.len());
        let mut units = 0;
        for (at, character) in line.char_indices() {
            units += character.len_utf16() as u32;
            if units > position.character {
                return start + at;
            }
        }
        start + line.len()
    }

    /// The range of a place of a report, which counts lines from 1 and columns in characters from 1.
    pub fn of_place(&self, place: &WrittenPlace) -> Range {
        let at = |line: u32, column: u32| {
            let line = line.saturating_sub(1);
            let before = self.line(line).chars().take(column.saturating_sub(1) as usize);
            Position::new(line, before.map(|c| c.len_utf16() as u32).sum())
        };
        Range::new(at(place.line, place.column), at(place.end_line, place.end_column))
    }

    /// A line without its end; empty past the last.
    fn line(&self, line: u32) -> &str {
        let line = line as usize;
        let start = self.lines.get(line).copied().unwrap_or(self.text.len());
        let end = self.lines.get(line + 1).copied().unwrap_or(self.text.len());
        self.text.get(start..end).unwrap_or_default().trim_end_matches(['\n', '\r'])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_units_of_utf_16() {
        let text = Text::new("a\n-- é🚗 x\r\nend".to_owned());
        let x = text.text.find('x').unwrap();
        assert_eq!(text.position(x), Position::new(1, 7));
        assert_eq!(text.offset(Position::new(1, 7)), x);
        assert_eq!(text.offset(Position::new(1, 5)), text.text.find('🚗').unwrap());
        assert_eq!(text.offset(Position::new(1, 99)), text.text.find('\r').unwrap());
        assert_eq!((text.offset(Position::new(9, 0)), text.position(99)), (text.text.len(), Position::new(2, 3)));
        let place = WrittenPlace { path: String::new(), line: 2, column: 7, end_line: 2, end_column: 8 };
        assert_eq!(text.of_place(&place), Range::new(Position::new(1, 7), Position::new(1, 8)));
    }
}
