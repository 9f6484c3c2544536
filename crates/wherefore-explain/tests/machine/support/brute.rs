//! All classes the slow way: every configuration, with everything that its past has to say, is visited one by one. A past
//! begins where the run does, in whichever first configuration, and ends in the first that fails.
//!
//! Each visit remembers the visit before it, so every key is also worked out from the whole explicit path, by the
//! definition: from the first state always on to the target of the *last* transition of the path that leaves the state.
//! The search itself erases loops as they close; the two must agree on every path.

use super::keys::{Classes, Part, Plain, shorten};
use super::machine::Plan;
use super::walk::{self, Config};
use std::collections::{BTreeMap, BTreeSet};
use wherefore_explain::machine::path_class::Level;

/// The past of one active region since it was entered.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Past {
    start: usize,
    /// All but the last transition, loops erased.
    spine: Vec<usize>,
    last: Option<usize>,
}

/// The past of a run.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Story {
    pasts: Vec<Option<Past>>,
    /// Regions, among several, that took their last transition in the latest step that took any.
    latest: BTreeSet<usize>,
    /// Whether the last step took none.
    rests: bool,
}

/// Identity of a visit. First ticks are separate where inputs decide which they are.
type Place = (Config, Story, bool);

struct Visit {
    config: Config,
    before: Option<(usize, Vec<Option<usize>>)>,
    depth: u32,
}

/// A failing configuration: its past, where each region is now, and the length of the run.
struct Failure {
    story: Story,
    control: Vec<usize>,
    /// Whether a run can begin there as well.
    is_first: bool,
    depth: u32,
}

/// Every way a machine fails.
pub struct Truth {
    failures: Vec<Failure>,
}

/// How often the corners of the definition are met.
#[derive(Default, Debug)]
pub struct Corners {
    /// Failing configurations in which a run can begin as well, reached by steps.
    pub back_at_first: u64,
    /// Classes whose last step rests.
    pub resting: u64,
    /// Classes distinguished from another only by what moved last.
    pub ordered: u64,
}

impl Truth {
    /// Visits everything; `None` if that is more than `most` places.
    pub fn of(plan: &Plan, most: usize) -> Option<Truth> {
        let mut search = Search::new(plan);
        search.run(most).then_some(Truth { failures: search.failures })
    }

    /// The classes at a level.
    pub fn classes(&self, level: Level) -> Classes<usize> {
        let mut classes = Classes::new();
        for failure in &self.failures {
            shorten(&mut classes, failure.story.key(&failure.control, level), failure.depth);
        }
        classes
    }

    /// Counts of the corner cases that occurred.
    pub fn corners(&self) -> Corners {
        let classes = self.classes(Level::Spine);
        let unordered: BTreeSet<_> = classes.keys().map(|k| (&k.parts, k.rests)).collect();
        Corners {
            back_at_first: self.failures.iter().filter(|f| f.is_first && f.depth > 0).count() as u64,
            resting: classes.keys().filter(|k| k.rests).count() as u64,
            ordered: (classes.len() - unordered.len()) as u64,
        }
    }
}

/// The past of a run at its start.
pub fn beginning(plan: &Plan, config: &Config) -> Story {
    Search::new(plan).beginning(config)
}

/// The past of a run after one more step.
pub fn moved(plan: &Plan, story: &Story, taken: &[Option<usize>], after: &Config) -> Story {
    Search::new(plan).moved(story, taken, after)
}

impl Story {
    /// The key of level 1.
    pub fn spines(&self) -> Plain<usize> {
        self.key(&vec![0; self.pasts.len()], Level::Spine)
    }

    fn key(&self, control: &[usize], level: Level) -> Plain<usize> {
        let parts = self.pasts.iter().zip(control).map(|(p, at)| p.as_ref().map(|p| project(p, *at, level))).collect();
        match level {
            Level::Final | Level::Ends => Plain { parts, ..Plain::default() },
            _ => Plain { parts, latest: self.latest.clone(), rests: self.rests },
        }
    }
}

/// The table of levels.
fn project(past: &Past, at: usize, level: Level) -> Part<usize> {
    let nothing = Part { start: None, spine: Vec::new(), last: None, end: None };
    let (start, last) = (Some(past.start), past.last);
    let if_unmoved = start.filter(|_| last.is_none());
    match level {
        Level::Final => Part { end: Some(at), ..nothing },
        Level::Ends => Part { start, end: Some(at), ..nothing },
        Level::Last => Part { start: if_unmoved, last, ..nothing },
        Level::Suffix(k) => {
            let from = past.spine.len().saturating_sub(k as usize);
            Part { start: if_unmoved, spine: past.spine[from..].to_vec(), last, ..nothing }
        }
        Level::Spine => Part { start, spine: past.spine.clone(), last, ..nothing },
    }
}

struct Search<'a> {
    plan: &'a Plan,
    firsts: BTreeSet<Config>,
    places: BTreeMap<Place, usize>,
    visits: Vec<Visit>,
    failures: Vec<Failure>,
}

impl<'a> Search<'a> {
    fn new(plan: &'a Plan) -> Search<'a> {
        Search { plan, firsts: BTreeSet::new(), places: BTreeMap::new(), visits: Vec::new(), failures: Vec::new() }
    }
}

impl Search<'_> {
    fn run(&mut self, most: usize) -> bool {
        let apart = self.plan.init_reads_inputs();
        let mut layer = Vec::new();
        for (config, inputs) in walk::first(self.plan) {
            self.firsts.insert(config.clone());
            let story = self.beginning(&config);
            layer.extend(self.visit((config, story, apart), None).map(|place| (place, inputs)));
        }
        while !layer.is_empty() && self.places.len() <= most {
            let mut next = Vec::new();
            for (place, inputs) in layer {
                for input in inputs {
                    next.extend(self.tick(&place, &input));
                }
            }
            let all = walk::inputs(self.plan);
            let legal = |p: &Place| all.iter().filter(|i| walk::is_legal(self.plan, &p.0, i)).cloned().collect();
            layer = next
                .into_iter()
                .map(|place| {
                    let inputs = legal(&place);
                    (place, inputs)
                })
                .collect();
        }
        layer.is_empty()
    }

    /// One tick with one input: a failure ends the run, otherwise it goes on to new places.
    fn tick(&mut self, place: &Place, input: &[i64]) -> Vec<Place> {
        let (plan, number) = (self.plan, self.places[place]);
        let (config, story, _) = place;
        if !walk::holds(plan, &plan.good, config, input) {
            let (control, depth) = (config.control.clone(), self.visits[number].depth);
            let is_first = self.firsts.contains(config);
            self.failures.push(Failure { story: story.clone(), control, is_first, depth });
            return Vec::new();
        }
        let mut fresh = Vec::new();
        for step in walk::steps(plan, config, input) {
            let story = self.moved(story, &step.taken, &step.after);
            fresh.extend(self.visit((step.after, story, false), Some((number, step.taken))));
        }
        fresh
    }

    fn visit(&mut self, place: Place, before: Option<(usize, Vec<Option<usize>>)>) -> Option<Place> {
        if self.places.contains_key(&place) {
            return None;
        }
        let depth = before.as_ref().map_or(0, |(b, _)| self.visits[*b].depth + 1);
        self.visits.push(Visit { config: place.0.clone(), before, depth });
        self.places.insert(place.clone(), self.visits.len() - 1);
        assert_eq!(self.by_definition(self.visits.len() - 1), place.1, "the two erasures differ");
        Some(place)
    }

    fn beginning(&self, config: &Config) -> Story {
        Story { pasts: self.begun(config), latest: BTreeSet::new(), rests: false }
    }

    fn begun(&self, config: &Config) -> Vec<Option<Past>> {
        let past = |r: usize| Past { start: config.control[r], spine: Vec::new(), last: None };
        (0..config.control.len()).map(|r| walk::is_active(self.plan, config, r).then(|| past(r))).collect()
    }

    /// The past after a step, by erasing a loop when it closes.
    fn moved(&self, story: &Story, taken: &[Option<usize>], after: &Config) -> Story {
        let begun = self.begun(after);
        let one = |r: usize| match (&story.pasts[r], taken[r]) {
            _ if resets(self.plan, r, taken) => begun[r].clone(),
            (Some(past), Some(t)) => Some(self.chronological(past, t)),
            (past, _) => past.clone(),
        };
        let moves = |r: &usize| taken[*r].is_some() && !resets(self.plan, *r, taken);
        let (several, rests) = (taken.len() > 1, taken.iter().all(Option::is_none));
        let latest = match rests {
            true => story.latest.clone(),
            false => (0..taken.len()).filter(|_| several).filter(moves).collect(),
        };
        Story { pasts: (0..taken.len()).map(one).collect(), latest, rests }
    }

    fn chronological(&self, past: &Past, taken: usize) -> Past {
        let mut spine = past.spine.clone();
        if let Some(last) = past.last {
            spine.push(last);
            let reached = self.plan.transitions[last].target;
            if let Some(first) = spine.iter().position(|t| self.plan.transitions[*t].source == reached) {
                spine.truncate(first);
            }
            // A self-loop of the state that the spine ends in leaves it, and so does one at the start.
        }
        Past { start: past.start, spine, last: Some(taken) }
    }

    /// The story from the whole path of a visit.
    fn by_definition(&self, visit: usize) -> Story {
        let path = self.path(visit);
        let step = |n: usize| self.visits[path[n]].before.as_ref().map(|(_, taken)| taken);
        let config = |n: usize| &self.visits[path[n]].config;
        // For each region where it was entered last, and the steps since then that move it.
        let lives = (0..self.plan.regions.len()).map(|r| {
            let entry = (0..path.len()).rposition(|n| step(n).is_some_and(|t| resets(self.plan, r, t))).unwrap_or(0);
            (entry, (entry + 1..path.len()).filter(|n| step(*n).is_some_and(|t| t[r].is_some())).collect::<Vec<_>>())
        });
        let lives: Vec<(usize, Vec<usize>)> = lives.collect();
        let past = |(r, (entry, moves)): (usize, &(usize, Vec<usize>))| {
            let taken: Vec<usize> = moves.iter().filter_map(|n| step(*n)?[r]).collect();
            let start = config(*entry).control[r];
            walk::is_active(self.plan, config(*entry), r).then(|| self.last_exits(start, &taken))
        };
        let any = |n: usize| step(n).is_some_and(|t| t.iter().any(Option::is_some));
        let last_move = (0..path.len()).rposition(any);
        let is_latest = |r: &usize| last_move.is_some() && lives[*r].1.last().copied() == last_move;
        Story {
            pasts: lives.iter().enumerate().map(past).collect(),
            latest: (0..lives.len()).filter(|_| lives.len() > 1).filter(is_latest).collect(),
            rests: path.len() > 1 && !any(path.len() - 1),
        }
    }

    /// The visits of a run, first to last.
    fn path(&self, visit: usize) -> Vec<usize> {
        let mut path = vec![visit];
        while let Some((before, _)) = &self.visits[path[path.len() - 1]].before {
            path.push(*before);
        }
        path.reverse();
        path
    }

    /// u0 is the first state, and u(j+1) the target of the last transition that leaves u(j).
    fn last_exits(&self, start: usize, path: &[usize]) -> Past {
        let Some((last, before)) = path.split_last() else { return Past { start, spine: Vec::new(), last: None } };
        let (mut spine, mut at) = (Vec::new(), start);
        let here = before.last().map_or(start, |t| self.plan.transitions[*t].target);
        while at != here {
            let leaves = |t: &&usize| self.plan.transitions[**t].source == at;
            let exit = *before.iter().rev().find(leaves).expect("the path left this state");
            spine.push(exit);
            at = self.plan.transitions[exit].target;
        }
        Past { start, spine, last: Some(*last) }
    }
}

/// Whether a step leaves or enters a state around a region.
fn resets(plan: &Plan, region: usize, taken: &[Option<usize>]) -> bool {
    let around = plan.around(region);
    let ends = |t: &usize| [plan.transitions[*t].source, plan.transitions[*t].target];
    taken.iter().flatten().flat_map(ends).any(|s| around.contains(&s))
}
