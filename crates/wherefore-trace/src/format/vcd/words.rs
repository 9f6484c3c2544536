//! The words of a value change dump: what a file is cut into, and how a name becomes one.

use std::fmt::Write;

/// A text as one word: what would end it is written as `\u{20}`, and so are backslashes and what begins like a keyword.
pub(super) fn word(text: &str) -> String {
    let mut out = String::new();
    for (at, c) in text.char_indices() {
        if c.is_whitespace() || c.is_control() || c == '\\' || (at == 0 && c == '$') {
            write!(out, "\\u{{{:x}}}", c as u32).unwrap_or_default();
        } else {
            out.push(c);
        }
    }
    if out.is_empty() { "\\u{}".to_owned() } else { out }
}

/// The text that [`word`] wrote. Backslashes that begin no escape stand for themselves.
pub(super) fn unword(word: &str) -> String {
    let (mut out, mut rest) = (String::new(), word);
    while let Some(at) = rest.find("\\u{") {
        let (before, escape) = (&rest[..at], &rest[at + 3..]);
        let code = escape.split_once('}').and_then(|(hex, after)| Some((unescape(hex)?, after)));
        match code {
            Some((c, after)) => {
                out.push_str(before);
                out.extend(c);
                rest = after;
            }
            None => {
                out.push_str(&rest[..at + 3]);
                rest = escape;
            }
        }
    }
    out + rest
}

/// The character of an escape; nothing at all for an empty one. `None` if the escape is not ours.
fn unescape(hex: &str) -> Option<Option<char>> {
    if hex.is_empty() {
        return Some(None);
    }
    char::from_u32(u32::from_str_radix(hex, 16).ok()?).map(Some)
}

/// The words of a text with their lines.
pub(super) struct Words<'a> {
    lines: std::str::Lines<'a>,
    rest: std::str::SplitWhitespace<'a>,
    /// The line of the last word, from 1.
    pub line: usize,
}

impl<'a> Words<'a> {
    pub fn new(text: &'a str) -> Words<'a> {
        Words { lines: text.lines(), rest: "".split_whitespace(), line: 0 }
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        loop {
            if let Some(word) = self.rest.next() {
                return Some(word);
            }
            self.rest = self.lines.next()?.split_whitespace();
            self.line += 1;
        }
    }
}
