//! Fix sets and suspects.

use super::Judge;
use super::runs::line;
use crate::world::World;
use serde_json::Value;
use std::collections::BTreeSet;

impl World {
    /// The rule of this name.
    pub fn rule(&self, name: &str) -> Option<usize> {
        let name = self.plain(name);
        let name = name.split(['@', '-']).next().and_then(|n| n.split(" from ").next()).unwrap_or(name);
        self.rules.iter().position(|r| r.name == name)
    }

    /// Transitions in words.
    pub fn describe(&self, transitions: &[usize]) -> String {
        let one = |t: &usize| {
            let transition = &self.transitions[*t];
            let states = &self.regions[transition.region].states;
            let (source, target) = (&states[transition.source as usize], &states[transition.target as usize]);
            let rule = &self.rules[transition.rule];
            format!("{} (line {}, {source} -> {target})", rule.name, rule.line)
        };
        if transitions.is_empty() {
            "nothing".to_owned()
        } else {
            transitions.iter().map(one).collect::<Vec<_>>().join(" + ")
        }
    }
}

/// More sets than this are not tried for one model.
const MOST_SETS: usize = 600;

/// All subsets of a size.
fn subsets(of: &[usize], size: usize) -> Vec<BTreeSet<usize>> {
    match (size, of.split_first()) {
        (0, _) => vec![BTreeSet::new()],
        (_, None) => Vec::new(),
        (_, Some((first, rest))) => {
            let with = subsets(rest, size - 1).into_iter().map(|mut s| {
                s.insert(*first);
                s
            });
            with.chain(subsets(rest, size)).collect()
        }
    }
}

impl Judge<'_> {
    /// Blocking each of these makes the property hold, and no smaller set does if that is said.
    pub(super) fn fix_sets(&mut self, property: &Value) {
        let is_fix = self.facts.fixes;
        if is_fix(&BTreeSet::new()).is_none() {
            return;
        }
        let world = self.facts.world;
        let all: Vec<usize> = (0..world.rules.len()).filter(|r| world.rules[*r].moves).collect();
        let mut least: Vec<BTreeSet<usize>> = Vec::new();
        let mut tried = 0;
        for size in 0..=all.len() {
            let sets = subsets(&all, size);
            tried += sets.len();
            if tried > MOST_SETS {
                return;
            }
            least = sets.into_iter().filter(|s| is_fix(s) == Some(true)).collect();
            if !least.is_empty() {
                break;
            }
        }
        let mut listed = 0;
        for set in property["fix_sets"].as_array().into_iter().flatten() {
            let said = || format!("fix set {}", set["elements"]);
            let names = set["elements"].as_array().into_iter().flatten().filter_map(Value::as_str);
            let rules: Option<BTreeSet<usize>> = names.map(|n| world.rule(n)).collect();
            let fits = rules.as_ref().and_then(is_fix) == Some(true);
            self.check("fix set", fits, said, || "the property is still broken".to_owned());
            if set["minimum"] == true {
                listed += 1;
                let fits = rules.as_ref().is_some_and(|r| least.contains(r));
                self.check("minimum fix set", fits, said, || format!("{least:?} of {:?}", world.rules));
            }
        }
        let is_told = property["missing"].as_array().is_none_or(|u| u.iter().all(|u| u["part"] != "fix_sets"));
        let has_limit = property["notes"].to_string().contains("fix sets");
        if is_told && !has_limit && !world.regions.is_empty() {
            self.check(
                "all minimum fix sets",
                listed == least.len(),
                || property["fix_sets"].to_string(),
                || format!("{least:?}"),
            );
        }
    }

    /// Suspects stand where they are said to stand and lead where they are said to lead.
    pub(super) fn suspects(&mut self, property: &Value) {
        let world = self.facts.world;
        for suspect in property["suspects"].as_array().into_iter().flatten() {
            let name = suspect["element"].as_str().unwrap_or_default();
            let said = || format!("suspect {name}: {suspect}");
            let Some(rule) = world.rule(name) else {
                self.check("suspect", false, said, || format!("{:?}", world.rules));
                continue;
            };
            let rule = &world.rules[rule];
            let at = rule.guard.unwrap_or(rule.line);
            self.check("place of a suspect", line(&suspect["span"]) == Some(at), said, || format!("{rule:?}"));
            self.check("place of a suspect", line(&suspect["element_span"]) == Some(rule.line), said, || {
                format!("{rule:?}")
            });
            for reason in suspect["reasons"].as_array().into_iter().flatten().filter_map(Value::as_str) {
                self.reason(property, name, reason);
            }
        }
    }

    fn reason(&mut self, property: &Value, name: &str, reason: &str) {
        let world = self.facts.world;
        let said = || format!("{name}: {reason}");
        let classes: Vec<&Value> = property["classes"].as_array().into_iter().flatten().collect();
        let takes = |class: &Value, from: usize| {
            let steps = class["trace"]["steps"].as_array().into_iter().flatten().skip(from);
            let names: Vec<&str> = steps.filter_map(|s| s["element"].as_str()).flat_map(|e| e.split(" + ")).collect();
            names.iter().any(|n| world.named(n).iter().any(|t| Some(world.transitions[*t].rule) == world.rule(name)))
        };
        if reason == "blocking it alone makes the property hold" {
            let fits = world.rule(name).and_then(|r| (self.facts.fixes)(&BTreeSet::from([r])));
            self.check("reason", fits != Some(false), said, || "it is still broken".to_owned());
        } else if let Some(rest) = reason.strip_prefix("taken in ") {
            let count = classes.iter().filter(|c| takes(c, 0)).count();
            let fits = rest.split(' ').next() == Some(&count.to_string());
            self.check("reason", fits, said, || format!("of the runs shown {count} take it"));
        }
    }
}
