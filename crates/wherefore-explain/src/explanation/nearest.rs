//! The nearest passing run: as long as a failing one, of the same system, different in as few choices as possible.
//!
//! A person who reads a failing run asks what would have had to be otherwise. The answer is a run with the same number of
//! ticks, and of a lasso with the same loop, on which the claim holds at every tick; among all of these one that differs from
//! the failing run in the fewest choices (`cause::choices`). Among those it is the one that differs as late as possible, with
//! the simplest values where it differs, so that with finite data it does not depend on the solver. Choices that do not count
//! are changed only where that saves a change of one that does; if nothing else has to change, the distance is 0.
//!
//! ```text
//! failing   pressed 0 1 1   released 0 0 0   claim: never pressed at two ticks in a row
//! nearest   pressed 0 1 0   released 0 0 0   differs in pressed(2); pressed(1) would have done as well, and is earlier
//! ```
//!
//! | stage | module | what it does |
//! |---|---|---|
//! | runs | `passing` | all runs of a shape on which the claim holds, in a solver |
//! | distance | `cores` | how many choices have to differ: every core shows one more |
//! | which one | `choose` | the latest, the simplest |
//! | check | here, `recheck` | replayed; another solver finds that none differs in fewer |
//! | graphs | `layers` | the same for explicit graphs, by layers |

mod choose;
mod cores;
pub mod layers;
mod passing;
mod recheck;
#[cfg(test)]
mod tests;

use super::{Claim, Differs, Nearest, Subject, Why};
use crate::cause::choices;
use crate::cause::unrolling::{self, Unrolling};
use crate::cause::verify::SolverPair;
use crate::result::part::Alike;
use choose::Chosen;
use passing::Passing;
use recheck::Pending;
use wherefore_check::{NoAnswer, Recheck};
use wherefore_ir::{Property, PropertyKind, TermId, Value, VarId};
use wherefore_solve::Stop;
use wherefore_trace::{Evaluator, Fault, Labels, Trace, replay, replay_property};

/// A choice of the failing run.
#[derive(Clone, Debug, PartialEq)]
struct Choice {
    var: VarId,
    tick: u32,
    value: Value,
}

/// The choices of a failing run: those that are counted, and the others, each by tick, then in the order of the model.
struct Choices {
    counted: Vec<Choice>,
    others: Vec<Choice>,
}

/// For each failing run a passing one of the same length that differs in as few choices as possible.
pub fn nearest(subject: &Subject<'_>, runs: &[&Trace], stop: &Stop) -> Vec<Result<Nearest, Why>> {
    if let Some(cause) = NoAnswer::estimated(subject.system) {
        return runs.iter().map(|_| Err(Why::NotFound(cause.clone()))).collect();
    }
    let means = |shape: &Unrolling| SolverPair::new(shape, subject.options);
    asked(subject, runs, &means, stop).into_iter().map(|found| found.map_err(Why::from)).collect()
}

/// The nearest run with solvers that are chosen by shape.
fn asked(
    subject: &Subject<'_>,
    runs: &[&Trace],
    means: &dyn Fn(&Unrolling) -> SolverPair,
    stop: &Stop,
) -> Vec<Result<Nearest, NoPassingRun>> {
    match subject.claim {
        Claim::Always(good) => finite(subject, good, runs, means, stop),
        Claim::Path { formula, assuming } => {
            runs.iter().map(|run| on_lasso(subject, (formula, assuming), run, means, stop)).collect()
        }
    }
}

/// Why there is no nearest run.
#[derive(Clone, Debug, PartialEq, Eq)]
enum NoPassingRun {
    /// There is no passing run of this shape.
    Impossible,
    /// The nearest run was not found.
    NotFound(NoAnswer),
}

impl From<NoAnswer> for NoPassingRun {
    fn from(cause: NoAnswer) -> NoPassingRun {
        NoPassingRun::NotFound(cause)
    }
}

impl From<NoPassingRun> for Why {
    fn from(obstacle: NoPassingRun) -> Why {
        match obstacle {
            NoPassingRun::Impossible => Why::EveryRunFails(Alike::Length),
            NoPassingRun::NotFound(cause) => Why::NotFound(cause),
        }
    }
}

/// Finite runs. Solvers are shared: runs are taken by length, since a solver must not ask a run to go on behind its end.
fn finite(
    subject: &Subject<'_>,
    good: TermId,
    runs: &[&Trace],
    means: &dyn Fn(&Unrolling) -> SolverPair,
    stop: &Stop,
) -> Vec<Result<Nearest, NoPassingRun>> {
    let unsupported = |what: &str| NoPassingRun::NotFound(NoAnswer::Unsupported(what.to_owned()));
    if subject.system.terms.has_next(good) {
        return runs.iter().map(|_| Err(unsupported("a claim about two ticks"))).collect();
    }
    let shape = Unrolling::whole(subject.system, good);
    let means = means(&shape);
    let mut order: Vec<usize> = (0..runs.len()).filter(|place| is_finite(runs[*place])).collect();
    order.sort_by_key(|place| runs[*place].len());
    let mut found: Vec<Result<Pending, NoPassingRun>> =
        runs.iter().map(|_| Err(unsupported("a run that does not end where it fails"))).collect();
    let mut open = None;
    for place in &order {
        let last = runs[*place].len() as u32 - 1;
        found[*place] = one(subject, &shape, &means, (&mut open, runs[*place], last), stop);
    }
    recheck::recheck(&shape, &means, (&order, found), stop)
}

fn is_finite(run: &Trace) -> bool {
    run.loop_start.is_none() && !run.is_empty()
}

fn on_lasso(
    subject: &Subject<'_>,
    (formula, assuming): (TermId, Option<TermId>),
    run: &Trace,
    means: &dyn Fn(&Unrolling) -> SolverPair,
    stop: &Stop,
) -> Result<Nearest, NoPassingRun> {
    let shape = unrolling::whole(subject.system, run, formula, assuming)?;
    let means = means(&shape);
    let found = one(subject, &shape, &means, (&mut None, run, shape.last), stop);
    let rechecked = recheck::recheck(&shape, &means, (&[0], vec![found]), stop);
    rechecked
        .into_iter()
        .next()
        .unwrap_or(Err(NoPassingRun::NotFound(NoAnswer::Refuted("an answer got lost".to_owned()))))
}

/// The nearest run, not re-checked yet. A solver that broke off is not used again.
fn one<'a>(
    subject: &Subject<'_>,
    shape: &'a Unrolling,
    means: &SolverPair,
    (open, run, last): (&mut Option<Passing<'a>>, &Trace, u32),
    stop: &'a Stop,
) -> Result<Pending, NoPassingRun> {
    let choices = listed(subject, run);
    let mut passing = match open.take() {
        Some(passing) => passing,
        None => Passing::new(shape, (means.finder)()?, stop)?,
    };
    passing.prolong(last)?;
    let chosen = choose::nearest(&mut passing, &choices)?;
    *open = Some(passing);
    let Some(Chosen { run: trace, minimal }) = chosen else {
        return Ok(Pending { last, choices: choices.counted, nearest: None });
    };
    let mut trace = trace.of_first(subject.system.terms.var_count());
    trace.loop_start = run.loop_start;
    passes(subject, &trace)?;
    let differs = differs(&choices.counted, &trace);
    if differs.is_empty() && trace.steps.iter().zip(&run.steps).all(|(a, b)| a.values == b.values) {
        return Err(NoAnswer::Refuted("a failing run does not fail".to_owned()).into());
    }
    let compared = compared(subject, &choices.counted, &differs);
    let nearest = Nearest { run: trace, cut: 0, differs, choices: compared, minimal, recheck: Recheck::Unasked };
    Ok(Pending { last, choices: choices.counted, nearest: Some(nearest) })
}

/// The choices of a run that have a value.
fn listed(subject: &Subject<'_>, run: &Trace) -> Choices {
    let last = run.len().saturating_sub(1) as u32;
    let value = |(var, tick): (VarId, u32)| {
        let value = run.value(tick as usize, var)?.clone();
        Some(Choice { var, tick, value })
    };
    let all = choices(subject.system, last).into_iter().filter_map(value);
    let (counted, others) = all.partition(|c| (subject.counts)(c.var));
    Choices { counted, others }
}

/// The choices in which a run differs.
fn differs(choices: &[Choice], run: &Trace) -> Vec<Differs> {
    let other = choices.iter().filter(|c| run.value(c.tick as usize, c.var) != Some(&c.value));
    other.map(|c| Differs { tick: c.tick, var: c.var }).collect()
}

/// How many choices were compared. Hidden variables count only where they differ: most are never read.
fn compared(subject: &Subject<'_>, choices: &[Choice], differs: &[Differs]) -> usize {
    let is_hidden = |var: VarId| subject.system.terms.var(var).is_hidden();
    let hidden = differs.iter().filter(|d| is_hidden(d.var)).count();
    choices.iter().filter(|c| !is_hidden(c.var)).count() + hidden
}

/// Replays a run, with the claim: by the evaluator, which no solver has a part in.
fn passes(subject: &Subject<'_>, run: &Trace) -> Result<(), NoAnswer> {
    let refuted = |words: String| NoAnswer::Refuted(words);
    replay(subject.system, run).map_err(|e| refuted(e.to_string()))?;
    let fails = || refuted("a passing run fails when replayed".to_owned());
    let terms = &subject.system.terms;
    match subject.claim {
        Claim::Always(good) => {
            let good = Evaluator::new(terms, &[good]).map_err(|e| NoAnswer::Unsupported(e.to_string()))?;
            let holds = run.steps.iter().all(|step| good.truths(&step.values, None) == [Some(true)]);
            if holds { Ok(()) } else { Err(fails()) }
        }
        Claim::Path { formula, assuming } => {
            let (name, kind) = (String::new(), PropertyKind::Ltl);
            let property = Property { name, kind, term: formula, text: String::new(), element: None };
            // Fairness is looked at before the formula: that the formula holds says that the run is fair.
            let is_good =
                replay_property(subject.system, run, &property).is_err_and(|e| e.fault == Fault::PropertyHolds);
            let is_true = |f| Labels::new(terms, run, f).is_ok_and(|labels| labels.at(f, 0) == Some(true));
            if is_good && assuming.is_none_or(is_true) { Ok(()) } else { Err(fails()) }
        }
    }
}
