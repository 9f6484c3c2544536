//! A cursor over a list of tokens, and what every hand-written parser does with it.
//!
//! A language says what its tokens are ([`Tokens`]) and how its parser speaks ([`Descent`]): its codes, what it calls a token that
//! the lexer could not read, and where an opened bracket can no longer be closed. Everything else is the same for all: what was
//! expected and what was found, the label on a bracket that is never closed, and the limit of nesting. Only real nesting
//! recurses, on a stack that grows.

use crate::suggest::nearest;
use crate::tokens::Tokens;
use wherefore_diag::{Code, Diagnostic, Span};

/// A place in a list of tokens.
#[derive(Debug)]
pub struct Cursor<'a, T> {
    tokens: &'a T,
    at: usize,
    depth: u32,
}

impl<'a, T: Tokens> Cursor<'a, T> {
    /// The beginning of a list.
    pub fn new(tokens: &'a T) -> Cursor<'a, T> {
        Cursor { tokens, at: 0, depth: 0 }
    }

    /// The list.
    pub fn tokens(&self) -> &'a T {
        self.tokens
    }
}

/// The ids of the messages that all parsers have.
#[derive(Clone, Copy, Debug)]
pub struct Codes {
    /// Something else was expected.
    pub syntax: &'static Code,
    /// A bracket is never closed.
    pub unclosed: &'static Code,
    /// Something is nested too deep.
    pub too_deep: &'static Code,
}

/// A recursive descent: a parser that has a cursor.
pub trait Descent<'a>: Sized {
    /// The list of tokens.
    type Tokens: Tokens + 'a;
    /// The news that a part has no meaning.
    type Error;

    /// How deep parts may be nested.
    const NESTING_LIMIT: u32;
    /// The ids of messages.
    const CODES: Codes;

    /// The place where the parser is.
    fn cursor(&self) -> &Cursor<'a, Self::Tokens>;

    /// The cursor, mutably.
    fn cursor_mut(&mut self) -> &mut Cursor<'a, Self::Tokens>;

    /// Takes a message.
    fn report(&mut self, diagnostic: Diagnostic) -> Self::Error;

    /// Whether what is open can no longer be closed, because something else ends or begins here.
    fn ends(&self) -> bool {
        self.at_end()
    }

    /// The id of the message that the current token is not expected.
    fn code(&self) -> &'static Code {
        Self::CODES.syntax
    }

    /// The message about the current token if it is wrong wherever it stands.
    fn bad_token(&self) -> Option<Diagnostic> {
        None
    }

    /// What the author of the current token, which is not expected, may have meant.
    fn advice(&self) -> Option<String> {
        None
    }

    /// The current token in the words of a message.
    fn found(&self) -> String {
        match self.at_end() {
            true => "the end of the file".to_owned(),
            false => format!("`{}`", shortened(self.text_of(self.token()))),
        }
    }

    /// The index of the current token.
    fn at(&self) -> usize {
        self.cursor().at
    }

    /// The token at an index.
    fn token_at(&self, index: usize) -> TokenOf<'a, Self> {
        self.cursor().tokens.token(index)
    }

    /// The token `ahead` of the current one.
    fn token_ahead(&self, ahead: usize) -> TokenOf<'a, Self> {
        self.token_at(self.at() + ahead)
    }

    /// The current token.
    fn token(&self) -> TokenOf<'a, Self> {
        self.token_ahead(0)
    }

    /// The characters of a token.
    fn text_of(&self, token: TokenOf<'a, Self>) -> &'a str {
        self.cursor().tokens.spelling(&token)
    }

    /// Where a token is.
    fn span_of(&self, token: TokenOf<'a, Self>) -> Span {
        self.cursor().tokens.place(&token)
    }

    /// From the token at index `first` to the last one consumed.
    fn span_from(&self, first: usize) -> Span {
        self.cursor().tokens.span(first, self.at().saturating_sub(1).max(first))
    }

    /// The text of the token `ahead` if it is a word, otherwise nothing.
    fn word_ahead(&self, ahead: usize) -> &'a str {
        let token = self.token_ahead(ahead);
        if self.cursor().tokens.is_word(&token) { self.text_of(token) } else { "" }
    }

    /// The text of the current token if it is a word, otherwise nothing.
    fn word(&self) -> &'a str {
        self.word_ahead(0)
    }

    /// Whether the current token is the end.
    fn at_end(&self) -> bool {
        self.cursor().tokens.is_end(&self.token())
    }

    /// Whether the current token is of this form.
    fn is(&self, form: FormOf<'a, Self>) -> bool {
        self.cursor().tokens.is(&self.token(), form)
    }

    /// Goes to the token at an index.
    fn go_to(&mut self, index: usize) {
        self.cursor_mut().at = index;
    }

    /// Goes on by this many tokens.
    fn skip(&mut self, count: usize) {
        for _ in 0..count {
            self.bump();
        }
    }

    /// Goes on until something is true, or to the end: how reading is resumed after an error.
    fn skip_until(&mut self, stop: impl Fn(&Self) -> bool) {
        while !self.at_end() && !stop(self) {
            self.bump();
        }
    }

    /// Takes a token; the end is never passed.
    fn bump(&mut self) -> TokenOf<'a, Self> {
        let token = self.token();
        if !self.cursor().tokens.is_end(&token) {
            self.cursor_mut().at += 1;
        }
        token
    }

    /// Takes a token if it is of this form.
    fn eat(&mut self, form: FormOf<'a, Self>) -> bool {
        let found = self.is(form);
        if found {
            self.bump();
        }
        found
    }

    /// Takes a token that must be of this form.
    fn expect(&mut self, form: FormOf<'a, Self>) -> Result<(), Self::Error> {
        match self.eat(form) {
            true => Ok(()),
            false => Err(self.unexpected(&format!("`{}`", Self::Tokens::written(form)))),
        }
    }

    /// Takes what closes the token `open`.
    fn expect_close(&mut self, open: TokenOf<'a, Self>, form: FormOf<'a, Self>) -> Result<(), Self::Error> {
        match self.eat(form) {
            true => Ok(()),
            false => Err(self.unclosed(open, &format!("`{}`", Self::Tokens::written(form)))),
        }
    }

    /// Reports that the current token is not what the grammar wants.
    fn unexpected(&mut self, wanted: &str) -> Self::Error {
        let diagnostic = self.unexpected_diagnostic(wanted);
        self.report(diagnostic)
    }

    /// Reports the same where one of these keywords may stand; a misspelt one is recognised.
    fn unexpected_keyword(&mut self, wanted: &str, keywords: &[&'static str]) -> Self::Error {
        let diagnostic = self.unexpected_diagnostic(wanted);
        let meant = self.meant(self.at(), keywords);
        self.report(meant.into_iter().fold(diagnostic, Diagnostic::help))
    }

    /// Advice on a misspelt keyword: which of these the word at an index was probably meant to be. A name in small letters is not
    /// taken for a keyword in capitals, unless the letters are the only difference.
    fn meant(&self, index: usize, keywords: &[&'static str]) -> Option<String> {
        let token = self.token_at(index);
        let word = if self.cursor().tokens.is_word(&token) { self.text_of(token) } else { return None };
        let near = nearest(word, keywords.iter().copied()).filter(|near| *near != word)?;
        let in_capitals = |text: &str| !text.contains(char::is_lowercase);
        let alike = in_capitals(word) == in_capitals(near) || word.eq_ignore_ascii_case(near);
        alike.then(|| format!("did you mean `{near}`?"))
    }

    /// The message that the current token is not what the grammar wants.
    fn unexpected_diagnostic(&self, wanted: &str) -> Diagnostic {
        self.bad_token().unwrap_or_else(|| {
            let headline = format!("expected {wanted}, found {}", self.found());
            let span = self.span_of(self.token());
            let diagnostic = Diagnostic::at(self.code(), span, headline, format!("expected {wanted}"));
            self.advice().into_iter().fold(diagnostic, Diagnostic::help)
        })
    }

    /// Reports that something opened has no end here.
    fn unclosed(&mut self, open: TokenOf<'a, Self>, wanted: &str) -> Self::Error {
        let diagnostic = self.bad_token().unwrap_or_else(|| {
            let (code, headline) = match self.ends() {
                true => (Self::CODES.unclosed, format!("`{}` is never closed", self.text_of(open.clone()))),
                false => (Self::CODES.syntax, format!("expected {wanted}, found {}", self.found())),
            };
            let span = self.span_of(self.token());
            Diagnostic::at(code, span, headline, format!("expected {wanted}")).label(self.span_of(open), "opened here")
        });
        self.report(diagnostic)
    }

    /// Reports that something is nested too deep.
    fn too_deep(&mut self) -> Self::Error {
        let headline = format!("nested more than {} levels deep", Self::NESTING_LIMIT);
        let span = self.span_of(self.token());
        self.report(Diagnostic::at(Self::CODES.too_deep, span, headline, "at the limit here"))
    }

    /// How deep the current part is nested.
    fn depth(&self) -> u32 {
        self.cursor().depth
    }

    /// Says how deep the current part is nested, where a loop builds a tree that is as deep as it is long.
    fn set_depth(&mut self, depth: u32) {
        self.cursor_mut().depth = depth;
    }

    /// Runs a part of the parser one nesting level deeper.
    fn nested<R>(&mut self, part: impl FnOnce(&mut Self) -> Result<R, Self::Error>) -> Result<R, Self::Error> {
        let depth = self.depth();
        if depth >= Self::NESTING_LIMIT {
            return Err(self.too_deep());
        }
        self.set_depth(depth + 1);
        let result = stacker::maybe_grow(64 * 1024, 1024 * 1024, || part(self));
        self.set_depth(depth);
        result
    }
}

/// A token of a parser.
pub type TokenOf<'a, D> = <<D as Descent<'a>>::Tokens as Tokens>::Token;

/// What the rules of a parser ask for.
pub type FormOf<'a, D> = <<D as Descent<'a>>::Tokens as Tokens>::Form;

/// The text of a token, cut where it would fill the screen.
pub fn shortened(text: &str) -> &str {
    match text.char_indices().nth(40) {
        Some((end, _)) => &text[..end],
        None => text,
    }
}

/// The part of a [`Descent`] that parsers share if their fields are called `cursor` and `report`: the list of tokens, their
/// codes, and how messages are taken. The limit of nesting is the constant `NESTING_LIMIT` of their module.
#[macro_export]
macro_rules! descent {
    ($life:lifetime, $tokens:ty, $codes:ident) => {
        type Tokens = $tokens;
        type Error = $crate::Reported;

        const NESTING_LIMIT: u32 = NESTING_LIMIT;
        const CODES: $crate::Codes =
            $crate::Codes { syntax: $codes::SYNTAX, unclosed: $codes::UNCLOSED, too_deep: $codes::TOO_DEEP };

        fn cursor(&self) -> &$crate::Cursor<$life, $tokens> {
            &self.cursor
        }

        fn cursor_mut(&mut self) -> &mut $crate::Cursor<$life, $tokens> {
            &mut self.cursor
        }

        fn report(&mut self, diagnostic: wherefore_diag::Diagnostic) -> $crate::Reported {
            self.report.push(diagnostic)
        }
    };
}
