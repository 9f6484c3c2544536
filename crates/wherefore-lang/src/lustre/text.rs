//! The tokens of a program with its included files in their places.
//!
//! `include "file"` may stand anywhere and becomes the tokens of the file. A file that was read already is not read again,
//! so that two files may include the same third one; a file that includes itself is an error.

use super::codes;
use super::lexer::{self, Kind};
use std::collections::BTreeSet;
use wherefore_diag::{Diagnostic, FileId, SourceMap, Span};
use wherefore_syntax::include::{Files, Include, IncludeError, LONGEST_TEXT, not_included};
use wherefore_syntax::{Checked, Reporter, Tokens};

/// A token of the whole program.
#[derive(Clone, Copy, Debug)]
pub struct Token {
    /// Kind of the token.
    pub kind: Kind,
    /// Where it is.
    pub span: Span,
}

/// All tokens with the texts they come from. The last token is of kind [`Kind::End`].
#[derive(Debug)]
pub struct Text {
    /// The tokens.
    pub tokens: Vec<Token>,
    /// The texts.
    pub sources: SourceMap,
}

impl Text {
    /// The characters of a token.
    pub fn spelled(&self, token: Token) -> &str {
        self.sources.text(token.span)
    }
}

impl Tokens for Text {
    wherefore_syntax::spelled_tokens!(Token, Kind);

    fn token(&self, index: usize) -> Token {
        let end = Token { kind: Kind::End, span: Span::default() };
        self.tokens.get(index).or(self.tokens.last()).copied().unwrap_or(end)
    }

    fn spelling(&self, token: &Token) -> &str {
        self.spelled(*token)
    }

    fn span(&self, first: usize, last: usize) -> Span {
        // Of two files, only what is in the first.
        let (begin, end) = (self.token(first).span, self.token(last.max(first)).span);
        if begin.file == end.file { begin.to(end) } else { begin }
    }
}

/// All tokens of the program whose main file is the last of `sources`.
pub fn read(sources: SourceMap, include: &mut Include<'_>, report: &mut Reporter) -> Text {
    let files = Files::new(sources, include);
    let mut reader = Reader { files, report, tokens: Vec::new(), read: BTreeSet::new(), ignored: BTreeSet::new() };
    let main = reader.files.main;
    // An error is in the report; what was read so far is parsed nevertheless.
    let _reported = reader.file(main, Span::default());
    let end = reader.files.sources.get(main).map_or(0, |f| f.text.len()) as u32;
    reader.tokens.push(Token { kind: Kind::End, span: Span::new(main, end, end) });
    Text { tokens: reader.tokens, sources: reader.files.sources }
}

struct Reader<'a, 'i> {
    files: Files<'a, 'i>,
    report: &'a mut Reporter,
    tokens: Vec<Token>,
    /// The files that were read, or are being read.
    read: BTreeSet<FileId>,
    /// The instructions for other analyses that were remarked upon.
    ignored: BTreeSet<String>,
}

impl Reader<'_, '_> {
    /// Appends the tokens of a file that is asked for at `span`.
    fn file(&mut self, file: FileId, span: Span) -> Checked<()> {
        let Some(text) = self.enter(file, span)? else { return Ok(()) };
        let raw: Vec<Token> =
            lexer::tokens(&text).map(|t| Token { kind: t.kind, span: Span::new(file, t.start, t.end) }).collect();
        let mut at = 0;
        while let Some(token) = raw.get(at) {
            at += 1;
            let name = raw.get(at).filter(|n| n.kind == Kind::Text && self.files.sources.text(token.span) == "include");
            match (token.kind, name) {
                (Kind::Ignored, _) => self.remark(token.span),
                (Kind::Word, Some(name)) => {
                    at += 1;
                    self.include(token.span.to(name.span), name.span)?;
                }
                _ => self.tokens.push(*token),
            }
        }
        self.files.leave();
        Ok(())
    }

    /// The text of a file that is not read yet.
    fn enter(&mut self, file: FileId, span: Span) -> Checked<Option<String>> {
        if !self.read.insert(file) && !self.files.is_open(file) {
            return Ok(None);
        }
        let (code, headline) = match self.files.enter(file) {
            Ok(()) => return Ok(self.files.sources.get(file).map(|f| f.text.clone())),
            Err(IncludeError::TooLong) => {
                (codes::TOO_LARGE, format!("a program of more than {} MiB is not read", LONGEST_TEXT >> 20))
            }
            Err(IncludeError::Again) => {
                let name = self.files.sources.get(file).map(|f| f.name.clone()).unwrap_or_default();
                (codes::INCLUDE_CYCLE, format!("`{name}` is included again and again"))
            }
        };
        Err(self.report.push(Diagnostic::at(code, span, headline, "asked for here")))
    }

    fn include(&mut self, span: Span, name: Span) -> Checked<()> {
        let name = self.files.sources.text(name).trim_matches('"').to_owned();
        match self.files.find(&name) {
            Ok(file) => self.file(file, span),
            Err(why) => {
                let codes = [codes::MISSING_FILE, codes::FILE_OUTSIDE];
                self.report.push(not_included(why, &name, span, codes, "program"));
                Ok(())
            }
        }
    }

    /// Says once for each kind of instruction that it has no effect.
    fn remark(&mut self, span: Span) {
        let text = self.files.sources.text(span);
        let word: String = text.chars().skip(3).take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
        let headline = format!("the instruction `{}{word}` has no effect here", text.get(..3).unwrap_or_default());
        if self.ignored.insert(word) {
            self.report.push(Diagnostic::at(codes::PRAGMA_IGNORED, span, headline, "left out"));
        }
    }
}
