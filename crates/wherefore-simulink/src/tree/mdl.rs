//! Sections out of the older text form.
//!
//! ```text
//! Block {
//!   BlockType    Gain
//!   Name         "Gain\n1"  "a long text goes on in further quotes"
//!   Position     [10, 20, 40, 50]
//! }
//! ```

use super::{MAX_DEPTH, Node};
use crate::codes;
use crate::document::Parameters;
use wherefore_diag::{Diagnostic, FileId, Span};
use wherefore_syntax::Reporter;

/// The sections of a file: `Model`, `Stateflow` and others.
pub(super) fn parse(file: FileId, text: &str, report: &mut Reporter) -> Option<Vec<Node>> {
    let mut reader = Reader { file, text, at: 0 };
    match reader.sections() {
        Ok(nodes) => Some(nodes),
        Err((at, message)) => {
            let end = text.get(at..).and_then(|r| r.chars().next()).map_or(at, |c| at + c.len_utf8());
            report.push(Diagnostic::at(codes::SYNTAX, Span::new(file, at as u32, end as u32), message, "here"));
            None
        }
    }
}

type Wrong = (usize, String);

struct Reader<'t> {
    file: FileId,
    text: &'t str,
    at: usize,
}

impl<'t> Reader<'t> {
    /// All sections of the file. Those that are open form a stack, so that nesting costs no recursion.
    fn sections(&mut self) -> Result<Vec<Node>, Wrong> {
        let (mut done, mut open): (Vec<Node>, Vec<Node>) = (Vec::new(), Vec::new());
        loop {
            self.blanks();
            let start = self.at;
            match self.peek() {
                None if open.is_empty() => return Ok(done),
                None => return Err((start, "the file ends inside of a section".to_owned())),
                Some('}') => {
                    self.at += 1;
                    let closed = open.pop().ok_or((start, "a closing brace without a section".to_owned()))?;
                    open.last_mut().map_or(&mut done, |o| &mut o.children).push(closed);
                }
                Some(_) => self.entry(&mut open)?,
            }
            if open.len() > MAX_DEPTH {
                return Err((start, format!("sections are nested more than {MAX_DEPTH} deep")));
            }
        }
    }

    /// A name, and the section or the value behind it.
    fn entry(&mut self, open: &mut Vec<Node>) -> Result<(), Wrong> {
        let start = self.at;
        let kind = self.word().to_owned();
        if kind.is_empty() {
            return Err((start, "the name of a section or of a value was expected".to_owned()));
        }
        self.spaces();
        if self.peek() == Some('{') {
            self.at += 1;
            let span = self.span(start);
            open.push(Node { kind, fields: Parameters::default(), children: Vec::new(), span });
            return Ok(());
        }
        let begin = self.at;
        let value = self.value()?;
        let span = self.span(begin);
        match open.last_mut() {
            Some(node) => node.set(&kind, value, span),
            None => return Err((start, format!("`{kind}` stands outside of any section"))),
        }
        Ok(())
    }

    fn value(&mut self) -> Result<String, Wrong> {
        match self.peek() {
            Some('"') => self.strings(),
            Some('[') => self.brackets(),
            _ => {
                let line = self.rest().split(['\n', '\r']).next().unwrap_or("");
                self.at += line.len();
                Ok(line.trim().to_owned())
            }
        }
    }

    /// One text in quotes, and those that continue it.
    fn strings(&mut self) -> Result<String, Wrong> {
        let mut value = String::new();
        while self.peek() == Some('"') {
            self.string(&mut value)?;
            let end = self.at;
            self.blanks();
            if self.peek() != Some('"') {
                self.at = end;
                break;
            }
        }
        Ok(value)
    }

    fn string(&mut self, value: &mut String) -> Result<(), Wrong> {
        let start = self.at;
        self.at += 1;
        while let Some(c) = self.peek() {
            self.at += c.len_utf8();
            match c {
                '"' => return Ok(()),
                '\\' => {
                    let escaped = self.peek().ok_or((start, "a text without an end".to_owned()))?;
                    self.at += escaped.len_utf8();
                    value.push(match escaped {
                        'n' => '\n',
                        't' => '\t',
                        other => other,
                    });
                }
                c => value.push(c),
            }
        }
        Err((start, "a text without an end".to_owned()))
    }

    /// A list in brackets, which may go over several lines.
    fn brackets(&mut self) -> Result<String, Wrong> {
        let start = self.at;
        let mut depth = 0_usize;
        while let Some(c) = self.peek() {
            self.at += c.len_utf8();
            match c {
                '[' => depth += 1,
                ']' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return Ok(self.text.get(start..self.at).unwrap_or("").to_owned());
            }
        }
        Err((start, "a list without an end".to_owned()))
    }

    fn word(&mut self) -> &'t str {
        let rest = self.rest();
        let end = rest.find(|c: char| c.is_whitespace() || matches!(c, '{' | '}' | '"')).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    /// Skips blanks, line ends, and lines that begin with `#`.
    fn blanks(&mut self) {
        loop {
            let rest = self.rest();
            self.at += rest.len() - rest.trim_start().len();
            if self.peek() != Some('#') {
                return;
            }
            self.at += self.rest().find('\n').unwrap_or(self.rest().len());
        }
    }

    fn spaces(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches([' ', '\t']).len();
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn span(&self, start: usize) -> Span {
        Span::new(self.file, start as u32, self.at as u32)
    }
}
