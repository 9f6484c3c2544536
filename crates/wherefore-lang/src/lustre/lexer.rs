//! From characters to tokens of one file, in one pass.
//!
//! The lexer never fails and reports nothing: what it cannot read becomes a token that no grammar rule takes. Words are not
//! sorted into keywords and names, because `in`, `map` and `history` are good names of streams in one dialect and keywords of
//! the other.
//!
//! Some comments are not comments. `--%PROPERTY` and `--%MAIN` begin text that is read like any other, and so do
//! `(*@contract` and `(*%PROPERTY`, up to their `*)`. Instructions for other analyses, such as `--%IVC x, y;`, become one token
//! that is left out later, with a remark.

use wherefore_syntax::Scanner;

/// Kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A keyword or a name.
    Word,
    /// `12` or `0xA0`.
    Int,
    /// `1.5`, `2e-3` or `0x3.1p-5`.
    Real,
    /// `"..."`
    Text,
    /// An operator or a punctuation mark.
    Sign,
    /// The beginning of a comment that is read: `--%PROPERTY`, `(*@contract`.
    Pragma,
    /// An instruction for another analysis, with all that belongs to it.
    Ignored,
    /// A quote or a comment without its end.
    Open,
    /// A number that runs into letters.
    BadNumber,
    /// A character that begins no token.
    Unknown,
    /// The end of the text.
    End,
}

/// A token of one file.
pub type Raw = wherefore_syntax::Token<Kind>;

/// The signs of more than one character, the longer before their beginnings.
const LONG_SIGNS: &[&str] =
    &["==>", "=>", "->", "<>", "<=", ">=", ":=", "::", "..", ".%", "&&", "||", "++", "*)", "*/"];

/// Comments that are read, without what opens them.
const PRAGMAS: &[&str] = &["PROPERTY", "MAIN"];
/// Instructions that go on to their semicolon, over the end of the line.
const LISTS: &[&str] = &["IVC", "REALIZABLE"];

/// All tokens of a text but its end.
pub fn tokens(text: &str) -> impl Iterator<Item = Raw> + '_ {
    let mut scan = Scanner::new(text);
    std::iter::from_fn(move || Some(token(&mut scan)).filter(|t| t.kind != Kind::End))
}

fn token(scan: &mut Scanner<'_>) -> Raw {
    loop {
        scan.skip_while(|c| matches!(c, b' ' | b'\t' | b'\r' | b'\n' | 0x0c));
        let start = scan.at;
        let kind = match (scan.peek(0), scan.peek(1)) {
            (0, _) if start >= scan.text.len() => Some(Kind::End),
            (b'"', _) => Some(quoted(scan)),
            (b'-', b'-') => line_comment(scan),
            (b'/', b'/') => {
                scan.skip_line();
                None
            }
            (b'(', b'*') => block_comment(scan, "*)"),
            (b'/', b'*') => block_comment(scan, "*/"),
            (c, _) if is_name_start(c) => {
                scan.skip_while(is_name_part);
                Some(Kind::Word)
            }
            (b'.', c) if c.is_ascii_digit() => Some(number(scan)),
            (c, _) if c.is_ascii_digit() => Some(number(scan)),
            _ => Some(sign(scan)),
        };
        if let Some(kind) = kind {
            return scan.token(kind, start);
        }
    }
}

/// The pragma word at the beginning of the text `ahead`, if it is one of these.
fn pragma(scan: &Scanner<'_>, ahead: usize, words: &[&'static str]) -> Option<&'static str> {
    let rest = scan.rest(ahead);
    let ends = |w: &str| rest.as_bytes().get(w.len()).is_none_or(|c| !is_name_part(*c));
    words.iter().copied().find(|w| rest.starts_with(w) && ends(w))
}

/// `-- ...`: nothing, unless it is an instruction.
fn line_comment(scan: &mut Scanner<'_>) -> Option<Kind> {
    if !matches!(scan.peek(2), b'%' | b'!') {
        scan.skip_line();
        return None;
    }
    if let Some(word) = pragma(scan, 3, PRAGMAS) {
        scan.at += 3 + word.len();
        return Some(Kind::Pragma);
    }
    let is_instruction = scan.peek(3).is_ascii_uppercase();
    match pragma(scan, 3, LISTS).and_then(|_| list_length(scan)) {
        Some(length) => scan.at += length,
        None => scan.skip_line(),
    }
    is_instruction.then_some(Kind::Ignored)
}

/// How long an instruction of the form `--%IVC a, b;` is, if it is one.
fn list_length(scan: &Scanner<'_>) -> Option<usize> {
    let is_part = |c: &u8| is_name_part(*c) || b" \t\r\n,.[]".contains(c);
    let rest = scan.rest(3).as_bytes();
    let length = rest.iter().position(|c| !is_part(c))?;
    (rest.get(length) == Some(&b';')).then_some(3 + length + 1)
}

/// `(* ... *)` or `/* ... */`: nothing, unless it is a contract or an instruction.
fn block_comment(scan: &mut Scanner<'_>, end: &str) -> Option<Kind> {
    let word = match scan.peek(2) {
        b'%' | b'!' => pragma(scan, 3, PRAGMAS),
        b'@' => pragma(scan, 3, &["contract"]),
        _ => None,
    };
    if let Some(word) = word {
        scan.at += 3 + word.len();
        return Some(Kind::Pragma);
    }
    match scan.rest(2).find(end) {
        Some(length) => {
            scan.at += 2 + length + end.len();
            None
        }
        // The token takes its first line only, so that the message about it is short.
        None => {
            scan.skip_line();
            Some(Kind::Open)
        }
    }
}

fn quoted(scan: &mut Scanner<'_>) -> Kind {
    let start = scan.at;
    scan.at += 1;
    loop {
        scan.skip_while(|c| c != b'"' && c != b'\\');
        match scan.peek(0) {
            b'"' => {
                scan.at += 1;
                return Kind::Text;
            }
            b'\\' if scan.at + 1 < scan.text.len() => scan.at += 2,
            _ => break,
        }
    }
    scan.at = start;
    scan.skip_line();
    Kind::Open
}

/// Digits with a fraction and an exponent. `0..14` is a range, so two dots end the number.
fn number(scan: &mut Scanner<'_>) -> Kind {
    let is_hex = scan.peek(0) == b'0' && scan.peek(1) == b'x';
    let digit: fn(u8) -> bool = if is_hex { |c| c.is_ascii_hexdigit() } else { |c| c.is_ascii_digit() };
    let exponent: &[u8] = if is_hex { b"p" } else { b"eE" };
    scan.at += if is_hex { 2 } else { 0 };
    let first = scan.at;
    scan.skip_while(digit);
    let mut kind = Kind::Int;
    if scan.peek(0) == b'.' && digit(scan.peek(1)) {
        scan.at += 1;
        scan.skip_while(digit);
        kind = Kind::Real;
    }
    let signed = usize::from(matches!(scan.peek(1), b'+' | b'-'));
    if exponent.contains(&scan.peek(0)) && scan.peek(1 + signed).is_ascii_digit() {
        scan.at += 1 + signed;
        scan.skip_while(|c| c.is_ascii_digit());
        kind = Kind::Real;
    }
    if !is_name_part(scan.peek(0)) && scan.at > first {
        return kind;
    }
    scan.skip_while(is_name_part);
    Kind::BadNumber
}

fn sign(scan: &mut Scanner<'_>) -> Kind {
    let rest = scan.rest(0);
    if let Some(sign) = LONG_SIGNS.iter().find(|s| rest.starts_with(**s)) {
        scan.at += sign.len();
        return Kind::Sign;
    }
    let Some(c) = rest.chars().next() else {
        // Not at the beginning of a character: cannot happen, and must not repeat for ever.
        scan.at = scan.text.len();
        return Kind::End;
    };
    scan.at += c.len_utf8();
    if "()[]{},;:.=<>+-*/^|!?#@'".contains(c) { Kind::Sign } else { Kind::Unknown }
}

fn is_name_start(c: u8) -> bool {
    c.is_ascii_alphabetic() || c == b'_' || c == b'~'
}

fn is_name_part(c: u8) -> bool {
    c.is_ascii_alphanumeric() || c == b'_' || c == b'~'
}
