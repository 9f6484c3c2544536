//! Points of no return: when the failure could not be avoided any more, and when the parts alone could not avoid it.
//!
//! Both are points of no return of the same formula, the left-hand side together with the conjunct: once with everything free
//! behind the kept beginning, once with the inputs of the environment kept for ever.

use super::edits::environment;
use super::judge::Judge;
use super::sides::{left, right};
use crate::explanation::no_return::point;
use crate::result::explanation::PointOfNoReturn;
use wherefore_check::NoAnswer;
use wherefore_ir::refinement::{Check, Refinement};
use wherefore_trace::Trace;

/// The points of no return.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PointsOfNoReturn {
    /// From when on the parts cannot avoid the failure.
    pub(super) system: PointOfNoReturn,
    /// Tick from which on no choice avoids the failure.
    pub(super) all: PointOfNoReturn,
}

/// Finds both points; the cause if a question stays open.
pub(super) fn points_of_no_return(
    refinement: &Refinement,
    check: &Check,
    run: &Trace,
    judge: &Judge<'_>,
) -> (PointsOfNoReturn, Option<NoAnswer>) {
    let mut refinement = refinement.clone();
    let (left, right) = (left(&mut refinement, check), right(&refinement, check));
    let good = refinement.system.terms.and([left, right]);
    let inputs = environment(&refinement);
    let (system, open) = point(&refinement.system, good, run, &inputs, judge);
    let (all, still_open) = point(&refinement.system, good, run, &[], judge);
    (PointsOfNoReturn { system, all }, open.or(still_open))
}
