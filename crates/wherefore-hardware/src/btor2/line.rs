//! Lines as words and a comment.

use wherefore_diag::{FileId, Span};

/// A word of a line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word<'a> {
    pub text: &'a str,
    pub span: Span,
}

/// A line with something on it.
#[derive(Clone, Debug)]
pub(crate) struct Line<'a> {
    pub words: Vec<Word<'a>>,
    /// The text after `;`.
    pub comment: Option<&'a str>,
    /// From the first word to the last.
    pub span: Span,
}

impl Line<'_> {
    /// The place after the last word.
    pub fn end(&self) -> Span {
        Span::new(self.span.file, self.span.end, self.span.end)
    }
}

/// All lines that are not empty, one at a time.
pub(crate) fn lines(file: FileId, text: &str) -> impl Iterator<Item = Line<'_>> {
    let mut start = 0;
    text.split_inclusive('\n').filter_map(move |whole| {
        let begin = start;
        start += whole.len();
        line(file, begin, whole.trim_end_matches(['\n', '\r']))
    })
}

/// A line that begins at an offset.
fn line(file: FileId, begin: usize, text: &str) -> Option<Line<'_>> {
    let (mut words, mut comment) = (Vec::new(), None);
    let mut at = 0;
    while let Some(rest) = text.get(at..) {
        let blank = rest.len() - rest.trim_start().len();
        let word = rest[blank..].split(char::is_whitespace).next().unwrap_or("");
        let first = at + blank;
        if word.is_empty() {
            break;
        }
        if word.starts_with(';') {
            comment = text.get(first + 1..);
            break;
        }
        words.push(Word {
            text: word,
            span: Span::new(file, (begin + first) as u32, (begin + first + word.len()) as u32),
        });
        at = first + word.len();
    }
    let span = words.first()?.span.to(words.last()?.span);
    Some(Line { words, comment, span })
}

/// A decimal number without a sign.
pub(crate) fn number(text: &str) -> Option<u64> {
    text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

/// The place in a source that a comment names: `file.v:12.9-12.14`, the first of several.
pub(crate) fn source(comment: &str) -> Option<&str> {
    let word = comment.trim().split(['|', ' ']).next()?;
    let (file, place) = word.rsplit_once(':')?;
    let is_place = place.starts_with(|c: char| c.is_ascii_digit())
        && place.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'-'));
    (is_place && !file.is_empty()).then_some(word)
}

/// The beginning of a long text.
pub(crate) fn short(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((at, _)) => format!("{}...", &text[..at]),
        None => text.to_owned(),
    }
}
