//! A text as words and signs, without comments and strings.

use super::Notation;
use std::ops::Range;

/// A word or a sign, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word<'t> {
    pub text: &'t str,
    pub range: Range<usize>,
    /// Whether it is a name or a keyword.
    pub is_name: bool,
}

/// The words of a text.
pub fn words(notation: Notation, text: &str) -> Vec<Word<'_>> {
    let (mut found, mut at) = (Vec::new(), 0);
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let length = skipped(notation, rest);
        if length > 0 {
            at += length;
            continue;
        }
        let name = rest.find(|c: char| !is_in_name(c)).unwrap_or(rest.len());
        let first = rest.chars().next().map_or(1, char::len_utf8);
        let sign = if rest.starts_with("->") { 2 } else { first };
        let length = if name > 0 { name } else { sign };
        let text = rest.get(..length).unwrap_or_default();
        found.push(Word { text, range: at..at + length, is_name: name > 0 });
        at += length.max(1);
    }
    found
}

fn is_in_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '\''
}

/// Bytes of what says nothing at the beginning of a text.
fn skipped(notation: Notation, rest: &str) -> usize {
    let line = || rest.find('\n').unwrap_or(rest.len());
    let until = |end: &str, from: usize| {
        rest.get(from..).and_then(|inner| inner.find(end)).map_or(rest.len(), |place| from + place + end.len())
    };
    match notation {
        Notation::Mcrl2 if rest.starts_with('%') => line(),
        Notation::Lnt if rest.starts_with("--") => line(),
        Notation::Lnt | Notation::Lotos if rest.starts_with("(*") => until("*)", 2),
        Notation::Lnt if rest.starts_with('"') => until("\"", 1),
        _ => rest.find(|c: char| !c.is_whitespace()).unwrap_or(rest.len()),
    }
}
