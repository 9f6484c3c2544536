//! Lasting names of properties, where a later run has to know them again: in fingerprints, and in the names of rules
//! and tests.
//!
//! A property without a name is called by its place in the model, and a property above it would take that over. There it is known
//! by its logic and its text, with a count where there are several of the same:
//!
//! ```text
//! spec_1   invariant n < 3          safe     safe
//! spec_2   ltl F n = 3              spec_4   ltl F n = 3 #2
//! ```
//!
//! Checks of refinements keep their names: the contract has one, and the number counts within it.

use crate::document::{Document, Property};
use crate::text::fit::shorten;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};

/// Prefixes that the front ends put before the place of a property without a name: those of SMV and of state charts,
/// and the command line for formulas about graphs. A property that is given such a name is known by its text as well,
/// which does no harm.
const COUNTED: [&str; 4] = ["spec_", "invariant_", "ltl_", "formula"];
/// Columns of a name that is read.
const WIDEST: usize = 100;

/// The lasting names of a report's properties, by those that they have there.
pub struct Names(BTreeMap<String, String>);

impl Names {
    /// The names of these properties.
    pub fn new(report: &Document) -> Names {
        let is_counted = |p: &&Property| is_counted(&p.name) && p.contract.is_none() && !p.text.is_empty();
        let (counted, named): (Vec<&Property>, Vec<&Property>) = report.properties.iter().partition(is_counted);
        let mut taken: BTreeSet<String> = named.iter().map(|p| p.name.clone()).collect();
        let mut names = BTreeMap::new();
        for property in counted {
            let words: Vec<&str> = property.text.split_whitespace().collect();
            let plain = format!("{} {}", property.kind, words.join(" "));
            let mut name = plain.clone();
            let mut number = 2;
            while !taken.insert(name.clone()) {
                name = format!("{plain} #{number}");
                number += 1;
            }
            names.insert(property.name.clone(), name);
        }
        Names(names)
    }

    /// Lasting name of a property.
    pub fn of<'a>(&'a self, property: &'a Property) -> &'a str {
        self.0.get(&property.name).unwrap_or(&property.name)
    }

    /// Lasting name for people to read: a long text is cut, and still another one than those that begin and end alike.
    pub fn label(&self, property: &Property) -> String {
        match self.0.get(&property.name) {
            Some(name) if name.chars().count() > WIDEST => {
                format!("{} {}", shorten(name, WIDEST), &hash([name.as_str()])[..8])
            }
            Some(name) => name.clone(),
            None => property.name.clone(),
        }
    }
}

/// Whether this is a prefix with a number, and behind it perhaps another that makes it unique.
fn is_counted(name: &str) -> bool {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let rest = COUNTED.iter().find_map(|prefix| name.strip_prefix(prefix));
    rest.is_some_and(|rest| rest.splitn(2, ['_', '-']).all(is_number))
}

/// A hash of texts that do not run into each other, in hexadecimal digits.
pub fn hash<'a>(parts: impl IntoIterator<Item = &'a str>) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part.as_bytes());
    }
    hash.finalize().iter().take(16).map(|b| format!("{b:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_count_are_told_from_those_that_say_something() {
        let counted = ["spec_1", "spec_12_2", "invariant_3", "ltl_1", "formula2", "formula1-2"];
        let said = ["spec", "spec_", "spec_a", "spec_1_a", "spec_1_2_3", "formula", "formula_1", "my_spec_1", "n < 3"];
        assert!(counted.iter().all(|n| is_counted(n)));
        assert!(said.iter().all(|n| !is_counted(n)));
    }
}
