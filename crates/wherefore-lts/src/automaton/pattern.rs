//! An automaton that also counts how much of a pattern a run has shown.
//!
//! A pattern is a row of sets of labels. A run shows it if it has labels in these sets in this order, with anything
//! between them. Taking each element as early as possible never misses the rest, so a counter from 0 to the length of the
//! pattern is enough.

use super::Automaton;
use std::collections::BTreeMap;

/// The product of an automaton with the subsequence automaton of a pattern of length `p`. State `q * (p + 1) + j` is the
/// state `q` of the automaton after `j` elements of the pattern.
#[derive(Clone, Debug)]
pub struct Patterned<'a> {
    automaton: &'a Automaton,
    class_of: Vec<u32>,
    /// For each class, the class of the automaton it is part of.
    coarse: Vec<u32>,
    /// For each class, which elements of the pattern it shows.
    shows: Vec<Vec<bool>>,
    length: u32,
}

impl Automaton {
    /// The product with a pattern: for each element, whether each label is in it.
    pub fn with_pattern(&self, pattern: &[Vec<bool>]) -> Patterned<'_> {
        let mut numbers: BTreeMap<(u32, Vec<bool>), u32> = BTreeMap::new();
        let mut product = Patterned {
            automaton: self,
            class_of: Vec::with_capacity(self.class_of.len()),
            coarse: Vec::new(),
            shows: Vec::new(),
            length: pattern.len() as u32,
        };
        for (label, class) in self.class_of.iter().enumerate() {
            let shows: Vec<bool> = pattern.iter().map(|element| element[label]).collect();
            let next = numbers.len() as u32;
            let number = *numbers.entry((*class, shows.clone())).or_insert(next);
            if number == next {
                product.coarse.push(*class);
                product.shows.push(shows);
            }
            product.class_of.push(number);
        }
        product
    }
}

impl Patterned<'_> {
    /// How many states there are.
    pub fn states(&self) -> u32 {
        self.automaton.states() * (self.length + 1)
    }

    /// The state before the first label.
    pub fn initial(&self) -> u32 {
        self.automaton.initial() * (self.length + 1)
    }

    /// How many classes of labels there are.
    pub fn classes(&self) -> u32 {
        self.coarse.len() as u32
    }

    /// The class of a label.
    pub fn class(&self, label: u32) -> u32 {
        self.class_of[label as usize]
    }

    /// The state after a label of this class; `None` if the formula cannot fail any more.
    pub fn step(&self, state: u32, class: u32) -> Option<u32> {
        let (inner, seen) = self.project(state);
        let next = self.automaton.step(inner, self.coarse[class as usize])?;
        let shown = seen < self.length && self.shows[class as usize][seen as usize];
        Some(next * (self.length + 1) + seen + u32::from(shown))
    }

    /// The state of the automaton, and how many elements of the pattern were seen.
    pub fn project(&self, state: u32) -> (u32, u32) {
        (state / (self.length + 1), state % (self.length + 1))
    }

    /// Whether the whole pattern was seen.
    pub fn is_complete(&self, state: u32) -> bool {
        self.project(state).1 == self.length
    }

    /// The automaton without the pattern.
    pub fn automaton(&self) -> &Automaton {
        self.automaton
    }
}
