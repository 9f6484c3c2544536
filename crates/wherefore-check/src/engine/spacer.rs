//! z3's Spacer engine: constrained Horn clauses over integers, reals and bit-vectors.
//!
//! The model becomes three clauses over one unknown predicate: first ticks are in it, steps stay in it, nothing bad is in
//! it. A solution is an inductive invariant; it is read back as a formula and re-checked like any other.

use super::k_liveness::{MOST_VISITS, count};
use super::{Answer, Answers, Capabilities, Data, Engine, EngineContext, Family, Problem, bmc};
use crate::{Certificate, Cone, EngineId, NoAnswer};
use std::sync::Arc;
use wherefore_ir::TermId;
use wherefore_solve::ChcAnswer;

/// The engine.
pub(crate) struct Spacer;

impl Engine for Spacer {
    fn id(&self) -> EngineId {
        EngineId::SPACER
    }

    fn family(&self) -> Family {
        Family::Z3
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities { invariants: Answers::Both, linear: Answers::Proofs, ..Capabilities::on(Data::Unbounded) }
    }

    fn prove(&self, problem: &Problem, context: &EngineContext) -> Result<Answer, NoAnswer> {
        match problem {
            Problem::Invariant { model, good } => match invariant(model, *good, context)? {
                Some(certificate) => Ok(Answer::Safe(certificate)),
                // Spacer reports no length; bounded search finds it, and ends because it is there.
                None => shortest(model, *good, context),
            },
            // A violation for one number of visits says nothing, so no run is looked for.
            Problem::Linear(product) => count(product, MOST_VISITS, |(model, good), _| invariant(model, good, context)),
            Problem::Branching { .. } => Err(problem.refused()),
        }
    }
}

/// An inductive invariant that implies `good`; none if `good` is violated.
fn invariant(model: &Cone, good: TermId, context: &EngineContext) -> Result<Option<Certificate>, NoAnswer> {
    let mut system = model.as_system();
    match context.solvers.spacer().check(&mut system, good, None, &context.stop)? {
        ChcAnswer::Safe { invariant: term } => Ok(Some(Certificate::Invariant { terms: Arc::new(system.terms), term })),
        ChcAnswer::Unsafe => Ok(None),
        ChcAnswer::Unknown(undecided) => Err(undecided.into()),
    }
}

fn shortest(model: &Cone, good: TermId, context: &EngineContext) -> Result<Answer, NoAnswer> {
    let (make, observer) = (context.solvers.z3(), context.observer.as_ref());
    let found = bmc::search(model, good, (0, u32::MAX), make()?, &context.stop, observer)?;
    let trace = found.ok_or_else(|| NoAnswer::Refuted("spacer's violation has no run".to_owned()))?;
    Ok(Answer::Unsafe { depth: trace.len() as u32 - 1, shortest: true, witness: None })
}
