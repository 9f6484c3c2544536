//! Small random systems, and the whole analysis run on them.

pub mod tagged;

use crate::formulas::Random;
use std::fmt::Write;
use wherefore_ir::actions::Formula;
use wherefore_lts::automaton::Automaton;
use wherefore_lts::moves::Direction;
use wherefore_lts::neighbourhood::{TaggedState, places};
use wherefore_lts::passes::Passes;
use wherefore_lts::path::{Path, nearest, to_violation};
use wherefore_lts::product::Product;
use wherefore_lts::route::Route;
use wherefore_lts::row::Edge;
use wherefore_lts::set::Set;
use wherefore_lts::tally::Tally;
use wherefore_lts::{Memory, load};
use wherefore_stop::Stop;

/// A system, written down as a file would.
#[derive(Clone, Debug)]
pub struct Lts {
    pub initial: u32,
    pub states: u32,
    pub edges: Vec<(u32, &'static str, u32)>,
}

impl Lts {
    pub fn text(&self) -> String {
        let mut text = format!("des ({}, {}, {})\n", self.initial, self.edges.len(), self.states);
        for (from, label, to) in &self.edges {
            writeln!(text, "({from}, \"{label}\", {to})").unwrap();
        }
        text
    }

    pub fn memory(&self) -> Memory {
        Memory::new(load(self.text().as_bytes(), &Stop::new()).unwrap(), Stop::new())
    }
}

/// One to eight states in which anything may happen: choices of the same label, equal edges, loops, ends, states that
/// are never reached. Half of the edges lead to the next state, so that there are long ways.
pub fn random_lts(random: &mut Random) -> Lts {
    const LABELS: [&str; 5] = ["a", "b", "c", "d", "i"];
    let states = if random.below(8) == 0 { 1 + random.below(3) } else { 4 + random.below(5) };
    let labels = if random.below(8) == 0 { 1 } else { 2 + random.below(4) };
    let mut edges = Vec::new();
    for from in 0..states {
        let degree = if random.below(6) == 0 { 0 } else { 1 + random.below(3) };
        for _ in 0..degree {
            let to = if random.below(2) == 0 { (from + 1) % states } else { random.below(states) };
            edges.push((from as u32, LABELS[random.below(labels)], to as u32));
        }
    }
    for _ in 0..random.below(3).min(edges.len()) {
        edges.push(edges[random.below(edges.len())]);
    }
    for last in (1..edges.len()).rev() {
        edges.swap(last, random.below(last + 1));
    }
    Lts { initial: random.below(states) as u32, states: states as u32, edges }
}

/// A formula of each sort in turn: safety, freedom of deadlock, something inevitable, anything.
pub fn random_formula(random: &mut Random, case: u64) -> String {
    match case % 6 {
        0 | 1 => format!("[{}] false", random_path(random)),
        2 => format!("[{}] false and [{}] false", random_path(random), random_path(random)),
        3 => format!("[{}] <true> true", random_path(random)),
        4 if random.below(4) == 0 => format!("inevitable ({})", random_action(random)),
        4 => format!("[{}] inevitable ({})", random_path(random), random_action(random)),
        _ => random.formula(3),
    }
}

/// The words of a path that people write, with something random in it: most of them do not begin with a violation.
pub fn random_path(random: &mut Random) -> String {
    let [one, two, three] = [(); 3].map(|()| random_action(random));
    match random.below(8) {
        0 => format!("true* . ({one}) . ({two})"),
        1 => format!("true* . ({one}) . true* . ({two})"),
        2 => format!("(not ({one}))* . ({two}) . ({three})"),
        3 => format!("true* . ({one}) . (not ({two}))* . ({three})"),
        4 => format!("(({one}) . ({two}))* . ({three}) . true . true"),
        5 => format!("true* . ({}) . ({one}) . true*", random.regular(1)),
        6 => format!("({one}) . ({}) . ({two})", random.regular(2)),
        _ => random.regular(3),
    }
}

/// Mostly a single label.
fn random_action(random: &mut Random) -> String {
    match random.below(4) {
        0 => random.action(2),
        _ => ["a", "\"b\"", "'c'", "d", "not a", "not b"][random.below(6)].to_owned(),
    }
}

/// A system with all that was found out about it.
pub struct Analysis {
    pub route: Memory,
    pub product: Product,
    pub passes: Passes,
    pub tally: Tally,
}

impl Analysis {
    pub fn of(lts: &Lts, formula: &Formula) -> Analysis {
        Analysis::on(lts.memory(), formula)
    }

    pub fn on(route: Memory, formula: &Formula) -> Analysis {
        let automaton = Automaton::new(formula, &Route::labels(&route).iter().collect::<Vec<_>>()).unwrap();
        let product = Product::new(&route, automaton);
        let passes = Passes::run(&route, &product).unwrap();
        let tally = Tally::count(&route, &product, &passes).unwrap();
        Analysis { route, product, passes, tally }
    }

    /// The product state where runs begin.
    pub fn start(&self) -> (u32, u32) {
        (self.product.initial, 0)
    }

    pub fn labels(&self) -> Vec<&str> {
        Route::labels(&self.route).iter().collect()
    }

    /// The moves of one product state.
    pub fn place(&self, at: (u32, u32)) -> TaggedState {
        places(&self.route, &self.product, &self.passes, &[at]).unwrap().remove(0)
    }

    /// The transitions that leave a state of the system.
    pub fn row(&self, state: u32) -> Vec<Edge> {
        self.route.look(Direction::Forward, &[state]).unwrap().remove(0)
    }

    /// The fewest steps from a product state to a violation.
    pub fn distance(&self, (state, inner): (u32, u32)) -> Option<u32> {
        self.passes.live.levels.as_ref().unwrap().get(state, inner)
    }

    /// The counterexample that is shown first.
    pub fn shortest(&self) -> Option<Path> {
        let levels = self.passes.live.levels.as_ref().unwrap();
        let start = nearest(&Set::single(self.product.shape, self.product.initial, 0), levels)?;
        Some(to_violation(&self.route, &self.product, levels, &[start]).unwrap().remove(0))
    }
}
