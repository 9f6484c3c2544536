//! Directives: `#define` and `#include`, before anything else is read.
//!
//! ```text
//! #define fault (a | b)             fault        becomes  (a | b)
//! #define near(x,y) (x - y < 2)     near(p, q)   becomes  (p - q < 2)
//! #include "macros.h"               becomes the text of the file
//! ```
//!
//! A directive ends with its line, except that it goes on while a bracket is open: published specifications break long
//! definitions that way, without a backslash. All work is bounded, because a few lines of macros can ask for more text than
//! there is memory.

mod expand;

use super::codes;
use super::lexer::{self, Kind};
use super::text::{Text, Token};
use expand::Macro;
use std::collections::BTreeMap;
use wherefore_diag::{Diagnostic, FileId, SourceMap, Span};
use wherefore_syntax::include::{Files, Include, IncludeError, not_included};
use wherefore_syntax::{Checked, Reported, Reporter};

/// How many tokens there may be after expansion, and how many steps expansion may take.
const MOST_TOKENS: usize = 1_000_000;

/// All tokens of the specification whose main file is the last of `sources`.
pub fn preprocess(sources: SourceMap, include: &mut Include<'_>, report: &mut Reporter) -> Text {
    let mut reader = Preprocessor {
        files: Files::new(sources, include),
        report,
        macros: BTreeMap::new(),
        tokens: Vec::new(),
        depth: 0,
        steps: 0,
        expansions: 0,
    };
    let main = reader.files.main;
    // An error is in the report; what was read so far is parsed nevertheless.
    let _reported = reader.file(main, Span::default());
    let end = reader.files.sources.get(main).map_or(0, |f| f.text.len()) as u32;
    let span = Span::new(main, end, end);
    reader.tokens.push(Token { kind: Kind::End, spelling: span, span, expansion: 0, painted: false });
    Text::new(reader.tokens, reader.files.sources)
}

struct Preprocessor<'a, 'i> {
    files: Files<'a, 'i>,
    report: &'a mut Reporter,
    macros: BTreeMap<String, Macro>,
    tokens: Vec<Token>,
    /// How deep the expansion is nested.
    depth: usize,
    steps: usize,
    expansions: u32,
}

impl Preprocessor<'_, '_> {
    /// Reads a file that is asked for at `span`.
    fn file(&mut self, file: FileId, span: Span) -> Checked<()> {
        match self.files.enter(file) {
            Ok(()) => {}
            Err(IncludeError::TooLong) => {
                let headline = "a specification of more than 16 MiB is not read";
                return Err(self.report.push(Diagnostic::new(codes::TOO_LARGE, headline)));
            }
            Err(IncludeError::Again) => {
                let name = self.files.sources.get(file).map(|f| f.name.clone()).unwrap_or_default();
                let headline = format!("`{name}` is included again and again");
                return Err(self.report.push(Diagnostic::at(
                    codes::INCLUDE_CYCLE,
                    span,
                    headline,
                    "included again here",
                )));
            }
        }
        let Some(source) = self.files.sources.get(file) else { return Ok(()) };
        let raw: Vec<(Token, bool)> = lexer::tokens(&source.text)
            .map(|t| {
                let span = Span::new(file, t.start, t.end);
                (Token { kind: t.kind, spelling: span, span, expansion: 0, painted: false }, t.begins_line)
            })
            .collect();
        let done = self.lines(&raw);
        self.files.leave();
        done
    }

    /// Runs of ordinary tokens are expanded together, because a use of a macro may span lines.
    fn lines(&mut self, raw: &[(Token, bool)]) -> Checked<()> {
        let mut at = 0;
        while at < raw.len() {
            if self.begins_directive(raw, at) {
                let end = directive_end(self, raw, at + 1);
                let line: Vec<Token> = raw[at..end].iter().map(|(t, _)| *t).collect();
                self.directive(&line)?;
                at = end;
                continue;
            }
            let end = (at + 1..raw.len()).find(|i| self.begins_directive(raw, *i)).unwrap_or(raw.len());
            let run: Vec<Token> = raw[at..end].iter().map(|(t, _)| *t).collect();
            self.expand_run(&run)?;
            at = end;
        }
        Ok(())
    }

    fn begins_directive(&self, raw: &[(Token, bool)], at: usize) -> bool {
        raw.get(at).is_some_and(|(t, first)| *first && self.spelled(*t) == "#")
    }

    fn spelled(&self, token: Token) -> &str {
        self.files.sources.text(token.spelling)
    }

    /// One directive, from its `#`.
    fn directive(&mut self, line: &[Token]) -> Checked<()> {
        let span = line.first().zip(line.last()).map_or(Span::default(), |(a, b)| a.span.to(b.span));
        let Some(word) = line.get(1) else { return Ok(()) };
        match self.spelled(*word) {
            "define" => {
                self.define(line.get(2..).unwrap_or_default(), span);
                Ok(())
            }
            "include" => self.include(line.get(2..).unwrap_or_default(), span),
            other => {
                let headline = format!("the directive `#{other}` is not supported");
                let diagnostic = Diagnostic::at(codes::BAD_DIRECTIVE, span, headline, "not supported");
                self.report.push(diagnostic.help("known are `#define` and `#include`"));
                Ok(())
            }
        }
    }

    fn bad_directive(&mut self, span: Span, headline: &str) -> Reported {
        self.report.push(Diagnostic::at(codes::BAD_DIRECTIVE, span, headline, "in this directive"))
    }

    /// `NAME text` or `NAME(a, b) text`, where no blank may stand before the parenthesis.
    fn define(&mut self, line: &[Token], span: Span) {
        let Some((name, rest)) = line.split_first().filter(|(n, _)| n.kind == Kind::Word) else {
            self.bad_directive(span, "`#define` needs a name");
            return;
        };
        let touches = |t: &Token| self.spelled(*t) == "(" && t.spelling.start == name.spelling.end;
        let (parameters, body) = match rest.first().is_some_and(touches) {
            false => (None, rest),
            true => match self.parameters(&rest[1..]) {
                Some((list, used)) => (Some(list), &rest[used + 1..]),
                None => {
                    self.bad_directive(span, "the parameters of a macro are names between commas");
                    return;
                }
            },
        };
        let defined = Macro { parameters, body: body.to_vec(), span: name.span };
        let name = self.spelled(*name).to_owned();
        if let Some(before) = self.macros.get(&name).filter(|before| !self.is_same(before, &defined)) {
            let headline = format!("the macro `{name}` is defined twice");
            let diagnostic = Diagnostic::at(codes::BAD_DIRECTIVE, defined.span, headline, "defined again");
            self.report.push(diagnostic.label(before.span, "defined here"));
        }
        self.macros.insert(name, defined);
    }

    /// Whether two definitions are spelled alike, as those of a file that is included twice are.
    fn is_same(&self, one: &Macro, two: &Macro) -> bool {
        let spelled = |m: &Macro| m.body.iter().map(|t| self.spelled(*t).to_owned()).collect::<Vec<String>>();
        one.parameters == two.parameters && spelled(one) == spelled(two)
    }

    /// The names up to the closing parenthesis, and how many tokens that took.
    fn parameters(&self, line: &[Token]) -> Option<(Vec<String>, usize)> {
        let mut names = Vec::new();
        for (index, token) in line.iter().enumerate() {
            match (index % 2, token.kind, self.spelled(*token)) {
                (0, Kind::Sign, ")") if index == 0 => return Some((names, 1)),
                (0, Kind::Word, name) => names.push(name.to_owned()),
                (1, Kind::Sign, ")") => return Some((names, index + 1)),
                (1, Kind::Sign, ",") => {}
                _ => return None,
            }
        }
        None
    }

    fn include(&mut self, line: &[Token], span: Span) -> Checked<()> {
        let name = match line {
            [token] if token.kind == Kind::Text => self.spelled(*token).trim_matches('"').to_owned(),
            _ => return Err(self.bad_directive(span, "`#include` needs the name of a file in quotes")),
        };
        match self.files.find(&name) {
            Ok(file) => self.file(file, span),
            Err(why) => {
                let codes = [codes::MISSING_FILE, codes::FILE_OUTSIDE];
                self.report.push(not_included(why, &name, span, codes, "model"));
                Ok(())
            }
        }
    }

    /// Counts one step of work.
    fn step(&mut self, span: Span) -> Checked<()> {
        self.steps += 1;
        if self.steps <= MOST_TOKENS && self.tokens.len() <= MOST_TOKENS {
            return Ok(());
        }
        let headline = format!("macros and included files give more than {MOST_TOKENS} tokens");
        Err(self.report.push(Diagnostic::at(codes::TOO_LARGE, span, headline, "at the limit here")))
    }
}

/// Where the directive whose `#` is just before `from` ends.
fn directive_end(reader: &Preprocessor<'_, '_>, raw: &[(Token, bool)], from: usize) -> usize {
    let mut depth = 0_usize;
    for (index, (token, begins_line)) in raw.iter().enumerate().skip(from) {
        let word = reader.spelled(*token);
        // An unclosed bracket must not swallow the rest of the file.
        if *begins_line && (depth == 0 || matches!(word, "#" | "@" | "COMPONENT" | "INTERFACE" | "REFINEMENT")) {
            return index;
        }
        match word {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    raw.len()
}
