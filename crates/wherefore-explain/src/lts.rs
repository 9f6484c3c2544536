//! The lens for labelled transition systems: which choices separate good runs from bad.
//!
//! The counterexamples of a property form an LTS of their own; its neighbourhoods are the states where a choice decides
//! between failing and not failing. Neighbourhoods that offer the same choices, as far as a level looks, are one class. Its
//! representative is a shortest counterexample through one of them, with what else could have been done at every
//! neighbourhood on its way.

mod blame;
mod choice_points;
mod classes;
mod diagram;
mod evidence;
mod explanation;
mod explored;
mod game;
mod gates;
pub(crate) mod level;
mod listed;
mod nearest;
#[cfg(test)]
mod refusals;
mod round;
mod run;
mod scene;
mod search;
mod settings;
mod shown;
mod suspects;
#[cfg(test)]
mod tests;
mod verdict;
mod why;

pub use crate::result::evidence_graph::{EvidenceChoices, EvidenceGraph, Strand, StrandPart};
pub use crate::result::lts::{
    Abstraction, Arrow, Diagram, Extent, LtsSummary, Neighbourhoods, Node, Round, Shortness, Tint,
};
pub use evidence::{RunChoices, Shown};
pub use game::{Outcome, Played, Refuted, inquired, played};
pub use gates::gate;
pub use level::{Level, LevelCount};
pub use settings::{Aim, Destination, ExternalRun, Findings, LtsError, Picture, Settings};
pub use why::{unasked, why};
