//! Large random graphs, for tests and measurements.
//!
//! Every state is reachable from state 0, transitions come in the order of their sources, and the same numbers give the
//! same graph on every machine. States are numbered as a breadth-first search would find them: state `s` has as children
//! in a tree the next few states that have no number yet. So the tree needs no memory, and the other transitions are
//! drawn one by one.

use std::io::{Error, ErrorKind, Result, Write};
use wherefore_lang::aut::Printer;

/// The graph that is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spec {
    /// States; at least one.
    pub states: u32,
    /// Transitions; at least one less than states.
    pub transitions: u64,
    /// Labels `a0`, `a1`, ...; at least one.
    pub labels: u32,
    /// Another graph for each seed.
    pub seed: u64,
    /// Where transitions lead.
    pub shape: GraphShape,
}

/// Where transitions lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphShape {
    /// Anywhere: the state furthest from the first is a few dozen steps away.
    Random,
    /// To a state near by: paths are about as long as there are states.
    Deep,
}

/// A deep graph has no transition further than this.
const NEAR: u64 = 64;

/// Writes the graph as Aldebaran text.
pub fn generate<W: Write>(out: W, spec: &Spec) -> Result<W> {
    if spec.states == 0 || spec.labels == 0 || spec.transitions + 1 < u64::from(spec.states) {
        let text = "a graph needs a state, a label, and at least one transition less than states";
        return Err(Error::new(ErrorKind::InvalidInput, text));
    }
    let names: Vec<String> = (0..spec.labels).map(|l| format!("a{l}")).collect();
    let mut random = Random::new(spec.seed);
    let mut printer = Printer::new(out, 0, spec.transitions, spec.states)?;
    let mut next = 1;
    let mut extra = spec.transitions + 1 - u64::from(spec.states);
    for state in 0..spec.states {
        let found = next + children(&mut random, spec, state, next);
        let others = share(&mut random, extra, spec.states - state);
        extra -= others;
        for target in next..found {
            printer.line(state, &names[random.below(u64::from(spec.labels)) as usize], target)?;
        }
        for _ in 0..others {
            let target = target(&mut random, spec, state);
            printer.line(state, &names[random.below(u64::from(spec.labels)) as usize], target)?;
        }
        next = found;
    }
    printer.finish()
}

/// How many states get their number from this one.
fn children(random: &mut Random, spec: &Spec, state: u32, next: u32) -> u32 {
    let most = match spec.shape {
        GraphShape::Random => 5,
        GraphShape::Deep => 2,
    };
    let drawn = random.below(most) as u32;
    // While states are missing, this one or a later one that is already numbered must find them.
    let needed = u32::from(next == state + 1);
    drawn.max(needed).min(spec.states - next)
}

/// A share of what is left for this number of states; all of it for the last one.
fn share(random: &mut Random, left: u64, states: u32) -> u64 {
    if states == 1 {
        return left;
    }
    let double = 2 * left + random.below(u64::from(states));
    random.below(double / u64::from(states) + 1).min(left)
}

fn target(random: &mut Random, spec: &Spec, state: u32) -> u32 {
    let states = u64::from(spec.states);
    match spec.shape {
        GraphShape::Random => random.below(states) as u32,
        GraphShape::Deep => {
            let low = u64::from(state).saturating_sub(NEAR);
            let high = (u64::from(state) + NEAR).min(states - 1);
            (low + random.below(high - low + 1)) as u32
        }
    }
}

/// The generator splitmix64 of Steele, Lea and Flood (2014).
pub struct Random(u64);

impl Random {
    /// Another sequence for each seed.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// Any number.
    #[inline]
    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `limit`, which is not 0.
    #[inline]
    pub fn below(&mut self, limit: u64) -> u64 {
        ((u128::from(self.draw()) * u128::from(limit)) >> 64) as u64
    }
}
