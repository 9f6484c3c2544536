//! The words of a text: names, keywords and signs, without comments.
//!
//! Front ends keep what a model means and not where every name in it is used. For an editor the uses are the words with the
//! name in the right part of the text; whether that is right is asked of the front end where it matters ([`super::rename`]).

use super::Tongue;
use wherefore::Language;

/// Whether a piece of text is a name or something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A name or a keyword.
    Name,
    /// A sign of one character.
    Sign,
}

/// A piece of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word {
    /// Offset of the first byte.
    pub start: usize,
    /// Offset just past the last byte.
    pub end: usize,
    /// What it is.
    pub kind: Kind,
}

impl Word {
    /// Its characters.
    pub fn of<'t>(&self, text: &'t str) -> &'t str {
        text.get(self.start..self.end).unwrap_or_default()
    }
}

/// How comments are written: the beginning, and the end if that is not the end of the line.
type Comment = (&'static str, Option<&'static str>);

fn comments(tongue: Tongue) -> &'static [Comment] {
    match tongue {
        Tongue::Model(Language::Smv | Language::Oss) => &[("/--", Some("--/")), ("--", None)],
        Tongue::Model(Language::Lustre) => &[("--", None), ("//", None), ("(*", Some("*)")), ("/*", Some("*/"))],
        Tongue::Mcl => &[("(*", Some("*)")), ("--", None), ("%", None)],
        Tongue::Model(Language::Scxml) => &[("<!--", Some("-->"))],
        Tongue::Model(_) => &[],
    }
}

/// Beginnings of comments that mean something: what follows is part of the program.
const LUSTRE_PRAGMAS: &[&str] = &["--%", "--!", "(*@", "(*%", "(*!", "/*@", "/*%", "/*!"];

/// All words of a text.
pub fn words(tongue: Tongue, text: &str) -> Vec<Word> {
    let mut list = Vec::new();
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        if let Some(length) = skipped(tongue, rest) {
            at += length;
            continue;
        }
        let length = rest.find(|c: char| !is_part(tongue, c)).unwrap_or(rest.len());
        let begins = rest.chars().next().is_some_and(|c| c.is_alphabetic() || c == '_');
        let (kind, length) = match length {
            0 => (Kind::Sign, rest.chars().next().map_or(1, char::len_utf8)),
            _ if begins => (Kind::Name, length),
            // A number, or a sign that may stand inside a name.
            _ => (Kind::Sign, rest.find(|c: char| !c.is_ascii_digit()).filter(|n| *n > 0).unwrap_or(1).min(length)),
        };
        let is_blank = rest.chars().next().is_some_and(char::is_whitespace);
        if !is_blank {
            list.push(Word { start: at, end: at + length, kind });
        }
        at += length;
    }
    list
}

/// How long a comment at the beginning of the text is.
fn skipped(tongue: Tongue, rest: &str) -> Option<usize> {
    if tongue == Tongue::Model(Language::Lustre)
        && let Some(mark) = LUSTRE_PRAGMAS.iter().find(|mark| rest.starts_with(**mark))
    {
        return Some(mark.len());
    }
    let (begin, end) = comments(tongue).iter().find(|(begin, _)| rest.starts_with(begin))?;
    let inside = rest.get(begin.len()..).unwrap_or_default();
    let length = match end {
        Some(end) => inside.find(end).map_or(inside.len(), |n| n + end.len()),
        None => inside.find('\n').unwrap_or(inside.len()),
    };
    Some(begin.len() + length)
}

/// Whether a character may stand inside a name.
fn is_part(tongue: Tongue, c: char) -> bool {
    c.is_alphanumeric()
        || c == '_'
        || match tongue {
            Tongue::Model(Language::Smv) => matches!(c, '$' | '#' | '-'),
            Tongue::Model(Language::Lustre) => matches!(c, '\'' | '~'),
            Tongue::Model(Language::Scxml | Language::XState) => c == '-',
            _ => false,
        }
}

/// Whether a text can be one name of the language.
pub fn is_name(tongue: Tongue, text: &str) -> bool {
    let list = words(tongue, text);
    matches!(list.as_slice(), [word] if word.kind == Kind::Name && word.end == text.len())
        && !text.starts_with(char::is_whitespace)
}

/// The words of the language that are no names.
pub fn keywords(tongue: Tongue) -> impl Iterator<Item = &'static str> {
    let list = match tongue {
        Tongue::Model(Language::Smv) => {
            "MODULE VAR IVAR FROZENVAR DEFINE CONSTANTS ASSIGN INIT INVAR TRANS FAIRNESS JUSTICE COMPASSION \
             INVARSPEC LTLSPEC CTLSPEC SPEC NAME init next case esac boolean integer real word signed unsigned \
             array of TRUE FALSE mod union in xor xnor self"
        }
        Tongue::Model(Language::Lustre) => {
            "node function returns var let tel const type enum struct if then else pre and or not xor true false \
             bool int real assert assume guarantee mode require ensure contract import include mod div when \
             current merge subrange of"
        }
        Tongue::Model(Language::Oss) => {
            "COMPONENT system INTERFACE REFINEMENT INPUT OUTPUT PORT PARAMETER CONTRACT assume guarantee SUB \
             CONNECTION REFINEDBY DEFINE CONSTRAINT always never in the future past then until since implies and \
             or not boolean integer real event true false next"
        }
        Tongue::Mcl => "true false and or not implies mu nu nil inevitable tau forall exists",
        Tongue::Model(Language::Scxml) => {
            "scxml state parallel final history initial transition onentry onexit datamodel data assign raise \
             send if elseif else id target event cond expr location type"
        }
        Tongue::Model(_) => "id initial states on target guard actions entry exit always after context type",
    };
    list.split_whitespace()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(tongue: Tongue, text: &str) -> Vec<&str> {
        words(tongue, text).iter().filter(|w| w.kind == Kind::Name).map(|w| w.of(text)).collect()
    }

    #[test]
    fn comments_have_no_names_and_instructions_do() {
        let smv = Tongue::Model(Language::Smv);
        assert_eq!(names(smv, "VAR a-b : 0..é; -- c\n/-- d\n --/ e"), ["VAR", "a-b", "é", "e"]);
        assert_eq!(
            names(Tongue::Model(Language::Lustre), "--%PROPERTY x; -- y\n(*@contract z *) w' (* v *)"),
            ["PROPERTY", "x", "contract", "z", "w'"]
        );
        assert_eq!(names(Tongue::Mcl, "mu X . (* Y *) X % Z"), ["mu", "X", "X"]);
        assert!(
            is_name(smv, "a-b")
                && !is_name(smv, "a b")
                && !is_name(smv, "1a")
                && !is_name(smv, "")
                && !is_name(smv, " a")
        );
    }
}
