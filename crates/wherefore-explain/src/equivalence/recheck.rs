//! Whether an equivalence survives a check by others.
//!
//! The nodes of the product are an inductive invariant of both machines beside each other: whatever the inputs, machines that
//! are in a node show the same and are in a node again. The models have walked every cell themselves (`tour`); here a solver
//! that had no part in the search finds once more that no input lies outside the cells.

use super::Refusal;
use super::branch::Executor;
use super::oracle::{Oracle, is_finite};
use wherefore_check::{Cause, solvers};
use wherefore_ir::{TermId, Terms};
use wherefore_solve::Stop;

/// Asks another solver that nothing satisfies any of these; gives its name.
pub(super) fn judged(executor: &mut Executor, outside: &[TermId], stop: &Stop) -> Result<String, Refusal> {
    let finite = is_finite(&executor.joint);
    let mut last = Cause::GaveUp("nobody could check it".to_owned());
    for (name, maker) in solvers::judges(if finite { "sat" } else { "smt" }, finite, None) {
        let judge = Oracle::with(&mut executor.joint, &maker, &solvers::z3(None), stop);
        match judge.and_then(|judge| nobody(judge, &mut executor.joint.terms, outside)) {
            Ok(()) => return Ok(name.to_owned()),
            Err(refuted @ Cause::Refuted(_)) => return Err(Refusal::NoAnswer(refuted)),
            Err(cause) => last = cause,
        }
    }
    Err(Refusal::NoAnswer(last))
}

fn nobody(mut judge: Oracle, terms: &mut Terms, outside: &[TermId]) -> Result<(), Cause> {
    for question in outside {
        match judge.model(terms, &[*question]) {
            Ok(None) => {}
            Ok(Some(_)) => return Err(Cause::Refuted("another solver finds inputs outside all cells".to_owned())),
            Err(Refusal::NoAnswer(cause)) => return Err(cause),
            Err(Refusal::Unusable { what, .. }) => return Err(Cause::Unsupported(what)),
        }
    }
    Ok(())
}
