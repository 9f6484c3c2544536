//! Constructs that are outside the supported part of the logic, and those that cannot be read at all: each is named.

use super::super::codes;
use super::super::lexer::Kind;
use super::Parser;
use wherefore_diag::{Diagnostic, Span};
use wherefore_syntax::{Checked, Descent, Reported, nearest, shortened};

const SUPPORTED: &str = "supported are [R] F, F and F, <true> true, inevitable A, and fixpoints that use their variable \
                         only behind boxes";

/// Words that begin something outside wherever they stand, and its name.
const OUTSIDE: &[(&str, &str)] = &[
    ("forall", "the quantifier `forall`"),
    ("exists", "the quantifier `exists`"),
    ("val", "a condition on data (`val`)"),
];

/// Unsupported words in the place of a formula; inside [ ] they may name actions.
const NO_FORMULA: &[(&str, &str)] = &[
    ("let", "a definition (`let`)"),
    ("if", "a choice on data (`if`)"),
    ("case", "a choice on data (`case`)"),
    ("macro", "a macro definition"),
    ("library", "a library of macros"),
    ("form", "a specification around a formula"),
    ("sort", "a specification around a formula"),
    ("cons", "a specification around a formula"),
    ("map", "a specification around a formula"),
    ("var", "a specification around a formula"),
    ("eqn", "a specification around a formula"),
    ("glob", "a specification around a formula"),
    ("act", "a specification around a formula"),
    ("delay", "the operator `delay` on time"),
    ("yaled", "the operator `yaled` on time"),
    ("xor", "the operator `xor` on formulas"),
    ("equ", "the operator `equ` on formulas"),
    ("or", "a disjunction of formulas"),
    ("implies", "an implication between formulas"),
    ("not", "the negation of a formula"),
];

fn named(table: &[(&str, &'static str)], word: &str) -> Option<&'static str> {
    table.iter().find(|(known, _)| *known == word).map(|(_, what)| *what)
}

fn refusal(what: &str, span: Span) -> Diagnostic {
    let headline = format!("{what} is not supported");
    let diagnostic = Diagnostic::at(codes::UNSUPPORTED, span, headline, "outside the supported logic");
    let diagnostic = match what.contains("quantifier") {
        true => diagnostic.help("a pattern can stand for all values of a parameter: 'enter(.*)'"),
        false => diagnostic,
    };
    diagnostic.help(SUPPORTED)
}

impl Parser<'_> {
    /// Reports that something is not supported.
    pub(super) fn refuse(&mut self, what: &str, span: Span) -> Reported {
        self.report(refusal(what, span))
    }

    /// If the current token begins something that is outside or unreadable, says so.
    pub(super) fn refuse_unsupported(&mut self) -> Checked<()> {
        self.unsupported().map_or(Ok(()), |diagnostic| Err(self.report(diagnostic)))
    }

    /// Diagnostic for a current token that begins an unsupported or unreadable construct.
    pub(super) fn unsupported(&self) -> Option<Diagnostic> {
        let (token, text) = (self.token(), self.text_of(self.token()));
        let what = match token.kind {
            Kind::Word => named(OUTSIDE, text),
            Kind::Sign("{") => Some("data or a count in braces"),
            Kind::Sign("@") => Some("the operator `@`"),
            Kind::OpenQuote | Kind::OpenComment | Kind::Unknown => return Some(self.unreadable()),
            _ => None,
        };
        what.map(|what| refusal(what, self.span_of(token)))
    }

    /// Refuses words in the place of a formula, or of an operator between formulas.
    pub(super) fn refuse_connective(&mut self) -> Checked<()> {
        let span = self.span_of(self.token());
        let what = match self.kind() {
            Kind::Word => named(NO_FORMULA, self.word()),
            Kind::Sign("!") => Some("the negation of a formula"),
            Kind::Sign("||") => Some("a disjunction of formulas"),
            Kind::Sign("=>") => Some("an implication between formulas"),
            _ => None,
        };
        what.map_or(Ok(()), |what| Err(self.refuse(what, span)))
    }

    /// A token that the lexer could not make sense of.
    fn unreadable(&self) -> Diagnostic {
        let (token, text) = (self.token(), self.text_of(self.token()));
        let opening = Span::new(self.cursor.tokens().file, token.start, token.start + 1);
        match token.kind {
            Kind::OpenQuote => Diagnostic::at(codes::UNCLOSED, opening, "this quote is never closed", "opened here")
                .help("a label or pattern ends on the line where it begins"),
            Kind::OpenComment => {
                Diagnostic::at(codes::UNCLOSED, opening, "this comment is never closed", "opened here")
                    .help("a comment ends with *)")
            }
            _ => {
                let headline = format!("`{}` is no sign of a formula", shortened(text));
                Diagnostic::at(codes::BAD_TOKEN, self.span_of(token), headline, "not known")
            }
        }
    }

    /// `<R> F`, up to its `>`.
    pub(super) fn refuse_possibility(&mut self) -> Reported {
        let first = self.at();
        while !matches!(self.kind(), Kind::Sign(">") | Kind::End) {
            self.bump();
        }
        let closed = self.eat(Kind::Sign(">"));
        let span = if closed { self.span_from(first) } else { self.span_of(self.token_at(first)) };
        self.refuse("possibility other than `<true> true`", span)
    }

    /// A word in the place of a formula that no fixpoint binds.
    pub(super) fn refuse_word(&mut self) -> Reported {
        if let Err(reported) = self.refuse_unsupported().and_then(|()| self.refuse_connective()) {
            return reported;
        }
        let (word, span) = (self.word(), self.span_of(self.token()));
        if self.kind_ahead(1) == Kind::Sign("(") {
            return self.refuse(&format!("the macro or parameterised variable `{}`", shortened(word)), span);
        }
        let headline = format!("nothing binds the variable `{}`", shortened(word));
        let diagnostic = Diagnostic::at(codes::UNDEFINED_VARIABLE, span, headline, "not bound here");
        let known = ["true", "false", "inevitable"].iter().copied().chain(self.variables.iter().copied());
        let diagnostic = match nearest(word, known) {
            Some(name) => diagnostic.help(format!("did you mean `{name}`?")),
            None => diagnostic.help("labels of the system are written inside [ ]"),
        };
        self.report(diagnostic)
    }
}
