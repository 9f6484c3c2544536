//! The words of a graph in DOT, read from a stream.

use crate::explicit::{Fault, codes};
use std::io::{BufReader, Bytes, Read};

/// The most bytes of a word.
const LONGEST: usize = 1_000_000;
/// Bytes that are read at once.
const BUFFER: usize = 1 << 16;

/// A word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    /// A name, a number, or a text, as written without quotes; the second says whether it had some.
    Id(String, bool),
    /// A bracket, a comma and the like.
    Sign(u8),
    /// `->`.
    Arrow,
    /// `--`.
    Line,
}

/// The words of a stream.
pub struct Tokens<R> {
    bytes: Bytes<BufReader<R>>,
    next: Option<u8>,
    is_started: bool,
    line: u32,
    column: u32,
    /// Where the last word began.
    place: (u32, u32),
}

impl<R: Read> Tokens<R> {
    /// The words of a text.
    pub fn new(read: R) -> Tokens<R> {
        let bytes = BufReader::with_capacity(BUFFER, read).bytes();
        Tokens { bytes, next: None, is_started: false, line: 1, column: 0, place: (1, 1) }
    }

    /// Where the last word began: line and column, from 1.
    pub fn place(&self) -> (u32, u32) {
        self.place
    }

    /// The next word; none at the end.
    pub fn token(&mut self) -> Result<Option<Token>, Fault> {
        if !self.is_started {
            self.is_started = true;
            self.step()?;
        }
        self.blanks()?;
        self.place = (self.line, self.column);
        let Some(byte) = self.next else { return Ok(None) };
        match byte {
            b'"' => self.quoted().map(Some),
            b'<' => self.html().map(Some),
            b'-' => self.dash().map(Some),
            b'{' | b'}' | b'[' | b']' | b';' | b',' | b'=' | b':' | b'+' => {
                self.step()?;
                Ok(Some(Token::Sign(byte)))
            }
            _ if is_word(byte) => self.bare(String::new()).map(Some),
            _ => Err(self.wrong(&char::from(byte).to_string(), "a sign that has no meaning here")),
        }
    }

    /// A fault at the last word.
    pub fn wrong(&self, words: &str, headline: &str) -> Fault {
        Fault::at(codes::SYNTAX, self.place, words, headline)
    }

    fn step(&mut self) -> Result<(), Fault> {
        if self.next == Some(b'\n') {
            (self.line, self.column) = (self.line.saturating_add(1), 0);
        }
        self.column = self.column.saturating_add(1);
        self.next = match self.bytes.next() {
            None => None,
            Some(Ok(byte)) => Some(byte),
            Some(Err(error)) => {
                return Err(Fault::whole(codes::SYNTAX, format!("the file cannot be read to its end: {error}")));
            }
        };
        Ok(())
    }

    /// Passes blanks and comments.
    fn blanks(&mut self) -> Result<(), Fault> {
        loop {
            match self.next {
                Some(byte) if byte.is_ascii_whitespace() => self.step()?,
                // A line of a preprocessor.
                Some(b'#') if self.column == 1 => self.line_end()?,
                Some(b'/') => {
                    self.place = (self.line, self.column);
                    self.step()?;
                    match self.next {
                        Some(b'/') => self.line_end()?,
                        Some(b'*') => self.comment()?,
                        _ => return Err(self.wrong("/", "a sign that has no meaning here")),
                    }
                }
                _ => return Ok(()),
            }
        }
    }

    fn line_end(&mut self) -> Result<(), Fault> {
        while self.next.is_some_and(|byte| byte != b'\n') {
            self.step()?;
        }
        Ok(())
    }

    fn comment(&mut self) -> Result<(), Fault> {
        self.step()?;
        let mut before = 0;
        while let Some(byte) = self.next {
            self.step()?;
            if before == b'*' && byte == b'/' {
                return Ok(());
            }
            before = byte;
        }
        Err(self.wrong("/*", "a comment without an end"))
    }

    fn bare(&mut self, begun: String) -> Result<Token, Fault> {
        let mut word = begun.into_bytes();
        while let Some(byte) = self.next.filter(|byte| is_word(*byte)) {
            self.push(&mut word, byte)?;
            self.step()?;
        }
        self.text(word).map(|text| Token::Id(text, false))
    }

    fn dash(&mut self) -> Result<Token, Fault> {
        self.step()?;
        match self.next {
            Some(b'>') => {
                self.step()?;
                Ok(Token::Arrow)
            }
            Some(b'-') => {
                self.step()?;
                Ok(Token::Line)
            }
            Some(byte) if byte.is_ascii_digit() || byte == b'.' => self.bare("-".to_owned()),
            _ => Err(self.wrong("-", "a sign that has no meaning here")),
        }
    }

    /// A text in quotes. An escaped quote and the end of a line that goes on are undone here; other escapes belong to labels.
    fn quoted(&mut self) -> Result<Token, Fault> {
        self.step()?;
        let mut word = Vec::new();
        while let Some(byte) = self.next {
            self.step()?;
            match (byte, self.next) {
                (b'"', _) => return self.text(word).map(|text| Token::Id(text, true)),
                (b'\\', Some(b'"')) => {
                    self.push(&mut word, b'"')?;
                    self.step()?;
                }
                (b'\\', Some(b'\n')) => self.step()?,
                (b'\\', Some(next)) => {
                    self.push(&mut word, b'\\')?;
                    self.push(&mut word, next)?;
                    self.step()?;
                }
                _ => self.push(&mut word, byte)?,
            }
        }
        Err(self.wrong("\"", "a text without an end"))
    }

    /// A text in angle brackets, which may hold others.
    fn html(&mut self) -> Result<Token, Fault> {
        let (mut word, mut depth) = (Vec::new(), 0_usize);
        while let Some(byte) = self.next {
            self.step()?;
            match byte {
                b'<' => depth += 1,
                b'>' => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.push(&mut word, byte)?;
            if depth == 0 {
                return self.text(word).map(|text| Token::Id(text, true));
            }
        }
        Err(self.wrong("<", "a text without an end"))
    }

    fn push(&self, word: &mut Vec<u8>, byte: u8) -> Result<(), Fault> {
        word.push(byte);
        if word.len() <= LONGEST {
            return Ok(());
        }
        Err(Fault::at(codes::TOO_LARGE, self.place, "...", format!("a text of more than {LONGEST} bytes")))
    }

    fn text(&self, word: Vec<u8>) -> Result<String, Fault> {
        String::from_utf8(word).map_err(|_| self.wrong("?", "a text that is no UTF-8"))
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.') || byte >= 0x80
}
