//! ACTL and LTL on random graphs, against their definitions on states and on single runs.

mod branching;
mod linear;

use wherefore_diag::{FileId, SourceMap, Style};
use wherefore_mucalculus::{Decision, Limits, Listed, decide, read};
use wherefore_stop::Stop;
use wherefore_test::Random;

const LABELS: &[&str] = &["a", "b", "c", "tau"];

type Transitions = Vec<(u32, &'static str, u32)>;

/// A set of labels.
enum Set {
    Name(&'static str),
    Not(Box<Set>),
    Either(Box<Set>, Box<Set>),
}

impl Set {
    fn random(random: &mut Random, depth: u32) -> Set {
        match random.below(if depth == 0 { 1 } else { 4 }) {
            0 | 1 => Set::Name(LABELS[random.below(LABELS.len())]),
            2 => Set::Not(Box::new(Set::random(random, depth - 1))),
            _ => Set::Either(Box::new(Set::random(random, depth - 1)), Box::new(Set::random(random, depth - 1))),
        }
    }

    fn has(&self, label: &str) -> bool {
        match self {
            Set::Name(name) => *name == label,
            Set::Not(inner) => !inner.has(label),
            Set::Either(a, b) => a.has(label) || b.has(label),
        }
    }

    /// What a condition on a step is where there is none: no set has it in it, and a formula reads `!a` as the negation of `a`.
    fn at_end(&self) -> bool {
        match self {
            Set::Name(_) => false,
            Set::Not(inner) => !inner.at_end(),
            Set::Either(a, b) => a.at_end() || b.at_end(),
        }
    }

    fn text(&self) -> String {
        match self {
            Set::Name(name) => (*name).to_owned(),
            Set::Not(inner) => format!("!({})", inner.text()),
            Set::Either(a, b) => format!("({} or {})", a.text(), b.text()),
        }
    }
}

/// A graph with few states; some have no way on.
fn random_graph(random: &mut Random, most_states: usize) -> (usize, Transitions) {
    let states = 1 + random.below(most_states);
    let step = |random: &mut Random| {
        (random.below(states) as u32, LABELS[random.below(LABELS.len())], random.below(states) as u32)
    };
    let mut transitions: Transitions = (0..random.below(2 * states + 2)).map(|_| step(random)).collect();
    transitions.sort_unstable();
    transitions.dedup();
    (states, transitions)
}

fn decided(text: &str, graph: &Listed, place: &str) -> Decision {
    let document = read(FileId(0), text).unwrap_or_else(|wrong| {
        let sources = SourceMap::single("formula", text.to_owned());
        let words = wrong.iter().map(|d| wherefore_diag::render(d, &sources, Style::Plain)).collect::<String>();
        panic!("{place}: {words}")
    });
    decide(&document, graph, Limits::default(), &Stop::new()).unwrap_or_else(|why| panic!("{place}: {why:?}"))
}
