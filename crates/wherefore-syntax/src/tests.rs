//! A parser of brackets, `( ( x ) )`, and what it says.

use crate::{Checked, Cursor, Descent, Kind as _, OneText, Reporter, Token};
use wherefore_diag::{Diagnostic, FileId};

wherefore_diag::declare_codes! {
    /// Something else was expected.
    SYNTAX = Error "syntax": "syntax", "Something else was expected.";
    /// A bracket is never closed.
    UNCLOSED = Error "unclosed": "unclosed", "A bracket is never closed.";
    /// Something is nested too deep.
    TOO_DEEP = Error "too-deep": "too deep", "Something is nested too deep.";
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Word,
    Open,
    Close,
    End,
}

impl crate::Kind for Kind {
    const END: Kind = Kind::End;
    const WORD: Kind = Kind::Word;

    fn written(self) -> &'static str {
        match self {
            Kind::Open => "(",
            Kind::Close => ")",
            _ => "?",
        }
    }
}

/// Tokens of one character each; blanks are left out.
fn tokens(text: &str) -> OneText<'_, Kind> {
    let kind = |c| match c {
        '(' => Kind::Open,
        ')' => Kind::Close,
        _ => Kind::Word,
    };
    let signs = text.char_indices().filter(|(_, c)| *c != ' ');
    let token = |(at, c): (usize, char)| Token { kind: kind(c), start: at as u32, end: (at + c.len_utf8()) as u32 };
    let end = Token { kind: Kind::END, start: text.len() as u32, end: text.len() as u32 };
    OneText { file: FileId(0), text, tokens: signs.map(token).chain([end]).collect() }
}

const NESTING_LIMIT: u32 = 3;

struct Parser<'a> {
    cursor: Cursor<'a, OneText<'a, Kind>>,
    report: Reporter,
}

impl<'a> Descent<'a> for Parser<'a> {
    crate::descent!('a, OneText<'a, Kind>, self);

    fn advice(&self) -> Option<String> {
        self.is(Kind::Close).then(|| "open it first".to_owned())
    }
}

impl Parser<'_> {
    fn brackets(&mut self) -> Checked<()> {
        if !self.is(Kind::Open) {
            return if self.word() == "x" { self.expect(Kind::Word) } else { Err(self.unexpected("`(` or `x`")) };
        }
        let open = self.bump();
        self.nested(Self::brackets)?;
        self.expect_close(open, Kind::Close)
    }
}

/// What is said about a text: the id, the headline, and the places with their labels.
fn said(text: &str) -> String {
    let tokens = tokens(text);
    let mut parser = Parser { cursor: Cursor::new(&tokens), report: Reporter::default() };
    let read = parser.brackets();
    let whole = parser.at_end();
    let list = parser.report.into_diagnostics();
    let line = |d: &Diagnostic| {
        let labels: Vec<String> =
            d.labels.iter().map(|l| format!("{}..{} {}", l.span.start, l.span.end, l.text)).collect();
        format!("{}: {}; {}; {}", d.code.id, d.headline, labels.join(", "), d.help.join(", "))
    };
    match read {
        Ok(()) => format!("read, {}", if whole { "all" } else { "not all" }),
        Err(_) => list.iter().map(line).collect(),
    }
}

#[test]
fn brackets_are_read_and_mistakes_are_told_with_their_places() {
    assert_eq!(said("((x))"), "read, all");
    assert_eq!(said("x x"), "read, not all");
    assert_eq!(said("(y)"), "syntax: expected `(` or `x`, found `y`; 1..2 expected `(` or `x`; ");
    assert_eq!(said(")"), "syntax: expected `(` or `x`, found `)`; 0..1 expected `(` or `x`; open it first");
    assert_eq!(said("(x x"), "syntax: expected `)`, found `x`; 3..4 expected `)`, 0..1 opened here; ");
    assert_eq!(said("((x)"), "unclosed: `(` is never closed; 4..4 expected `)`, 0..1 opened here; ");
    assert_eq!(said("((((x))))"), "too-deep: nested more than 3 levels deep; 4..5 at the limit here; ");
    assert_eq!(said(""), "syntax: expected `(` or `x`, found the end of the file; 0..0 expected `(` or `x`; ");
}

#[test]
fn the_end_is_never_passed_and_long_words_are_cut() {
    let list = tokens("( x");
    let mut parser = Parser { cursor: Cursor::new(&list), report: Reporter::default() };
    parser.skip_until(|p| p.word() == "x");
    assert_eq!((parser.at(), parser.word_ahead(1)), (1, ""));
    parser.skip(5);
    assert_eq!((parser.at(), parser.span_from(0).end), (2, 3));
    assert_eq!(crate::shortened(&"é".repeat(50)).chars().count(), 40);
}
