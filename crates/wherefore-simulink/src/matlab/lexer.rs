//! Tokens of a text. Two characters depend on what stands before them: a quote is a transposition or opens a text, and the end
//! of a line ends a row, ends a statement or means nothing.

use super::{MAX_TOKENS, Number, ScriptError};
use std::ops::Range;

/// A token, its place, and whether white space stands before it.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) at: Range<usize>,
    /// White space separates the elements of a matrix.
    pub(super) spaced: bool,
}

#[derive(Clone, PartialEq, Debug)]
pub(super) enum TokenKind {
    Number(Number),
    Text(String),
    Name(String),
    Sign(&'static str),
    /// The end of a line outside of parentheses.
    Newline,
    End,
}

/// Longer signs before their beginnings.
const SIGNS: [&str; 36] = [
    ".*", "./", ".\\", ".^", ".'", "==", "~=", "!=", "<=", ">=", "&&", "||", "+", "-", "*", "/", "\\", "^", "'", "<",
    ">", "=", "&", "|", "~", "!", "(", ")", "[", "]", "{", "}", ",", ";", ":", ".",
];

/// The tokens of a text; the last one is [`TokenKind::End`].
pub(super) fn tokens(text: &str) -> Result<Vec<Token>, ScriptError> {
    let mut lexer = Lexer { text, at: 0, tokens: Vec::new(), open: Vec::new() };
    while lexer.step()? {
        if lexer.tokens.len() > MAX_TOKENS {
            return Err(ScriptError::new(lexer.at..lexer.at, "the text is too long"));
        }
    }
    Ok(lexer.tokens)
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
    tokens: Vec<Token>,
    /// Brackets that are open.
    open: Vec<&'static str>,
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Takes one token; whether there may be more.
    fn step(&mut self) -> Result<bool, ScriptError> {
        let before = self.at;
        self.skip_blanks();
        let spaced = self.at > before || before == 0;
        let start = self.at;
        let Some(first) = self.rest().chars().next() else {
            self.push(TokenKind::End, start, spaced);
            return Ok(false);
        };
        let second = self.rest().chars().nth(1);
        let kind = match first {
            '\n' => {
                self.at += 1;
                if self.open.last() == Some(&"(") {
                    return Ok(true);
                }
                TokenKind::Newline
            }
            '"' => self.quoted('"')?,
            '\'' if self.quote_opens_text(spaced) => self.quoted('\'')?,
            '0'..='9' => self.number()?,
            '.' if second.is_some_and(|c| c.is_ascii_digit()) => self.number()?,
            _ if first.is_ascii_alphabetic() || first == '_' => self.name(),
            _ => self.sign(first)?,
        };
        self.push(kind, start, spaced);
        Ok(true)
    }

    fn push(&mut self, kind: TokenKind, start: usize, spaced: bool) {
        self.tokens.push(Token { kind, at: start..self.at, spaced });
    }

    /// Passes blanks, comments and continued lines, but not the end of a line.
    fn skip_blanks(&mut self) {
        loop {
            let rest = self.rest();
            let blanks = rest.len() - rest.trim_start_matches(|c: char| c.is_whitespace() && c != '\n').len();
            let rest = rest.get(blanks..).unwrap_or_default();
            let line = || rest.find('\n').unwrap_or(rest.len());
            self.at += blanks;
            if rest.starts_with("...") {
                self.at += (line() + 1).min(rest.len());
            } else if self.opens_block_comment() {
                self.at += block_comment(rest);
            } else if rest.starts_with('%') {
                self.at += line();
            } else {
                return;
            }
        }
    }

    /// Whether a comment of several lines opens here: its sign has the line for itself.
    fn opens_block_comment(&self) -> bool {
        let before = self.text.get(..self.at).unwrap_or_default();
        let after = self.rest();
        after.starts_with("%{")
            && before.rsplit('\n').next().is_none_or(|line| line.trim().is_empty())
            && after.lines().next().is_some_and(|line| line.trim() == "%{")
    }

    /// A quote after an operand transposes it, except after a blank inside of a matrix: `[a' b']` and `[a 'b']`.
    fn quote_opens_text(&self, spaced: bool) -> bool {
        let operand = self.tokens.last().is_some_and(|token| match &token.kind {
            TokenKind::Number(_) | TokenKind::Name(_) | TokenKind::Text(_) => true,
            TokenKind::Sign(sign) => matches!(*sign, ")" | "]" | "}" | "'" | ".'"),
            _ => false,
        });
        let in_matrix = matches!(self.open.last(), Some(&"[" | &"{"));
        !operand || (spaced && in_matrix)
    }

    /// A text up to its closing quote; two quotes stand for one.
    fn quoted(&mut self, quote: char) -> Result<TokenKind, ScriptError> {
        let start = self.at;
        let mut found = String::new();
        let mut characters = self.rest().char_indices().skip(1).peekable();
        while let Some((offset, c)) = characters.next() {
            if c == '\n' {
                break;
            }
            if c == quote && characters.next_if(|(_, next)| *next == quote).is_none() {
                self.at = start + offset + 1;
                return Ok(TokenKind::Text(found));
            }
            found.push(c);
        }
        Err(ScriptError::new(start..start + 1, "the text has no closing quote"))
    }

    fn name(&mut self) -> TokenKind {
        let rest = self.rest();
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        self.at += end;
        TokenKind::Name(rest.get(..end).unwrap_or_default().to_string())
    }

    fn number(&mut self) -> Result<TokenKind, ScriptError> {
        let start = self.at;
        let length = number_length(self.rest());
        self.at += length;
        let digits = self.text.get(start..self.at).unwrap_or_default();
        let suffix = self.rest().chars().next();
        if matches!(suffix, Some('i' | 'j'))
            && !self.rest().chars().nth(1).is_some_and(|c| c.is_ascii_alphanumeric() || c == '_')
        {
            return Err(ScriptError::new(start..self.at + 1, "complex numbers are not taken"));
        }
        match Number::from_decimal(digits) {
            Some(number) => Ok(TokenKind::Number(number)),
            None => Err(ScriptError::new(start..self.at, "the number is outside of the range of doubles")),
        }
    }

    fn sign(&mut self, first: char) -> Result<TokenKind, ScriptError> {
        let rest = self.rest();
        let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) else {
            let message = match first {
                '@' => "handles of functions are not taken".to_string(),
                c => format!("`{}` has no meaning here", c.escape_debug()),
            };
            return Err(ScriptError::new(self.at..self.at + first.len_utf8(), message));
        };
        match *sign {
            "(" | "[" | "{" => self.open.push(sign),
            ")" | "]" | "}" => {
                self.open.pop();
            }
            _ => {}
        }
        self.at += sign.len();
        Ok(TokenKind::Sign(sign))
    }
}

/// How long a comment of several lines is; such comments may be nested.
fn block_comment(rest: &str) -> usize {
    let (mut depth, mut length) = (0usize, 0);
    for line in rest.split_inclusive('\n') {
        length += line.len();
        match line.trim() {
            "%{" => depth += 1,
            "%}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    length
}

/// How long the number is that a text begins with. The point of `1.*x` and of `1...` is no part of it.
fn number_length(rest: &str) -> usize {
    let bytes = rest.as_bytes();
    let byte = |at: usize| bytes.get(at).copied().unwrap_or(0);
    let digits = |from: usize| bytes.iter().skip(from).take_while(|b| b.is_ascii_digit()).count();
    let mut at = digits(0);
    if byte(at) == b'.' && !matches!(byte(at + 1), b'*' | b'/' | b'\\' | b'^' | b'\'' | b'.') {
        at += 1;
        at += digits(at);
    }
    if matches!(byte(at), b'e' | b'E' | b'd' | b'D') {
        let sign = usize::from(matches!(byte(at + 1), b'+' | b'-'));
        let exponent = digits(at + 1 + sign);
        if exponent > 0 {
            at += 1 + sign + exponent;
        }
    }
    at
}
