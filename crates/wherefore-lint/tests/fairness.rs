//! Loops in which fairness cannot be met, as findings: where they are, what is said of them, and what is none.

use std::sync::Arc;
use wherefore_check::{Observer, Options, Silent};
use wherefore_diag::FileId;
use wherefore_lint::{FindingEvidence, Kind, lint};

/// The condition that is marked, and the first tick of the run at which no fair run is left.
fn unfair(text: &str) -> Option<(String, usize)> {
    let system = wherefore_lang::smv::load(FileId(0), text).system.unwrap_or_else(|| panic!("refused:\n{text}"));
    let (stop, observer): (_, Arc<dyn Observer>) = (wherefore_stop::Stop::new(), Arc::new(Silent));
    let found = lint(&system, Options::default(), (&stop, &observer), &mut |_| ());
    assert!(found.open.is_empty(), "{:?}", found.open);
    let finding = found.findings.into_iter().find(|f| f.kind == Kind::UnfairLoop)?;
    let FindingEvidence::Unfair(unfair) = &finding.evidence else { panic!("{:?}", finding.evidence) };
    assert!(unfair.recheck.checker().is_some() && unfair.trace.loop_start.is_some());
    let marked = system.span(finding.element).map(|s| text[s.start as usize..s.end as usize].to_owned());
    Some((marked.unwrap_or_default(), unfair.tick))
}

const DOOR: &str = "MODULE main VAR door : {open, closed, locked}; ASSIGN init(door) := open; next(door) := case \
                    door = open : {open, closed}; door = closed : {open, locked}; TRUE : locked; esac;";

#[test]
fn a_state_that_is_never_left_is_found_with_the_condition_that_it_breaks() {
    let (marked, tick) = unfair(&format!("{DOOR} FAIRNESS TRUE; FAIRNESS door = open;")).expect("a finding");
    assert!(marked.contains("door = open"), "{marked}");
    assert_eq!(tick, 2);
    let (marked, tick) = unfair(&format!("{DOOR} COMPASSION (door = locked, door = open);")).expect("a finding");
    assert!(marked.contains("door = locked"), "{marked}");
    assert_eq!(tick, 2);
    // No run is fair at all.
    assert_eq!(unfair(&format!("{DOOR} FAIRNESS FALSE;")).map(|(_, tick)| tick), Some(0));
}

#[test]
fn a_run_that_may_be_fair_again_is_no_finding() {
    assert_eq!(unfair(DOOR), None);
    assert_eq!(unfair(&format!("{DOOR} FAIRNESS door != closed;")), None);
    let again = "MODULE main VAR x : 0..2; ASSIGN init(x) := 0; next(x) := {0, x};";
    assert_eq!(unfair(&format!("{again} FAIRNESS x = 0;")), None);
    // A run that ends is another finding.
    let ends = "MODULE main VAR x : 0..2; INIT x = 0; TRANS next(x) = x + 1 & x < 2;";
    assert_eq!(unfair(&format!("{ends} FAIRNESS x = 0;")), None);
    // `running` of processes: each can always be chosen again.
    let processes = "MODULE p(x) ASSIGN next(x) := !x; FAIRNESS running MODULE main VAR x : boolean; a : process p(x); b : process p(x);";
    assert_eq!(unfair(processes), None);
}
