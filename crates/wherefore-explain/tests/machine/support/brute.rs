//! All classes the slow way: every configuration, with everything that its past has to say, is visited one by one.
//!
//! Each visit remembers the visit before it, so every key is also worked out from the whole explicit path, by the
//! definition: from the first state always on to the target of the *last* transition of the path that leaves the state.
//! The search itself erases loops as they close; the two must agree on every path.

use super::keys::{Classes, Part, Plain, shorten};
use super::machine::{Expr, Plan};
use super::walk::{self, Config};
use std::collections::BTreeMap;
use wherefore_explain::machine::key::Level;

/// The past of one active region since it was entered.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Past {
    start: usize,
    /// All but the last transition, loops erased.
    spine: Vec<usize>,
    last: Option<usize>,
}

/// What makes two visits the same. First ticks are apart where inputs tell which they are.
type Place = (Config, Vec<Option<Past>>, bool);

struct Visit {
    config: Config,
    before: Option<(usize, Vec<Option<usize>>)>,
    depth: u32,
}

/// A failing configuration: the past of each region, where it is now, and the length of the run.
struct Failure {
    pasts: Vec<Option<Past>>,
    control: Vec<usize>,
    depth: u32,
}

/// Every way a machine fails.
pub struct Truth {
    failures: Vec<Failure>,
}

impl Truth {
    /// Visits everything; `None` if that is more than `most` places. `marks` are the first restrictions that tell a first
    /// configuration.
    pub fn of(plan: &Plan, marks: &[Expr], most: usize) -> Option<Truth> {
        let mut search = Search::new(plan, marks);
        search.run(most).then_some(Truth { failures: search.failures })
    }

    /// The classes at a level.
    pub fn classes(&self, level: Level) -> Classes<usize> {
        let mut classes = Classes::new();
        for failure in &self.failures {
            let parts = failure.pasts.iter().zip(&failure.control);
            let key: Plain<usize> = parts.map(|(p, at)| p.as_ref().map(|p| project(p, *at, level))).collect();
            shorten(&mut classes, key, failure.depth);
        }
        classes
    }
}

/// The pasts of all regions at the start of a run.
pub fn beginning(plan: &Plan, config: &Config) -> Vec<Option<Past>> {
    Search::new(plan, &[]).beginning(config)
}

/// The pasts of all regions after a step.
pub fn moved(plan: &Plan, pasts: &[Option<Past>], taken: &[Option<usize>], after: &Config) -> Vec<Option<Past>> {
    Search::new(plan, &[]).moved(pasts, taken, after)
}

/// The key of level 1 that pasts amount to.
pub fn spines(pasts: &[Option<Past>]) -> Plain<usize> {
    pasts.iter().map(|p| p.as_ref().map(|p| project(p, p.start, Level::Spine))).collect()
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
    marks: &'a [Expr],
    places: BTreeMap<Place, usize>,
    visits: Vec<Visit>,
    failures: Vec<Failure>,
}

impl<'a> Search<'a> {
    fn new(plan: &'a Plan, marks: &'a [Expr]) -> Search<'a> {
        Search { plan, marks, places: BTreeMap::new(), visits: Vec::new(), failures: Vec::new() }
    }
}

impl Search<'_> {
    fn run(&mut self, most: usize) -> bool {
        let apart = self.plan.init_reads_inputs();
        let mut layer = Vec::new();
        for (config, inputs) in walk::first(self.plan) {
            let pasts = self.beginning(&config);
            layer.extend(self.visit((config, pasts, apart), None).map(|place| (place, inputs)));
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
        let (config, pasts, _) = place;
        if !walk::holds(plan, &plan.good, config, input) {
            let depth = self.visits[number].depth;
            self.failures.push(Failure { pasts: pasts.clone(), control: config.control.clone(), depth });
            return Vec::new();
        }
        let mut fresh = Vec::new();
        for step in walk::steps(plan, config, input) {
            if !walk::is_first(plan, self.marks, &step.after) {
                let pasts = self.moved(pasts, &step.taken, &step.after);
                fresh.extend(self.visit((step.after, pasts, false), Some((number, step.taken))));
            }
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

    fn beginning(&self, config: &Config) -> Vec<Option<Past>> {
        let past = |r: usize| Past { start: config.control[r], spine: Vec::new(), last: None };
        (0..config.control.len()).map(|r| walk::is_active(self.plan, config, r).then(|| past(r))).collect()
    }

    /// The pasts after a step, by erasing a loop when it closes.
    fn moved(&self, pasts: &[Option<Past>], taken: &[Option<usize>], after: &Config) -> Vec<Option<Past>> {
        let begun = self.beginning(after);
        let one = |r: usize| match (&pasts[r], taken[r]) {
            _ if resets(self.plan, r, taken) => begun[r].clone(),
            (Some(past), Some(t)) => Some(self.chronological(past, t)),
            (past, _) => past.clone(),
        };
        (0..pasts.len()).map(one).collect()
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

    /// The same from the whole path of a visit.
    fn by_definition(&self, visit: usize) -> Vec<Option<Past>> {
        let path = self.path(visit);
        let config = |n: usize| &self.visits[n].config;
        let one = |r: usize| {
            let entry = path
                .iter()
                .rposition(|n| self.visits[*n].before.as_ref().is_some_and(|(_, t)| resets(self.plan, r, t)));
            let from = entry.unwrap_or(0);
            let active = walk::is_active(self.plan, config(path[from]), r);
            let taken = path[from + 1..].iter().filter_map(|n| self.visits[*n].before.as_ref().and_then(|(_, t)| t[r]));
            active.then(|| self.last_exits(config(path[from]).control[r], &taken.collect::<Vec<_>>()))
        };
        (0..self.plan.regions.len()).map(one).collect()
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
