//! From characters to tokens of one file, in one pass.
//!
//! The lexer never fails and reports nothing: what it cannot read becomes a token that no grammar rule takes. Words are
//! not sorted into keywords and names, because `input`, `output` and `mission` are good names of ports. A token knows
//! whether it is the first on its line, which is what directives are made of.

/// Kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A keyword or a name.
    Word,
    /// Decimal digits.
    Int,
    /// `1.5`, `2e-3` or `f'1/3`.
    Real,
    /// `0ud8_255`
    Bits,
    /// `"..."`
    Text,
    /// An operator or a punctuation mark.
    Sign,
    /// A quote without its end on the same line, or a comment without its end.
    Open,
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
    /// Whether it is the first on its line, lines that end in a backslash counted as one.
    pub begins_line: bool,
}

/// The signs of more than one character, the longer before their beginnings.
const LONG_SIGNS: &[&str] = &["<->", "->", "<=", ">=", "!=", ":=", "..", "::"];

/// All tokens of a text but its end.
pub fn tokens(text: &str) -> impl Iterator<Item = Raw> + '_ {
    // Some editors put a byte order mark before the first line.
    let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let mut lexer = Lexer { text, at, begins_line: true };
    std::iter::from_fn(move || Some(lexer.token()).filter(|t| t.kind != Kind::End))
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
    begins_line: bool,
}

impl Lexer<'_> {
    fn token(&mut self) -> Raw {
        self.skip_blanks();
        let start = self.at;
        let kind = match (self.peek(0), self.peek(1)) {
            (0, _) if start >= self.text.len() => Kind::End,
            (b'"', _) => self.quoted(),
            (b'/', b'-') if self.peek(2) == b'-' => self.open_comment(),
            (b'f', b'\'') => self.fraction(),
            (c, _) if c.is_ascii_alphabetic() || c == b'_' => {
                self.skip_while(is_word);
                Kind::Word
            }
            (c, _) if c.is_ascii_digit() => self.number(),
            _ => self.sign(),
        };
        let begins_line = std::mem::replace(&mut self.begins_line, false);
        Raw { kind, start: start as u32, end: self.at as u32, begins_line }
    }

    /// Skips blanks, comments and line ends that a backslash hides.
    fn skip_blanks(&mut self) {
        loop {
            match (self.peek(0), self.peek(1), self.peek(2)) {
                (b'\n', ..) => {
                    self.begins_line = true;
                    self.at += 1;
                }
                (b' ' | b'\t' | b'\r' | 0x0c, ..) => self.at += 1,
                (b'\\', b'\n', _) => self.at += 2,
                (b'\\', b'\r', b'\n') => self.at += 3,
                (b'-', b'-', _) => self.skip_while(|c| c != b'\n'),
                (b'/', b'-', b'-') if self.skip_comment() => {}
                _ => return,
            }
        }
    }

    /// The byte `ahead` of the current one; 0 past the end.
    fn peek(&self, ahead: usize) -> u8 {
        self.text.as_bytes().get(self.at + ahead).copied().unwrap_or(0)
    }

    fn skip_while(&mut self, accept: impl Fn(u8) -> bool) {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        self.at += rest.iter().position(|c| !accept(*c)).unwrap_or(rest.len());
    }

    /// Skips `/-- ... --/`; false if the end is missing.
    fn skip_comment(&mut self) -> bool {
        let rest = self.text.get(self.at + 3..).unwrap_or_default();
        let Some(length) = rest.find("--/") else { return false };
        self.begins_line |= rest.get(..length).unwrap_or_default().contains('\n');
        self.at += 3 + length + 3;
        true
    }

    /// A comment without its end takes its first line, so that the message about it is short.
    fn open_comment(&mut self) -> Kind {
        self.skip_while(|c| c != b'\n');
        Kind::Open
    }

    fn quoted(&mut self) -> Kind {
        self.at += 1;
        self.skip_while(|c| c != b'"' && c != b'\n');
        match self.peek(0) {
            b'"' => {
                self.at += 1;
                Kind::Text
            }
            _ => Kind::Open,
        }
    }

    fn fraction(&mut self) -> Kind {
        self.at += 2;
        self.skip_while(|c| c.is_ascii_digit() || c == b'/');
        Kind::Real
    }

    /// Digits, with a fraction if a dot and a digit follow: `0..14` is a range and `0.5` a number.
    fn number(&mut self) -> Kind {
        self.skip_while(|c| c.is_ascii_digit());
        if is_word(self.peek(0)) && !matches!(self.peek(0), b'e' | b'E') {
            self.skip_while(is_word);
            return Kind::Bits;
        }
        let mut kind = Kind::Int;
        if self.peek(0) == b'.' && self.peek(1).is_ascii_digit() {
            self.at += 1;
            self.skip_while(|c| c.is_ascii_digit());
            kind = Kind::Real;
        }
        let signed = matches!(self.peek(1), b'+' | b'-');
        if matches!(self.peek(0), b'e' | b'E') && self.peek(1 + usize::from(signed)).is_ascii_digit() {
            self.at += 1 + usize::from(signed);
            self.skip_while(|c| c.is_ascii_digit());
            kind = Kind::Real;
        }
        kind
    }

    fn sign(&mut self) -> Kind {
        let rest = self.text.get(self.at..).unwrap_or_default();
        if let Some(sign) = LONG_SIGNS.iter().find(|s| rest.starts_with(**s)) {
            self.at += sign.len();
            return Kind::Sign;
        }
        let Some(c) = rest.chars().next() else { return Kind::End };
        self.at += c.len_utf8();
        if "()[]{},;:.=<>+-*/&|!?@#".contains(c) { Kind::Sign } else { Kind::Unknown }
    }
}

fn is_word(c: u8) -> bool {
    c.is_ascii_alphanumeric() || c == b'_'
}
