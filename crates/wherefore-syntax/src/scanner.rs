//! A text that a lexer reads from left to right.

use crate::tokens::{Kind, Token};

/// A text and how far it is read.
#[derive(Clone, Copy, Debug)]
pub struct Scanner<'t> {
    /// The text.
    pub text: &'t str,
    /// Offset of the next byte.
    pub at: usize,
}

impl<'t> Scanner<'t> {
    /// The beginning of a text, behind the byte order mark that some editors put there.
    pub fn new(text: &'t str) -> Scanner<'t> {
        let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Scanner { text, at }
    }

    /// The byte `ahead` of the next one; 0 past the end.
    pub fn peek(&self, ahead: usize) -> u8 {
        self.text.as_bytes().get(self.at + ahead).copied().unwrap_or(0)
    }

    /// The text from `ahead` bytes on; nothing past the end and inside a character.
    pub fn rest(&self, ahead: usize) -> &'t str {
        self.text.get(self.at + ahead..).unwrap_or_default()
    }

    /// Goes on over all bytes that are accepted.
    pub fn skip_while(&mut self, accept: impl Fn(u8) -> bool) {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        self.at += rest.iter().position(|c| !accept(*c)).unwrap_or(rest.len());
    }

    /// Goes on to the end of the line.
    pub fn skip_line(&mut self) {
        self.skip_while(|c| c != b'\n');
    }

    /// Goes on over a fraction and an exponent behind digits, `.5e-3`; whether there is one of them. Two dots are no fraction.
    pub fn skip_fraction(&mut self) -> bool {
        let start = self.at;
        if self.peek(0) == b'.' && self.peek(1).is_ascii_digit() {
            self.at += 1;
            self.skip_while(|c| c.is_ascii_digit());
        }
        let sign = usize::from(matches!(self.peek(1), b'+' | b'-'));
        if matches!(self.peek(0), b'e' | b'E') && self.peek(1 + sign).is_ascii_digit() {
            self.at += 1 + sign;
            self.skip_while(|c| c.is_ascii_digit());
        }
        self.at > start
    }

    /// The token from an offset to where the text is read.
    pub fn token<K>(&self, kind: K, start: usize) -> Token<K> {
        Token { kind, start: start as u32, end: self.at as u32 }
    }
}

/// All tokens of a text as a lexer gives them one by one, the last one the end.
pub fn up_to_end<K: Kind>(text: &str, next: impl Fn(&mut Scanner<'_>) -> Token<K>) -> Vec<Token<K>> {
    let mut scanner = Scanner::new(text);
    let mut list = Vec::with_capacity(text.len() / 4 + 1);
    loop {
        let token = next(&mut scanner);
        list.push(token);
        if token.kind == K::END {
            return list;
        }
    }
}
