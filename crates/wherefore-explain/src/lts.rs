//! The lens for labelled transition systems: which choices separate good runs from bad.
//!
//! The counterexamples of a property form an LTS of their own; its neighbourhoods are the states where a choice decides
//! between failing and not failing. Neighbourhoods that offer the same choices are one class. Its representative is a
//! shortest counterexample through one of them, with what else could have been done at every neighbourhood on its way.

mod choice_points;
mod classes;
mod diagram;
mod explanation;
mod explored;
mod game;
mod listed;
mod nearest;
#[cfg(test)]
mod refusals;
mod run;
mod scene;
mod search;
mod settings;
mod suspects;
mod why;

pub use crate::result::lts::{Abstraction, Arrow, Diagram, Extent, LtsSummary, Neighbourhoods, Node, Shortness, Tint};
pub use game::{Outcome, Played, played};
pub use settings::{Destination, Findings, LtsError, Picture, Settings};
pub use why::{unasked, why};
