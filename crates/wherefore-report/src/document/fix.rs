//! Edits of a model after which its properties hold.

use super::{Certificate, Place, Trace};
use crate::no_answer::NoAnswer;
use schemars::JsonSchema;
use serde::Serialize;

/// Edits after which properties hold that are violated, and how many were tried.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Fixes {
    /// The fixes, the recommended one first.
    pub ranked: Vec<Fix>,
    /// Where there is no fix: sets of edits on which no run that is known fails, and of which nothing was proved within the limits; the
    /// most plausible first. A measurement.
    pub not_decided: Vec<Vec<FixEdit>>,
    /// The elements of the model: those that a fix edits in the order of their best one, then those that may be the fault, then those
    /// that cannot.
    pub elements: Vec<FixSuspect>,
    /// How many edits were tried, and what became of them. A measurement if a limit ended the search.
    pub tried: Tried,
    /// How many assumptions about inputs were looked at, and what became of them; null if none were looked for. A measurement.
    pub assumptions: Option<TriedAssumptions>,
    /// Why not everything was tried; null if everything was.
    pub cause: Option<NoAnswer>,
    /// Whether the first fix was made in the file of the model.
    pub applied: bool,
}

impl Fixes {
    /// Whether the file was edited so that no property is violated any more.
    pub fn is_everything_mended(&self) -> bool {
        self.applied && self.ranked.first().is_some_and(|fix| fix.still_violated == 0)
    }
}

/// An element of the model, and whether it can be the fault.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FixSuspect {
    /// Its name.
    pub name: String,
    /// What it is, in words.
    pub what: String,
    /// Where it is written.
    pub place: Option<Place>,
    /// How many of the fixes edit it.
    pub fixes: usize,
    /// Whether it is proved that no change of this element alone mends the model, whatever it is.
    pub exonerated: bool,
    /// The solver that found the same; null if it was not re-checked or there is nothing to re-check. A measurement.
    pub rechecked_by: Option<&'static str>,
    /// Why it is not known whether it can be the fault; null if that is known.
    pub cause: Option<NoAnswer>,
}

/// A set of edits after which properties hold that are violated, while those that hold go on to.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Fix {
    /// The edits, in the order of the source.
    #[schemars(length(min = 1))]
    pub edits: Vec<FixEdit>,
    /// Whether it edits what is assumed or asked, because no edit of the model itself was found.
    pub edits_given: bool,
    /// What it assumes of the inputs, if that is the fix; null for edits of what is written.
    pub assumes: Option<FixAssumption>,
    /// The names of the properties that hold then, each proved.
    #[schemars(length(min = 1))]
    pub properties: Vec<String>,
    /// Why the proofs are believed, in the same order. A measurement.
    pub certificates: Vec<Certificate>,
    /// How many properties are still violated then.
    pub still_violated: usize,
    /// Whether runs change that do not fail.
    pub conserves: Conserves,
    /// A run that does not fail and changes, if one was found.
    pub changed_run: Option<Trace>,
    /// The run of the edited model with the inputs of the run on which the first of the properties fails; null if that is not determined.
    pub rerun: Option<Trace>,
    /// Whether the inputs of the failing run are not allowed in the edited model: the property holds because of what no longer may happen.
    pub bars_inputs: bool,
    /// Why it is not known whether runs change that do not fail. A measurement.
    pub cause: Option<NoAnswer>,
    /// Runs that were tried out, each up to where it fails, and how many of them change.
    pub sample: Sample,
    /// The edits as a unified diff of the file.
    pub patch: String,
    /// The text of the file with the edits.
    #[serde(skip)]
    pub text: String,
}

/// What a fix assumes of the inputs. It is proved that the environment never gets stuck, and what is restricted still happens.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FixAssumption {
    /// The shape of the assumption.
    pub shape: AssumptionShape,
    /// The inputs that it is about.
    #[schemars(length(min = 1))]
    pub inputs: Vec<String>,
    /// The assumption in words.
    pub what: String,
    /// The least number of ticks, or null.
    pub ticks: Option<u32>,
    /// The next weaker assumption in words: a run shows that it is not enough. Null if there is none or it is not known.
    pub weaker: Option<String>,
    /// A number of the property that must be another one beside the assumption, or null.
    pub number: Option<FixNumber>,
    /// The solver that found again that the environment never gets stuck; null if it was not re-checked. A measurement.
    pub rechecked_by: Option<&'static str>,
}

/// The shape of an assumption about inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AssumptionShape {
    /// Two ticks at which one of the inputs acts are at least a number of ticks apart.
    Apart,
    /// At most one of the inputs is true at a tick.
    Exclusive,
    /// The first input is true only together with the second one.
    With,
    /// The first input is not true before the second one was.
    After,
    /// The input is true, or not, at the first tick.
    First,
    /// The input lies within bounds.
    Within,
}

/// A number of a property, and the one in its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FixNumber {
    /// The number as it is written.
    pub before: String,
    /// The number in its place.
    pub after: String,
    /// Whether a run shows that the number next to it, on the side of the old one, is not enough.
    pub nearest: bool,
}

/// One edit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FixEdit {
    /// The text that is replaced; empty where something is put in.
    pub place: Option<Place>,
    /// That text.
    pub before: String,
    /// The text in its place.
    pub after: String,
    /// The edit in words.
    pub what: String,
    /// The transition, state, variable, definition or equation that is edited.
    pub element: Option<String>,
    /// The kind of edit, by the short name that `wherefore mutate` has for it.
    pub operator: &'static str,
}

impl Fix {
    /// Whether it leaves alone what does not fail: proved, or nine of ten runs that were tried out.
    pub fn is_gentle(&self) -> bool {
        let Sample { changed, runs } = self.sample;
        let is_little = runs > 0 && changed * 10 <= runs;
        match self.conserves {
            Conserves::OnlyFailingRuns => true,
            Conserves::OtherRunsToo | Conserves::Unknown => is_little,
        }
    }
}

/// Whether a fix changes runs that do not fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Conserves {
    /// Proved: it changes nothing but failing runs.
    OnlyFailingRuns,
    /// It changes other runs too.
    OtherRunsToo,
    /// Not known.
    Unknown,
}

/// Runs that were tried out, each up to where it fails: some reach parts of the model, others are drawn by chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Sample {
    /// How many change.
    pub changed: usize,
    /// How many there are.
    pub runs: usize,
}

/// How many edits were tried, and what became of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Tried {
    /// Single edits there are.
    pub edits: usize,
    /// Single edits that were left out because there are too many.
    pub left_out: usize,
    /// Single edits that were left out because they are of elements that cannot be the fault alone.
    pub exonerated: usize,
    /// Single edits that the language does not allow.
    pub unreadable: usize,
    /// Edits, and sets of edits, that were looked at.
    pub looked_at: usize,
    /// Those after which a run that was known still fails.
    pub fail_again: usize,
    /// Those after which another run fails, or a property that held.
    pub fail_anew: usize,
    /// Edits, and sets of edits, after which a property says nothing any more.
    pub hollow: usize,
    /// Those about which no answer was found.
    pub undecided: usize,
}

/// How many assumptions about inputs were looked at, and what became of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TriedAssumptions {
    /// Whether the language has no place for an assumption about inputs, so that none was asked about: only Lustre has one.
    pub nowhere: bool,
    /// Assumptions that were asked about.
    pub looked_at: usize,
    /// Assumptions with which a run still fails.
    pub not_enough: usize,
    /// Assumptions about which no answer was found.
    pub undecided: usize,
    /// Assumptions that are enough and with which something no longer happens.
    pub hollow: usize,
    /// Assumptions that are enough and of which it is not proved that the inputs never get stuck.
    pub stuck: usize,
}
