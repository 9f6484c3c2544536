//! Which runs are looked at: a number of ticks from the first one on, and for a lasso the way in which it closes.

use super::lasso::{Layout, Loop, companions};
use wherefore_check::{Cone, NoAnswer};
use wherefore_ir::{System, TermId};
use wherefore_trace::Trace;

/// The runs that are looked at.
pub(crate) struct Unrolling {
    /// The part of the system that matters.
    pub(crate) model: Cone,
    /// The last tick of the run.
    pub(crate) last: u32,
    /// Formula that must not hold at the last tick; for a lasso, the formula that must not hold.
    pub(crate) good: TermId,
    /// How a lasso closes.
    pub(crate) back: Option<Loop>,
}

impl Unrolling {
    /// Runs of `last` steps that end where `good` is looked at.
    pub(super) fn finite(system: &System, good: TermId, last: u32) -> Unrolling {
        Unrolling { model: Cone::of(system, &[good]), last, good, back: None }
    }

    /// Runs of one tick of the whole system; they can be prolonged.
    pub(crate) fn whole(system: &System, good: TermId) -> Unrolling {
        Unrolling { model: Cone::whole(system), last: 0, good, back: None }
    }

    /// Whether a propositional solver can be asked.
    pub(crate) fn is_finite(&self) -> bool {
        self.model.is_finite()
    }
}

/// The shape of a lasso on which a formula is false although what is assumed is true.
pub(super) fn on_lasso(
    system: &System,
    trace: &Trace,
    formula: TermId,
    assuming: Option<TermId>,
) -> Result<Unrolling, NoAnswer> {
    laid_out(system, trace, (formula, assuming), Extent::Cone)
}

/// The shape of a lasso that closes in all variables of the system.
pub(crate) fn whole(
    system: &System,
    trace: &Trace,
    formula: TermId,
    assuming: Option<TermId>,
) -> Result<Unrolling, NoAnswer> {
    laid_out(system, trace, (formula, assuming), Extent::Whole)
}

/// The shape of a run that lacks values, so that the value of the formula on it is not known yet.
pub(crate) fn unfinished(system: &System, trace: &Trace, formula: TermId) -> Result<Unrolling, NoAnswer> {
    laid_out(system, trace, (formula, None), Extent::Unfinished)
}

/// How much of a system is laid out, and what is known of the run.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    /// The cone of the formula.
    Cone,
    /// The whole system.
    Whole,
    /// The whole system; the value of the formula on the run is not known.
    Unfinished,
}

fn laid_out(
    system: &System,
    trace: &Trace,
    (formula, assuming): (TermId, Option<TermId>),
    extent: Extent,
) -> Result<Unrolling, NoAnswer> {
    let unsupported = || NoAnswer::Unsupported("the cause of a run without a loop".to_owned());
    let start = trace.loop_start.ok_or_else(unsupported)? as u32;
    let shows = Some(false).filter(|_| extent != Extent::Unfinished);
    let layout = Layout::new(system, trace, formula, shows)?;
    let assuming = match assuming {
        Some(term) => Some((term, Layout::new(system, trace, term, Some(true))?)),
        None => None,
    };
    let formulas = [formula].into_iter().chain(assuming.as_ref().map(|(t, _)| *t)).collect();
    let (model, same) = companions(system, formulas, extent != Extent::Cone);
    let back = Loop { start, same, formula: layout, assuming };
    Ok(Unrolling { model, last: trace.len() as u32 - 1, good: formula, back: Some(back) })
}
