//! Keys in the model's own words.
//!
//! A region's key reads `<t1,t4>` at level 1, `t4` at level 2, `OFF -> ON` at level 3 and `ON` at level 4. With several
//! regions the parts stand side by side, states after the name of their region, and regions that have not moved are left
//! out. Where a run can start in several control states, the first one is part of the words: `OFF <t1,t4>`.
//!
//! With several regions that have moved, the key says which moved last, `<t1,t4> | <w1>, w1 last`; all keys say whether
//! the last step takes no transition: `<t1> then rests`.

use super::path_class::{Level, LocalKey, PathKey};
use crate::id::stable;
use std::collections::BTreeSet;
use wherefore_ir::control::{ControlGraph, RegionId, StateId, Transition, TransitionId};

/// The words for the class of all failing runs, where nothing distinguishes them.
pub const ALL: &str = "all failing runs";

/// How the keys of one machine are distinguished in words.
#[derive(Clone, Debug)]
pub struct Words<'a> {
    /// The machine.
    pub graph: &'a ControlGraph,
    /// Whether each region can start in several states.
    pub several_starts: Vec<bool>,
}

impl Words<'_> {
    /// The words for a key of this level.
    pub fn key(&self, key: &PathKey, level: Level) -> String {
        if self.graph.regions.is_empty() {
            return ALL.to_owned();
        }
        let told = self.graph.region_ids().zip(&key.regions).filter_map(|(r, l)| l.as_ref().map(|l| (r, l)));
        let parts: Vec<String> = told.filter_map(|(r, l)| self.part(r, l, level)).collect();
        let path = if parts.is_empty() { "init".to_owned() } else { parts.join(" | ") };
        let latest = self.latest(key);
        let end = match key.rests {
            true if latest.is_empty() => " then rests",
            true => ", then rests",
            false => "",
        };
        format!("{path}{latest}{end}")
    }

    /// Which of the regions that have moved did so last, if there is a choice.
    fn latest(&self, key: &PathKey) -> String {
        let moved = |l: &Option<LocalKey>| l.as_ref().and_then(|l| l.last);
        let all: Vec<(RegionId, TransitionId)> =
            self.graph.region_ids().zip(&key.regions).filter_map(|(r, l)| Some((r, moved(l)?))).collect();
        let latest = all.iter().filter(|(r, _)| key.latest.contains(r)).map(|(_, t)| self.name(*t));
        // Conjuncts and branches are all about the last step.
        let is_single = |region| self.graph.states_of(region).count() == 1;
        let moves_always = self.graph.region_ids().any(is_single);
        match latest.collect::<Vec<_>>().as_slice() {
            [] => String::new(),
            _ if all.len() < 2 || moves_always => String::new(),
            [only] => format!(", {only} last"),
            names if names.len() == all.len() => ", last together".to_owned(),
            [first @ .., last] => format!(", {} and {last} last together", first.join(", ")),
        }
    }

    /// A short name for a key of this level that does not change between runs, nor when lines move.
    pub fn id(&self, key: &PathKey, level: Level) -> String {
        let steady = steady(self.graph);
        let words = Words { graph: &steady, several_starts: self.several_starts.clone() };
        let text = format!("{} {}", level.word(), words.key(key, level));
        stable(&text)
    }

    /// The words for a lasso: the way to its loop, if that counts, and what is done in it for ever.
    pub fn lasso(&self, spine: Option<&PathKey>, forever: &BTreeSet<TransitionId>) -> String {
        if self.graph.regions.is_empty() {
            return ALL.to_owned();
        }
        let names: Vec<&str> = forever.iter().map(|t| self.name(*t)).collect();
        let end = match names.as_slice() {
            // Nothing is known about control: runs that go round for ever are not distinguished.
            [] if self.graph.transitions.is_empty() => "any loop".to_owned(),
            [] => "no transition any more".to_owned(),
            names => format!("for ever {{{}}}", names.join(", ")),
        };
        spine.map_or(end.clone(), |spine| format!("{} then {end}", self.key(spine, Level::Spine)))
    }

    /// A short name for the class of a lasso, as [`id`](Self::id).
    pub fn lasso_id(&self, spine: Option<&PathKey>, forever: &BTreeSet<TransitionId>) -> String {
        let steady = steady(self.graph);
        let words = Words { graph: &steady, several_starts: self.several_starts.clone() };
        stable(&format!("lasso {}", words.lasso(spine, forever)))
    }

    fn part(&self, region: RegionId, local: &LocalKey, level: Level) -> Option<String> {
        let silent = local.last.is_none() && local.end.is_none() && !self.several_starts[region.0 as usize];
        let words = self.local(region, local, level);
        // Names of transitions are unique in the graph, names of states only in their region.
        let tells_region = local.last.is_some() || self.graph.regions.len() == 1;
        match tells_region {
            _ if silent => None,
            true => Some(words),
            false => Some(format!("{} {words}", self.graph.region(region).name)),
        }
    }

    fn local(&self, region: RegionId, local: &LocalKey, level: Level) -> String {
        let start = local.start.map(|s| self.state(s));
        match (level, local.last, local.end) {
            (Level::Ends, _, Some(end)) => format!("{} -> {}", start.unwrap_or_default(), self.state(end)),
            (_, _, Some(end)) => self.state(end).to_owned(),
            (_, None, _) => format!("init {}", start.unwrap_or_default()),
            (Level::Last, Some(last), _) => self.name(last).to_owned(),
            (_, Some(last), _) => {
                let names: Vec<&str> = local.spine.iter().map(|t| self.name(*t)).chain([self.name(last)]).collect();
                let before = start.filter(|_| self.several_starts[region.0 as usize]);
                let start = before.map_or_else(String::new, |s| format!("{s} "));
                // A suffix that is shorter than it may be is the whole spine.
                let is_cut = matches!(level, Level::Suffix(k) if local.spine.len() >= k as usize);
                let more = if is_cut { ".. " } else { "" };
                format!("{start}<{more}{}>", names.join(","))
            }
        }
    }

    fn state(&self, state: StateId) -> &str {
        &self.graph.state(state).name
    }

    fn name(&self, transition: TransitionId) -> &str {
        &self.graph.transition(transition).name
    }
}

/// The graph with names for all transitions that hold when lines move: those without one are named by their ends, and
/// by their place among others with the same.
fn steady(graph: &ControlGraph) -> ControlGraph {
    let mut steady = graph.clone();
    for place in 0..graph.transitions.len() {
        let transition = &graph.transitions[place];
        let alike = |t: &&Transition| (t.source, t.target, t.named) == (transition.source, transition.target, false);
        if !transition.named {
            let number = graph.transitions[..place].iter().filter(alike).count();
            let (source, target) = (&graph.state(transition.source).name, &graph.state(transition.target).name);
            let region = &graph.region(transition.region).name;
            steady.transitions[place].name = format!("{region} {source}->{target} {number}");
        }
    }
    steady
}

#[cfg(test)]
mod tests;
