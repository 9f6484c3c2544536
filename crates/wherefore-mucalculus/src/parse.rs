//! The parser: a hand-written recursive descent over the token list, which stops at the first error.
//!
//! Chains of one operator are read by loops; only real nesting recurses, on a stack that grows, up to [`NESTING_LIMIT`].
//! The limit also bounds every later walk over the tree.

mod action;
mod branching;
mod data;
mod formula;
mod header;
mod linear;
mod regular;

use crate::codes;
use crate::lexer::{self, Kind};
use crate::normal;
use crate::syntax::{Data, Document, Variable};
use wherefore_diag::{Code, Diagnostic, Diagnostics, FileId, Span};
use wherefore_syntax::{Checked, Cursor, Descent, OneText, Reported, Reporter, shortened};

/// How deep formulas may be nested.
pub const NESTING_LIMIT: u32 = 500;
/// Longest text of a formula, in bytes.
pub const LONGEST_TEXT: usize = 1 << 20;

/// Reads one formula with the definitions before it. What is wrong or not supported is a located diagnostic.
pub fn read(file: FileId, text: &str) -> Result<Document, Diagnostics> {
    if text.len() > LONGEST_TEXT {
        let mut diagnostics = Diagnostics::default();
        diagnostics.push(Diagnostic::new(codes::TOO_LARGE, "formulas of more than 1 MiB are not read"));
        return Err(diagnostics);
    }
    let document = whole(file, text, |parser| parser.document())?;
    match normal::of(&document) {
        Ok(_) => Ok(document),
        Err(wrong) => {
            let mut diagnostics = Diagnostics::default();
            diagnostics.push(wrong);
            Err(diagnostics)
        }
    }
}

/// Reads the actions of a label: `a(1)|b(d)`.
pub fn label(text: &str) -> Option<Vec<(String, Vec<Data>)>> {
    whole(FileId(0), text, |parser| parser.parts()).ok()
}

/// Reads data that stands alone.
pub fn value(text: &str) -> Option<Data> {
    whole(FileId(0), text, |parser| parser.data()).ok()
}

fn whole<T>(file: FileId, text: &str, rule: impl FnOnce(&mut Parser<'_>) -> Checked<T>) -> Result<T, Diagnostics> {
    let tokens = OneText { file, text, tokens: lexer::tokens(text) };
    let mut parser = Parser { cursor: Cursor::new(&tokens), bound: Vec::new(), report: Reporter::default() };
    let read = rule(&mut parser);
    match read {
        Ok(read) if parser.at_end() => Ok(read),
        Ok(_) => {
            parser.unexpected("the end of the formula");
            Err(parser.report.into_diagnostics())
        }
        Err(Reported) => Err(parser.report.into_diagnostics()),
    }
}

struct Parser<'a> {
    cursor: Cursor<'a, OneText<'a, Kind>>,
    /// Fixpoint variables that are bound here.
    bound: Vec<String>,
    report: Reporter,
}

impl<'a> Descent<'a> for Parser<'a> {
    wherefore_syntax::descent!('a, OneText<'a, Kind>, codes);

    fn bad_token(&self) -> Option<Diagnostic> {
        let token = self.token();
        let text = self.text_of(token);
        let headline = match token.kind {
            Kind::OpenQuote => "this quote is never closed".to_owned(),
            Kind::OpenComment => "this comment is never closed".to_owned(),
            Kind::Unknown => format!("`{}` is no sign of a formula", shortened(text)),
            _ => return None,
        };
        let span = Span::new(self.cursor.tokens().file, token.start, token.start + 1);
        Some(Diagnostic::at(codes::BAD_TOKEN, span, headline, "here"))
    }
}

impl<'a> Parser<'a> {
    fn kind(&self) -> Kind {
        self.token().kind
    }

    fn sign_ahead(&self, ahead: usize) -> &'static str {
        match self.token_ahead(ahead).kind {
            Kind::Sign(sign) => sign,
            _ => "",
        }
    }

    fn sign(&self) -> &'static str {
        self.sign_ahead(0)
    }

    fn eat_sign(&mut self, sign: &'static str) -> bool {
        self.eat(Kind::Sign(sign))
    }

    fn expect_sign(&mut self, sign: &'static str) -> Checked<()> {
        self.expect(Kind::Sign(sign))
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.word() == word;
        if found {
            self.bump();
        }
        found
    }

    /// Takes an operator in either spelling.
    fn eat_either(&mut self, sign: &'static str, word: &str) -> bool {
        self.eat_sign(sign) || self.eat_word(word)
    }

    fn name(&mut self, wanted: &str) -> Checked<String> {
        let word = self.word();
        if word.is_empty() {
            return Err(self.unexpected(wanted));
        }
        self.bump();
        Ok(word.to_owned())
    }

    /// Reports that a construct is not supported.
    fn refuse(&mut self, what: &str, span: Span) -> Reported {
        self.report(Diagnostic::at(codes::UNSUPPORTED, span, format!("{what} is not supported"), "not read"))
    }

    fn wrong(&mut self, code: &'static Code, span: Span, headline: &str) -> Reported {
        self.report(Diagnostic::at(code, span, headline, "here"))
    }

    /// Items between commas, up to a closing sign.
    fn list<T>(&mut self, close: &'static str, item: impl Fn(&mut Self) -> Checked<T>) -> Checked<Vec<T>> {
        let open = self.bump();
        let mut list = Vec::new();
        if self.sign() != close {
            list.push(self.nested(&item)?);
            while self.eat_sign(",") {
                list.push(self.nested(&item)?);
            }
        }
        self.expect_close(open, Kind::Sign(close))?;
        Ok(list)
    }

    /// `x, y: S, z: T`
    fn variables(&mut self) -> Checked<Vec<Variable>> {
        let mut list: Vec<Variable> = Vec::new();
        loop {
            let begin = list.len();
            loop {
                let span = self.span_of(self.token());
                let name = self.name("a variable")?;
                list.push(Variable { name, sort: String::new(), span });
                if !self.eat_sign(",") {
                    break;
                }
            }
            self.expect_sign(":")?;
            let sort = self.sort()?;
            list.iter_mut().skip(begin).for_each(|v| v.sort.clone_from(&sort));
            if !self.eat_sign(",") {
                return Ok(list);
            }
        }
    }

    /// A sort, or one of functions: `Nat # Nat -> Bool`.
    fn function_sort(&mut self) -> Checked<String> {
        let mut text = self.sort()?;
        while self.eat_sign("#") {
            text = format!("{text}#{}", self.sort()?);
        }
        if self.eat_sign("->") {
            text = format!("({text}->{})", self.nested(Self::function_sort)?);
        }
        Ok(text)
    }

    /// A sort without blanks: `List(Nat)`.
    fn sort(&mut self) -> Checked<String> {
        let (first, open) = (self.span_of(self.token()), self.token());
        if self.eat_sign("(") {
            let inner = self.nested(Self::function_sort)?;
            self.expect_close(open, Kind::Sign(")"))?;
            return Ok(inner);
        }
        let mut text = self.name("a sort")?;
        if text == "struct" {
            return Err(self.refuse("a `struct` without a name", first));
        }
        if self.sign() == "(" {
            let parts = self.list(")", Self::sort)?;
            text = format!("{text}({})", parts.join(","));
        }
        Ok(text)
    }
}
