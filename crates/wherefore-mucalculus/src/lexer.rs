//! From characters to tokens, for both dialects.
//!
//! The lexer never fails: what it cannot read becomes a token that no rule takes. A quote that follows a letter belongs to a
//! name, as mCRL2 has it; any other begins a pattern of MCL.

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
    /// What cannot be read, or a quote or comment without its end.
    Unknown,
    /// The end of the text.
    End,
}

/// A token of a formula.
pub type Token = wherefore_syntax::Token<Kind>;

/// Signs; a longer one stands before its beginnings.
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
            (b'(', b'*') if comment(scan) => continue,
            (b'(', b'*') => Kind::Unknown,
            (b'"', _) => quoted(scan, b'"', Kind::Label),
            (b'\'', _) => quoted(scan, b'\'', Kind::Pattern),
            (c, _) if c.is_ascii_alphabetic() || c == b'_' => {
                scan.skip_while(|c| c.is_ascii_alphanumeric() || c == b'_' || c == b'\'');
                Kind::Word
            }
            (c, _) if c.is_ascii_digit() => {
                scan.skip_while(|c| c.is_ascii_digit());
                Kind::Number
            }
            _ => sign(scan),
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
            _ => return Kind::Unknown,
        }
    }
}

fn sign(scan: &mut Scanner<'_>) -> Kind {
    if let Some(sign) = SIGNS.iter().find(|sign| scan.rest(0).starts_with(**sign)) {
        scan.at += sign.len();
        return Kind::Sign(sign);
    }
    scan.at += scan.rest(0).chars().next().map_or(1, char::len_utf8);
    Kind::Unknown
}
