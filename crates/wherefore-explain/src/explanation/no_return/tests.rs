//! Points of no return against enumeration: the evaluator lists all steps of a small random system, and no solver is
//! asked.
//!
//! From the list follow by fixpoints the states from which the claim can be kept and those from which it cannot break, hence
//! the point of no return, the effect of every option, the fewest changes that avoid the failure, and whether the words for
//! what sealed it are true.

mod examples;
mod twin;

use super::{ChoicePoints, LAST_CHOICE, Move, Steps, consequences};
use crate::cause::tests::random;
use crate::explanation::{Claim, Subject};
use crate::result::explanation::PointOfNoReturn;
use crate::result::part::Part;
use crate::{Alternative, Consequence};
use twin::Twin;
use wherefore_check::Options;
use wherefore_ir::{Constraint, Op, Role, Sort, System, TermId, Update};
use wherefore_solve::Stop;
use wherefore_test::{below, cases, counted, say, seed};
use wherefore_trace::Trace;

/// A lens that distinguishes steps by some formulas.
struct Parts(Vec<TermId>);

impl Steps for Parts {
    fn options(&self, _: &mut System, _: &Trace, _: usize) -> Vec<Move> {
        let option = |(place, taken): (usize, &TermId)| Move {
            action: format!("m{place}"),
            leads: String::new(),
            taken: *taken,
        };
        self.0.iter().enumerate().map(option).collect()
    }
}

/// A formula about a step and its contrary; or nothing, for a lens without words.
fn parts(system: &mut System, dice: &mut u64) -> Parts {
    if below(dice, 2) == 0 {
        return Parts(Vec::new());
    }
    let now = random::truth(&mut system.terms, dice, 1);
    let states: Vec<_> = system.vars().filter(|(_, r)| *r == Role::State).map(|(v, _)| v).collect();
    let later = random::truth(&mut system.terms, dice, 1);
    let later = wherefore_ir::walk::shift(&mut system.terms, later, |v| states.contains(&v)).unwrap_or(now);
    let either = system.terms.or([now, later]);
    let neither = system.terms.not(either);
    Parts(vec![either, neither])
}

/// Random claims mostly fail at once. Three in four become ones that fail a tick later, half of these only while a latch is
/// set, so that the failure is sealed on the way or can be excluded for good.
fn delayed(system: &mut System, dice: &mut u64, good: TermId) -> TermId {
    if below(dice, 4) == 0 {
        return good;
    }
    let late = system.add_var("late", Sort::Bool, Role::State, None).expect("a new name");
    let mut broken = system.terms.not(good);
    if below(dice, 2) == 0 {
        let armed = system.add_var("armed", Sort::Bool, Role::State, None).expect("a new name");
        let (now, stays) = (system.terms.now(armed), random::truth(&mut system.terms, dice, 1));
        let term = system.terms.and([now, stays]);
        system.next.insert(armed, Update { term, element: None });
        system.init.push(Constraint { term: now, element: None });
        broken = system.terms.and([now, broken]);
    }
    let now = system.terms.now(late);
    let first = system.terms.not(now);
    system.init.push(Constraint { term: first, element: None });
    system.next.insert(late, Update { term: broken, element: None });
    first
}

fn fate_of(system: &System, good: TermId, run: &Trace, steps: &dyn Steps) -> ChoicePoints {
    let options = Options::default();
    let subject = Subject { system, claim: Claim::Always(good), counts: &|_| true, options: &options };
    let mut found = consequences(&subject, &[run], steps, &Stop::new());
    assert_eq!(found.len(), 1);
    found.remove(0)
}

#[test]
fn random_runs_have_the_fates_that_enumeration_finds() {
    let (first, count) = (seed(1), cases(60));
    let (mut compared, mut before, mut told) = (0, 0, [0; 6]);
    for number in 0..count {
        let mut dice = (first * 1_000_003 + number) ^ 0x9E37_79B9;
        let mut system = random::system(&mut dice);
        let good = random::truth(&mut system.terms, &mut dice, 3);
        let good = delayed(&mut system, &mut dice, good);
        let steps = parts(&mut system, &mut dice);
        let Some(twin) = Twin::new(&system, good) else { continue };
        let Some(run) = twin.failing(&mut dice) else { continue };
        compared += 1;
        let found = fate_of(&system, good, &run, &steps);
        let context = || format!("case {number}: {}\n{run:?}\n{found:#?}", wherefore_ir::text::print(&system));
        let (tick, choice) = twin.point(&run);
        before += usize::from(choice.is_some() && tick > 0);
        assert_eq!(found.no_return, Part::Known(PointOfNoReturn::At(tick)), "{}", context());
        let choice_points = found.choice_points.known().unwrap_or_else(|| panic!("{}", context()));
        let last = choice_points.last().filter(|j| j.kind == LAST_CHOICE).map(|j| j.tick);
        assert_eq!(last, choice, "{}", context());
        for choice_point in choice_points {
            for alternative in &choice_point.alternatives {
                told[alternative.consequence as usize] += 1;
                let verdict = judged(&twin, &run, choice_point.tick, (choice_point.kind, alternative), &steps);
                assert_eq!(verdict, Ok(()), "{}\n{alternative:?}", context());
            }
            assert!(choice_point.alternatives.iter().any(|a| a.taken), "{}", context());
        }
    }
    say(&format!(
        "{compared} of {count} runs compared, {before} with a choice on the way; consequences told: {told:?}"
    ));
    assert!(compared * 4 >= count, "the generator makes too few cases");
}

/// Runs as lassos, and the claim as an LTL formula: the way over provers comes to the same points.
#[test]
fn paths_are_sealed_where_their_beginnings_are() {
    let (first, count) = (seed(1), cases(64) / 8);
    let mut compared = 0;
    for number in 0..count {
        let mut dice = (first * 2_000_003 + number) ^ 0x9E37_79B9;
        let mut system = random::system(&mut dice);
        let good = random::truth(&mut system.terms, &mut dice, 3);
        let good = delayed(&mut system, &mut dice, good);
        let steps = parts(&mut system, &mut dice);
        let formula = system.terms.apply(Op::G, &[good]);
        let Some(twin) = Twin::new(&system, good).filter(Twin::is_total) else { continue };
        let Some(run) = twin.failing(&mut dice) else { continue };
        let Some(lasso) = twin.prolonged(&run) else { continue };
        compared += 1;
        let options = Options::default();
        let claim = Claim::Path { formula, assuming: None };
        let subject = Subject { system: &system, claim, counts: &|_| true, options: &options };
        let found = consequences(&subject, &[&lasso], &steps, &Stop::new()).remove(0);
        let context = || format!("case {number}: {}\n{lasso:?}\n{found:#?}", wherefore_ir::text::print(&system));
        // Where inputs decide at the last tick, it is the state after it that is lost.
        let (tick, choice) = twin.point(&run);
        let lost = if choice == Some(tick) { tick + 1 } else { tick };
        let expected = if lost < lasso.len() {
            PointOfNoReturn::At(lost)
        } else {
            PointOfNoReturn::Again(lasso.loop_start.unwrap())
        };
        assert_eq!(found.no_return, Part::Known(expected), "{}", context());
        for choice_point in found.choice_points.known().into_iter().flatten() {
            assert_eq!(Some(choice_point.tick), choice, "{}", context());
            for alternative in choice_point.alternatives.iter().filter(|a| a.action.starts_with('m')) {
                let option = steps.0[alternative.action[1..].parse::<usize>().unwrap()];
                let pairs = twin.from(&run, choice_point.tick, Some(option));
                assert_eq!(twin.path_option(&pairs), Some(alternative.consequence), "{}", context());
            }
        }
    }
    counted(compared, "lassos compared");
}

/// Whether an alternative is true.
fn judged(
    twin: &Twin,
    run: &Trace,
    tick: usize,
    (kind, alternative): (&str, &Alternative),
    steps: &Parts,
) -> Result<(), String> {
    let (name, inputs) = match alternative.action.split_once(" with ") {
        Some((name, inputs)) => (Some(name), Some(inputs)),
        None if alternative.action.starts_with('m') => (Some(alternative.action.as_str()), None),
        None => (None, Some(alternative.action.as_str())),
    };
    let option = name.map(|n| steps.0[n[1..].parse::<usize>().unwrap()]);
    let same = twin.from(run, tick, option);
    let Some(inputs) = inputs else { return twin.option(&same, alternative.consequence) };
    match (alternative.taken, kind == LAST_CHOICE) {
        (true, true) => twin.sealed(&same, inputs),
        (true, false) => Ok(()),
        (false, _) => twin.escape((run, tick), &same, inputs, alternative.consequence),
    }
    .and_then(|()| if alternative.taken && kind == LAST_CHOICE { inevitable(alternative) } else { Ok(()) })
}

fn inevitable(alternative: &Alternative) -> Result<(), String> {
    if alternative.consequence == Consequence::Inevitable {
        Ok(())
    } else {
        Err("the choice that seals is not inevitable".to_owned())
    }
}
