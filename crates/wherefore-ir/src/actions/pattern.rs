//! Patterns over labels, in the syntax of CADP: the UNIX manual page regexp(5).
//!
//! The matching is done by the crate `regex`; here a pattern is rewritten into its syntax, as in
//!
//! ```text
//! GET !\(A*\)[^0-9]+   becomes   \A(?:GET !(?:A*)[^0-9]\+)\z
//! ```
//!
//! In regexp(5) only `.`, `*`, `[` and `\` are special everywhere, `^` and `$` at the ends. `\(`, `\)`, `\{` and `\}` are
//! operators. `+`, `?`, `|`, parentheses and braces stand for themselves. A pattern matches a label only as a whole, so
//! the anchors say nothing new. References back to a group (`\1`) are refused: what they match is not regular.

use regex::{Regex, RegexBuilder};
use std::iter::Peekable;
use std::str::CharIndices;

/// A compiled pattern may take this many bytes; the text of a formula must not decide how much memory is used.
const LARGEST: usize = 256 * 1024;
/// How deep groups may be nested.
const DEEPEST: u32 = 50;

/// The classes that have a name, as in `[[:digit:]]`.
const NAMED: &[&str] =
    &["alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper", "xdigit"];

/// A pattern over labels. Two are equal if their texts are.
#[derive(Clone, Debug)]
pub struct Pattern {
    text: String,
    regex: Regex,
}

/// Why a text is no pattern, and the bytes of it that show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadPattern {
    /// Description of the error.
    pub reason: String,
    /// First byte of the place.
    pub start: usize,
    /// Just past its last byte.
    pub end: usize,
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Pattern) -> bool {
        self.text == other.text
    }
}

impl Eq for Pattern {}

impl Pattern {
    /// Reads a pattern.
    pub fn new(text: &str) -> Result<Pattern, BadPattern> {
        let translated = Translation::of(text)?;
        let whole = |reason: &str| BadPattern { reason: reason.to_owned(), start: 0, end: text.len() };
        let regex = RegexBuilder::new(&format!(r"\A(?:{translated})\z"))
            .size_limit(LARGEST)
            .dfa_size_limit(LARGEST)
            .nest_limit(DEEPEST)
            .build()
            .map_err(|e| match e {
                regex::Error::CompiledTooBig(_) => whole("the pattern needs too much memory"),
                other => whole(&format!("the pattern is malformed: {}", last_line(&other.to_string()))),
            })?;
        Ok(Pattern { text: text.to_owned(), regex })
    }

    /// The text between the quotes.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether it matches the whole label.
    pub fn matches(&self, label: &str) -> bool {
        self.regex.is_match(label)
    }

    /// The first character that is an operator elsewhere and stands for itself here.
    pub fn literal_operator(&self) -> Option<char> {
        let mut characters = self.text.chars();
        let mut in_class = false;
        while let Some(c) = characters.next() {
            match c {
                '\\' if !in_class => drop(characters.next()),
                '[' => in_class = true,
                ']' => in_class = false,
                '+' | '?' | '|' if !in_class => return Some(c),
                _ => {}
            }
        }
        None
    }
}

/// The reason at the end of a message that also draws the pattern.
fn last_line(message: &str) -> &str {
    message.lines().last().unwrap_or_default().trim_start_matches("error: ")
}

struct Translation<'a> {
    text: &'a str,
    input: Peekable<CharIndices<'a>>,
    output: String,
    /// Where the groups that are still open begin.
    open: Vec<usize>,
    /// Whether there is something that `*` could repeat.
    repeatable: bool,
}

impl Translation<'_> {
    fn of(text: &str) -> Result<String, BadPattern> {
        let input = text.char_indices().peekable();
        let mut this = Translation { text, input, output: String::new(), open: Vec::new(), repeatable: false };
        while let Some((at, c)) = this.input.next() {
            this.character(at, c)?;
        }
        match this.open.pop() {
            Some(at) => Err(bad("this group is never closed", at, at + 2)),
            None => Ok(this.output),
        }
    }

    fn character(&mut self, at: usize, c: char) -> Result<(), BadPattern> {
        let last = at + c.len_utf8() == self.text.len();
        match c {
            '^' if at == 0 => {}
            '$' if last => {}
            '.' => self.emit("."),
            '*' if self.repeatable => self.output.push('*'),
            '[' => self.class(at)?,
            '\\' => self.escaped(at)?,
            _ => self.literal(c),
        }
        Ok(())
    }

    fn emit(&mut self, piece: &str) {
        self.output.push_str(piece);
        self.repeatable = true;
    }

    fn literal(&mut self, c: char) {
        let mut buffer = [0; 4];
        let piece = regex::escape(c.encode_utf8(&mut buffer));
        self.emit(&piece);
    }

    fn escaped(&mut self, at: usize) -> Result<(), BadPattern> {
        let Some((next, c)) = self.input.next() else {
            return Err(bad("nothing follows the backslash", at, at + 1));
        };
        let end = next + c.len_utf8();
        match c {
            '(' => {
                self.output.push_str("(?:");
                self.open.push(at);
                self.repeatable = false;
            }
            ')' => {
                self.open.pop().ok_or_else(|| bad("no group is open here", at, end))?;
                self.emit(")");
            }
            '{' => self.count(at)?,
            '1'..='9' => return Err(bad("references back to a group are not supported", at, end)),
            '<' | '>' => return Err(bad("word boundaries are not supported", at, end)),
            _ => self.literal(c),
        }
        Ok(())
    }

    /// `\{m\}`, `\{m,\}` or `\{m,n\}`, after the brace.
    fn count(&mut self, at: usize) -> Result<(), BadPattern> {
        let body = &self.text[at + 2..];
        let length = body.find("\\}").ok_or_else(|| bad("this repetition is never closed", at, at + 2))?;
        let (end, body) = (at + 2 + length + 2, &body[..length]);
        let (low, high) = body.split_once(',').unwrap_or((body, body));
        let is_number = |s: &str| !s.is_empty() && s.len() <= 4 && s.bytes().all(|c| c.is_ascii_digit());
        let in_order = || low.parse::<u32>().ok() <= high.parse().ok();
        if !is_number(low) || !(high.is_empty() || (is_number(high) && in_order())) {
            return Err(bad("a repetition is \\{m\\}, \\{m,\\} or \\{m,n\\} with m <= n < 10000", at, end));
        }
        if !self.repeatable {
            return Err(bad("there is nothing to repeat", at, end));
        }
        self.output.push_str(&format!("{{{body}}}"));
        while self.input.next_if(|(next, _)| *next < end).is_some() {}
        Ok(())
    }

    /// A class, after its bracket. Inside, `]` stands for itself if it is first, and a backslash always does.
    fn class(&mut self, at: usize) -> Result<(), BadPattern> {
        let body = self.text[at + 1..].strip_prefix('^').unwrap_or(&self.text[at + 1..]);
        let start = self.text.len() - body.len();
        let length = class_length(body).ok_or_else(|| bad("this class is never closed", at, at + 1))?;
        self.output.push_str(if start > at + 1 { "[^" } else { "[" });
        self.members(&body[..length], start)?;
        self.emit("]");
        while self.input.next_if(|(next, _)| *next <= start + length).is_some() {}
        Ok(())
    }

    fn members(&mut self, body: &str, start: usize) -> Result<(), BadPattern> {
        let mut rest = body;
        while let Some(first) = rest.chars().next() {
            let at = start + (body.len() - rest.len());
            if let Some(length) = named_class(rest) {
                if !NAMED.contains(&&rest[2..length - 2]) {
                    return Err(bad("there is no class of this name", at, at + length));
                }
                self.output.push_str(&rest[..length]);
                rest = &rest[length..];
                continue;
            }
            let mut after = rest[first.len_utf8()..].chars();
            let last = if after.next() == Some('-') { after.next() } else { None };
            if last.is_some_and(|last| last < first) {
                return Err(bad("the range is empty", at, at + first.len_utf8() + 1 + last.map_or(0, char::len_utf8)));
            }
            self.output.push_str(&member(first));
            if let Some(last) = last {
                self.output.push('-');
                self.output.push_str(&member(last));
            }
            rest = &rest[first.len_utf8() + last.map_or(0, |last| 1 + last.len_utf8())..];
        }
        Ok(())
    }
}

/// How long the inside of a class is.
fn class_length(body: &str) -> Option<usize> {
    let mut at = usize::from(body.starts_with(']'));
    loop {
        let rest = &body[at..];
        if let Some(length) = named_class(rest) {
            at += length;
            continue;
        }
        match rest.chars().next()? {
            ']' => return Some(at),
            c => at += c.len_utf8(),
        }
    }
}

/// The length of `[:name:]` at the beginning of a text.
fn named_class(text: &str) -> Option<usize> {
    let length = text.strip_prefix("[:")?.find(":]")?;
    text[2..2 + length].bytes().all(|c| c.is_ascii_lowercase()).then_some(2 + length + 2)
}

/// A character inside a class of `regex`.
fn member(c: char) -> String {
    if c.is_ascii_punctuation() { format!("\\{c}") } else { c.to_string() }
}

fn bad(reason: &str, start: usize, end: usize) -> BadPattern {
    BadPattern { reason: reason.to_owned(), start, end }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(pattern: &str, yes: &[&str], no: &[&str]) {
        let compiled = Pattern::new(pattern).unwrap_or_else(|e| panic!("{pattern}: {e:?}"));
        yes.iter().for_each(|label| assert!(compiled.matches(label), "{pattern} should match {label}"));
        no.iter().for_each(|label| assert!(!compiled.matches(label), "{pattern} should not match {label}"));
    }

    #[test]
    fn patterns_follow_the_manual_page() {
        check("GAME .*. !1 .*", &["GAME !2 !1 !3", "GAME x !1 "], &["GAME !1 !2", "XGAME !2 !1 !3", "GAME !2 !1"]);
        check("a*b", &["b", "aab"], &["ab c", "a"]);
        check("*a", &["*a"], &["a"]);
        check("^a$", &["a"], &["^a$"]);
        check("a^b$c", &["a^b$c"], &[]);
        check("a+(b|c)?{2}", &["a+(b|c)?{2}"], &["aab"]);
        check(r"\(ab\)*c", &["c", "ababc"], &["abac"]);
        check(r"a\{2,3\}", &["aa", "aaa"], &["a", "aaaa"]);
        check(r"\.\*\[\\\'", &[r".*[\'"], &["a"]);
        check(r"[]a-c\]x", &["]x", "bx", r"\x"], &["dx"]);
        check("[^0-9-]", &["a", "é"], &["5", "-"]);
        check("[[:digit:]&&~]", &["3", "&", "~"], &["a"]);
        check("", &[""], &["a"]);
    }

    #[test]
    fn malformed_patterns_are_located() {
        let place = |text: &str| Pattern::new(text).map_err(|e| (e.start, e.end)).map(|_| ());
        assert_eq!(place("ab[cd"), Err((2, 3)));
        assert_eq!(place(r"a\(b"), Err((1, 3)));
        assert_eq!(place(r"ab\)"), Err((2, 4)));
        assert_eq!(place("a\\"), Err((1, 2)));
        assert_eq!(place(r"\(a\)\1"), Err((5, 7)));
        assert_eq!(place("x[z-a]"), Err((2, 5)));
        assert_eq!(place(r"a\{3,1\}"), Err((1, 8)));
        assert_eq!(place("x[[:nope:]]"), Err((2, 10)));
    }

    #[test]
    fn hostile_patterns_are_refused() {
        assert!(Pattern::new(r"\(.\{9999\}\)\{9999\}").is_err_and(|e| e.reason.contains("memory")));
        assert!(Pattern::new(&r"\(".repeat(1000)).is_err());
        assert!(Pattern::new(&(r"\(".repeat(1000) + &r"\)".repeat(1000))).is_err());
    }
}
