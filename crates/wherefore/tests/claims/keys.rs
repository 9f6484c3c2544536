//! Classes by brute force: the key of every run from its start to its first failing state.

use crate::world::{Edge, World};
use std::collections::{BTreeMap, BTreeSet};

/// Path of a region in a run.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Path {
    /// Its first control state.
    pub start: i64,
    /// Its control state now.
    pub end: i64,
    /// The transitions before the last one, loops taken out.
    pub spine: Vec<usize>,
    /// The last one.
    pub last: Option<usize>,
}

/// The story of a run so far.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Story {
    /// By region; nothing while it is not active.
    pub paths: Vec<Option<Path>>,
    /// Whether the last step took no transition.
    pub rests: bool,
    /// The regions that moved in the latest step in which any did.
    pub latest: BTreeSet<usize>,
}

/// How finely runs are distinguished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// By path and last transition.
    One,
    /// By last transition.
    Two,
    /// By both ends.
    Three,
    /// By the final state.
    Four,
}

impl Level {
    /// All of them, as the command line spells them.
    pub const ALL: [(Level, &'static str); 4] =
        [(Level::One, "1"), (Level::Two, "2"), (Level::Three, "3"), (Level::Four, "4")];
}

/// A key: the story without what the level does not look at.
pub type Key = Story;

impl Story {
    /// Before the first step.
    pub fn start(world: &World, node: usize) -> Story {
        let paths = (0..world.regions.len()).map(|r| entered(world, r, node)).collect();
        Story { paths, rests: false, latest: BTreeSet::new() }
    }

    /// After one more step.
    pub fn step(&self, world: &World, edge: &Edge) -> Story {
        let mut after = self.clone();
        for (region, path) in after.paths.iter_mut().enumerate() {
            if edge.reset.contains(&region) {
                *path = entered(world, region, edge.to);
            } else if let (Some(path), Some(transition)) = (path.as_mut(), edge.taken[region]) {
                path.spine = erased(world, path);
                path.last = Some(transition);
                path.end = world.transitions[transition].target;
            }
        }
        after.rests = edge.taken.iter().all(Option::is_none);
        if !after.rests {
            let moved = |r: &usize| edge.taken[*r].is_some() && !edge.reset.contains(r);
            after.latest = (0..edge.taken.len()).filter(moved).collect();
        }
        after
    }

    /// Key at a level.
    pub fn key(&self, level: Level) -> Key {
        let mut key = self.clone();
        for path in key.paths.iter_mut().flatten() {
            match level {
                Level::One => path.end = 0,
                Level::Two => {
                    (path.end, path.spine) = (0, Vec::new());
                    path.start = if path.last.is_some() { 0 } else { path.start };
                }
                Level::Three => (path.spine, path.last) = (Vec::new(), None),
                Level::Four => (path.spine, path.last, path.start) = (Vec::new(), None, 0),
            }
        }
        if matches!(level, Level::Three | Level::Four) {
            (key.rests, key.latest) = (false, BTreeSet::new());
        }
        if key.paths.len() < 2 {
            key.latest = BTreeSet::new();
        }
        key
    }
}

/// The path of a region that begins in a node, if it is active there.
fn entered(world: &World, region: usize, node: usize) -> Option<Path> {
    let at = world.nodes[node][world.regions[region].var];
    let is_active = (at as usize) < world.regions[region].states.len();
    is_active.then(|| Path { start: at, end: at, spine: Vec::new(), last: None })
}

/// Spine and last transition together, loops taken out.
fn erased(world: &World, path: &Path) -> Vec<usize> {
    let Some(last) = path.last else { return Vec::new() };
    let mut spine = path.spine.clone();
    let reached = world.transitions[last].target;
    let targets: Vec<i64> = spine.iter().map(|t| world.transitions[*t].target).collect();
    if path.start == reached {
        spine.clear();
    } else if let Some(place) = targets.iter().position(|t| *t == reached) {
        spine.truncate(place + 1);
    } else {
        spine.push(last);
    }
    spine
}

/// The stories of all runs that end at their first failing state, each with the least number of steps.
pub fn failing(world: &World) -> BTreeMap<Story, usize> {
    let mut found = BTreeMap::new();
    let mut front: BTreeSet<(usize, Story)> = world.starts.iter().map(|n| (*n, Story::start(world, *n))).collect();
    let mut seen = front.clone();
    let mut depth = 0;
    while !front.is_empty() {
        let mut after = BTreeSet::new();
        for (node, story) in &front {
            if !world.good[*node] {
                found.entry(story.clone()).or_insert(depth);
                continue;
            }
            for edge in &world.edges[*node] {
                let next = (edge.to, story.step(world, edge));
                if seen.insert(next.clone()) {
                    after.insert(next);
                }
            }
        }
        front = after;
        depth += 1;
    }
    found
}

/// The classes of a level, each with the length of its shortest run.
pub fn classes(stories: &BTreeMap<Story, usize>, level: Level) -> BTreeMap<Key, usize> {
    let mut found: BTreeMap<Key, usize> = BTreeMap::new();
    for (story, length) in stories {
        let least = found.entry(story.key(level)).or_insert(*length);
        *least = (*least).min(*length);
    }
    found
}
