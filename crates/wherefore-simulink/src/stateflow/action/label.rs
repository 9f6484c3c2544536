//! The parts of labels.
//!
//! ```text
//! state        A/ en: x = 1; du, ex: y = 2; on after(3, tick): E
//! transition   E[x > 1]{x = 0}/{y = 1}
//! function     [a, b] = f(x)
//! ```

use super::lexer::{TokenKind, comment, quoted};
use super::parser::{Dialect, Parser, Read};
use super::syntax::{ExprKind, Section, Signature, Statement, TransitionLabel, Trigger, TriggerKind, When};
use super::{ActionError, Text};
use std::ops::Range;

/// The name and the sections of the label of a state. What stands before the first head is done on entry.
pub fn state(text: &Text<'_>, dialect: Dialect) -> (String, Result<Vec<Section>, ActionError>) {
    let start = text.value.len() - text.value.trim_start().len();
    let rest = text.value.get(start..).unwrap_or("");
    let length = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    let name = rest.get(..length).unwrap_or("").to_owned();
    let behind = rest.get(length..).unwrap_or("");
    let blanks = behind.len() - behind.trim_start_matches([' ', '\t']).len();
    let slash = usize::from(behind.get(blanks..).is_some_and(|b| b.starts_with('/') && comment(b) == 0));
    let from = start + length + if slash == 1 { blanks + 1 } else { 0 };
    (name, sections(text, from..text.value.len(), dialect))
}

fn sections(text: &Text<'_>, range: Range<usize>, dialect: Dialect) -> Read<Vec<Section>> {
    let mut parser = Parser::new(text, range, dialect)?;
    let mut found = Vec::new();
    loop {
        while parser.kind() == &TokenKind::Newline || parser.is(";") {
            parser.advance();
        }
        if parser.kind() == &TokenKind::End {
            return Ok(found);
        }
        let start = parser.start();
        let when = match head(&mut parser)? {
            Some(when) => when,
            None if found.is_empty() => vec![When::Entry],
            None => return Err(parser.mistake("`:` is missing before this")),
        };
        let statements = match when.contains(&When::Bind) {
            true => bound(&mut parser),
            false => parser.statements(&|p| begins_head(p))?,
        };
        if parser.end() <= start {
            return Err(parser.mistake("this has no meaning here"));
        }
        found.push(Section { when, statements, span: parser.span(start) });
    }
}

/// Whether a head stands here.
fn begins_head(parser: &mut Parser<'_>) -> bool {
    let mark = parser.mark();
    let found = matches!(head(parser), Ok(Some(_)));
    parser.reset(mark);
    found
}

/// The times before a colon; none, and nothing is taken, if there is no head here.
fn head(parser: &mut Parser<'_>) -> Read<Option<Vec<When>>> {
    let mark = parser.mark();
    let mut when = Vec::new();
    loop {
        let word = match parser.kind() {
            TokenKind::Name(word) => word.clone(),
            _ => String::new(),
        };
        match word.as_str() {
            "entry" | "en" => when.push(When::Entry),
            "during" | "du" => when.push(When::During),
            "exit" | "ex" => when.push(When::Exit),
            "bind" => when.push(When::Bind),
            "on" if matches!(parser.ahead(1), TokenKind::Name(_)) => {
                parser.advance();
                for alternative in triggers(parser)? {
                    when.push(When::On(alternative));
                }
                if parser.take(":") {
                    return Ok(Some(when));
                }
                continue_after(parser)?;
                continue;
            }
            _ => {
                parser.reset(mark);
                return Ok(None);
            }
        }
        parser.advance();
        if parser.take(":") {
            return Ok(Some(when));
        }
        if !parser.take(",") && !parser.take(";") {
            parser.reset(mark);
            return Ok(None);
        }
    }
}

fn continue_after(parser: &mut Parser<'_>) -> Read<()> {
    if parser.take(",") || parser.take(";") { Ok(()) } else { Err(parser.mistake("`:` is missing here")) }
}

/// The names behind `bind:` have no effect here.
fn bound(parser: &mut Parser<'_>) -> Vec<Statement> {
    while parser.kind() != &TokenKind::End && !begins_head(parser) {
        parser.advance();
    }
    Vec::new()
}

/// Triggers, with `|` or `||` between them.
fn triggers(parser: &mut Parser<'_>) -> Read<Vec<Trigger>> {
    let mut found = vec![trigger(parser)?];
    while parser.take("|") || parser.take("||") {
        parser.newlines();
        found.push(trigger(parser)?);
    }
    Ok(found)
}

fn trigger(parser: &mut Parser<'_>) -> Read<Trigger> {
    let start = parser.start();
    let kind = match parser.named()? {
        ExprKind::Name(name) if matches!(name.as_str(), "tick" | "wakeup") => TriggerKind::Tick,
        ExprKind::Name(name) => TriggerKind::Event(name),
        ExprKind::Temporal(operator, Some(count), unit) => TriggerKind::Temporal(operator, *count, unit),
        ExprKind::Apply { function, arguments } => {
            let name = match arguments.as_slice() {
                [one] => match &one.kind {
                    ExprKind::Name(name) => Some(name.clone()),
                    _ => None,
                },
                _ => None,
            };
            match (function.as_str(), name) {
                ("enter" | "en" | "entry", Some(name)) => TriggerKind::Entered(name),
                ("exit" | "ex", Some(name)) => TriggerKind::Exited(name),
                ("change" | "chg", Some(name)) => TriggerKind::Changed(name),
                _ => return Err(parser.mistake(format!("`{function}` is no trigger"))),
            }
        }
        _ => return Err(parser.mistake("an event is missing here")),
    };
    Ok(Trigger { kind, span: parser.span(start) })
}

/// The parts of the label of a transition.
pub fn transition(text: &Text<'_>, dialect: Dialect) -> Result<TransitionLabel, ActionError> {
    let mut label = TransitionLabel::default();
    let mut scan = Scan { text, at: 0 };
    let part = scan.until(&['[', '{', '/']);
    if !blank(text, &part) {
        let mut parser = Parser::new(text, part, dialect)?;
        parser.newlines();
        label.triggers = triggers(&mut parser)?;
        parser.finish()?;
    }
    if let Some(part) = scan.bracketed('[', ']')? {
        if !blank(text, &part) {
            let mut parser = Parser::new(text, part, dialect)?;
            label.condition = Some(parser.expression()?);
            parser.finish()?;
        }
        scan.until(&['{', '/']);
    }
    if let Some(part) = scan.bracketed('{', '}')? {
        label.condition_action = actions(text, part, dialect)?;
        scan.until(&['/']);
    }
    if scan.rest().starts_with('/') {
        scan.at += 1;
        scan.until_something();
        let part = match scan.bracketed('{', '}')? {
            Some(part) => part,
            None => scan.until(&[]),
        };
        label.transition_action = actions(text, part, dialect)?;
    }
    let rest = scan.until(&[]);
    match blank(text, &rest) {
        true => Ok(label),
        false => Err(ActionError { span: text.span(rest), message: "this has no meaning in a label".to_owned() }),
    }
}

/// Whether nothing but blanks and comments stand in a part.
fn blank(text: &Text<'_>, part: &Range<usize>) -> bool {
    let mut rest = text.value.get(part.clone()).unwrap_or("").trim_start();
    while comment(rest) > 0 {
        rest = rest.get(comment(rest)..).unwrap_or("").trim_start();
    }
    rest.is_empty() || rest == "?"
}

fn actions(text: &Text<'_>, part: Range<usize>, dialect: Dialect) -> Read<Vec<Statement>> {
    let mut parser = Parser::new(text, part, dialect)?;
    let statements = parser.statements(&|_| false)?;
    parser.finish()?;
    Ok(statements)
}

/// The head of a function that is drawn.
pub fn function(text: &Text<'_>, dialect: Dialect) -> Result<Signature, ActionError> {
    let mut parser = Parser::new(text, 0..text.value.len(), dialect)?;
    let signature = parser.signature()?;
    parser.finish()?;
    Ok(signature)
}

/// The head and the statements of a function that is written.
pub fn script(text: &Text<'_>, dialect: Dialect) -> Result<(Signature, Vec<Statement>), ActionError> {
    let mut parser = Parser::new(text, 0..text.value.len(), dialect)?;
    parser.newlines();
    if !parser.is_word("function") {
        return Err(parser.mistake("`function` is missing here"));
    }
    parser.advance();
    let signature = parser.signature()?;
    let statements = parser.statements(&|_| false)?;
    if parser.is_word("end") {
        parser.advance();
        parser.take(";");
    }
    parser.finish()?;
    Ok((signature, statements))
}

/// Finds the parts of a label, past comments and texts in quotes.
struct Scan<'t> {
    text: &'t Text<'t>,
    at: usize,
}

impl<'t> Scan<'t> {
    fn rest(&self) -> &'t str {
        self.text.value.get(self.at..).unwrap_or("")
    }

    /// Passes one character, or a comment or text as a whole.
    fn pass(&mut self) {
        let rest = self.rest();
        let skipped = comment(rest);
        let first = rest.chars().next();
        self.at += match first {
            _ if skipped > 0 => skipped,
            Some(quote @ '"') => quoted(rest, quote).unwrap_or(1),
            Some(quote @ '\'') => quoted(rest, quote).unwrap_or(1),
            Some(c) => c.len_utf8(),
            None => 0,
        };
    }

    /// All up to one of some characters outside of parentheses.
    fn until(&mut self, stops: &[char]) -> Range<usize> {
        let (start, mut depth) = (self.at, 0_usize);
        while let Some(c) = self.rest().chars().next() {
            match c {
                _ if depth == 0 && stops.contains(&c) && comment(self.rest()) == 0 => break,
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.pass();
        }
        start..self.at
    }

    /// Passes blanks and comments.
    fn until_something(&mut self) {
        while let Some(c) = self.rest().chars().next() {
            if !c.is_whitespace() && comment(self.rest()) == 0 {
                return;
            }
            self.pass();
        }
    }

    /// What stands between brackets, if the opening one stands here.
    fn bracketed(&mut self, open: char, close: char) -> Read<Option<Range<usize>>> {
        let begin = self.at;
        if !self.rest().starts_with(open) {
            return Ok(None);
        }
        let mut depth = 0_usize;
        while let Some(c) = self.rest().chars().next() {
            if c == open {
                depth += 1;
            } else if c == close {
                depth = depth.saturating_sub(1);
            }
            self.pass();
            if depth == 0 {
                return Ok(Some(begin + 1..self.at - 1));
            }
        }
        let span = self.text.span(begin..begin + 1);
        Err(ActionError { span, message: format!("`{close}` is missing in the label") })
    }
}
