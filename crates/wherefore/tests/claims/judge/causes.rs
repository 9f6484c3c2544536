//! Causes that are enough for a failure, and the nearest run that passes.

use super::runs::shown;
use super::{Judge, Run};
use crate::world::World;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// A kept choice.
#[derive(Clone, Debug)]
struct Kept {
    var: usize,
    tick: usize,
    relation: String,
    value: i64,
}

impl Kept {
    fn read(world: &World, kept: &Value) -> Option<Kept> {
        let var = world.var(kept["variable"].as_str()?)?;
        let value = world.vars[var].kind.of_json(&kept["value"])?;
        let tick = kept["tick"].as_u64()? as usize;
        Some(Kept { var, tick, relation: kept["relation"].as_str()?.to_owned(), value })
    }

    fn holds(&self, node: &[i64]) -> bool {
        let value = node[self.var];
        match self.relation.as_str() {
            "=" => value == self.value,
            "<=" => value <= self.value,
            ">=" => value >= self.value,
            _ => false,
        }
    }
}

/// Outcome of all runs of a length that make some choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Enough,
    NotEnough,
    Impossible,
}

fn outcome(world: &World, kept: &[Kept], last: usize) -> Outcome {
    let legal = |node: usize, tick: usize| kept.iter().filter(|k| k.tick == tick).all(|k| k.holds(&world.nodes[node]));
    let mut front: BTreeSet<usize> = world.starts.iter().copied().filter(|n| legal(*n, 0)).collect();
    for tick in 1..=last {
        front = world.image(&front).into_iter().filter(|n| legal(*n, tick)).collect();
    }
    match () {
        () if front.is_empty() => Outcome::Impossible,
        () if front.iter().any(|n| world.good[*n]) => Outcome::NotEnough,
        () => Outcome::Enough,
    }
}

impl Judge<'_> {
    /// The choices that are said to be enough.
    pub(super) fn cause(&mut self, explanation: &Value, run: &Run) {
        let (world, last, cause) = (self.facts.world, run.nodes.len() - 1, &explanation["cause"]);
        if cause.is_null() {
            return;
        }
        let said = || format!("enough for a failure after {last} steps: {}", cause["kept"]);
        let read = |k: &Value| Kept::read(world, k);
        let kept: Option<Vec<Kept>> = cause["kept"].as_array().into_iter().flatten().map(read).collect();
        let Some(kept) = kept else {
            return self.check("cause", false, said, || "no such variables or values".to_owned());
        };
        let on_run = kept.iter().all(|k| k.tick <= last && k.holds(&world.nodes[run.nodes[k.tick]]));
        self.check("cause is of the run", on_run, said, || "the run has other values".to_owned());
        let chosen = kept.iter().all(|k| world.is_choice(k.var, k.tick));
        self.check("cause is chosen", chosen, said, || "not all of these are choices".to_owned());
        let found = outcome(world, &kept, last);
        self.check("cause is enough", found == Outcome::Enough, said, || format!("{found:?}"));
        if cause["minimal"] == true {
            for place in 0..kept.len() {
                let mut fewer = kept.clone();
                let left_out = fewer.remove(place);
                let needed = outcome(world, &fewer, last) != Outcome::Enough;
                self.check("cause is minimal", needed, said, || format!("enough without {left_out:?}"));
            }
        }
    }

    /// The run that is said to be the nearest that passes.
    pub(super) fn nearest(&mut self, explanation: &Value, run: &Run) {
        let (world, nearest) = (self.facts.world, &explanation["nearest"]);
        let least = distance(world, run);
        if nearest.is_null() {
            let all = explanation["missing"].as_array().into_iter().flatten();
            let reason = all.filter(|u| u["part"] == "nearest").find_map(|u| u["reason"].as_str()).unwrap_or_default();
            if reason.starts_with("no ") || reason.contains("every run") {
                self.check(
                    "no nearest run",
                    least.is_none(),
                    || reason.to_owned(),
                    || format!("one at distance {least:?}"),
                );
            }
            return;
        }
        let said = || format!("nearest run that passes: {}", nearest["differs"]);
        let nodes = shown(world, &nearest["trace"]).and_then(|values| world.follow(&values)).unwrap_or_default();
        let is_run = nodes.len() == run.nodes.len();
        self.check("nearest is a run", is_run, said, || nearest["trace"].to_string());
        if !is_run {
            return;
        }
        let passes = nodes.iter().all(|n| world.good[*n]);
        self.check("nearest passes", passes, said, || nearest["trace"].to_string());
        let differs: BTreeSet<(usize, usize)> = (0..nodes.len())
            .flat_map(|tick| (0..world.vars.len()).map(move |var| (tick, var)))
            .filter(|(tick, var)| world.is_choice(*var, *tick))
            .filter(|(tick, var)| world.nodes[nodes[*tick]][*var] != world.nodes[run.nodes[*tick]][*var])
            .collect();
        let told: Option<BTreeSet<(usize, usize)>> = nearest["differs"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|d| Some((d["tick"].as_u64()? as usize, world.var(d["variable"].as_str()?)?)))
            .collect();
        self.check("nearest differs", told.as_ref() == Some(&differs), said, || format!("{differs:?}"));
        if nearest["minimal"] == true {
            self.check("nearest is nearest", Some(differs.len()) == least, said, || {
                format!("there is one at distance {least:?}")
            });
        }
    }
}

/// The fewest choices in which a passing run of the same length differs.
fn distance(world: &World, run: &Run) -> Option<usize> {
    let cost = |node: usize, tick: usize| {
        let differs = |var: &usize| world.nodes[node][*var] != world.nodes[run.nodes[tick]][*var];
        (0..world.vars.len()).filter(|v| world.is_choice(*v, tick)).filter(differs).count()
    };
    let mut front: BTreeMap<usize, usize> = BTreeMap::new();
    for node in world.starts.iter().filter(|n| world.good[**n]) {
        front.insert(*node, cost(*node, 0));
    }
    for tick in 1..run.nodes.len() {
        let mut after: BTreeMap<usize, usize> = BTreeMap::new();
        for (node, so_far) in &front {
            for edge in world.edges[*node].iter().filter(|e| world.good[e.to]) {
                let least = after.entry(edge.to).or_insert(usize::MAX);
                *least = (*least).min(so_far + cost(edge.to, tick));
            }
        }
        front = after;
    }
    front.into_values().min()
}
