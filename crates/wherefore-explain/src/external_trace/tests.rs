//! Completion against enumeration: every run of a small random system is listed by the evaluator, and no solver is asked.
//!
//! Some values of a run, sometimes with a wrong one, are kept and the truth of a definition is printed. The list says whether
//! a run of the model has all this, whether one of these violates the property, up to which step there is one, and whether
//! the values that are said to contradict the model do, and none of them can be left out.

use super::contradiction::Contradiction;
use super::{Completion, complete, is_forced, up_to_failure};
use crate::cause::tests::{lassos, random};
use wherefore_check::{NoAnswer, Options};
use wherefore_ir::{Constraint, Define, Property, PropertyKind, Sort, System, TermId, Value, VarId};
use wherefore_solve::{Stop, StopReason};
use wherefore_test::{below, cases, say, seed};
use wherefore_trace::format::{BoundTrace, Origin, Printed};
use wherefore_trace::{Evaluator, Trace, replay, replay_property};

fn property(kind: PropertyKind, term: TermId) -> Property {
    Property { name: "p".to_owned(), kind, term, text: String::new(), element: None }
}

/// A file that says this about a run.
fn bound(trace: Trace, printed: Vec<Printed>) -> BoundTrace {
    let mut origin = Origin::default();
    origin.printed = printed;
    BoundTrace { specification: None, description: None, trace, remarks: Vec::new(), origin }
}

/// A random value of a variable.
fn value(system: &System, var: VarId, dice: &mut u64) -> Value {
    match system.terms.var(var).sort {
        Sort::Bool => Value::Bool(below(dice, 2) == 0),
        Sort::BitVec(width) => Value::bits(width, below(dice, 4) as u32),
        Sort::Range { lo, hi } => Value::Int((lo + below(dice, (hi - lo + 1) as usize) as i64).into()),
        other => panic!("{other:?}"),
    }
}

/// Leaves values out of a run, changes one now and then, and prints the definition `d` at some steps.
fn worn(system: &System, run: &Trace, dice: &mut u64) -> BoundTrace {
    let (mut run, vars) = (run.clone(), system.vars().map(|(v, _)| v).collect::<Vec<_>>());
    let formula = Evaluator::new(&system.terms, &[system.defines[0].term]).expect("a plain formula");
    let truths: Vec<Value> = run.steps.iter().map(|s| formula.evaluate(&s.values, None)[0].clone().unwrap()).collect();
    let mut printed = Vec::new();
    for (step, value) in truths.into_iter().enumerate() {
        if below(dice, 3) > 0 {
            continue;
        }
        let value = if below(dice, 5) == 0 { Value::Bool(value != Value::Bool(true)) } else { value };
        printed.push(Printed { step, define: 0, value, line: 0 });
    }
    if below(dice, 2) == 0 {
        let (tick, var) = (below(dice, run.len()), vars[below(dice, vars.len())]);
        let other = value(system, var, dice);
        run.steps[tick].set(var, other);
    }
    let share = 1 + below(dice, 4);
    for step in &mut run.steps {
        for value in &mut step.values {
            *value = value.take().filter(|_| below(dice, 4) >= share);
        }
    }
    bound(run, printed)
}

/// Whether a run has what a file says up to a step.
fn agrees(system: &System, run: &Trace, file: &BoundTrace, last: usize) -> bool {
    let steps = run.steps.iter().zip(&file.trace.steps).take(last + 1);
    let same = |(a, b): (&wherefore_trace::Step, &wherefore_trace::Step)| {
        a.values.iter().zip(&b.values).all(|(a, b)| b.is_none() || a == b)
    };
    let formula = Evaluator::new(&system.terms, &[system.defines[0].term]).expect("a plain formula");
    let prints = |p: &&Printed| p.step <= last;
    let told = |p: &Printed| formula.evaluate(&run.steps[p.step].values, None)[0].as_ref() == Some(&p.value);
    steps.into_iter().all(same) && file.origin.printed.iter().filter(prints).all(told)
}

/// Whether a run has the values of a contradiction but one.
fn has_but(system: &System, run: &Trace, why: &Contradiction, but: Option<usize>) -> bool {
    let formula = Evaluator::new(&system.terms, &[system.defines[0].term]).expect("a plain formula");
    let has = |(place, clash): (usize, &super::Clash)| {
        let values = &run.steps[clash.step].values;
        let found = match system.terms.find_var(&clash.name) {
            Some(var) => wherefore_trace::show(&system.terms, var, values[var.index()].as_ref().unwrap()),
            None => wherefore_trace::show_plain(&system.terms, formula.evaluate(values, None)[0].as_ref().unwrap()),
        };
        Some(place) == but || found == clash.value
    };
    why.clashes.iter().enumerate().all(has)
}

/// The contradiction is one, none of its values can be left out, and earlier steps have none.
fn confirm(system: &System, file: &BoundTrace, why: &Contradiction, runs: &dyn Fn(usize) -> Vec<Trace>, words: &str) {
    let (here, n) = (runs(why.step), why.clashes.len());
    assert!(why.minimal && why.recheck.checker().is_some(), "{words}");
    assert!(!here.iter().any(|run| has_but(system, run, why, None)), "no contradiction: {why:?} {words}");
    let needed = |place| here.iter().any(|run| has_but(system, run, why, Some(place)));
    assert!((0..n).all(needed), "too much: {why:?} {words}");
    if !why.closing && why.step > 0 {
        let before = random::runs(system, why.step).expect("few runs");
        assert!(before.iter().any(|run| agrees(system, run, file, why.step - 1)), "too late: {why:?} {words}");
    }
}

fn with_definition(system: &mut System, dice: &mut u64) {
    let term = random::truth(&mut system.terms, dice, 2);
    system.defines.push(Define { name: "d".to_owned(), term, declared: None, element: None });
}

#[test]
fn runs_that_lack_values_are_completed_if_enumeration_finds_a_way() {
    let (first, count) = (seed(1), cases(150));
    let mut seen = [0; 3];
    for number in 0..count {
        let Some(mut case) = random::case(first * 1_000_003 + number) else { continue };
        let mut dice = number;
        with_definition(&mut case.system, &mut dice);
        let (system, ticks) = (&case.system, case.trace.len());
        let file = worn(system, &case.trace, &mut dice);
        let words = format!("case {number}: {}\n{file:?}", random::show(&case));
        let runs = |step: usize| random::runs(system, step + 1).expect("few runs");
        let fitting: Vec<Trace> = runs(ticks - 1).into_iter().filter(|r| agrees(system, r, &file, ticks - 1)).collect();
        let fails = |run: &Trace| up_to_failure(system, run, case.good).is_some();
        let asked = property(PropertyKind::Invariant, case.good);
        match complete(system, &file, &[&asked], &Options::default(), &Stop::new()).expect(&words) {
            Completion::Runs(found) => {
                assert!(found.iter().all(|run| fitting.contains(&run.trace)), "{words}");
                assert_eq!(fails(&found[0].trace), fitting.iter().any(fails), "{words}");
                let forced = is_forced(system, &file, &asked, &Options::default(), &Stop::new());
                assert_eq!(forced, Ok(Some(fitting.iter().all(fails))), "{words}");
                seen[usize::from(fails(&found[0].trace))] += 1;
            }
            Completion::Impossible(why) => {
                assert!(fitting.is_empty() && !why.closing, "{words}");
                confirm(system, &file, &why, &runs, &words);
                seen[2] += 1;
            }
        }
    }
    say(&format!("{seen:?}: completed to runs that hold, that fail, and not completed, of {count}"));
    assert!(
        seen[1] * 5 >= count && seen[2] * 20 >= count && seen[0] > 0,
        "the generator makes too few cases: {seen:?}"
    );
}

#[test]
fn lassos_that_lack_values_are_completed_if_enumeration_finds_a_way() {
    let (first, count) = (seed(1), cases(200));
    let mut seen = [0_u64; 5];
    for number in 0..count {
        let Some(mut case) = lassos::case(first * 1_000_003 + number) else { continue };
        let mut dice = number;
        with_definition(&mut case.system, &mut dice);
        let (system, ticks) = (&case.system, case.trace.len());
        let file = worn(system, &case.trace, &mut dice);
        let words = format!("case {number}: {}\n{file:?}", lassos::show(&case));
        let closed = |run: Trace| Trace { loop_start: case.trace.loop_start, ..run };
        let is_lasso = |run: &Trace| replay(system, run).is_ok();
        let all = || random::runs(system, ticks).expect("few runs").into_iter().map(closed).filter(is_lasso);
        let fitting: Vec<Trace> = all().filter(|r| agrees(system, r, &file, ticks - 1)).collect();
        let asked = property(PropertyKind::Ltl, case.formula);
        // An unfair lasso is a run, but shows nothing about an LTL formula.
        let fails = |run: &Trace| replay_property(system, run, &asked).is_ok();
        let is_fair = |run: &Trace| lassos::is_fair(system, run);
        match complete(system, &file, &[&asked], &Options::default(), &Stop::new()).expect(&words) {
            Completion::Runs(found) => {
                assert!(found.iter().all(|run| fitting.contains(&run.trace)), "{words}");
                assert_eq!(fails(&found[0].trace), fitting.iter().any(fails), "{words}");
                assert_eq!(is_fair(&found[0].trace), fitting.iter().any(is_fair), "{words}");
                let forced = is_forced(system, &file, &asked, &Options::default(), &Stop::new());
                assert_eq!(forced, Ok(Some(fitting.iter().filter(|run| is_fair(run)).all(fails))), "{words}");
                seen[usize::from(fails(&found[0].trace))] += 1;
                seen[4] += u64::from(!is_fair(&found[0].trace));
            }
            Completion::Impossible(why) => {
                assert!(fitting.is_empty(), "{words}");
                let runs = |step: usize| match why.closing {
                    true => all().collect(),
                    false => random::runs(system, step + 1).expect("few runs"),
                };
                confirm(system, &file, &why, &runs, &words);
                seen[2 + usize::from(why.closing)] += 1;
            }
        }
    }
    say(&format!("{seen:?}: lassos that hold, that fail, that depart, that do not close, and unfair ones, of {count}"));
    // The lassos that are worn out here fail, so that the other kinds hardly come up.
    assert!(seen[1] * 4 >= count && seen[2] * 20 >= count, "the generator makes too few cases: {seen:?}");
}

/// An invariant is broken at a step, be the loop behind it fair or not.
#[test]
fn unfair_lassos_break_invariants() {
    let (first, count) = (seed(2), cases(60));
    let mut unfair = 0;
    for number in 0..count {
        let Some(mut case) = lassos::case(first * 1_000_003 + number) else { continue };
        let mut dice = number;
        with_definition(&mut case.system, &mut dice);
        let term = random::truth(&mut case.system.terms, &mut dice, 1);
        let never = case.system.terms.not(term);
        case.system.justice.push(Constraint { term: never, element: None });
        let (system, ticks) = (&case.system, case.trace.len());
        let file = worn(system, &case.trace, &mut dice);
        let words = format!("case {number}: {}\n{file:?}", lassos::show(&case));
        let closed = |run: Trace| Trace { loop_start: case.trace.loop_start, ..run };
        let all = random::runs(system, ticks).expect("few runs").into_iter().map(closed);
        let fits = |run: &Trace| replay(system, run).is_ok() && agrees(system, run, &file, ticks - 1);
        let fitting: Vec<Trace> = all.filter(fits).collect();
        let fails = |run: &Trace| up_to_failure(system, run, never).is_some();
        let asked = property(PropertyKind::Invariant, never);
        match complete(system, &file, &[&asked], &Options::default(), &Stop::new()).expect(&words) {
            Completion::Runs(found) => {
                assert!(found.iter().all(|run| fitting.contains(&run.trace)), "{words}");
                assert_eq!(fails(&found[0].trace), fitting.iter().any(fails), "{words}");
                unfair += usize::from(fails(&found[0].trace) && !lassos::is_fair(system, &found[0].trace));
            }
            Completion::Impossible(_) => assert!(fitting.is_empty(), "{words}"),
        }
    }
    say(&format!("{unfair} of {count} unfair"));
    assert!(unfair > 0, "the generator makes too few cases");
}

/// A search that is stopped says so, and does not say that there is no run.
#[test]
fn a_stopped_completion_is_no_departure() {
    let case = (0..200).find_map(random::case).expect("a case");
    let (mut system, mut dice) = (case.system, 1);
    with_definition(&mut system, &mut dice);
    let file = bound(Trace::finite(vec![wherefore_trace::Step::empty(&system); 2]), Vec::new());
    let stop = Stop::new();
    stop.fire(StopReason::Interrupted);
    let found = complete(&system, &file, &[], &Options::default(), &stop);
    assert_eq!(found, Err(NoAnswer::Stopped(StopReason::Interrupted)));
}
