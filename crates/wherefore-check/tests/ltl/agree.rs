//! LTL with past: every way to decide it against the slow obvious checker, on random small systems.
//!
//! A bounded share runs by default; the full sweep is
//!
//! ```text
//! WHEREFORE_CASES=2000 cargo test --release --features cadical -p wherefore-check --test ltl agree
//! ```

use crate::support::{linear, random};
use std::panic::{RefUnwindSafe, catch_unwind};
use std::sync::Arc;
use wherefore_check::ltl::{Route, by_route};
use wherefore_check::{EngineChoice, NoAnswer, Observer, Options, Session, Silent, Verdict};
use wherefore_ir::{Property, PropertyKind, System, text, validate};
use wherefore_solve::Stop;
use wherefore_test::{cases, seed};
use wherefore_trace::{Outcome, Trace, replay, replay_property};

/// Deeper than any lasso of these systems.
const DEEP: u32 = 60;

fn observer() -> Arc<dyn Observer> {
    Arc::new(Silent)
}

/// Runs `check` on random systems with what the slow checker says; a failure names its seed and shows the system.
fn on_random_systems(count: u64, check: impl Fn(&System, bool) + RefUnwindSafe) {
    let first = seed(1);
    let mut violated = 0;
    for seed in first..first + cases(count) {
        let system = random::system(seed, PropertyKind::Ltl);
        assert_eq!(validate(&system), Vec::<String>::new());
        let ticks = linear::ticks(&system);
        let holds = !linear::satisfiable(&system, &ticks, system.properties[0].term, false);
        violated += u64::from(!holds);
        let run = catch_unwind(|| check(&system, holds));
        run.unwrap_or_else(|_| panic!("WHEREFORE_SEED={seed}, holds: {holds}\n{}", text::print(&system)));
    }
    assert!(cases(count) < 100 || (violated > cases(count) / 5 && violated < cases(count) * 9 / 10), "{violated}");
}

fn check_trace(system: &System, property: &Property, trace: &Trace) {
    replay(system, trace).unwrap();
    assert_eq!(replay_property(system, trace, property).unwrap(), Outcome::Shown);
}

/// The verdict as a Boolean value; traces are replayed. Nothing if a bound was reached.
fn truth(system: &System, verdict: &Verdict) -> Option<bool> {
    match verdict {
        Verdict::Holds { evidence, recheck } => {
            assert!(recheck.checker().is_some(), "{evidence:?}: {recheck:?}");
            Some(true)
        }
        Verdict::Vacuous { .. } => Some(true),
        Verdict::Violated(counterexample) => {
            check_trace(system, &system.properties[0], &counterexample.trace);
            Some(false)
        }
        Verdict::Undetermined(NoAnswer::Bound(_)) => None,
        Verdict::Undetermined(cause) => panic!("{cause}"),
    }
}

/// Answer of one route alone.
pub fn by(system: &System, route: Route) -> Option<bool> {
    let session = Session::new(system, Options::default());
    let verdict = by_route(&session, &system.properties[0], route, &Stop::new(), &observer());
    truth(system, &verdict)
}

#[test]
fn diagrams() {
    on_random_systems(150, |system, holds| assert_eq!(by(system, Route::Diagrams), Some(holds)));
}

#[test]
fn lassos() {
    on_random_systems(150, |system, holds| {
        let most = if holds { 12 } else { DEEP };
        assert_eq!(by(system, Route::Lasso(most)), (!holds).then_some(false));
    });
}

#[test]
fn liveness_to_safety() {
    on_random_systems(150, |system, holds| assert_eq!(by(system, Route::Safety), Some(holds)));
}

/// Every proof is right; and what holds is proved with few visits, nearly always.
#[test]
fn counting() {
    let undecided = std::sync::atomic::AtomicU64::new(0);
    on_random_systems(150, |system, holds| {
        let most = if holds { 12 } else { 2 };
        match by(system, Route::Count(most)) {
            Some(found) => assert!(found && holds),
            None => drop(undecided.fetch_add(u64::from(holds), std::sync::atomic::Ordering::Relaxed)),
        }
    });
    assert!(undecided.into_inner() <= cases(150) / 50);
}

fn session(system: &System, engine: EngineChoice) -> Option<bool> {
    let session = Session::new(system, Options { engine, ..Options::default() });
    let finding = session.check(&system.properties[0], &Stop::new(), &observer());
    truth(system, &finding.verdict)
}

#[test]
fn the_portfolio() {
    on_random_systems(40, |system, holds| {
        assert_eq!(session(system, EngineChoice::Auto), Some(holds));
        assert_eq!(session(system, EngineChoice::Bdd), Some(holds));
        assert_eq!(session(system, EngineChoice::Sat), Some(holds));
    });
}
