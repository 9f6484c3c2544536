//! The judge: every statement of a JSON report about a small model, held against the graph of all its runs.
//!
//! | module | statements |
//! |---|---|
//! | here | verdict, classes, completeness, ids |
//! | `runs` | that runs are runs, what each step takes, where that is written, what happened |
//! | `causes` | what is enough for the failure, and the nearest run that passes |
//! | `choice_points` | points of no return and what else could have been done |
//! | `fixes` | fix sets and suspects |
//! | `situations` | when programs fail |
//! | `together` | classes that are put together |

mod causes;
mod choice_points;
mod fixes;
mod runs;
mod situations;
mod together;

pub use runs::shown;

use crate::keys::{Level, Story, classes};
use crate::world::{Lens, World};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// A statement that is not true.
#[derive(Clone, Debug)]
pub struct Lie {
    /// Its subject.
    pub about: &'static str,
    /// The statement.
    pub said: String,
    /// The fact.
    pub truth: String,
}

/// How many statements of each kind were looked at.
pub type Counts = BTreeMap<&'static str, usize>;

/// Says of a set of rules whether the property holds without their effect; nothing if it is not plain what that means.
pub type Fixes<'a> = dyn Fn(&BTreeSet<usize>) -> Option<bool> + 'a;

/// Facts that a report is held against.
pub struct Facts<'a> {
    /// The model.
    pub world: &'a World,
    /// The stories of all failing runs.
    pub stories: &'a BTreeMap<Story, usize>,
    /// Effect of blocking.
    pub fixes: &'a Fixes<'a>,
}

/// One look at a report.
pub struct Judge<'a> {
    facts: &'a Facts<'a>,
    level: Level,
    /// False statements.
    pub lies: Vec<Lie>,
    /// Statements.
    pub counts: Counts,
}

/// A run of a report as nodes, with what each step takes.
struct Run {
    nodes: Vec<usize>,
    taken: Vec<Vec<Option<usize>>>,
    story: Story,
}

/// Whether a report says that it does not distinguish runs.
pub fn is_undivided(document: &Value) -> bool {
    let property = &document["properties"][0];
    let notes = property["notes"].as_array().into_iter().flatten().filter_map(Value::as_str);
    !property["enumeration"]["undivided"].is_null() || notes.into_iter().any(|n| n.contains("could not be confirmed"))
}

/// Judges the only property of a report.
pub fn judge<'a>(facts: &'a Facts<'a>, document: &Value, level: Level) -> Judge<'a> {
    let mut judge = Judge { facts, level, lies: Vec::new(), counts: Counts::new() };
    let property = &document["properties"][0];
    let expected = if facts.world.is_violated() { "violated" } else { "holds" };
    let verdict = property["verdict"].as_str().unwrap_or("none");
    let is_right = verdict == expected || expected == "holds" && verdict == "vacuous";
    judge.check("verdict", is_right, || verdict.to_owned(), || expected.to_owned());
    if verdict == "violated" && is_right {
        judge.shortest(property);
        if !property["enumeration"].is_null() {
            judge.classes(property);
            judge.fix_sets(property);
            judge.suspects(property);
            judge.situations(property);
        }
    }
    judge
}

impl Judge<'_> {
    fn check(
        &mut self,
        about: &'static str,
        is_true: bool,
        said: impl FnOnce() -> String,
        truth: impl FnOnce() -> String,
    ) {
        *self.counts.entry(about).or_default() += 1;
        if !is_true {
            self.lies.push(Lie { about, said: said(), truth: truth() });
        }
    }

    fn world(&self) -> &World {
        self.facts.world
    }

    fn shortest(&mut self, property: &Value) {
        let trace = &property["trace"];
        let least = self.facts.stories.values().min().copied().unwrap_or_default();
        let Some(run) = self.run("first run", trace) else { return };
        let length = run.nodes.len() - 1;
        if trace["shortest"] == true {
            self.check("shortest", length == least, || format!("shortest: {length}"), || least.to_string());
        }
    }

    fn classes(&mut self, property: &Value) {
        let list: Vec<&Value> = property["classes"].as_array().into_iter().flatten().collect();
        let expected = classes(self.facts.stories, self.level);
        let mut runs: Vec<Option<Run>> = Vec::new();
        for class in &list {
            runs.push(self.run("run of a class", &class["trace"]));
        }
        self.names(&list);
        self.lengths(&list, &runs, &expected);
        self.completeness(&property["enumeration"], &runs, &expected);
        self.coarser(&list, &runs);
        self.derived(&list, &runs);
        self.coarser_ways(property, &list, &runs);
        self.alike(property, &list, &runs);
        for (class, run) in list.iter().zip(&runs) {
            if let Some(run) = run {
                self.taken(class, run);
                self.last_step(&class["last_step"], run);
                self.told(class, run);
                self.events(&class["explanation"], run);
                self.cause(&class["explanation"], run);
                self.nearest(&class["explanation"], run);
                self.consequence(&class["explanation"], run);
            }
        }
    }

    /// Ids and keys distinguish classes.
    fn names(&mut self, list: &[&Value]) {
        for field in ["id", "key"] {
            let all: Vec<&str> = list.iter().filter_map(|c| c[field].as_str()).collect();
            let distinct = all.iter().collect::<BTreeSet<_>>().len();
            self.check(
                "ids and keys",
                distinct == all.len(),
                || format!("{field}: {all:?}"),
                || format!("{distinct} distinct"),
            );
        }
    }

    /// Each run is of a class of its own, and a shortest of it.
    fn lengths(&mut self, list: &[&Value], runs: &[Option<Run>], expected: &BTreeMap<Story, usize>) {
        let mut seen: BTreeMap<Story, &str> = BTreeMap::new();
        for (class, run) in list.iter().zip(runs) {
            let Some(run) = run else { continue };
            let (text, key) = (class["key"].as_str().unwrap_or_default(), run.story.key(self.level));
            let (length, steps) = (class["length"].as_u64().unwrap_or(u64::MAX) as usize, run.nodes.len() - 1);
            let said = || format!("class {text}: {length} steps");
            self.check("length", length == steps, said, || format!("its run has {steps}"));
            if self.world().regions.is_empty() {
                continue;
            }
            let least = expected.get(&key).copied();
            self.check("length is least", Some(length) == least, said, || format!("shortest of its class: {least:?}"));
            let other = seen.insert(key.clone(), text);
            self.check(
                "distinct class",
                other.is_none(),
                || format!("{text} and {other:?} differ"),
                || format!("{key:?}"),
            );
            self.spelled(text, run);
        }
    }

    /// The transitions that a key names are those of the path, in order.
    fn spelled(&mut self, text: &str, run: &Run) {
        if self.level != Level::One {
            return;
        }
        let said: Vec<Vec<usize>> = text
            .split('<')
            .skip(1)
            .filter_map(|part| part.split('>').next().filter(|p| !p.is_empty() && !p.ends_with('-')))
            .map(|part| part.split(',').flat_map(|name| self.world().named(name.trim())).collect())
            .collect();
        if text.contains("->") {
            return;
        }
        let told = run.story.paths.iter().flatten().filter(|p| p.last.is_some());
        let truth: Vec<Vec<usize>> = told.map(|p| p.spine.iter().copied().chain(p.last).collect()).collect();
        let fits = said.len() == truth.len() && said.iter().zip(&truth).all(|(s, t)| t.iter().all(|x| s.contains(x)));
        self.check("key text", fits, || text.to_owned(), || format!("{:?}", run.story.paths));
    }

    fn completeness(&mut self, enumeration: &Value, runs: &[Option<Run>], expected: &BTreeMap<Story, usize>) {
        let found: BTreeSet<Story> = runs.iter().flatten().map(|r| r.story.key(self.level)).collect();
        let missing: Vec<(&Story, &usize)> = expected.iter().filter(|(k, _)| !found.contains(*k)).collect();
        let count = enumeration["classes"].as_u64().unwrap_or(u64::MAX) as usize;
        self.check("number of classes", count == runs.len(), || enumeration.to_string(), || runs.len().to_string());
        let has_control = !self.world().regions.is_empty();
        if self.world().lens == Lens::Flow {
            return;
        }
        if enumeration["complete"] == true {
            let truth = || format!("control: {has_control}, missing: {missing:?}");
            self.check("complete", has_control && missing.is_empty(), || enumeration.to_string(), truth);
        } else if let (Some(depth), true) = (enumeration["depth"].as_u64(), has_control) {
            let sooner = missing.iter().find(|(_, length)| **length <= depth as usize);
            self.check("depth", sooner.is_none(), || enumeration.to_string(), || format!("{sooner:?}"));
        }
    }

    /// Classes stand under the same coarser key exactly if they have one.
    fn coarser(&mut self, list: &[&Value], runs: &[Option<Run>]) {
        let path =
            |c: &Value| -> Vec<String> { c["path"].as_array().into_iter().flatten().map(Value::to_string).collect() };
        for (a, first) in list.iter().zip(runs) {
            for (b, second) in list.iter().zip(runs) {
                let (Some(first), Some(second)) = (first, second) else { continue };
                let (p, q) = (path(a), path(b));
                if p.len() != q.len() || p.len() > 2 || self.world().regions.is_empty() {
                    continue;
                }
                for (place, level) in [Level::Four, Level::Two].into_iter().enumerate().take(p.len()) {
                    let same = first.story.key(level) == second.story.key(level);
                    let said = || format!("{} and {}: {} and {}", a["key"], b["key"], p[place], q[place]);
                    self.check("coarser key", !same || p[place] == q[place], said, || {
                        "they have one coarser key".to_owned()
                    });
                }
            }
        }
    }

    /// The class that a run is of when its loops are taken out.
    fn derived(&mut self, list: &[&Value], runs: &[Option<Run>]) {
        for (class, run) in list.iter().zip(runs) {
            let (Some(id), Some(run)) = (class["derived_from"].as_str(), run) else { continue };
            let Some(short) = self.without_loops(run) else { continue };
            let other = list.iter().zip(runs).find(|(c, _)| c["id"] == id).and_then(|(_, r)| r.as_ref());
            let fits = other.is_none_or(|o| o.story.key(self.level) == short.key(self.level));
            self.check("derived from", fits, || format!("{} from {id}", class["key"]), || format!("{short:?}"));
        }
    }

    /// The story of a run with everything between equal states left out.
    fn without_loops(&self, run: &Run) -> Option<Story> {
        let mut kept: Vec<usize> = Vec::new();
        for node in &run.nodes {
            let here = self.world().state(*node);
            if let Some(place) = kept.iter().position(|n| self.world().state(*n) == here) {
                kept.truncate(place);
            }
            kept.push(*node);
        }
        let mut story = Story::start(self.world(), *kept.first()?);
        for pair in kept.windows(2) {
            let edge = self.world().edge(pair[0], pair[1])?;
            story = story.step(self.world(), edge);
        }
        Some(story)
    }
}
