//! Nearest runs against enumeration: every run of a small random system is listed by the evaluator, and no solver is asked.

use super::recheck::{Pending, recheck};
use super::{Choices, NoPassingRun, asked, differs, listed, nearest};
use crate::cause::tests::{in_process, lassos, random};
use crate::cause::unrolling::Unrolling;
use crate::explanation::{Claim, Subject};
use crate::result::explanation::Nearest;
use crate::result::part::{Alike, Why};
use wherefore_check::{Checker, NoAnswer, Options, Recheck};
use wherefore_ir::{Constraint, Role, Sort, System, TermId, Update, Value, VarId};
use wherefore_solve::{Engine, Stop, StopReason};
use wherefore_test::{cases, say, seed};
use wherefore_trace::{Evaluator, Step, Trace};

/// Which variables count: all of them, or all but one.
fn counted(number: u64) -> impl Fn(VarId) -> bool + Sync {
    move |var: VarId| !number.is_multiple_of(3) || u64::from(var.0) != number / 3 % 3
}

/// Choices that the nearest of all passing runs keeps, those that count first; none if there is no passing run.
fn expected(choices: &Choices, passing: &[Trace]) -> Option<(usize, Vec<bool>)> {
    let row = |run: &Trace| {
        let all = choices.counted.iter().chain(&choices.others);
        all.map(|c| run.value(c.tick as usize, c.var) != Some(&c.value)).collect::<Vec<bool>>()
    };
    passing.iter().map(|run| (differs(&choices.counted, run).len(), row(run))).min()
}

/// Compares the answers of all solvers in this process with the list of passing runs; whether there is a nearest one.
fn agrees(subject: &Subject<'_>, run: &Trace, passing: &[Trace], words: &dyn Fn() -> String) -> bool {
    let choices = listed(subject, run);
    let expected = expected(&choices, passing);
    let mut first: Option<Nearest> = None;
    for engine in Engine::built() {
        let found = asked(subject, &[run], &|_| in_process(engine), &Stop::new()).pop().expect("one answer");
        let nearest = match (found, &expected) {
            (Ok(nearest), Some(_)) => nearest,
            (found, None) => {
                assert_eq!(found, Err(NoPassingRun::Impossible), "{}", words());
                return false;
            }
            (found, Some(_)) => panic!("{found:?} {}", words()),
        };
        assert!(nearest.minimal && nearest.recheck == Recheck::By(Checker::Batsat));
        assert!(passing.contains(&nearest.run), "{}", words());
        assert_eq!(super::tests::expected(&choices, std::slice::from_ref(&nearest.run)), expected, "{}", words());
        assert_eq!(nearest.differs, differs(&choices.counted, &nearest.run));
        match &first {
            Some(first) => assert_eq!(first.run, nearest.run, "{}", words()),
            None => first = Some(nearest),
        }
    }
    true
}

#[test]
fn random_runs_have_the_nearest_that_enumeration_finds() {
    let (start, count) = (seed(1), cases(500));
    let (mut near, mut none) = (0, 0);
    for number in 0..count {
        let Some(case) = random::case(start * 1_000_003 + number) else { continue };
        let good = Evaluator::new(&case.system.terms, &[case.good]).expect("a plain formula");
        let holds = |run: &Trace| run.steps.iter().all(|s| good.truths(&s.values, None) == [Some(true)]);
        let passing: Vec<Trace> = case.good_runs.iter().filter(|run| holds(run)).cloned().collect();
        let (options, counts) = (Options::default(), counted(number));
        let claim = Claim::Always(case.good);
        let subject = Subject { system: &case.system, claim, counts: &counts, options: &options };
        // A run may already fail before its end; what is near is asked for all the same.
        let told = agrees(&subject, &case.trace, &passing, &|| format!("case {number}: {}", random::show(&case)));
        if told { near += 1 } else { none += 1 }
    }
    say(&format!("{near} nearest runs, {none} times none, of {count}"));
    assert!(near * 3 >= count && none > 0, "the generator makes too few cases");
}

#[test]
fn random_lassos_have_the_nearest_that_enumeration_finds() {
    let (start, count) = (seed(1), cases(1_000));
    let (mut near, mut none) = (0, 0);
    for number in 0..count {
        let Some(case) = lassos::case(start * 1_000_003 + number) else { continue };
        let (options, counts) = (Options::default(), counted(number));
        let claim = Claim::Path { formula: case.formula, assuming: case.assuming };
        let subject = Subject { system: &case.system, claim, counts: &counts, options: &options };
        let words = || format!("case {number}: {}", lassos::show(&case));
        if agrees(&subject, &case.trace, &case.good_runs, &words) { near += 1 } else { none += 1 }
    }
    say(&format!("{near} nearest lassos, {none} times none, of {count}"));
    assert!(near * 8 >= count && none > 0, "the generator makes too few cases");
}

/// A run that is called nearest and is not, and a claim that no passing run exists: another solver finds both out.
#[test]
fn planted_wrong_minima_are_found_out() {
    let refused = Err(NoPassingRun::NotFound(NoAnswer::Refuted("another solver finds a nearer run".to_owned())));
    let mut found = 0;
    for number in 0..100 {
        let Some(case) = random::case(91_000 + number) else { continue };
        let shape = Unrolling::whole(&case.system, case.good);
        let (options, counts) = (Options::default(), |_: VarId| true);
        let claim = Claim::Always(case.good);
        let subject = Subject { system: &case.system, claim, counts: &counts, options: &options };
        let Some(Ok(right)) = asked(&subject, &[&case.trace], &|_| in_process(Engine::Batsat), &Stop::new()).pop()
        else {
            continue;
        };
        let (last, choices) = (case.trace.len() as u32 - 1, listed(&subject, &case.trace).counted);
        let farther = case.good_runs.iter().find(|run| differs(&choices, run).len() > right.differs.len());
        let wrong = farther.map(|run| Nearest { run: run.clone(), differs: differs(&choices, run), ..right.clone() });
        for nearest in [None, wrong] {
            found += usize::from(nearest.is_some());
            let is_none = nearest.is_none();
            let pending = Pending { last, choices: choices.clone(), nearest };
            let judged = recheck(&shape, &in_process(Engine::Batsat), (&[0], vec![Ok(pending)]), &Stop::new());
            assert!(judged == [refused.clone()], "{is_none} {number} {}", random::show(&case));
        }
    }
    assert!(found > 10, "{found}");
}

/// A counter that rings when a button is pressed `limit` times in a row, beside nine inputs that are never read.
fn ringing(limit: i64) -> (System, TermId) {
    let mut system = System::new("ringing");
    let pressed = system.add_var("pressed", Sort::Bool, Role::Input, None).expect("new");
    for number in 0..9 {
        system.add_var(format!("other{number}"), Sort::Bool, Role::Input, None).expect("new");
    }
    let count = system.add_var("count", Sort::Range { lo: 0, hi: limit }, Role::State, None).expect("new");
    let terms = &mut system.terms;
    let (pressed, count_now, zero, one, top) =
        (terms.now(pressed), terms.now(count), terms.int(0), terms.int(1), terms.int(limit));
    let first = terms.eq(count_now, zero);
    let more = terms.add(count_now, one);
    let is_less = terms.lt(count_now, top);
    let more = terms.ite(is_less, more, top);
    let next = terms.ite(pressed, more, zero);
    let good = terms.lt(count_now, top);
    system.init.push(Constraint { term: first, element: None });
    system.next.insert(count, Update { term: next, element: None });
    (system, good)
}

/// The run on which the button is pressed all the time.
fn pressed(system: &System, ticks: i64, limit: i64) -> Trace {
    let step = |tick: i64| {
        let mut step = Step::empty(system);
        (0..10).for_each(|v| step.set(VarId(v), Value::Bool(true)));
        step.set(VarId(10), Value::int(tick.min(limit)));
        step
    };
    Trace::finite((0..ticks).map(step).collect())
}

/// A run of a thousand ticks with ten inputs: one change every ten ticks, as late as possible; checked by a process.
#[test]
fn a_long_run_has_its_nearest() {
    let (limit, ticks) = (10, 1_001);
    let (system, good) = ringing(limit);
    let run = pressed(&system, ticks, limit);
    let options = Options::default();
    let subject = Subject { system: &system, claim: Claim::Always(good), counts: &|_| true, options: &options };
    let told = nearest(&subject, &[&run], &Stop::new()).pop().expect("one answer").expect("told");
    assert_eq!(told.choices, 10_010);
    assert!(told.minimal && told.recheck.checker().is_some(), "{:?}", told.recheck);
    let ticks: Vec<u32> = told.differs.iter().map(|d| d.tick).collect();
    assert_eq!(ticks, (1..=100).map(|n| 10 * n - 1).collect::<Vec<u32>>());
}

#[test]
fn a_stop_and_a_claim_that_always_fails_are_reasons() {
    let (mut system, _) = ringing(2);
    let never = system.terms.bool(false);
    let run = pressed(&system, 3, 2);
    let options = Options::default();
    let subject = Subject { system: &system, claim: Claim::Always(never), counts: &|_| true, options: &options };
    let reason = |stop: &Stop| nearest(&subject, &[&run], stop).pop().expect("one answer").expect_err("no run");
    assert_eq!(reason(&Stop::new()), Why::EveryRunFails(Alike::Length));
    let stop = Stop::new();
    stop.fire(StopReason::Interrupted);
    assert_eq!(reason(&stop), Why::NotFound(NoAnswer::Stopped(StopReason::Interrupted)));
}
