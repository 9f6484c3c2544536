//! A graph in files says what the same graph in memory says, whatever the order of its text and however small the parts in
//! which it is sorted and read.
//!
//! `WHEREFORE_SEED=n` begins with another seed, `WHEREFORE_CASES=1000` tries more graphs.

use std::fs::File;
use std::sync::{Arc, Mutex};
use wherefore_lts::levels::Levels;
use wherefore_lts::local::{Chosen, Store};
use wherefore_lts::moves::{Direction, Moves, NOWHERE};
use wherefore_lts::route::{Interrupted, Kernel, OnUndefined, Route, Spread};
use wherefore_lts::row::{Edge, Row};
use wherefore_lts::set::{FieldLayout, Set};
use wherefore_lts::{Disk, LoadError, Memory, Random, Sizes, load};
use wherefore_stop::{Stop, StopReason};
use wherefore_test::{cases, say, seed};

const BOTH: [Direction; 2] = [Direction::Forward, Direction::Backward];

/// The seeds to try.
fn seeds(count: u64) -> std::ops::Range<u64> {
    let first = seed(1);
    first..first + cases(count)
}

/// A graph as a list of transitions.
struct Plan {
    states: u32,
    edges: Vec<(u32, u32, u32)>,
}

impl Plan {
    /// Some states have many transitions, some none; some transitions are there twice, some lead back to where they start.
    fn random(random: &mut Random, most: u64, labels: u64) -> Plan {
        let states = 1 + random.below(most);
        let (active, edges) = (1 + random.below(states), random.below(6 * states + 1));
        let hub = random.below(states);
        let mut plan = Plan { states: states as u32, edges: Vec::new() };
        while (plan.edges.len() as u64) < edges {
            let source = if random.below(4) == 0 { hub } else { states - 1 - random.below(active) };
            let target = match random.below(8) {
                0 => source,
                1 | 2 => hub,
                _ => random.below(states),
            };
            let edge = (source as u32, random.below(labels) as u32, target as u32);
            (0..1 + random.below(5) / 4).for_each(|_| plan.edges.push(edge));
        }
        plan.edges.sort_unstable();
        plan
    }

    fn shuffle(&mut self, random: &mut Random) {
        for last in (1..self.edges.len()).rev() {
            self.edges.swap(last, random.below(last as u64 + 1) as usize);
        }
    }

    /// Labels of different lengths, so that their order is not that of their numbers.
    fn text(&self) -> String {
        let lines = self.edges.iter().map(|(source, label, target)| format!("({source}, \"l{label}\", {target})\n"));
        format!("des ({}, {}, {})\n{}", self.states / 2, self.edges.len(), self.states, lines.collect::<String>())
    }
}

fn scratch() -> std::io::Result<File> {
    tempfile::tempfile()
}

/// Both routes for one text.
struct Pair {
    memory: Memory,
    disk: Disk,
}

impl Pair {
    fn new(text: &str, sizes: &Sizes) -> Pair {
        let stop = Stop::new();
        let graph = load(text.as_bytes(), &stop).expect("the text is in order");
        let disk = Disk::load_with(text.as_bytes(), scratch, sizes, &stop).expect("the text is in order");
        let pair = Pair { memory: Memory::new(graph, stop), disk };
        assert_eq!(Route::size(&pair.disk), Route::size(&pair.memory));
        assert_eq!(Route::labels(&pair.disk), Route::labels(&pair.memory));
        pair
    }

    fn check_look(&self, states: &[u32]) {
        for direction in BOTH {
            assert_eq!(self.disk.look(direction, states), self.memory.look(direction, states), "{direction:?}");
        }
    }

    fn check_spread(&self, spread: &Spread) {
        let (left, right) = (self.disk.spread(spread).expect("no stop"), self.memory.spread(spread).expect("no stop"));
        assert!(left.set.same(&right.set), "{:?} {:?}", spread.direction, spread.limit);
        assert_eq!(left.levels.is_some(), spread.levels);
        let steps = |levels: Option<Levels>| {
            let steps = levels.map(|levels| left.set.iter().map(|(s, q)| levels.get(s, q)).collect::<Vec<_>>());
            steps.unwrap_or_default()
        };
        assert_eq!(steps(left.levels), steps(right.levels));
    }

    fn check_sweep(&self, among: Option<&Set>, shape: FieldLayout) {
        let (left, right) = (Looks(Set::new(shape)), Looks(Set::new(shape)));
        let count = self.disk.sweep(among, &left).expect("no stop");
        assert_eq!(count, self.memory.sweep(among, &right).expect("no stop"));
        assert!(left.0.same(&right.0));
        let chosen = among.map_or(u64::from(shape.states()), |set| set.touched(0..shape.states()).count() as u64);
        assert_eq!(count[0], chosen, "each chosen state is visited once");
    }
}

/// Counts states, states without transitions, transitions, and what they hold; marks states by how many they have.
struct Looks(Set);

impl Kernel for Looks {
    fn counters(&self) -> usize {
        4
    }

    fn visit(&self, state: u32, row: Row<'_>, counters: &mut [u64]) {
        counters[0] += 1;
        counters[1] += u64::from(row.is_empty());
        counters[2] += row.len() as u64;
        row.each(|label, end| counters[3] += u64::from(state) * 31 + u64::from(label) * 17 + u64::from(end));
        self.0.insert(state, row.len() as u32 % 3);
    }

    fn marks(&self) -> Option<&Set> {
        Some(&self.0)
    }
}

/// An automaton that loses some labels in some states.
fn automaton(random: &mut Random, states: u32, labels: usize) -> Moves {
    let next = |random: &mut Random| match random.below(u64::from(states) + 1) as u32 {
        lost if lost == states => NOWHERE,
        next => next,
    };
    let class = (0..labels).map(|_| random.below(4) as u32).collect();
    Moves::new(states, class, (0..4 * states).map(|_| next(random)).collect())
}

fn some(random: &mut Random, shape: FieldLayout, automaton: u32, share: u64) -> Set {
    let set = Set::new(shape);
    for state in 0..shape.states() {
        for inner in 0..automaton {
            if random.below(100) < share {
                set.insert(state, inner);
            }
        }
    }
    set
}

/// All operations on both routes.
fn compare(pair: &Pair, random: &mut Random) {
    let (states, labels) = (Route::size(&pair.disk).states, Route::labels(&pair.disk).len());
    let inner = [1, 3, 3, 64, 70][random.below(5) as usize];
    let (shape, moves) = (FieldLayout::new(states, inner), Arc::new(automaton(random, inner, labels)));
    pair.check_look(&(0..states).collect::<Vec<_>>());
    let few: Vec<u32> = (0..random.below(9)).map(|_| random.below(states.into()) as u32).collect();
    pair.check_look(&few);
    for direction in BOTH {
        let start = Set::single(shape, random.below(states.into()) as u32, random.below(inner.into()) as u32);
        let within = (random.below(2) == 0).then(|| Arc::new(some(random, shape, inner, 70)));
        let limit = (random.below(3) == 0).then(|| random.below(6) as u32);
        let (from, moves) = (Arc::new(start), moves.clone());
        let spread = Spread { moves, direction, from, within, limit, levels: random.below(2) == 0 };
        pair.check_spread(&spread);
        pair.check_spread(&Spread { from: Arc::new(some(random, shape, inner, 10)), ..spread.clone() });
        if direction == Direction::Backward {
            let on_undefined = [OnUndefined::Escapes, OnUndefined::Ignored][random.below(2) as usize];
            let attracted = |route: Result<Arc<Set>, Interrupted>| route.expect("no stop");
            let (left, right) =
                (attracted(pair.disk.attract(&spread, on_undefined)), pair.memory.attract(&spread, on_undefined));
            assert!(left.same(&attracted(right)));
        }
    }
    let (marks, share) = (FieldLayout::new(states, 3), [0, 1, 40][random.below(3) as usize]);
    pair.check_sweep(None, marks);
    pair.check_sweep(Some(&some(random, shape, inner, share)), marks);
}

/// Parts of every size, down to one transition.
fn sizes(random: &mut Random) -> Sizes {
    let mut pick = |all: [u64; 4]| all[random.below(4) as usize];
    let (text, block, chunk) = (pick([40, 100, 1000, 10_000]), pick([1, 5, 50, 5000]), pick([1, 3, 30, 3000]));
    let (sort, cache) = (pick([1, 400, 5000, 1 << 20]), pick([0, 300, 10_000, 1 << 20]));
    Sizes { text: text as usize, block: block as usize, chunk: chunk as usize, sort, cache }
}

#[test]
fn files_and_memory_agree() {
    for seed in seeds(60) {
        let random = &mut Random::new(seed);
        let mut plan = Plan::random(random, 300, 9);
        for shuffled in [false, true] {
            if shuffled {
                plan.shuffle(random);
            }
            let sizes = sizes(random);
            say(&format!("WHEREFORE_SEED={seed}, shuffled: {shuffled}, {sizes:?}"));
            compare(&Pair::new(&plan.text(), &sizes), random);
        }
    }
}

#[test]
fn labels_of_every_width_agree() {
    for (seed, labels) in seeds(1).flat_map(|seed| [300, 70_000].map(|labels| (seed, labels))) {
        say(&format!("WHEREFORE_SEED={seed}, {labels} labels"));
        let random = &mut Random::new(seed);
        let edge = |label| (label % 997, label, label * 7 % 997);
        let mut plan = Plan { states: 1000, edges: (0..labels).map(edge).collect() };
        plan.shuffle(random);
        let sizes = Sizes { text: 10_000, block: 500, chunk: 100, sort: 100_000, cache: 10_000 };
        let pair = Pair::new(&plan.text(), &sizes);
        assert_eq!(Route::labels(&pair.disk).len(), labels as usize);
        compare(&pair, random);
    }
}

#[test]
fn one_state_with_most_transitions_is_not_split() {
    let random = &mut Random::new(seeds(1).start);
    let mut plan = Plan { states: 2000, edges: (0..50_000).map(|n| (700, n % 5, n % 2000)).collect() };
    plan.edges.extend((0..2000).map(|state| (state, 0, 1999)));
    for _ in 0..2 {
        let sizes = Sizes { text: 10_000, block: 64, chunk: 16, sort: 4000, cache: 0 };
        compare(&Pair::new(&plan.text(), &sizes), random);
        plan.shuffle(random);
    }
}

#[test]
fn states_without_transitions_are_visited() {
    for edges in [vec![], vec![(3, 0, 3)], vec![(0, 0, 9)], vec![(9, 0, 0)]] {
        let text = Plan { states: 10, edges }.text();
        let sizes = Sizes { text: 100, block: 1, chunk: 1, sort: 1, cache: 0 };
        compare(&Pair::new(&text, &sizes), &mut Random::new(5));
    }
}

/// The slow and obvious answer, apart from what the route in memory shares with this one.
#[test]
fn rows_are_the_lines_of_the_text() {
    for seed in seeds(20) {
        let random = &mut Random::new(seed);
        let mut plan = Plan::random(random, 100, 1);
        plan.shuffle(random);
        let disk = Disk::load_with(plan.text().as_bytes(), scratch, &sizes(random), &Stop::new()).expect("in order");
        let listed: Vec<u32> = (0..50).map(|_| random.below(plan.states.into()) as u32).collect();
        for direction in BOTH {
            let turned = |(source, _, target): &(u32, u32, u32)| match direction {
                Direction::Forward => (*source, *target),
                Direction::Backward => (*target, *source),
            };
            let row = |state: u32| {
                let mut ends: Vec<u32> =
                    plan.edges.iter().map(turned).filter(|(from, _)| *from == state).map(|(_, to)| to).collect();
                ends.sort_unstable();
                (state, ends.into_iter().map(|end| Edge { label: 0, end }).collect::<Vec<_>>())
            };
            let mut expected: Vec<_> = listed.iter().map(|state| row(*state)).collect();
            expected.sort_unstable();
            let note = |notes: &mut Vec<_>, state, row: Row<'_>| notes.push((state, row.sorted()));
            let found = disk.rows(direction, Chosen::Listed(&listed), Vec::new, note).expect("no stop");
            let mut found = found.concat();
            found.sort_unstable();
            assert_eq!(found, expected, "WHEREFORE_SEED={seed} {direction:?}");
        }
    }
}

#[test]
fn faults_of_the_text_are_the_same() {
    let many: String = (0..500).map(|n| format!("({}, a, 0)\n", n % 10)).collect();
    let texts = [
        String::new(),
        "des (0, 1, 1)\n(0, a, 1)\n".to_owned(),
        "des (0, 2, 1)\n(0, a, 0)\n".to_owned(),
        "des (0, 1, 1)\n(0, a, 0)\n(0, b, 0)\n".to_owned(),
        format!("des (0, 501, 10)\n{many}(0, a\n"),
        format!("des (0, 499, 10)\n{many}"),
    ];
    for text in texts {
        let Err(LoadError::Fault(expected)) = load(text.as_bytes(), &Stop::new()) else { panic!("{text}") };
        let sizes = Sizes { text: 100, block: 10, chunk: 10, sort: 1000, cache: 1000 };
        let found = Disk::load_with(text.as_bytes(), scratch, &sizes, &Stop::new());
        assert_eq!(found.err(), Some(LoadError::Fault(expected)), "{text}");
    }
}

fn path(states: u32) -> String {
    Plan { states, edges: (1..states).map(|state| (state - 1, 0, state)).collect() }.text()
}

fn reason<T>(result: Result<T, LoadError>) -> String {
    match result {
        Err(LoadError::Interrupted(why)) => why.to_string(),
        Err(LoadError::Fault(fault)) => panic!("{fault:?}"),
        Ok(_) => panic!("no failure"),
    }
}

#[test]
fn a_signal_stops_reading_and_sweeping() {
    let stop = Stop::new();
    let disk = Disk::load(path(100).as_bytes(), scratch, 1 << 20, &stop).expect("in order");
    stop.fire(StopReason::Interrupted);
    assert_eq!(disk.look(Direction::Forward, &[1]), Err(Interrupted::Stopped(StopReason::Interrupted)));
    assert_eq!(reason(Disk::load(path(100).as_bytes(), scratch, 1 << 20, &stop)), "interrupted");
}

#[test]
#[expect(clippy::disallowed_methods, reason = "a file that cannot be written to must be opened so")]
fn files_that_fail_give_a_reason() {
    let load = |make: &(dyn Fn() -> std::io::Result<File> + Sync)| {
        Disk::load(path(100).as_bytes(), make, 1 << 20, &Stop::new())
    };
    assert!(reason(load(&|| Err(std::io::Error::other("no room")))).contains("no room"));
    let unwritable = tempfile::NamedTempFile::new().expect("a temporary file");
    assert!(reason(load(&|| File::open(unwritable.path()))).contains("cannot be written"));
    let made = Mutex::new(Vec::new());
    let disk = load(&|| {
        let file = scratch()?;
        made.lock().expect("no panic").push(file.try_clone()?);
        Ok(file)
    });
    let disk = disk.expect("in order");
    made.lock().expect("no panic").iter().for_each(|file| file.set_len(20).expect("shorter"));
    let Err(Interrupted::Failed(reason)) = disk.look(Direction::Backward, &[1]) else { panic!("no failure") };
    assert!(reason.contains("cannot be read"), "{reason}");
}
