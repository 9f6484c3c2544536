//! The counterexamples of a labelled transition system as a picture: for the viewers of tagged graphs, and for Graphviz.

mod autx;
mod dot;

pub use autx::autx;
pub use dot::dot;
