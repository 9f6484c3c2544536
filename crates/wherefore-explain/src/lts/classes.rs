//! Classes of neighbourhoods: those that offer the same choices, as far as a level looks at them.
//!
//! The key of a class says which actions avoid the failure, which seal it and which leave it open. States that differ in
//! what the user cannot see, numbers, are one class; states where the same action means something else are not.
//!
//! Unless a level is asked for, it is chosen: the finest of those that have no more classes than there are by gates. Two
//! neighbourhoods where different gates avoid the failure or seal it are never one class then, and neither data nor actions
//! that decide nothing make two classes of one decision.

use super::explored::Explored;
use super::gates::Gates;
use super::level::{Level, LevelCount};
use crate::id::stable;
use std::borrow::Cow;
use std::collections::BTreeMap;
use wherefore_lts::Labels;
use wherefore_lts::neighbourhood::{Kind, Tag, TaggedState, places};
use wherefore_lts::passes::Passes;
use wherefore_lts::route::{Interrupted, Route};

/// The most neighbourhoods that are sorted into classes: beyond it sorting takes too long.
const MOST: u64 = 20_000_000;
/// The most classes that are kept apart.
const MOST_CLASSES: usize = 200_000;
/// How many are looked at together.
pub const BATCH: usize = 4_096;

/// Common part of the neighbourhoods of a class: their kind, and labels, or gates, by what they mean.
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
    /// How finely they are told apart.
    pub level: Level,
    /// The classes, in the order to be read.
    pub groups: Vec<Group>,
    /// How many classes the levels have that were counted; none if not all neighbourhoods are sorted.
    pub counts: Vec<LevelCount>,
    /// How many neighbourhoods are in no class, because there are too many of them or too many classes.
    pub unsorted: u64,
}

/// Sorts neighbourhoods into classes, at a level or at the one that suits them. Only one batch of them is in memory at a
/// time: what is kept are the classes. `visit` sees every batch too.
pub fn classes(
    explored: &Explored<'_, impl Route>,
    gates: &Gates,
    level: Option<Level>,
    mut visit: impl FnMut(&[TaggedState]) -> Result<(), Interrupted>,
) -> Result<Sorted, Interrupted> {
    let Explored { route, product, passes, neighbourhoods, .. } = *explored;
    let mut sorting = Sorting::new(gates, level, MOST_CLASSES);
    let (mut seen, mut sorted) = (0, 0);
    let mut all = neighbourhoods.iter();
    while seen < MOST {
        let batch: Vec<(u32, u32)> = all.by_ref().take(BATCH).collect();
        if batch.is_empty() {
            break;
        }
        seen += batch.len() as u64;
        let places = places(route, product, passes, &batch)?;
        sorted += places.iter().filter_map(|p| group(passes, p)).filter(|g| sorting.add(g)).count() as u64;
        visit(&places)?;
    }
    Ok(sorting.finish(neighbourhoods.count().saturating_sub(sorted)))
}

/// Classes while neighbourhoods are sorted into them.
struct Sorting<'a> {
    gates: &'a Gates,
    /// The level that is asked for.
    asked: Option<Level>,
    /// The level of the classes so far.
    level: Level,
    groups: BTreeMap<Table, Group>,
    most: usize,
}

impl<'a> Sorting<'a> {
    fn new(gates: &'a Gates, asked: Option<Level>, most: usize) -> Sorting<'a> {
        Sorting { gates, asked, level: asked.unwrap_or(Level::Neighbourhood), groups: BTreeMap::new(), most }
    }

    /// Puts a neighbourhood, as fine as it is, to those of its class; whether there was room. Where classes become too
    /// many and nobody has asked for this level, the next coarser one takes over.
    fn add(&mut self, new: &Group) -> bool {
        loop {
            let table = new.table.at(Level::Neighbourhood, self.level, self.gates);
            if let Some(old) = self.groups.get_mut(table.as_ref()) {
                old.join(new);
                return true;
            }
            if self.groups.len() < self.most {
                let table = table.into_owned();
                self.groups.insert(table.clone(), Group { table, ..*new });
                return true;
            }
            match self.level.coarser().filter(|level| self.asked.is_none() && *level <= Level::Gate) {
                Some(coarser) => {
                    self.groups = folded(&self.groups, (self.level, coarser), self.gates);
                    self.level = coarser;
                }
                None => return false,
            }
        }
    }

    /// The classes at the level that is asked for, or else at the one that suits them.
    fn finish(self, unsorted: u64) -> Sorted {
        let Sorting { gates, asked, level: finest, groups, .. } = self;
        let mut levels = vec![(finest, groups)];
        while let Some((level, groups)) = levels.last()
            && let Some(coarser) = level.coarser()
        {
            levels.push((coarser, folded(groups, (*level, coarser), gates)));
        }
        let counts: Vec<LevelCount> =
            levels.iter().map(|(level, groups)| LevelCount { level: *level, classes: groups.len() }).collect();
        let by_gate = counts.iter().find(|c| c.level == Level::Gate).map(|c| c.classes);
        let suits = |c: &&LevelCount| asked.is_some() || Some(c.classes) == by_gate;
        let level = counts.iter().find(suits).map_or(finest, |c| c.level);
        let chosen = levels.into_iter().find(|(l, _)| *l == level).map(|(_, groups)| groups);
        let mut groups: Vec<Group> = chosen.unwrap_or_default().into_values().collect();
        groups.sort_by(|a, b| order(a).cmp(&order(b)));
        Sorted { level, groups, counts: if unsorted == 0 { counts } else { Vec::new() }, unsorted }
    }
}

/// Classes of a coarser level.
fn folded(groups: &BTreeMap<Table, Group>, (from, to): (Level, Level), gates: &Gates) -> BTreeMap<Table, Group> {
    let mut coarse: BTreeMap<Table, Group> = BTreeMap::new();
    for group in groups.values() {
        let table = group.table.at(from, to, gates).into_owned();
        let first = Group { table: table.clone(), count: 0, ..*group };
        coarse.entry(table).or_insert(first).join(group);
    }
    coarse
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

impl Group {
    /// Adds the neighbourhoods of another class.
    fn join(&mut self, other: &Group) {
        self.count += other.count;
        if (other.length, other.nearest) < (self.length, self.nearest) {
            (self.length, self.nearest) = (other.length, other.nearest);
        }
    }
}

/// Names of what the tables of a level have in their rows.
pub struct Naming<'a> {
    /// The labels.
    pub labels: &'a Labels,
    /// The gates.
    pub gates: &'a Gates,
    /// The level.
    pub level: Level,
}

impl Naming<'_> {
    fn name(&self, row: u32) -> &str {
        if self.level < Level::Gate { self.labels.name(row) } else { self.gates.name(row) }
    }
}

impl Table {
    /// Kind of the neighbourhoods.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The table of a coarser level.
    fn at(&self, from: Level, to: Level, gates: &Gates) -> Cow<'_, Table> {
        if from == to {
            return Cow::Borrowed(self);
        }
        let decides = self.rows.iter().filter(|(tag, _)| to < Level::Kind && *tag != Tag::Neutral);
        let to_gate = from < Level::Gate && to == Level::Gate;
        let mut rows: Vec<(Tag, u32)> =
            decides.map(|(tag, row)| (*tag, if to_gate { gates.of(*row) } else { *row })).collect();
        rows.sort_unstable();
        rows.dedup();
        Cow::Owned(Table { kind: self.kind, rows })
    }

    /// In words: `ci: avoids Exit; seals Send`. A gate can do both, with different data.
    pub fn words(&self, naming: &Naming<'_>) -> String {
        let has = |tag, row: u32| self.rows.binary_search(&(tag, row)).is_ok();
        let both = |row: u32| naming.level == Level::Gate && has(Tag::Correct, row) && has(Tag::Incorrect, row);
        let part = |tag, is_both, verb: &str| {
            let of_tag = self.rows.iter().filter(|(t, row)| *t == tag && both(*row) == is_both);
            let names: Vec<&str> = of_tag.map(|(_, row)| naming.name(*row)).collect();
            (!names.is_empty()).then(|| format!("{verb} {}", names.join(", ")))
        };
        let parts = [
            part(Tag::Correct, true, "avoids or seals"),
            part(Tag::Correct, false, "avoids"),
            part(Tag::Incorrect, false, "seals"),
            part(Tag::Neutral, false, "open"),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        let kind = self.kind.word();
        if parts.is_empty() { kind.to_owned() } else { format!("{kind}: {}", parts.join("; ")) }
    }

    /// A short name that does not change between runs.
    pub fn id(&self, naming: &Naming<'_>) -> String {
        stable(&format!("{} {}", naming.level.word(), self.words(naming)))
    }
}
