//! Short names of classes that stay the same from run to run, and never stand for two classes of a list.

use std::collections::{BTreeMap, BTreeSet};

/// Digits that a longer name has more than a shorter one.
const DIGITS: usize = 10;

/// Forty bits of Fowler, Noll and Vo's hash of a text: the same on every machine and in every version.
pub fn stable(text: &str) -> String {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3));
    format!("{:010x}", (hash >> 40) ^ (hash & 0xff_ffff_ffff))
}

/// The short names of texts that stand side by side: equal ones for equal texts alone. Texts that happen to share a name get a
/// longer one, which begins with it.
pub(crate) fn distinct(texts: &[String]) -> Vec<String> {
    distinct_by(texts, &stable)
}

fn distinct_by(texts: &[String], hash: &dyn Fn(&str) -> String) -> Vec<String> {
    let all: BTreeSet<&String> = texts.iter().collect();
    let mut names: BTreeMap<&String, String> = all.iter().map(|text| (*text, hash(text))).collect();
    for round in 1.. {
        let mut shared: BTreeMap<&str, usize> = BTreeMap::new();
        names.values().for_each(|name| *shared.entry(name).or_default() += 1);
        let alike: Vec<&String> = names.iter().filter(|(_, name)| shared[name.as_str()] > 1).map(|(t, _)| *t).collect();
        if alike.is_empty() {
            break;
        }
        for (place, text) in alike.into_iter().enumerate() {
            // A hash that does not separate them after all rounds is useless; then their order does.
            let more = if round < DIGITS { hash(&format!("{round} {text}")) } else { format!("{place:010x}") };
            names.entry(text).and_modify(|name| name.push_str(&more));
        }
    }
    texts.iter().map(|text| names[text].clone()).collect()
}

/// Words that stand side by side, made different where they are equal: by a number behind all but the first.
pub(crate) fn numbered(words: &mut [String]) {
    let mut taken: BTreeSet<String> = words.iter().cloned().collect();
    let mut seen = BTreeSet::new();
    for word in words.iter_mut() {
        if seen.insert(word.clone()) {
            continue;
        }
        let free = (2..).map(|n| format!("{word} ({n})")).find(|w| !taken.contains(w));
        *word = free.unwrap_or_default();
        taken.insert(word.clone());
        seen.insert(word.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(list: &[&str]) -> Vec<String> {
        list.iter().map(|t| (*t).to_owned()).collect()
    }

    #[test]
    fn names_that_happen_to_be_equal_grow_until_they_differ() {
        let short = distinct(&texts(&["a", "b", "a"]));
        assert_eq!(short, [stable("a"), stable("b"), stable("a")]);
        // A hash of one bit, and one that says nothing.
        for hash in [|text: &str| format!("{}", text.bytes().map(u32::from).sum::<u32>() % 2), |_: &str| "0".to_owned()]
        {
            let words = texts(&["a", "b", "c", "d", "e", "a"]);
            let names = distinct_by(&words, &hash);
            let different: BTreeSet<&String> = names.iter().collect();
            assert_eq!((different.len(), &names[0]), (5, &names[5]));
            assert!(names.iter().zip(&words).all(|(name, word)| name.starts_with(&hash(word))), "{names:?}");
            let mut turned = words.clone();
            turned.reverse();
            assert_eq!(distinct_by(&turned, &hash), names.iter().rev().cloned().collect::<Vec<_>>());
        }
    }

    #[test]
    fn equal_words_get_numbers_that_are_free() {
        let mut words = texts(&["a", "a", "a (2)", "b", "a"]);
        numbered(&mut words);
        assert_eq!(words, ["a", "a (3)", "a (2)", "b", "a (4)"]);
    }
}
