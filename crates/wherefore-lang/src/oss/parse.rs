//! The parser: a hand-written recursive descent over the token list.
//!
//! After an error it goes on with the next item, so that a file gives all its mistakes at once. Chains of one operator are
//! read by loops; only real nesting recurses, on a stack that grows, up to [`NESTING_LIMIT`]. The limit also bounds every
//! later walk over the tree.

mod expr;
mod interface;
mod primary;
mod refinement;
mod types;

use super::ast::{Component, Name, Specification};
use super::codes;
use super::lexer::Kind;
use super::text::{Text, Token};
use wherefore_diag::{Diagnostic, Span};
use wherefore_syntax::{Checked, Reported, Reporter};

/// How deep formulas may be nested.
pub const NESTING_LIMIT: u32 = 500;

/// Words that begin an item or a section, at which reading goes on after an error.
const ITEMS: &[&str] = &[
    "COMPONENT",
    "INTERFACE",
    "REFINEMENT",
    "INPUT",
    "OUTPUT",
    "PORT",
    "PARAMETER",
    "PROVIDED",
    "REQUIRED",
    "OPERATION",
    "DEFINE",
    "PARAMETER_ASSUMPTIONS",
    "CONTRACT",
    "ASSERTION",
    "SUB",
    "CONNECTION",
    "CONSTRAINT",
    "FORMULA",
    "CONSISTENCY",
    "POSSIBILITY",
    "ENTAILMENT",
];

/// Reads all components.
pub fn parse(text: &Text, report: &mut Reporter) -> Specification {
    let mut parser = Parser { text, report, at: 0, depth: 0 };
    parser.specification()
}

struct Parser<'a> {
    text: &'a Text,
    report: &'a mut Reporter,
    at: usize,
    depth: u32,
}

impl<'a> Parser<'a> {
    fn specification(&mut self) -> Specification {
        let mut found = Specification::default();
        while self.kind() != Kind::End {
            let read = match self.word() {
                "COMPONENT" => self.component().map(|c| found.components.push(c)),
                _ if self.at_sign("@") => self.requirement(),
                _ => Err(self.unexpected("`COMPONENT`")),
            };
            if read.is_err() {
                self.skip_to(&["COMPONENT"]);
            }
        }
        found
    }

    /// `@requires discrete-time`
    fn requirement(&mut self) -> Checked<()> {
        let first = self.at;
        self.bump();
        self.expect_word("requires")?;
        let begin = self.at;
        while self.kind() == Kind::Word && self.word() != "COMPONENT" || self.at_sign("-") {
            self.bump();
        }
        let last = self.at.saturating_sub(1);
        let wanted = self.text.quote(begin, last, 40);
        if wanted == "discrete-time" {
            return Ok(());
        }
        let span = self.text.span(first, last);
        Err(self.refuse(span, &format!("the time model `{wanted}`"), "write `@requires discrete-time`"))
    }

    fn component(&mut self) -> Checked<Component> {
        self.bump();
        let name = self.name("the name of the component")?;
        let is_system = self.eat_word("system");
        let mut component = Component {
            name,
            is_system,
            ports: Vec::new(),
            defines: Vec::new(),
            parameter_assumptions: Vec::new(),
            contracts: Vec::new(),
            assertions: Vec::new(),
            refinement: None,
        };
        if self.word() != "INTERFACE" {
            return Err(self.unexpected("`INTERFACE`"));
        }
        self.bump();
        self.interface(&mut component);
        if self.word() == "REFINEMENT" {
            component.refinement = Some(self.refinement());
        }
        match self.kind() == Kind::End || self.word() == "COMPONENT" || self.at_sign("@") {
            true => Ok(component),
            false => {
                self.unexpected("a declaration, `REFINEMENT` or `COMPONENT`");
                self.skip_to(&["COMPONENT"]);
                Ok(component)
            }
        }
    }

    /// Skips to one of these words.
    fn skip_to(&mut self, words: &[&str]) {
        while self.kind() != Kind::End && !words.contains(&self.word()) {
            self.bump();
        }
    }

    /// Skips the rest of an item that began at token `start`: past its semicolon, or to what begins the next. The second half of
    /// a contract belongs to it.
    fn skip_item(&mut self, start: usize) {
        if self.at == start {
            self.bump();
        }
        while self.kind() != Kind::End && !ITEMS.contains(&self.word()) {
            if self.eat_sign(";") && self.word() != "guarantee" {
                return;
            }
            if !ITEMS.contains(&self.word()) {
                self.bump();
            }
        }
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

    /// The text of the token `ahead` if it is a word, otherwise nothing.
    fn word_ahead(&self, ahead: usize) -> &'a str {
        let token = self.text.token(self.at + ahead);
        if token.kind == Kind::Word { self.text.spelled(token) } else { "" }
    }

    fn word(&self) -> &'a str {
        self.word_ahead(0)
    }

    /// The text of the token `ahead` if it is a sign, otherwise nothing.
    fn sign_ahead(&self, ahead: usize) -> &'a str {
        let token = self.text.token(self.at + ahead);
        if token.kind == Kind::Sign { self.text.spelled(token) } else { "" }
    }

    fn at_sign(&self, sign: &str) -> bool {
        self.sign_ahead(0) == sign
    }

    fn bump(&mut self) -> Token {
        let token = self.token();
        if token.kind != Kind::End {
            self.at += 1;
        }
        token
    }

    fn eat_sign(&mut self, sign: &str) -> bool {
        let found = self.at_sign(sign);
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

    /// Expects what closes the token `open`.
    fn expect_close(&mut self, open: usize, sign: &str) -> Checked<()> {
        if self.eat_sign(sign) {
            return Ok(());
        }
        let opened = self.text.token(open);
        let ends = matches!(self.kind(), Kind::End) || self.at_sign(";") || ITEMS.contains(&self.word());
        let (code, headline) = match ends {
            true => (codes::UNCLOSED, format!("`{}` is never closed", self.text.spelled(opened))),
            false => (codes::SYNTAX, format!("expected `{sign}`, found {}", self.found())),
        };
        let diagnostic = Diagnostic::at(code, self.token().span, headline, format!("expected `{sign}`"));
        Err(self.report.push(diagnostic.label(opened.span, "opened here")))
    }

    fn name(&mut self, wanted: &str) -> Checked<Name> {
        if self.kind() != Kind::Word || ITEMS.contains(&self.word()) {
            return Err(self.unexpected(wanted));
        }
        let token = self.bump();
        Ok(Name { text: self.text.spelled(token).to_owned(), span: token.span })
    }

    /// Reports that the current token is not what the grammar wants.
    fn unexpected(&mut self, wanted: &str) -> Reported {
        let code = match self.kind() {
            Kind::Open => {
                let headline = "a comment or a quoted text is never closed";
                return self.report.push(Diagnostic::at(codes::UNCLOSED, self.token().span, headline, "begins here"));
            }
            Kind::Unknown => codes::BAD_TOKEN,
            _ => codes::SYNTAX,
        };
        let headline = format!("expected {wanted}, found {}", self.found());
        let span = self.token().span;
        self.report.push(Diagnostic::at(code, span, headline, format!("expected {wanted}")))
    }

    fn refuse(&mut self, span: Span, what: &str, help: &str) -> Reported {
        let headline = format!("{what} is not supported");
        let diagnostic = Diagnostic::at(codes::UNSUPPORTED, span, headline, "not supported");
        self.report.push(if help.is_empty() { diagnostic } else { diagnostic.help(help) })
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
