//! Classes put together by what a coarser level keeps of them, where there are too many to be read at once.

use super::inquiry::Completeness;

/// The classes at a coarser level.
#[derive(Clone, Debug)]
pub struct Coarser {
    /// The level: "2", "3" or "4".
    pub level: String,
    /// Whether there are other ways.
    pub completeness: Completeness,
    /// The ways in the order to be read: those with classes that are listed, in the order of these.
    pub ways: Vec<CoarserWay>,
}

/// Failing runs that a coarser level does not tell apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoarserWay {
    /// Common part of its runs, in the model's own words.
    pub key: String,
    /// Steps of its shortest run that is known.
    pub length: u32,
    /// The listed classes that it is made of, by their places; none if it was found only at this level.
    pub classes: Vec<usize>,
    /// The members of the best fix set that every run of the listed classes takes.
    pub faults: Vec<String>,
}
