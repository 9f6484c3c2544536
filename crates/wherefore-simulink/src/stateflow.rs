//! Stateflow charts: state machines that are blocks of a diagram.
//!
//! ```text
//! document    a chart as it is drawn: states, junctions, transitions, data, events
//! read        sections -> document              the charts of all containers
//! action      labels -> actions                 both action languages, with their places
//! lower       a chart -> blocks of a network
//! drawing     a chart as it was drawn
//! interpret   charts on values, the judge of all other meanings
//! ```

pub mod action;
pub mod document;
pub(crate) mod drawing;
pub mod interpret;
pub(crate) mod lower;
pub(crate) mod read;
#[cfg(test)]
mod tests;

pub use document::Chart;
pub use lower::{Line, Seen, Word};
