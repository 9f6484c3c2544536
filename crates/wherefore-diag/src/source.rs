//! Source texts and positions in them.
//!
//! A [`Span`] is a file and a byte range. Lines and columns are derived on demand, never stored. Columns count
//! characters, from 1, as editors do.

/// Index of a file in its [`SourceMap`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct FileId(pub u32);

/// A byte range `start..end` of one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    /// The file it lies in.
    pub file: FileId,
    /// Offset of the first byte.
    pub start: u32,
    /// Offset just past the last byte.
    pub end: u32,
}

impl Span {
    /// The range `start..end` of `file`.
    pub fn new(file: FileId, start: u32, end: u32) -> Span {
        Span { file, start, end }
    }

    /// The smallest span that covers both. Both must lie in the same file.
    pub fn to(self, other: Span) -> Span {
        Span { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// A place as people name it: line and column from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Location {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

/// A part of a text that people know by a name of its own and not by its lines: a block of a diagram.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Landmark {
    /// The part.
    pub span: Span,
    /// Its name.
    pub name: String,
    /// An identifier that its tool finds it by; empty if there is none.
    pub id: String,
}

/// One source text with its name and the offsets of its lines.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// The name shown to the user, usually the path as it was given.
    pub name: String,
    /// The whole text, or the part of it that was kept.
    pub text: String,
    /// Where the text begins in the file: line 1, column 1, except for an excerpt.
    pub begins: Location,
    line_starts: Vec<u32>,
    /// In the order in which they begin.
    landmarks: Vec<Landmark>,
}

impl SourceFile {
    fn new(name: String, text: String, begins: Location) -> SourceFile {
        let line_starts = std::iter::once(0)
            .chain(text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| i as u32 + 1))
            .collect();
        SourceFile { name, text, begins, line_starts, landmarks: Vec::new() }
    }

    /// The line and column of a byte offset; offsets past the end are the end.
    pub fn location(&self, offset: u32) -> Location {
        let offset = (offset as usize).min(self.text.len());
        let line = self.line_starts.partition_point(|&s| s as usize <= offset) - 1;
        let start = self.line_starts[line] as usize;
        let column = self.text.get(start..offset).map_or(0, |s| s.chars().count()) as u32;
        let before = if line == 0 { self.begins.column } else { 1 };
        Location { line: self.begins.line.saturating_add(line as u32), column: before.saturating_add(column) }
    }

    /// Offset of the first byte of a line counted from 1; the end of the text past the last line.
    pub fn line_offset(&self, line: u32) -> usize {
        let index = line.saturating_sub(self.begins.line) as usize;
        self.line_starts.get(index).map_or(self.text.len(), |&s| s as usize)
    }

    /// The text of a line, counted from 1, without its line end; `None` past the end.
    pub fn line(&self, line: u32) -> Option<&str> {
        let index = line.checked_sub(self.begins.line)?;
        let known = (index as usize) < self.line_starts.len();
        let text = known.then(|| &self.text[self.line_offset(line)..self.line_offset(line + 1)])?;
        Some(text.trim_end_matches(['\n', '\r']))
    }
}

/// All source texts of one run.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    files: Vec<SourceFile>,
}

impl SourceMap {
    /// A map that holds one file; its id is `FileId(0)`.
    pub fn single(name: impl Into<String>, text: impl Into<String>) -> SourceMap {
        let mut map = SourceMap::default();
        map.add(name, text);
        map
    }

    /// Adds a text and returns its id.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> FileId {
        self.add_excerpt(name, text, Location { line: 1, column: 1 })
    }

    /// Adds a part of a text that was not kept as a whole, with the place where the part begins.
    pub fn add_excerpt(&mut self, name: impl Into<String>, text: impl Into<String>, begins: Location) -> FileId {
        self.files.push(SourceFile::new(name.into(), text.into(), begins));
        FileId(self.files.len() as u32 - 1)
    }

    /// The file with this id, if it is of this map.
    pub fn get(&self, id: FileId) -> Option<&SourceFile> {
        self.files.get(id.0 as usize)
    }

    /// All files in the order in which they were added.
    pub fn files(&self) -> &[SourceFile] {
        &self.files
    }

    /// The file that was added last; `None` before the first one.
    pub fn last(&self) -> Option<FileId> {
        self.files.len().checked_sub(1).map(|last| FileId(last as u32))
    }

    /// The text a span covers; empty if it is of another map.
    pub fn text(&self, span: Span) -> &str {
        self.get(span.file).and_then(|f| f.text.get(span.start as usize..span.end as usize)).unwrap_or("")
    }

    /// Says which parts of a file people know by names of their own.
    pub fn set_landmarks(&mut self, file: FileId, mut landmarks: Vec<Landmark>) {
        // Of two that begin together the outer one comes first.
        landmarks.sort_by_key(|l| (l.span.start, std::cmp::Reverse(l.span.end)));
        if let Some(file) = self.files.get_mut(file.0 as usize) {
            file.landmarks = landmarks;
        }
    }

    /// Whether people know the parts of a file by names of their own.
    pub fn has_landmarks(&self, file: FileId) -> bool {
        self.get(file).is_some_and(|f| !f.landmarks.is_empty())
    }

    /// The innermost landmark around a span.
    pub fn landmark(&self, span: Span) -> Option<&Landmark> {
        let all = &self.get(span.file)?.landmarks;
        let before = all.partition_point(|l| l.span.start <= span.start);
        all.get(..before)?.iter().rev().find(|l| l.span.end >= span.end)
    }

    /// Where a span begins.
    pub fn location(&self, span: Span) -> Option<Location> {
        Some(self.get(span.file)?.location(span.start))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_count_characters_from_one() {
        let map = SourceMap::single("m.smv", "ab\nçd\n");
        let file = map.get(FileId(0)).unwrap();
        assert_eq!(file.location(0), Location { line: 1, column: 1 });
        assert_eq!(file.location(5), Location { line: 2, column: 2 });
        assert_eq!(file.location(99), Location { line: 3, column: 1 });
        assert_eq!(file.line(2), Some("çd"));
        assert_eq!(file.line(9), None);
    }

    #[test]
    fn the_innermost_landmark_counts() {
        let mut map = SourceMap::single("m.mdl", "outer inner rest");
        let span = |start, end| Span::new(FileId(0), start, end);
        let mark = |start, end, name: &str| Landmark { span: span(start, end), name: name.into(), id: String::new() };
        map.set_landmarks(FileId(0), vec![mark(6, 11, "inner"), mark(0, 16, "outer")]);
        let name = |start, end| map.landmark(span(start, end)).map(|l| l.name.as_str());
        assert_eq!((name(7, 9), name(12, 14), name(7, 14)), (Some("inner"), Some("outer"), Some("outer")));
        assert_eq!(name(3, 99), None);
    }

    #[test]
    fn an_excerpt_counts_from_where_it_begins() {
        let mut map = SourceMap::default();
        let id = map.add_excerpt("big.aut", "tail\nnext", Location { line: 70, column: 11 });
        let file = map.get(id).unwrap();
        assert_eq!(file.location(2), Location { line: 70, column: 13 });
        assert_eq!(file.location(6), Location { line: 71, column: 2 });
        assert_eq!((file.line(69), file.line(70), file.line(71)), (None, Some("tail"), Some("next")));
        assert_eq!((file.line_offset(71), file.line_offset(72)), (5, 9));
    }
}
