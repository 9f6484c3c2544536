//! From characters to tokens, for formulas of mCRL2 and MCL.
//!
//! The lexer never fails and reports nothing: what it cannot read becomes a token that no rule takes. Words are not sorted into
//! keywords and names, because dialects reserve different ones.

use wherefore_syntax::{Scanner, up_to_end};

/// Kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A keyword or name.
    Word,
    /// Digits.
    Number,
    /// `"..."`
    Label,
    /// `'...'`
    Pattern,
    /// An operator or bracket.
    Sign(&'static str),
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

/// What readers of formulas differ in.
#[derive(Clone, Copy, Debug)]
pub struct Dialect {
    /// Signs; a longer one stands before its beginnings.
    pub signs: &'static [&'static str],
    /// Whether a quote behind a letter belongs to a name, as mCRL2 has it; any other begins a pattern of MCL.
    pub has_quotes_in_names: bool,
}

const SIGNS: &[&str] = &[
    "...", "|>", "<|", "||", "|", "&&", "=>", "->", "-|", "==", "!=", "!", "<=", ">=", "<", ">", "++", "+", ":=", ":",
    ".", "*", "?", "(", ")", "[", "]", "{", "}", ",", ";", "=", "@", "#", "-", "/",
];

impl wherefore_syntax::Kind for Kind {
    const END: Kind = Kind::End;
    const WORD: Kind = Kind::Word;

    fn written(self) -> &'static str {
        match self {
            Kind::Sign(sign) => sign,
            _ => "?",
        }
    }
}

/// All tokens of a formula with data, the last one of kind [`Kind::End`].
pub fn tokens(text: &str) -> Vec<Token> {
    tokens_of(text, Dialect { signs: SIGNS, has_quotes_in_names: true })
}

/// All tokens of a text, the last one of kind [`Kind::End`].
pub fn tokens_of(text: &str, dialect: Dialect) -> Vec<Token> {
    up_to_end(text, |scan| token(scan, dialect))
}

fn token(scan: &mut Scanner<'_>, dialect: Dialect) -> Token {
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
            (b'(', b'*') if comment(scan) => continue,
            (b'(', b'*') => Kind::OpenComment,
            (b'"', _) => quoted(scan, b'"', Kind::Label),
            (b'\'', _) => quoted(scan, b'\'', Kind::Pattern),
            (c, _) if c.is_ascii_alphabetic() || c == b'_' => {
                let quote = if dialect.has_quotes_in_names { b'\'' } else { b'_' };
                scan.skip_while(|c| c.is_ascii_alphanumeric() || c == b'_' || c == quote);
                Kind::Word
            }
            (c, _) if c.is_ascii_digit() => {
                scan.skip_while(|c| c.is_ascii_digit());
                Kind::Number
            }
            _ => sign(scan, dialect.signs),
        };
        return scan.token(kind, start);
    }
}

/// Skips `(* ... *)`; false if the end is missing, and then everything is taken.
fn comment(scan: &mut Scanner<'_>) -> bool {
    let end = scan.rest(2).find("*)");
    scan.at = end.map_or(scan.text.len(), |length| scan.at + length + 4);
    end.is_some()
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

fn sign(scan: &mut Scanner<'_>, signs: &[&'static str]) -> Kind {
    if let Some(sign) = signs.iter().find(|sign| scan.rest(0).starts_with(**sign)) {
        scan.at += sign.len();
        return Kind::Sign(sign);
    }
    scan.at += scan.rest(0).chars().next().map_or(1, char::len_utf8);
    Kind::Unknown
}
