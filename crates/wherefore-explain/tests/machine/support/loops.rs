//! The classes of lassos the slow way: every set of transitions is tried as the set that is taken for ever.
//!
//! The property is that good ticks come again and again. A run breaks it if from some tick on all its ticks are bad. So a
//! set I belongs to a run if a strongly connected part of the graph of bad steps that take transitions of I takes all of
//! them; the way there is any path whose last step outside I is where the spine is read.

use super::brute::{Story, beginning, moved};
use super::keys::Plain;
use super::machine::Plan;
use super::walk::{self, Config};
use std::collections::{BTreeMap, BTreeSet};

/// The classes: a spine and a set of transitions.
pub type Lassos = BTreeSet<(Plain<usize>, BTreeSet<usize>)>;

/// More transitions than this have too many sets.
const MOST_TRANSITIONS: usize = 7;

struct Edge {
    after: Config,
    taken: Vec<Option<usize>>,
    set: BTreeSet<usize>,
    bad: bool,
}

type Graph = BTreeMap<Config, Vec<Edge>>;
type Place = (Config, Story);

/// All classes; `None` for a machine that is too large.
pub fn lassos(plan: &Plan, most: usize) -> Option<Lassos> {
    if plan.transitions.len() > MOST_TRANSITIONS {
        return None;
    }
    let graph = graph(plan);
    let places = places(plan, &graph, most)?;
    let sets = (0..1usize << plan.transitions.len())
        .map(|bits| (0..plan.transitions.len()).filter(|t| bits >> t & 1 == 1).collect::<BTreeSet<usize>>());
    let mut found = Lassos::new();
    for set in sets {
        let ends = leading(&graph, &set, rounds(&graph, &set));
        for ((config, story), entries) in &places {
            let is_entered = entries.iter().any(|e| e.as_ref().is_none_or(|taken| !taken.is_subset(&set)));
            if is_entered && ends.contains(config) {
                found.insert((story.spines(), set.clone()));
            }
        }
    }
    Some(found)
}

fn graph(plan: &Plan) -> Graph {
    let mut graph = Graph::new();
    let mut waiting: Vec<Config> = walk::first(plan).into_iter().map(|(c, _)| c).collect();
    while let Some(config) = waiting.pop() {
        if graph.contains_key(&config) {
            continue;
        }
        let mut edges = Vec::new();
        for input in walk::inputs(plan).into_iter().filter(|i| walk::is_legal(plan, &config, i)) {
            let bad = !walk::holds(plan, &plan.good, &config, &input);
            for step in walk::steps(plan, &config, &input) {
                let set = step.taken.iter().flatten().copied().collect();
                waiting.push(step.after.clone());
                edges.push(Edge { after: step.after, taken: step.taken, set, bad });
            }
        }
        graph.insert(config, edges);
    }
    graph
}

/// Every configuration with its past, and the steps that lead there: none for the start.
fn places(plan: &Plan, graph: &Graph, most: usize) -> Option<BTreeMap<Place, Vec<Option<BTreeSet<usize>>>>> {
    let mut places: BTreeMap<Place, Vec<Option<BTreeSet<usize>>>> = BTreeMap::new();
    let mut waiting = Vec::new();
    for (config, _) in walk::first(plan) {
        let story = beginning(plan, &config);
        places.insert((config.clone(), story.clone()), vec![None]);
        waiting.push((config, story));
    }
    while let Some((config, story)) = waiting.pop() {
        for edge in &graph[&config] {
            let place = (edge.after.clone(), moved(plan, &story, &edge.taken, &edge.after));
            let entries = places.entry(place.clone()).or_insert_with(|| {
                waiting.push(place);
                Vec::new()
            });
            entries.push(Some(edge.set.clone()));
        }
        if places.len() > most {
            return None;
        }
    }
    Some(places)
}

/// Configurations on a cycle of bad steps inside the set whose component takes all of the set.
fn rounds(graph: &Graph, set: &BTreeSet<usize>) -> BTreeSet<Config> {
    let inside = |e: &&Edge| e.bad && e.set.is_subset(set);
    let reach = |from: &Config| {
        let mut seen = BTreeSet::new();
        let mut waiting: Vec<&Config> = graph[from].iter().filter(inside).map(|e| &e.after).collect();
        while let Some(config) = waiting.pop() {
            if seen.insert(config.clone()) {
                waiting.extend(graph[config].iter().filter(inside).map(|e| &e.after));
            }
        }
        seen
    };
    let reached: BTreeMap<&Config, BTreeSet<Config>> = graph.keys().map(|c| (c, reach(c))).collect();
    let on_round = |config: &Config| {
        let component: Vec<&Config> = reached[config].iter().filter(|c| reached[*c].contains(config)).collect();
        let steps = component.iter().flat_map(|c| graph[*c].iter().filter(inside));
        let closing = steps.filter(|e| component.contains(&&e.after));
        let taken: BTreeSet<usize> = closing.flat_map(|e| e.set.iter().copied()).collect();
        reached[config].contains(config) && taken == *set
    };
    graph.keys().filter(|c| on_round(c)).cloned().collect()
}

/// Configurations from which steps inside the set lead to one of the goals.
fn leading(graph: &Graph, set: &BTreeSet<usize>, mut goals: BTreeSet<Config>) -> BTreeSet<Config> {
    loop {
        let leads = |edges: &[Edge]| edges.iter().any(|e| e.set.is_subset(set) && goals.contains(&e.after));
        let more: Vec<Config> =
            graph.iter().filter(|(c, e)| !goals.contains(*c) && leads(e)).map(|(c, _)| c.clone()).collect();
        if more.is_empty() {
            return goals;
        }
        goals.extend(more);
    }
}
