//! Points of no return and choice points, by reachability.
//!
//! *Always.* The failure is inevitable at a tick of a failing run if every run from its state breaks the claim at some
//! time. All ticks after such a one are such ticks, so that a binary search finds the first: the point of no return. The
//! step into it sealed the failure, and the choice in that step is the last choice_point: what could be done there, and what
//! each option means for the failure. Earlier choice_points are listed where one of their choices would have excluded the
//! failure for good.
//!
//! ```text
//! tick      0     1     2     3                    inevitable at tick 2: the door locks at 3 whatever happens
//! state     IDLE  IDLE  MOVE  MOVE                 point of no return 2, choice_point at tick 1:
//! locked    f     f     f     t  (the failure)         start (taken)   inevitable
//!                                                      wait            open
//! ```
//!
//! Runs are those that go on for ever and those that end because nothing can follow (dead ends), fair or not. A
//! run that ends without having broken the claim has kept it. At the first tick the state is that of the run and inputs are
//! free. Where a claim reads inputs, the inputs of the last tick alone may decide: then it is inevitable at no state of the
//! run, the point of no return is its last tick, and the choice_point is at that tick too.
//!
//! *Paths.* For LTL formulas the run is kept up to a tick, and a prover says whether a continuation satisfies the
//! formula (`path`).
//!
//! | module | what it does |
//! |---|---|
//! | `layout` | ticks in a solver, shared by all questions |
//! | `inevitable` | is the failure certain from here? |
//! | `dead_end` | runs that cannot go on |
//! | `safe` | can it still happen from here? |
//! | `always` | the point of no return of finite runs |
//! | `choice_point` | what could be done in a step, as the lens puts it |
//! | `inputs` | which choices of the environment sealed it, and the fewest others that avoid it |
//! | `path` | points of no return for LTL formulas |

mod always;
mod choice_point;
mod dead_end;
mod explainer;
mod inevitable;
mod inputs;
mod layout;
mod path;
mod safe;
#[cfg(test)]
mod tests;

pub(crate) use path::point;

use super::{Claim, Part, PointOfNoReturn, Subject, Why};
use crate::ChoicePoint;
use wherefore_check::NoAnswer;
use wherefore_ir::{System, TermId};
use wherefore_solve::Stop;
use wherefore_trace::Trace;

/// Option in a step, as a lens sees it: the transitions of a machine, say.
pub struct Move {
    /// In the model's own words.
    pub action: String,
    /// Where it leads, in the model's own words; empty if there are no words for it.
    pub leads: String,
    /// Formula over a tick and the next: the step takes the option.
    pub taken: TermId,
}

/// Knowledge of a lens about the steps of its runs.
pub trait Steps {
    /// Options in the step from this tick of a run to the next; empty if the lens has no words but the inputs.
    fn options(&self, system: &mut System, run: &Trace, tick: usize) -> Vec<Move>;
}

/// The kind of the choice_point whose choice leads to the point of no return.
pub const LAST_CHOICE: &str = "last choice";
/// The kind of an earlier choice_point at which the failure could have been excluded for good.
pub const WAY_OUT: &str = "way out";

/// The point of no return of a run, and the choices on the way there.
#[derive(Clone, Debug)]
pub struct ChoicePoints {
    /// From when on the failure cannot be avoided.
    pub no_return: Part<PointOfNoReturn>,
    /// The choices that decide.
    pub choice_points: Part<Vec<ChoicePoint>>,
}

impl ChoicePoints {
    /// Nothing is known, for this reason.
    fn unknown(cause: &NoAnswer) -> ChoicePoints {
        ChoicePoints { no_return: undecided(cause), choice_points: undecided(cause) }
    }
}

/// Points of no return and choice points of these failing runs.
pub fn consequences(subject: &Subject<'_>, runs: &[&Trace], steps: &dyn Steps, stop: &Stop) -> Vec<ChoicePoints> {
    if let Some(cause) = NoAnswer::estimated(subject.system) {
        return runs.iter().map(|_| ChoicePoints::unknown(&cause)).collect();
    }
    match subject.claim {
        Claim::Always(good) => always::consequences(subject, good, runs, steps, stop),
        Claim::Path { formula, assuming } => {
            runs.iter().map(|run| path::consequences(subject, (formula, assuming), run, steps, stop)).collect()
        }
    }
}

/// A part without an answer. A stop says nothing about the part itself.
fn undecided<T>(cause: &NoAnswer) -> Part<T> {
    match cause {
        NoAnswer::Stopped(_) => Part::Pending,
        other => Part::Missing(Why::Undecided(other.clone())),
    }
}

/// The first of `0..count` with a property that all later ones have too.
fn first(count: usize, mut has: impl FnMut(usize) -> Result<bool, NoAnswer>) -> Result<Option<usize>, NoAnswer> {
    if count == 0 || !has(count - 1)? {
        return Ok(None);
    }
    let (mut low, mut high) = (0, count - 1);
    while low < high {
        let middle = (low + high) / 2;
        if has(middle)? {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    Ok(Some(low))
}
