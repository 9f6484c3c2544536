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
mod classes;
mod cover;
pub mod events;
pub mod instrument;
mod keys;
mod least;
mod lens;
mod memory;
mod monitor;
mod names;
pub mod patterns;
mod program;
pub mod replay;
pub mod rules;
mod scene;
mod search;
mod shown;
pub mod structural;
mod suspects;
#[cfg(test)]
mod tests;

pub use crate::result::flow::{AlternativeSearch, Causes, Flow, Outcome, Spot, TriedAlternative};
pub use lens::DataflowLens;
pub use names::variable as variable_name;
pub use program::Program;
