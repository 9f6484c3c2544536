//! Points of no return, and what else could have been done.

use super::{Judge, Run};
use crate::term::Term;
use crate::world::{Edge, World};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Points of no return and outcomes of the states of a model.
struct ChoicePoints {
    /// The nodes of each state.
    states: BTreeMap<Vec<i64>, Vec<usize>>,
    /// From which nodes a run keeps the property for ever, or until it ends.
    safe: Vec<bool>,
    /// From which nodes a run breaks it.
    breakable: Vec<bool>,
}

impl ChoicePoints {
    fn new(world: &World) -> ChoicePoints {
        let mut safe = world.good.clone();
        let mut breakable: Vec<bool> = world.good.iter().map(|g| !g).collect();
        loop {
            let (mut fewer, mut more) = (safe.clone(), breakable.clone());
            for (node, edges) in world.edges.iter().enumerate() {
                fewer[node] &= edges.is_empty() || edges.iter().any(|e| safe[e.to]);
                more[node] |= edges.iter().any(|e| breakable[e.to]);
            }
            if fewer == safe && more == breakable {
                return ChoicePoints { states: world.by_state(), safe, breakable };
            }
            (safe, breakable) = (fewer, more);
        }
    }

    fn nodes(&self, world: &World, node: usize) -> &[usize] {
        self.states.get(&world.state(node)).map_or(&[], Vec::as_slice)
    }

    /// Whether every run from the state of a node breaks the property.
    fn is_doomed(&self, world: &World, node: usize) -> bool {
        self.nodes(world, node).iter().all(|n| !self.safe[*n])
    }

    /// Whether no run from the state of a node breaks it.
    fn is_avoided(&self, world: &World, node: usize) -> bool {
        self.nodes(world, node).iter().all(|n| !self.breakable[*n])
    }
}

/// Option in a step: transitions, and conditions on what is chosen.
struct Action<'a> {
    moves: Option<Vec<&'a str>>,
    choices: Vec<Term>,
    /// The regions whose moves it speaks of: all, or those that it leads somewhere.
    regions: BTreeSet<usize>,
}

impl<'a> Action<'a> {
    /// Reads `t1 | line 7 with i >= 2`, `no transition`, `r ajar stays`, `i = 1, next(w) = TRUE`; nothing for any other
    /// text.
    fn read(world: &World, alternative: &'a Value) -> Option<Action<'a>> {
        let text = alternative["action"].as_str().unwrap_or_default();
        let regions = Action::regions(world, alternative);
        let (moves, choices) = match text.split_once(" with ") {
            Some((moves, choices)) => (Some(moves), choices),
            None if Action::moves(world, text).is_some() => (Some(text), ""),
            None => (None, text),
        };
        let moves = match moves {
            Some(words) => Some(Action::moves(world, words)?),
            None => None,
        };
        let parts = choices.split(", ").filter(|c| !c.is_empty()).map(|c| Term::read(c, &world.vars));
        Some(Action { moves, choices: parts.collect::<Option<Vec<Term>>>()?, regions })
    }

    /// Where joint options are too many, the report lists each region by itself: `s idle`, not `s idle, r shut`.
    fn regions(world: &World, alternative: &Value) -> BTreeSet<usize> {
        let leads = alternative["leads"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let region = |part: &str| {
            let name = part.split(' ').next()?;
            world.regions.iter().position(|r| world.vars[r.var].name == name)
        };
        let named: Option<BTreeSet<usize>> = leads.flat_map(|l| l.split(", ")).map(region).collect();
        named.filter(|set| !set.is_empty()).unwrap_or_else(|| (0..world.regions.len()).collect())
    }

    fn moves(world: &World, words: &'a str) -> Option<Vec<&'a str>> {
        let names: Vec<&str> = words.split(" | ").collect();
        let stays = |n: &str| ["no transition", "stays"].contains(&n) || n.ends_with(" stays");
        let is_known = |n: &&str| stays(n) || !world.named(n).is_empty();
        names.iter().all(is_known).then(|| names.into_iter().filter(|n| !stays(n)).collect())
    }

    /// Whether a step does it.
    fn is(&self, world: &World, from: usize, edge: &Edge) -> bool {
        let told = edge.taken.iter().enumerate().filter(|(region, _)| self.regions.contains(region));
        let taken: Vec<usize> = told.filter_map(|(_, t)| *t).collect();
        let moves = self.moves.as_ref().is_none_or(|names| {
            names.len() == taken.len() && taken.iter().all(|t| names.iter().any(|n| world.named(n).contains(t)))
        });
        moves && self.choices.iter().all(|c| c.value(&world.nodes[from], &world.nodes[edge.to]) != 0)
    }
}

impl Judge<'_> {
    /// Point of no return and choice points.
    pub(super) fn consequence(&mut self, explanation: &Value, run: &Run) {
        let world = self.facts.world;
        let choice_points = ChoicePoints::new(world);
        let first = run.nodes.iter().position(|n| choice_points.is_doomed(world, *n)).unwrap_or(run.nodes.len() - 1);
        let said = &explanation["no_return"];
        if said["kind"] == "at" {
            self.check(
                "point of no return",
                said["tick"].as_u64() == Some(first as u64),
                || said.to_string(),
                || first.to_string(),
            );
        }
        for choice_point in explanation["choice_points"].as_array().into_iter().flatten() {
            let Some(tick) = choice_point["step"].as_u64().map(|t| t as usize) else { continue };
            if choice_point["kind"] == "last choice" && choice_points.is_doomed(world, run.nodes[first]) {
                self.check(
                    "last choice",
                    tick + 1 == first,
                    || choice_point.to_string(),
                    || format!("doomed from {first}"),
                );
            }
            for alternative in choice_point["alternatives"].as_array().into_iter().flatten() {
                self.alternative(&choice_points, run, tick, alternative);
            }
        }
    }

    fn alternative(&mut self, choice_points: &ChoicePoints, run: &Run, tick: usize, alternative: &Value) {
        let world = self.facts.world;
        let said = || format!("tick {tick}: {alternative}");
        let Some(action) = Action::read(world, alternative) else {
            *self.counts.entry("alternatives that were not understood").or_default() += 1;
            return;
        };
        let Some(node) = run.nodes.get(tick) else { return };
        if tick + 1 == run.nodes.len() {
            return self.at_the_end(choice_points, *node, &action, alternative);
        }
        // Where the property is broken already, whatever follows counts as broken.
        let mut ends: Vec<(usize, bool)> = Vec::new();
        for from in choice_points.nodes(world, *node) {
            let done = world.edges[*from].iter().filter(|e| action.is(world, *from, e));
            ends.extend(done.map(|e| (e.to, !world.good[*from])));
        }
        if let Some(next) = run.nodes.get(tick + 1).filter(|_| alternative["taken"] == true) {
            let edge = world.edge(*node, *next);
            let fits = edge.is_some_and(|e| action.is(world, *node, e));
            self.check("what the run does", fits, said, || edge.map(|e| format!("{:?}", e.taken)).unwrap_or_default());
        }
        let doomed = |(n, is_broken): &(usize, bool)| *is_broken || choice_points.is_doomed(world, *n);
        let avoided = |(n, is_broken): &(usize, bool)| !is_broken && choice_points.is_avoided(world, *n);
        let fits = match alternative["consequence"].as_str().unwrap_or_default() {
            "inevitable" => !ends.is_empty() && ends.iter().all(doomed),
            "avoided" => ends.iter().any(avoided),
            "open" => ends.iter().any(|n| !doomed(n) && !avoided(n)),
            _ => return,
        };
        let count = |f: &dyn Fn(&(usize, bool)) -> bool| ends.iter().filter(|n| f(n)).count();
        let truth = || format!("{} steps: {} inevitable, {} avoided", ends.len(), count(&doomed), count(&avoided));
        self.check("alternative", fits, said, truth);
    }

    /// Where the inputs of the last tick decide by themselves.
    fn at_the_end(&mut self, choice_points: &ChoicePoints, node: usize, action: &Action<'_>, alternative: &Value) {
        let world = self.facts.world;
        let done = |n: &usize| action.choices.iter().all(|c| c.is_true(&world.nodes[*n]));
        let all: Vec<usize> = choice_points.nodes(world, node).iter().copied().filter(done).collect();
        let fits = match alternative["consequence"].as_str().unwrap_or_default() {
            "inevitable" => !all.is_empty() && all.iter().all(|n| !choice_points.safe[*n]),
            "avoided" => all.iter().any(|n| !choice_points.breakable[*n]),
            "open" => all.iter().any(|n| choice_points.safe[*n] && choice_points.breakable[*n]),
            _ => return,
        };
        let safe = all.iter().filter(|n| choice_points.safe[**n]).count();
        let said = || format!("at the last tick: {alternative}");
        self.check("alternative", fits, said, || format!("{} choices, {safe} of them safe", all.len()));
    }
}
