//! From characters to tokens, in one pass.
//!
//! The lexer never fails and reports nothing. What it cannot read becomes a token of a kind that no grammar rule takes,
//! and the parser says what is wrong where it meets one; a part that the parser skips anyway stays silent.
//!
//! Three habits of the language matter here. `-`, `#` and `$` are letters inside a name, so `a-b` is one name. Digits are
//! followed by `..` in ranges, so `0..7` is not a decimal fraction. A line that starts with `#` is for the preprocessor:
//! line marks and macros that nothing uses are skipped, anything else is an error.

use super::token::{FOREIGN_SECTIONS, Kind, Token};
use std::collections::BTreeMap;
use wherefore_syntax::{Scanner, up_to_end};

/// All tokens of a text, the last one of kind [`Kind::End`]. The text must be shorter than 4 GiB.
pub fn tokens(text: &str) -> Vec<Token> {
    let mut list = up_to_end(text, |scan| Lexer { scan }.token());
    drop_idle_macros(text, &mut list);
    list
}

/// Drops each `#define NAME ...` whose name occurs nowhere else: it changes nothing.
fn drop_idle_macros(text: &str, list: &mut Vec<Token>) {
    if list.iter().all(|token| token.kind != Kind::Directive) {
        return;
    }
    let spelled = |token: &Token| text.get(token.start as usize..token.end as usize).unwrap_or_default();
    let words = |line| str::split(line, |c: char| !c.is_ascii_alphanumeric() && c != '_');
    let mut uses = BTreeMap::<&str, usize>::new();
    for token in list.iter() {
        let parts = if token.kind == Kind::Directive { words(spelled(token)).collect() } else { vec![spelled(token)] };
        parts.into_iter().for_each(|word| *uses.entry(word).or_default() += 1);
    }
    let idle = |token: &Token| macro_name(spelled(token)).is_some_and(|name| uses.get(name) == Some(&1));
    list.retain(|token| token.kind != Kind::Directive || !idle(token));
}

/// The name that a line `#define NAME ...` defines; none if the line goes on after its end.
fn macro_name(line: &str) -> Option<&str> {
    let rest = line.strip_prefix('#')?.trim_start().strip_prefix("define")?;
    let rest = rest.strip_prefix([' ', '\t'])?.trim_start();
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
    (end > 0 && !line.trim_end().ends_with('\\')).then(|| &rest[..end])
}

struct Lexer<'s, 't> {
    scan: &'s mut Scanner<'t>,
}

impl Lexer<'_, '_> {
    fn token(&mut self) -> Token {
        loop {
            let start = self.scan.at;
            let kind = match self.scan.peek(0) {
                0 if start >= self.scan.text.len() => Kind::End,
                b' ' | b'\t' | b'\r' | b'\n' | 0x0c => {
                    self.scan.at += 1;
                    continue;
                }
                b'-' if self.scan.peek(1) == b'-' => {
                    self.scan.skip_line();
                    continue;
                }
                b'/' if self.scan.peek(1) == b'-' && self.scan.peek(2) == b'-' => match self.block_comment() {
                    true => continue,
                    false => Kind::OpenComment,
                },
                b'#' if self.at_line_start() => match self.line_mark() {
                    true => continue,
                    false => Kind::Directive,
                },
                b'f' | b'F' if self.scan.peek(1) == b'\'' => self.fraction(),
                b'0'..=b'9' => self.number(),
                c if is_name_start(c) => self.name(),
                _ => self.symbol(),
            };
            return self.scan.token(kind, start);
        }
    }

    fn at_line_start(&self) -> bool {
        self.scan.at == 0 || self.scan.text.as_bytes()[self.scan.at - 1] == b'\n'
    }

    /// Skips `/-- ... --/`; false if the end is missing.
    fn block_comment(&mut self) -> bool {
        match self.scan.text[self.scan.at + 3..].find("--/") {
            Some(length) => {
                self.scan.at += 3 + length + 3;
                true
            }
            None => {
                self.scan.at = self.scan.text.len();
                false
            }
        }
    }

    /// Skips a line that starts with `#`; false if it is no mark of the form `# 12 "file"`.
    fn line_mark(&mut self) -> bool {
        let start = self.scan.at + 1;
        self.scan.skip_line();
        let rest = self.scan.text[start..self.scan.at].trim_start();
        rest.starts_with(|c: char| c.is_ascii_digit())
    }

    fn name(&mut self) -> Kind {
        let start = self.scan.at;
        self.scan.skip_while(is_name_part);
        // `a->b` would otherwise be the name `a-` and a `>`, which is never meant.
        if self.scan.text.as_bytes()[self.scan.at - 1] == b'-' && self.scan.peek(0) == b'>' {
            self.scan.at -= 1;
        }
        let word = &self.scan.text[start..self.scan.at];
        let other = || FOREIGN_SECTIONS.iter().any(|(name, _)| *name == word).then_some(Kind::ForeignSection);
        Kind::keyword(word).or_else(other).unwrap_or(Kind::Ident)
    }

    fn number(&mut self) -> Kind {
        let start = self.scan.at;
        if let Some(end) = word_end(&self.scan.text.as_bytes()[start..]) {
            self.scan.at += end;
            return self.end_of_number(Kind::Word);
        }
        self.scan.skip_while(|c| c.is_ascii_digit());
        let kind = if self.scan.skip_fraction() { Kind::Real } else { Kind::Int };
        self.end_of_number(kind)
    }

    /// A number must not run into a name.
    fn end_of_number(&mut self, kind: Kind) -> Kind {
        if !is_name_start(self.scan.peek(0)) {
            return kind;
        }
        self.scan.skip_while(is_name_part);
        Kind::BadNumber
    }

    fn fraction(&mut self) -> Kind {
        self.scan.at += 2;
        let start = self.scan.at;
        self.scan.skip_while(|c| c.is_ascii_digit());
        let numerator = self.scan.at - start;
        if numerator == 0 || self.scan.peek(0) != b'/' || !self.scan.peek(1).is_ascii_digit() {
            return Kind::BadNumber;
        }
        self.scan.at += 1;
        self.scan.skip_while(|c| c.is_ascii_digit());
        self.end_of_number(Kind::Fraction)
    }

    fn symbol(&mut self) -> Kind {
        use Kind::*;
        let (kind, length) = match (self.scan.peek(0), self.scan.peek(1), self.scan.peek(2)) {
            (b'<', b'-', b'>') => (Iff, 3),
            (b'-', b'>', _) => (Implies, 2),
            (b'!', b'=', _) => (Ne, 2),
            (b'<', b'=', _) => (Le, 2),
            (b'>', b'=', _) => (Ge, 2),
            (b'<', b'<', _) => (ShiftLeft, 2),
            (b'>', b'>', _) => (ShiftRight, 2),
            (b':', b':', _) => (Concat, 2),
            (b':', b'=', _) => (Becomes, 2),
            (b'.', b'.', _) => (DotDot, 2),
            (c, ..) => match single(c) {
                Some(kind) => (kind, 1),
                None => (Unknown, self.scan.text[self.scan.at..].chars().next().map_or(1, char::len_utf8)),
            },
        };
        self.scan.at += length;
        kind
    }
}

fn single(c: u8) -> Option<Kind> {
    use Kind::*;
    Some(match c {
        b'!' => Not,
        b'&' => And,
        b'|' => Or,
        b'=' => Eq,
        b'<' => Lt,
        b'>' => Gt,
        b'+' => Plus,
        b'-' => Minus,
        b'*' => Star,
        b'/' => Slash,
        b'(' => LParen,
        b')' => RParen,
        b'{' => LBrace,
        b'}' => RBrace,
        b'[' => LBracket,
        b']' => RBracket,
        b',' => Comma,
        b';' => Semi,
        b':' => Colon,
        b'?' => Question,
        b'.' => Dot,
        _ => return None,
    })
}

fn is_name_start(c: u8) -> bool {
    c.is_ascii_alphabetic() || c == b'_'
}

fn is_name_part(c: u8) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, b'_' | b'$' | b'#' | b'-')
}

/// The length of a word constant `0[us]?[bodh][width]_digits` at the start of `bytes`. Whether the digits fit the base and
/// the width is checked where the constant gets its value.
fn word_end(bytes: &[u8]) -> Option<usize> {
    let at = |i: usize| bytes.get(i).copied().unwrap_or(0);
    let mut i = usize::from(at(0) == b'0');
    if i == 0 {
        return None;
    }
    i += usize::from(matches!(at(i), b'u' | b's'));
    if !matches!(at(i).to_ascii_lowercase(), b'b' | b'o' | b'd' | b'h') {
        return None;
    }
    i += 1;
    while at(i).is_ascii_digit() {
        i += 1;
    }
    if at(i) != b'_' {
        return None;
    }
    while at(i) == b'_' || at(i).is_ascii_hexdigit() {
        i += 1;
    }
    Some(i)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tokens as `kind:text` words.
    fn check(text: &str, expected: &str) {
        let shown: Vec<String> = tokens(text)
            .iter()
            .filter(|t| t.kind != Kind::End)
            .map(|t| format!("{:?}:{}", t.kind, &text[t.start as usize..t.end as usize]))
            .collect();
        assert_eq!(shown.join(" "), expected);
    }

    #[test]
    fn names_hold_dashes_and_arrows_end_them() {
        check("a-b a - b x->y p$1#2", "Ident:a-b Ident:a Minus:- Ident:b Ident:x Implies:-> Ident:y Ident:p$1#2");
    }

    #[test]
    fn ranges_are_not_fractions() {
        check("0..7 1.5 2e-3 f'1/3", "Int:0 DotDot:.. Int:7 Real:1.5 Real:2e-3 Fraction:f'1/3");
        check("F'1/3 F p", "Fraction:F'1/3 F:F Ident:p");
    }

    #[test]
    fn words_and_what_looks_like_them() {
        check("0ud3_5 0b_01 -0sd8_12 0ub 3x", "Word:0ud3_5 Word:0b_01 Minus:- Word:0sd8_12 BadNumber:0ub BadNumber:3x");
    }

    #[test]
    fn comments_and_line_marks_vanish() {
        check("a -- b\n/-- c\n --/ d\n# 12 \"x\"\ne", "Ident:a Ident:d Ident:e");
        check("#define x\nx /-- open", "Directive:#define x Ident:x OpenComment:/-- open");
        check("#define x y\n#  define z(y)\na", "Ident:a");
        check("#define x \\\n y\na", "Directive:#define x \\ Ident:y Ident:a");
        check("#include \"x\"\na", "Directive:#include \"x\" Ident:a");
    }

    #[test]
    fn unknown_characters_are_whole_characters() {
        check("\u{feff}a @ é", "Ident:a Unknown:@ Unknown:é");
    }
}
