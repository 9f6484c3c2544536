//! Actions in mCRL2: those that `act` declares, in `proc` and `init`.

use super::words::{Word, words};
use super::{Notation, Occurrences};
use std::collections::BTreeSet;

/// Keywords that begin a section.
const SECTIONS: &[&str] = &["sort", "cons", "map", "var", "eqn", "act", "proc", "init", "glob", "pbes"];
/// Operators that sets of actions follow.
const OPERATORS: &[&str] = &["allow", "block", "hide", "comm", "rename"];

/// Reads a specification.
pub fn read(text: &str) -> Occurrences {
    let words = words(Notation::Mcrl2, text);
    let declared = declared(&words);
    let mut found = Occurrences::default();
    let (mut section, mut at) = ("", 0);
    while let Some(word) = words.get(at) {
        at += 1;
        match word.text {
            text if SECTIONS.contains(&text) => section = text,
            operator if OPERATORS.contains(&operator) => {
                let (set, end) = set(&words, at);
                if operator == "comm" || operator == "rename" {
                    set.split(|word| word.text == ",").for_each(|entry| made(&mut found, entry));
                }
                at = end;
            }
            name if matches!(section, "proc" | "init") && declared.contains(name) => {
                found.add(name, word.range.clone());
            }
            _ => {}
        }
    }
    found
}

/// The declared actions: names between `act` or `;` and `:` or `;`.
fn declared<'t>(words: &[Word<'t>]) -> BTreeSet<&'t str> {
    let (mut found, mut is_act, mut is_sort) = (BTreeSet::new(), false, false);
    for word in words {
        match word.text {
            text if SECTIONS.contains(&text) => (is_act, is_sort) = (text == "act", false),
            ":" => is_sort = true,
            ";" => is_sort = false,
            text if is_act && !is_sort && word.is_name => {
                found.insert(text);
            }
            _ => {}
        }
    }
    found
}

/// The words of the set behind an operator, and where they end; none where no set follows.
fn set<'w, 't>(words: &'w [Word<'t>], at: usize) -> (&'w [Word<'t>], usize) {
    let sign = |place: usize| words.get(place).map(|word| word.text);
    if (sign(at), sign(at + 1)) != (Some("("), Some("{")) {
        return (&[], at);
    }
    let first = at + 2;
    let end = words[first..].iter().position(|word| word.text == "}").map_or(words.len(), |place| first + place);
    (&words[first..end], end)
}

/// An entry of `comm` or `rename`: `r|s -> c`.
fn made(found: &mut Occurrences, entry: &[Word<'_>]) {
    let Some(arrow) = entry.iter().position(|word| word.text == "->") else { return };
    let names = |part: &[Word<'_>]| -> Vec<String> {
        part.iter().filter(|word| word.is_name).map(|word| word.text.to_owned()).collect()
    };
    let (from, to) = (names(&entry[..arrow]), names(&entry[arrow + 1..]));
    for name in to {
        found.made_of.entry(name).or_default().extend(from.iter().cloned());
    }
}
