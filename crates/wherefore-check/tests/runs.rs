//! Models whose runs end, do not begin, or are not fair, against the slow obvious checker.
//!
//! ```text
//! WHEREFORE_CASES=2000 cargo test --release --features cadical -p wherefore-check --test runs
//! ```

mod support;

use std::sync::Arc;
use support::{explicit, random};
use wherefore_check::{EngineChoice, Observer, Options, Session, Silent, Start, Verdict};
use wherefore_diag::FileId;
use wherefore_ir::{Op, PropertyKind, System, TermId, text};
use wherefore_lang::smv;
use wherefore_solve::Stop;
use wherefore_test::{cases, seed};
use wherefore_trace::replay;

fn observer() -> Arc<dyn Observer> {
    Arc::new(Silent)
}

fn session(system: &System, engine: EngineChoice) -> Session {
    Session::new(system, Options { engine, ..Options::default() })
}

fn on_random_systems(count: u64, check: impl Fn(u64, &System) + std::panic::RefUnwindSafe) {
    let first = seed(1);
    for seed in first..first + cases(count) {
        let system = random::always(seed);
        let run = std::panic::catch_unwind(|| check(seed, &system));
        run.unwrap_or_else(|_| panic!("WHEREFORE_SEED={seed}\n{}", text::print(&system)));
    }
}

/// `AG p` on every engine, and what is said where the answer rests on there being no runs.
#[test]
fn always() {
    on_random_systems(250, |seed, system| {
        let graph = explicit::explore(system);
        let formula = system.properties[0].term;
        let mut with_never = system.clone();
        let never = with_never.terms.bool(false);
        let never = with_never.terms.apply(Op::AF, &[never]);
        let lifeless = explicit::holds_ctl(&with_never, &graph, never);
        let engine = [EngineChoice::Bdd, EngineChoice::Sat, EngineChoice::Auto][seed as usize % 3];
        let verdict = session(system, engine).check(&system.properties[0], &Stop::new(), &observer()).verdict;
        let holds = explicit::holds_ctl(system, &graph, formula);
        match &verdict {
            Verdict::Vacuous { reason, .. } => {
                assert!(lifeless && holds, "{reason}");
                assert_eq!(reason == "the model has no initial state", graph.states.is_empty(), "{reason}");
            }
            Verdict::Holds { .. } => assert!(holds && !lifeless),
            Verdict::Violated(run) => {
                assert!(!holds);
                replay(system, &run.trace).unwrap();
            }
            Verdict::Undetermined(cause) => panic!("{engine:?}: {cause}"),
        }
    });
}

/// Where `AG p` is taken for an invariant, every reachable state begins a fair run; and it is taken for one where all states
/// do, for any body.
#[test]
fn taken_for_an_invariant() {
    on_random_systems(250, |_, system| {
        let graph = explicit::explore(system);
        if graph.states.is_empty() {
            return;
        }
        let mut with_fair = system.clone();
        let yes = with_fair.terms.bool(true);
        let fair: TermId = with_fair.terms.apply(Op::EG, &[yes]);
        let serial = explicit::states_of(&with_fair, &graph, fair).iter().all(|s| *s);
        let session = session(system, EngineChoice::Auto);
        let taken = session.invariant(&system.properties[0], &Stop::new(), &observer());
        assert_eq!(taken.is_some(), serial);
    });
}

/// A run that is said to end does.
#[test]
fn dead_ends() {
    on_random_systems(250, |_, system| {
        let graph = explicit::explore(system);
        let session = session(system, EngineChoice::Auto);
        let dead = |state: usize| graph.edges[state].is_empty();
        let nearest = (0..graph.states.len()).filter(|s| dead(*s)).map(|s| graph.depth[s]).min();
        match session.ending(&Stop::new()) {
            Some(trace) => {
                replay(system, &trace).unwrap();
                assert_eq!(Some(trace.len() as u32 - 1), nearest);
            }
            None => assert_eq!(nearest, None),
        }
    });
}

/// A run is said to come to where it can never be fair again if some reachable state begins infinite runs and no fair one.
#[test]
fn unfair_loops() {
    let found = std::sync::atomic::AtomicUsize::new(0);
    on_random_systems(80, |_, system| {
        let graph = explicit::explore(system);
        let mut plain = system.clone();
        plain.justice.clear();
        plain.compassion.clear();
        let yes = plain.terms.bool(true);
        let goes_on: TermId = plain.terms.apply(Op::EG, &[yes]);
        let mut fair = plain.clone();
        (fair.justice, fair.compassion) = (system.justice.clone(), system.compassion.clone());
        let endless = explicit::states_of(&plain, &graph, goes_on);
        let fair = explicit::states_of(&fair, &graph, goes_on);
        let is_unfair = |state: usize| endless[state] && !fair[state];
        let expected = (0..graph.states.len()).any(is_unfair);
        let answer = session(system, EngineChoice::Auto).unfair_loop(&Stop::new(), &observer()).unwrap();
        assert_eq!(answer.is_some(), expected);
        let Some(answer) = answer else { return };
        found.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        assert!(answer.recheck.checker().is_some());
        replay(&plain, &answer.trace).unwrap();
        let states: Vec<usize> = answer.trace.steps.iter().map(|step| graph.at(system, &step.values)).collect();
        for (tick, state) in states.iter().enumerate() {
            assert_eq!(is_unfair(*state), tick >= answer.tick, "tick {tick}");
        }
    });
    wherefore_test::counted(found.into_inner(), "runs that can never be fair again");
}

fn load(text: &str) -> System {
    let loaded = smv::load(FileId(0), text);
    loaded.system.unwrap_or_else(|| panic!("{text}\n{:?}", loaded.diagnostics))
}

/// The restrictions that exclude each other, as the model spells them.
fn core(text: &str) -> Vec<String> {
    let system = load(text);
    match session(&system, EngineChoice::Auto).start(&Stop::new()).unwrap() {
        Start::Possible => Vec::new(),
        Start::Impossible(why) => {
            assert!(why.minimal && why.recheck.checker().is_some());
            why.elements.iter().map(|e| system.elements.get(*e).name.clone()).collect()
        }
    }
}

#[test]
fn no_initial_state() {
    let ports = "MODULE main VAR ask : boolean; give : boolean; x : 0..3;";
    assert_eq!(core(&format!("{ports} INIT ask;")), Vec::<String>::new());
    let three = format!("{ports} INVAR x < 3; INVAR ask -> give; INVAR give -> !ask; INIT ask; INIT x = 1;");
    assert_eq!(core(&three), ["INVAR ask -> give", "INVAR give -> !ask", "INIT ask"]);
    assert_eq!(core(&format!("{ports} ASSIGN init(x) := 1; INIT x > 1;")).len(), 2);
    assert_eq!(core("MODULE main VAR n : integer; INIT n > 3; INIT n < 2; INVAR n > 0;").len(), 2);
    for formula in ["INVARSPEC give", "CTLSPEC EF give", "CTLSPEC AG x = 0", "LTLSPEC FALSE", "LTLSPEC Y TRUE"] {
        let system = load(&format!("{three} {formula};"));
        let finding = session(&system, EngineChoice::Auto).check(&system.properties[0], &Stop::new(), &observer());
        let Verdict::Vacuous { reason, element, .. } = finding.verdict else { panic!("{formula}") };
        assert_eq!(reason, "the model has no initial state");
        assert!(element.is_some());
    }
}

#[test]
fn no_infinite_run() {
    let counts = "MODULE main VAR x : 0..3; ASSIGN init(x) := 0; TRANS next(x) = x + 1 & x < 2;";
    let cases = [
        ("CTLSPEC AG AF x = 3", Some("the model has no infinite run")),
        ("CTLSPEC AG x < 2", Some("the model has no infinite run")),
        ("LTLSPEC G F x = 3", Some("the model has no infinite run")),
        ("JUSTICE x = 3; CTLSPEC AF FALSE", Some("the model has no fair infinite run")),
        ("INVARSPEC x < 3", None),
    ];
    for (formula, expected) in cases {
        let system = load(&format!("{counts} {formula};"));
        let finding = session(&system, EngineChoice::Auto).check(&system.properties[0], &Stop::new(), &observer());
        match finding.verdict {
            Verdict::Vacuous { reason, .. } => assert_eq!(Some(reason.as_str()), expected, "{formula}"),
            Verdict::Holds { .. } => assert_eq!(expected, None, "{formula}"),
            other => panic!("{formula}: {other:?}"),
        }
    }
}

/// Forms of one property, in models where a solver or diagrams have to find out that every state goes on.
#[test]
fn forms_of_always() {
    let model = "MODULE main VAR s : {a, b, c}; x : boolean; ASSIGN init(s) := a; \
                 next(s) := case s = a & x : b; s = b & !x : c; TRUE : s; esac;";
    let formulas = ["AG !(s = c)", "!EF (s = c)", "AG !(s = c) & AG (s = a | s = b | s = c)", "!(EF s = c | EF s = c)"];
    for (more, formula) in
        ["", "TRANS x | !x;", "FAIRNESS x;", "INVAR s = b -> s != a;"].iter().flat_map(|m| formulas.map(|f| (*m, f)))
    {
        let system = load(&format!("{model} {more} CTLSPEC {formula};"));
        assert_eq!(system.properties[0].kind, PropertyKind::Ctl);
        let session = session(&system, EngineChoice::Auto);
        let property = &system.properties[0];
        assert!(session.invariant(property, &Stop::new(), &observer()).is_some(), "{more} {formula}");
        assert!(matches!(session.check(property, &Stop::new(), &observer()).verdict, Verdict::Violated(_)));
    }
}
