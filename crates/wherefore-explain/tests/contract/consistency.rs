//! Contracts that contradict themselves or each other.

use crate::support::{AIRBAG, first, options};
use crate::texts::{RELAY, changed};
use std::sync::Arc;
use wherefore_check::{EngineChoice, Observer, Options, Silent};
use wherefore_explain::contract::{IdleConjuncts, Inconsistency, InconsistencyKind, examine, idle_conjuncts};
use wherefore_solve::Stop;

fn ailments(text: &str) -> Vec<Inconsistency> {
    let observer: Arc<dyn Observer> = Arc::new(Silent);
    let (found, open) = examine(&first(text), &options(EngineChoice::Auto), &Stop::new(), &observer);
    assert_eq!(open, None);
    assert!(found.iter().all(|a| a.minimal), "{found:#?}");
    found
}

fn core(ailment: &Inconsistency) -> Vec<&str> {
    ailment.core.iter().map(|(name, _)| name.as_str()).collect()
}

#[test]
fn sound_contracts_are_left_alone() {
    assert_eq!(ailments(AIRBAG), []);
    assert_eq!(ailments(RELAY), []);
}

#[test]
fn an_assumption_that_nobody_can_meet() {
    let text = changed(
        RELAY,
        "assume: true;\n   guarantee: always (a and b",
        "assume: always a and in the future b and in the future not a;\n   guarantee: always (a and b",
    );
    let found = ailments(&text);
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!((found[0].illness, found[0].contract.as_str()), (InconsistencyKind::Assumption, "filter.gate"));
    assert_eq!(core(&found[0]), ["filter.gate.A1", "filter.gate.A3"]);
}

#[test]
fn a_guarantee_that_contradicts_its_assumption() {
    let text = changed(
        RELAY,
        "assume: true;\n   guarantee: always (go implies then fire)",
        "assume: always go;\n   guarantee: always (go implies then fire) and never fire and always (active or fire)",
    );
    let found = ailments(&text);
    let own: Vec<&Inconsistency> = found.iter().filter(|a| a.illness == InconsistencyKind::Contract).collect();
    assert_eq!(own.len(), 1, "{found:#?}");
    assert_eq!(core(own[0]), ["driver.drive.A1", "driver.drive.G1", "driver.drive.G2"]);
}

/// A question about numbers without bounds that stays unanswered does not hide other findings.
#[test]
fn what_is_found_survives_an_open_question() {
    let text = changed(
        RELAY,
        "CONTRACT serve\n",
        "CONTRACT count\n   assume: always (next(n) = n + 1) and n = 0;\n   guarantee: always in the future n = 7;\n  CONTRACT serve\n",
    )
    .replace("INPUT PORT enable: boolean;\n", "INPUT PORT enable: boolean;\n  INPUT PORT n: integer;\n")
    .replace("always (a and b implies then pass)", "always pass and never pass");
    let observer: Arc<dyn Observer> = Arc::new(Silent);
    let options = Options { max_depth: 3, ..options(EngineChoice::Bdd) };
    let (found, open) = examine(&first(&text), &options, &Stop::new(), &observer);
    assert!(open.is_some());
    assert!(
        found.iter().any(|a| a.contract == "filter.gate" && a.illness == InconsistencyKind::Contract),
        "{found:#?}"
    );
}

#[test]
fn parts_that_exclude_each_other() {
    let text =
        changed(RELAY, "always (go implies then fire)", "always (go implies then fire) and in the future not go")
            .replace("always (a and b implies then pass)", "always (a and b implies then pass) and always pass");
    let found = ailments(&text);
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!((found[0].illness, found[0].contract.as_str()), (InconsistencyKind::Refinement, "serve"));
    assert_eq!(core(&found[0]), ["filter.gate.G2", "driver.drive.G2", "driver.go"]);
}

fn idle(text: &str) -> Vec<(String, bool)> {
    let observer: Arc<dyn Observer> = Arc::new(Silent);
    let all = idle_conjuncts(&first(text), &options(EngineChoice::Auto), &Stop::new(), &observer);
    let IdleConjuncts { found, asked, open } = all;
    assert!(open.is_empty() && asked >= found.len(), "{open:?}");
    assert!(found.iter().all(|idle| idle.recheck.checker().is_some()), "{found:#?}");
    found.into_iter().map(|idle| (idle.name, idle.by_assumption)).collect()
}

#[test]
fn conjuncts_that_say_something_are_left_alone() {
    assert_eq!(idle(AIRBAG), []);
    assert_eq!(idle(RELAY), []);
}

#[test]
fn conjuncts_that_every_behaviour_keeps() {
    let text =
        changed(RELAY, "always (fire iff active)", "always (fire iff active) and always (go implies go or fire)");
    assert_eq!(idle(&text), [("driver.show.G2".to_owned(), false)]);
    let text = changed(
        RELAY,
        "assume: true;\n   guarantee: always (go implies then fire)",
        "assume: never go and in the future (fire or not fire);\n   guarantee: always (go implies then fire)",
    );
    assert_eq!(idle(&text), [("driver.drive.A2".to_owned(), false), ("driver.drive.G1".to_owned(), true)]);
}
