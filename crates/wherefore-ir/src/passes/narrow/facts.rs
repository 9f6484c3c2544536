//! Facts about terms inside a branch: a few intervals, sorted by term and shared.
//!
//! A list is its last fact and the list before it; equal lists have equal numbers, so that results can be remembered per list.
//! Operands have smaller ids than the terms that use them: only the facts of a list up to a term can matter for that term,
//! and these are a prefix. Facts that leave a choice come first and always count: `a or b` says something about `b` as soon
//! as `a` is known to be false.

use super::interval::Interval;
use crate::TermId;
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

/// How many facts a list may have; what is learnt beyond is forgotten.
const MOST: u8 = 24;

/// A list of facts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct FactsId(u32);

impl FactsId {
    /// Nothing is known.
    pub(super) const NONE: FactsId = FactsId(0);
}

/// Subject of a fact, in the order of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Key {
    /// Whether it leaves no choice between several other facts.
    pub(super) is_simple: bool,
    pub(super) term: TermId,
}

/// One fact behind a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Fact {
    before: FactsId,
    count: u8,
    key: Key,
    interval: Interval,
}

/// All lists.
#[derive(Debug, Default)]
pub(super) struct Facts {
    list: IndexSet<Fact, FxBuildHasher>,
}

impl Facts {
    fn last(&self, id: FactsId) -> Option<&Fact> {
        self.list.get_index((id.0 as usize).checked_sub(1)?)
    }

    fn until(&self, mut id: FactsId, key: Key) -> FactsId {
        while let Some(fact) = self.last(id).filter(|f| f.key > key) {
            id = fact.before;
        }
        id
    }

    /// The facts that can matter for a term.
    pub(super) fn for_term(&self, id: FactsId, term: TermId) -> FactsId {
        self.until(id, Key { is_simple: true, term })
    }

    /// Fact about a term.
    pub(super) fn get(&self, id: FactsId, key: Key) -> Option<Interval> {
        self.last(self.until(id, key)).filter(|f| f.key == key).map(|f| f.interval)
    }

    /// The facts of a list, last first.
    pub(super) fn iter(&self, id: FactsId) -> impl Iterator<Item = (Key, Interval)> + '_ {
        std::iter::successors(self.last(id), |f| self.last(f.before)).map(|f| (f.key, f.interval))
    }

    /// The list with this fact in place of an older one on the same term.
    pub(super) fn with(&mut self, id: FactsId, key: Key, interval: Interval) -> FactsId {
        let is_new = self.get(id, key).is_none();
        if is_new && self.last(id).is_some_and(|f| f.count >= MOST) {
            return id;
        }
        let mut behind = Vec::new();
        let mut before = id;
        while let Some(fact) = self.last(before).copied().filter(|f| f.key >= key) {
            before = fact.before;
            if fact.key > key {
                behind.push((fact.key, fact.interval));
            }
        }
        behind.push((key, interval));
        behind.into_iter().rev().fold(before, |list, (key, interval)| self.push(list, key, interval))
    }

    fn push(&mut self, before: FactsId, key: Key, interval: Interval) -> FactsId {
        let count = self.last(before).map_or(0, |f| f.count) + 1;
        FactsId(self.list.insert_full(Fact { before, count, key, interval }).0 as u32 + 1)
    }
}
