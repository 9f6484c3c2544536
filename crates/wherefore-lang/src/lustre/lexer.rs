//! From characters to tokens of one file, in one pass.
//!
//! The lexer never fails and reports nothing: what it cannot read becomes a token that no grammar rule takes. Words are not
//! sorted into keywords and names, because `in`, `map` and `history` are good names of streams in one dialect and keywords of
//! the other.
//!
//! Some comments are not comments. `--%PROPERTY` and `--%MAIN` begin text that is read like any other, and so do
//! `(*@contract` and `(*%PROPERTY`, up to their `*)`. Instructions for other analyses, such as `--%IVC x, y;`, become one token
//! that is left out later, with a remark.

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

/// A token: what it is and where.
#[derive(Clone, Copy, Debug)]
pub struct Raw {
    /// Kind of the token.
    pub kind: Kind,
    /// Offset of its first byte.
    pub start: u32,
    /// Offset just past its last byte.
    pub end: u32,
}

/// The signs of more than one character, the longer before their beginnings.
const LONG_SIGNS: &[&str] =
    &["==>", "=>", "->", "<>", "<=", ">=", ":=", "::", "..", ".%", "&&", "||", "++", "*)", "*/"];

/// Comments that are read, without what opens them.
const PRAGMAS: &[&str] = &["PROPERTY", "MAIN"];
/// Instructions that go on to their semicolon, over the end of the line.
const LISTS: &[&str] = &["IVC", "REALIZABLE"];

/// All tokens of a text but its end.
pub fn tokens(text: &str) -> impl Iterator<Item = Raw> + '_ {
    // Some editors put a byte order mark before the first line.
    let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let mut lexer = Lexer { text, at };
    std::iter::from_fn(move || Some(lexer.token()).filter(|t| t.kind != Kind::End))
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Lexer<'a> {
    fn token(&mut self) -> Raw {
        loop {
            self.skip_while(|c| matches!(c, b' ' | b'\t' | b'\r' | b'\n' | 0x0c));
            let start = self.at;
            let kind = match (self.peek(0), self.peek(1)) {
                (0, _) if start >= self.text.len() => Some(Kind::End),
                (b'"', _) => Some(self.quoted()),
                (b'-', b'-') => self.line_comment(),
                (b'/', b'/') => {
                    self.skip_line();
                    None
                }
                (b'(', b'*') => self.block_comment("*)"),
                (b'/', b'*') => self.block_comment("*/"),
                (c, _) if is_name_start(c) => {
                    self.skip_while(is_name_part);
                    Some(Kind::Word)
                }
                (b'.', c) if c.is_ascii_digit() => Some(self.number()),
                (c, _) if c.is_ascii_digit() => Some(self.number()),
                _ => Some(self.sign()),
            };
            if let Some(kind) = kind {
                return Raw { kind, start: start as u32, end: self.at as u32 };
            }
        }
    }

    /// The byte `ahead` of the current one; 0 past the end.
    fn peek(&self, ahead: usize) -> u8 {
        self.text.as_bytes().get(self.at + ahead).copied().unwrap_or(0)
    }

    fn rest(&self, ahead: usize) -> &'a str {
        self.text.get(self.at + ahead..).unwrap_or_default()
    }

    fn skip_while(&mut self, accept: impl Fn(u8) -> bool) {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        self.at += rest.iter().position(|c| !accept(*c)).unwrap_or(rest.len());
    }

    fn skip_line(&mut self) {
        self.skip_while(|c| c != b'\n');
    }

    /// The pragma word at the beginning of the text `ahead`, if it is one of these.
    fn pragma(&self, ahead: usize, words: &[&'static str]) -> Option<&'static str> {
        let rest = self.rest(ahead);
        let ends = |w: &str| rest.as_bytes().get(w.len()).is_none_or(|c| !is_name_part(*c));
        words.iter().copied().find(|w| rest.starts_with(w) && ends(w))
    }

    /// `-- ...`: nothing, unless it is an instruction.
    fn line_comment(&mut self) -> Option<Kind> {
        if !matches!(self.peek(2), b'%' | b'!') {
            self.skip_line();
            return None;
        }
        if let Some(word) = self.pragma(3, PRAGMAS) {
            self.at += 3 + word.len();
            return Some(Kind::Pragma);
        }
        let is_instruction = self.peek(3).is_ascii_uppercase();
        match self.pragma(3, LISTS).and_then(|_| self.list_length()) {
            Some(length) => self.at += length,
            None => self.skip_line(),
        }
        is_instruction.then_some(Kind::Ignored)
    }

    /// How long an instruction of the form `--%IVC a, b;` is, if it is one.
    fn list_length(&self) -> Option<usize> {
        let is_part = |c: &u8| is_name_part(*c) || b" \t\r\n,.[]".contains(c);
        let rest = self.rest(3).as_bytes();
        let length = rest.iter().position(|c| !is_part(c))?;
        (rest.get(length) == Some(&b';')).then_some(3 + length + 1)
    }

    /// `(* ... *)` or `/* ... */`: nothing, unless it is a contract or an instruction.
    fn block_comment(&mut self, end: &str) -> Option<Kind> {
        let word = match self.peek(2) {
            b'%' | b'!' => self.pragma(3, PRAGMAS),
            b'@' => self.pragma(3, &["contract"]),
            _ => None,
        };
        if let Some(word) = word {
            self.at += 3 + word.len();
            return Some(Kind::Pragma);
        }
        match self.rest(2).find(end) {
            Some(length) => {
                self.at += 2 + length + end.len();
                None
            }
            // The token takes its first line only, so that the message about it is short.
            None => {
                self.skip_line();
                Some(Kind::Open)
            }
        }
    }

    fn quoted(&mut self) -> Kind {
        let start = self.at;
        self.at += 1;
        loop {
            self.skip_while(|c| c != b'"' && c != b'\\');
            match self.peek(0) {
                b'"' => {
                    self.at += 1;
                    return Kind::Text;
                }
                b'\\' if self.at + 1 < self.text.len() => self.at += 2,
                _ => break,
            }
        }
        self.at = start;
        self.skip_line();
        Kind::Open
    }

    /// Digits with a fraction and an exponent. `0..14` is a range, so two dots end the number.
    fn number(&mut self) -> Kind {
        let is_hex = self.peek(0) == b'0' && self.peek(1) == b'x';
        let digit: fn(u8) -> bool = if is_hex { |c| c.is_ascii_hexdigit() } else { |c| c.is_ascii_digit() };
        let exponent: &[u8] = if is_hex { b"p" } else { b"eE" };
        self.at += if is_hex { 2 } else { 0 };
        let first = self.at;
        self.skip_while(digit);
        let mut kind = Kind::Int;
        if self.peek(0) == b'.' && digit(self.peek(1)) {
            self.at += 1;
            self.skip_while(digit);
            kind = Kind::Real;
        }
        let signed = usize::from(matches!(self.peek(1), b'+' | b'-'));
        if exponent.contains(&self.peek(0)) && self.peek(1 + signed).is_ascii_digit() {
            self.at += 1 + signed;
            self.skip_while(|c| c.is_ascii_digit());
            kind = Kind::Real;
        }
        if !is_name_part(self.peek(0)) && self.at > first {
            return kind;
        }
        self.skip_while(is_name_part);
        Kind::BadNumber
    }

    fn sign(&mut self) -> Kind {
        let rest = self.rest(0);
        if let Some(sign) = LONG_SIGNS.iter().find(|s| rest.starts_with(**s)) {
            self.at += sign.len();
            return Kind::Sign;
        }
        let Some(c) = rest.chars().next() else {
            // Not at the beginning of a character: cannot happen, and must not repeat for ever.
            self.at = self.text.len();
            return Kind::End;
        };
        self.at += c.len_utf8();
        if "()[]{},;:.=<>+-*/^|!?#@'".contains(c) { Kind::Sign } else { Kind::Unknown }
    }
}

fn is_name_start(c: u8) -> bool {
    c.is_ascii_alphabetic() || c == b'_' || c == b'~'
}

fn is_name_part(c: u8) -> bool {
    c.is_ascii_alphanumeric() || c == b'_' || c == b'~'
}
