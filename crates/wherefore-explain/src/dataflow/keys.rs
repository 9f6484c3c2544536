//! Names of the classes of a program: ids that no two causes share, and words that no two of a list share.
//!
//! An id is made of the cause alone, block by block with its address, so that lines, other equations and other classes do not
//! matter. Words say less: the ways taken where there is more than one, and not by all classes. Blocks that are called alike are
//! counted (`second switch in total`); where the words of two classes are still the same, they say in what else the causes differ.

use super::Program;
use super::events::Sides;
use super::instrument::{Identity, is_delay};
use super::names::name;
use super::rules::words::ordinal;
use super::rules::{Condition, Implicant};
use super::search::{Found, Key};
use super::structural::Node;
use crate::id;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use wherefore_ir::Value;
use wherefore_ir::network::BlockId;

/// A cause as text that does not depend on numbers of blocks: different for different causes.
pub fn canonical(program: &Program<'_>, key: &Key) -> String {
    let one = |(block, value, shape): &Identity| {
        let value = value.map_or_else(String::new, |v| u8::from(v).to_string());
        format!("{}={value}:{shape}", program.addresses[block.0 as usize])
    };
    let mut parts: Vec<String> = key.iter().map(one).collect();
    parts.sort_unstable();
    parts.join("\n")
}

/// A cause to be put into words, with a run that has it.
#[derive(Clone, Copy)]
pub struct KeyedCause<'a> {
    /// The cause without times.
    pub key: &'a Key,
    /// The run.
    pub found: &'a Found,
}

/// Puts causes into words.
pub struct Words<'a> {
    program: &'a Program<'a>,
    sides: Sides,
    /// Label of each block, counted where several are called alike.
    labels: BTreeMap<BlockId, String>,
}

impl<'a> Words<'a> {
    /// Words about causes that a sink is false.
    pub fn new(program: &'a Program<'a>, sink: BlockId) -> Words<'a> {
        Words { program, sides: Sides::new(program, sink), labels: labels(program) }
    }

    /// The words for each of some causes, no two the same, and the parts that they are made of.
    pub fn of(&self, causes: &[KeyedCause<'_>]) -> Vec<(String, Vec<String>)> {
        let common = common(causes);
        let mut parts: Vec<Vec<String>> = causes.iter().map(|c| self.decisions(*c, &common)).collect();
        let mut words: Vec<String> = parts.iter().map(|parts| parts.join(", ")).collect();
        let mut alike: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        words.iter().enumerate().for_each(|(place, text)| alike.entry(text.clone()).or_default().push(place));
        for places in alike.into_values().filter(|p| p.len() > 1) {
            let group: Vec<KeyedCause<'_>> = places.iter().map(|p| causes[*p]).collect();
            let shared = self::common(&group);
            for place in places {
                let details = self.differences(causes[place], &shared);
                if !details.is_empty() {
                    words[place] = format!("{}; {}", words[place], details.join(", "));
                    parts[place].extend(details);
                }
            }
        }
        id::numbered(&mut words);
        words.into_iter().zip(parts).collect()
    }

    /// Decisions that distinguish a cause from the others: the ways taken where there is more than one, and not by all;
    /// those of the model first.
    fn decisions(&self, cause: KeyedCause<'_>, common: &BTreeSet<Identity>) -> Vec<String> {
        let words = |only_own: bool| {
            let ways = cause.key.iter().filter(|i| !only_own || !common.contains(i));
            let mut listed: Vec<String> =
                self.sorted(ways).into_iter().filter_map(|i| self.decision(cause.found, i)).collect();
            listed.dedup();
            listed
        };
        let own = words(true);
        let listed = if own.is_empty() { words(false) } else { own };
        if listed.is_empty() { vec![ONE_WAY.to_owned()] } else { listed }
    }

    /// What a cause has that not all causes with the same words have.
    fn differences(&self, cause: KeyedCause<'_>, shared: &BTreeSet<Identity>) -> Vec<String> {
        let own = self.sorted(cause.key.iter().filter(|i| !shared.contains(i)));
        let detail = |i: &Identity| {
            let (_, chosen) = self.chosen(cause.found, i)?;
            let value = i.1.map_or_else(String::new, |v| format!("={}", u8::from(v)));
            Some(format!("{}{value} {}", self.labels[&i.0], chosen.words))
        };
        let mut details: Vec<String> = own.into_iter().filter_map(detail).collect();
        details.dedup();
        details.truncate(MOST_DETAILS);
        details
    }

    fn sorted<'k>(&self, ways: impl Iterator<Item = &'k Identity>) -> Vec<&'k Identity> {
        let mut ways: Vec<&Identity> = ways.collect();
        ways.sort_by_key(|(block, ..)| (Reverse(self.sides.of(*block)), *block));
        ways
    }

    /// All implicants of the block of an identity for its value, and the one that was chosen.
    fn chosen(&self, found: &Found, (block, value, shape): &Identity) -> Option<(usize, Implicant)> {
        let same = |n: &&Node| (n.block, n.value.as_bool(), n.shape) == (*block, *value, *shape);
        let node = found.cause.nodes.iter().find(same)?;
        let shapes = self.program.implicants(*block, &node.value);
        let count = shapes.len();
        Some((count, shapes.into_iter().find(|s| s.number == *shape)?))
    }

    /// One way in few words, if there are others: `act_n by once=0`.
    fn decision(&self, found: &Found, identity: &Identity) -> Option<String> {
        let (program, block) = (self.program, identity.0);
        let (_, chosen) = self.chosen(found, identity).filter(|(count, _)| *count > 1)?;
        let is_gate = program.patterns.at(block).is_none();
        if is_gate && is_delay(program.network.block(block).gate) {
            return None;
        }
        let part = |c: &Condition| match c {
            Condition::Value { block, value: Some(Value::Bool(value)), .. } if is_gate => {
                program.network.block(*block).name.as_ref().map(|n| format!("{n}={}", u8::from(*value)))
            }
            _ => None,
        };
        let parts: Vec<String> = chosen.conditions.iter().filter_map(part).collect();
        let way = if parts.is_empty() { chosen.words } else { parts.join(" and ") };
        Some(format!("{} by {way}", self.labels[&block]))
    }
}

/// Words for a cause that chooses nowhere.
const ONE_WAY: &str = "no choice on the way";

/// The most differences that are listed for causes with the same words.
const MOST_DETAILS: usize = 4;

/// Labels of blocks; those that are called alike are counted, in the order of the program.
fn labels(program: &Program<'_>) -> BTreeMap<BlockId, String> {
    let mut alike: BTreeMap<String, Vec<BlockId>> = BTreeMap::new();
    program.network.ids().for_each(|b| alike.entry(name(program, b)).or_default().push(b));
    let mut labels = BTreeMap::new();
    for (name, blocks) in alike {
        let is_counted = blocks.len() > 1;
        for (place, block) in blocks.into_iter().enumerate() {
            let label = if is_counted { format!("{} {name}", ordinal(place)) } else { name.clone() };
            labels.insert(block, label);
        }
    }
    labels
}

/// Identities that all causes have in common; nothing if there is only one.
fn common(causes: &[KeyedCause<'_>]) -> BTreeSet<Identity> {
    let Some((first, others)) = causes.split_first().filter(|(_, others)| !others.is_empty()) else {
        return BTreeSet::new();
    };
    first.key.iter().filter(|i| others.iter().all(|c| c.key.contains(i))).copied().collect()
}
