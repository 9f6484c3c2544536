//! Keys in one plain form: by number to compare, by name to compare across machines.

use super::machine::Plan;
use std::collections::{BTreeMap, BTreeSet};
use wherefore_explain::machine::enumerate::Enumeration;
use wherefore_explain::machine::path_class::{Level, LocalKey, PathKey};

/// The levels that every comparison goes through.
pub const LEVELS: [Level; 7] =
    [Level::Spine, Level::Last, Level::Ends, Level::Final, Level::Suffix(0), Level::Suffix(1), Level::Suffix(2)];

/// Part of the path of one region that a level keeps.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Part<T> {
    pub start: Option<T>,
    pub spine: Vec<T>,
    pub last: Option<T>,
    pub end: Option<T>,
}

/// Part of the path of all regions that a level keeps.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Plain<T> {
    /// For each region its part, or nothing while it is not active.
    pub parts: Vec<Option<Part<T>>>,
    /// The regions that moved last, where there are several.
    pub latest: BTreeSet<usize>,
    /// Whether the last step takes no transition.
    pub rests: bool,
}

/// Classes with the steps of a shortest run.
pub type Classes<T> = BTreeMap<Plain<T>, u32>;

/// Classes that the lens found.
pub fn of_lens(found: &Enumeration) -> Classes<usize> {
    let classes: Classes<usize> = found.classes.iter().map(|(key, length)| (plain(key), *length)).collect();
    assert_eq!(classes.len(), found.classes.len(), "a class is listed twice: {found:#?}");
    classes
}

pub fn plain(key: &PathKey) -> Plain<usize> {
    let parts = key.regions.iter().map(|local| local.as_ref().map(part)).collect();
    Plain { parts, latest: key.latest.iter().map(|r| r.0 as usize).collect(), rests: key.rests }
}

fn part(local: &LocalKey) -> Part<usize> {
    Part {
        start: local.start.map(|s| s.0 as usize),
        spine: local.spine.iter().map(|t| t.0 as usize).collect(),
        last: local.last.map(|t| t.0 as usize),
        end: local.end.map(|s| s.0 as usize),
    }
}

/// Classes by the names of states and transitions of the machine that was written.
pub fn named(plan: &Plan, classes: &Classes<usize>, name: impl Fn(&str) -> String) -> Classes<String> {
    by_names(classes, |s| plan.states[s].name.clone(), |t| name(&plan.transitions[t].name))
}

/// Classes by names; names may fall together, the shorter run then counts.
pub fn by_names(
    classes: &Classes<usize>,
    state: impl Fn(usize) -> String,
    transition: impl Fn(usize) -> String,
) -> Classes<String> {
    let (state, transition) = (|s: &usize| state(*s), |t: &usize| transition(*t));
    let part = |p: &Part<usize>| Part {
        start: p.start.as_ref().map(state),
        spine: p.spine.iter().map(transition).collect(),
        last: p.last.as_ref().map(transition),
        end: p.end.as_ref().map(state),
    };
    let mut named = Classes::new();
    for (key, length) in classes {
        let parts = key.parts.iter().map(|local| local.as_ref().map(part)).collect();
        shorten(&mut named, Plain { parts, latest: key.latest.clone(), rests: key.rests }, *length);
    }
    named
}

/// Adds a class, or a shorter run of one.
pub fn shorten<T: Ord>(classes: &mut Classes<T>, key: Plain<T>, length: u32) {
    let known = classes.entry(key).or_insert(length);
    *known = length.min(*known);
}
