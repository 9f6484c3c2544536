//! Every engine against the slow obvious checker on random small systems.
//!
//! A bounded share runs by default; the full sweep is
//!
//! ```text
//! WHEREFORE_CASES=2000 cargo test --release --features cadical -p wherefore-check --test engines_agree
//! ```

mod support;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use support::{explicit, random};
use wherefore_check::{
    Cone, EngineChoice, NoAnswer, Observer, Options, Proof, Session, Silent, Verdict, bmc, certify, induction, pdr,
};
use wherefore_diag::FileId;
use wherefore_ir::{PropertyKind, System, text, validate};
use wherefore_lang::smv;
use wherefore_solve::{Engine, SatSolver, SmtCommand, SmtSolver, Solver, Stop};
use wherefore_test::{cases, seed};
use wherefore_trace::{replay, replay_invariant};

fn sat() -> Result<Box<dyn Solver>, NoAnswer> {
    Ok(Box::new(SatSolver::new(Engine::best())?))
}

fn smt(command: SmtCommand) -> Result<Box<dyn Solver>, NoAnswer> {
    Ok(Box::new(SmtSolver::new(command)?))
}

/// Ground truth of the slow checker: the least distance of a violation, and how far anything is.
struct Truth {
    violation: Option<u32>,
    diameter: u32,
}

fn truth(system: &System) -> Truth {
    let graph = explicit::explore(system);
    let violation = explicit::shortest_violation(system, &graph, system.properties[0].term);
    Truth { violation, diameter: graph.depth.iter().max().copied().unwrap_or(0) }
}

/// Runs `check` on random systems; a failure names its seed and shows the system.
fn on_random_systems(kind: PropertyKind, count: u64, check: impl Fn(&System) + std::panic::RefUnwindSafe) {
    let first = seed(1);
    for seed in first..first + cases(count) {
        let system = random::system(seed, kind);
        assert_eq!(validate(&system), Vec::<String>::new());
        let run = std::panic::catch_unwind(|| check(&system));
        run.unwrap_or_else(|_| panic!("WHEREFORE_SEED={seed}\n{}", text::print(&system)));
    }
}

/// Bounded search to the end of the reachable states gives the verdict and the shortest length, and its trace replays.
fn check_bounded(system: &System, solver: Box<dyn Solver>, truth: &Truth) {
    let good = system.properties[0].term;
    let depth = truth.violation.unwrap_or(truth.diameter);
    let found = bmc::search(&Cone::whole(system), good, (0, depth), solver, &Stop::new(), &Silent).unwrap();
    assert_eq!(found.as_ref().map(|t| t.len() as u32 - 1), truth.violation, "bounded search");
    if let Some(trace) = found {
        replay(system, &trace).unwrap();
        replay_invariant(system, &trace, good).unwrap();
    }
}

/// A proof re-checks; a violation is one, and a run that is told is there. The cone may be violated where the whole is not, if the rest is in the way.
fn check_proof(system: &System, model: &Cone, proof: &Proof, truth: &Truth) {
    match proof {
        Proof::Safe(certificate) => {
            assert_eq!(truth.violation, None);
            certify::recheck(system, system.properties[0].term, certificate, &sat, &Stop::new()).unwrap();
        }
        Proof::Unsafe { depth, shortest, witness } => {
            let whole = model.vars.len() == system.terms.var_count();
            assert!(truth.violation.is_some() || !whole);
            assert!(!whole || !shortest || truth.violation == Some(*depth));
            if let Some(witness) = witness {
                let goal = (system.properties[0].term, *depth);
                let run = witness.run(model.clone(), goal, sat().unwrap(), &Stop::new()).unwrap();
                assert_eq!(run.map(|trace| trace.len() as u32), Some(depth + 1));
            }
        }
    }
}

#[test]
fn propositional_engines() {
    on_random_systems(PropertyKind::Invariant, 300, |system| {
        let (truth, good, stop) = (truth(system), system.properties[0].term, Stop::new());
        for engine in Engine::built() {
            check_bounded(system, Box::new(SatSolver::new(engine).unwrap()), &truth);
            let cone = Cone::of(system, &[good]);
            check_proof(system, &cone, &pdr::prove(&cone, good, engine, &stop, &Silent).unwrap(), &truth);
        }
        let cone = Cone::of(system, &[good]);
        if let Ok(proof) = induction::prove(&cone, good, 8, &sat, &stop, &Silent) {
            check_proof(system, &cone, &proof, &truth);
        }
    });
}

#[test]
fn smt_engines() {
    on_random_systems(PropertyKind::Invariant, 25, |system| {
        let truth = truth(system);
        check_bounded(system, smt(SmtCommand::z3()).unwrap(), &truth);
        check_bounded(system, smt(SmtCommand::cvc5()).unwrap(), &truth);
        check_bounded(system, smt(SmtCommand::bitwuzla()).unwrap(), &truth);
    });
}

/// Answer of a session to the first property: the length of a counterexample, or nothing.
fn session(system: &System, engine: EngineChoice) -> Option<u32> {
    let session = Session::new(system, Options { engine, ..Options::default() });
    let observer: Arc<dyn Observer> = Arc::new(Silent);
    match session.check(&system.properties[0], &Stop::new(), &observer).verdict {
        Verdict::Holds { .. } | Verdict::Vacuous { .. } => None,
        Verdict::Violated(counterexample) => Some(counterexample.trace.len() as u32 - 1),
        Verdict::Undetermined(cause) => panic!("{engine:?}: {cause}"),
    }
}

#[test]
fn diagrams() {
    on_random_systems(PropertyKind::Invariant, 150, |system| {
        assert_eq!(session(system, EngineChoice::Bdd), truth(system).violation);
    });
}

#[test]
fn the_portfolio() {
    on_random_systems(PropertyKind::Invariant, 25, |system| {
        assert_eq!(session(system, EngineChoice::Auto), truth(system).violation);
    });
}

#[test]
fn branching_time() {
    on_random_systems(PropertyKind::Ctl, 300, |system| {
        let graph = explicit::explore(system);
        let expected = explicit::holds_ctl(system, &graph, system.properties[0].term);
        assert_eq!(session(system, EngineChoice::Bdd).is_none(), expected);
    });
}

/// A system printed as SMV and read again has the same verdicts; so has its text form.
#[test]
fn printed_and_read_again() {
    let (read, refused) = (AtomicU64::new(0), AtomicU64::new(0));
    for kind in [PropertyKind::Invariant, PropertyKind::Ctl] {
        on_random_systems(kind, 150, |system| {
            let printed = smv::print(system).unwrap();
            let loaded = smv::load(FileId(0), &printed);
            let Some(again) = loaded.system else {
                // A constant that never fits its variable is refused at once, as it should be.
                let mut errors = loaded.diagnostics.iter().filter(|d| d.is_error()).peekable();
                assert!(errors.peek().is_some() && errors.all(|d| d.code.id == "smv-out-of-range"), "{printed}");
                refused.fetch_add(1, Ordering::Relaxed);
                return;
            };
            read.fetch_add(1, Ordering::Relaxed);
            let same_text = text::parse(&text::print(system)).unwrap();
            assert_eq!(verdict(&again), verdict(system), "{printed}");
            assert_eq!(verdict(&same_text), verdict(system));
        });
    }
    assert!(read.into_inner() > 20 * refused.into_inner(), "too many systems were refused to call this a test");
}

fn verdict(system: &System) -> Option<u32> {
    let (graph, property) = (explicit::explore(system), &system.properties[0]);
    match property.kind {
        PropertyKind::Ctl => (!explicit::holds_ctl(system, &graph, property.term)).then_some(0),
        _ => explicit::shortest_violation(system, &graph, property.term),
    }
}
