//! From which tick on is the failure sealed?
//!
//! The run is kept up to and including a tick, and everything after it is free. If then nothing satisfies both the left-hand
//! side and the conjunct, the failure is sealed at that tick. A longer beginning can only exclude more, so that a binary search
//! finds the first such tick. The same is asked with the environment kept for ever: then the parts alone have to avoid it.
//! What becomes due at the end of the run may break in the next round of its loop only, so that one more round is searched:
//!
//! ```text
//! G (i -> X o) and G (o <-> i)      tick   0  1  0  1  ...      i at 1 asks for o at the second 0, where it is false:
//!                                   i      f  t  f  t           sealed at the second visit of 0, not before, since i and o
//!                                   o      f  t  f  t           could still be true there
//! ```
//!
//! A promise about what must happen in the end is never sealed by a beginning. That is not proved here: what is said then is
//! only how far the search went. A question without an answer leaves the point open.

use super::edits::environment;
use super::follow::{Fixed, follow, layout};
use super::judge::{Answer, Judge};
use super::sides::{left, right};
use crate::explanation::Sealed;
use wherefore_check::Cause;
use wherefore_ir::VarId;
use wherefore_ir::refinement::{Check, Refinement};
use wherefore_trace::Trace;

/// The points of no return.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Fate {
    /// From when on the parts cannot avoid the failure.
    pub(super) system: Sealed,
    /// From when on nobody can.
    pub(super) all: Sealed,
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
    let places = layout(run, true);
    let point = |always: &[VarId]| sealed(run, &places, first(places.len(), |place| is_sealed(place, always)));
    let ((system, open), (all, still_open)) = (point(&inputs), point(&[]));
    (Fate { system, all }, open.or(still_open))
}

/// A place of the layout as a point of the run, and why it is not known.
fn sealed(run: &Trace, places: &[usize], found: Result<Option<usize>, Cause>) -> (Sealed, Option<Cause>) {
    match found {
        Ok(Some(place)) if place < run.len() => (Sealed::At(place), None),
        Ok(Some(place)) => (places.get(place).map_or(Sealed::Open, |tick| Sealed::Again(*tick)), None),
        Ok(None) => (Sealed::NotYet, None),
        Err(cause) => (Sealed::Open, Some(cause)),
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
