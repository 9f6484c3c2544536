//! From characters to tokens, in one pass.
//!
//! The lexer never fails and reports nothing: what it cannot read becomes a token that no grammar rule takes. Words are
//! not sorted into keywords and names, because the two dialects reserve different ones.

/// Kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A keyword, variable or name of an action.
    Word,
    /// Digits.
    Number,
    /// `"..."`
    Label,
    /// `'...'`
    Pattern,
    /// `(`
    LParen,
    /// `)`
    RParen,
    /// `[`
    LBracket,
    /// `]`
    RBracket,
    /// `<`
    Less,
    /// `>`
    Greater,
    /// `.`
    Dot,
    /// `*`
    Star,
    /// `+`
    Plus,
    /// `?`
    Question,
    /// `|`
    Bar,
    /// `||`
    Or,
    /// `&&`
    And,
    /// `!`
    Not,
    /// `=>`
    Implies,
    /// A sign that only occurs in data.
    Sign,
    /// A quote without its end on the same line.
    OpenQuote,
    /// A comment without its end.
    OpenComment,
    /// A character that begins no token.
    Unknown,
    /// The end of the text.
    End,
}

/// A token of a formula.
pub type Token = wherefore_syntax::Token<Kind>;

impl wherefore_syntax::Kind for Kind {
    const END: Kind = Kind::End;
    const WORD: Kind = Kind::Word;

    fn written(self) -> &'static str {
        match self {
            Kind::LParen => "(",
            Kind::RParen => ")",
            Kind::LBracket => "[",
            Kind::RBracket => "]",
            Kind::Less => "<",
            Kind::Greater => ">",
            Kind::Dot => ".",
            Kind::Star => "*",
            Kind::Plus => "+",
            Kind::Question => "?",
            Kind::Bar => "|",
            Kind::Or => "||",
            Kind::And => "&&",
            Kind::Not => "!",
            Kind::Implies => "=>",
            _ => "?",
        }
    }
}

/// All tokens of a text, the last one of kind [`Kind::End`].
pub fn tokens(text: &str) -> Vec<Token> {
    // Some editors put a byte order mark before the first line.
    let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let mut lexer = Lexer { text, at };
    let mut list = Vec::new();
    loop {
        let token = lexer.token();
        list.push(token);
        if token.kind == Kind::End {
            return list;
        }
    }
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
}

impl Lexer<'_> {
    fn token(&mut self) -> Token {
        loop {
            let start = self.at;
            let kind = match (self.peek(0), self.peek(1)) {
                (0, _) if start >= self.text.len() => Kind::End,
                (b' ' | b'\t' | b'\r' | b'\n' | 0x0c, _) => {
                    self.at += 1;
                    continue;
                }
                (b'-', b'-') | (b'%', _) => {
                    self.skip_while(|c| c != b'\n');
                    continue;
                }
                (b'(', b'*') => match self.comment() {
                    true => continue,
                    false => Kind::OpenComment,
                },
                (b'"', _) => self.quoted(b'"', Kind::Label),
                (b'\'', _) => self.quoted(b'\'', Kind::Pattern),
                (c, _) if c.is_ascii_alphabetic() || c == b'_' => self.run(Kind::Word),
                (c, _) if c.is_ascii_digit() => self.run(Kind::Number),
                (c, next) => self.symbol(c, next),
            };
            return Token { kind, start: start as u32, end: self.at as u32 };
        }
    }

    /// The byte `ahead` of the current one; 0 past the end.
    fn peek(&self, ahead: usize) -> u8 {
        self.text.as_bytes().get(self.at + ahead).copied().unwrap_or(0)
    }

    fn skip_while(&mut self, accept: impl Fn(u8) -> bool) {
        let rest = &self.text.as_bytes()[self.at..];
        self.at += rest.iter().position(|c| !accept(*c)).unwrap_or(rest.len());
    }

    /// Skips `(* ... *)`; false if the end is missing.
    fn comment(&mut self) -> bool {
        let end = self.text[self.at + 2..].find("*)");
        self.at = end.map_or(self.text.len(), |length| self.at + 2 + length + 2);
        end.is_some()
    }

    fn run(&mut self, kind: Kind) -> Kind {
        self.skip_while(|c| c.is_ascii_alphanumeric() || c == b'_');
        kind
    }

    /// Text up to the same quote on the same line; a backslash hides the character after it.
    fn quoted(&mut self, quote: u8, kind: Kind) -> Kind {
        self.at += 1;
        loop {
            self.skip_while(|c| c != quote && c != b'\\' && c != b'\n');
            match self.peek(0) {
                b'\\' if !matches!(self.peek(1), 0 | b'\n') => {
                    self.at += 2;
                    self.skip_while(|c| c & 0b1100_0000 == 0b1000_0000);
                }
                b'\\' => self.at += 1,
                c if c == quote && self.at < self.text.len() => {
                    self.at += 1;
                    return kind;
                }
                _ => return Kind::OpenQuote,
            }
        }
    }

    fn symbol(&mut self, first: u8, second: u8) -> Kind {
        let (kind, length) = match (first, second) {
            (b'|', b'|') => (Kind::Or, 2),
            (b'&', b'&') => (Kind::And, 2),
            (b'=', b'>') => (Kind::Implies, 2),
            _ => (single(first), 1),
        };
        self.at += length;
        while !self.text.is_char_boundary(self.at) {
            self.at += 1;
        }
        kind
    }
}

fn single(c: u8) -> Kind {
    match c {
        b'(' => Kind::LParen,
        b')' => Kind::RParen,
        b'[' => Kind::LBracket,
        b']' => Kind::RBracket,
        b'<' => Kind::Less,
        b'>' => Kind::Greater,
        b'.' => Kind::Dot,
        b'*' => Kind::Star,
        b'+' => Kind::Plus,
        b'?' => Kind::Question,
        b'|' => Kind::Bar,
        b'!' => Kind::Not,
        b'{' | b'}' | b',' | b':' | b';' | b'=' | b'@' | b'#' | b'-' | b'/' | b'&' | b'^' => Kind::Sign,
        _ => Kind::Unknown,
    }
}
