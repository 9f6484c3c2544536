//! Does the model make sense? Values in range, case distinctions complete, no division by zero.
//!
//! Most obligations hold in every conceivable state and one question settles them all. The rest are asked like any other
//! invariant, together, and on failure the run shows which ones it breaks. An obligation that a restriction of the same
//! element would hide (`x := e` with `e` out of range has no state at all) is asked without that restriction.

use crate::context::Session;
use crate::invariant::InvariantQuery;
use crate::unroll::Unroller;
use crate::{BrokenObligation, Cone, Counterexample, NoAnswer, Observer, Verdict};
use std::sync::Arc;
use wherefore_ir::{Obligation, System, TermId, Value, When};
use wherefore_solve::Stop;
use wherefore_trace::{Trace, evaluate};

/// The obligations that are not met; one run may break several.
pub(crate) fn check(
    session: &Session,
    stop: &Stop,
    observer: &Arc<dyn Observer>,
) -> Result<Vec<BrokenObligation>, NoAnswer> {
    let system = session.system.as_ref();
    let (alone, together): (Vec<_>, Vec<_>) = system.obligations.iter().partition(|o| is_hidden(system, o));
    let mut broken = Vec::new();
    for obligation in alone {
        let variant = Cone::without(system, obligation.element);
        broken.extend(ask(session, variant.system, &[obligation], stop, observer)?);
    }
    if broken.is_empty() && !together.is_empty() {
        broken = ask(session, system.clone(), &together, stop, observer)?;
    }
    Ok(broken)
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
    let model = Cone::whole(&system);
    let run = match single_tick(session, &model, good, initially, stop)? {
        None => None,
        Some(trace) if initially => Some(trace),
        Some(_) => deep(session, system.clone(), good, stop, observer)?,
    };
    Ok(run.map_or_else(Vec::new, |trace| broken_by(&system, &trace, obligations)))
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

fn deep(
    session: &Session,
    system: System,
    good: TermId,
    stop: &Stop,
    observer: &Arc<dyn Observer>,
) -> Result<Option<Trace>, NoAnswer> {
    match InvariantQuery::about(session, system, good).decide(stop, observer).1 {
        Verdict::Holds { .. } | Verdict::Vacuous { .. } => Ok(None),
        Verdict::Violated(counterexample) => Ok(Some(counterexample.trace)),
        Verdict::Undetermined(cause) => Err(cause),
    }
}

fn broken_by(system: &System, trace: &Trace, obligations: &[&Obligation]) -> Vec<BrokenObligation> {
    let Some(last) = trace.steps.last() else { return Vec::new() };
    let fails =
        |o: &Obligation| matches!(evaluate(&system.terms, o.term, &last.values, None), Ok(Some(Value::Bool(false))));
    let counterexample = Counterexample { trace: trace.clone(), claims: Vec::new(), shortest: true };
    obligations
        .iter()
        .filter(|o| fails(o))
        .map(|o| BrokenObligation { obligation: (*o).clone(), counterexample: counterexample.clone() })
        .collect()
}
