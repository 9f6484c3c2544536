//! Where actions occur in the text of a specification that a graph was made from: mCRL2, LNT, LOTOS.
//!
//! No front end: words are found, with the sections and operators around them, and nothing is typed or expanded. An action of a
//! graph occurs where its name stands as an action of a process. In mCRL2 that is a declared action in `proc` or `init`, outside the sets
//! of `allow`, `block`, `hide`, `comm` and `rename`; where `comm` makes `c` of `r` and `s`, or `rename` makes it of another name,
//! these occur for it too. In LNT and LOTOS it is the name of the gate outside brackets and outside the operators that list gates.
//! Any text is read: what does not fit is passed over.

mod gates;
mod mcrl2;
#[cfg(test)]
mod tests;
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The most places of one name that are kept.
const MOST_PLACES: usize = 1_000;

/// A language of specifications.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// mCRL2.
    Mcrl2,
    /// LNT.
    Lnt,
    /// LOTOS.
    Lotos,
}

impl Notation {
    /// All of them, with the endings of their files.
    pub const ALL: [(Notation, &'static str); 4] =
        [(Notation::Mcrl2, "mcrl2"), (Notation::Lnt, "lnt"), (Notation::Lotos, "lotos"), (Notation::Lotos, "lot")];

    /// The language of a file, by its ending.
    pub fn of(ending: &str) -> Option<Notation> {
        Notation::ALL.into_iter().find(|(_, own)| own.eq_ignore_ascii_case(ending)).map(|(notation, _)| notation)
    }
}

/// Where the actions of a specification occur.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Occurrences {
    /// By name, in order.
    places: BTreeMap<String, Vec<Range<usize>>>,
    /// For each action the others that it is made of.
    made_of: BTreeMap<String, BTreeSet<String>>,
    /// Whether names that differ in capitals are the same.
    folds_case: bool,
}

impl Occurrences {
    /// Reads a text.
    pub fn read(notation: Notation, text: &str) -> Occurrences {
        match notation {
            Notation::Mcrl2 => mcrl2::read(text),
            Notation::Lnt | Notation::Lotos => gates::read(notation, text),
        }
    }

    /// Where the actions of a gate occur, in the order of the text; the names of a multi-action are `a|b`.
    pub fn of(&self, gate: &str) -> Vec<Range<usize>> {
        let mut open: Vec<String> = gate.split('|').map(|name| self.key(name.trim())).collect();
        let (mut seen, mut found): (BTreeSet<String>, Vec<Range<usize>>) = (BTreeSet::new(), Vec::new());
        while let Some(name) = open.pop() {
            if seen.contains(&name) {
                continue;
            }
            found.extend(self.places.get(&name).into_iter().flatten().cloned());
            open.extend(self.made_of.get(&name).into_iter().flatten().cloned());
            seen.insert(name);
        }
        found.sort_by_key(|range| range.start);
        found.dedup();
        found
    }

    fn key(&self, name: &str) -> String {
        if self.folds_case { name.to_lowercase() } else { name.to_owned() }
    }

    fn add(&mut self, name: &str, range: Range<usize>) {
        let places = self.places.entry(self.key(name)).or_default();
        if places.len() < MOST_PLACES {
            places.push(range);
        }
    }
}
