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
use super::lexer::{self, Kind};
use std::collections::BTreeMap;
use wherefore_diag::{Diagnostic, Diagnostics, FileId};
use wherefore_ir::actions::Pattern;
use wherefore_ir::actions::{Action, Formula};
use wherefore_syntax::{Checked, Cursor, Descent, OneText, Reporter};

/// How deep formulas may be nested.
pub const NESTING_LIMIT: u32 = 500;
/// How many different patterns a formula may have.
const MOST_PATTERNS: usize = 1000;

/// Reads a formula that takes the whole text.
pub(super) fn parse(file: FileId, text: &str) -> (Option<Formula>, Diagnostics) {
    let tokens = OneText { file, text, tokens: lexer::tokens(text) };
    let mut parser = Parser::new(&tokens);
    let formula = parser.formula().and_then(|f| parser.end("the end of the formula").map(|()| f)).ok();
    (formula, parser.report.into_diagnostics())
}

/// Reads an action formula that takes the whole text.
pub(super) fn parse_action(file: FileId, text: &str) -> (Option<Action>, Diagnostics) {
    let tokens = OneText { file, text, tokens: lexer::tokens(text) };
    let mut parser = Parser::new(&tokens);
    let path = parser.regular().and_then(|p| parser.end("the end of the action").map(|()| p));
    let action = path.and_then(|p| parser.action_of(p)).ok();
    (action, parser.report.into_diagnostics())
}

struct Parser<'a> {
    cursor: Cursor<'a, OneText<'a, Kind>>,
    /// The fixpoint variables that are bound here, the innermost last.
    variables: Vec<&'a str>,
    /// The patterns met so far: one that occurs often is compiled once.
    patterns: BTreeMap<&'a str, Pattern>,
    report: Reporter,
}

impl<'a> Descent<'a> for Parser<'a> {
    wherefore_syntax::descent!('a, OneText<'a, Kind>, codes);

    fn bad_token(&self) -> Option<Diagnostic> {
        self.unsupported()
    }
}

impl<'a> Parser<'a> {
    fn new(tokens: &'a OneText<'a, Kind>) -> Parser<'a> {
        let (variables, patterns) = (Vec::new(), BTreeMap::new());
        Parser { cursor: Cursor::new(tokens), variables, patterns, report: Reporter::default() }
    }

    fn end(&mut self, expected: &str) -> Checked<()> {
        if self.at_end() { Ok(()) } else { Err(self.unexpected(expected)) }
    }

    fn kind(&self) -> Kind {
        self.token().kind
    }

    fn kind_ahead(&self, ahead: usize) -> Kind {
        self.token_ahead(ahead).kind
    }

    /// Takes an operator in either dialect's spelling.
    fn eat_either(&mut self, kind: Kind, word: &str) -> bool {
        let found = self.kind() == kind || self.word() == word;
        if found {
            self.bump();
        }
        found
    }
}
