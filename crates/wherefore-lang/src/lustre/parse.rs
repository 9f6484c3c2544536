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
use wherefore_diag::Diagnostic;
use wherefore_syntax::{Checked, Cursor, Descent, Reporter};

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
        cursor: Cursor::new(text),
        report,
        in_size: false,
        has_floor: false,
        dotted: BTreeSet::new(),
        dotted_nodes: BTreeSet::new(),
    };
    parser.has_floor = parser.declares("floor");
    parser.program()
}

struct Parser<'a> {
    cursor: Cursor<'a, Text>,
    report: &'a mut Reporter,
    /// Inside the size of an array type, where `^` ends the size: `int^3^5` is an array of arrays.
    in_size: bool,
    /// Whether the program has a node of its own called `floor`.
    has_floor: bool,
    /// Declared names that contain dots, as tools that flatten records write them.
    dotted: BTreeSet<String>,
    /// Dotted names of nodes.
    dotted_nodes: BTreeSet<String>,
}

impl<'a> Parser<'a> {
    fn program(&mut self) -> Program {
        let mut found = Program::default();
        while !self.at_end() {
            let start = self.at();
            if self.declaration(&mut found.decls).is_err() {
                self.skip_declaration(start);
            }
        }
        found
    }

    /// Skips to the word that begins the next declaration, past the token `start`.
    fn skip_declaration(&mut self, start: usize) {
        self.go_to(self.at().max(start + 1).min(self.cursor.tokens().tokens.len().saturating_sub(1)));
        self.skip_until(Self::at_declaration);
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
        self.cursor.tokens().tokens.windows(2).any(|pair| match pair {
            [first, second] => {
                matches!(self.text_of(*first), "node" | "function" | "imported") && self.text_of(*second) == name
            }
            _ => false,
        })
    }
}

// Helpers that the rules share.
impl<'a> Descent<'a> for Parser<'a> {
    wherefore_syntax::descent!('a, Text, codes);

    fn ends(&self) -> bool {
        self.at_end() || self.is(";") || self.at_declaration() || matches!(self.word(), "let" | "tel")
    }

    fn bad_token(&self) -> Option<Diagnostic> {
        let (code, headline, label) = match self.kind() {
            Kind::Open => (codes::UNCLOSED, "a comment or a quoted text is never closed".to_owned(), "begins here"),
            Kind::Unknown => (codes::BAD_TOKEN, format!("{} is not a character of Lustre", self.found()), "not known"),
            Kind::BadNumber => (codes::BAD_TOKEN, "malformed number".to_owned(), "digits run into letters"),
            _ => return None,
        };
        Some(Diagnostic::at(code, self.token().span, headline, label))
    }

    /// What people who know other languages may have meant by the current token.
    fn advice(&self) -> Option<String> {
        let before = self.at().checked_sub(1).map_or("", |i| self.text_of(self.token_at(i)));
        let advice = match (before, self.sign()) {
            ("=", "=") => "equality is written `=`",
            (_, "&&") => "conjunction is written `and`",
            (_, "||") => "disjunction is written `or`",
            ("!", "=") => "inequality is written `<>`",
            (_, "!") => "negation is written `not`, inequality `<>`",
            (_, ":=") => "an equation is written `x = e;`",
            _ => return None,
        };
        Some(advice.to_owned())
    }
}

// What the rules share.
impl<'a> Parser<'a> {
    fn kind(&self) -> Kind {
        self.token().kind
    }

    /// The text of the token `ahead` if it is of this kind, otherwise nothing.
    fn ahead(&self, ahead: usize, kind: Kind) -> &'a str {
        let token = self.token_ahead(ahead);
        if token.kind == kind { self.text_of(token) } else { "" }
    }

    fn sign_ahead(&self, ahead: usize) -> &'a str {
        self.ahead(ahead, Kind::Sign)
    }

    fn sign(&self) -> &'a str {
        self.sign_ahead(0)
    }

    /// The semicolon behind an expression.
    fn expect_end(&mut self) -> Checked<()> {
        if self.eat(";") { Ok(()) } else { Err(self.unexpected("an operator or `;`")) }
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
        Ok(Name { text: self.text_of(token).to_owned(), span: token.span })
    }

    /// Parts with separators between them, up to the sign that closes the token `open`. A separator at the end is allowed.
    fn list<T>(
        &mut self,
        open: Token,
        separators: &[&str],
        close: &'static str,
        part: impl Fn(&mut Self) -> Checked<T>,
    ) -> Checked<Vec<T>> {
        let mut found = Vec::new();
        while !self.eat(close) {
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
        open: &'static str,
        separators: &[&str],
        close: &'static str,
        part: impl Fn(&mut Self) -> Checked<T>,
    ) -> Checked<Vec<T>> {
        let first = self.token();
        self.expect(open)?;
        self.list(first, separators, close, part)
    }

    fn made(&self, kind: ExprKind, first: usize) -> Expr {
        Expr { kind, span: self.span_from(first) }
    }
}
