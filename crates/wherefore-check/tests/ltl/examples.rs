//! LTL on models whose answers are known: unbounded integers, vacuity, what is shown.

use std::sync::Arc;
use wherefore_check::{Finding, Observer, Options, Session, Silent, Verdict};
use wherefore_diag::FileId;
use wherefore_ir::{PropertyKind, System};
use wherefore_lang::smv;
use wherefore_solve::Stop;
use wherefore_trace::{Outcome, replay, replay_property};

fn load(text: &str) -> System {
    let loaded = smv::load(FileId(0), text);
    let errors: Vec<_> = loaded.diagnostics.iter().filter(|d| d.is_error()).collect();
    loaded.system.unwrap_or_else(|| panic!("{errors:?}"))
}

/// Checks the first property of a model.
fn check(text: &str) -> Finding {
    let system = load(text);
    let property = &system.properties[0];
    assert_eq!(property.kind, PropertyKind::Ltl);
    let observer: Arc<dyn Observer> = Arc::new(Silent);
    let finding = Session::new(&system, Options::default()).check(property, &Stop::new(), &observer);
    if let Verdict::Violated(counterexample) = &finding.verdict {
        replay(&system, &counterexample.trace).unwrap();
        assert_eq!(replay_property(&system, &counterexample.trace, property).unwrap(), Outcome::Shown);
    }
    finding
}

fn holds(text: &str) {
    let finding = check(text);
    assert!(matches!(finding.verdict, Verdict::Holds { .. }), "{text}\n{:?}", finding.verdict);
}

/// Asserts a violation by a run of this number of ticks.
fn violated(text: &str, ticks: usize) {
    let finding = check(text);
    let Verdict::Violated(counterexample) = &finding.verdict else { panic!("{text}\n{:?}", finding.verdict) };
    assert_eq!(counterexample.trace.len(), ticks, "{text}\n{:?}", counterexample.trace);
}

fn vacuous(text: &str, words: &str) {
    let finding = check(text);
    let Verdict::Vacuous { reason, .. } = &finding.verdict else { panic!("{text}\n{:?}", finding.verdict) };
    assert_eq!(reason, words);
}

/// A countdown from a start that is not known, and a counter that is put back now and then.
const COUNTDOWN: &str = "MODULE main VAR n : integer; ASSIGN init(n) := 5; next(n) := n > 0 ? n - 1 : n;";
const RESET: &str = "MODULE main VAR n : integer; IVAR reset : boolean; \
                     ASSIGN init(n) := 0; next(n) := reset ? 0 : n + 1;";

#[test]
fn unbounded_integers() {
    holds(&format!("{COUNTDOWN} LTLSPEC F n = 0;"));
    holds(&format!("{COUNTDOWN} LTLSPEC F G n = 0;"));
    violated(&format!("{COUNTDOWN} LTLSPEC G F n > 0;"), 6);
    holds(&format!("{COUNTDOWN} LTLSPEC G (n = 0 -> O n = 5);"));
    holds(&format!("{RESET} LTLSPEC G n >= 0;"));
    holds(&format!("{RESET} LTLSPEC G (n = 3 -> Y n = 2);"));
    holds(&format!("{RESET} LTLSPEC G (reset -> X n = 0);"));
    violated(&format!("{RESET} LTLSPEC F n = 1;"), 1);
    violated(&format!("{RESET} LTLSPEC G F n = 1;"), 1);
    violated(&format!("{RESET} LTLSPEC G (n = 1 -> X n = 2);"), 2);
    violated(&format!("{RESET} JUSTICE n = 2; LTLSPEC G F n = 3;"), 3);
    holds(&format!("{RESET} JUSTICE n = 2; LTLSPEC G F n = 1;"));
}

#[test]
fn vacuity() {
    let model = "MODULE main VAR req : boolean; ack : boolean; ASSIGN init(req) := FALSE; next(req) := FALSE;";
    vacuous(&format!("{model} LTLSPEC G (req -> F ack);"), "`req` never happens");
    vacuous(&format!("{model} LTLSPEC G (req -> ack);"), "`req` never happens");
    vacuous(&format!("{model} JUSTICE req; LTLSPEC G F ack;"), "the model has no fair infinite run");
    let model = "MODULE main VAR req : boolean; ack : boolean; ASSIGN next(ack) := req;";
    holds(&format!("{model} LTLSPEC G (req -> X ack);"));
    holds(&format!("{model} LTLSPEC G (req -> F ack);"));
    vacuous(&format!("{model} LTLSPEC G (req & !req -> F ack);"), "`req & !req` never happens");
    // A part that does not matter somewhere may well happen elsewhere.
    let turns = "MODULE main VAR a : boolean; b : boolean; ASSIGN init(a) := FALSE; next(a) := !a;";
    let unused = "the formula still holds with `false` for the right-hand side of the implication from `a`";
    vacuous(&format!("{turns} LTLSPEC X X (a -> b);"), unused);
    vacuous(&format!("{turns} LTLSPEC G F (a -> b);"), unused);
    vacuous(&format!("{turns} LTLSPEC a -> G b;"), "no run makes the left-hand side of the whole formula true");
    // A premise that is the very formula asked for is not made stronger with it.
    holds(&format!("{model} LTLSPEC G (req -> Y ack) -> G (req -> Y ack);"));
    // Premises are not looked at, and what they exclude does not make them vacuous.
    holds(&format!("{model} LTLSPEC (G (req -> F req)) & (G F req) -> G F ack;"));
}

/// A relation that leads out of the range of a variable ends runs; an assignment that does is an error of the model.
#[test]
fn dead_ends() {
    let counts = "MODULE main VAR z : 0..1; o : boolean; INIT z = 0; TRANS next(z) = z + 1;";
    for formula in ["G o", "F o", "G z = 0", "FALSE"] {
        vacuous(&format!("{counts} LTLSPEC {formula};"), "the model has no infinite run");
    }
    violated("MODULE main VAR z : 0..1; o : boolean; INIT z = 0; TRANS next(z) = z; LTLSPEC G o;", 1);
    let longer = "MODULE main VAR z : 0..7; o : boolean; TRANS next(z) = z + 1;";
    vacuous(&format!("{longer} LTLSPEC G F o;"), "the model has no infinite run");
}

/// A lasso is as short as the past allows, and the loop is the right one.
#[test]
fn short_lassos() {
    let free = "MODULE main VAR p : boolean; q : boolean;";
    violated(&format!("{free} LTLSPEC G (p -> F q);"), 1);
    violated(&format!("{free} LTLSPEC G (p -> O q);"), 1);
    violated(&format!("{free} LTLSPEC F Y p;"), 1);
    violated(&format!("{free} LTLSPEC G (p -> X q);"), 1);
    violated(&format!("{free} LTLSPEC p -> (X !p | q);"), 1);
    violated(&format!("{free} LTLSPEC p -> G p | q;"), 2);
    violated(&format!("{free} LTLSPEC G (p -> Y q);"), 1);
    violated(&format!("{free} LTLSPEC G !(p & X (q & O (p & X q)));"), 1);
}

/// Variables that others determine are replaced; their range, their updates and their values in a run are not forgotten.
#[test]
fn wires() {
    // Whichever of the two is replaced.
    for narrow in ["v : 0..2; w : 0..1; INVAR w = v;", "w : 0..1; v : 0..2; INVAR w = v;"] {
        holds(&format!("MODULE main VAR {narrow} LTLSPEC G v < 2;"));
        violated(&format!("MODULE main VAR {narrow} LTLSPEC G w < 1;"), 1);
    }
    let chain =
        "MODULE main VAR a : boolean; b : boolean; c : boolean; INVAR (a <-> b) & (b <-> !c); ASSIGN next(a) := !a;";
    holds(&format!("{chain} LTLSPEC G (c -> X !c);"));
    violated(&format!("{chain} LTLSPEC c -> F G b;"), 2);
}

/// A premise that is known is left out of others; one that is known only at first is not known always.
#[test]
fn premises() {
    let free = "MODULE main VAR p : boolean; q : boolean;";
    holds(&format!("{free} LTLSPEC (G p) & (G p -> F q) -> F q;"));
    violated(&format!("{free} LTLSPEC p & (G p -> q) -> q;"), 2);
    violated(&format!("{free} LTLSPEC (G !p) & (p -> q) -> q;"), 1);
    violated(&format!("{free} LTLSPEC !p & G (p -> q) -> G q;"), 1);
}
