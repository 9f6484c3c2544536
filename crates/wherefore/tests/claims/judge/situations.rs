//! The situations of the last tick in which a program fails: `not a, n = 2, not first, pre c = 0`.

use super::Judge;
use crate::term::{Term, Two};
use crate::world::World;
use serde_json::Value;
use std::collections::BTreeMap;

/// One literal: a place in a node, and what is said of its value.
fn literal(world: &World, text: &str) -> Option<Term> {
    let (text, is_not) = text.strip_prefix("not ").map_or((text, false), |rest| (rest, true));
    let term = match text.split_whitespace().collect::<Vec<_>>().as_slice() {
        ["first"] => Term::two(Two::Eq, Term::Now(world.vars.len()), Term::number(0)),
        // At the first tick there is nothing before.
        ["pre", rest @ ..] => {
            let before = match rest {
                [name] => Term::Now(world.past(name)?),
                [name, sign, value] => compared(Term::Now(world.past(name)?), sign, value)?,
                _ => return None,
            };
            let before = if is_not { Term::not(before) } else { before };
            return Some(Term::two(Two::And, Term::Now(world.vars.len()), before));
        }
        [name] => Term::Now(world.var(name)?),
        [name, sign, value] => compared(Term::Now(world.var(name)?), sign, value)?,
        _ => return None,
    };
    Some(if is_not { Term::not(term) } else { term })
}

fn compared(term: Term, sign: &str, value: &str) -> Option<Term> {
    let two = match sign {
        "=" => Two::Eq,
        "!=" | "<>" => Two::Ne,
        "<=" => Two::Le,
        ">=" => Two::Ge,
        "<" => Two::Lt,
        ">" => Two::Gt,
        _ => return None,
    };
    Some(Term::two(two, term, Term::number(value.parse().ok()?)))
}

impl World {
    /// Where a node keeps what a stream was one tick before.
    fn past(&self, name: &str) -> Option<usize> {
        self.var(name).map(|var| self.vars.len() + 1 + var)
    }

    /// The failing nodes that are reached before any other failure, with the least number of steps.
    fn first_failures(&self) -> BTreeMap<usize, usize> {
        let mut depths: BTreeMap<usize, usize> = self.starts.iter().map(|n| (*n, 0)).collect();
        let mut front: Vec<usize> = self.starts.clone();
        while let Some(node) = (!front.is_empty()).then(|| front.remove(0)) {
            for edge in self.edges[node].iter().filter(|_| self.good[node]) {
                if !depths.contains_key(&edge.to) {
                    depths.insert(edge.to, depths[&node] + 1);
                    front.push(edge.to);
                }
            }
        }
        depths.into_iter().filter(|(n, _)| !self.good[*n]).collect()
    }
}

impl Judge<'_> {
    /// Each situation occurs, as soon as is said, and a list that is said to be complete is complete.
    pub(super) fn situations(&mut self, property: &Value) {
        let (world, summary) = (self.facts.world, &property["summary"]);
        if summary["level"] != "situations" {
            return;
        }
        let failures = world.first_failures();
        let mut known: Vec<Vec<Term>> = Vec::new();
        for class in summary["classes"].as_array().into_iter().flatten() {
            let text = class["key"].as_str().unwrap_or_default();
            let Some(literals) = text.split(", ").map(|l| literal(world, l)).collect::<Option<Vec<Term>>>() else {
                *self.counts.entry("situations that were not understood").or_default() += 1;
                return;
            };
            let here = failures.iter().filter(|(n, _)| literals.iter().all(|l| l.is_true(&world.nodes[**n])));
            let least = here.map(|(_, depth)| *depth as u64).min();
            self.check("situation", class["length"].as_u64() == least, || class.to_string(), || format!("{least:?}"));
            known.push(literals);
        }
        if summary["complete"] == true {
            let is_known = |n: &usize| known.iter().any(|s| s.iter().all(|l| l.is_true(&world.nodes[*n])));
            let missing = failures.keys().find(|n| !is_known(n));
            let said = || format!("complete: {}", summary["classes"]);
            self.check("situations are complete", missing.is_none(), said, || {
                format!("{:?}", missing.map(|n| &world.nodes[*n]))
            });
        }
    }
}
