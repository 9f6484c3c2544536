//! Classes of labels: two labels are in one class if every predicate of the formula holds for both or for neither.
//!
//! Systems have thousands of labels and formulas a handful of predicates, so everything behind this works on few classes.

use std::collections::BTreeMap;
use wherefore_ir::actions::Action;

pub(super) struct Alphabet<'a> {
    labels: &'a [&'a str],
    class_of: Vec<u32>,
    /// The first label of each class.
    first: Vec<usize>,
}

impl<'a> Alphabet<'a> {
    /// The coarsest classes that these predicates allow, numbered by their first label.
    pub fn new(predicates: &[&Action], labels: &'a [&'a str]) -> Alphabet<'a> {
        let first = if labels.is_empty() { Vec::new() } else { vec![0] };
        let mut alphabet = Alphabet { labels, class_of: vec![0; labels.len()], first };
        let different: BTreeMap<String, &Action> = predicates.iter().map(|a| (a.to_string(), *a)).collect();
        different.values().for_each(|action| alphabet.refine(&super::matches(action, labels)));
        alphabet
    }

    fn refine(&mut self, holds: &[bool]) {
        let mut parts: BTreeMap<(u32, bool), u32> = BTreeMap::new();
        self.first.clear();
        for (label, class) in self.class_of.iter_mut().enumerate() {
            let next = parts.len() as u32;
            *class = *parts.entry((*class, holds[label])).or_insert(next);
            if *class == next {
                self.first.push(label);
            }
        }
    }

    pub fn classes(&self) -> u32 {
        self.first.len() as u32
    }

    pub fn labels(&self) -> &[&str] {
        self.labels
    }

    /// For each class, whether a predicate of the formula holds for its labels.
    pub fn holds(&self, action: &Action) -> Vec<bool> {
        self.first.iter().map(|label| action.matches(self.labels[*label])).collect()
    }

    pub fn into_class_of(self) -> Vec<u32> {
        self.class_of
    }
}
