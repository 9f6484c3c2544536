//! Evidence of a formula as plain data: the part of a graph that shows the verdict.

use super::choice_point::{ChoicePoint, Consequence};
use super::left_out::LeftOut;
use super::lts::Extent;
use super::scene::{Scene, Way};

/// The part of a graph that shows a verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvidenceGraph {
    /// Whether it shows that the formula holds; else, that it fails.
    pub is_witness: bool,
    /// How large it is.
    pub extent: Extent,
    /// How large the graph is.
    pub whole: Extent,
    /// Whether no refutation, or no proof, needs only a part of it.
    pub is_least: bool,
    /// Whether it is a single run, which shows the verdict by itself.
    pub is_run: bool,
    /// Of a witness the run that shows it; of a violation one if it is not the run that is shown for the property.
    pub run: Option<Strand>,
    /// Its transitions, as ways without a fork.
    pub strands: Vec<Strand>,
    /// How many of these are left out because there are too many.
    pub strands_left_out: usize,
    /// The choices on the run that is shown; none if there are too many to look at.
    pub choices: Option<EvidenceChoices>,
    /// A picture of it, with the way of the run, if it is small enough.
    pub scene: Option<(Scene, Way)>,
    /// Parts of lists that are left out because they are too long.
    pub left_out: LeftOut,
}

/// The choices on a run that shows a verdict.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EvidenceChoices {
    /// The choices that avoid or seal what is shown, in order.
    pub points: Vec<ChoicePoint>,
    /// After how many steps the state itself shows the verdict; none if the run never comes so far.
    pub settled: Option<usize>,
    /// Gates with what they do at all places of the graph where a choice counts, in order.
    pub gates: Vec<(String, Vec<Consequence>)>,
}

/// A way without a fork.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strand {
    /// Its place in the evidence.
    pub part: StrandPart,
    /// The state where it begins.
    pub from: u32,
    /// Labels and states on the way; of a long one those at the beginning and at the end.
    pub steps: Vec<(String, u32)>,
    /// After how many of these steps some are left out, and how many.
    pub gap: Option<(usize, usize)>,
}

/// The place of a strand in the evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum StrandPart {
    /// The way from the initial state to the first fork, or into a loop.
    Beginning,
    /// A way from a fork on.
    Branch,
    /// A way from which one can come back to where it begins.
    Loop,
    /// A way behind which nothing more is needed.
    End,
}

impl StrandPart {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            StrandPart::Beginning => "beginning",
            StrandPart::Branch => "branch",
            StrandPart::Loop => "loop",
            StrandPart::End => "end",
        }
    }
}
