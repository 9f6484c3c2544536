//! Causes of many runs of one system for one property, with one solver that finds them and one that checks them.
//!
//! A run must not be asked to go on behind its end, where the model may have a dead end. So runs are taken by length: a solver
//! holds no more ticks than the run in question has, and is prolonged for the next.

use super::choices::softs;
use super::query::CauseQuery;
use super::shrink::shrink;
use super::unrolling::Unrolling;
use super::verify::SolverPair;
use super::{Kept, MinimalCause, finite, unchecked};
use wherefore_check::{NoAnswer, Options};
use wherefore_ir::{System, TermId, VarId};
use wherefore_solve::{Stop, StopReason};
use wherefore_trace::Trace;

/// One minimal cause of each of several failing finite runs, in the order of the runs, as [`minimal`](super::minimal) finds
/// it. Only variables that `counts` are kept. Solvers are shared, so that each costs little more than its own questions.
pub fn minimal_of_each(
    system: &System,
    traces: &[&Trace],
    (good, counts): (TermId, &dyn Fn(VarId) -> bool),
    options: &Options,
    stop: &Stop,
) -> Vec<Result<MinimalCause, NoAnswer>> {
    let mut order: Vec<usize> = (0..traces.len()).collect();
    order.sort_by_key(|place| traces[*place].len());
    let Some(first) = order.first().map(|place| traces[*place]) else { return Vec::new() };
    let shape = Unrolling::finite(system, good, first.len().saturating_sub(1) as u32);
    let means = SolverPair::new(&shape, options);
    let all = |why: NoAnswer| vec![Err(why); traces.len()];
    let mut question = match (means.finder)().and_then(|solver| CauseQuery::new(&shape, solver, stop)) {
        Ok(question) => question,
        Err(why) => return all(why),
    };
    let mut found = all(NoAnswer::Stopped(StopReason::NotAsked));
    for place in &order {
        found[*place] = find(&mut question, system, traces[*place], (good, counts));
    }
    checked(&means, &shape, traces, (&order, found), stop)
}

/// The cause of a run that is no shorter than those before.
fn find(
    question: &mut CauseQuery<'_>,
    system: &System,
    trace: &Trace,
    (good, counts): (TermId, &dyn Fn(VarId) -> bool),
) -> Result<MinimalCause, NoAnswer> {
    finite(system, trace, good)?;
    question.prolong(trace.len() as u32 - 1)?;
    let softs = softs(system, trace, counts);
    let shrunk = shrink(question, &softs)?;
    unchecked(question, &softs, shrunk)
}

/// The causes that another solver confirms; for the others, why not.
fn checked(
    means: &SolverPair,
    shape: &Unrolling,
    traces: &[&Trace],
    (order, mut found): (&[usize], Vec<Result<MinimalCause, NoAnswer>>),
    stop: &Stop,
) -> Vec<Result<MinimalCause, NoAnswer>> {
    let places: Vec<usize> = order.iter().copied().filter(|place| found[*place].is_ok()).collect();
    let kept = |place: &usize| found[*place].as_ref().map_or(&[][..], |cause| cause.kept.as_slice());
    let causes: Vec<(u32, &[Kept])> = places.iter().map(|p| (traces[*p].len() as u32 - 1, kept(p))).collect();
    let verdicts = means.verified_each(shape, &causes, stop);
    for (place, verdict) in places.into_iter().zip(verdicts) {
        match (&mut found[place], verdict) {
            (Ok(cause), Ok(recheck)) => cause.recheck = recheck,
            (cause, Err(why)) => *cause = Err(why),
            (Err(_), Ok(_)) => {}
        }
    }
    found
}
