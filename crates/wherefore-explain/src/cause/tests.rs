//! Causes against enumeration: every run of a small random system is listed by the evaluator, and no solver is asked.
//!
//! From the list of runs the oracle reads off which sets of literals are enough, hence the minimal causes, the minimal
//! corrections, the outcome of plain deletion and the farthest bounds. All must agree with the service, to the letter.

mod brute;
mod examples;
pub(crate) mod lassos;
pub(crate) mod random;

use super::choices::softs;
use super::soft::Soft;
use super::unrolling::{self, Unrolling};
use super::verify::SolverPair;
use super::{Causes, Listing, finite, marco, minimal, minimal_of_each, one};
use brute::Oracle;
use wherefore_check::solvers::{Maker, Solvers};
use wherefore_check::{Checker, Judge, Judges, NoAnswer, Options};
use wherefore_solve::{Engine, SatSolver, Solver, Stop, StopReason};
use wherefore_test::{cases, say, seed};
use wherefore_trace::{Trace, replay_invariant};

fn sat(engine: Engine) -> Maker {
    Box::new(move || Ok(Box::new(SatSolver::new(engine)?) as Box<dyn Solver>))
}

fn batsat() -> Judges {
    Judges::of(vec![Judge { checker: Checker::Batsat, make: sat(Engine::Batsat) }])
}

/// Propositional solvers in this process, for many small questions.
pub(crate) fn in_process(engine: Engine) -> SolverPair {
    SolverPair { finder: sat(engine), judges: batsat() }
}

/// Every way to ask for one cause.
fn answers(shape: &Unrolling, softs: &[Soft], with_processes: bool) -> Vec<Vec<super::Kept>> {
    let mut means: Vec<SolverPair> = Engine::built().into_iter().map(in_process).collect();
    if with_processes {
        means.push(SolverPair { finder: Solvers::default().z3(), judges: batsat() });
    }
    let ask = |means: &SolverPair| {
        let cause = one(shape, softs, means, &Stop::new()).expect("a cause");
        assert!(cause.minimal);
        cause.kept
    };
    means.iter().map(ask).collect()
}

/// Holds a list of all causes and corrections against those of all subsets.
fn check_all(all: Causes, oracle: &Oracle<'_>, context: &dyn Fn() -> String) {
    assert!(all.exhaustive, "{}", context());
    assert_eq!(all.corrections, oracle.corrections(), "{}", context());
    assert!(all.causes.iter().all(|c| c.minimal && c.recheck.checker().is_some()), "{}", context());
    assert!(all.causes.is_sorted_by_key(|c| c.size()), "{}", context());
    let mut expected: Vec<_> = oracle.minimal().iter().map(|set| oracle.cause(set)).collect();
    let mut found: Vec<_> = all.causes.into_iter().map(|c| c.kept).collect();
    let order = |list: &mut Vec<Vec<super::Kept>>| list.sort_by_key(|kept| format!("{kept:?}"));
    order(&mut expected);
    order(&mut found);
    assert_eq!(found, expected, "{}", context());
}

#[test]
fn random_runs_have_the_causes_that_enumeration_finds() {
    let (first, count) = (seed(1), cases(400));
    let mut compared = 0;
    for number in 0..count {
        let Some(case) = random::case(first * 1_000_003 + number) else { continue };
        let (system, trace, good) = (&case.system, &case.trace, case.good);
        let softs = softs(system, trace, |_| true);
        if softs.len() > 12 {
            continue;
        }
        compared += 1;
        let shape = finite(system, trace, good).expect("a failing run");
        let oracle = Oracle::new(&system.terms, &softs, &case.good_runs);
        for kept in answers(&shape, &softs, number % 40 == 0) {
            assert_eq!(kept, oracle.cause(&oracle.deletion()), "case {number}: {}", random::show(&case));
        }
        let context = || format!("case {number}: {}", random::show(&case));
        let all = marco::all(&shape, &softs, &in_process(Engine::best()), &Stop::new(), usize::MAX).expect("all");
        check_all(all, &oracle, &context);
        if number % 40 == 0 {
            let (options, stop) = (Options::default(), Stop::new());
            let listing = Listing { counts: &|_| true, options: &options, stop: &stop, most: usize::MAX };
            check_all(super::all(system, trace, good, &listing).expect("all"), &oracle, &context);
        }
    }
    say(&format!("{compared} of {count} runs compared"));
    assert!(compared * 2 >= count, "the generator makes too few cases");
}

#[test]
fn random_lassos_have_the_causes_that_enumeration_finds() {
    let (first, count) = (seed(1), cases(1_000));
    let mut compared = 0;
    for number in 0..count {
        let Some(case) = lassos::case(first * 1_000_003 + number) else { continue };
        let (system, trace) = (&case.system, &case.trace);
        let softs = softs(system, trace, |_| true);
        let shape = unrolling::on_lasso(system, trace, case.formula, case.assuming).expect("a failing lasso");
        let everything = shape.model.vars.len() == 2 * system.state_vars().count() + system.input_vars().count();
        if softs.len() > 12 || !everything {
            continue;
        }
        compared += 1;
        let oracle = Oracle::new(&system.terms, &softs, &case.good_runs);
        for kept in answers(&shape, &softs, number % 300 == 0) {
            assert_eq!(kept, oracle.cause(&oracle.deletion()), "case {number}: {}", lassos::show(&case));
        }
        let all = marco::all(&shape, &softs, &in_process(Engine::best()), &Stop::new(), usize::MAX).expect("all");
        check_all(all, &oracle, &|| format!("case {number}: {}", lassos::show(&case)));
        if number % 300 == 0 {
            let (options, stop) = (Options::default(), Stop::new());
            let listing = Listing { counts: &|_| true, options: &options, stop: &stop, most: usize::MAX };
            let all = super::all_on_lasso(system, trace, case.formula, case.assuming, &listing).expect("all");
            check_all(all, &oracle, &|| format!("case {number}: {}", lassos::show(&case)));
        }
    }
    say(&format!("{compared} of {count} lassos compared"));
    assert!(compared * 6 >= count, "the generator makes too few cases");
}

/// A cause that is too small, one that is too large to be minimal and one that no run has: each is found out.
#[test]
fn planted_wrong_answers_are_found_out() {
    let mut found = [false; 2];
    for number in 0..400 {
        let Some(case) = random::case(77_000 + number) else { continue };
        let softs = softs(&case.system, &case.trace, |_| true);
        let shape = finite(&case.system, &case.trace, case.good).expect("a failing run");
        let means = in_process(Engine::Batsat);
        let cause = one(&shape, &softs, &means, &Stop::new()).expect("a cause");
        if let Some((last, rest)) = cause.kept.split_last() {
            let refused = means.verified(&shape, rest, &Stop::new());
            assert_eq!(refused, Err(NoAnswer::Refuted("a cause is not enough for the failure".to_owned())));
            let mut opposite = cause.kept.clone();
            if let super::Bound::Is(wherefore_ir::Value::Bool(b)) = last.bound {
                opposite.push(super::Kept { bound: super::Bound::Is(wherefore_ir::Value::Bool(!b)), ..last.clone() });
                let refused = means.verified(&shape, &opposite, &Stop::new());
                assert_eq!(refused, Err(NoAnswer::Refuted("no run has the cause".to_owned())));
                found[1] = true;
            }
            found[0] = true;
        }
    }
    assert_eq!(found, [true; 2]);
}

/// Runs of one system that are asked about together have the causes that they have alone, in whichever order they come.
#[test]
fn many_runs_have_the_causes_that_each_has_alone() {
    for number in 0..8 {
        let Some(case) = random::case(5_000 + number) else { continue };
        let mut runs: Vec<Trace> = Vec::new();
        for ticks in [3, 1, 2] {
            let is_bad = |run: &Trace| replay_invariant(&case.system, run, case.good).is_ok();
            let all = random::runs(&case.system, ticks).unwrap_or_default();
            runs.extend(all.into_iter().filter(is_bad).take(3));
        }
        let runs: Vec<&Trace> = runs.iter().collect();
        let (options, stop) = (Options::default(), Stop::new());
        let found = minimal_of_each(&case.system, &runs, (case.good, &|_| true), &options, &stop);
        assert_eq!(found.len(), runs.len());
        for (cause, run) in found.iter().zip(&runs) {
            let softs = softs(&case.system, run, |_| true);
            let shape = finite(&case.system, run, case.good).expect("a failing run");
            let alone = one(&shape, &softs, &in_process(Engine::Batsat), &stop).expect("a cause");
            assert_eq!(cause.as_ref().map(|c| &c.kept), Ok(&alone.kept), "case {number}");
        }
    }
}

/// The whole way, with the solvers that a user has.
#[test]
fn the_service_names_who_checked_its_answer() {
    let case = (0..200).find_map(random::case).expect("a case");
    let cause = minimal(&case.system, &case.trace, case.good, &Options::default(), &Stop::new()).expect("a cause");
    assert!(cause.minimal && cause.recheck.checker().is_some() && cause.size() <= cause.choices);
    let stop = Stop::new();
    stop.fire(StopReason::Interrupted);
    let stopped = minimal(&case.system, &case.trace, case.good, &Options::default(), &stop);
    assert_eq!(stopped, Err(NoAnswer::Stopped(StopReason::Interrupted)));
}
