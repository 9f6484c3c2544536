//! The classes of a property at a coarser level, to be shown where there are too many to be read at once.

use super::Completeness;
use schemars::JsonSchema;
use serde::Serialize;

/// The classes at a coarser level: the coarsest that keeps the faults apart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Coarser {
    /// The level, as `level` of the enumeration.
    #[schemars(length(min = 1))]
    pub level: String,
    /// Whether there are other ways.
    #[serde(flatten)]
    pub completeness: Completeness,
    /// The ways in the order to be read.
    pub ways: Vec<CoarserWay>,
}

/// Failing runs that a coarser level does not tell apart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CoarserWay {
    /// Common part of its runs.
    #[schemars(length(min = 1))]
    pub key: String,
    /// A sentence of one line that no other of these ways has.
    #[schemars(length(min = 1))]
    pub title: String,
    /// Steps of its shortest run that is known.
    pub length: u32,
    /// The ids of the listed classes that it is made of, in their order; none if no class of it is listed.
    #[schemars(inner(length(min = 1)))]
    pub classes: Vec<String>,
    /// The members of the first of the `fix_sets` that all of these classes take.
    #[schemars(inner(length(min = 1)))]
    pub faults: Vec<String>,
}
