//! Graphs that other tools write with all their states, in forms beside Aldebaran text.
//!
//! A reader of such a form gives an [`Explicit`]: transitions in the columns that Aldebaran text is read into as well, and, where
//! the form has them, the values of variables in each state. Distinct values are kept once: a million states of a protocol have few.

mod build;
pub mod codes;
mod fault;
mod states;

pub use build::Builder;
pub use fault::Fault;
pub use states::States;

use crate::aut::Block;

/// The label of steps from a state before all others to the initial states, where a graph has several.
pub const INITIAL: &str = "Init";
/// The label of transitions that have none.
pub const INTERNAL: &str = "tau";

/// A graph with all its states.
#[derive(Clone, Debug)]
pub struct Explicit {
    /// The initial state.
    pub initial: u32,
    /// How many states there are.
    pub count: u32,
    /// The transitions.
    pub block: Block,
    /// Values of variables, where states have them.
    pub states: Option<States>,
    /// Where it comes from.
    pub form: Form,
}

/// Where a graph comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A state graph or a trace of TLC: states are valuations of the variables of a specification.
    Tlc,
    /// Any other.
    Other,
}
