//! The tokens of a specification after macros are expanded, and how parts of it are quoted.
//!
//! A token has two places: where its characters are written, and where it is used. They differ inside a macro, whose
//! body is written in its definition and used wherever its name stands. Messages and quotations speak of the place of use:
//! with `#define ok(x) (x = OK | x = LATE)`, the formula `ok(status)` is quoted like that, because that is what its author
//! reads. Only a part of an expansion, here `status = LATE`, has no place of its own; it is put together from tokens.

use super::lexer::{self, Kind};
use wherefore_diag::{SourceMap, Span};
use wherefore_syntax::Tokens;

/// A token of the whole specification.
#[derive(Clone, Copy, Debug)]
pub struct Token {
    /// Kind of the token.
    pub kind: Kind,
    /// Where its characters are.
    pub spelling: Span,
    /// Where it is used.
    pub span: Span,
    /// The outermost use of a macro that brought it, counted from 1; 0 for none.
    pub expansion: u32,
    /// Named like a macro, but inside that macro: not to be expanded again.
    pub painted: bool,
}

/// All tokens with the texts they come from. The last token is of kind [`Kind::End`].
#[derive(Debug)]
pub struct Text {
    /// The tokens.
    pub tokens: Vec<Token>,
    /// The texts.
    pub sources: SourceMap,
    /// For each token the last one up to it that comes from the body of a macro; itself if no token does.
    body_before: Vec<u32>,
    /// For each token the first one from it on that comes from the body of a macro; itself if no token does.
    body_after: Vec<u32>,
}

impl Text {
    /// The tokens with the texts that they were read from.
    pub fn new(tokens: Vec<Token>, sources: SourceMap) -> Text {
        let from_body = |t: &Token| t.spelling != t.span;
        let mut body_before = Vec::with_capacity(tokens.len());
        let mut last = None;
        for (index, token) in tokens.iter().enumerate() {
            last = if from_body(token) { Some(index as u32) } else { last };
            body_before.push(last.unwrap_or(index as u32));
        }
        let mut body_after = vec![0; tokens.len()];
        let mut next = None;
        for (index, (token, entry)) in tokens.iter().zip(&mut body_after).enumerate().rev() {
            next = if from_body(token) { Some(index as u32) } else { next };
            *entry = next.unwrap_or(index as u32);
        }
        Text { tokens, sources, body_before, body_after }
    }

    /// A token; the end past the end.
    pub fn token(&self, index: usize) -> Token {
        let end =
            Token { kind: Kind::End, spelling: Span::default(), span: Span::default(), expansion: 0, painted: false };
        self.tokens.get(index).or(self.tokens.last()).copied().unwrap_or(end)
    }

    /// The characters of a token.
    pub fn spelled(&self, token: Token) -> &str {
        self.sources.text(token.spelling)
    }

    /// The place of the tokens `first..=last`. If the outer ones are arguments of a macro and the body of that macro is
    /// between them, the place is that of its use.
    pub fn span(&self, first: usize, last: usize) -> Span {
        let last = last.max(first);
        let after = self.body_after.get(first).map_or(first, |i| *i as usize);
        let before = self.body_before.get(last).map_or(last, |i| *i as usize);
        let mut span = self.token(first).span;
        for index in [last, after, before] {
            let other = self.token(index).span;
            if (first..=last).contains(&index) && other.file == span.file {
                span = span.to(other);
            }
        }
        span
    }

    /// The tokens `first..=last` as the source spells them, on one line of at most `limit` characters.
    pub fn quote(&self, first: usize, last: usize, limit: usize) -> String {
        let last = last.max(first);
        let apart = self.token(first).span.file != self.token(last).span.file;
        if apart || self.is_inside_expansion(first, last) {
            return self.join(first, last, limit);
        }
        on_one_line(self.sources.text(self.span(first, last)), limit)
    }

    /// Whether the tokens are a part of one use of a macro, and not a part that is written at the place of use. Parentheses
    /// around the whole body do not count: `(x = OK | x = LATE)` is what `ok(x)` stands for, with or without them.
    fn is_inside_expansion(&self, first: usize, last: usize) -> bool {
        let number = self.token(first).expansion;
        let belongs = |index: Option<usize>| index.is_some_and(|i| self.token(i).expansion == number);
        let written_here = self.body_after.get(first).is_none_or(|i| {
            let index = *i as usize;
            index > last || self.token(index).spelling == self.token(index).span
        });
        if number == 0 || !belongs(Some(last)) || written_here {
            return false;
        }
        let (mut before, mut after) = (first.checked_sub(1), last + 1);
        while belongs(before) && belongs(Some(after)) && self.is_pair(before, after) {
            (before, after) = (before.and_then(|i| i.checked_sub(1)), after + 1);
        }
        belongs(before) || belongs(Some(after))
    }

    fn is_pair(&self, open: Option<usize>, close: usize) -> bool {
        open.is_some_and(|i| self.spelled(self.token(i)) == "(") && self.spelled(self.token(close)) == ")"
    }

    fn join(&self, first: usize, last: usize, limit: usize) -> String {
        let mut line = String::new();
        for index in first..=last {
            let word = self.spelled(self.token(index));
            let tight =
                matches!(word, ")" | "," | "." | "]") || line.ends_with(['(', '.', '[', '!']) || line.is_empty();
            if !tight {
                line.push(' ');
            }
            line += word;
            if line.len() / 4 > limit {
                break;
            }
        }
        shortened(line, limit)
    }
}

impl Tokens for Text {
    wherefore_syntax::spelled_tokens!(Token, Kind);

    fn token(&self, index: usize) -> Token {
        Text::token(self, index)
    }

    fn spelling(&self, token: &Token) -> &str {
        self.sources.text(token.spelling)
    }

    fn span(&self, first: usize, last: usize) -> Span {
        Text::span(self, first, last)
    }
}

/// A text without comments and with single blanks.
fn on_one_line(text: &str, limit: usize) -> String {
    let mut line = String::new();
    let mut end = 0;
    for token in lexer::tokens(text) {
        if token.start > end && !line.is_empty() {
            line.push(' ');
        }
        end = token.end;
        line += text.get(token.start as usize..token.end as usize).unwrap_or_default();
        if line.len() / 4 > limit {
            break;
        }
    }
    shortened(line, limit)
}

/// A text cut to a number of characters, with a mark where it is cut.
fn shortened(mut text: String, limit: usize) -> String {
    if let Some((end, _)) = text.char_indices().nth(limit) {
        text.truncate(end);
        text += "...";
    }
    text
}
