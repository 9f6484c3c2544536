//! A cause is believed when another solver has found, from nothing, that it is enough and that it is possible.

use super::query::CauseQuery;
use super::soft::Soft;
use super::unrolling::Unrolling;
use super::{Kept, MinimalCause};
use std::cell::RefCell;
use wherefore_check::solvers::Maker;
use wherefore_check::{Family, Judges, NoAnswer, Options, Recheck, judges};
use wherefore_solve::{Lit, Stop};

/// Solvers that look for causes, and solvers that re-check them.
pub(crate) struct SolverPair {
    pub(crate) finder: Maker,
    pub(crate) judges: Judges,
}

impl SolverPair {
    /// Solvers that handle a shape.
    pub(crate) fn new(shape: &Unrolling, options: &Options) -> SolverPair {
        let is_finite = shape.is_finite();
        let judges = judges(Family::of_bounded(is_finite), is_finite, options);
        SolverPair { finder: options.solvers().bounded(is_finite), judges }
    }

    /// Has a cause checked again.
    pub(super) fn verified(&self, shape: &Unrolling, kept: &[Kept], stop: &Stop) -> Result<Recheck, NoAnswer> {
        self.judges.review(|make| check(&mut CauseQuery::new(shape, make()?, stop)?, kept))
    }

    /// Has checked again, in one solver, that each of some causes of one run is enough and possible, and that with each of some
    /// sets of choices the property can hold.
    pub(super) fn verified_all(
        &self,
        shape: &Unrolling,
        causes: &[MinimalCause],
        rests: &[Vec<Soft>],
        stop: &Stop,
    ) -> Result<Recheck, NoAnswer> {
        self.judges.review(|make| {
            let mut question = CauseQuery::new(shape, make()?, stop)?;
            causes.iter().try_for_each(|cause| check(&mut question, &cause.kept))?;
            rests.iter().try_for_each(|rest| check_rest(&mut question, rest))
        })
    }

    /// Has causes of ever longer runs checked again, each with the last tick of its run, in one solver.
    pub(super) fn verified_each(
        &self,
        shape: &Unrolling,
        causes: &[(u32, &[Kept])],
        stop: &Stop,
    ) -> Vec<Result<Recheck, NoAnswer>> {
        let verdicts = RefCell::new(Vec::new());
        let outcome = self.judges.review(|make| {
            verdicts.borrow_mut().clear();
            let mut question = CauseQuery::new(shape, make()?, stop)?;
            for (last, kept) in causes {
                question.prolong(*last)?;
                let verdict = check(&mut question, kept);
                if !matches!(verdict, Ok(()) | Err(NoAnswer::Refuted(_))) {
                    return verdict;
                }
                verdicts.borrow_mut().push(verdict);
            }
            Ok(())
        });
        // Verdicts of the last judge stand even if it did not come to the end.
        let verdicts = verdicts.into_inner();
        let of = |place| match verdicts.get(place) {
            Some(Err(refuted)) => Err(NoAnswer::clone(refuted)),
            _ => outcome.clone(),
        };
        (0..causes.len()).map(of).collect()
    }
}

/// Whatever else happens, the property fails; and there is a run on which all this happens.
fn check(question: &mut CauseQuery<'_>, kept: &[Kept]) -> Result<(), NoAnswer> {
    let softs: Vec<Soft> = kept.iter().map(|k| Soft { var: k.var, tick: k.tick, bound: k.bound.clone() }).collect();
    let literals = literals(question, &softs)?;
    if !question.is_enough(&literals)? {
        return Err(NoAnswer::Refuted("a cause is not enough for the failure".to_owned()));
    }
    if !question.is_possible(&literals)? {
        return Err(NoAnswer::Refuted("no run has the cause".to_owned()));
    }
    Ok(())
}

/// There is a run on which the property holds although all this stays as it was.
fn check_rest(question: &mut CauseQuery<'_>, rest: &[Soft]) -> Result<(), NoAnswer> {
    let literals = literals(question, rest)?;
    if question.is_enough(&literals)? {
        return Err(NoAnswer::Refuted("a correction does not avoid the failure".to_owned()));
    }
    Ok(())
}

fn literals(question: &mut CauseQuery<'_>, softs: &[Soft]) -> Result<Vec<Lit>, NoAnswer> {
    softs.iter().map(|soft| question.literal(soft)).collect()
}
