//! Functions of XState 6 that say what happens: statements that choose, have things done, and give an object.
//!
//! ```text
//! ({ context, event }, enq) => {
//!   if (context.left < event.count) return;                         nothing: the transition is not enabled
//!   enq.raise({ type: 'SOLD' });
//!   return { target: 'sold', context: { left: context.left - event.count } };
//! }
//! ```
//!
//! Statements are cut by their brackets, and each expression is read by itself: one that is not simple leaves the others as they
//! are. A function that could change something behind the back of the machine is refused.

mod part;

use super::arrow::{ENQUEUE, with_head};
use super::lexer::{Kind, Token};
use super::{Mode, Names, Parsed, Parser, Script};
use crate::function::{Function, Part, Statement};
use crate::xml::Text;
use std::ops::Range;
use wherefore_diag::Span;
use wherefore_syntax::Tokens;

/// How deep statements and objects may be nested.
const MAX_DEPTH: u32 = 60;
/// Words with which a statement begins that goes beyond choosing.
const BEYOND: &[&str] =
    &["for", "while", "do", "switch", "try", "throw", "class", "function", "async", "await", "yield", "delete"];
/// Operators that change what stands beside them.
const CHANGES: &[&str] = &[
    "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", ">>>=", "**=", "&&=", "||=", "??=", "++", "--",
];

/// Reads a function as statements.
pub(in super::super) fn statements(text: &Text, names: &mut Names) -> Parsed<Function> {
    let script = Script::new(text)?;
    let before = std::mem::replace(&mut names.structured, true);
    let read = with_head(&script, names, |script, at, names| {
        let parameters = parameters(script, at);
        let mut walk = Walk { script, names, depth: 0 };
        let end = script.tokens.len().saturating_sub(1);
        let statements = if script.is(&script.token(at), "{") {
            let close = walk.close(at)?;
            walk.block(at + 1..close)?
        } else {
            walk.outcome(at..end)?
        };
        Ok(Function { statements, parameters })
    });
    names.structured = before;
    read
}

/// How many parameters are written before the body.
fn parameters(script: &Script<'_>, body: usize) -> usize {
    let (mut depth, mut commas, mut any) = (0_usize, 0, false);
    for token in script.tokens.iter().take(body) {
        match token.kind {
            Kind::Punct("(" | "{" | "[") => depth += 1,
            Kind::Punct(")" | "}" | "]") => depth = depth.saturating_sub(1),
            Kind::Punct(",") if depth == 1 => commas += 1,
            _ => {}
        }
        any |= token.kind == Kind::Name;
    }
    if any { commas + 1 } else { 0 }
}

/// A walk over the tokens of a function.
struct Walk<'w, 't> {
    script: &'w Script<'t>,
    names: &'w mut Names,
    depth: u32,
}

impl Walk<'_, '_> {
    fn token(&self, at: usize) -> Token {
        self.script.token(at)
    }

    fn is(&self, at: usize, form: &'static str) -> bool {
        self.token(at).kind == Kind::Punct(form)
    }

    fn word(&self, at: usize) -> &str {
        let token = self.token(at);
        if token.kind == Kind::Name { self.script.text.value.get(token.range).unwrap_or("") } else { "" }
    }

    fn span(&self, range: &Range<usize>) -> Span {
        self.script.span(range.start, range.end.saturating_sub(1).max(range.start))
    }

    fn refuse<T>(&mut self, what: &str, range: &Range<usize>) -> Parsed<T> {
        let span = self.span(range);
        Err(Parser::new(self.script, Mode::Plain, self.names).refuse(what, span))
    }

    /// The place of the bracket that closes the one at a place.
    fn close(&mut self, open: usize) -> Parsed<usize> {
        let mut depth = 0_usize;
        for at in open..self.script.tokens.len() {
            match self.token(at).kind {
                Kind::Punct("(" | "[" | "{") => depth += 1,
                Kind::Punct(")" | "]" | "}") => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 {
                return Ok(at);
            }
        }
        self.refuse("a bracket that is not closed", &(open..open + 1))
    }

    /// Goes deeper, as far as that is allowed.
    fn deeper<T>(&mut self, range: &Range<usize>, inner: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth == MAX_DEPTH {
            return self.refuse("nesting beyond the limit", range);
        }
        self.depth += 1;
        let read = inner(self);
        self.depth -= 1;
        read
    }

    /// The statements of a block.
    fn block(&mut self, range: Range<usize>) -> Parsed<Vec<Statement>> {
        let mut found = Vec::new();
        let mut at = range.start;
        while at < range.end {
            at = self.statement(at..range.end, &mut found)?;
        }
        Ok(found)
    }

    /// One statement; where the next begins.
    fn statement(&mut self, range: Range<usize>, found: &mut Vec<Statement>) -> Parsed<usize> {
        self.deeper(&range.clone(), |walk| walk.statement_inside(range, found))
    }

    fn statement_inside(&mut self, range: Range<usize>, found: &mut Vec<Statement>) -> Parsed<usize> {
        let at = range.start;
        if self.is(at, ";") {
            return Ok(at + 1);
        }
        if self.is(at, "{") {
            let close = self.close(at)?;
            found.extend(self.block(at + 1..close)?);
            return Ok(close + 1);
        }
        let word = self.word(at).to_owned();
        if word == "if" {
            return self.choice(range, found);
        }
        let end = self.end(&range);
        if word == "return" {
            match at + 1 == end {
                true => found.push(Statement::Return(self.part(at..end))),
                false => found.extend(self.outcome(at + 1..end)?),
            }
        } else if ["const", "let", "var"].contains(&word.as_str()) {
            self.declaration(at..end)?;
        } else if BEYOND.contains(&word.as_str()) {
            return self.refuse(&format!("`{word}`"), &(at..at + 1));
        } else {
            found.extend(self.effect(at..end)?);
        }
        Ok(end)
    }

    /// `if (condition) statement else statement`
    fn choice(&mut self, range: Range<usize>, found: &mut Vec<Statement>) -> Parsed<usize> {
        let close = self.close(range.start + 1)?;
        let cond = self.part(range.start + 2..close);
        let (mut yes, mut no) = (Vec::new(), Vec::new());
        let mut at = self.statement(close + 1..range.end, &mut yes)?;
        if self.is(at, ";") && self.word(at + 1) == "else" {
            at += 1;
        }
        if at < range.end && self.word(at) == "else" {
            at = self.statement(at + 1..range.end, &mut no)?;
        }
        found.push(Statement::If { cond, yes, no });
        Ok(at)
    }

    /// Where a statement ends: at a semicolon, or at the end of a line behind which nothing can go on.
    fn end(&self, range: &Range<usize>) -> usize {
        let mut depth = 0_usize;
        for at in range.clone() {
            let token = self.token(at);
            let begins = token.kind == Kind::Name || token.kind == Kind::Text || token.kind == Kind::Number;
            let before = self.token(at.saturating_sub(1)).kind;
            let ended = !matches!(before, Kind::Punct(_)) || matches!(before, Kind::Punct(")" | "]" | "}"));
            if depth == 0
                && (token.kind == Kind::Punct(";") || at > range.start && token.first_in_line && begins && ended)
            {
                return at;
            }
            match token.kind {
                Kind::Punct("(" | "[" | "{") => depth += 1,
                Kind::Punct(")" | "]" | "}") => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        range.end
    }

    /// A constant of its own hides what else has its name; what it stands for is not followed.
    fn declaration(&mut self, range: Range<usize>) -> Parsed<()> {
        if range.clone().any(|at| self.is_alias(at, ENQUEUE))
            || range.clone().any(|at| self.is(at, "++") || self.is(at, "--"))
        {
            return self.refuse("a constant that is the outcome of something that is done", &range);
        }
        let head = range.clone().take_while(|at| !self.is(*at, "=")).collect::<Vec<_>>();
        for at in head {
            let word = self.word(at).to_owned();
            self.names.aliases.remove(&word);
        }
        Ok(())
    }

    /// Whether a word stands for something of what a function is given.
    fn is_alias(&self, at: usize, whole: &str) -> bool {
        let Some(path) = self.names.aliases.get(self.word(at)) else { return false };
        path == whole || path.strip_prefix(whole).is_some_and(|rest| rest.starts_with('.'))
    }

    /// An expression for its effect: something that is handed to the machine, or a call of no interest to it.
    fn effect(&mut self, range: Range<usize>) -> Parsed<Vec<Statement>> {
        let own = range.start;
        if self.is_alias(own, ENQUEUE) {
            return self.enqueue(range);
        }
        let changes = |w: &Self, at: usize| CHANGES.iter().any(|c| w.is(at, c));
        let reaches = |w: &Self, at: usize| {
            w.is_alias(at, ENQUEUE)
                || w.is_alias(at, "context")
                || w.names.aliases.get(w.word(at)).is_some_and(String::is_empty)
        };
        if range.clone().any(|at| changes(self, at) || reaches(self, at)) || self.word(own).is_empty() {
            return self.refuse("a statement that may change something", &range);
        }
        let span = self.span(&range);
        Ok(vec![Statement::Outside { words: self.words(&range), span, enables: false }])
    }

    /// `enq(action)`, `enq.raise(event, options)` and the like.
    fn enqueue(&mut self, range: Range<usize>) -> Parsed<Vec<Statement>> {
        let at = range.start;
        let path = self.names.aliases.get(self.word(at)).cloned().unwrap_or_default();
        let mut name = path.strip_prefix("enq.").unwrap_or("").to_owned();
        let mut open = at + 1;
        if self.is(open, ".") || self.is(open, "?.") {
            name = self.word(open + 1).to_owned();
            open += 2;
        }
        if !self.is(open, "(") || self.close(open)? + 1 != range.end {
            return self.refuse("something that is done and used", &range);
        }
        let close = self.close(open)?;
        let arguments = self.split(open + 1..close, ",");
        let span = self.span(&range);
        let mut parts: Vec<Part> = arguments.into_iter().filter(|r| !r.is_empty()).map(|r| self.part(r)).collect();
        Ok(vec![match name.as_str() {
            "raise" | "cancel" if parts.is_empty() => return self.refuse("nothing that is done", &range),
            "raise" => {
                let event = parts.remove(0);
                Statement::Raise { event, options: parts.into_iter().next(), span }
            }
            "cancel" => Statement::Cancel { id: parts.remove(0), span },
            "sendTo" if self.reaches_itself(open + 1..close) => {
                return self.refuse("an event that a machine sends to itself from outside", &range);
            }
            _ => Statement::Outside { words: self.words(&range), span, enables: true },
        }])
    }

    /// Whether the first argument of `sendTo` is the machine itself.
    fn reaches_itself(&self, range: Range<usize>) -> bool {
        self.is_alias(range.start, "self") || self.word(range.start + 2) == "self"
    }

    /// What a function gives: an object, nothing, one of two, or what something does.
    fn outcome(&mut self, range: Range<usize>) -> Parsed<Vec<Statement>> {
        let range = self.unwrapped(range)?;
        if let Some((question, colon)) = self.conditional(&range) {
            let cond = self.part(range.start..question);
            let yes = self.deeper(&range, |walk| walk.outcome(question + 1..colon))?;
            let no = self.deeper(&range, |walk| walk.outcome(colon + 1..range.end))?;
            return Ok(vec![Statement::If { cond, yes, no }]);
        }
        if self.is_alias(range.start, ENQUEUE) {
            return self.enqueue(range);
        }
        Ok(vec![Statement::Return(self.part(range))])
    }

    /// Without the brackets around all of it.
    fn unwrapped(&mut self, mut range: Range<usize>) -> Parsed<Range<usize>> {
        while !range.is_empty() && self.is(range.start, "(") && self.close(range.start)? + 1 == range.end {
            range = range.start + 1..range.end - 1;
        }
        Ok(range)
    }

    /// The places of the question mark and the colon that belong together, outside of brackets.
    fn conditional(&self, range: &Range<usize>) -> Option<(usize, usize)> {
        let (mut depth, mut open, mut question) = (0_usize, 0_usize, None);
        for at in range.clone() {
            match self.token(at).kind {
                Kind::Punct("(" | "[" | "{") => depth += 1,
                Kind::Punct(")" | "]" | "}") => depth = depth.saturating_sub(1),
                Kind::Punct("?") if depth == 0 => {
                    question = question.or(Some(at));
                    open += 1;
                }
                Kind::Punct(":") if depth == 0 && open > 0 => {
                    open -= 1;
                    if open == 0 {
                        return question.map(|q| (q, at));
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// Ranges between separators, outside of brackets.
    fn split(&self, range: Range<usize>, separator: &'static str) -> Vec<Range<usize>> {
        let (mut depth, mut start, mut found) = (0_usize, range.start, Vec::new());
        for at in range.clone() {
            match self.token(at).kind {
                Kind::Punct("(" | "[" | "{") => depth += 1,
                Kind::Punct(")" | "]" | "}") => depth = depth.saturating_sub(1),
                Kind::Punct(mark) if depth == 0 && mark == separator => {
                    found.push(start..at);
                    start = at + 1;
                }
                _ => {}
            }
        }
        found.push(start..range.end);
        found
    }

    fn words(&self, range: &Range<usize>) -> String {
        let (first, last) = (self.token(range.start).range.start, self.token(range.end.saturating_sub(1)).range.end);
        let text = self.script.text.value.get(first..last).unwrap_or("");
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}
