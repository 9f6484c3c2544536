//! The parser: a hand-written recursive descent over the token list.
//!
//! The parser always returns a tree. An error inside a declaration is reported once, the declaration is dropped, and parsing
//! resumes after the next `;` or at the next section keyword, so one mistake gives one message. Flat input is read by
//! loops; only real nesting recurses, on a stack that grows, up to [`NESTING_LIMIT`].

pub(crate) mod binding;
mod expr;
mod number;
mod primary;
mod psl;
mod refused;
mod section;
mod types;

#[cfg(test)]
mod tests;

pub use binding::{CHOICE, level};
pub(super) use wherefore_syntax::number::WIDEST_WORD;

use super::ast::{File, Ident};
use super::codes;
use super::lexer;
use super::token::Kind;
use wherefore_diag::{Diagnostic, Diagnostics, FileId, Span};
use wherefore_syntax::{Checked, Cursor, Descent, OneText, Reporter, shortened};

/// How deep expressions may be nested.
pub const NESTING_LIMIT: u32 = 50_000;

/// A part of the tree, or the mark that it cannot be read and the current declaration is to be given up.
/// Parses a text. The tree holds every declaration that could be read.
pub fn parse(file: FileId, text: &str) -> (File, Diagnostics) {
    if u32::try_from(text.len()).is_err() {
        let mut diagnostics = Diagnostics::default();
        diagnostics.push(Diagnostic::new(codes::TOO_LARGE, "files of 4 GiB and more cannot be read"));
        return (File::default(), diagnostics);
    }
    let tokens = OneText { file, text, tokens: lexer::tokens(text) };
    let mut parser = Parser::new(&tokens);
    parser.modules();
    (parser.ast, parser.report.into_diagnostics())
}

pub(super) struct Parser<'a> {
    cursor: Cursor<'a, OneText<'a, Kind>>,
    /// Where a declaration or a branch begins, and the keywords that may stand there instead.
    begun: (usize, &'static [&'static str]),
    /// Inside `A [ p U q ]`, where `U` ends the first operand instead of making an LTL formula.
    in_path_until: bool,
    /// Inside a PSLSPEC.
    psl: Option<psl::Psl>,
    ast: File,
    report: Reporter,
}

impl<'a> Descent<'a> for Parser<'a> {
    wherefore_syntax::descent!('a, OneText<'a, Kind>, codes);

    fn ends(&self) -> bool {
        self.kind() == Kind::Semi || self.kind().begins_section()
    }

    fn advice(&self) -> Option<String> {
        let before = self.at().checked_sub(1).map(|i| self.token_at(i).kind);
        let advice = match (self.kind(), before) {
            (Kind::And, Some(Kind::And)) | (Kind::Or, Some(Kind::Or)) => {
                "conjunction is written `&` and disjunction `|`"
            }
            (Kind::Eq, Some(Kind::Eq)) => "equality is written `=`",
            (Kind::Eq, _) => "equality is written `=`, assignment `:=`, inequality `!=`",
            _ => return self.misspelt(),
        };
        Some(advice.to_owned())
    }

    /// The message for a token that the lexer could not make sense of.
    fn bad_token(&self) -> Option<Diagnostic> {
        let (token, span) = (self.token(), self.span_of(self.token()));
        let text = self.text_of(token);
        if let Some((construct, help)) = self.foreign() {
            let headline = format!("{construct} is not supported");
            return Some(Diagnostic::at(codes::UNSUPPORTED, span, headline, "not supported").help(help));
        }
        let diagnostic = match token.kind {
            Kind::Unknown => {
                Diagnostic::at(codes::BAD_TOKEN, span, format!("`{text}` is not a character of SMV"), "not known")
            }
            Kind::BadNumber => Diagnostic::at(codes::BAD_TOKEN, span, "malformed number", "digits run into letters")
                .help("word constants look like 0ud8_17 or 0b4_1010"),
            Kind::Directive => Diagnostic::at(codes::PREPROCESSOR, span, "a line for the C preprocessor", "not SMV")
                .help("run the preprocessor first, `cpp -P FILE > model.smv`, and check its output"),
            Kind::OpenComment => {
                let open = Span::new(span.file, token.start, token.start + 3);
                Diagnostic::at(codes::UNCLOSED, open, "block comment is never closed", "opened here")
                    .help("a block comment ends with --/")
            }
            _ => return None,
        };
        Some(diagnostic)
    }

    fn found(&self) -> String {
        let text = shortened(self.text_of(self.token()));
        match self.kind() {
            Kind::End => "the end of the file".to_owned(),
            Kind::Ident => format!("name `{text}`"),
            Kind::Int | Kind::Real | Kind::Fraction | Kind::Word => format!("number `{text}`"),
            _ => format!("`{text}`"),
        }
    }
}

impl<'a> Parser<'a> {
    fn new(tokens: &'a OneText<'a, Kind>) -> Parser<'a> {
        let (ast, report) = (File::default(), Reporter::default());
        Parser { cursor: Cursor::new(tokens), begun: (0, &[]), in_path_until: false, psl: None, ast, report }
    }

    fn kind(&self) -> Kind {
        self.token().kind
    }

    /// The kind of the token `ahead` of the current one.
    fn kind_ahead(&self, ahead: usize) -> Kind {
        self.token_ahead(ahead).kind
    }

    /// Advice if what was begun with the token before is probably a misspelt keyword.
    fn misspelt(&self) -> Option<String> {
        let (begun, keywords) = self.begun;
        if self.at() == begun + 1 { self.meant(begun, keywords) } else { None }
    }

    fn ident(&mut self) -> Checked<Ident> {
        if self.kind() != Kind::Ident {
            return Err(self.unexpected("a name"));
        }
        let token = self.bump();
        Ok(Ident { symbol: self.ast.intern(self.text_of(token)), span: self.span_of(token) })
    }

    /// Skips to just after the next `;`, or to the next section. A section keyword never occurs inside an expression, so
    /// nothing that could be read is lost.
    fn recover(&mut self) {
        self.skip_until(|p| p.kind() == Kind::Semi || p.kind().begins_section());
        self.eat(Kind::Semi);
    }

    /// Skips to the next section.
    fn recover_to_section(&mut self) {
        self.skip_until(|p| p.kind().begins_section());
    }
}
