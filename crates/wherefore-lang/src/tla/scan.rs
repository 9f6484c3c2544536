//! The words of a formula.

use super::TlaError;
use std::ops::Range;

/// A word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Word {
    /// A name or a keyword.
    Name(String),
    /// A number.
    Number(i64),
    /// A string, without quotes and escapes.
    Text(String),
    /// An operator or a bracket.
    Sign(&'static str),
}

/// A word with its place.
#[derive(Clone, Debug)]
pub struct Token {
    /// The word.
    pub word: Word,
    /// Its bytes.
    pub range: Range<usize>,
    /// Its column: bulleted lists end where a word stands no further to the right.
    pub column: usize,
}

/// Signs, such that none stands behind one that it begins with.
const SIGNS: &[&str] = &[
    "|->", "<=>", ":>", "@@", "=>", "==", "=<", "<=", ">=", "/=", "<<", ">>", "/\\", "\\/", "..", "[]", "<>", "=", "#",
    "<", ">", "~", ".", ",", ":", "(", ")", "[", "]", "{", "}", "+", "-", "*", "%", "'", "!", "&",
];

/// Operators that begin with a backslash, with the sign that they mean.
const WORDS: &[(&str, &str)] = &[
    ("in", "\\in"),
    ("notin", "\\notin"),
    ("subseteq", "\\subseteq"),
    ("cup", "\\cup"),
    ("union", "\\cup"),
    ("cap", "\\cap"),
    ("intersect", "\\cap"),
    ("div", "\\div"),
    ("A", "\\A"),
    ("E", "\\E"),
    ("land", "/\\"),
    ("lor", "\\/"),
    ("lnot", "~"),
    ("neg", "~"),
    ("leq", "<="),
    ("geq", ">="),
];

/// Cuts a text into words.
pub fn scan(text: &str) -> Result<Vec<Token>, TlaError> {
    let (mut tokens, mut at, mut line) = (Vec::new(), 0, 0);
    while let Some(first) = text.get(at..).and_then(|rest| rest.chars().next()) {
        if first == '\n' {
            line = at + 1;
        }
        if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        }
        if let Some(end) = comment(text, at)? {
            if let Some(last) = text.get(at..end).and_then(|inside| inside.rfind('\n')) {
                line = at + last + 1;
            }
            at = end;
            continue;
        }
        let (word, end) = word(text, at, first)?;
        tokens.push(Token { word, range: at..end, column: at - line });
        at = end;
    }
    Ok(tokens)
}

/// The end of the comment that begins here, if one does.
fn comment(text: &str, at: usize) -> Result<Option<usize>, TlaError> {
    let rest = text.get(at..).unwrap_or_default();
    if rest.starts_with("\\*") {
        return Ok(Some(at + rest.find('\n').unwrap_or(rest.len())));
    }
    if !rest.starts_with("(*") {
        return Ok(None);
    }
    let (mut depth, mut place) = (0_usize, 0);
    while let Some(next) = rest.get(place..).and_then(|r| r.find(['*', '(']).map(|n| place + n)) {
        let two = rest.get(next..).unwrap_or_default();
        if two.starts_with("(*") {
            (depth, place) = (depth + 1, next + 2);
        } else if two.starts_with("*)") {
            (depth, place) = (depth.saturating_sub(1), next + 2);
            if depth == 0 {
                return Ok(Some(at + place));
            }
        } else {
            place = next + 1;
        }
    }
    Err(TlaError::new(at..at + 2, "a comment without an end"))
}

fn word(text: &str, at: usize, first: char) -> Result<(Word, usize), TlaError> {
    let rest = text.get(at..).unwrap_or_default();
    if first == '"' {
        return string(rest, at);
    }
    if first.is_alphanumeric() || first == '_' {
        let length = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        let (name, end) = (&rest[..length], at + length);
        if !name.chars().all(|c| c.is_ascii_digit()) {
            return Ok((Word::Name(name.to_owned()), end));
        }
        let number = name.parse().map_err(|_| TlaError::new(at..end, "a number beyond 64 bits"))?;
        return Ok((Word::Number(number), end));
    }
    if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
        return Ok((Word::Sign(sign), at + sign.len()));
    }
    if let Some(behind) = rest.strip_prefix('\\') {
        let length = behind.find(|c: char| !c.is_alphabetic()).unwrap_or(behind.len());
        let name = &behind[..length];
        if name.is_empty() {
            return Ok((Word::Sign("\\"), at + 1));
        }
        if let Some((_, sign)) = WORDS.iter().find(|(word, _)| *word == name) {
            return Ok((Word::Sign(sign), at + 1 + length));
        }
        return Err(TlaError::new(at..at + 1 + length, format!("the operator `\\{name}` is not supported")));
    }
    Err(TlaError::new(at..at + first.len_utf8(), format!("the sign `{first}` has no meaning here")))
}

fn string(rest: &str, at: usize) -> Result<(Word, usize), TlaError> {
    let (mut text, mut is_escaped) = (String::new(), false);
    for (place, c) in rest.char_indices().skip(1) {
        match (c, is_escaped) {
            ('\\', false) => is_escaped = true,
            ('"', false) => return Ok((Word::Text(text), at + place + 1)),
            (_, false) => text.push(c),
            (_, true) => {
                text.push(match c {
                    'n' => '\n',
                    't' => '\t',
                    other => other,
                });
                is_escaped = false;
            }
        }
    }
    Err(TlaError::new(at..at + 1, "a string without an end"))
}
