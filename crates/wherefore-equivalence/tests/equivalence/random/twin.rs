//! The slow twin of the lens: every concrete input, sets of states, no terms and no solver.
//!
//! A table becomes a `Flat` machine, in which each state and input has its answers listed; an input that is not taken is answered
//! by nothing and leaves the state as it is.

use super::table::{Input, Table};
use std::collections::{BTreeMap, BTreeSet};

/// Observation: the outputs in order, with nothing for those that are not seen. None is a refusal.
pub type Seen = Option<Vec<Option<i64>>>;
/// The states after each answer.
type Answers = BTreeMap<Seen, BTreeSet<usize>>;

/// A machine with every answer listed, by state and place of the input.
pub struct Flat {
    pub first: BTreeSet<usize>,
    /// Observation before the first inputs, by state.
    pub start: Vec<Vec<Option<i64>>>,
    pub moves: Vec<Vec<BTreeSet<(Seen, usize)>>>,
}

impl Flat {
    /// The table on these inputs. `y` is seen before the first inputs only where it is remembered, as zero.
    pub fn new(table: &Table, inputs: &[Input], remembers: bool) -> Flat {
        let seen = |m: i64, y: Option<i64>| -> Vec<Option<i64>> {
            let m = table.has_m.then_some(Some(m));
            m.into_iter().chain(table.has_y.then_some(y)).collect()
        };
        let answers = |state: usize, input: &Input| match table.taken(state, *input) {
            None => BTreeSet::from([(None, state)]),
            Some(rule) => {
                let end = |t: &usize| (Some(seen(table.states[*t].shown, Some(rule.shown))), *t);
                rule.targets.iter().map(end).collect()
            }
        };
        Flat {
            first: table.first.iter().copied().collect(),
            start: table.states.iter().map(|s| seen(s.shown, remembers.then_some(0))).collect(),
            moves: (0..table.states.len()).map(|s| inputs.iter().map(|i| answers(s, i)).collect()).collect(),
        }
    }

    pub fn answers(&self, states: &BTreeSet<usize>, input: usize) -> Answers {
        let mut found = Answers::new();
        for (seen, next) in states.iter().flat_map(|s| &self.moves[*s][input]) {
            found.entry(seen.clone()).or_default().insert(*next);
        }
        found
    }

    /// The states that can be reached.
    pub fn reached(&self) -> BTreeSet<usize> {
        let mut found = self.first.clone();
        let mut open: Vec<usize> = found.iter().copied().collect();
        while let Some(state) = open.pop() {
            let next = self.moves[state].iter().flatten().map(|(_, next)| *next);
            open.extend(next.filter(|n| found.insert(*n)));
        }
        found
    }

    pub fn refuses(&self) -> bool {
        self.reached().iter().any(|s| self.moves[*s].iter().flatten().any(|(seen, _)| seen.is_none()))
    }

    /// Every sequence of answers to a word of inputs.
    pub fn language(&self, word: &[usize]) -> BTreeSet<Vec<Seen>> {
        let mut runs: BTreeSet<(Vec<Seen>, usize)> = self.first.iter().map(|s| (Vec::new(), *s)).collect();
        for input in word {
            let mut longer = BTreeSet::new();
            for (seens, state) in &runs {
                for (seen, next) in &self.moves[*state][*input] {
                    longer.insert((seens.iter().chain([seen]).cloned().collect(), *next));
                }
            }
            runs = longer;
        }
        runs.into_iter().map(|(seens, _)| seens).collect()
    }
}

/// Verdict of a comparison.
#[derive(Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Steps up to the first difference; none if there is no difference.
    pub shortest: Option<usize>,
    /// Pairs of sets of states that the same history leads to.
    pub pairs: usize,
}

/// The first states by what is seen of them. An output that one of the machines does not show then does not count.
fn starts(machines: [&Flat; 2]) -> [BTreeMap<Vec<Option<i64>>, BTreeSet<usize>>; 2] {
    let all = || machines.iter().flat_map(|m| m.first.iter().map(|s| &m.start[*s]));
    machines.map(|machine| {
        let mut found: BTreeMap<_, BTreeSet<usize>> = BTreeMap::new();
        for state in &machine.first {
            let seen = machine.start[*state].iter().enumerate();
            let seen = seen.map(|(i, v)| v.filter(|_| all().all(|s| s[i].is_some()))).collect();
            found.entry(seen).or_default().insert(*state);
        }
        found
    })
}

/// Compares machines on the same inputs, breadth first.
pub fn compare(a: &Flat, b: &Flat) -> Verdict {
    let [left, right] = starts([a, b]);
    if !left.keys().eq(right.keys()) {
        return Verdict { shortest: Some(0), pairs: 0 };
    }
    let mut level: Vec<[BTreeSet<usize>; 2]> =
        left.into_values().zip(right.into_values()).map(|(l, r)| [l, r]).collect();
    let mut known: BTreeSet<[BTreeSet<usize>; 2]> = level.iter().cloned().collect();
    let (mut steps, mut shortest) = (0, None);
    while !level.is_empty() {
        steps += 1;
        let mut next = Vec::new();
        for [l, r] in &level {
            for input in 0..a.moves[0].len() {
                let (l, r) = (a.answers(l, input), b.answers(r, input));
                if !l.keys().eq(r.keys()) {
                    shortest = shortest.or(Some(steps));
                    continue;
                }
                let pairs = l.into_values().zip(r.into_values()).map(|(l, r)| [l, r]);
                next.extend(pairs.filter(|pair| known.insert(pair.clone())));
            }
        }
        level = next;
    }
    Verdict { shortest, pairs: known.len() }
}

/// The smallest machine with one state after the same inputs and answers, from one first state.
#[derive(Clone)]
pub struct Minimal {
    pub states: usize,
    first: usize,
    /// Effect of each input in all states; inputs with the same column are not distinguished.
    pub columns: Vec<Vec<BTreeMap<Seen, usize>>>,
}

impl Minimal {
    pub fn new(flat: &Flat, inputs: usize) -> Minimal {
        let mut sets = vec![flat.first.clone()];
        let mut rows: Vec<Vec<BTreeMap<Seen, usize>>> = Vec::new();
        while rows.len() < sets.len() {
            let mut row = Vec::new();
            for input in 0..inputs {
                let mut entry = BTreeMap::new();
                for (seen, next) in flat.answers(&sets[rows.len()], input) {
                    let place = sets.iter().position(|s| *s == next).unwrap_or(sets.len());
                    if place == sets.len() {
                        sets.push(next);
                    }
                    entry.insert(seen, place);
                }
                row.push(entry);
            }
            rows.push(row);
        }
        Minimal::merged(&rows, inputs)
    }

    /// Splits classes of states until all states of a class do the same.
    fn merged(rows: &[Vec<BTreeMap<Seen, usize>>], inputs: usize) -> Minimal {
        let mut class = vec![0; rows.len()];
        let mut count = 1;
        loop {
            let sign = |row: &Vec<BTreeMap<Seen, usize>>| -> Vec<BTreeMap<Seen, usize>> {
                row.iter().map(|entry| entry.iter().map(|(s, n)| (s.clone(), class[*n])).collect()).collect()
            };
            let signs: Vec<_> = rows.iter().map(sign).collect();
            let distinct: Vec<_> = signs.iter().collect::<BTreeSet<_>>().into_iter().collect();
            if distinct.len() == count {
                // Classes have the numbers of the round before, which is how the entries name them.
                let one = |c: usize| class.iter().position(|own| *own == c).unwrap_or(0);
                let columns = (0..inputs).map(|i| (0..count).map(|c| signs[one(c)][i].clone()).collect());
                return Minimal { states: count, first: class[0], columns: columns.collect() };
            }
            count = distinct.len();
            class = signs.iter().map(|s| distinct.iter().position(|d| *d == s).unwrap_or(0)).collect();
        }
    }

    pub fn classes(&self) -> usize {
        self.columns.iter().collect::<BTreeSet<_>>().len()
    }

    /// Every sequence of answers to a word of inputs.
    pub fn language(&self, word: &[usize]) -> BTreeSet<Vec<Seen>> {
        let mut runs = BTreeSet::from([(Vec::new(), self.first)]);
        for input in word {
            let longer = |(seens, state): &(Vec<Seen>, usize)| {
                let entry = self.columns[*input][*state].iter();
                entry
                    .map(|(s, n)| (seens.iter().chain([s]).cloned().collect(), *n))
                    .collect::<Vec<(Vec<Seen>, usize)>>()
            };
            runs = runs.iter().flat_map(longer).collect();
        }
        runs.into_iter().map(|(seens, _)| seens).collect()
    }

    /// Every machine in which one answer leads to another state, for all inputs of a class.
    pub fn faults(&self) -> Vec<Minimal> {
        let mut found = Vec::new();
        for column in self.columns.iter().collect::<BTreeSet<_>>() {
            for (state, seen) in (0..self.states).flat_map(|s| column[s].keys().map(move |seen| (s, seen))) {
                for target in (0..self.states).filter(|t| column[state][seen] != *t) {
                    let mut fault = self.clone();
                    for own in fault.columns.iter_mut().filter(|c| *c == column) {
                        own[state].insert(seen.clone(), target);
                    }
                    found.push(fault);
                }
            }
        }
        found
    }

    /// Whether every input has one answer.
    pub fn is_deterministic(&self) -> bool {
        self.columns.iter().flatten().all(|entry| entry.len() == 1)
    }
}
