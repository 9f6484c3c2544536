//! What a list of tokens has to answer, and the list of a text that stands alone.

use wherefore_diag::{FileId, Span};

/// The tokens of a text. The last one is the end, which also stands for everything behind it.
pub trait Tokens {
    /// A token.
    type Token: Clone;
    /// What a rule of the grammar asks for: a kind of token, or a spelling.
    type Form: Copy;

    /// The token at an index.
    fn token(&self, index: usize) -> Self::Token;

    /// Whether a token is the end.
    fn is_end(&self, token: &Self::Token) -> bool;

    /// Whether a token is a name or a keyword.
    fn is_word(&self, token: &Self::Token) -> bool;

    /// Whether a token is what a rule asks for.
    fn is(&self, token: &Self::Token, form: Self::Form) -> bool;

    /// How a form is written, for messages.
    fn written(form: Self::Form) -> &'static str;

    /// The characters of a token.
    fn spelling(&self, token: &Self::Token) -> &str;

    /// Where a token is.
    fn place(&self, token: &Self::Token) -> Span;

    /// Where the tokens `first..=last` are.
    fn span(&self, first: usize, last: usize) -> Span;
}

/// A kind of tokens.
pub trait Kind: Copy + PartialEq {
    /// The end of the text.
    const END: Self;
    /// A name, or a keyword that is not a kind of its own.
    const WORD: Self;

    /// How tokens of this kind are written; `?` where that differs.
    fn written(self) -> &'static str;
}

/// A token: what it is and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<K> {
    /// What it is.
    pub kind: K,
    /// Offset of its first byte.
    pub start: u32,
    /// Offset just past its last byte.
    pub end: u32,
}

/// The tokens of one text without included files.
#[derive(Clone, Debug)]
pub struct OneText<'t, K> {
    /// The file of the text.
    pub file: FileId,
    /// The text.
    pub text: &'t str,
    /// The tokens, the last one of kind [`Kind::END`].
    pub tokens: Vec<Token<K>>,
}

impl<K: Kind> Tokens for OneText<'_, K> {
    type Token = Token<K>;
    type Form = K;

    fn token(&self, index: usize) -> Token<K> {
        let end = self.text.len() as u32;
        let missing = Token { kind: K::END, start: end, end };
        self.tokens.get(index).or(self.tokens.last()).copied().unwrap_or(missing)
    }

    fn is_end(&self, token: &Token<K>) -> bool {
        token.kind == K::END
    }

    fn is_word(&self, token: &Token<K>) -> bool {
        token.kind == K::WORD
    }

    fn is(&self, token: &Token<K>, kind: K) -> bool {
        token.kind == kind
    }

    fn written(kind: K) -> &'static str {
        kind.written()
    }

    fn spelling(&self, token: &Token<K>) -> &str {
        &self.text[token.start as usize..token.end as usize]
    }

    fn place(&self, token: &Token<K>) -> Span {
        Span::new(self.file, token.start, token.end)
    }

    fn span(&self, first: usize, last: usize) -> Span {
        Span::new(self.file, self.token(first).start, self.token(last.max(first)).end)
    }
}

/// The part of [`Tokens`] that lists share whose rules ask for spellings: of tokens with a `kind` and a `span`, whose kinds have
/// words, signs and an end.
#[macro_export]
macro_rules! spelled_tokens {
    ($token:ty, $kind:ident) => {
        type Token = $token;
        type Form = &'static str;

        fn is_end(&self, token: &$token) -> bool {
            token.kind == $kind::End
        }

        fn is_word(&self, token: &$token) -> bool {
            token.kind == $kind::Word
        }

        fn is(&self, token: &$token, form: &'static str) -> bool {
            matches!(token.kind, $kind::Word | $kind::Sign) && self.spelling(token) == form
        }

        fn written(form: &'static str) -> &'static str {
            form
        }

        fn place(&self, token: &$token) -> wherefore_diag::Span {
            token.span
        }
    };
}
