//! Reads JSON by recursive descent, as its standard (RFC 8259) has it.

use super::{Json, JsonKind, Member};
use crate::xml::Text;
use wherefore_diag::{FileId, Span};

/// How deep values may be nested.
const MAX_DEPTH: u32 = 200;
/// How many values are read.
const MAX_VALUES: usize = 1_000_000;

/// Why a text is no JSON that is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Malformed {
    /// Where.
    pub span: Span,
    /// What was found or expected there.
    pub headline: String,
    /// Nesting or size beyond the limit: it may be JSON all the same.
    pub is_limit: bool,
}

/// Reads a text that is one value.
///
/// # Errors
///
/// The first place that is wrong.
pub fn parse(file: FileId, text: &str) -> Result<Json, Malformed> {
    let mut parser = Parser { file, text, at: text.strip_prefix('\u{feff}').map_or(0, |_| 3), values: 0 };
    let value = parser.value(0)?;
    match parser.peek() {
        None => Ok(value),
        Some(c) => Err(parser.wrong(parser.at, c.len_utf8(), format!("expected the end, found `{c}`"))),
    }
}

struct Parser<'t> {
    file: FileId,
    text: &'t str,
    at: usize,
    values: usize,
}

impl<'t> Parser<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.file, start as u32, end as u32)
    }

    fn wrong(&self, at: usize, length: usize, headline: String) -> Malformed {
        let end = (at + length).min(self.text.len());
        Malformed { span: self.span(at.min(end), end), headline, is_limit: false }
    }

    /// The next character that is no white space.
    fn peek(&mut self) -> Option<char> {
        let rest = self.rest();
        let trimmed = rest.trim_start_matches([' ', '\t', '\r', '\n']);
        self.at += rest.len() - trimmed.len();
        trimmed.chars().next()
    }

    fn eat(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.at += wanted.len_utf8();
        }
        found
    }

    fn unexpected(&mut self, wanted: &str) -> Malformed {
        let found = self.peek();
        let shown = found.map_or("the end".to_owned(), |c| format!("`{c}`"));
        self.wrong(self.at, found.map_or(0, char::len_utf8), format!("expected {wanted}, found {shown}"))
    }

    fn value(&mut self, depth: u32) -> Result<Json, Malformed> {
        let first = self.peek();
        let start = self.at;
        self.values += 1;
        if depth > MAX_DEPTH || self.values > MAX_VALUES {
            let headline = match depth > MAX_DEPTH {
                true => format!("values are nested more than {MAX_DEPTH} deep"),
                false => format!("there are more than {MAX_VALUES} values"),
            };
            return Err(Malformed { is_limit: true, ..self.wrong(start, 1, headline) });
        }
        let kind = match first {
            Some('{') => self.object(depth)?,
            Some('[') => self.array(depth)?,
            Some('"') => JsonKind::Text(self.string()?),
            Some('-' | '0'..='9') => JsonKind::Number(self.number()?),
            _ => self.word()?,
        };
        Ok(Json { kind, span: self.span(start, self.at) })
    }

    fn word(&mut self) -> Result<JsonKind, Malformed> {
        let words = [("null", JsonKind::Null), ("true", JsonKind::Bool(true)), ("false", JsonKind::Bool(false))];
        let rest = self.rest();
        let length = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        let word = rest.get(..length).unwrap_or_default();
        match words.into_iter().find(|(name, _)| *name == word) {
            Some((_, kind)) => {
                self.at += length;
                Ok(kind)
            }
            None if word.is_empty() => Err(self.unexpected("a value")),
            None => Err(self.wrong(self.at, length, format!("expected a value, found `{word}`"))),
        }
    }

    fn object(&mut self, depth: u32) -> Result<JsonKind, Malformed> {
        self.at += 1;
        let mut members = Vec::new();
        if self.eat('}') {
            return Ok(JsonKind::Object(members));
        }
        loop {
            if self.peek() != Some('"') {
                return Err(self.unexpected("a key in quotes"));
            }
            let key = self.string()?;
            if !self.eat(':') {
                return Err(self.unexpected("`:`"));
            }
            members.push(Member { key, value: self.value(depth + 1)? });
            if self.eat('}') {
                return Ok(JsonKind::Object(members));
            }
            if !self.eat(',') {
                return Err(self.unexpected("`,` or `}`"));
            }
        }
    }

    fn array(&mut self, depth: u32) -> Result<JsonKind, Malformed> {
        self.at += 1;
        let mut items = Vec::new();
        if self.eat(']') {
            return Ok(JsonKind::Array(items));
        }
        loop {
            items.push(self.value(depth + 1)?);
            if self.eat(']') {
                return Ok(JsonKind::Array(items));
            }
            if !self.eat(',') {
                return Err(self.unexpected("`,` or `]`"));
            }
        }
    }

    fn number(&mut self) -> Result<String, Malformed> {
        let rest = self.rest();
        let bytes = rest.as_bytes();
        let digits = |from: usize| from + bytes.iter().skip(from).take_while(|b| b.is_ascii_digit()).count();
        let mut end = usize::from(bytes.first() == Some(&b'-'));
        let whole = digits(end);
        let zero = bytes.get(end) == Some(&b'0') && whole > end + 1;
        let mut valid = whole > end && !zero;
        end = whole;
        if bytes.get(end) == Some(&b'.') {
            let part = digits(end + 1);
            valid &= part > end + 1;
            end = part;
        }
        if matches!(bytes.get(end), Some(b'e' | b'E')) {
            let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
            let part = digits(end + 1 + sign);
            valid &= part > end + 1 + sign;
            end = part;
        }
        let number = rest.get(..end).unwrap_or_default();
        if !valid {
            return Err(self.wrong(self.at, end.max(1), format!("`{number}` is no number")));
        }
        self.at += end;
        Ok(number.to_owned())
    }

    /// A text between quotes, decoded. Its place is that without the quotes.
    fn string(&mut self) -> Result<Text, Malformed> {
        let open = self.at;
        self.at += 1;
        let mut value = String::new();
        let mut marks = vec![(0, self.at as u32)];
        loop {
            let rest = self.rest();
            let plain = rest.find(|c: char| c == '"' || c == '\\' || c < ' ').unwrap_or(rest.len());
            value.push_str(rest.get(..plain).unwrap_or_default());
            self.at += plain;
            match self.rest().chars().next() {
                Some('"') => {
                    marks.push((value.len() as u32, self.at as u32));
                    self.at += 1;
                    return Ok(Text::new(value, marks, self.file, self.at as u32 - 1));
                }
                Some('\\') => {
                    marks.push((value.len() as u32, self.at as u32));
                    value.push(self.escape()?);
                    marks.push((value.len() as u32, self.at as u32));
                }
                Some(_) => return Err(self.wrong(self.at, 1, "a control character inside a text".to_owned())),
                None => return Err(self.wrong(open, 1, "a text is never closed".to_owned())),
            }
        }
    }

    fn escape(&mut self) -> Result<char, Malformed> {
        let start = self.at;
        let sign = self.rest().chars().nth(1);
        self.at += 1 + sign.map_or(0, char::len_utf8);
        Ok(match sign {
            Some(c @ ('"' | '\\' | '/')) => c,
            Some('b') => '\u{8}',
            Some('f') => '\u{c}',
            Some('n') => '\n',
            Some('r') => '\r',
            Some('t') => '\t',
            Some('u') => return self.unicode(start),
            _ => return Err(self.wrong(start, 2, "an escape that JSON does not have".to_owned())),
        })
    }

    /// `uXXXX`, or two of them for a character beyond the first plane. Half of such a pair stands for no character.
    fn unicode(&mut self, start: usize) -> Result<char, Malformed> {
        let first = self.hex(start)?;
        let is_high = (0xd800..0xdc00).contains(&first);
        if is_high && self.rest().starts_with("\\u") {
            let before = self.at;
            self.at += 2;
            let second = self.hex(start)?;
            if (0xdc00..0xe000).contains(&second) {
                let code = 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
                return Ok(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            self.at = before;
        }
        Ok(char::from_u32(first).unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    fn hex(&mut self, start: usize) -> Result<u32, Malformed> {
        let digits = self.rest().get(..4).filter(|d| d.bytes().all(|b| b.is_ascii_hexdigit()));
        let code = digits.and_then(|d| u32::from_str_radix(d, 16).ok());
        let code = code.ok_or_else(|| self.wrong(start, 2, "`\\u` without four hexadecimal digits".to_owned()))?;
        self.at += 4;
        Ok(code)
    }
}
