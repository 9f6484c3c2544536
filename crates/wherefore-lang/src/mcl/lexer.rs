//! From characters to tokens, in one pass.
//!
//! The lexer never fails and reports nothing: what it cannot read becomes a token that no grammar rule takes. Words are
//! not sorted into keywords and names, because the two dialects reserve different ones.

use wherefore_syntax::{Scanner, up_to_end};

/// Kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A keyword, variable or name of an action.
    Word,
    /// Digits.
    Number,
    /// `"..."`
    Label,
    /// `'...'`
    Pattern,
    /// `(`
    LParen,
    /// `)`
    RParen,
    /// `[`
    LBracket,
    /// `]`
    RBracket,
    /// `<`
    Less,
    /// `>`
    Greater,
    /// `.`
    Dot,
    /// `*`
    Star,
    /// `+`
    Plus,
    /// `?`
    Question,
    /// `|`
    Bar,
    /// `||`
    Or,
    /// `&&`
    And,
    /// `!`
    Not,
    /// `=>`
    Implies,
    /// A sign that only occurs in data.
    Sign,
    /// A quote without its end on the same line.
    OpenQuote,
    /// A comment without its end.
    OpenComment,
    /// A character that begins no token.
    Unknown,
    /// The end of the text.
    End,
}

/// A token of a formula.
pub type Token = wherefore_syntax::Token<Kind>;

impl wherefore_syntax::Kind for Kind {
    const END: Kind = Kind::End;
    const WORD: Kind = Kind::Word;

    fn written(self) -> &'static str {
        match self {
            Kind::LParen => "(",
            Kind::RParen => ")",
            Kind::LBracket => "[",
            Kind::RBracket => "]",
            Kind::Less => "<",
            Kind::Greater => ">",
            Kind::Dot => ".",
            Kind::Star => "*",
            Kind::Plus => "+",
            Kind::Question => "?",
            Kind::Bar => "|",
            Kind::Or => "||",
            Kind::And => "&&",
            Kind::Not => "!",
            Kind::Implies => "=>",
            _ => "?",
        }
    }
}

/// All tokens of a text, the last one of kind [`Kind::End`].
pub fn tokens(text: &str) -> Vec<Token> {
    up_to_end(text, token)
}

fn token(scan: &mut Scanner<'_>) -> Token {
    loop {
        let start = scan.at;
        let kind = match (scan.peek(0), scan.peek(1)) {
            (0, _) if start >= scan.text.len() => Kind::End,
            (b' ' | b'\t' | b'\r' | b'\n' | 0x0c, _) => {
                scan.at += 1;
                continue;
            }
            (b'-', b'-') | (b'%', _) => {
                scan.skip_line();
                continue;
            }
            (b'(', b'*') => match comment(scan) {
                true => continue,
                false => Kind::OpenComment,
            },
            (b'"', _) => quoted(scan, b'"', Kind::Label),
            (b'\'', _) => quoted(scan, b'\'', Kind::Pattern),
            (c, _) if c.is_ascii_alphabetic() || c == b'_' => run(scan, Kind::Word),
            (c, _) if c.is_ascii_digit() => run(scan, Kind::Number),
            (c, next) => symbol(scan, c, next),
        };
        return scan.token(kind, start);
    }
}

/// Skips `(* ... *)`; false if the end is missing.
fn comment(scan: &mut Scanner<'_>) -> bool {
    let end = scan.text[scan.at + 2..].find("*)");
    scan.at = end.map_or(scan.text.len(), |length| scan.at + 2 + length + 2);
    end.is_some()
}

fn run(scan: &mut Scanner<'_>, kind: Kind) -> Kind {
    scan.skip_while(|c| c.is_ascii_alphanumeric() || c == b'_');
    kind
}

/// Text up to the same quote on the same line; a backslash hides the character after it.
fn quoted(scan: &mut Scanner<'_>, quote: u8, kind: Kind) -> Kind {
    scan.at += 1;
    loop {
        scan.skip_while(|c| c != quote && c != b'\\' && c != b'\n');
        match scan.peek(0) {
            b'\\' if !matches!(scan.peek(1), 0 | b'\n') => {
                scan.at += 2;
                scan.skip_while(|c| c & 0b1100_0000 == 0b1000_0000);
            }
            b'\\' => scan.at += 1,
            c if c == quote && scan.at < scan.text.len() => {
                scan.at += 1;
                return kind;
            }
            _ => return Kind::OpenQuote,
        }
    }
}

fn symbol(scan: &mut Scanner<'_>, first: u8, second: u8) -> Kind {
    let (kind, length) = match (first, second) {
        (b'|', b'|') => (Kind::Or, 2),
        (b'&', b'&') => (Kind::And, 2),
        (b'=', b'>') => (Kind::Implies, 2),
        _ => (single(first), 1),
    };
    scan.at += length;
    while !scan.text.is_char_boundary(scan.at) {
        scan.at += 1;
    }
    kind
}

fn single(c: u8) -> Kind {
    match c {
        b'(' => Kind::LParen,
        b')' => Kind::RParen,
        b'[' => Kind::LBracket,
        b']' => Kind::RBracket,
        b'<' => Kind::Less,
        b'>' => Kind::Greater,
        b'.' => Kind::Dot,
        b'*' => Kind::Star,
        b'+' => Kind::Plus,
        b'?' => Kind::Question,
        b'|' => Kind::Bar,
        b'!' => Kind::Not,
        b'{' | b'}' | b',' | b':' | b';' | b'=' | b'@' | b'#' | b'-' | b'/' | b'&' | b'^' => Kind::Sign,
        _ => Kind::Unknown,
    }
}
