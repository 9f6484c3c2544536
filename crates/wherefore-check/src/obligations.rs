//! Does the model make sense? Values in range, case distinctions complete, no division by zero.
//!
//! Most obligations hold in every conceivable state and one question settles them all. The rest are asked like any other
//! invariant, together, and on failure the run shows which ones it breaks. An obligation that a restriction of the same
//! element would hide (`x := e` with `e` out of range has no state at all) is asked without that restriction.
//!
//! Where data is not finite, or the system is large, runs drawn by chance are looked at first, because engines may take long there;
//! elsewhere only where engines do not decide. A run that was drawn is shown as it is and need not be a shortest one.

use crate::context::Session;
use crate::invariant::InvariantQuery;
use crate::occurs::DRAWN;
use crate::simulate::Walks;
use crate::unroll::Unroller;
use crate::{BrokenObligation, Cone, Counterexample, NoAnswer, Observer, Verdict};
use std::sync::Arc;
use wherefore_ir::{Obligation, System, TermId, Value, When};
use wherefore_solve::Stop;
use wherefore_trace::{Evaluator, Step, Trace, evaluate, replay};

/// Instructions of the evaluator for runs that are drawn before engines are asked.
const EARLY: u64 = 10_000_000;

/// The obligations that are not met; one run may break several.
pub(crate) fn check(
    session: &Session,
    stop: &Stop,
    observer: &Arc<dyn Observer>,
) -> Result<Vec<BrokenObligation>, NoAnswer> {
    let system = session.system.as_ref();
    let (alone, together): (Vec<_>, Vec<_>) = system.obligations.iter().partition(|o| is_hidden(system, o));
    let variant = |obligation: &Obligation| Cone::without(system, obligation.element).system;
    let mut answers: Vec<_> = alone.into_iter().map(|o| ask(session, variant(o), &[o], stop, observer)).collect();
    if answers.iter().flatten().all(Vec::is_empty) && !together.is_empty() {
        answers.push(ask(session, system.clone(), &together, stop, observer));
    }
    // One that is broken is worth telling, whatever is not known of the others.
    let broken: Vec<BrokenObligation> = answers.iter().flatten().flatten().cloned().collect();
    match answers.into_iter().find_map(Result::err) {
        Some(cause) if broken.is_empty() => Err(cause),
        _ => Ok(broken),
    }
}

/// Whether a restriction by the same element, or one on first ticks, stands in the way of seeing it fail.
fn is_hidden(system: &System, obligation: &Obligation) -> bool {
    let own = |e| obligation.element.is_some() && e == obligation.element;
    obligation.when == When::Initially || system.init.iter().chain(&system.invar).any(|c| own(c.element))
}

fn ask(
    session: &Session,
    mut system: System,
    obligations: &[&Obligation],
    stop: &Stop,
    observer: &Arc<dyn Observer>,
) -> Result<Vec<BrokenObligation>, NoAnswer> {
    let initially = obligations.iter().all(|o| o.when == When::Initially);
    let good = system.terms.and(obligations.iter().map(|o| o.term));
    let (model, system) = (Cone::whole(&system), Arc::new(system));
    let run = match single_tick(session, &model, good, initially, stop)? {
        None => None,
        Some(trace) if initially => Some(Counterexample { trace, claims: Vec::new(), shortest: true }),
        Some(_) => deep(session, system.clone(), good, stop, observer)?,
    };
    Ok(run.map_or_else(Vec::new, |run| broken_by(&system, &run, obligations)))
}

/// A tick, reachable or not, that breaks the formula; with `initially`, a first tick.
fn single_tick(
    session: &Session,
    model: &Cone,
    good: TermId,
    initially: bool,
    stop: &Stop,
) -> Result<Option<Trace>, NoAnswer> {
    let make = session.options.solvers().bounded(model.is_finite());
    let mut tick = Unroller::new(model, make()?)?;
    if initially {
        tick.assert_init()?;
    }
    let bad = !tick.literal(good, 0)?;
    if tick.is_sat(&[bad], None, stop)? { tick.trace(0).map(Some) } else { Ok(None) }
}

/// A run that breaks the formula at its last tick.
fn deep(
    session: &Session,
    system: Arc<System>,
    good: TermId,
    stop: &Stop,
    observer: &Arc<dyn Observer>,
) -> Result<Option<Counterexample>, NoAnswer> {
    let mut walks = Walks::new(&system);
    let is_large = walks.as_ref().is_some_and(Walks::is_large);
    let mut drawn = |work| drawn(&system, good, walks.as_mut()?, work, stop);
    if (is_large || !system.is_finite())
        && let Some(run) = drawn(EARLY)
    {
        return Ok(Some(run));
    }
    match InvariantQuery::about(session, system.clone(), good).decide(stop, observer).1 {
        Verdict::Holds { .. } | Verdict::Vacuous { .. } => Ok(None),
        Verdict::Violated(run) => Ok(Some(*run)),
        Verdict::Undetermined(cause) => drawn(DRAWN).map(Some).ok_or(cause),
    }
}

/// A run drawn by chance that breaks the formula at its last tick, if all runs together take no more than this number of instructions.
fn drawn(system: &System, good: TermId, walks: &mut Walks<'_>, work: u64, stop: &Stop) -> Option<Counterexample> {
    let formula = Evaluator::new(&system.terms, &[good]).ok()?;
    let fails = |step: &Step| formula.truths(&step.values, None) == [Some(false)];
    while let Some(run) = walks.next_run(work, stop) {
        let Some(tick) = run.steps.iter().position(fails) else { continue };
        let trace = Trace::finite(run.steps.into_iter().take(tick + 1).collect());
        replay(system, &trace).ok()?;
        return Some(Counterexample { trace, claims: Vec::new(), shortest: false });
    }
    None
}

/// The obligations that a run breaks at its last tick.
fn broken_by(system: &System, run: &Counterexample, obligations: &[&Obligation]) -> Vec<BrokenObligation> {
    let Some(last) = run.trace.steps.last() else { return Vec::new() };
    let fails =
        |o: &Obligation| matches!(evaluate(&system.terms, o.term, &last.values, None), Ok(Some(Value::Bool(false))));
    let broken = |o: &&Obligation| BrokenObligation { obligation: (*o).clone(), counterexample: run.clone() };
    obligations.iter().filter(|o| fails(o)).map(broken).collect()
}
