//! Random graphs and automata, and the comparison of a cluster with the memory.

use std::sync::Arc;
use wherefore_lts::moves::{Direction, Moves, NOWHERE};
use wherefore_lts::route::{Kernel, OnUndefined, Reached, Route, Spread};
use wherefore_lts::row::Row;
use wherefore_lts::set::{FieldLayout, Set};
use wherefore_lts::{Memory, Random, load};
use wherefore_stop::Stop;
pub use wherefore_test::{cases, seed};

/// A graph, as text and in memory, and what to draw questions from.
pub struct Case {
    seed: u64,
    pub text: Vec<u8>,
    memory: Memory,
    /// Attraction to a state of a long chain takes an exchange for each state of it.
    long: bool,
}

/// Automata of all widths of records: 8, 12 and 16 bytes.
const AUTOMATA: [u32; 8] = [1, 2, 3, 8, 20, 40, 64, 100];

impl Case {
    /// A graph with one to some thousand states; some are chains, so that levels outgrow a byte.
    pub fn random(seed: u64) -> Case {
        let mut random = Random::new(seed);
        let (labels, chain) = (1 + random.below(5), random.below(3) == 0);
        let most = if chain { 400 } else { [10, 100, 1000, 3000][random.below(4) as usize] };
        let states = 1 + random.below(most);
        let extra = if chain { random.below(states / 100 + 1) } else { random.below(4 * states + 1) };
        let mut lines: Vec<String> = (0..extra)
            .map(|_| (random.below(states), random.below(states)))
            .map(|(s, t)| format!("({s}, \"l{}\", {t})\n", (s + t) % labels))
            .collect();
        if chain {
            lines.extend((1..states).map(|t| format!("({}, \"l{}\", {t})\n", t - 1, t % labels)));
        }
        let text =
            format!("des ({}, {}, {states})\n{}", random.below(states), lines.len(), lines.concat()).into_bytes();
        let graph = load(text.as_slice(), &Stop::new()).expect("a graph");
        Case { seed, text, memory: Memory::new(graph, Stop::new()), long: chain && states > 50 }
    }

    /// Asks the cluster and the memory the same. In every process the same is asked.
    pub fn check(&self, cluster: &impl Route) {
        let (mut random, note) = (Random::new(self.seed ^ 0xABCD), format!("WHEREFORE_SEED={}", self.seed));
        assert_eq!(cluster.size(), self.memory.size(), "{note}");
        assert_eq!(cluster.labels(), self.memory.labels(), "{note}");
        for _ in 0..4 {
            let spread = self.spread(&mut random);
            let (left, right) = (cluster.spread(&spread), self.memory.spread(&spread));
            same(&left.expect("an answer"), &right.expect("an answer"), &note);
        }
        let shape = FieldLayout::new(self.memory.size().states, AUTOMATA[random.below(8) as usize]);
        let among = (random.below(2) == 0).then(|| set(&mut random, shape, 3));
        let (left, right) = (Marker::new(shape), Marker::new(shape));
        assert_eq!(cluster.sweep(among.as_ref(), &left), self.memory.sweep(among.as_ref(), &right), "{note}");
        assert!(left.marks.same(&right.marks), "{note}");
        let states: Vec<u32> = (0..random.below(20)).map(|_| random.below(shape.states().into()) as u32).collect();
        for direction in [Direction::Forward, Direction::Backward] {
            assert_eq!(cluster.look(direction, &states), self.memory.look(direction, &states), "{note}");
        }
        if self.long {
            return;
        }
        let spread = Spread { direction: Direction::Backward, limit: None, ..self.spread(&mut random) };
        let (left, right) =
            (cluster.attract(&spread, OnUndefined::Escapes), self.memory.attract(&spread, OnUndefined::Escapes));
        assert!(left.expect("an answer").same(&right.expect("an answer")), "{note}");
    }

    fn spread(&self, random: &mut Random) -> Spread {
        let (states, labels) = (self.memory.size().states, self.memory.labels().len() as u64);
        let automaton = AUTOMATA[random.below(8) as usize];
        let classes = 1 + random.below(labels + 1);
        let class = (0..labels).map(|_| random.below(classes) as u32).collect();
        let step = |random: &mut Random| match random.below(5) {
            0 => NOWHERE,
            _ => random.below(automaton.into()) as u32,
        };
        let next = (0..classes * u64::from(automaton)).map(|_| step(random)).collect();
        let shape = FieldLayout::new(states, automaton);
        let from = Set::single(shape, random.below(states.into()) as u32, random.below(automaton.into()) as u32);
        if random.below(3) == 0 {
            from.join(&fit(&set(random, shape, 1), automaton));
        }
        Spread {
            moves: Arc::new(Moves::new(automaton, class, next)),
            direction: if random.below(2) == 0 { Direction::Forward } else { Direction::Backward },
            from: Arc::new(from),
            within: (random.below(3) == 0).then(|| Arc::new(set(random, shape, 9))),
            limit: (random.below(3) == 0).then(|| random.below(6) as u32),
            levels: random.below(2) == 0,
        }
    }
}

/// Each product state with a chance of `tenths` in ten.
fn set(random: &mut Random, shape: FieldLayout, tenths: u64) -> Set {
    let set = Set::new(shape);
    for state in 0..shape.states() {
        (0..shape.field()).filter(|_| random.below(10) < tenths).for_each(|inner| set.insert(state, inner));
    }
    set
}

/// Without the states that the automaton does not have.
fn fit(set: &Set, automaton: u32) -> Set {
    let fitting = Set::new(set.shape());
    set.iter().filter(|(_, inner)| *inner < automaton).for_each(|(state, inner)| fitting.insert(state, inner));
    fitting
}

fn same(left: &Reached, right: &Reached, note: &str) {
    assert!(left.set.same(&right.set), "{note}: {} and {}", left.set.count(), right.set.count());
    assert_eq!(left.levels.is_some(), right.levels.is_some(), "{note}");
    if let (Some(one), Some(other)) = (&left.levels, &right.levels) {
        let shape = left.set.shape();
        for (state, inner) in (0..shape.states()).flat_map(|s| (0..shape.field()).map(move |q| (s, q))) {
            assert_eq!(one.get(state, inner), other.get(state, inner), "{note}: state {state}, {inner}");
        }
    }
}

/// Counts transitions by label, and marks each state by the labels it has.
struct Marker {
    marks: Set,
}

impl Marker {
    fn new(shape: FieldLayout) -> Marker {
        Marker { marks: Set::new(shape) }
    }
}

impl Kernel for Marker {
    fn counters(&self) -> usize {
        7
    }

    fn visit(&self, state: u32, row: Row<'_>, counters: &mut [u64]) {
        counters[6] += u64::from(state);
        row.each(|label, end| {
            counters[label as usize] += u64::from(end) + 1;
            self.marks.insert(state, (label + end) % self.marks.shape().field());
        });
    }

    fn marks(&self) -> Option<&Set> {
        Some(&self.marks)
    }
}
