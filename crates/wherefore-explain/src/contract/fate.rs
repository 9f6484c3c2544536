//! From which tick on is the failure sealed?
//!
//! The run is kept up to and including a tick, and everything after it is free. If then nothing satisfies both the left-hand
//! side and the conjunct, the failure is sealed at that tick. A longer beginning can only exclude more, so that a binary search
//! finds the first such tick. The same is asked with the environment kept for ever: then the parts alone have to avoid it.
//! A promise about what must happen in the end is never sealed by a beginning; there is no such tick then.

use super::edits::environment;
use super::follow::{Fixed, follow};
use super::judge::{Answer, Judge};
use super::sides::{left, right};
use wherefore_check::Cause;
use wherefore_ir::VarId;
use wherefore_ir::refinement::{Check, Refinement};
use wherefore_trace::Trace;

/// The points of no return.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Fate {
    /// The first tick from which the parts cannot avoid the failure.
    pub(super) system: Option<usize>,
    /// The first tick from which nobody can.
    pub(super) all: Option<usize>,
}

/// Finds both points; the cause if a question stays open.
pub(super) fn fate(refinement: &Refinement, check: &Check, run: &Trace, judge: &Judge<'_>) -> (Fate, Option<Cause>) {
    let mut refinement = refinement.clone();
    let (left, right) = (left(&mut refinement, check), right(&refinement, check));
    let good = refinement.system.terms.and([left, right]);
    let variables: Vec<VarId> = refinement.system.state_vars().collect();
    let inputs = environment(&refinement);
    let is_sealed = |tick: usize, always: &[VarId]| {
        let mut system = refinement.system.clone();
        follow(&mut system, run, &Fixed { always: always.to_vec(), until: Some((tick, variables.clone())) });
        match judge.satisfiable(&mut system, good) {
            Answer::Yes(_) => Ok(false),
            Answer::No => Ok(true),
            Answer::Unknown(cause) => Err(cause),
        }
    };
    let (system, open) = apart(first(run.len(), |tick| is_sealed(tick, &inputs)));
    let (all, still_open) = apart(first(run.len(), |tick| is_sealed(tick, &[])));
    (Fate { system, all }, open.or(still_open))
}

fn apart(found: Result<Option<usize>, Cause>) -> (Option<usize>, Option<Cause>) {
    match found {
        Ok(tick) => (tick, None),
        Err(cause) => (None, Some(cause)),
    }
}

/// The first of `0..count` with a property that all later ones have too.
fn first(count: usize, has: impl Fn(usize) -> Result<bool, Cause>) -> Result<Option<usize>, Cause> {
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
