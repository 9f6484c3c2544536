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

pub(super) use expr::WORDS;

use super::ast::{Component, Name, Specification};
use super::codes;
use super::lexer::Kind;
use super::text::Text;
use wherefore_diag::{Code, Diagnostic, Span};
use wherefore_syntax::{Checked, Cursor, Descent, Reported, Reporter};

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
    let mut parser = Parser { cursor: Cursor::new(text), report };
    parser.specification()
}

struct Parser<'a> {
    cursor: Cursor<'a, Text>,
    report: &'a mut Reporter,
}

impl<'a> Parser<'a> {
    fn specification(&mut self) -> Specification {
        let mut found = Specification::default();
        while !self.at_end() {
            let read = match self.word() {
                "COMPONENT" => self.component().map(|c| found.components.push(c)),
                _ if self.is("@") => self.requirement(),
                _ => Err(self.unexpected_keyword("`COMPONENT`", &["COMPONENT"])),
            };
            if read.is_err() {
                self.skip_to(&["COMPONENT"]);
            }
        }
        found
    }

    /// `@requires discrete-time`
    fn requirement(&mut self) -> Checked<()> {
        let first = self.at();
        self.bump();
        self.expect("requires")?;
        let begin = self.at();
        while self.kind() == Kind::Word && self.word() != "COMPONENT" || self.is("-") {
            self.bump();
        }
        let last = self.at().saturating_sub(1);
        let wanted = self.cursor.tokens().quote(begin, last, 40);
        if wanted == "discrete-time" {
            return Ok(());
        }
        let span = self.cursor.tokens().span(first, last);
        Err(self.refuse(span, &format!("the time model `{wanted}`"), "write `@requires discrete-time`"))
    }

    fn component(&mut self) -> Checked<Component> {
        self.bump();
        let name = self.name("the name of the component")?;
        let is_system = self.eat("system");
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
            return Err(self.unexpected_keyword("`INTERFACE`", &["INTERFACE"]));
        }
        self.bump();
        self.interface(&mut component);
        if self.word() == "REFINEMENT" {
            component.refinement = Some(self.refinement());
        }
        match self.kind() == Kind::End || self.word() == "COMPONENT" || self.is("@") {
            true => Ok(component),
            false => {
                self.unexpected_keyword("a declaration, `REFINEMENT` or `COMPONENT`", ITEMS);
                self.skip_to(&["COMPONENT"]);
                Ok(component)
            }
        }
    }

    /// Skips to one of these words.
    fn skip_to(&mut self, words: &[&str]) {
        self.skip_until(|p| words.contains(&p.word()));
    }

    /// Skips the rest of an item that began at token `start`: past its semicolon, or to what begins the next. The second half of
    /// a contract belongs to it.
    fn skip_item(&mut self, start: usize) {
        if self.at() == start {
            self.bump();
        }
        while self.kind() != Kind::End && !ITEMS.contains(&self.word()) {
            if self.eat(";") && self.word() != "guarantee" {
                return;
            }
            if !ITEMS.contains(&self.word()) {
                self.bump();
            }
        }
    }
}

// Helpers that the rules share.
impl<'a> Descent<'a> for Parser<'a> {
    wherefore_syntax::descent!('a, Text, codes);

    fn ends(&self) -> bool {
        self.at_end() || self.is(";") || ITEMS.contains(&self.word())
    }

    fn code(&self) -> &'static Code {
        if self.kind() == Kind::Unknown { codes::BAD_TOKEN } else { codes::SYNTAX }
    }

    fn bad_token(&self) -> Option<Diagnostic> {
        let headline = "a comment or a quoted text is never closed";
        let open = || Diagnostic::at(codes::UNCLOSED, self.token().span, headline, "begins here");
        (self.kind() == Kind::Open).then(open)
    }
}

// What the rules share.
impl<'a> Parser<'a> {
    fn kind(&self) -> Kind {
        self.token().kind
    }

    /// The text of the token `ahead` if it is a sign, otherwise nothing.
    fn sign_ahead(&self, ahead: usize) -> &'a str {
        let token = self.token_ahead(ahead);
        if token.kind == Kind::Sign { self.text_of(token) } else { "" }
    }

    fn name(&mut self, wanted: &str) -> Checked<Name> {
        if self.kind() != Kind::Word || ITEMS.contains(&self.word()) {
            return Err(self.unexpected(wanted));
        }
        let token = self.bump();
        Ok(Name { text: self.text_of(token).to_owned(), span: token.span })
    }

    fn refuse(&mut self, span: Span, what: &str, help: &str) -> Reported {
        let headline = format!("{what} is not supported");
        let diagnostic = Diagnostic::at(codes::UNSUPPORTED, span, headline, "not supported");
        self.report(if help.is_empty() { diagnostic } else { diagnostic.help(help) })
    }
}
