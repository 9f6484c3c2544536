//! Violations in systems that only know bounds of functions.
//!
//! A run that was found has some values within the bounds. The true values are computed in floating point, and the run follows
//! from them. It counts as a violation only if the property is false whatever the values are within the error of that
//! computation: `sin(x)^2 + cos(x)^2 = 1` is not broken by rounding.

use crate::{Cone, NoAnswer, Unroller};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed};
use std::collections::BTreeSet;
use wherefore_ir::{Op, Role, System, TermId, Value, VarId};
use wherefore_solve::{Solver, Stop};
use wherefore_trace::{Trace, replay, replay_invariant, with_functions};

/// The run with the true values of all functions, if it breaks `good` at its last tick whatever the errors are.
pub(crate) fn concrete(
    system: &System,
    good: TermId,
    trace: Trace,
    solver: impl FnOnce() -> Result<Box<dyn Solver>, NoAnswer>,
    stop: &Stop,
) -> Result<Trace, NoAnswer> {
    let Some(unknown) = NoAnswer::estimated(system) else { return Ok(trace) };
    let breaks = |run: &Trace| replay(system, run).is_ok() && replay_invariant(system, run, good).is_ok();
    let Some(run) = with_functions(system, &trace).filter(breaks) else { return Err(unknown) };
    if is_kept_nearby(system, good, &run, solver()?, stop)? { Err(unknown) } else { Ok(run) }
}

/// Whether `good` is true at the last tick of some run with the same choices and values of functions that differ by an error.
fn is_kept_nearby(
    system: &System,
    good: TermId,
    run: &Trace,
    solver: Box<dyn Solver>,
    stop: &Stop,
) -> Result<bool, NoAnswer> {
    let mut extended = system.clone();
    let near = neighbourhood(&mut extended, run);
    let model = Cone::whole(&extended);
    let mut unroller = Unroller::new(&model, solver)?;
    unroller.assert_init()?;
    let last = run.len() as u32 - 1;
    unroller.reach(last)?;
    let mut literals = vec![unroller.literal(good, last)?];
    for (term, tick) in near {
        literals.push(unroller.literal(term, tick)?);
    }
    unroller.is_sat(&literals, None, stop)
}

/// Formulas at ticks: choices are those of the run, values of functions lie near theirs.
fn neighbourhood(system: &mut System, run: &Trace) -> Vec<(TermId, u32)> {
    let functions: BTreeSet<VarId> = system.annexes.estimates.iter().map(|e| e.value).collect();
    let chosen: Vec<VarId> = system
        .vars()
        .filter(|(var, role)| *role != Role::State || !system.next.contains_key(var))
        .map(|(var, _)| var)
        .collect();
    let first: Vec<VarId> = system.vars().map(|(var, _)| var).filter(|var| !chosen.contains(var)).collect();
    let mut near = Vec::new();
    for (tick, step) in run.steps.iter().enumerate() {
        let at_first = first.iter().filter(|_| tick == 0);
        for var in chosen.iter().chain(at_first) {
            let Some(value) = step.get(*var).cloned() else { continue };
            let term = match (functions.contains(var), value) {
                (true, Value::Real(exact)) => within_error(system, *var, &exact),
                (_, value) => equals(system, *var, value),
            };
            near.push((term, tick as u32));
        }
    }
    near
}

fn equals(system: &mut System, var: VarId, value: Value) -> TermId {
    let (now, value) = (system.terms.now(var), system.terms.mk_const(value));
    system.terms.eq(now, value)
}

/// A millionth of the value, or of 1: floating point is far more exact wherever arguments are not huge.
fn within_error(system: &mut System, var: VarId, exact: &BigRational) -> TermId {
    let size = exact.abs().max(BigRational::one());
    let error = size / BigRational::from(BigInt::from(1_000_000));
    let bound = |system: &mut System, value: BigRational| system.terms.mk_const(Value::Real(value));
    let (low, high) = (bound(system, exact - &error), bound(system, exact + &error));
    let now = system.terms.now(var);
    let (above, below) = (system.terms.mk(Op::Le, &[low, now]), system.terms.mk(Op::Le, &[now, high]));
    match (above, below) {
        (Ok(above), Ok(below)) => system.terms.and([above, below]),
        // Both sides are reals.
        _ => system.terms.bool(true),
    }
}
