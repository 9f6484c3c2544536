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
//! | lassos | `lasso` | the same for a lasso of fixed shape and a formula of linear time |
//! | deletion | `shrink` | one minimal cause, the same whichever solver is used |
//! | bounds | `push` | "t(3) = 30" becomes "t(3) >= 24" |
//! | all | `marco` | every minimal cause and every minimal correction |
//! | check | `verify` | another solver finds the same once more |
//!
//! Of a lasso the shape is kept: a cause is enough if every lasso with as many ticks and the same loop that has the kept
//! values, closes and is fair violates the formula. Only what matters for the formula has to close.

mod bound;
mod choices;
pub(crate) mod lasso;
mod many;
mod marco;
mod push;
pub(crate) mod question;
pub(crate) mod shrink;
#[cfg(test)]
pub(crate) mod tests;
pub(crate) mod verify;

pub use choices::choices;
pub(crate) use lasso::companions;
pub use many::minimal_of_each;
pub use marco::Causes;

use choices::{Soft, softs};
use push::push;
use question::{Question, Shape};
use shrink::shrink;
use verify::Means;
use wherefore_check::{Cause, Options};
use wherefore_ir::{Role, System, TermId, Terms, Value, VarId};
use wherefore_solve::Stop;
use wherefore_trace::{Trace, replay, replay_invariant, show};

/// What a kept choice says about the value of a variable.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bound {
    /// It is this value.
    Is(Value),
    /// It is at least this number.
    AtLeast(Value),
    /// It is at most this number.
    AtMost(Value),
}

/// A choice that is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The variable that is chosen.
    pub var: VarId,
    /// The tick at which.
    pub tick: u32,
    /// What is kept of its value.
    pub bound: Bound,
}

impl Kept {
    /// That it is kept, at its own tick.
    pub fn term(&self, terms: &mut Terms) -> TermId {
        bound::term(terms, self.var, &self.bound)
    }

    /// It in words, with this name for the variable: `speed <= 3`.
    pub fn words(&self, terms: &Terms, name: &str) -> String {
        let (relation, value) = match &self.bound {
            Bound::Is(value) => ("=", value),
            Bound::AtLeast(value) => (">=", value),
            Bound::AtMost(value) => ("<=", value),
        };
        format!("{name} {relation} {}", show(terms, self.var, value))
    }
}

/// A minimal cause of a failing run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MinimalCause {
    /// What is kept, by tick, then by order of declaration. A number between two bounds stands twice.
    pub kept: Vec<Kept>,
    /// How many choices the run has: pairs of a variable and a tick.
    pub choices: usize,
    /// Whether it is known that no part of it is enough; otherwise there was no time to find out.
    pub minimal: bool,
    /// The solver that found once more that it is enough, and that it is possible.
    pub rechecked_by: String,
}

impl MinimalCause {
    /// How many choices it keeps: pairs of a variable and a tick.
    pub fn size(&self) -> usize {
        let mut places: Vec<(u32, VarId)> = self.kept.iter().map(|k| (k.tick, k.var)).collect();
        places.sort_unstable();
        places.dedup();
        places.len()
    }
}

/// One minimal cause of a failing finite run: `good` is false at its last tick. Which one does not depend on the solver.
///
/// The run is replayed first. Where a limit on effort or a solver that gives up leaves a part undecided, that part is kept
/// and the cause is not called minimal. What cannot be re-checked is an error.
pub fn minimal(
    system: &System,
    trace: &Trace,
    good: TermId,
    options: &Options,
    stop: &Stop,
) -> Result<MinimalCause, Cause> {
    let shape = finite(system, trace, good)?;
    one(&shape, &softs(system, trace, |_| true), &Means::new(&shape, options), stop)
}

/// One minimal cause among the choices in a single step that makes `good` false so many ticks after its start, whatever comes
/// after the step: what it takes to seal a failure. `step` has the tick before the step and, if that matters, the one after it.
/// The first state of the system is fixed.
pub(crate) fn of_step(
    system: &System,
    step: &Trace,
    (good, last): (TermId, u32),
    options: &Options,
    stop: &Stop,
) -> Result<MinimalCause, Cause> {
    let shape = Shape::finite(system, good, last);
    let mut softs = softs(system, step, |_| true);
    softs.retain(|s| s.tick == 0 || system.role(s.var) != Role::Input);
    one(&shape, &softs, &Means::new(&shape, options), stop)
}

/// All minimal causes and all minimal corrections of a failing finite run, at most so many of each.
pub fn all(
    system: &System,
    trace: &Trace,
    good: TermId,
    options: &Options,
    stop: &Stop,
    most: usize,
) -> Result<Causes, Cause> {
    let shape = finite(system, trace, good)?;
    marco::all(&shape, &softs(system, trace, |_| true), &Means::new(&shape, options), stop, most)
}

/// One minimal cause of a lasso on which `formula` is false. Lassos on which `assuming` is false do not count: it is part of
/// the environment, as the contracts are that everybody keeps. Only variables that `counts` are kept.
pub fn minimal_on_lasso(
    system: &System,
    trace: &Trace,
    (formula, assuming): (TermId, Option<TermId>),
    counts: &dyn Fn(VarId) -> bool,
    options: &Options,
    stop: &Stop,
) -> Result<MinimalCause, Cause> {
    replay(system, trace).map_err(|e| Cause::Refuted(e.to_string()))?;
    let shape = lasso::shape(system, trace, formula, assuming)?;
    one(&shape, &softs(system, trace, counts), &Means::new(&shape, options), stop)
}

fn finite(system: &System, trace: &Trace, good: TermId) -> Result<Shape, Cause> {
    let refuted = |e: wherefore_trace::ReplayError| Cause::Refuted(e.to_string());
    replay(system, trace).map_err(refuted)?;
    replay_invariant(system, trace, good).map_err(refuted)?;
    if system.terms.has_next(good) || trace.loop_start.is_some() {
        return Err(Cause::Unsupported("the cause of a run that does not end where it fails".to_owned()));
    }
    Ok(Shape::finite(system, good, trace.len() as u32 - 1))
}

fn one(shape: &Shape, softs: &[Soft], means: &Means, stop: &Stop) -> Result<MinimalCause, Cause> {
    let mut question = Question::new(shape, (means.finder)()?, stop)?;
    let shrunk = shrink(&mut question, softs)?;
    conclude(&mut question, softs, shrunk, means)
}

/// Finishes a cause and has it checked.
fn conclude(
    question: &mut Question<'_>,
    softs: &[Soft],
    shrunk: shrink::Shrunk,
    means: &Means,
) -> Result<MinimalCause, Cause> {
    let cause = unchecked(question, softs, shrunk)?;
    let rechecked_by = means.verified(question.shape, &cause.kept, question.stop)?;
    Ok(MinimalCause { rechecked_by, ..cause })
}

/// Pushes the bounds of a cause outwards and puts it in order. Nobody has checked it yet.
fn unchecked(question: &mut Question<'_>, softs: &[Soft], shrunk: shrink::Shrunk) -> Result<MinimalCause, Cause> {
    let mut kept: Vec<Soft> = shrunk.kept.iter().filter_map(|place| softs.get(*place)).cloned().collect();
    kept.sort_by(Soft::reading_order);
    push(question, &mut kept)?;
    let kept = bound::merged(&question.terms, &kept);
    let choices = choices::count(&question.terms, softs, &kept);
    Ok(MinimalCause { kept, choices, minimal: shrunk.minimal, rechecked_by: String::new() })
}
