//! Tokens of a part of a label.

use super::{ActionError, MAX_TOKENS, Text};
use crate::matlab::Number;
use std::ops::Range;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum TokenKind {
    Name(String),
    Number(Number),
    Text(String),
    Sign(&'static str),
    /// The end of a line outside of parentheses.
    Newline,
    End,
}

#[derive(Clone, Debug)]
pub(super) struct Token {
    pub kind: TokenKind,
    pub at: Range<usize>,
    /// Whether white space stands before it: it separates the elements of a matrix.
    pub spaced: bool,
}

/// Longer signs before their beginnings.
const SIGNS: [&str; 49] = [
    "<<", ">>", "==", "~=", "!=", "<>", "<=", ">=", "&&", "||", "%%", ":=", "+=", "-=", "*=", "/=", "|=", "&=", "^=",
    ".*", "./", ".^", ".'", "++", "--", "+", "-", "*", "/", "^", "<", ">", "=", "&", "|", "~", "!", "(", ")", "[", "]",
    "{", "}", ",", ";", ":", ".", "'", "@",
];

/// How long the comment or the continuation is that a text begins with; 0 if it begins with neither.
pub(super) fn comment(rest: &str) -> usize {
    let line = || rest.find('\n').unwrap_or(rest.len());
    if rest.starts_with("/*") {
        return rest.find("*/").map_or(rest.len(), |end| end + 2);
    }
    if rest.starts_with("...") {
        return (line() + 1).min(rest.len());
    }
    let opens = rest.starts_with("//") || (rest.starts_with('%') && !rest.starts_with("%%"));
    if opens { line() } else { 0 }
}

/// How long the text in quotes is that a text begins with; none if it does not end on its line.
pub(super) fn quoted(rest: &str, quote: char) -> Option<usize> {
    let mut characters = rest.char_indices().skip(1).peekable();
    while let Some((at, c)) = characters.next() {
        match c {
            '\n' => return None,
            '\\' => _ = characters.next_if(|(_, next)| *next == quote || *next == '\\'),
            _ if c == quote && characters.next_if(|(_, next)| *next == quote).is_none() => {
                return Some(at + quote.len_utf8());
            }
            _ => {}
        }
    }
    None
}

/// The tokens of a part of a text; the last one is [`TokenKind::End`].
pub(super) fn tokens(text: &Text<'_>, range: Range<usize>) -> Result<Vec<Token>, ActionError> {
    let mut lexer = Lexer { text, at: range.start, end: range.end, tokens: Vec::new(), open: Vec::new() };
    while lexer.step()? {
        if lexer.tokens.len() > MAX_TOKENS {
            return Err(lexer.mistake(1, "the text is too long"));
        }
    }
    Ok(lexer.tokens)
}

struct Lexer<'t> {
    text: &'t Text<'t>,
    at: usize,
    end: usize,
    tokens: Vec<Token>,
    /// Brackets that are open.
    open: Vec<&'static str>,
}

impl<'t> Lexer<'t> {
    fn rest(&self) -> &'t str {
        self.text.value.get(self.at..self.end).unwrap_or("")
    }

    fn mistake(&self, length: usize, message: impl Into<String>) -> ActionError {
        ActionError { span: self.text.span(self.at..self.at + length), message: message.into() }
    }

    fn step(&mut self) -> Result<bool, ActionError> {
        let before = self.at;
        self.blanks();
        let spaced = self.at > before;
        let start = self.at;
        let rest = self.rest();
        let Some(first) = rest.chars().next() else {
            self.tokens.push(Token { kind: TokenKind::End, at: start..start, spaced });
            return Ok(false);
        };
        let kind = match first {
            '\n' => TokenKind::Newline,
            _ => self.token(rest, first, spaced)?,
        };
        if kind == TokenKind::Newline {
            self.at += 1;
            if self.open.last() == Some(&"(") {
                return Ok(true);
            }
        }
        self.tokens.push(Token { kind, at: start..self.at, spaced });
        Ok(true)
    }

    fn blanks(&mut self) {
        loop {
            let rest = self.rest();
            let blanks = rest.len() - rest.trim_start_matches(|c: char| c.is_whitespace() && c != '\n').len();
            let length = comment(rest.get(blanks..).unwrap_or(""));
            self.at += blanks + length;
            if length == 0 {
                return;
            }
        }
    }

    /// A token other than the end of a line.
    fn token(&mut self, rest: &'t str, first: char, spaced: bool) -> Result<TokenKind, ActionError> {
        let second = rest.chars().nth(1);
        if first == '"' || (first == '\'' && self.quote_opens(spaced)) {
            let length = quoted(rest, first).ok_or_else(|| self.mistake(1, "the text has no closing quote"))?;
            let inside = rest.get(1..length.saturating_sub(1)).unwrap_or("");
            self.at += length;
            let doubled = format!("{first}{first}");
            return Ok(TokenKind::Text(inside.replace(&doubled, &first.to_string())));
        }
        if first.is_ascii_digit() || (first == '.' && second.is_some_and(|c| c.is_ascii_digit())) {
            return self.number(rest);
        }
        if first.is_ascii_alphabetic() || first == '_' {
            let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
            self.at += end;
            return Ok(TokenKind::Name(rest.get(..end).unwrap_or("").to_owned()));
        }
        self.sign(rest, first)
    }

    /// A quote after an operand transposes it.
    fn quote_opens(&self, spaced: bool) -> bool {
        let operand = self.tokens.last().is_some_and(|token| match &token.kind {
            TokenKind::Number(_) | TokenKind::Name(_) | TokenKind::Text(_) => true,
            TokenKind::Sign(sign) => matches!(*sign, ")" | "]" | "'" | ".'"),
            _ => false,
        });
        !operand || (spaced && self.open.last() == Some(&"["))
    }

    fn number(&mut self, rest: &str) -> Result<TokenKind, ActionError> {
        let length = number_length(rest);
        let digits = rest.get(..length).unwrap_or("");
        let whole = rest.strip_prefix("0x").or(rest.strip_prefix("0X"));
        let number = match whole {
            Some(hexadecimal) => {
                let end = hexadecimal.find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(hexadecimal.len());
                let value = u64::from_str_radix(hexadecimal.get(..end).unwrap_or(""), 16).ok();
                value.map(|v| (Number::integer(v), end + 2))
            }
            None => Number::from_decimal(digits).map(|n| (n, length)),
        };
        let (number, length) = number.ok_or_else(|| self.mistake(length.max(1), "the number is not taken"))?;
        self.at += length;
        // The suffix of a float in C.
        let suffix = self.rest();
        let alone = suffix.chars().nth(1).is_none_or(|c| !c.is_ascii_alphanumeric() && c != '_');
        if suffix.starts_with(['F', 'f', 'c', 'C']) && alone {
            self.at += 1;
        }
        Ok(TokenKind::Number(number))
    }

    fn sign(&mut self, rest: &str, first: char) -> Result<TokenKind, ActionError> {
        let counts = |sign: &str| {
            let behind = rest.get(sign.len()..).unwrap_or("").trim_start_matches([' ', '\t']);
            behind.is_empty() || behind.starts_with([';', ',', '\n', '\r', '}', ')'])
        };
        let fits = |sign: &&&str| rest.starts_with(**sign) && (!matches!(**sign, "++" | "--") || counts(sign));
        let Some(sign) = SIGNS.iter().find(fits) else {
            return Err(self.mistake(first.len_utf8(), format!("`{}` has no meaning here", first.escape_debug())));
        };
        match *sign {
            "(" | "[" | "{" => self.open.push(sign),
            ")" | "]" | "}" => _ = self.open.pop(),
            _ => {}
        }
        self.at += sign.len();
        Ok(TokenKind::Sign(sign))
    }
}

/// How long the number is that a text begins with. The point of `1.*x` is no part of it.
fn number_length(rest: &str) -> usize {
    let bytes = rest.as_bytes();
    let byte = |at: usize| bytes.get(at).copied().unwrap_or(0);
    let digits = |from: usize| bytes.iter().skip(from).take_while(|b| b.is_ascii_digit()).count();
    let mut at = digits(0);
    if byte(at) == b'.' && !matches!(byte(at + 1), b'*' | b'/' | b'^' | b'\'' | b'.') {
        at += 1;
        at += digits(at);
    }
    if matches!(byte(at), b'e' | b'E') {
        let sign = usize::from(matches!(byte(at + 1), b'+' | b'-'));
        let exponent = digits(at + 1 + sign);
        if exponent > 0 {
            at += 1 + sign + exponent;
        }
    }
    at
}
