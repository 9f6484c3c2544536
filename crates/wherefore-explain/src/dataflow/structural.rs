//! Structural causes: how a value came through the blocks, one implicant chosen at each.
//!
//! Unroll the blocks over time: a node is a block at a tick, and each implicant that the run satisfies there is a set of
//! nodes that it rests on. Choose one implicant for every node that is reached from the failure: what is reached is a cause.
//! Its leaves are inputs and initial values; a run that keeps these keeps every node at its value, whatever the other
//! inputs do. A node that is reached twice has one choice.
//!
//! ```text
//! P = a or b   fails at tick 1:   P(1) = 0  rests on  a(1) = 0, b(1) = 0
//! a = x and y,  b = not x         a(1) rests on x(1) or on y(1), if both are 0; b(1) = 0 would need x(1) = 1
//! ```
//!
//! After Bochot and others, "Paths to property violation"; the causes are the solution graphs of an AND-OR graph.

mod best;
mod graph;

use super::Program;
use super::replay::Replay;
use graph::Graph;
use wherefore_ir::Value;
use wherefore_ir::network::{BlockId, Gate};

/// A block at a tick, and why it has its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The block.
    pub block: BlockId,
    /// The tick.
    pub tick: u32,
    /// Its value there.
    pub value: Value,
    /// The number of the implicant that was chosen.
    pub shape: u32,
    /// Children of the node: indices of nodes of the same cause, all greater than the index of this one.
    pub below: Vec<usize>,
}

/// A structural cause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StructuralCause {
    /// The nodes: the root first, and each before those that it rests on.
    pub nodes: Vec<Node>,
}

impl StructuralCause {
    /// The nodes that are choices of the environment: inputs, and initial values that nothing fixes.
    pub fn leaves(&self, program: &Program<'_>) -> Vec<usize> {
        let is_leaf = |n: &Node| is_choice(program, n.block, n.tick);
        (0..self.nodes.len()).filter(|i| is_leaf(&self.nodes[*i])).collect()
    }

    /// The graph without times: its identity as a way to fail. Each block with its Boolean value, if it has one, and the
    /// implicant that was chosen; sorted, each once.
    pub fn key(&self) -> Vec<(BlockId, Option<bool>, u32)> {
        let mut key: Vec<_> = self.nodes.iter().map(|n| (n.block, n.value.as_bool(), n.shape)).collect();
        key.sort_unstable();
        key.dedup();
        key
    }
}

/// Whether the value of a block at a tick is chosen by the environment.
fn is_choice(program: &Program<'_>, block: BlockId, tick: u32) -> bool {
    match program.network.block(block).gate {
        Gate::Input(_) => true,
        Gate::Pre(_) => tick == 0,
        _ => false,
    }
}

/// Structural causes of a failure.
#[derive(Clone, Debug)]
pub struct Structural {
    /// The causes, those with the fewest leaves first, then those with the fewest nodes.
    pub causes: Vec<StructuralCause>,
    /// Whether there is no other: otherwise these are good ones, not certainly the best.
    pub exhaustive: bool,
}

/// The structural causes of the value of a block at the last tick of a run, at most `most`. Deterministic.
pub fn causes(program: &Program<'_>, replay: &Replay, sink: BlockId, most: usize) -> Structural {
    let graph = Graph::new(program, replay, (sink, replay.last()));
    let (solutions, exhaustive) = best::solutions(&graph, most);
    let causes = solutions.iter().map(|s| graph.cause(replay, s)).collect();
    Structural { causes, exhaustive }
}
