//! Counts of what was left out of lists that are too long to read: how many lists of which kind, and how many entries.
//!
//! A model of a few kilobytes can have runs, choice points and classes whose product is gigabytes. Every list has a limit, and
//! what is beyond it is counted here, so that a report never looks complete where it is not.

use std::collections::BTreeMap;

/// A kind of list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum List {
    /// The steps of runs.
    Steps,
    /// The choice points on runs.
    ChoicePoints,
    /// Options at a choice point.
    Alternatives,
    /// Where something leads.
    Leads,
    /// The actions that are left of a run.
    Actions,
    /// Names of actions.
    Names,
    /// Ticks and cells that show a failure.
    Marks,
    /// Key events.
    Events,
    /// Choices that are kept, or that differ.
    Choices,
    /// Suspects.
    Suspects,
    /// Fix sets.
    FixSets,
    /// Remarks about an analysis.
    Notes,
}

impl List {
    /// The word for it, that never changes.
    pub fn word(self) -> &'static str {
        match self {
            List::Steps => "steps",
            List::ChoicePoints => "choice-points",
            List::Alternatives => "alternatives",
            List::Leads => "leads",
            List::Actions => "actions",
            List::Names => "names",
            List::Marks => "marks",
            List::Events => "key-events",
            List::Choices => "choices",
            List::Suspects => "suspects",
            List::FixSets => "fix-sets",
            List::Notes => "notes",
        }
    }
}

/// Entries left out of the lists of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cut {
    /// How many lists were cut.
    pub lists: u64,
    /// How many entries all of them together lack.
    pub entries: u64,
}

/// Entries left out, by kind of list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LeftOut(BTreeMap<List, Cut>);

impl LeftOut {
    /// Notes that a list lacks this number of entries.
    pub fn add(&mut self, list: List, entries: usize) {
        if entries > 0 {
            let cut = self.0.entry(list).or_default();
            cut.lists += 1;
            cut.entries += entries as u64;
        }
    }

    /// Notes that a list that lacks entries already lacks this number more.
    pub fn grow(&mut self, list: List, entries: usize) {
        if let Some(cut) = self.0.get_mut(&list) {
            cut.entries += entries as u64;
        } else {
            self.add(list, entries);
        }
    }

    /// Shortens a list to its first entries.
    pub fn truncate<T>(&mut self, list: List, entries: &mut Vec<T>, most: usize) {
        self.add(list, entries.len().saturating_sub(most));
        entries.truncate(most);
    }

    /// Adds what another list has left out.
    pub fn join(&mut self, other: &LeftOut) {
        for (list, more) in other.iter() {
            let cut = self.0.entry(list).or_default();
            cut.lists += more.lists;
            cut.entries += more.entries;
        }
    }

    /// Whether nothing was left out.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Entries left out, in a fixed order.
    pub fn iter(&self) -> impl Iterator<Item = (List, Cut)> + '_ {
        self.0.iter().map(|(list, cut)| (*list, *cut))
    }
}
