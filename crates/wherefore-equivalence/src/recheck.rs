//! Whether an equivalence survives a check by others.
//!
//! The nodes of the product are an inductive invariant of both machines beside each other: whatever the inputs, machines that
//! are in a node show the same and are in a node again. The models have walked every cell themselves (`tour`); here a family
//! of solvers that had no part in the search finds once more that no input lies outside the cells. Floats are searched by z3,
//! in reals, and by cvc5, bit by bit: there each of the two has to find it alone. Where one of them cannot, Bitwuzla may, if it is
//! installed.

use super::joint::Joint;
use super::oracle::{Oracle, is_finite};
use super::{CompareError, Options};
use wherefore_check::solvers::Maker;
use wherefore_check::{self as check, Checker, Family, Judge, Judges, NoAnswer, Recheck};
use wherefore_ir::{TermId, Terms};
use wherefore_solve::Stop;

/// Limit of a judge for each question about floats, in units of the solver.
const FLOAT_EFFORT: u64 = 100_000_000;

/// Has another family find that nothing satisfies any of these.
pub(super) fn reviewed(
    joint: &mut Joint,
    outside: &[TermId],
    options: &Options,
    stop: &Stop,
) -> Result<Recheck, CompareError> {
    let finite = is_finite(joint);
    let has_floats = joint.terms.vars().any(|(_, v)| v.sort.is_float());
    let programs = options.programs.clone();
    let options = check::Options { recheck: options.recheck, programs, ..check::Options::default() };
    let recheck = if has_floats {
        let alone = |found_by| check::judges(found_by, false, &options);
        let spare = Judge { checker: Checker::Bitwuzla, make: options.solvers().bitwuzla() };
        two_alone(joint, outside, [alone(Family::Cvc5), alone(Family::Z3)], spare, stop)
    } else {
        let judges = check::judges(Family::of_bounded(finite), finite, &options);
        one_of(joint, outside, &judges, stop)
    };
    recheck.map_err(CompareError::NoAnswer)
}

/// The first judge that comes to a decision.
fn one_of(joint: &mut Joint, outside: &[TermId], judges: &Judges, stop: &Stop) -> Result<Recheck, NoAnswer> {
    let joint = std::cell::RefCell::new(joint);
    judges.review(|make| verify(&mut joint.borrow_mut(), outside, make, (None, stop)))
}

/// All judges, each without the help of another. Where one gives up, a spare one may take its place.
fn two_alone(
    joint: &mut Joint,
    outside: &[TermId],
    judges: [Judges; 2],
    spare: Judge,
    stop: &Stop,
) -> Result<Recheck, NoAnswer> {
    let (mut found, mut spare) = (Vec::new(), Some(spare));
    for judges in &judges {
        for Judge { checker, make } in &judges.list {
            match verify(joint, outside, make, (Some(FLOAT_EFFORT), stop)) {
                Ok(()) => found.push(*checker),
                Err(refuted @ NoAnswer::Refuted(_)) => return Err(refuted),
                Err(stopped @ NoAnswer::Stopped(_)) => return judges.missing(stopped),
                Err(cause) => match stands_in(joint, outside, spare.take(), stop) {
                    Ok(checker) => found.push(checker),
                    Err(refuted @ NoAnswer::Refuted(_)) => return Err(refuted),
                    // Nobody needs to have the spare one: what it lacks is not the reason.
                    Err(_) => return judges.missing(cause),
                },
            }
        }
    }
    Ok(Recheck::By(together(&found)))
}

fn stands_in(joint: &mut Joint, outside: &[TermId], spare: Option<Judge>, stop: &Stop) -> Result<Checker, NoAnswer> {
    let Judge { checker, make } = spare.ok_or(NoAnswer::Effort)?;
    verify(joint, outside, &make, (Some(FLOAT_EFFORT), stop)).map(|()| checker)
}

/// The name of two that found the same, each alone.
fn together(found: &[Checker]) -> Checker {
    match found {
        [Checker::Z3, Checker::Bitwuzla] => Checker::Z3AndBitwuzla,
        [Checker::Bitwuzla, Checker::Cvc5] => Checker::Cvc5AndBitwuzla,
        _ => Checker::Z3AndCvc5,
    }
}

fn verify(
    joint: &mut Joint,
    outside: &[TermId],
    make: &Maker,
    (effort, stop): (Option<u64>, &Stop),
) -> Result<(), NoAnswer> {
    let mut judge = Oracle::with(joint, make, make, stop)?;
    judge.effort = effort;
    is_unsatisfiable(judge, &mut joint.terms, outside)
}

fn is_unsatisfiable(mut judge: Oracle, terms: &mut Terms, outside: &[TermId]) -> Result<(), NoAnswer> {
    for question in outside {
        match judge.model(terms, &[*question]) {
            Ok(None) => {}
            Ok(Some(_)) => return Err(NoAnswer::Refuted("another solver finds inputs outside all cells".to_owned())),
            Err(CompareError::NoAnswer(cause)) => return Err(cause),
            Err(CompareError::Unusable { what, .. }) => return Err(NoAnswer::Unsupported(what)),
        }
    }
    Ok(())
}
