//! Decoded text that remembers where it was written.
//!
//! ```text
//! source   a &lt; b        decoded   a < b        marks   (0, 0) (2, 2) (3, 6)
//! ```
//!
//! A mark is an offset in the decoded text with the offset in the source from which on both run alike.

use super::Source;
use std::ops::Range;
use wherefore_diag::{FileId, Span};

/// A decoded piece of the source.
#[derive(Clone, Debug)]
pub struct Text {
    /// The characters it stands for.
    pub value: String,
    /// Offsets in `value`, ascending, with the offset in the source from which on both run alike.
    marks: Vec<(u32, u32)>,
    file: FileId,
    end: u32,
}

impl Text {
    /// A decoded text. `marks` are offsets in it, ascending, with the offsets in the source from which on both run alike; `end`
    /// is where it ends in the source.
    pub fn new(value: String, marks: Vec<(u32, u32)>, file: FileId, end: u32) -> Text {
        Text { value, marks, file, end }
    }

    /// Where a range of the decoded text was written.
    pub fn span(&self, range: Range<usize>) -> Span {
        let start = self.source(range.start);
        let end = if range.end <= range.start { start } else { self.source(range.end - 1) };
        // The last decoded byte may stand for a whole entity: it ends where the next mark begins.
        let next = self.marks.partition_point(|(decoded, _)| (*decoded as usize) < range.end);
        let end = match self.marks.get(next) {
            Some((decoded, source)) if *decoded as usize == range.end && range.end > range.start => *source,
            _ => end + u32::from(range.end > range.start),
        };
        Span::new(self.file, start.min(self.end), end.min(self.end).max(start.min(self.end)))
    }

    /// Where all of it was written, without blanks around it.
    pub fn whole(&self) -> Span {
        let start = self.value.len() - self.value.trim_start().len();
        let end = self.value.trim_end().len();
        if start < end { self.span(start..end) } else { self.span(0..self.value.len()) }
    }

    fn source(&self, offset: usize) -> u32 {
        let after = self.marks.partition_point(|(decoded, _)| *decoded as usize <= offset);
        let (decoded, source) = after.checked_sub(1).and_then(|i| self.marks.get(i)).copied().unwrap_or((0, 0));
        source + (offset as u32 - decoded)
    }
}

/// Decodes pieces of the source one after the other.
pub(super) struct Decoder<'t> {
    source: Source<'t>,
    value: String,
    marks: Vec<(u32, u32)>,
}

impl<'t> Decoder<'t> {
    pub fn new(source: Source<'t>) -> Decoder<'t> {
        Decoder { source, value: String::new(), marks: Vec::new() }
    }

    fn mark(&mut self, source: usize) {
        self.marks.push((self.value.len() as u32, source as u32));
    }

    fn copy(&mut self, range: Range<usize>) {
        self.mark(range.start);
        self.value.push_str(self.source.text.get(range).unwrap_or(""));
    }

    /// Text with references; in an attribute line ends and tabs are blanks.
    pub fn references(&mut self, range: Range<usize>, attribute: bool) {
        let text = self.source.text.get(range.clone()).unwrap_or("");
        let mut at = 0;
        while let Some(rest) = text.get(at..).filter(|r| !r.is_empty()) {
            let special = |c: char| c == '&' || c == '\r' || (attribute && (c == '\n' || c == '\t'));
            let plain = rest.find(special).unwrap_or(rest.len());
            if plain > 0 {
                self.copy(range.start + at..range.start + at + plain);
            }
            let Some(rest) = rest.get(plain..).filter(|r| !r.is_empty()) else { break };
            let (decoded, length) = special_character(rest, attribute);
            self.mark(range.start + at + plain);
            self.value.extend(decoded);
            at += plain + length;
        }
        self.mark(range.end);
    }

    /// All that was decoded, up to this offset of the source.
    pub fn finish(self, end: usize) -> Text {
        Text { value: self.value, marks: self.marks, file: self.source.file, end: end as u32 }
    }
}

/// Meaning of the reference or line end at the beginning of `rest`, and its length.
fn special_character(rest: &str, attribute: bool) -> (Option<char>, usize) {
    if let Some(body) = rest.strip_prefix('&') {
        let name = body.split(';').next().unwrap_or("");
        return (reference(name), (name.len() + 2).min(rest.len()));
    }
    let length = if rest.starts_with("\r\n") { 2 } else { 1 };
    (Some(if attribute { ' ' } else { '\n' }), length)
}

fn reference(name: &str) -> Option<char> {
    match name {
        "lt" => Some('<'),
        "gt" => Some('>'),
        "amp" => Some('&'),
        "apos" => Some('\''),
        "quot" => Some('"'),
        _ => {
            let digits = name.strip_prefix('#')?;
            let code = match digits.strip_prefix('x') {
                Some(hex) => u32::from_str_radix(hex, 16),
                None => digits.parse(),
            };
            code.ok().and_then(char::from_u32)
        }
    }
}

impl Decoder<'_> {
    /// Skips a comment or instruction and copies what is quoted; gives the length, or nothing at a tag.
    pub fn markup(&mut self, rest: &str, at: usize) -> Option<usize> {
        const QUOTED: &str = "<![CDATA[";
        if rest.starts_with(QUOTED) {
            let length = rest.find("]]>")?;
            self.copy(at + QUOTED.len()..at + length);
            return Some(length + 3);
        }
        let end = [("<!--", "-->"), ("<?", "?>")].into_iter().find(|(open, _)| rest.starts_with(open))?.1;
        rest.find(end).map(|i| i + end.len())
    }
}
