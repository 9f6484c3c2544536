//! From characters to tokens of one file, in one pass.
//!
//! The lexer never fails and reports nothing: what it cannot read becomes a token that no grammar rule takes. Words are
//! not sorted into keywords and names, because `input`, `output` and `mission` are good names of ports. A token knows
//! whether it is the first on its line, which is what directives are made of.

use wherefore_syntax::Scanner;

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
    let mut lexer = Lexer { scan: Scanner::new(text), begins_line: true };
    std::iter::from_fn(move || Some(lexer.token()).filter(|t| t.kind != Kind::End))
}

struct Lexer<'a> {
    scan: Scanner<'a>,
    begins_line: bool,
}

impl Lexer<'_> {
    fn token(&mut self) -> Raw {
        self.skip_blanks();
        let start = self.scan.at;
        let kind = match (self.scan.peek(0), self.scan.peek(1)) {
            (0, _) if start >= self.scan.text.len() => Kind::End,
            (b'"', _) => self.quoted(),
            (b'/', b'-') if self.scan.peek(2) == b'-' => self.open_comment(),
            (b'f', b'\'') => self.fraction(),
            (c, _) if c.is_ascii_alphabetic() || c == b'_' => {
                self.scan.skip_while(is_word);
                Kind::Word
            }
            (c, _) if c.is_ascii_digit() => self.number(),
            _ => self.sign(),
        };
        let begins_line = std::mem::replace(&mut self.begins_line, false);
        Raw { kind, start: start as u32, end: self.scan.at as u32, begins_line }
    }

    /// Skips blanks, comments and line ends that a backslash hides.
    fn skip_blanks(&mut self) {
        loop {
            match (self.scan.peek(0), self.scan.peek(1), self.scan.peek(2)) {
                (b'\n', ..) => {
                    self.begins_line = true;
                    self.scan.at += 1;
                }
                (b' ' | b'\t' | b'\r' | 0x0c, ..) => self.scan.at += 1,
                (b'\\', b'\n', _) => self.scan.at += 2,
                (b'\\', b'\r', b'\n') => self.scan.at += 3,
                (b'-', b'-', _) => self.scan.skip_line(),
                (b'/', b'-', b'-') if self.skip_comment() => {}
                _ => return,
            }
        }
    }

    /// Skips `/-- ... --/`; false if the end is missing.
    fn skip_comment(&mut self) -> bool {
        let rest = self.scan.rest(3);
        let Some(length) = rest.find("--/") else { return false };
        self.begins_line |= rest.get(..length).unwrap_or_default().contains('\n');
        self.scan.at += 3 + length + 3;
        true
    }

    /// A comment without its end takes its first line, so that the message about it is short.
    fn open_comment(&mut self) -> Kind {
        self.scan.skip_line();
        Kind::Open
    }

    fn quoted(&mut self) -> Kind {
        self.scan.at += 1;
        self.scan.skip_while(|c| c != b'"' && c != b'\n');
        match self.scan.peek(0) {
            b'"' => {
                self.scan.at += 1;
                Kind::Text
            }
            _ => Kind::Open,
        }
    }

    fn fraction(&mut self) -> Kind {
        self.scan.at += 2;
        self.scan.skip_while(|c| c.is_ascii_digit() || c == b'/');
        Kind::Real
    }

    /// Digits, with a fraction if a dot and a digit follow: `0..14` is a range and `0.5` a number.
    fn number(&mut self) -> Kind {
        self.scan.skip_while(|c| c.is_ascii_digit());
        if is_word(self.scan.peek(0)) && !matches!(self.scan.peek(0), b'e' | b'E') {
            self.scan.skip_while(is_word);
            return Kind::Bits;
        }
        if self.scan.skip_fraction() { Kind::Real } else { Kind::Int }
    }

    fn sign(&mut self) -> Kind {
        let rest = self.scan.rest(0);
        if let Some(sign) = LONG_SIGNS.iter().find(|s| rest.starts_with(**s)) {
            self.scan.at += sign.len();
            return Kind::Sign;
        }
        let Some(c) = rest.chars().next() else { return Kind::End };
        self.scan.at += c.len_utf8();
        if "()[]{},;:.=<>+-*/&|!?@#".contains(c) { Kind::Sign } else { Kind::Unknown }
    }
}

fn is_word(c: u8) -> bool {
    c.is_ascii_alphanumeric() || c == b'_'
}
