//! Classes that are put together: at a coarser level, and as the same of other instances.

use super::{Judge, Run};
use crate::keys::{Key, Level, Story, classes};
use crate::world::World;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The texts of a list.
fn texts(list: &Value) -> Vec<&str> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

impl World {
    /// The rules that a story still tells of: what its runs take, loops taken out.
    fn told(&self, story: &Story) -> BTreeSet<usize> {
        let paths = story.paths.iter().flatten();
        paths.flat_map(|path| path.spine.iter().copied().chain(path.last)).map(|t| self.transitions[t].rule).collect()
    }

    /// Where a permutation of variables leads each node, if it maps starts, steps and failures onto themselves.
    fn automorphism(&self, to: &[usize]) -> Option<Vec<usize>> {
        let places: BTreeMap<&Vec<i64>, usize> = self.nodes.iter().enumerate().map(|(n, node)| (node, n)).collect();
        let image = |node: &Vec<i64>| {
            let mut moved = node.clone();
            to.iter().enumerate().for_each(|(from, to)| moved[*to] = node[from]);
            places.get(&moved).copied()
        };
        let images: Vec<usize> = self.nodes.iter().map(image).collect::<Option<_>>()?;
        let starts: BTreeSet<usize> = self.starts.iter().copied().collect();
        let next = |node: usize| -> BTreeSet<usize> { self.edges[node].iter().map(|e| e.to).collect() };
        let moved = |list: BTreeSet<usize>| -> BTreeSet<usize> { list.into_iter().map(|n| images[n]).collect() };
        let keeps = |n: usize| self.good[n] == self.good[images[n]] && moved(next(n)) == next(images[n]);
        (moved(starts.clone()) == starts && (0..self.nodes.len()).all(keeps)).then_some(images)
    }

    /// All exchanges of what stands before the dots of names, as permutations of variables.
    fn exchanges(&self) -> Vec<Vec<usize>> {
        let instance = |var: usize| self.vars[var].name.split_once('.').map(|(front, _)| front);
        let names: BTreeSet<&str> = (0..self.vars.len()).filter_map(instance).collect();
        let names: Vec<&str> = names.into_iter().collect();
        let moved = |order: &[usize], var: usize| {
            let (front, rest) = self.vars[var].name.split_once('.')?;
            let place = names.iter().position(|name| *name == front)?;
            self.var(&format!("{}.{rest}", names[order[place]]))
        };
        let all = orders(names.len());
        let vars = |order: &Vec<usize>| (0..self.vars.len()).map(|v| moved(order, v).unwrap_or(v)).collect();
        all.iter().map(vars).collect()
    }

    /// The story of the nodes of a run.
    fn story(&self, nodes: &[usize]) -> Option<Story> {
        let mut story = Story::start(self, *nodes.first()?);
        for pair in nodes.windows(2) {
            story = story.step(self, self.edge(pair[0], pair[1])?);
        }
        Some(story)
    }
}

/// All orders of the numbers below a small one.
fn orders(count: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..count {
        let longer = |order: &Vec<usize>| {
            let rest = (0..count).filter(|n| !order.contains(n));
            rest.map(|n| [&order[..], &[n]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

impl Judge<'_> {
    /// The ways of a coarser level: what they are made of, how short they are, what they have in common, whether they are all.
    pub(super) fn coarser_ways(&mut self, property: &Value, list: &[&Value], runs: &[Option<Run>]) {
        let told = &property["coarser"];
        let Some((level, _)) = Level::ALL.into_iter().find(|(_, word)| told["level"] == *word) else { return };
        let (world, expected) = (self.facts.world, classes(self.facts.stories, level));
        let known: BTreeMap<&str, &Run> =
            list.iter().zip(runs).filter_map(|(c, run)| Some((c["id"].as_str()?, run.as_ref()?))).collect();
        let is_all = told["complete"] == true;
        let mut seen: BTreeMap<Key, &str> = BTreeMap::new();
        let mut used = Vec::new();
        for way in told["ways"].as_array().into_iter().flatten() {
            let (title, ids) = (way["title"].as_str().unwrap_or_default(), texts(&way["classes"]));
            let members: Vec<&Run> = ids.iter().filter_map(|id| known.get(id).copied()).collect();
            used.extend(ids);
            let keys: BTreeSet<Key> = members.iter().map(|run| run.story.key(level)).collect();
            let said = || format!("{title}: {}", way["classes"]);
            let Some(key) = keys.first().filter(|_| keys.len() == 1) else {
                self.check("coarser way", members.is_empty(), said, || format!("{keys:?}"));
                continue;
            };
            let other = seen.insert(key.clone(), title);
            self.check("coarser way", other.is_none(), said, || format!("the same as {other:?}"));
            let length = way["length"].as_u64().unwrap_or(u64::MAX) as usize;
            let least = expected.get(key).copied();
            let known = members.iter().map(|run| run.nodes.len() - 1).min().unwrap_or(usize::MAX);
            let fits = least.is_some_and(|least| length >= least && length <= known && (length == least || !is_all));
            self.check("length of a coarser way", fits, || way.to_string(), || format!("{least:?}"));
            let sets = members.iter().map(|run| world.told(&run.story));
            let common = sets.reduce(|one, two| &one & &two).unwrap_or_default();
            let best: BTreeSet<usize> =
                texts(&property["fix_sets"][0]["elements"]).iter().filter_map(|n| world.rule(n)).collect();
            let faults: BTreeSet<usize> = texts(&way["faults"]).iter().filter_map(|n| world.rule(n)).collect();
            let fits = faults == &common & &best && faults.len() == texts(&way["faults"]).len();
            self.check("faults of a coarser way", fits, || way.to_string(), || format!("{common:?} of {best:?}"));
            let is_apart = best.is_empty() || !faults.is_empty();
            self.check("faults are apart", is_apart, || told["level"].to_string(), || format!("{title} has none"));
        }
        used.sort_unstable();
        let all: Vec<&str> = known.keys().copied().collect();
        self.check("classes of coarser ways", used == all, || format!("{used:?}"), || format!("{all:?}"));
        if is_all {
            let truth = || format!("{} are known of {}", seen.len(), expected.len());
            self.check("coarser ways are complete", seen.len() == expected.len(), || told["ways"].to_string(), truth);
        }
    }

    /// Each class of a group is the image of the first, by an exchange that maps the model onto itself.
    pub(super) fn alike(&mut self, property: &Value, list: &[&Value], runs: &[Option<Run>]) {
        let groups = property["alike"].as_array().into_iter().flatten();
        let run = |id: &str| list.iter().position(|c| c["id"] == id).and_then(|place| runs[place].as_ref());
        let mut maps: Option<Vec<Vec<usize>>> = None;
        for group in groups {
            let world = self.facts.world;
            let maps = maps.get_or_insert_with(|| {
                world.exchanges().iter().filter_map(|exchange| world.automorphism(exchange)).collect()
            });
            let members: Vec<&Run> = texts(group).into_iter().filter_map(run).collect();
            let Some(first) = members.first() else { continue };
            let image = |map: &Vec<usize>| {
                let nodes: Vec<usize> = first.nodes.iter().map(|n| map[*n]).collect();
                Some(world.story(&nodes)?.key(self.level))
            };
            let images: BTreeSet<Key> = maps.iter().filter_map(image).collect();
            let fits = members.len() == texts(group).len()
                && members.iter().all(|run| images.contains(&run.story.key(self.level)));
            let count = maps.len();
            self.check(
                "the same of other instances",
                fits,
                || group.to_string(),
                || format!("{count} exchanges, {} images", images.len()),
            );
        }
    }
}
