//! z3's Spacer engine: constrained Horn clauses over integers, reals and bit-vectors.
//!
//! The model becomes three clauses over one unknown predicate: first ticks are in it, steps stay in it, nothing bad is in
//! it. A solution is an inductive invariant; it is read back as a formula and re-checked like any other.

use crate::{Cause, Certificate, Model, Observer, Proof, bmc, solvers};
use wherefore_ir::TermId;
use wherefore_solve::{Chc, ChcAnswer, SmtCommand, Stop};

/// The name of the engine.
pub const NAME: &str = "spacer";

/// Decides whether `good` holds at every reachable tick.
pub fn prove(
    model: &Model,
    good: TermId,
    memory: Option<u64>,
    stop: &Stop,
    observer: &dyn Observer,
) -> Result<Proof, Cause> {
    let spacer = Chc::new(solvers::limited(SmtCommand::z3(), memory));
    let mut system = model.as_system();
    let answer = spacer.check(&mut system, good, None, stop)?;
    match answer {
        ChcAnswer::Safe { invariant } => {
            Ok(Proof::Safe(Certificate::Invariant { terms: Box::new(system.terms), term: invariant }))
        }
        // Spacer tells no length; bounded search finds it, and ends because it is there.
        ChcAnswer::Unsafe => shortest(model, good, memory, stop, observer),
        ChcAnswer::Unknown(undecided) => Err(undecided.into()),
    }
}

fn shortest(
    model: &Model,
    good: TermId,
    memory: Option<u64>,
    stop: &Stop,
    observer: &dyn Observer,
) -> Result<Proof, Cause> {
    let found = bmc::search(model, good, (0, u32::MAX), solvers::z3(memory)()?, stop, observer)?;
    let trace = found.ok_or_else(|| Cause::Refuted("spacer's violation has no run".to_owned()))?;
    Ok(Proof::Unsafe { depth: trace.len() as u32 - 1, shortest: true })
}
