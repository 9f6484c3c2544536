//! The case studies of the paper with its answers: the monitor with two flaws, and the flasher manager.

use crate::programs::{example, inquire, root, system};
use std::collections::BTreeSet;
use std::sync::Arc;
use wherefore_check::{Observer, Options, Session, Silent, Verdict};
use wherefore_explain::dataflow::Outcome;
use wherefore_explain::external_trace::up_to_failure;
use wherefore_explain::{Completeness, Shorter};
use wherefore_ir::System;
use wherefore_solve::Stop;
use wherefore_test::is_full;

const INITIAL: (&str, &str) = ("active and (false -> pre inactive)", "active and (true -> pre inactive)");
const LATE: (&str, &str) = ("not (act_1 or goes_on)", "not ((false -> pre act_1) or goes_on)");

fn verdict(system: &System) -> Verdict {
    let observer: Arc<dyn Observer> = Arc::new(Silent);
    Session::new(system, Options::default()).check(&system.properties[0], &Stop::new(), &observer).verdict
}

#[test]
fn the_monitor_fails_in_two_ways() {
    let system = example("muv.lus", None, &[]);
    let inquiry = inquire(&system, "ok", 1, (200, 300)).inquiry.unwrap();
    let classes = &inquiry.classes;
    // Two cycles, two structural causes, one minimal cause.
    assert_eq!((classes[0].length, classes[1].length), (1, 1));
    assert!(classes[0].explanation.cause.is_known());
    assert_eq!(classes[0].explanation.cause, classes[1].explanation.cause);
    assert_eq!(classes[0].explanation.cause.known().map(|c| (c.size(), c.choices)), Some((3, 4)));
    // The six instrumentations of the first run, in the order of the paper's figure.
    let outcomes: Vec<bool> =
        inquiry.alternative_search.unwrap().attempts.iter().take(6).map(|a| found(&a.outcome)).collect();
    assert_eq!(outcomes, [true, false, false, false, true, false]);
    // Both flaws, by the inputs that act and by the last tick, and no other.
    let families: BTreeSet<&str> = classes.iter().map(|c| c.path[0].as_str()).collect();
    assert_eq!(families, BTreeSet::from(["active", "action + active"]));
    let situations = inquiry.summary.unwrap();
    assert_eq!(situations.keys.len(), 2, "{:?}", situations.keys);
    assert!(matches!(situations.completeness, Completeness::Complete { .. }));
}

fn found(outcome: &Outcome) -> bool {
    match outcome {
        Outcome::New(_) | Outcome::Known => true,
        Outcome::Impossible(_) => false,
        Outcome::Undecided(why) => panic!("undecided: {why}"),
    }
}

#[test]
fn each_fix_of_the_monitor_leaves_the_other_flaw() {
    let family = |changes| {
        let inquiry = inquire(&example("muv.lus", None, changes), "ok", 2, (200, 300)).inquiry.unwrap();
        inquiry.classes.into_iter().map(|c| c.key).collect::<Vec<String>>()
    };
    assert_eq!(family(&[INITIAL]), ["action + active"]);
    assert_eq!(family(&[LATE]), ["active"]);
    assert!(matches!(verdict(&example("muv.lus", None, &[INITIAL, LATE])), Verdict::Holds { .. }));
}

/// The families that the paper's authors saw in nine causes, and those that mix the lever with the lock, which they did not.
///
/// All of them take a minute: `WHEREFORE_CORPUS=full`. By default the search ends with its first classes.
#[test]
fn the_flashers_stay_on_in_the_families_of_the_paper() {
    let system = example("flasher.lus", None, &[]);
    let most = if is_full() { 200 } else { 2 };
    let inquiry = inquire(&system, "ok", 2, (most, 300)).inquiry.unwrap();
    let families: BTreeSet<String> = inquiry.classes.iter().map(|c| c.key.clone()).collect();
    for family in ["L + W", "LK + ULK", "LK + ULK + W"].iter().take(if is_full() { 3 } else { 1 }) {
        assert!(families.contains(*family), "{families:?}");
    }
    assert!(inquiry.classes.iter().all(|c| c.explanation.cause.known().is_some_and(|c| c.minimal)));
}

#[test]
fn a_patient_driver_never_keeps_the_light_on() {
    assert!(matches!(verdict(&example("flasher.lus", Some("patient"), &[])), Verdict::Holds { .. }));
    let shorter = example("flasher.lus", Some("patient"), &[("Confirm(19, outL)", "Confirm(17, outL)")]);
    assert!(matches!(verdict(&shorter), Verdict::Violated(_)));
}

/// Two conjunctions of one equation are called alike, and both of its mixed causes read both inputs.
const MIXED: &str = "node Signs(d, e: int) returns (ok: bool);
let
  ok = (d > 0 and e > 0) or (d < 0 and e < 0);
  --%PROPERTY ok;
tel
";

#[test]
fn causes_through_operators_of_one_equation_are_told_apart() {
    let classes = |text: &str| {
        let system = system(text.to_owned(), &root(), None).unwrap();
        inquire(&system, "ok", 1, (50, 300)).inquiry.unwrap().classes
    };
    let found = classes(MIXED);
    let ids: BTreeSet<String> = found.iter().map(|c| c.id.clone()).collect();
    let keys: BTreeSet<&str> = found.iter().map(|c| c.key.as_str()).collect();
    assert_eq!((found.len(), ids.len(), keys.len()), (4, 4, 4), "{keys:#?}");
    // Lines, comments and equations beside it do not matter.
    let more = MIXED.replace("let\n", "var other: int;\nlet\n  -- beside it\n  other = if d > e then d else e;\n");
    assert_eq!(classes(&more).into_iter().map(|c| c.id).collect::<BTreeSet<String>>(), ids);
}

#[test]
fn the_shortest_run_of_a_class_does_not_pass_another_failure() {
    let system = example("muv.lus", None, &[]);
    let good = system.properties[0].term;
    for level in [1, 2] {
        let inquiry = inquire(&system, "ok", level, (200, 300)).inquiry.unwrap();
        for class in &inquiry.classes {
            let cut = up_to_failure(&system, &class.representative, good).unwrap();
            assert_eq!(cut.len(), class.representative.len(), "level {level}: {}", class.key);
            assert_eq!(class.shorter, Shorter::Impossible, "level {level}: {}", class.key);
        }
        if level == 2 {
            let lengths: Vec<(&str, u32)> = inquiry.classes.iter().map(|c| (c.key.as_str(), c.length)).collect();
            assert_eq!(lengths, [("active", 1), ("action + active", 2)]);
        }
        assert_eq!(inquiry.summary.unwrap().keys.iter().map(|(_, steps)| *steps).collect::<Vec<u32>>(), [1, 1]);
    }
}
