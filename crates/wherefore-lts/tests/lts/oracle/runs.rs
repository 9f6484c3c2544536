//! Single runs: the paths that are shown are real and judged to be violations, the judge of runs and the twin agree on
//! every short run, and every counterexample passes through a neighbourhood.

use super::compare::At;
use super::residual::{awaited, is_broken, must_not_end, step};
use super::twin::{Avoiding, Twin};
use crate::support::Analysis;
use std::collections::{BTreeSet, VecDeque};
use wherefore_ir::actions::{End, Formula, Run, violates};
use wherefore_lts::neighbourhood::Tag;
use wherefore_lts::path::{Path, from_start};

/// One case with its twin.
pub struct Case<'a> {
    pub twin: &'a Twin,
    pub analysis: &'a Analysis,
    pub formula: &'a Formula,
    pub context: &'a str,
}

/// How many runs were looked at.
#[derive(Debug, Default)]
pub struct Runs {
    pub judged: u64,
    pub shown: u64,
    pub to_neighbourhoods: u64,
    pub counterexamples: u64,
}

/// Most runs of a case that are followed one by one.
const MOST_RUNS: u64 = 60;
/// Their most steps.
const MOST_STEPS: usize = 8;

impl Case<'_> {
    fn judge(&self, word: &[u32], end: End) -> bool {
        let names = self.analysis.labels();
        let labels: Vec<&str> = word.iter().map(|label| names[*label as usize]).collect();
        violates(self.formula, Run { labels: &labels, end })
    }

    /// A path is one of the system and of the automaton.
    fn is_real(&self, path: &Path) {
        let mut at = path.start;
        for step in &path.steps {
            let row = &self.twin.rows[at.0 as usize];
            assert!(row.contains(&(step.label, step.state)), "{}: no such transition in {path:?}", self.context);
            at = (step.state, step.inner);
        }
        assert_eq!(path.start, self.analysis.start(), "{}", self.context);
    }

    /// The counterexample is a shortest one, and the judge agrees.
    pub fn counterexample(&self, runs: &mut Runs) {
        let Some(path) = self.analysis.shortest() else {
            return assert!(!self.twin.live(0), "{}: no counterexample", self.context);
        };
        self.is_real(&path);
        assert_eq!(Some(path.steps.len() as u32), self.twin.distance[0], "{}: {path:?}", self.context);
        let word: Vec<u32> = path.steps.iter().map(|s| s.label).collect();
        let (word, end) = self.to_the_end(word, path.end().0);
        assert!(self.judge(&word, end), "{}: {word:?} {end:?} is no violation", self.context);
        runs.shown += 1;
    }

    /// Completes a path to a violation by what makes it one.
    fn to_the_end(&self, mut word: Vec<u32>, state: u32) -> (Vec<u32>, End) {
        let residual = word.iter().fold(self.twin.nodes[0].1.clone(), |residual, label| step(&residual, *label));
        if is_broken(&residual) {
            return (word, End::Open);
        }
        if self.twin.rows[state as usize].is_empty() && must_not_end(&residual) {
            return (word, End::Deadlock);
        }
        let avoided = awaited(&residual).into_iter().find_map(|(l, counts)| self.twin.avoiding(state, l, counts));
        let (rest, back): Avoiding = avoided.unwrap_or_else(|| panic!("{}: {word:?} is no violation", self.context));
        let end = back.map_or(End::Deadlock, |back| End::Loop(word.len() + back));
        word.extend(rest);
        (word, end)
    }

    /// The paths to the neighbourhoods are real and as short as can be.
    pub fn ways_to_neighbourhoods(&self, pairs: &BTreeSet<(usize, At)>, runs: &mut Runs) {
        let (lengths, levels) = (self.twin.lengths(0), self.analysis.passes.reachable.levels.as_ref().unwrap());
        for at in self.analysis.tally.set.iter() {
            let path = from_start(&self.analysis.route, &self.analysis.product.moves, levels, &[at]).unwrap().remove(0);
            self.is_real(&path);
            let shortest = pairs.iter().filter(|(_, p)| *p == at).filter_map(|(n, _)| lengths[*n]).min();
            assert_eq!((Some(path.steps.len() as u32), path.end()), (shortest, at), "{}: {path:?}", self.context);
            runs.to_neighbourhoods += 1;
        }
    }

    /// Follows all short runs, the shortest first.
    pub fn follow(&self, pairs: &BTreeSet<(usize, At)>, runs: &mut Runs) {
        let start = pairs.iter().filter(|(_, at)| *at == self.analysis.start()).map(|(n, _)| *n).collect();
        let mut waiting = VecDeque::from([(vec![0], Vec::new())]);
        for _ in 0..MOST_RUNS {
            let Some((nodes, word)) = waiting.pop_front() else { break };
            let last = nodes[nodes.len() - 1];
            self.judged(&nodes, &word, runs);
            if self.twin.violated[last] && self.analysis.passes.inevitable.is_some() {
                self.meets_a_neighbourhood(&nodes, &start, runs);
            }
            let row = &self.twin.rows[self.twin.nodes[last].0 as usize];
            let moves: BTreeSet<_> = row.iter().zip(&self.twin.moves[last]).map(|((l, _), m)| (*l, *m)).collect();
            for (label, node) in moves.into_iter().filter(|_| word.len() < MOST_STEPS) {
                waiting.push_back(([&nodes[..], &[node]].concat(), [&word[..], &[label]].concat()));
            }
        }
    }

    /// The judge says of a run what its last node says, and a run that it finds to violate is possible for the twin.
    fn judged(&self, nodes: &[usize], word: &[u32], runs: &mut Runs) {
        let (state, residual) = &self.twin.nodes[nodes[nodes.len() - 1]];
        let context = format!("{}: {word:?}", self.context);
        assert_eq!(self.judge(word, End::Open), is_broken(residual), "{context}");
        assert_eq!(self.judge(word, End::Deadlock), must_not_end(residual), "{context} at an end");
        runs.judged += 2;
        let states = nodes.iter().map(|n| self.twin.nodes[*n].0);
        for (back, _) in states.enumerate().take(word.len()).filter(|(_, s)| s == state) {
            if self.judge(word, End::Loop(back)) {
                assert!(nodes.iter().all(|n| self.twin.live(*n)), "{context}, back to {back}");
            }
            runs.judged += 1;
        }
    }

    /// A counterexample of a safety property has a neighbourhood on its way, and behind the last one, by an incorrect
    /// move, nothing but incorrect moves. A run that is a violation before its first step has none.
    fn meets_a_neighbourhood(&self, nodes: &[usize], start: &BTreeSet<usize>, runs: &mut Runs) {
        let before = &nodes[..nodes.len() - 1];
        let last = before.iter().rposition(|n| self.twin.kind(*n, start.contains(n)).is_some());
        assert!(last.is_some() || before.is_empty(), "{}: no neighbourhood on {nodes:?}", self.context);
        let behind = &nodes[last.map_or(0, |place| place + 1)..];
        let sealed = behind.iter().all(|n| self.twin.tag(*n) == Tag::Incorrect);
        assert!(sealed, "{}: not sealed behind the last neighbourhood on {nodes:?}", self.context);
        runs.counterexamples += 1;
    }
}
