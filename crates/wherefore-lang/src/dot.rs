//! Directed graphs in DOT, the language of Graphviz: above all the state graphs of TLC.
//!
//! ```text
//! strict digraph DiskGraph {
//! 86 [label="/\\ x = 0\n/\\ y = {}",style = filled]
//! 86 -> -12 [label="Increase",color="2",fontcolor="2"];
//! ```
//!
//! The text is read as a stream, word by word. A state of TLC is a node whose label is a conjunction of `variable = value`; initial
//! states are filled. In other graphs the label of a node is shown with it, and initial is what an edge from a node without a form
//! leads to, else the only node with two borders, else the first.

mod statements;
#[cfg(test)]
mod tests;
mod tokens;

use crate::explicit::{Explicit, Fault};
use std::io::Read;

/// Reads a graph.
pub fn read(read: impl Read) -> Result<Explicit, Fault> {
    statements::Reader::new(tokens::Tokens::new(read)).graph()
}
