//! Tokens of expressions and scripts.
//!
//! All punctuation of ECMAScript is cut as ECMAScript does it, whether it is supported or not, so that `a <<= b` is refused
//! as what it is. The arrows of properties are tokens of their own.

use super::{MistakeKind, Parsed, ScriptError};
use crate::codes;
use crate::xml::Text;
use std::ops::Range;
use wherefore_diag::Diagnostic;

/// Kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Number,
    Text,
    /// A name or keyword.
    Name,
    Punct(&'static str),
    End,
}

/// A token, and where it is in the decoded text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub kind: Kind,
    pub range: Range<usize>,
    /// A line end stands before it.
    pub first_in_line: bool,
}

/// Longer ones before their beginnings.
const PUNCTUATION: &[&str] = &[
    ">>>=", "===", "!==", "<->", ">>>", "<<=", ">>=", "**=", "&&=", "||=", "??=", "...", "==", "!=", "<=", ">=", "&&",
    "||", "->", "=>", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<", ">>", "**", "??", "?.", "(",
    ")", "[", "]", "{", "}", ".", ",", ";", ":", "?", "=", "<", ">", "+", "-", "*", "/", "%", "!", "~", "&", "|", "^",
    "`", "@", "#",
];

/// Cuts a text into tokens, the last of which is the end.
pub(super) fn tokens(text: &Text) -> Parsed<Vec<Token>> {
    let value = text.value.as_str();
    let mut tokens = Vec::new();
    let mut at = 0;
    loop {
        let start = skip_blanks(text, at)?;
        let first_in_line = value.get(at..start).unwrap_or("").contains('\n');
        let Some(c) = value.get(start..).and_then(|r| r.chars().next()) else {
            tokens.push(Token { kind: Kind::End, range: start..start, first_in_line });
            return Ok(tokens);
        };
        let (kind, end) = token(text, start, c)?;
        tokens.push(Token { kind, range: start..end, first_in_line });
        at = end;
    }
}

/// Whether a name may begin with it.
pub(super) fn starts_name(c: char) -> bool {
    c.is_alphabetic() || c == '_' || c == '$'
}

fn continues_name(c: char) -> bool {
    starts_name(c) || c.is_numeric()
}

fn token(text: &Text, start: usize, c: char) -> Parsed<(Kind, usize)> {
    let rest = text.value.get(start..).unwrap_or("");
    let second = rest.chars().nth(1).is_some_and(|c| c.is_ascii_digit());
    if starts_name(c) {
        let length = rest.find(|c| !continues_name(c)).unwrap_or(rest.len());
        return Ok((Kind::Name, start + length));
    }
    if c.is_ascii_digit() || (c == '.' && second) {
        return number(text, start).map(|end| (Kind::Number, end));
    }
    if c == '"' || c == '\'' {
        return quoted(text, start, c).map(|end| (Kind::Text, end));
    }
    match PUNCTUATION.iter().find(|p| rest.starts_with(**p)) {
        Some(p) => Ok((Kind::Punct(p), start + p.len())),
        None => Err(syntax(text, start..start + c.len_utf8(), format!("`{c}` begins no token"))),
    }
}

fn skip_blanks(text: &Text, mut at: usize) -> Parsed<usize> {
    loop {
        let rest = text.value.get(at..).unwrap_or("");
        let blanks = rest.len() - rest.trim_start().len();
        let rest = rest.get(blanks..).unwrap_or("");
        at += blanks;
        if rest.starts_with("//") {
            at += rest.find('\n').unwrap_or(rest.len());
        } else if let Some(body) = rest.strip_prefix("/*") {
            let unclosed = || syntax(text, at..at + 2, "a comment is never closed".to_owned());
            at += body.find("*/").ok_or_else(unclosed)? + 4;
        } else if blanks == 0 {
            return Ok(at);
        }
    }
}

fn number(text: &Text, start: usize) -> Parsed<usize> {
    let rest = text.value.get(start..).unwrap_or("");
    let digits = |from: usize| {
        let tail = rest.get(from..).unwrap_or("");
        from + tail.find(|c: char| !c.is_ascii_digit()).unwrap_or(tail.len())
    };
    let mut end = 0;
    if rest.starts_with("0x") || rest.starts_with("0X") {
        let tail = rest.get(2..).unwrap_or("");
        end = 2 + tail.find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(tail.len());
    } else {
        end = digits(end);
        if rest.get(end..).is_some_and(|r| r.starts_with('.')) {
            end = digits(end + 1);
        }
        if rest.get(end..).is_some_and(|r| r.starts_with(['e', 'E'])) {
            let signed = rest.get(end + 1..).is_some_and(|r| r.starts_with(['+', '-']));
            end = digits(end + 1 + usize::from(signed));
        }
    }
    let follows = rest.get(end..).and_then(|r| r.chars().next());
    let whole = rest.get(..end).unwrap_or("");
    if follows.is_some_and(continues_name) || whole.ends_with(['e', 'E', '+', '-', 'x', 'X']) && !is_hex(whole) {
        let length = rest.get(end..).unwrap_or("").find(|c| !continues_name(c)).unwrap_or(rest.len() - end);
        return Err(syntax(text, start..start + end + length, "this is no number".to_owned()));
    }
    Ok(start + end)
}

fn is_hex(text: &str) -> bool {
    text.len() > 2 && (text.starts_with("0x") || text.starts_with("0X"))
}

fn quoted(text: &Text, start: usize, quote: char) -> Parsed<usize> {
    let rest = text.value.get(start + 1..).unwrap_or("");
    let mut escaped = false;
    for (i, c) in rest.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '\n' => break,
            c if c == quote => return Ok(start + 1 + i + 1),
            _ => {}
        }
    }
    Err(syntax(text, start..start + 1, "a text is never closed".to_owned()))
}

fn syntax(text: &Text, range: Range<usize>, headline: String) -> ScriptError {
    ScriptError::new(MistakeKind::Syntax, Diagnostic::at(codes::SYNTAX, text.span(range), headline, "here"))
}
