//! How failures come through the blocks of synchronous programs, and which other ways there are.

use super::explanation::Side;
use super::proved::Proved;
use std::collections::BTreeSet;
use wherefore_check::Recheck;
use wherefore_ir::network::BlockId;
use wherefore_ir::{ElementId, Value};

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

/// Findings about a class of failing runs of a program, beyond its explanation.
#[derive(Clone, Debug, Default)]
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

/// Findings about other ways to fail, beside the classes.
#[derive(Clone, Debug, Default)]
pub struct AlternativeSearch {
    /// The ways that were tried, in order.
    pub attempts: Vec<TriedAlternative>,
    /// Results on the minimal causes of all failing runs.
    pub causes: Causes<Proved>,
}

/// Results on the minimal causes of all failing runs, counted back from the failure.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum Causes<P> {
    /// Nothing beyond those of the runs that were found.
    #[default]
    Unknown,
    /// Every run that fails within a number of steps ends with one of the causes counted.
    Within {
        /// The steps.
        steps: u32,
        /// The causes.
        count: usize,
    },
    /// Every failing run ends with one of the causes counted.
    Always {
        /// The causes.
        count: usize,
        /// The proof.
        proof: P,
    },
}

impl<P> Causes<P> {
    /// Causes with their proof in another form.
    pub fn map<Q>(&self, form: impl FnOnce(&P) -> Q) -> Causes<Q> {
        match self {
            Causes::Unknown => Causes::Unknown,
            Causes::Within { steps, count } => Causes::Within { steps: *steps, count: *count },
            Causes::Always { count, proof } => Causes::Always { count: *count, proof: form(proof) },
        }
    }
}

/// A way to fail that no known failing run uses, and whether there is a run that does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TriedAlternative {
    /// In words: "`once` is true through its second input one tick before the failure".
    pub words: String,
    /// The block that is made to have its value in another way.
    pub name: String,
    /// Where it is written.
    pub element: Option<ElementId>,
    /// The list that the block belongs to.
    pub side: Side,
    /// Outcome of the attempt.
    pub outcome: Outcome,
}

/// Outcome of an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A run with causes that were not known; the ids of their classes.
    New(Vec<String>),
    /// A run, but its causes were known already.
    Known,
    /// No such run exists; with the solver that proved it.
    Impossible(Recheck),
    /// Not decided, and why.
    Undecided(String),
}
