//! Texts with a few words or signs removed, repeated, swapped or replaced.

use crate::below;

/// The text as words and single signs, so that a change hits one of them. Letters and digits make words, and these signs.
pub fn pieces<'a>(text: &'a str, signs: &str) -> Vec<&'a str> {
    let is_word = |c: char| c.is_alphanumeric() || signs.contains(c);
    let mut found = Vec::new();
    let (mut start, mut last) = (0, ' ');
    for (at, c) in text.char_indices() {
        if at > 0 && !(is_word(c) && is_word(last)) {
            found.push(&text[start..at]);
            start = at;
        }
        last = c;
    }
    found.push(&text[start..]);
    found
}

/// Words and signs of all languages that change the meaning of whatever they land in.
const COMMON: &[&str] = &["0", "1.5", "(", ")", "[", "]", "{", "}", ";", ":", ":=", "..", ".", ",", "=", "<", "->"];

/// Words that change the meaning of whatever they land in, those of one language with those of all.
pub fn words(own: &[&'static str]) -> Vec<&'static str> {
    [COMMON, own].concat()
}

/// The pieces with up to three of them changed, also to one of the words.
pub fn damaged(pieces: &[&str], words: &[&str], random: &mut u64) -> String {
    let mut list: Vec<&str> = pieces.to_vec();
    for _ in 0..=below(random, 3) {
        let (at, other) = (below(random, list.len()), below(random, list.len()));
        match below(random, 5) {
            0 => drop(list.remove(at)),
            1 => list.insert(at, list[other]),
            2 => list.swap(at, other),
            3 => list[at] = list[other],
            _ => list[at] = words[below(random, words.len())],
        }
        if list.is_empty() {
            break;
        }
    }
    list.join("")
}
