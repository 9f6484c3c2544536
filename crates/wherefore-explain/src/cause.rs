//! Causes: the choices of the environment that are enough for a failure, whatever the others are. Used by every lens.
//!
//! A run is decided by choices: inputs at every tick, initial values that nothing fixes, next values that nothing computes.
//! Keep some of them as they were and leave the others open: if the property still fails at the end, those kept are enough.
//! A *minimal cause* is a set of which no part is enough: a minimal unsatisfiable subset of the kept choices together with
//! the unrolled model and the claim that the property holds.
//!
//! ```text
//! active  1 0        kept: active(0) = 1, active(1) = 0
//! action  0 1        action is open: the alarm is missing whatever it does
//! ```
//!
//! | stage | module | what it does |
//! |---|---|---|
//! | choices | `choices` | what can be kept of a run, and in which order it is given up |
//! | question | `question` | can the property hold although this is kept? a run of fixed length in a solver |
//! | lassos | `lasso` | the same for a lasso of fixed shape and an LTL formula |
//! | deletion | `shrink` | one minimal cause, the same whichever solver is used |
//! | bounds | `push` | "t(3) = 30" becomes "t(3) >= 24" |
//! | all | `marco` | every minimal cause and every minimal correction |
//! | check | `verify` | another solver finds the same once more |
//!
//! The shape of a lasso is kept: a cause is enough if every lasso with as many ticks and the same loop that has the kept
//! values, closes and is fair violates the formula. Only what matters for the formula has to close.

mod bound;
mod choices;
pub(crate) mod lasso;
mod many;
mod marco;
mod push;
pub(crate) mod query;
pub(crate) mod shrink;
mod soft;
#[cfg(test)]
pub(crate) mod tests;
pub(crate) mod unrolling;
pub(crate) mod verify;

pub use crate::result::cause::Causes;
pub use crate::result::cause::{Bound, Kept, MinimalCause};
pub use choices::choices;
pub(crate) use lasso::companions;
pub use many::minimal_of_each;

use choices::softs;
use push::push;
use query::CauseQuery;
use shrink::shrink;
use soft::Soft;
use unrolling::Unrolling;
use verify::SolverPair;
use wherefore_check::{NoAnswer, Options, Recheck};
use wherefore_ir::{Role, System, TermId, Terms, VarId};
use wherefore_solve::Stop;
use wherefore_trace::{Trace, replay, replay_invariant, show};

impl Kept {
    /// Asserts that the choice is kept, at the tick where it was made.
    pub fn term(&self, terms: &mut Terms) -> TermId {
        bound::term(terms, self.var, &self.bound)
    }

    /// The choice in words, with this name for the variable: `speed <= 3`.
    pub fn words(&self, terms: &Terms, name: &str) -> String {
        let (relation, value) = match &self.bound {
            Bound::Is(value) => ("=", value),
            Bound::AtLeast(value) => (">=", value),
            Bound::AtMost(value) => ("<=", value),
        };
        format!("{name} {relation} {}", show(terms, self.var, value))
    }
}

/// One minimal cause of a failing finite run: `good` is false at its last tick. Which one does not depend on the solver.
///
/// The run is replayed first. Where a limit on effort or a solver that gives up leaves a part undecided, that part is kept
/// and the cause is not called minimal.
pub fn minimal(
    system: &System,
    trace: &Trace,
    good: TermId,
    options: &Options,
    stop: &Stop,
) -> Result<MinimalCause, NoAnswer> {
    let shape = finite(system, trace, good)?;
    one(&shape, &softs(system, trace, |_| true), &SolverPair::new(&shape, options), stop)
}

/// One minimal cause among the choices in a single step that makes `good` false a given number of ticks after its start,
/// whatever comes after the step: what it takes to seal a failure. `step` has the tick before the step and, if that
/// matters, the one after it. The first state of the system is fixed.
pub(crate) fn of_step(
    system: &System,
    step: &Trace,
    (good, last): (TermId, u32),
    options: &Options,
    stop: &Stop,
) -> Result<MinimalCause, NoAnswer> {
    let shape = Unrolling::finite(system, good, last);
    let mut softs = softs(system, step, |_| true);
    softs.retain(|s| s.tick == 0 || system.role(s.var) != Role::Input);
    one(&shape, &softs, &SolverPair::new(&shape, options), stop)
}

/// How a list of causes is made.
#[derive(Clone, Copy)]
pub struct Listing<'a> {
    /// Which variables are choices.
    pub counts: &'a dyn Fn(VarId) -> bool,
    /// How solvers work.
    pub options: &'a Options,
    /// When to end.
    pub stop: &'a Stop,
    /// The most causes, and the most corrections, that are listed.
    pub most: usize,
}

/// All minimal causes and all minimal corrections of a failing finite run: `good` is false at its last tick.
pub fn all(system: &System, trace: &Trace, good: TermId, listing: &Listing<'_>) -> Result<Causes, NoAnswer> {
    list(&finite(system, trace, good)?, system, trace, listing)
}

/// All minimal causes and all minimal corrections of a lasso on which `formula` is false. Lassos on which `assuming` is false do
/// not count, neither for the failure nor as a way out.
pub fn all_on_lasso(
    system: &System,
    trace: &Trace,
    formula: TermId,
    assuming: Option<TermId>,
    listing: &Listing<'_>,
) -> Result<Causes, NoAnswer> {
    replay(system, trace).map_err(|e| NoAnswer::Refuted(e.to_string()))?;
    list(&unrolling::on_lasso(system, trace, formula, assuming)?, system, trace, listing)
}

fn list(shape: &Unrolling, system: &System, trace: &Trace, listing: &Listing<'_>) -> Result<Causes, NoAnswer> {
    let Listing { counts, options, stop, most } = *listing;
    marco::all(shape, &softs(system, trace, counts), &SolverPair::new(shape, options), stop, most)
}

/// One minimal cause of a lasso on which `formula` is false. Lassos on which `assuming` is false do not count: it is part of
/// the environment, as the contracts are that all parts keep. Only variables that `counts` are kept.
pub fn minimal_on_lasso(
    system: &System,
    trace: &Trace,
    (formula, assuming): (TermId, Option<TermId>),
    counts: &dyn Fn(VarId) -> bool,
    options: &Options,
    stop: &Stop,
) -> Result<MinimalCause, NoAnswer> {
    replay(system, trace).map_err(|e| NoAnswer::Refuted(e.to_string()))?;
    let shape = unrolling::on_lasso(system, trace, formula, assuming)?;
    one(&shape, &softs(system, trace, counts), &SolverPair::new(&shape, options), stop)
}

fn finite(system: &System, trace: &Trace, good: TermId) -> Result<Unrolling, NoAnswer> {
    let refuted = |e: wherefore_trace::ReplayError| NoAnswer::Refuted(e.to_string());
    replay(system, trace).map_err(refuted)?;
    replay_invariant(system, trace, good).map_err(refuted)?;
    if system.terms.has_next(good) || trace.loop_start.is_some() {
        return Err(NoAnswer::Unsupported("the cause of a run that does not end where it fails".to_owned()));
    }
    Ok(Unrolling::finite(system, good, trace.len() as u32 - 1))
}

fn one(shape: &Unrolling, softs: &[Soft], means: &SolverPair, stop: &Stop) -> Result<MinimalCause, NoAnswer> {
    let mut question = CauseQuery::new(shape, (means.finder)()?, stop)?;
    let shrunk = shrink(&mut question, softs)?;
    conclude(&mut question, softs, shrunk, means)
}

/// Finishes a cause and has it checked.
fn conclude(
    question: &mut CauseQuery<'_>,
    softs: &[Soft],
    shrunk: shrink::Shrunk,
    means: &SolverPair,
) -> Result<MinimalCause, NoAnswer> {
    let cause = unchecked(question, softs, shrunk)?;
    let recheck = means.verified(question.shape, &cause.kept, question.stop)?;
    Ok(MinimalCause { recheck, ..cause })
}

/// Pushes the bounds of a cause outwards and puts it in order. The result is not re-checked yet.
fn unchecked(question: &mut CauseQuery<'_>, softs: &[Soft], shrunk: shrink::Shrunk) -> Result<MinimalCause, NoAnswer> {
    let mut kept: Vec<Soft> = shrunk.kept.iter().filter_map(|place| softs.get(*place)).cloned().collect();
    kept.sort_by(Soft::reading_order);
    push(question, &mut kept)?;
    let kept = bound::merged(&question.terms, &kept);
    let choices = choices::count(&question.terms, softs, &kept);
    Ok(MinimalCause { kept, choices, minimal: shrunk.minimal, recheck: Recheck::Unasked })
}
