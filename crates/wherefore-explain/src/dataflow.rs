//! The lens for synchronous data flow: which inputs, through which blocks, made the property false, and which other ways
//! there are.
//!
//! One rule serves every operator. Take an operator and the value that it put out: the *implicants* of that value are the
//! smallest conditions on its inputs that force it. Those that the run satisfies are branches of a cause; those that it does
//! not are other ways to the same value, to be searched for.
//!
//! | stage | module | what it does |
//! |---|---|---|
//! | patterns | [`patterns`] | latches, edges, confirmators and counters are seen as one block |
//! | rules | [`rules`] | the implicants of a block and a value |
//! | replay | [`replay`] | the value of every block at every tick of a run |
//! | structural causes | [`structural`] | the graph of (block, tick), one implicant chosen for each |
//! | key events | [`events`] | what to read of a cause |
//! | shortest runs | `least` | for each class the run to show it by |

mod address;
pub mod blocks;
mod cover;
pub mod events;
pub mod instrument;
mod keys;
mod least;
mod monitor;
pub mod patterns;
pub mod replay;
pub mod rules;
mod scene;
mod search;
mod shown;
pub mod structural;
mod suspects;
#[cfg(test)]
mod tests;
mod why;

pub use why::{Settings, why};

use crate::explanation::Side;
use std::collections::BTreeSet;
use wherefore_ir::network::{BlockId, Network};
use wherefore_ir::{ElementId, System, Value};

/// A program prepared for questions about causes.
#[derive(Clone, Debug)]
pub struct Program<'a> {
    /// The system.
    pub system: &'a System,
    /// Its blocks.
    pub network: &'a Network,
    /// What is seen as one block.
    pub patterns: patterns::Patterns,
    /// For each block without a name, the named one whose equation it is part of.
    pub owners: Vec<Option<BlockId>>,
    /// For each block where it stands, as text; no two the same.
    pub addresses: Vec<String>,
}

impl<'a> Program<'a> {
    /// Looks for patterns in the blocks of a system; `None` if it has no blocks.
    pub fn new(system: &'a System) -> Option<Program<'a>> {
        let network = system.network.as_deref()?;
        let (patterns, owners) = (patterns::Patterns::find(system, network), events::owners(network));
        Some(Program { system, network, patterns, owners, addresses: address::addresses(network) })
    }
}

/// A value of a block at a tick.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The block.
    pub block: BlockId,
    /// The tick, from 0.
    pub tick: u32,
    /// Its value there.
    pub value: Value,
}

/// What is to be said of a class of failing runs of a program, beyond its explanation.
#[derive(Clone, Debug)]
pub struct Flow {
    /// All blocks that the cause passes through.
    pub spots: Vec<Spot>,
    /// Between which of them it passes, from a block to one that it is a reason for; each once.
    pub arcs: BTreeSet<(BlockId, BlockId)>,
    /// The equations and operators that they are written in, to be marked in the source.
    pub elements: Vec<ElementId>,
    /// How many structural causes of the representative have the key of this class.
    pub causes: usize,
}

/// What was found out about other ways to fail, beside the classes.
#[derive(Clone, Debug, Default)]
pub struct Survey {
    /// The ways that were tried, in order.
    pub attempts: Vec<Attempt>,
    /// What is known of the minimal causes of all failing runs.
    pub causes: Causes,
}

/// What is known of the minimal causes of all failing runs, counted back from the failure.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Causes {
    /// Nothing beyond those of the runs that were found.
    #[default]
    Unknown,
    /// Every run that fails within so many steps ends with one of so many causes.
    Within {
        /// The steps.
        steps: u32,
        /// The causes.
        count: usize,
    },
    /// Every failing run ends with one of so many causes.
    Always {
        /// The causes.
        count: usize,
        /// The proof, in words.
        certificate: String,
        /// The solver that re-checked it.
        rechecked_by: String,
    },
}

/// A way to fail that no known failing run uses, and whether there is a run that does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// In words: "`once` is true through its second input one tick before the failure".
    pub words: String,
    /// The block that is made to have its value in another way.
    pub name: String,
    /// Where it is written.
    pub element: Option<ElementId>,
    /// The list that the block belongs to.
    pub side: Side,
    /// What came of it.
    pub outcome: Outcome,
}

/// What came of an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A run with causes that were not known; the ids of their classes.
    New(Vec<String>),
    /// A run, but its causes were known already.
    Known,
    /// There is none, and who proved it.
    Impossible(String),
    /// Not decided, and why.
    Undecided(String),
}
