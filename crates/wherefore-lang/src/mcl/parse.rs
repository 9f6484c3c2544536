//! The parser: a hand-written recursive descent over the token list. It stops at the first error.
//!
//! Chains of one operator are read by loops; only real nesting recurses, on a stack that grows, up to [`NESTING_LIMIT`].
//! The limit also keeps every later walk over the tree within an ordinary stack.

mod action;
mod fixpoint;
mod formula;
mod regular;
mod unsupported;

use super::codes;
use super::lexer::{self, Kind, Token};
use std::collections::BTreeMap;
use wherefore_diag::{Diagnostic, Diagnostics, FileId, Span};
use wherefore_ir::actions::Pattern;
use wherefore_ir::actions::{Action, Formula};

/// How deep formulas may be nested.
pub const NESTING_LIMIT: u32 = 500;
/// How many different patterns a formula may have.
const MOST_PATTERNS: usize = 1000;

/// Says that an error has been reported.
#[derive(Clone, Copy, Debug)]
struct Reported;

type Parsed<T> = Result<T, Reported>;

/// Reads a formula that takes the whole text.
pub(super) fn parse(file: FileId, text: &str) -> (Option<Formula>, Diagnostics) {
    let mut parser = Parser::new(file, text);
    let formula = parser.formula().and_then(|f| parser.end("the end of the formula").map(|()| f)).ok();
    (formula, parser.diagnostics)
}

/// Reads an action formula that takes the whole text.
pub(super) fn parse_action(file: FileId, text: &str) -> (Option<Action>, Diagnostics) {
    let mut parser = Parser::new(file, text);
    let path = parser.regular().and_then(|p| parser.end("the end of the action").map(|()| p));
    let action = path.and_then(|p| parser.action_of(p)).ok();
    (action, parser.diagnostics)
}

struct Parser<'a> {
    file: FileId,
    text: &'a str,
    tokens: Vec<Token>,
    at: usize,
    depth: u32,
    /// The fixpoint variables that are bound here, the innermost last.
    variables: Vec<&'a str>,
    /// The patterns met so far: one that occurs often is compiled once.
    patterns: BTreeMap<&'a str, Pattern>,
    diagnostics: Diagnostics,
}

impl<'a> Parser<'a> {
    fn new(file: FileId, text: &'a str) -> Parser<'a> {
        Parser {
            file,
            text,
            tokens: lexer::tokens(text),
            at: 0,
            depth: 0,
            variables: Vec::new(),
            patterns: BTreeMap::new(),
            diagnostics: Diagnostics::default(),
        }
    }

    fn end(&mut self, expected: &str) -> Parsed<()> {
        if self.kind() == Kind::End { Ok(()) } else { Err(self.unexpected(expected)) }
    }

    fn token(&self) -> Token {
        self.tokens[self.at]
    }

    fn kind(&self) -> Kind {
        self.token().kind
    }

    fn kind_ahead(&self, ahead: usize) -> Kind {
        self.tokens.get(self.at + ahead).map_or(Kind::End, |t| t.kind)
    }

    fn text_of(&self, token: Token) -> &'a str {
        &self.text[token.start as usize..token.end as usize]
    }

    /// The text of the current token if it is a word, otherwise nothing.
    fn word(&self) -> &'a str {
        if self.kind() == Kind::Word { self.text_of(self.token()) } else { "" }
    }

    fn span_of(&self, token: Token) -> Span {
        Span::new(self.file, token.start, token.end)
    }

    /// From the token at index `first` to the last one consumed.
    fn span_from(&self, first: usize) -> Span {
        let last = self.tokens[self.at.saturating_sub(1).max(first)];
        self.span_of(self.tokens[first]).to(self.span_of(last))
    }

    fn bump(&mut self) -> Token {
        let token = self.token();
        if token.kind != Kind::End {
            self.at += 1;
        }
        token
    }

    fn eat(&mut self, kind: Kind) -> bool {
        let found = self.kind() == kind;
        if found {
            self.bump();
        }
        found
    }

    /// Takes an operator in either dialect's spelling.
    fn eat_either(&mut self, kind: Kind, word: &str) -> bool {
        let found = self.kind() == kind || self.word() == word;
        if found {
            self.bump();
        }
        found
    }

    /// Expects what closes the token `open`.
    fn expect_close(&mut self, open: Token, kind: Kind, wanted: &str) -> Parsed<()> {
        if self.eat(kind) {
            return Ok(());
        }
        self.refuse_unsupported()?;
        let ends = self.kind() == Kind::End;
        let code = if ends { codes::UNCLOSED } else { codes::SYNTAX };
        let headline = match ends {
            true => format!("`{}` is never closed", self.text_of(open)),
            false => format!("expected {wanted}, found {}", self.found()),
        };
        let diagnostic = Diagnostic::at(code, self.span_of(self.token()), headline, format!("expected {wanted}"))
            .label(self.span_of(open), "opened here");
        Err(self.report(diagnostic))
    }

    fn report(&mut self, diagnostic: Diagnostic) -> Reported {
        self.diagnostics.push(diagnostic);
        Reported
    }

    /// Reports that the current token is not what the grammar wants.
    fn unexpected(&mut self, wanted: &str) -> Reported {
        if let Err(reported) = self.refuse_unsupported() {
            return reported;
        }
        let headline = format!("expected {wanted}, found {}", self.found());
        let span = self.span_of(self.token());
        self.report(Diagnostic::at(codes::SYNTAX, span, headline, format!("expected {wanted}")))
    }

    /// The current token in the words of a message.
    fn found(&self) -> String {
        match self.kind() {
            Kind::End => "the end of the file".to_owned(),
            _ => format!("`{}`", shortened(self.text_of(self.token()))),
        }
    }

    /// Runs a part of the parser one nesting level deeper.
    fn nested<T>(&mut self, part: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= NESTING_LIMIT {
            let span = self.span_of(self.token());
            let headline = format!("nested more than {NESTING_LIMIT} levels deep");
            return Err(self.report(Diagnostic::at(codes::TOO_DEEP, span, headline, "at the limit here")));
        }
        self.depth += 1;
        let result = stacker::maybe_grow(64 * 1024, 1024 * 1024, || part(self));
        self.depth -= 1;
        result
    }
}

/// A token's text, cut where it would fill the screen.
fn shortened(text: &str) -> &str {
    match text.char_indices().nth(40) {
        Some((end, _)) => &text[..end],
        None => text,
    }
}
