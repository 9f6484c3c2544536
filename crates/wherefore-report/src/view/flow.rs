//! The view of a synchronous program: how a failure came through its blocks, which other ways were tried, and the blocks
//! themselves as a picture.
//!
//! Ticks count from 0, as the rows of a trace do; where people read them they count from 1.

use wherefore_diag::Span;
pub use wherefore_explain::dataflow::blocks::BlockKind;
pub use wherefore_explain::dataflow::{Causes, Outcome};
pub use wherefore_explain::explanation::Side;

/// What is to be said of a class of failing runs of a program, beyond its explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flow {
    /// The equations and operators that the cause passes through, in the order of the source, each once.
    pub marked: Vec<Span>,
    /// How many structural causes of the run are of this class.
    pub causes: usize,
}

/// The other ways to fail that were tried.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Survey {
    /// In the order in which they were tried.
    pub attempts: Vec<Attempt>,
    /// What is known of the minimal causes of all failing runs.
    pub causes: Causes,
}

/// A way to fail that no known failing run used, and what came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// In words.
    pub words: String,
    /// The block that is to have its value in another way.
    pub name: String,
    /// Where it is written.
    pub span: Option<Span>,
    /// Whether it belongs to the property or to what is observed.
    pub side: Side,
    /// What came of it. Classes stand there by their ids.
    pub outcome: Outcome,
}

/// The blocks that a property depends on, with the cause of one class.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagram {
    /// The property, and the class whose cause is coloured.
    pub title: String,
    /// The calls that blocks belong to; a call stands before those made in it. The first is the main node.
    pub calls: Vec<Call>,
    /// The blocks, in order of the program.
    pub blocks: Vec<Block>,
    /// What flows where.
    pub arcs: Vec<Arc>,
    /// How many blocks were left out because there are too many.
    pub left_out: usize,
}

/// An instance of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// What people call it; empty for the main node.
    pub name: String,
    /// The call that it is made in.
    pub parent: Option<usize>,
}

/// A block of the picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Its number in the program.
    pub id: u32,
    /// What kind of block it is.
    pub kind: BlockKind,
    /// Its operator or value, as a short symbol; empty for what has only a name.
    pub symbol: String,
    /// The name of its stream, if it has one.
    pub name: Option<String>,
    /// The call that it belongs to.
    pub call: usize,
    /// Its values on the cause, by tick; empty if it is not on it.
    pub values: Vec<(u32, String)>,
    /// Whether it is what the property asks for.
    pub is_sink: bool,
}

/// From a block to one that reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Arc {
    /// The place of the block in [`Diagram::blocks`].
    pub source: usize,
    /// The place of the block that reads it.
    pub target: usize,
    /// What it is for that block, where its inputs differ: "if", "then", "else"; empty where they do not.
    pub port: &'static str,
    /// Whether the cause passes along it.
    pub active: bool,
}
