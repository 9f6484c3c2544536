//! Engines that lie: each lie is caught by the check that is there for it.

#[path = "../../wherefore-solve/tests/suite/liar.rs"]
mod liar;
mod support;

use liar::Liar;
use std::sync::Arc;
use support::{explicit, random};
use wherefore_check::{Certificate, Cone, NoAnswer, Silent, bmc, certify};
use wherefore_ir::{PropertyKind, System, TermId, Terms, Value};
use wherefore_solve::{Answer, Engine, SatSolver, Solver, Stop};
use wherefore_trace::{replay, replay_invariant};

fn liar() -> Liar {
    Liar::new(Box::new(SatSolver::new(Engine::Batsat).unwrap()))
}

/// A solver that gives every Boolean variable a wrong value at one tick.
fn wrong_value() -> Box<dyn Solver> {
    let value = |_: &Terms, _, tick, value| match value {
        Value::Bool(b) if tick == 1 => Value::Bool(!b),
        other => other,
    };
    Box::new(Liar { value, ..liar() })
}

/// A solver that answers "unsatisfiable" to everything.
fn always_unsat() -> Box<dyn Solver> {
    Box::new(Liar { answer: |_| Answer::Unsat, ..liar() })
}

/// A toggle that breaks its invariant after two steps.
fn toggle() -> System {
    let text = "system \"toggle\"\nvar a : bool state\nvar b : bool state\ninit (not a)\ninit (not b)\nnext a = (not a)\nnext \
                b = a\nproperty \"p\" invariant (not (and (not a) b)) text \"!(!a & b)\"\n";
    wherefore_ir::text::parse(text).unwrap()
}

#[test]
fn a_wrong_value_is_caught_by_replay() {
    let system = toggle();
    let good = system.properties[0].term;
    let found = bmc::search(&Cone::whole(&system), good, (0, 5), wrong_value(), &Stop::new(), &Silent);
    let trace = found.unwrap().expect("the search itself is honest");
    assert!(replay(&system, &trace).and_then(|()| replay_invariant(&system, &trace, good)).is_err());
}

#[test]
fn a_wrong_unsat_is_caught_by_disagreement() {
    let system = toggle();
    let (good, stop) = (system.properties[0].term, Stop::new());
    let graph = explicit::explore(&system);
    let expected = explicit::shortest_violation(&system, &graph, good);
    let lied = bmc::search(&Cone::whole(&system), good, (0, 5), always_unsat(), &stop, &Silent).unwrap();
    assert_eq!((expected, lied), (Some(2), None), "the slow checker and the liar must differ");
}

/// Certificates that prove nothing: each of the three questions has one that only it refuses.
#[test]
fn a_wrong_invariant_is_caught_by_the_recheck() {
    let mut system = toggle();
    let good = system.properties[0].term;
    let (no, yes) = (system.terms.bool(false), system.terms.bool(true));
    let refused = |term: TermId, words: &str| {
        let certificate = Certificate::Invariant { terms: Arc::new(system.terms.clone()), term };
        let make = || Ok(Box::new(SatSolver::new(Engine::Batsat)?) as Box<dyn Solver>);
        let verdict = certify::recheck(&system, good, &certificate, &make, &Stop::new());
        assert_eq!(verdict, Err(NoAnswer::Refuted(words.to_owned())));
    };
    refused(no, "the invariant does not hold at first");
    refused(good, "a step leaves the invariant");
    refused(yes, "the invariant does not imply the property");
}

#[test]
fn a_wrong_induction_is_caught_by_the_recheck() {
    let mut caught = 0;
    for seed in 1..200 {
        let system = random::system(seed, PropertyKind::Invariant);
        let (graph, good) = (explicit::explore(&system), system.properties[0].term);
        if explicit::shortest_violation(&system, &graph, good).is_some() {
            let make = || Ok(Box::new(SatSolver::new(Engine::Batsat)?) as Box<dyn Solver>);
            let claim = Certificate::Induction { k: 1 };
            let verdict = certify::recheck(&system, good, &claim, &make, &Stop::new());
            assert!(matches!(verdict, Err(NoAnswer::Refuted(_))), "WHEREFORE_SEED={seed}");
            caught += 1;
        }
    }
    assert!(caught > 20, "only {caught} wrong claims were tried");
}
