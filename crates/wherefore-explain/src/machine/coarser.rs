//! The level at which classes are shown where there are too many to be read at once.
//!
//! The classes stay as they are; what is chosen is how they are put together for a first look. Keys of coarser levels are
//! functions of the key ([`PathKey::at_level`]), so that each class lies within one way of a coarser level, and a list that is
//! complete stays so.
//!
//! What is to stay apart are faults: the transitions of the best fix set. Each failing run takes one of them, so each class has
//! some. A level keeps them apart if the classes of each way have one in common: changing that one ends the way. Since
//! no smaller set does, each fault has a class that has no other, and the ways of two such classes are different.
//! The coarsest level that does this is taken, or a finer one that has no more ways; if no fix set is known, the finest with few
//! enough ways.
//!
//! Example: 30 classes end by t4 or by t5, and the best fix set is {t4, t5}. By final state they are one way, which has no fault in
//! common; by last transition they are two. Level 2 is shown.

use super::path_class::{Level, PathKey};
use crate::result::coarser::CoarserWay;
use std::collections::{BTreeMap, BTreeSet};
use wherefore_ir::control::ControlGraph;

/// The most ways that are read at once.
pub(super) const AT_ONCE: usize = 10;

/// Levels to choose from, coarsest first.
const COARSER: [Level; 3] = [Level::Final, Level::Ends, Level::Last];

/// A class that is listed, in the order to be read.
pub(super) struct Listed {
    pub(super) key: PathKey,
    pub(super) length: u32,
    /// The transitions of the best fix set that each run of it takes, by their names.
    pub(super) faults: BTreeSet<String>,
}

/// The level to show classes at; none if they are few, or if no level makes them fewer and keeps their faults apart.
pub(super) fn level(graph: &ControlGraph, classes: &[Listed], most: usize) -> Option<Level> {
    if classes.len() <= most {
        return None;
    }
    let fewer = COARSER.map(|level| (level, ways(graph, classes, level)));
    let fewer = fewer.into_iter().filter(|(_, ways)| ways.len() < classes.len());
    let is_known = classes.iter().any(|class| !class.faults.is_empty());
    let fits = |ways: &BTreeMap<PathKey, Vec<usize>>| match is_known {
        true => ways.values().all(|way| !common(classes, way).is_empty()),
        false => ways.len() <= most,
    };
    let fitting: Vec<(Level, usize)> =
        fewer.filter(|(_, ways)| fits(ways)).map(|(level, ways)| (level, ways.len())).collect();
    let coarsest = if is_known { fitting.first() } else { fitting.last() }?.1;
    fitting.iter().rfind(|(_, ways)| *ways <= coarsest).map(|(level, _)| *level)
}

/// The classes of each way of a level, by their places.
fn ways(graph: &ControlGraph, classes: &[Listed], level: Level) -> BTreeMap<PathKey, Vec<usize>> {
    let mut ways: BTreeMap<PathKey, Vec<usize>> = BTreeMap::new();
    for (place, class) in classes.iter().enumerate() {
        ways.entry(class.key.at_level(graph, level)).or_default().push(place);
    }
    ways
}

/// The faults that all classes of a way have.
fn common(classes: &[Listed], way: &[usize]) -> BTreeSet<String> {
    let mut each = way.iter().map(|place| &classes[*place].faults);
    let first = each.next().cloned().unwrap_or_default();
    each.fold(first, |common, faults| &common & faults)
}

/// The ways of a level: those of classes that are listed, in their order, and then further keys that are known.
pub(super) fn told(
    graph: &ControlGraph,
    classes: &[Listed],
    level: Level,
    known: &[(PathKey, u32)],
    words: impl Fn(&PathKey) -> String,
) -> Vec<CoarserWay> {
    let mut ways = ways(graph, classes, level);
    let mut lengths: BTreeMap<&PathKey, u32> = known.iter().map(|(key, length)| (key, *length)).collect();
    let mut made: Vec<CoarserWay> = Vec::new();
    for class in classes {
        let key = class.key.at_level(graph, level);
        let Some(places) = ways.remove(&key) else { continue };
        let shortest = places.iter().map(|place| classes[*place].length).min().unwrap_or(class.length);
        let length = lengths.remove(&key).map_or(shortest, |length| length.min(shortest));
        let faults = common(classes, &places).into_iter().collect();
        made.push(CoarserWay { key: words(&key), length, classes: places, faults });
    }
    let unlisted = known.iter().filter(|(key, _)| lengths.contains_key(key));
    let empty = |(key, length): &(PathKey, u32)| CoarserWay {
        key: words(key),
        length: *length,
        classes: Vec::new(),
        faults: Vec::new(),
    };
    made.extend(unlisted.map(empty));
    made
}

#[cfg(test)]
mod tests;
