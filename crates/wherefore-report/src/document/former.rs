//! Fields that have another name now: within version 1 none goes away, so each is written beside the one that replaced it.
//!
//! The document has the content once, under its present name. A field that was renamed is flattened, and written by a function of
//! this file.

use super::flow::AlternativeSearch;
use super::{ChoicePoint, Consequence, Missing, Part};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

/// Parts that are missing.
#[derive(Serialize, JsonSchema)]
pub struct MissingParts<'a> {
    /// The parts that are not known, and why; a part that is not listed is known, even if it is empty.
    missing: &'a [Missing],
    /// Former name of `missing`, where the part `choice_points` is called `junctions`.
    #[schemars(extend("deprecated" = true))]
    untold: Vec<FormerMissing<'a>>,
}

/// Former name of an entry of `missing`.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Untold")]
struct FormerMissing<'a> {
    /// Which part it is.
    #[serde(serialize_with = "former_part")]
    #[schemars(with = "String", extend("enum" = ["failed", "cause", "all_causes", "key_events", "no_return", "junctions",
        "nearest", "suspects", "fix_sets"]))]
    part: Part,
    /// Why it is missing: a clause.
    #[schemars(length(min = 1))]
    reason: &'a str,
}

/// Writes the parts that are missing.
pub fn missing<S: Serializer>(missing: &[Missing], serializer: S) -> Result<S::Ok, S::Error> {
    let untold = missing.iter().map(|one| FormerMissing { part: one.part, reason: &one.reason }).collect();
    MissingParts { missing, untold }.serialize(serializer)
}

fn former_part<S: Serializer>(part: &Part, serializer: S) -> Result<S::Ok, S::Error> {
    if *part == Part::ChoicePoints { serializer.serialize_str("junctions") } else { part.serialize(serializer) }
}

/// Choice points of an explanation.
#[derive(Serialize, JsonSchema)]
pub struct ChoicePoints<'a> {
    /// The choices on the run that decide whether it fails, in order; the last leads to the point of no return. In an LTS they
    /// are the neighbourhoods on the run.
    #[serde(skip_serializing_if = "Option::is_none")]
    choice_points: Option<&'a [ChoicePoint]>,
    /// Former name of `choice_points`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("deprecated" = true))]
    junctions: Option<&'a [ChoicePoint]>,
}

/// Writes the choice points of an explanation.
pub fn choice_points<S: Serializer>(points: &Option<Vec<ChoicePoint>>, serializer: S) -> Result<S::Ok, S::Error> {
    let points = points.as_deref();
    ChoicePoints { choice_points: points, junctions: points }.serialize(serializer)
}

/// Consequence of a choice.
#[derive(Serialize, JsonSchema)]
pub struct ConsequenceOf {
    /// Effect on the failure. avoided: it cannot happen any more; open: it can happen and be avoided; inevitable: it
    /// happens in any case; inevitable-if-fair: it happens unless the run goes round in a loop for ever; sealed: no later choice
    /// rules it out; unknown: that was too much work to find out.
    #[schemars(extend("enum" = ["avoided", "open", "inevitable", "inevitable-if-fair", "sealed", "unknown"]))]
    consequence: &'static str,
    /// Former name of `consequence`.
    #[schemars(extend("enum" = ["avoided", "open", "inevitable", "inevitable-if-fair", "sealed", "unknown"], "deprecated" = true))]
    fate: &'static str,
}

/// Writes the consequence of a choice.
pub fn consequence<S: Serializer>(consequence: &Consequence, serializer: S) -> Result<S::Ok, S::Error> {
    let word = consequence.word();
    ConsequenceOf { consequence: word, fate: word }.serialize(serializer)
}

/// Search for other ways to fail.
#[derive(Serialize, JsonSchema)]
pub struct Alternatives<'a> {
    /// Which other ways to fail were tried; only of synchronous programs (language lustre).
    #[serde(skip_serializing_if = "Option::is_none")]
    alternative_search: Option<&'a AlternativeSearch>,
    /// Former name of `alternative_search`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("deprecated" = true))]
    survey: Option<&'a AlternativeSearch>,
}

/// Writes the search for other ways to fail.
pub fn alternatives<S: Serializer>(search: &Option<AlternativeSearch>, serializer: S) -> Result<S::Ok, S::Error> {
    let search = search.as_ref();
    Alternatives { alternative_search: search, survey: search }.serialize(serializer)
}
