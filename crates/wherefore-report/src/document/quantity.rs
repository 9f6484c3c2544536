//! Numbers of steps that a model asks for.

use super::{Place, Recheck, Trace};
use crate::no_answer::NoAnswer;
use schemars::JsonSchema;
use serde::Serialize;

/// A number of steps that the model asks for: from a state of one kind to a state of another, over reachable states that begin a fair
/// path. It is no verdict.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Quantity {
    /// Its name: the given one, or compute_N by the order of the model.
    pub name: String,
    /// min, the steps of a shortest path; or max, the steps after which every path has arrived.
    #[schemars(extend("enum" = ["min", "max"]))]
    pub kind: &'static str,
    /// What is asked, as the model spells it.
    pub text: String,
    /// Where it is written.
    pub place: Option<Place>,
    /// Whether there is a number: steps; infinite if no path arrives or, of max, paths of every length have not arrived; undefined
    /// if no state is the beginning of a path or none its end; undetermined if that is not known.
    #[schemars(extend("enum" = ["steps", "infinite", "undefined", "undetermined"]))]
    pub outcome: &'static str,
    /// The number; null if there is none.
    pub steps: Option<u32>,
    /// Why the outcome is undetermined; null if it is not.
    pub cause: Option<NoAnswer>,
    /// Whether the outcome was re-checked.
    #[serde(flatten)]
    pub recheck: Recheck,
    /// A run with a path of that number of steps, or with one that does not arrive; null if there is none or none was found.
    pub trace: Option<Trace>,
}
