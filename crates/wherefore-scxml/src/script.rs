//! The expressions and scripts of a document: the part of ECMAScript that has no side effects and needs no engine.
//!
//! `lexer` cuts a decoded text into tokens, `expr`, `primary` and `literal` read expressions by binding power, `statement` reads the
//! assignments of a `<script>`, and `refuse` knows the rest of the language well enough to call it by its name. Names are
//! resolved while they are read. A mistake is one of three kinds, because the standard treats them differently: what no
//! engine could read or evaluate is an event for a chart that handles errors; what only we cannot evaluate never is.

mod arrow;
mod expr;
mod lexer;
mod literal;
mod object;
mod outcome;
mod primary;
mod refuse;
mod statement;
#[cfg(test)]
mod tests;

use super::chart::{Action, DataId, Expr, Field, FieldId, StateId};
use super::codes;
use super::xml::Text;
pub(super) use arrow::{Piece, function, members};
use indexmap::IndexMap;
use lexer::{Kind, Token};
pub(super) use literal::exact;
pub(super) use object::object;
pub(super) use outcome::statements as outcome;
pub(super) use primary::OWN_LOCATION;
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use wherefore_diag::{Diagnostic, Span};
use wherefore_syntax::{Codes, Cursor, Descent, Tokens, nearest};

/// How deep expressions and statements may be nested.
const MAX_DEPTH: u32 = 200;
/// The most operators with two operands in one expression.
const MAX_OPERATORS: usize = 10_000;
/// How many tokens a text may have; chains of operators are trees as deep as they are long.
const MAX_TOKENS: usize = 20_000;

/// How many suggestions are looked for; no more diagnostics than these are kept.
const MAX_SUGGESTIONS: u32 = 100;

/// How `_event.data` as a whole is called among its fields.
pub(super) const WHOLE: &str = "_data";

/// Meaning of names.
#[derive(Debug, Default)]
pub(super) struct Names {
    pub data: BTreeMap<String, DataId>,
    /// Objects, whose values are data items: their names and those of the objects in them.
    pub objects: BTreeSet<String>,
    pub states: BTreeMap<String, StateId>,
    /// The states that are never active.
    pub histories: BTreeSet<StateId>,
    pub fields: IndexMap<String, Field>,
    /// The first expression that reads something of `_event.data`.
    pub reads_event: Option<Span>,
    /// A name that nothing declares is an event for the chart.
    pub lenient: bool,
    /// Value of `_name`, if the document has a name.
    pub name: Option<String>,
    /// The first expression that takes it that no event has a `_event.sendid`.
    pub without_ids: Option<Span>,
    /// The first expression that takes it that no event has a `_event.invokeid`.
    pub without_invocations: Option<Span>,
    /// `_msg` and the like are what the message of a callback carries.
    pub messages: bool,
    /// The number that each `Math.random()` stands for, by the place where it is written.
    pub randoms: BTreeMap<u32, DataId>,
    /// Some expression reads `_event.data` as a whole.
    pub reads_whole: bool,
    /// What the parameters of a function stand for: `context`, `event`, a part of either, or nothing for both together.
    pub aliases: BTreeMap<String, String>,
    /// A function is given one object with everything, whatever it asks for, and what has things done: version 6 of XState.
    pub structured: bool,
    /// Data are reached through parameters of a function, and not by their names.
    pub functions: bool,
    /// `eq`, `and` and the like are operators.
    pub words: bool,
    /// How many suggestions were looked for: each compares a word with all names.
    pub suggestions: Cell<u32>,
    /// Messages about names that nothing declares.
    pub faults: Vec<Diagnostic>,
}

impl Names {
    /// The data item that a misspelt word was probably meant to be.
    pub fn close_data(&self, word: &str) -> Option<&str> {
        self.worth_looking().then(|| nearest(word, self.data.keys().map(String::as_str)))?
    }

    /// The state that a misspelt word was probably meant to be.
    pub fn close_state(&self, word: &str) -> Option<&str> {
        self.worth_looking().then(|| nearest(word, self.states.keys().map(String::as_str)))?
    }

    fn worth_looking(&self) -> bool {
        self.suggestions.replace(self.suggestions.get().saturating_add(1)) < MAX_SUGGESTIONS
    }

    /// Field that stands for `_event.data` as a whole.
    pub fn whole(&mut self, span: Span) -> FieldId {
        // No field has an empty name; it is shown by another.
        let field = || Field { name: WHOLE.to_owned(), declared: None, bounds: None, session: String::new(), span };
        FieldId(self.fields.get_index_of("").unwrap_or_else(|| self.fields.insert_full(String::new(), field()).0) as u32)
    }

    /// The field of this name.
    pub fn field(&mut self, name: &str, span: Span) -> FieldId {
        let field = || Field { name: name.to_owned(), declared: None, bounds: None, session: String::new(), span };
        let index = self.fields.get_index_of(name).unwrap_or_else(|| {
            self.fields.insert(name.to_owned(), field());
            self.fields.len() - 1
        });
        FieldId(index as u32)
    }
}

/// Which operators there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// Rules of ECMAScript.
    Plain,
    /// Also `->` and `<->`.
    Invariant,
    /// Also `G`, `F`, `X`, `U` and `R`.
    Temporal,
}

/// Kind of a mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MistakeKind {
    /// No engine could read it.
    Syntax,
    /// No engine could evaluate it: a name that nothing declares.
    Undeclared,
    /// Every engine refuses it when it is executed, and goes on: an assignment to a variable of the session.
    ReadOnly,
    /// An engine could evaluate it.
    Unsupported,
}

/// Why a text cannot be used.
#[derive(Debug)]
pub(super) struct ScriptError {
    pub kind: MistakeKind,
    pub diagnostic: Box<Diagnostic>,
}

impl ScriptError {
    fn new(kind: MistakeKind, diagnostic: Diagnostic) -> ScriptError {
        ScriptError { kind, diagnostic: Box::new(diagnostic) }
    }
}

type Parsed<T> = Result<T, ScriptError>;

/// Reads an expression.
pub(super) fn expression(text: &Text, mode: Mode, names: &mut Names) -> Parsed<Expr> {
    let script = Script::new(text)?;
    let mut parser = Parser::new(&script, mode, names);
    let expr = parser.expr()?;
    parser.end()?;
    Ok(expr)
}

/// Target of an assignment: a data item, or a place in an array.
#[derive(Debug)]
pub(super) struct Location {
    pub data: DataId,
    pub index: Option<Expr>,
}

/// Reads a location.
pub(super) fn location(text: &Text, names: &mut Names) -> Parsed<Location> {
    let script = Script::new(text)?;
    let mut parser = Parser::new(&script, Mode::Plain, names);
    let location = parser.location()?;
    parser.end()?;
    Ok(location)
}

/// Reads the statements of a `<script>`.
pub(super) fn statements(text: &Text, names: &mut Names) -> Parsed<Vec<Action>> {
    let script = Script::new(text)?;
    let mut parser = Parser::new(&script, Mode::Plain, names);
    parser.statements()
}

/// The variables that a script declares, with their places; a text that cannot be cut into tokens declares none.
pub(super) fn declared(text: &Text) -> Vec<(String, Span)> {
    let tokens = lexer::tokens(text).unwrap_or_default();
    let word = |t: &Token| text.value.get(t.range.clone()).unwrap_or("").to_owned();
    let mut found = Vec::new();
    let mut declaring = false;
    let mut depth = 0_usize;
    for pair in tokens.windows(2) {
        let [before, token] = pair else { continue };
        match before.kind {
            Kind::Name if word(before) == "var" => declaring = true,
            Kind::Punct("(" | "[" | "{") => depth += 1,
            Kind::Punct(")" | "]" | "}") => depth = depth.saturating_sub(1),
            Kind::Punct(";") => declaring = false,
            Kind::Punct(",") if declaring && depth == 0 => {}
            _ => continue,
        }
        let starts = word(before) == "var" || (declaring && depth == 0 && word(before) == ",");
        if starts && token.kind == Kind::Name {
            found.push((word(token), text.span(token.range.clone())));
        }
    }
    found
}

/// Where a text says `Math.random()`.
pub(super) fn randoms(text: &Text) -> Vec<Span> {
    let tokens = lexer::tokens(text).unwrap_or_default();
    let word = |t: &Token| text.value.get(t.range.clone()).unwrap_or("");
    let says = |w: &&[Token]| w.iter().map(word).eq(["Math", ".", "random", "(", ")"]);
    tokens.windows(5).filter(says).map(|w| text.span(w[0].range.start..w[4].range.end)).collect()
}

/// The tokens of an expression, decoded, each with the place where it is written; none if the text cannot be cut into tokens.
pub fn tokens(text: &Text) -> Vec<(Span, String)> {
    let tokens = lexer::tokens(text).unwrap_or_default().into_iter().filter(|t| t.kind != Kind::End);
    let spell = |range: Range<usize>| text.value.get(range).unwrap_or("").to_owned();
    tokens.map(|t| (text.span(t.range.clone()), spell(t.range))).collect()
}

/// A decoded text with its tokens.
struct Script<'t> {
    text: &'t Text,
    tokens: Vec<Token>,
}

impl<'t> Script<'t> {
    fn new(text: &'t Text) -> Parsed<Script<'t>> {
        let tokens = lexer::tokens(text)?;
        if tokens.len() > MAX_TOKENS {
            let headline = format!("an expression has more than {MAX_TOKENS} tokens");
            let diagnostic = Diagnostic::at(codes::TOO_DEEP, text.whole(), headline, "too long");
            return Err(ScriptError::new(MistakeKind::Unsupported, diagnostic));
        }
        Ok(Script { text, tokens })
    }
}

impl Tokens for Script<'_> {
    type Token = Token;
    type Form = &'static str;

    fn token(&self, index: usize) -> Token {
        let end = self.text.value.len();
        let missing = || Token { kind: Kind::End, range: end..end, first_in_line: false };
        self.tokens.get(index).cloned().unwrap_or_else(missing)
    }

    fn is_end(&self, token: &Token) -> bool {
        token.kind == Kind::End
    }

    fn is_word(&self, token: &Token) -> bool {
        token.kind == Kind::Name
    }

    fn is(&self, token: &Token, form: &'static str) -> bool {
        token.kind == Kind::Punct(form)
    }

    fn written(form: &'static str) -> &'static str {
        form
    }

    fn spelling(&self, token: &Token) -> &str {
        self.text.value.get(token.range.clone()).unwrap_or("")
    }

    fn place(&self, token: &Token) -> Span {
        self.text.span(token.range.clone())
    }

    fn span(&self, first: usize, last: usize) -> Span {
        let start = self.token(first).range.start;
        self.text.span(start..self.token(last).range.end.max(start))
    }
}

/// Reads one text.
struct Parser<'a> {
    cursor: Cursor<'a, Script<'a>>,
    operators: usize,
    mode: Mode,
    names: &'a mut Names,
}

impl<'a> Descent<'a> for Parser<'a> {
    type Tokens = Script<'a>;
    type Error = ScriptError;

    const NESTING_LIMIT: u32 = MAX_DEPTH;
    const CODES: Codes = Codes { syntax: codes::SYNTAX, unclosed: codes::SYNTAX, too_deep: codes::TOO_DEEP };

    fn cursor(&self) -> &Cursor<'a, Script<'a>> {
        &self.cursor
    }

    fn cursor_mut(&mut self) -> &mut Cursor<'a, Script<'a>> {
        &mut self.cursor
    }

    fn report(&mut self, diagnostic: Diagnostic) -> ScriptError {
        ScriptError::new(MistakeKind::Syntax, diagnostic)
    }

    fn unexpected(&mut self, wanted: &str) -> ScriptError {
        self.unexpected_here(wanted)
    }

    fn too_deep(&mut self) -> ScriptError {
        let headline = format!("an expression is nested more than {} deep", Self::NESTING_LIMIT);
        let diagnostic = Diagnostic::at(codes::TOO_DEEP, self.span_of(self.token()), headline, "too deep");
        ScriptError::new(MistakeKind::Unsupported, diagnostic)
    }
}

impl<'a> Parser<'a> {
    fn new(script: &'a Script<'a>, mode: Mode, names: &'a mut Names) -> Parser<'a> {
        Parser { cursor: Cursor::new(script), operators: 0, mode, names }
    }

    fn text(&self) -> &'a Text {
        self.cursor.tokens().text
    }

    fn is_word(&self, word: &str) -> bool {
        self.name_here() == Some(word)
    }

    /// The word at this place, if it is one.
    fn name_here(&self) -> Option<&'a str> {
        Some(self.word()).filter(|word| !word.is_empty())
    }

    fn end(&mut self) -> Parsed<()> {
        if self.at_end() { Ok(()) } else { Err(self.unexpected("an operator")) }
    }

    fn span(&self, range: Range<usize>) -> Span {
        self.text().span(range)
    }

    /// A chain of operators leans to one side: as a tree it is as deep as it is long.
    fn count_operator(&mut self) -> Parsed<()> {
        self.operators += 1;
        if self.operators <= MAX_OPERATORS {
            return Ok(());
        }
        let headline = format!("an expression has more than {MAX_OPERATORS} operators");
        let diagnostic = Diagnostic::at(codes::TOO_DEEP, self.span_of(self.token()), headline, "too many");
        Err(ScriptError::new(MistakeKind::Unsupported, diagnostic))
    }
}
