//! Gates in LNT and LOTOS: their names outside brackets, which hold gates that are passed on.

use super::words::{Word, words};
use super::{Notation, Occurrences};

/// Keywords that a list of gates follows, up to `in`.
const LISTS: &[&str] = &["par", "hide"];

/// Reads a specification.
pub fn read(notation: Notation, text: &str) -> Occurrences {
    let words = words(notation, text);
    let mut found = Occurrences { folds_case: true, ..Occurrences::default() };
    let (mut depth, mut list) = (0usize, false);
    for (at, word) in words.iter().enumerate() {
        let next = words.get(at + 1).map_or("", |next| next.text);
        match word.text {
            "[" => depth += 1,
            "]" => depth = depth.saturating_sub(1),
            text if LISTS.iter().any(|own| own.eq_ignore_ascii_case(text)) => list = has_in(&words[at + 1..]),
            text if text.eq_ignore_ascii_case("in") => list = false,
            // `G1, G2 -> ...` in a parallel composition lists gates too.
            text if word.is_name && depth == 0 && !list && next != "->" => found.add(text, word.range.clone()),
            _ => {}
        }
    }
    found
}

/// Whether names, commas and sorts up to `in` follow: `par` may also stand without gates.
fn has_in(words: &[Word<'_>]) -> bool {
    let ends = |word: &&Word<'_>| !word.is_name && !matches!(word.text, "," | ":" | "#");
    let before = words.iter().take_while(|word| !ends(word));
    before.into_iter().any(|word| word.text.eq_ignore_ascii_case("in"))
}
