//! The key of a failing run: what it has in common with the other runs of its class.
//!
//! For one region, let p be the transitions taken up to the failure, non-progressing steps left out:
//!
//! | level | key |
//! |---|---|
//! | 4 | final control state |
//! | 3 | initial and final control state |
//! | 2 | last transition |
//! | 1 | spine of all but the last transition, and the last |
//! | 1(k) | the last k transitions of that spine, and the last |
//!
//! The *spine* is the loop erasure of a path: whenever the path comes back to a state that is on the spine, the spine is cut
//! back to it. Example: the path t1 t4 t6 t3 t5 of OFF -t1-> IDLE -t4-> ON -t6-> OFF -t3-> ON -t5-> IDLE has the spine t3
//! before its last transition t5. A run without any transition has the key (initial state, init). Runs count from their
//! start: that one comes by another initial state on the way makes no difference.
//!
//! The key of a system with several regions is the list of their keys. A region that lives inside a state counts from its last
//! entry, and has no key while it is not active. Levels 1, 1(k) and 2 contain two things more: which regions moved in the
//! latest step that took a transition, so that "window, then valve" is not "valve, then window"; and whether the last step
//! of all takes none, so that what a transition breaks is not what breaks while the machine rests.
//!
//! A key is built step by step: [`PathKey::step`] is a function of the key before and the transitions taken, so sets of states
//! can be kept apart by key without remembering runs.

use std::collections::BTreeSet;
use wherefore_ir::control::{ControlGraph, RegionId, StateId, TransitionId};

/// How finely runs are distinguished.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// By spine and last transition.
    Spine,
    /// By this number of last transitions of the spine and the last transition.
    Suffix(u32),
    /// By last transition.
    Last,
    /// By initial and final control state.
    Ends,
    /// By final control state.
    Final,
}

impl Level {
    /// As `--level` and reports spell it.
    pub fn word(self) -> String {
        match self {
            Level::Spine => "1".to_owned(),
            Level::Suffix(k) => format!("1({k})"),
            Level::Last => "2".to_owned(),
            Level::Ends => "3".to_owned(),
            Level::Final => "4".to_owned(),
        }
    }
}

impl Level {
    /// The coarsest level at least as fine at which a key is a function of the key before and the step.
    pub fn stepwise(self) -> Level {
        if let Level::Suffix(_) = self { Level::Spine } else { self }
    }

    /// Whether runs are distinguished by the transitions they take, not by control states alone.
    pub fn tells_transitions(self) -> bool {
        !matches!(self, Level::Ends | Level::Final)
    }
}

/// The key of one active region. Parts that a level does not distinguish are left out.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LocalKey {
    /// The first control state: at the start of the run or at the last entry. Kept at levels 1 and 3, and while there is no
    /// last transition at levels 2 and 1(k).
    pub start: Option<StateId>,
    /// The spine of all but the last transition, or its end; levels 1 and 1(k).
    pub spine: Vec<TransitionId>,
    /// The last transition; levels 1, 1(k) and 2.
    pub last: Option<TransitionId>,
    /// The current control state; levels 3 and 4.
    pub end: Option<StateId>,
}

/// The key of a run.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PathKey {
    /// For each region its key, or nothing while the region is not active.
    pub regions: Vec<Option<LocalKey>>,
    /// Regions, among several, whose last transition was taken in the latest step that took any; levels 1, 1(k) and 2.
    pub latest: BTreeSet<RegionId>,
    /// Whether there is a last step and it takes no transition in any region; levels 1, 1(k) and 2.
    pub rests: bool,
}

/// Effect of one step on control.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// For each region the transition taken.
    pub taken: Vec<Option<TransitionId>>,
    /// For each region that the step enters anew, the state it starts in.
    pub entered: Vec<Option<StateId>>,
}

impl LocalKey {
    fn starting(start: StateId, level: Level) -> LocalKey {
        let whole = LocalKey { start: Some(start), spine: Vec::new(), last: None, end: Some(start) };
        whole.at_level(level)
    }

    /// Part of the key that a coarser level keeps.
    fn at_level(mut self, level: Level) -> LocalKey {
        match level {
            Level::Spine => self.end = None,
            Level::Suffix(k) => {
                self.spine.drain(..self.spine.len().saturating_sub(k as usize));
                self.end = None;
            }
            Level::Last => {
                self.spine.clear();
                self.end = None;
            }
            Level::Ends | Level::Final => {
                self.spine.clear();
                self.last = None;
            }
        }
        let from_start = matches!(level, Level::Spine | Level::Ends);
        if !from_start && (self.last.is_some() || level == Level::Final) {
            self.start = None;
        }
        self
    }

    /// The control state that the region is in.
    pub fn location(&self, graph: &ControlGraph) -> Option<StateId> {
        self.end.or_else(|| self.last.map(|t| graph.transition(t).target)).or(self.start)
    }

    fn advance(&self, graph: &ControlGraph, level: Level, taken: TransitionId) -> LocalKey {
        let spine = if level == Level::Spine { self.erased(graph) } else { Vec::new() };
        let end = Some(graph.transition(taken).target);
        LocalKey { start: self.start, spine, last: Some(taken), end }.at_level(level)
    }

    /// The loop erasure of spine and last transition together.
    fn erased(&self, graph: &ControlGraph) -> Vec<TransitionId> {
        let mut spine = self.spine.clone();
        let Some(last) = self.last else { return spine };
        let reached = graph.transition(last).target;
        if self.start == Some(reached) {
            spine.clear();
        } else if let Some(place) = spine.iter().position(|t| graph.transition(*t).target == reached) {
            spine.truncate(place + 1);
        } else {
            spine.push(last);
        }
        spine
    }
}

impl PathKey {
    /// The key of a run of no step; `location` is the control state of each active region.
    pub fn initial(level: Level, location: &[Option<StateId>]) -> PathKey {
        let regions = location.iter().map(|state| state.map(|s| LocalKey::starting(s, level))).collect();
        PathKey { regions, latest: BTreeSet::new(), rests: false }
    }

    /// The key after one more step. Level 1(k) has no such function; it is read off level 1.
    pub fn step(&self, graph: &ControlGraph, level: Level, step: &Move) -> PathKey {
        let mut regions: Vec<Option<LocalKey>> = Vec::with_capacity(self.regions.len());
        for (region, before) in graph.region_ids().zip(&self.regions) {
            let place = region.0 as usize;
            let after = match (is_reset(graph, region, step), before, step.taken[place]) {
                (true, ..) => step.entered[place].map(|s| LocalKey::starting(s, level)),
                (false, Some(local), Some(taken)) => Some(local.advance(graph, level, taken)),
                (false, ..) => before.clone(),
            };
            regions.push(after);
        }
        let moves = step.taken.iter().any(Option::is_some);
        let latest = match moves && level.tells_transitions() {
            true => moved(graph, step),
            false => self.latest.clone(),
        };
        // Where there is no machine nothing rests.
        let rests = !moves && level.tells_transitions() && !regions.is_empty();
        PathKey { regions, latest, rests }
    }

    /// The key without what its last step does: runs that go on from here have the same future.
    pub fn going_on(&self) -> PathKey {
        PathKey { rests: false, ..self.clone() }
    }

    /// The key of the same run at a coarser level.
    pub fn at_level(&self, graph: &ControlGraph, level: Level) -> PathKey {
        let coarser = |local: &LocalKey| {
            let end = local.location(graph);
            LocalKey { end, ..local.clone() }.at_level(level)
        };
        let regions = self.regions.iter().map(|l| l.as_ref().map(coarser)).collect();
        match level.tells_transitions() {
            true => PathKey { regions, ..self.clone() },
            false => PathKey { regions, latest: BTreeSet::new(), rests: false },
        }
    }

    /// The control state of each active region.
    pub fn location(&self, graph: &ControlGraph) -> Vec<Option<StateId>> {
        self.regions.iter().map(|l| l.as_ref().and_then(|l| l.location(graph))).collect()
    }

    /// The transitions that every run with this key takes.
    pub fn transitions(&self) -> impl Iterator<Item = TransitionId> + '_ {
        self.regions.iter().flatten().flat_map(|l| l.spine.iter().copied().chain(l.last))
    }
}

/// Regions, among several, that a step moves and leaves with this as their last transition.
fn moved(graph: &ControlGraph, step: &Move) -> BTreeSet<RegionId> {
    let moves = |r: &RegionId| step.taken[r.0 as usize].is_some() && !is_reset(graph, *r, step);
    graph.region_ids().filter(|_| graph.regions.len() > 1).filter(moves).collect()
}

/// Whether a step ends or begins the life of a region's inside.
pub(super) fn is_reset(graph: &ControlGraph, region: RegionId, step: &Move) -> bool {
    graph.region(region).parent.is_some() && {
        let resets = graph.resets(region);
        step.taken.iter().flatten().any(|t| resets.contains(t))
    }
}

/// Whether a region is active where the others are in these states.
pub(super) fn is_alive(graph: &ControlGraph, region: RegionId, location: &[Option<StateId>]) -> bool {
    graph.region(region).parent.is_none_or(|p| location[graph.state(p).region.0 as usize] == Some(p))
}

#[cfg(test)]
mod tests;
