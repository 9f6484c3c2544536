//! The parser: a hand-written recursive descent over the token list.
//!
//! After an error it goes on with the next declaration, so that a file gives the first mistake of each. Chains of one operator
//! are read by loops; only real nesting recurses, on a stack that grows, up to [`NESTING_LIMIT`].
//!
//! Few words are reserved: most keywords of one dialect are names in programs of the other, and are recognised by where they
//! stand.

mod contract;
mod decl;
mod expr;
mod instance;
mod item;
mod number;
mod postfix;
mod primary;
mod signature;
mod types;

use super::ast::{Expr, ExprKind, Name, Program};
use super::codes;
use super::lexer::Kind;
use super::text::{Text, Token};
use std::collections::BTreeSet;
use wherefore_diag::{Diagnostic, Span};
use wherefore_syntax::{Checked, Reported, Reporter};

/// How deep expressions, types and blocks may be nested.
pub const NESTING_LIMIT: u32 = 5_000;

/// Words that can name nothing.
const RESERVED: &[&str] = &[
    "and", "assert", "bool", "const", "contract", "div", "else", "false", "function", "if", "int", "let", "mod",
    "node", "not", "or", "pre", "real", "returns", "struct", "tel", "then", "true", "type", "var", "xor",
];

/// Reads all declarations.
pub fn parse(text: &Text, report: &mut Reporter) -> Program {
    let mut parser = Parser {
        text,
        report,
        at: 0,
        depth: 0,
        in_size: false,
        has_floor: false,
        dotted: BTreeSet::new(),
        dotted_nodes: BTreeSet::new(),
    };
    parser.has_floor = parser.declares("floor");
    parser.program()
}

struct Parser<'a> {
    text: &'a Text,
    report: &'a mut Reporter,
    at: usize,
    depth: u32,
    /// Inside the size of an array type, where `^` ends the size: `int^3^5` is an array of arrays.
    in_size: bool,
    /// Whether the program has a node of its own called `floor`.
    has_floor: bool,
    /// Declared names that contain dots, as tools that flatten records write them.
    dotted: BTreeSet<String>,
    /// The same of nodes.
    dotted_nodes: BTreeSet<String>,
}

impl<'a> Parser<'a> {
    fn program(&mut self) -> Program {
        let mut found = Program::default();
        while self.kind() != Kind::End {
            let start = self.at;
            if self.declaration(&mut found.decls).is_err() {
                self.skip_declaration(start);
            }
        }
        found
    }

    /// Skips to the word that begins the next declaration, past the token `start`.
    fn skip_declaration(&mut self, start: usize) {
        self.at = self.at.max(start + 1).min(self.text.tokens.len().saturating_sub(1));
        while self.kind() != Kind::End && !self.at_declaration() {
            self.bump();
        }
    }

    /// Whether a declaration begins here, so that reading can go on after an error.
    fn at_declaration(&self) -> bool {
        match self.word() {
            "node" | "function" | "type" | "contract" => true,
            "lemma" | "datatype" => !self.word_ahead(1).is_empty(),
            _ => false,
        }
    }

    /// Whether some node or function has this name.
    fn declares(&self, name: &str) -> bool {
        self.text.tokens.windows(2).any(|pair| match pair {
            [first, second] => {
                matches!(self.text.spelled(*first), "node" | "function" | "imported")
                    && self.text.spelled(*second) == name
            }
            _ => false,
        })
    }
}

// What the rules share.
impl<'a> Parser<'a> {
    fn token(&self) -> Token {
        self.text.token(self.at)
    }

    fn kind(&self) -> Kind {
        self.token().kind
    }

    /// The text of the token `ahead` if it is of this kind, otherwise nothing.
    fn ahead(&self, ahead: usize, kind: Kind) -> &'a str {
        let token = self.text.token(self.at + ahead);
        if token.kind == kind { self.text.spelled(token) } else { "" }
    }

    fn word_ahead(&self, ahead: usize) -> &'a str {
        self.ahead(ahead, Kind::Word)
    }

    fn word(&self) -> &'a str {
        self.word_ahead(0)
    }

    fn sign_ahead(&self, ahead: usize) -> &'a str {
        self.ahead(ahead, Kind::Sign)
    }

    fn sign(&self) -> &'a str {
        self.sign_ahead(0)
    }

    fn bump(&mut self) -> Token {
        let token = self.token();
        if token.kind != Kind::End {
            self.at += 1;
        }
        token
    }

    fn eat_sign(&mut self, sign: &str) -> bool {
        let found = self.sign() == sign;
        if found {
            self.bump();
        }
        found
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.word() == word;
        if found {
            self.bump();
        }
        found
    }

    fn expect_sign(&mut self, sign: &str) -> Checked<()> {
        if self.eat_sign(sign) { Ok(()) } else { Err(self.unexpected(&format!("`{sign}`"))) }
    }

    fn expect_word(&mut self, word: &str) -> Checked<()> {
        if self.eat_word(word) { Ok(()) } else { Err(self.unexpected(&format!("`{word}`"))) }
    }

    /// The semicolon behind an expression.
    fn expect_end(&mut self) -> Checked<()> {
        if self.eat_sign(";") { Ok(()) } else { Err(self.unexpected("an operator or `;`")) }
    }

    /// Expects the sign or word that closes the token `open`.
    fn expect_close(&mut self, open: usize, close: &str) -> Checked<()> {
        if self.eat_sign(close) || self.eat_word(close) {
            return Ok(());
        }
        if matches!(self.kind(), Kind::Open | Kind::Unknown | Kind::BadNumber) {
            return Err(self.unexpected(&format!("`{close}`")));
        }
        let opened = self.text.token(open);
        let ends = self.kind() == Kind::End || self.sign() == ";" || self.at_declaration();
        let (code, headline) = match ends || matches!(self.word(), "let" | "tel") {
            true => (codes::UNCLOSED, format!("`{}` is never closed", self.text.spelled(opened))),
            false => (codes::SYNTAX, format!("expected `{close}`, found {}", self.found())),
        };
        let diagnostic = Diagnostic::at(code, self.token().span, headline, format!("expected `{close}`"));
        Err(self.report.push(diagnostic.label(opened.span, "opened here")))
    }

    /// Whether a name stands here.
    fn at_name(&self) -> bool {
        self.kind() == Kind::Word && !RESERVED.contains(&self.word())
    }

    fn name(&mut self, wanted: &str) -> Checked<Name> {
        if !self.at_name() {
            return Err(self.unexpected(wanted));
        }
        let token = self.bump();
        Ok(Name { text: self.text.spelled(token).to_owned(), span: token.span })
    }

    /// Parts with separators between them, up to the sign that closes the token `open`. A separator at the end is allowed.
    fn list<T>(
        &mut self,
        open: usize,
        separators: &[&str],
        close: &str,
        part: impl Fn(&mut Self) -> Checked<T>,
    ) -> Checked<Vec<T>> {
        let mut found = Vec::new();
        while !self.eat_sign(close) {
            found.push(part(self)?);
            if separators.contains(&self.sign()) {
                self.bump();
                continue;
            }
            self.expect_close(open, close)?;
            break;
        }
        Ok(found)
    }

    /// Expects this sign and reads the parts up to the one that closes it.
    fn bracketed<T>(
        &mut self,
        open: &str,
        separators: &[&str],
        close: &str,
        part: impl Fn(&mut Self) -> Checked<T>,
    ) -> Checked<Vec<T>> {
        let first = self.at;
        self.expect_sign(open)?;
        self.list(first, separators, close, part)
    }

    /// The place from the token `first` to the last one read.
    fn span_from(&self, first: usize) -> Span {
        self.text.span(first, self.at.saturating_sub(1))
    }

    fn made(&self, kind: ExprKind, first: usize) -> Expr {
        Expr { kind, span: self.span_from(first) }
    }

    /// Reports that the current token is not what the grammar wants.
    fn unexpected(&mut self, wanted: &str) -> Reported {
        let span = self.token().span;
        let diagnostic = match self.kind() {
            Kind::Open => {
                let headline = "a comment or a quoted text is never closed";
                Diagnostic::at(codes::UNCLOSED, span, headline, "begins here")
            }
            Kind::Unknown => {
                let headline = format!("{} is not a character of Lustre", self.found());
                Diagnostic::at(codes::BAD_TOKEN, span, headline, "not known")
            }
            Kind::BadNumber => Diagnostic::at(codes::BAD_TOKEN, span, "malformed number", "digits run into letters"),
            _ => {
                let headline = format!("expected {wanted}, found {}", self.found());
                let diagnostic = Diagnostic::at(codes::SYNTAX, span, headline, format!("expected {wanted}"));
                self.advice().into_iter().fold(diagnostic, Diagnostic::help)
            }
        };
        self.report.push(diagnostic)
    }

    /// What people who know other languages may have meant by the current token.
    fn advice(&self) -> Option<&'static str> {
        let before = self.at.checked_sub(1).map_or("", |i| self.text.spelled(self.text.token(i)));
        match (before, self.sign()) {
            ("=", "=") => Some("equality is written `=`"),
            (_, "&&") => Some("conjunction is written `and`"),
            (_, "||") => Some("disjunction is written `or`"),
            ("!", "=") => Some("inequality is written `<>`"),
            (_, "!") => Some("negation is written `not`, inequality `<>`"),
            (_, ":=") => Some("an equation is written `x = e;`"),
            _ => None,
        }
    }

    /// The current token in the words of a message.
    fn found(&self) -> String {
        match self.kind() {
            Kind::End => "the end of the file".to_owned(),
            _ => format!("`{}`", self.text.spelled(self.token()).chars().take(40).collect::<String>()),
        }
    }

    /// Runs a part of the parser one nesting level deeper.
    fn nested<T>(&mut self, part: impl FnOnce(&mut Self) -> Checked<T>) -> Checked<T> {
        if self.depth >= NESTING_LIMIT {
            let span = self.token().span;
            let headline = format!("nested more than {NESTING_LIMIT} levels deep");
            return Err(self.report.push(Diagnostic::at(codes::TOO_DEEP, span, headline, "at the limit here")));
        }
        self.depth += 1;
        let result = stacker::maybe_grow(64 * 1024, 1024 * 1024, || part(self));
        self.depth -= 1;
        result
    }
}
