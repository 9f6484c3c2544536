//! Another solver finds once more that no run differs in fewer choices.
//!
//! The check shares nothing with the search but the layout of the runs: how many choices differ is counted in clauses,
//! and one less is asked for. Where that is too much to count, it searches for as many cores of its own. One solver is
//! asked about all runs that it can answer for; what is left goes to the next.

use super::cores;
use super::passing::Passing;
use super::{Choice, NoPassingRun};
use crate::cause::unrolling::Unrolling;
use crate::cause::verify::SolverPair;
use crate::count;
use crate::result::explanation::Nearest;
use wherefore_check::{Checker, Judge, NoAnswer, Recheck};
use wherefore_solve::{Lit, Stop};

/// More clauses than about this are not worth it.
const MOST_CLAUSES: usize = 50_000;

/// Result for one run that is to be found again.
pub(super) struct Pending {
    /// The last tick.
    pub(super) last: u32,
    pub(super) choices: Vec<Choice>,
    /// None if there is no passing run.
    pub(super) nearest: Option<Nearest>,
}

/// Verdict of a judge.
enum Verdict {
    Same,
    Other,
    Open,
}

/// The answers, given in some order of their lengths, with the solver that confirms them.
pub(super) fn recheck(
    shape: &Unrolling,
    means: &SolverPair,
    (order, found): (&[usize], Vec<Result<Pending, NoPassingRun>>),
    stop: &Stop,
) -> Vec<Result<Nearest, NoPassingRun>> {
    let mut waiting: Vec<usize> = order.iter().copied().filter(|p| matches!(found.get(*p), Some(Ok(_)))).collect();
    let mut answers: Vec<Option<Result<Checker, NoAnswer>>> = found.iter().map(|_| None).collect();
    for Judge { checker, make } in &means.judges.list {
        if waiting.is_empty() {
            break;
        }
        let Ok(mut passing) = make().and_then(|solver| Passing::new(shape, solver, stop)) else { continue };
        waiting.retain(|place| {
            let Some(Ok(pending)) = found.get(*place) else { return false };
            let answer = match look(&mut passing, pending) {
                Ok(Verdict::Same) => Ok(*checker),
                Ok(Verdict::Other) => Err(NoAnswer::Refuted("another solver finds a nearer run".to_owned())),
                Ok(Verdict::Open) | Err(_) => return true,
            };
            answers[*place] = Some(answer);
            false
        });
    }
    found.into_iter().zip(answers).map(|(found, answer)| conclude(found?, answer, means)).collect()
}

fn conclude(
    found: Pending,
    answer: Option<Result<Checker, NoAnswer>>,
    means: &SolverPair,
) -> Result<Nearest, NoPassingRun> {
    let unconfirmed = || NoAnswer::GaveUp("no other solver came to a decision".to_owned());
    match (found.nearest, answer.transpose()?) {
        (Some(nearest), Some(checker)) => Ok(Nearest { recheck: Recheck::By(checker), ..nearest }),
        (Some(nearest), None) => Ok(Nearest { recheck: means.judges.missing(unconfirmed())?, ..nearest }),
        (None, Some(_)) => Err(NoPassingRun::Impossible),
        (None, None) => {
            let words = "one solver finds that every run of this length fails, and no other confirms it";
            Err(NoPassingRun::NotFound(NoAnswer::GaveUp(words.to_owned())))
        }
    }
}

/// Whether a judge finds no nearer run.
fn look(passing: &mut Passing<'_>, pending: &Pending) -> Result<Verdict, NoAnswer> {
    passing.prolong(pending.last)?;
    let Some(nearest) = &pending.nearest else { return said(passing.is_possible(&[])?) };
    let distance = nearest.differs.len();
    if distance == 0 {
        return Ok(Verdict::Same);
    }
    let is_large = pending.choices.len().saturating_mul(distance) > MOST_CLAUSES;
    if !nearest.minimal {
        return Ok(Verdict::Open);
    }
    let kept = passing.kept(&pending.choices)?;
    if is_large {
        return said(!cores::are_as_many(passing, &kept, distance)?);
    }
    let changed: Vec<Lit> = kept.into_iter().map(|l| !l).collect();
    let counts = count::at_least_up_to(passing.unroller.solver.as_mut(), &changed, distance)?;
    // Fewer than `distance` choices differ.
    let fewer: Vec<Lit> = counts.last().map(|l| !*l).into_iter().collect();
    said(passing.is_possible(&fewer)?)
}

fn said(nearer: bool) -> Result<Verdict, NoAnswer> {
    Ok(if nearer { Verdict::Other } else { Verdict::Same })
}
