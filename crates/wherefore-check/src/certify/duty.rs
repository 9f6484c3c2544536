//! Duties: conjunctions that must not be satisfiable, asked some at a time.
//!
//! A solver is asked whether *any* of some duties is broken, in one question: each has a literal that implies its parts,
//! and one clause offers all of them. The solver stays the same, so what is learnt for one layer serves the next.
//!
//! Example: that p implies q and that no step leads from q to p are the duties `p, !q` and `q, p at tick 1`.

use crate::NoAnswer;
use wherefore_ir::{TermId, Terms};
use wherefore_solve::{Answer, Lit, Solver, Stop};

/// A question that takes more conflicts than this is given up.
const CONFLICTS: u64 = 50_000;
/// How many duties make a question: neighbours are alike, and many at once only spread the search.
const TOGETHER: usize = 4;

/// Formulas at ticks that never hold together.
pub(super) struct Duty {
    /// The defect of the certificate if they do.
    pub(super) words: &'static str,
    pub(super) parts: Vec<(TermId, u32)>,
}

/// Asks whether every duty is met.
pub(super) fn ask(solver: &mut dyn Solver, terms: &Terms, duties: &[Duty], stop: &Stop) -> Result<(), NoAnswer> {
    for some in duties.chunks(TOGETHER) {
        let any = solver.fresh()?;
        let mut broken: Vec<Lit> = Vec::new();
        for duty in some {
            let this = solver.fresh()?;
            for (term, tick) in &duty.parts {
                let part = solver.premise(terms, *term, *tick)?;
                solver.clause(&[!this, part])?;
            }
            broken.push(this);
        }
        let offer: Vec<Lit> = std::iter::once(!any).chain(broken.iter().copied()).collect();
        solver.clause(&offer)?;
        match solver.check(&[any], Some(CONFLICTS), stop)? {
            Answer::Unsat => solver.clause(&[!any])?,
            Answer::Unknown(undecided) => return Err(undecided.into()),
            Answer::Sat => return Err(blame(solver, &broken, some)?),
        }
    }
    Ok(())
}

/// The duty that the solver's model breaks.
fn blame(solver: &mut dyn Solver, broken: &[Lit], duties: &[Duty]) -> Result<NoAnswer, NoAnswer> {
    for (this, duty) in broken.iter().zip(duties) {
        if solver.truth(*this)? {
            return Ok(NoAnswer::Refuted(duty.words.to_owned()));
        }
    }
    Ok(NoAnswer::Refuted("a solver contradicts itself".to_owned()))
}
