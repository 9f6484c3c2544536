//! How some fields of the document are written: numbers that JSON lacks, words for what other crates have as types.

use super::flow::Side;
use super::{LeftOut, List, MarkKind};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

/// Seconds to the microsecond: more digits would suggest a precision that the clock does not have.
pub fn rounded<S: Serializer>(seconds: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64((seconds * 1e6).round() / 1e6)
}

/// A number that JSON can hold: it has no infinity.
pub fn finite<S: Serializer>(score: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(if score.is_finite() { *score } else { f64::MAX.copysign(*score) })
}

/// Whether there is nothing to say; serde hands fields over by reference.
pub fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// Whether lists lack nothing.
pub fn is_whole(cut: &LeftOut) -> bool {
    cut.iter().next().is_none()
}

/// Entries left out of lists of one kind.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "LeftOut")]
pub struct LeftOutOf {
    /// Which lists.
    #[schemars(extend("enum" = ["steps", "choice-points", "alternatives", "leads", "actions", "names", "marks", "key-events",
        "choices", "suspects", "fix-sets", "notes"]))]
    kind: &'static str,
    /// Former name of `kind`, where `choice-points` are called `junctions`.
    #[schemars(extend("enum" = ["steps", "junctions", "alternatives", "leads", "actions", "names", "marks", "key-events",
        "choices", "suspects", "fix-sets", "notes"], "deprecated" = true))]
    list: &'static str,
    /// How many of them were cut.
    #[schemars(range(min = 1))]
    lists: u64,
    /// How many entries they lack, all together.
    #[schemars(range(min = 1))]
    entries: u64,
}

/// Entries left out, kind by kind.
pub fn left_out<S: Serializer>(cut: &LeftOut, serializer: S) -> Result<S::Ok, S::Error> {
    let entry = |(list, cut): (List, super::Cut)| LeftOutOf {
        kind: list.word(),
        list: if list == List::ChoicePoints { "junctions" } else { list.word() },
        lists: cut.lists,
        entries: cut.entries,
    };
    serializer.collect_seq(cut.iter().map(entry))
}

/// The word for what a cell does.
pub fn mark<S: Serializer>(kind: &MarkKind, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(match kind {
        MarkKind::Trigger => "trigger",
        MarkKind::Response => "response",
    })
}

/// The word for a side of a program.
pub fn side<S: Serializer>(side: &Side, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(match side {
        Side::Property => "property",
        Side::Model => "model",
    })
}

/// Writes a side where there may be none.
pub fn some_side<S: Serializer>(some: &Option<Side>, serializer: S) -> Result<S::Ok, S::Error> {
    match some {
        Some(one) => side(one, serializer),
        None => serializer.serialize_none(),
    }
}
