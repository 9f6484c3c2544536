//! k-induction: if a formula holds at k neighbouring ticks, it holds at the next; and it holds at the first k ticks.
//!
//! Base case and step grow together, one tick at a time. The step case also requires the states on the way to differ from
//! each other where the model is finite, so that every true invariant is k-inductive for some k.

use crate::unroll::Unroller;
use crate::{Certificate, Cone, EngineId, Event, NoAnswer, Observer, Proof};
use wherefore_ir::TermId;
use wherefore_solve::{Solver, Stop};

/// How far an induction goes.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The most ticks.
    pub most: u32,
    /// The most work for each question, in the solver's unit.
    pub effort: Option<u64>,
}

impl From<u32> for Limits {
    fn from(most: u32) -> Limits {
        Limits { most, effort: None }
    }
}

/// Proves or refutes `good` with at most `most` ticks. `make` gives fresh solvers. The certificate does not rest on states
/// being different: that is tried only by engines that give invariants.
pub fn prove(
    model: &Cone,
    good: TermId,
    limits: impl Into<Limits>,
    make: &dyn Fn() -> Result<Box<dyn Solver>, NoAnswer>,
    stop: &Stop,
    observer: &dyn Observer,
) -> Result<Proof, NoAnswer> {
    let Limits { most, effort } = limits.into();
    let mut base = Unroller::new(model, make()?)?;
    base.assert_init()?;
    let mut step = Unroller::new(model, make()?)?;
    for k in 0..=most {
        observer.event(Event::Depth { engine: EngineId::INDUCTION, depth: k });
        base.reach(k)?;
        let bad = !base.literal(good, k)?;
        if base.is_sat(&[bad], effort, stop)? {
            return Ok(Proof::Unsafe { depth: k, shortest: true, witness: None });
        }
        base.solver.clause(&[!bad])?;
        step.reach(k)?;
        let bad = !step.literal(good, k)?;
        if !step.is_sat(&[bad], effort, stop)? {
            return Ok(Proof::Safe(Certificate::Induction { k }));
        }
        step.solver.clause(&[!bad])?;
    }
    Err(NoAnswer::Bound(most))
}
