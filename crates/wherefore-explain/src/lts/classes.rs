//! Classes of neighbourhoods: those that offer the same choices.
//!
//! The key of a class says which actions avoid the failure, which seal it and which leave it open. States that differ in
//! what the user cannot see, numbers, are one class; states where the same action means something else are not.

use crate::id::stable;
use std::collections::BTreeMap;
use wherefore_lts::Labels;
use wherefore_lts::neighbourhood::{Kind, Tag, TaggedState, places};
use wherefore_lts::passes::Passes;
use wherefore_lts::product::Product;
use wherefore_lts::route::{Interrupted, Route};
use wherefore_lts::set::Set;

/// The most neighbourhoods that are sorted into classes: beyond it sorting takes too long.
const MOST: u64 = 20_000_000;
/// The most classes that are kept apart.
const MOST_CLASSES: usize = 200_000;
/// How many are looked at together.
pub const BATCH: usize = 4_096;

/// Common part of the neighbourhoods of a class: their kind, and the labels by what they mean.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Table {
    kind: Kind,
    rows: Vec<(Tag, u32)>,
}

/// A class.
#[derive(Clone, Debug)]
pub struct Group {
    /// Common part of the neighbourhoods.
    pub table: Table,
    /// How many product states are in it.
    pub count: u64,
    /// The one with the shortest way from the start.
    pub nearest: (u32, u32),
    /// Length of that way and of the one on to a violation, in steps.
    pub length: u32,
}

/// Neighbourhoods by class.
pub struct Sorted {
    /// The classes, in the order to be read.
    pub groups: Vec<Group>,
    /// How many neighbourhoods are in none of them, because there are too many of them or too many classes.
    pub unsorted: u64,
}

/// Sorts neighbourhoods into classes. Only one batch of them is in memory at a time: what is kept are the classes.
pub fn classes(
    route: &impl Route,
    product: &Product,
    passes: &Passes,
    neighbourhoods: &Set,
) -> Result<Sorted, Interrupted> {
    let mut groups: BTreeMap<Table, Group> = BTreeMap::new();
    let (mut seen, mut sorted) = (0, 0);
    let mut all = neighbourhoods.iter();
    while seen < MOST {
        let batch: Vec<(u32, u32)> = all.by_ref().take(BATCH).collect();
        if batch.is_empty() {
            break;
        }
        seen += batch.len() as u64;
        let places = places(route, product, passes, &batch)?;
        sorted += places.iter().filter_map(|p| group(passes, p)).filter(|g| merge(&mut groups, g)).count() as u64;
    }
    let mut groups: Vec<Group> = groups.into_values().collect();
    groups.sort_by(|a, b| order(a).cmp(&order(b)));
    let unsorted = neighbourhoods.count().saturating_sub(sorted);
    Ok(Sorted { groups, unsorted })
}

/// Where choices seal the failure and avoid it first, then the frequent, then the near.
fn order(group: &Group) -> (u8, std::cmp::Reverse<u64>, u32, &Table) {
    let kind = match group.table.kind {
        Kind::Ci => 0,
        Kind::Cin => 1,
        Kind::In => 2,
        Kind::Cn => 3,
    };
    (kind, std::cmp::Reverse(group.count), group.length, &group.table)
}

fn group(passes: &Passes, place: &TaggedState) -> Option<Group> {
    let tags = [Tag::Correct, Tag::Incorrect, Tag::Neutral].into_iter();
    let of_tag = |tag| place.choices.iter().filter(move |c| c.tag == tag).map(move |c| (tag, c.edge.label));
    let mut rows: Vec<(Tag, u32)> = tags.flat_map(of_tag).collect();
    rows.dedup();
    let at = (place.state, place.inner);
    let steps = |levels: &Option<_>| levels.as_ref().and_then(|l: &wherefore_lts::levels::Levels| l.get(at.0, at.1));
    let length = steps(&passes.reachable.levels)? + steps(&passes.live.levels)?;
    Some(Group { table: Table { kind: place.kind?, rows }, count: 1, nearest: at, length })
}

/// Puts a neighbourhood to those of its class; whether there was room.
fn merge(groups: &mut BTreeMap<Table, Group>, new: &Group) -> bool {
    let is_full = groups.len() >= MOST_CLASSES;
    match groups.get_mut(&new.table) {
        None if is_full => return false,
        None => {
            groups.insert(new.table.clone(), new.clone());
        }
        Some(old) => {
            old.count += 1;
            if (new.length, new.nearest) < (old.length, old.nearest) {
                (old.length, old.nearest) = (new.length, new.nearest);
            }
        }
    }
    true
}

impl Table {
    /// Kind of the neighbourhoods.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// In words: `ci: avoids Exit; seals Send`.
    pub fn words(&self, labels: &Labels) -> String {
        let part = |tag, verb| {
            let names: Vec<&str> = self.rows.iter().filter(|(t, _)| *t == tag).map(|(_, l)| labels.name(*l)).collect();
            (!names.is_empty()).then(|| format!("{verb} {}", names.join(", ")))
        };
        let parts = [(Tag::Correct, "avoids"), (Tag::Incorrect, "seals"), (Tag::Neutral, "open")];
        let parts: Vec<String> = parts.into_iter().filter_map(|(tag, verb)| part(tag, verb)).collect();
        format!("{}: {}", self.kind.word(), parts.join("; "))
    }

    /// A short name that does not change between runs.
    pub fn id(&self, labels: &Labels) -> String {
        stable(&format!("neighbourhood {}", self.words(labels)))
    }
}
