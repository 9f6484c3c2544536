//! Constructs of ECMAScript outside the subset, by name.

use super::lexer::Kind;
use super::{MistakeKind, Parsed, Parser, ScriptError};
use crate::codes;
use wherefore_diag::{Diagnostic, Span};
use wherefore_syntax::Descent;

/// Words that begin an expression which only an engine can evaluate.
const OPERATOR_WORDS: &[&str] =
    &["typeof", "new", "this", "function", "void", "delete", "class", "super", "await", "yield", "async", "import"];
/// Values that are neither truths, numbers, texts nor arrays.
const VALUES: &[&str] = &["undefined", "null", "NaN", "Infinity", "globalThis"];
/// Variables of the standard that belong to a session.
const SYSTEM: &[&str] = &["_name", "_sessionid", "_ioprocessors", "_x"];
/// Objects and functions that every engine has.
const GLOBALS: &[&str] = &[
    "Math",
    "JSON",
    "Object",
    "Array",
    "String",
    "Number",
    "Boolean",
    "Date",
    "RegExp",
    "Symbol",
    "Map",
    "Set",
    "BigInt",
    "Promise",
    "Error",
    "console",
    "parseInt",
    "parseFloat",
    "isNaN",
    "isFinite",
    "eval",
    "require",
    "document",
    "window",
    "arguments",
];
/// Words that no expression contains.
const STATEMENTS: &[&str] = &[
    "return",
    "if",
    "else",
    "for",
    "while",
    "do",
    "var",
    "let",
    "const",
    "break",
    "continue",
    "switch",
    "case",
    "default",
    "throw",
    "try",
    "catch",
    "finally",
    "with",
    "debugger",
    "export",
    "extends",
    "enum",
    "in",
    "instanceof",
];

impl Parser<'_> {
    /// Something that needs an engine.
    pub(super) fn refuse(&self, what: &str, span: Span) -> ScriptError {
        let headline = format!("{what} needs an ECMAScript engine");
        let diagnostic = Diagnostic::at(codes::ECMASCRIPT, span, headline, "not supported");
        ScriptError::new(MistakeKind::Unsupported, diagnostic)
    }

    pub(super) fn refuse_here(&self, what: &str) -> ScriptError {
        self.refuse(what, self.span(self.token().range))
    }

    /// Refuses the word at this place if it is one of the language.
    pub(super) fn refuse_word(&self) -> Parsed<()> {
        let word = self.name_here().unwrap_or("");
        let arrow = self.token_ahead(1).kind == Kind::Punct("=>");
        match word {
            _ if arrow => Err(self.refuse_here("a function (`=>`)")),
            _ if OPERATOR_WORDS.contains(&word) || VALUES.contains(&word) => {
                Err(self.refuse_here(&format!("`{word}`")))
            }
            _ if SYSTEM.contains(&word) => Err(self.refuse_here(&format!("the system variable `{word}`"))),
            _ if GLOBALS.contains(&word) => Err(self.refuse_here(&format!("`{word}`"))),
            _ if STATEMENTS.contains(&word) => Err(self.unexpected_here("an expression")),
            _ => Ok(()),
        }
    }

    /// Whether the word at this place belongs to the language or the standard.
    pub(super) fn is_reserved(&self) -> bool {
        self.name_here().is_some_and(|w| w == "_event" || w == "Math") || self.refuse_word().is_err()
    }

    /// Refuses a token in the place of an operand that is not one.
    pub(super) fn refuse_operand(&self) -> ScriptError {
        match self.token().kind {
            Kind::Punct("{") => self.refuse_here("an object"),
            Kind::Punct("`") => self.refuse_here("a template"),
            Kind::Punct("~") => self.refuse_here("the operator `~`"),
            Kind::Punct(sign @ ("++" | "--")) => self.refuse_here(&format!("`{sign}` in an expression")),
            Kind::Punct("/" | "/=") => self.refuse_here("a regular expression"),
            Kind::Punct("...") => self.refuse_here("`...`"),
            _ => self.unexpected_here("an expression"),
        }
    }

    /// Refuses an operator behind an operand that cannot be evaluated here.
    pub(super) fn refuse_operator(&self) -> ScriptError {
        match self.token().kind {
            Kind::Punct("(") => self.refuse_here("a call of this"),
            Kind::Punct("`") => self.refuse_here("a template"),
            Kind::Punct(sign @ ("++" | "--")) => self.refuse_here(&format!("`{sign}` in an expression")),
            Kind::Punct(sign) => self.refuse_here(&format!("the operator `{sign}`")),
            _ => self.unexpected_here("an operator"),
        }
    }

    /// A member other than `length`.
    pub(super) fn refuse_member(&self) -> ScriptError {
        let Some(word) = self.name_here() else { return self.unexpected_here("the name of a member") };
        let method = self.token_ahead(1).kind == Kind::Punct("(");
        self.refuse_here(&format!("the {} `{word}`", if method { "method" } else { "member" }))
    }

    pub(super) fn refuse_event_member(&self, first: usize) -> ScriptError {
        let Some(word) = self.name_here() else { return self.unexpected_here("`name` or `data`") };
        let span = self.span_from(first).to(self.span(self.token().range));
        self.refuse(&format!("`_event.{word}`"), span)
    }

    pub(super) fn refuse_math(&self, first: usize) -> ScriptError {
        let Some(word) = self.name_here() else { return self.unexpected_here("a function of Math") };
        let span = self.span_from(first).to(self.span(self.token().range));
        let mut mistake = self.refuse(&format!("`Math.{word}`"), span);
        if word == "random" {
            let help =
                "declare an input, <data id=\"...\" wf:input=\"true\" wf:range=\"0..9\"/>: every value of it is tried";
            mistake.diagnostic = Box::new((*mistake.diagnostic).help(help));
        }
        mistake
    }

    /// Something else was expected here; what only an engine understands is called by its name.
    pub(super) fn unexpected_here(&self, expected: &str) -> ScriptError {
        let token = self.token();
        let text = self.text().value.get(token.range.clone()).unwrap_or("");
        let span = self.span(token.range.clone());
        match (token.kind, text) {
            (Kind::Punct("=>"), _) => return self.refuse_here("a function (`=>`)"),
            (Kind::Name, "in" | "instanceof") if expected == "an operator" => {
                return self.refuse_here(&format!("the operator `{text}`"));
            }
            (Kind::Punct(sign), _) if sign.ends_with('=') && !matches!(sign, "==" | "!=" | "<=" | ">=") => {
                return self.refuse_here("an assignment in an expression");
            }
            (Kind::Punct(sign @ ("&" | "|" | "^" | "<<" | ">>" | ">>>" | "**" | "??")), _) => {
                return self.refuse_here(&format!("the operator `{sign}`"));
            }
            _ => {}
        }
        let found = match token.kind {
            Kind::End => "the end".to_owned(),
            _ => format!("`{text}`"),
        };
        let headline = format!("expected {expected}, found {found}");
        let mut diagnostic = Diagnostic::at(codes::SYNTAX, span, headline, format!("expected {expected}"));
        if matches!(token.kind, Kind::Punct("->" | "<->")) {
            diagnostic = diagnostic.help("`->` and `<->` are operators of properties only");
        }
        ScriptError::new(MistakeKind::Syntax, diagnostic)
    }
}
