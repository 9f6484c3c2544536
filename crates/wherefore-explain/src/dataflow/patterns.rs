//! Patterns: groups of blocks that people see as one, with a rule of their own.
//!
//! A latch written as gates explains itself badly: "the latch is 0 because the conjunction is 0 because the disjunction is 0
//! because the delay is 0 because ...", once per tick. Seen as one block it says "initial value 0 and never set".
//!
//! | pattern | what it computes | forms |
//! |---|---|---|
//! | latch | on by set, off by reset, else as before | `(s or P) and not r`, `s or (P and not r)`, with `if`, `init -> ...` |
//! | edge | the stream is on and was off | `x and not P`, `false -> x and not pre x`, and their negations |
//! | confirmator | the stream was on for n + 1 ticks | `c = if x then P + 1 else 0` compared, `x and P(x) and P(P(x))` |
//! | counter | a number of increments since the last reset | `c = if r then 0 else if i then P + 1 else P` compared |
//!
//! `P` is the value before: `init -> pre q` with a constant. Wires are looked through, so that nodes of a library are found
//! as well. A negation that the program gives a name is a stream of its own and never disappears inside a pattern; delays and
//! the number that a counter counts may have names and still do.
//!
//! A pattern says what its root computes, exactly; tests compare each rule with the gates. What is inside may be read by
//! others too, and is then explained by its own gate.

mod chain;
mod count;
mod edge;
mod latch;
pub(super) mod look;

use look::Look;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use wherefore_ir::System;
use wherefore_ir::network::{BlockId, Network};

/// A Boolean stream that a pattern reads: it is on when the block has this value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Port {
    /// The block.
    pub block: BlockId,
    /// The Boolean value that counts as on.
    pub on: bool,
}

impl Port {
    fn opposite(self) -> Port {
        Port { on: !self.on, ..self }
    }
}

/// Which of two ports wins when both are on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Priority {
    /// Reset.
    Reset,
    /// Set, or increment.
    Set,
}

/// Output of an edge at the first tick, where there is no tick before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtFirst {
    /// No edge.
    Off,
    /// An edge.
    On,
    /// Whether the stream is on.
    Follows,
}

/// Function of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// On by set, off by reset, otherwise as before.
    Latch {
        /// Switches on.
        set: Port,
        /// Switches off.
        reset: Port,
        /// Port that wins if both are on.
        priority: Priority,
        /// The value before the first tick that counts.
        init: bool,
    },
    /// On when its stream is on and was off one tick before: rising if the port is on when true, otherwise falling.
    Edge {
        /// The stream.
        stream: Port,
        /// Output at the first tick.
        first: AtFirst,
    },
    /// On when its stream was on at the last n + 1 ticks.
    Confirmator {
        /// The stream.
        stream: Port,
        /// One less than the number of ticks.
        n: u32,
    },
    /// On when there were at least n increments since the last reset; n is at least 1.
    Counter {
        /// Increments the counter.
        inc: Port,
        /// Starts again from 0.
        reset: Option<Port>,
        /// Port that wins if both are on.
        priority: Priority,
        /// Number of increments.
        n: u32,
    },
}

/// Blocks that are seen as one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// Function that the pattern computes.
    pub kind: Kind,
    /// The block whose value it is.
    pub root: BlockId,
    /// Whether the root is the opposite of what the pattern computes: `count < n`.
    pub negated: bool,
    /// The first tick at which the ports count: 1 if the whole stands behind an arrow, otherwise 0.
    pub start: u32,
    /// The blocks that the explanation passes over.
    pub inside: Vec<BlockId>,
}

/// The patterns of a network.
#[derive(Clone, Debug, Default)]
pub struct Patterns {
    list: Vec<Pattern>,
    at: FxHashMap<BlockId, usize>,
}

impl Patterns {
    /// Finds every pattern.
    pub fn find(system: &System, network: &Network) -> Patterns {
        let look = Look { system, network };
        let mut patterns = Patterns::default();
        for root in network.ids() {
            let found = latch::find(&look, root)
                .or_else(|| edge::find(&look, root))
                .or_else(|| chain::find(&look, root))
                .or_else(|| count::find(&look, root));
            if let Some(pattern) = found {
                patterns.at.insert(root, patterns.list.len());
                patterns.list.push(pattern);
            }
        }
        patterns
    }

    /// The pattern with this root.
    pub fn at(&self, root: BlockId) -> Option<&Pattern> {
        self.at.get(&root).map(|i| &self.list[*i])
    }

    /// All patterns, in order of their roots.
    pub fn iter(&self) -> impl Iterator<Item = &Pattern> {
        self.list.iter()
    }

    /// No patterns: every block is explained by its gate.
    pub fn none() -> Patterns {
        Patterns::default()
    }
}

/// Blocks between a root and its ports. `stops` are the ports, under every name that the pattern reads them by.
fn inside(look: &Look<'_>, root: BlockId, stops: &[BlockId]) -> Vec<BlockId> {
    let mut found = BTreeSet::new();
    let mut stack: Vec<BlockId> = look.network.block(root).inputs.clone();
    while let Some(block) = stack.pop() {
        if block != root && !stops.contains(&block) && found.insert(block) {
            stack.extend(&look.network.block(block).inputs);
        }
    }
    found.into_iter().collect()
}
