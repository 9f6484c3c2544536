//! Pictures: the counterexamples of a labelled transition system, for the viewers of tagged graphs and for Graphviz, and the
//! blocks of a synchronous program.

mod autx;
mod blocks;
mod dot;

pub use autx::autx;
pub use blocks::blocks;
pub use dot::dot;
