//! The parser: a hand-written recursive descent over the token list.
//!
//! It always returns a tree. An error inside a declaration is reported once, the declaration is dropped, and parsing
//! resumes after the next `;` or at the next section keyword, so one mistake gives one message. Flat input is read by
//! loops; only real nesting recurses, on a stack that grows, up to [`NESTING_LIMIT`].

mod binding;
mod expr;
mod number;
mod primary;
mod section;
mod types;

#[cfg(test)]
mod tests;

pub(super) use binding::{CHOICE, level};
pub(super) use wherefore_syntax::number::WIDEST_WORD;

use super::ast::{File, Ident};
use super::codes;
use super::lexer;
use super::token::{Kind, Token};
use wherefore_diag::{Diagnostic, Diagnostics, FileId, Span};
use wherefore_syntax::Reported;

/// How deep expressions may be nested.
pub const NESTING_LIMIT: u32 = 50_000;

/// A part of the tree, or the news that there is none and the current declaration is to be given up.
type Parsed<T> = Result<T, Reported>;

/// Parses a text. The tree holds every declaration that could be read.
pub fn parse(file: FileId, text: &str) -> (File, Diagnostics) {
    if u32::try_from(text.len()).is_err() {
        let mut diagnostics = Diagnostics::default();
        diagnostics.push(Diagnostic::new(codes::TOO_LARGE, "files of 4 GiB and more cannot be read"));
        return (File::default(), diagnostics);
    }
    let mut parser = Parser::new(file, text);
    parser.modules();
    (parser.ast, parser.diagnostics)
}

pub(super) struct Parser<'a> {
    file: FileId,
    text: &'a str,
    tokens: Vec<Token>,
    at: usize,
    depth: u32,
    /// Inside `A [ p U q ]`, where `U` ends the first operand instead of making an LTL formula.
    in_path_until: bool,
    ast: File,
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
            in_path_until: false,
            ast: File::default(),
            diagnostics: Diagnostics::default(),
        }
    }

    fn token(&self) -> Token {
        self.tokens[self.at]
    }

    fn kind(&self) -> Kind {
        self.token().kind
    }

    /// The kind of the token `ahead` of the current one.
    fn kind_ahead(&self, ahead: usize) -> Kind {
        self.tokens.get(self.at + ahead).map_or(Kind::End, |t| t.kind)
    }

    fn text_of(&self, token: Token) -> &'a str {
        &self.text[token.start as usize..token.end as usize]
    }

    fn span_of(&self, token: Token) -> Span {
        Span::new(self.file, token.start, token.end)
    }

    /// From the token at index `first` to the last one consumed.
    fn span_from(&self, first: usize) -> Span {
        let last = self.tokens[self.at.saturating_sub(1).max(first)];
        Span::new(self.file, self.tokens[first].start, last.end)
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

    /// Whether the current token is this contextual word.
    fn at_word(&self, word: &str) -> bool {
        self.kind() == Kind::Ident && self.text_of(self.token()) == word
    }

    fn expect(&mut self, kind: Kind) -> Parsed<Token> {
        if self.kind() == kind {
            return Ok(self.bump());
        }
        Err(self.unexpected(&format!("`{}`", kind.spelling().unwrap_or("?"))))
    }

    /// Expects what closes the token `open`.
    fn expect_close(&mut self, open: Token, kind: Kind) -> Parsed<()> {
        if self.eat(kind) {
            return Ok(());
        }
        let wanted = format!("`{}`", kind.spelling().unwrap_or("?"));
        Err(self.unclosed(open, &wanted))
    }

    fn ident(&mut self) -> Parsed<Ident> {
        if self.kind() != Kind::Ident {
            return Err(self.unexpected("a name"));
        }
        let token = self.bump();
        Ok(Ident { symbol: self.ast.intern(self.text_of(token)), span: self.span_of(token) })
    }

    fn report(&mut self, diagnostic: Diagnostic) -> Reported {
        self.diagnostics.push(diagnostic);
        Reported
    }

    /// Reports that the current token is not what the grammar wants.
    fn unexpected(&mut self, wanted: &str) -> Reported {
        let diagnostic = self.unexpected_diagnostic(wanted);
        self.report(diagnostic)
    }

    fn unexpected_diagnostic(&self, wanted: &str) -> Diagnostic {
        if let Some(diagnostic) = self.bad_token() {
            return diagnostic;
        }
        let (token, found) = (self.token(), self.found());
        let diagnostic = Diagnostic::at(
            codes::SYNTAX,
            self.span_of(token),
            format!("expected {wanted}, found {found}"),
            format!("expected {wanted}"),
        );
        let before = self.at.checked_sub(1).map(|i| self.tokens[i].kind);
        match (token.kind, before) {
            (Kind::And, Some(Kind::And)) | (Kind::Or, Some(Kind::Or)) => {
                diagnostic.help("conjunction is written `&` and disjunction `|`")
            }
            (Kind::Eq, Some(Kind::Eq)) => diagnostic.help("equality is written `=`"),
            (Kind::Eq, _) => diagnostic.help("equality is written `=`, assignment `:=`, inequality `!=`"),
            _ => diagnostic,
        }
    }

    /// Reports that something opened has no end here.
    fn unclosed(&mut self, open: Token, wanted: &str) -> Reported {
        if let Some(diagnostic) = self.bad_token() {
            return self.report(diagnostic);
        }
        let (token, opener) = (self.token(), self.text_of(open));
        let ends = token.kind == Kind::Semi || token.kind.begins_section();
        let headline = match ends {
            true => format!("`{opener}` is never closed"),
            false => format!("expected {wanted}, found {}", self.found()),
        };
        let code = if ends { codes::UNCLOSED } else { codes::SYNTAX };
        let diagnostic = Diagnostic::at(code, self.span_of(token), headline, format!("expected {wanted}"))
            .label(self.span_of(open), "opened here");
        self.report(diagnostic)
    }

    /// The message for a token that the lexer could not make sense of.
    fn bad_token(&self) -> Option<Diagnostic> {
        let (token, span) = (self.token(), self.span_of(self.token()));
        let text = self.text_of(token);
        let diagnostic = match token.kind {
            Kind::Unknown => {
                Diagnostic::at(codes::BAD_TOKEN, span, format!("`{text}` is not a character of SMV"), "not known")
            }
            Kind::BadNumber => Diagnostic::at(codes::BAD_TOKEN, span, "malformed number", "digits run into letters")
                .help("word constants look like 0ud8_17 or 0b4_1010"),
            Kind::Directive => Diagnostic::at(codes::PREPROCESSOR, span, "a line for the C preprocessor", "not SMV")
                .help("run the preprocessor first (cpp -P) and check its output"),
            Kind::OpenComment => {
                let open = Span::new(self.file, token.start, token.start + 3);
                Diagnostic::at(codes::UNCLOSED, open, "block comment is never closed", "opened here")
                    .help("a block comment ends with --/")
            }
            _ => return None,
        };
        Some(diagnostic)
    }

    /// The current token in the words of a message.
    fn found(&self) -> String {
        let token = self.token();
        match token.kind {
            Kind::End => "the end of the file".to_owned(),
            Kind::Ident => format!("name `{}`", shortened(self.text_of(token))),
            Kind::Int | Kind::Real | Kind::Fraction | Kind::Word => {
                format!("number `{}`", shortened(self.text_of(token)))
            }
            _ => format!("`{}`", shortened(self.text_of(token))),
        }
    }

    /// Skips to just after the next `;`, or to the next section. A section keyword never occurs inside an expression, so
    /// nothing that could be read is lost.
    fn recover(&mut self) {
        while !self.kind().begins_section() {
            if self.bump().kind == Kind::Semi {
                return;
            }
        }
    }

    /// Skips to the next section.
    fn recover_to_section(&mut self) {
        while !self.kind().begins_section() {
            self.bump();
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
