//! Formulas that are ever true, on random systems, against a walk through all of their states.
//!
//! Each way of finding an answer is tried alone, so that none hides behind another. `WHEREFORE_SEED` and `WHEREFORE_CASES` set which
//! systems and how many.

mod support;

use std::sync::Arc;
use support::{explicit, random};
use wherefore_check::{Effort, Observer, Occurrence, Options, Session, Silent};
use wherefore_ir::{System, TermId, text};
use wherefore_solve::Stop;
use wherefore_test::{cases, counted, say, seed};
use wherefore_trace::{Evaluator, replay};

const NONE: Effort = Effort { depth: 0, conflicts: 0, drawn: 0, diagrams: 0, obligations: 0, induction: 0 };

/// A way to an answer, and whether it finds all runs and all proofs in small systems.
struct Way {
    name: &'static str,
    effort: Effort,
    finds: (bool, bool),
}

fn ways() -> [Way; 5] {
    let all = Effort::default();
    [
        Way { name: "search", effort: Effort { depth: 20, conflicts: 20_000, ..NONE }, finds: (true, false) },
        Way { name: "chance", effort: Effort { drawn: 1_000_000, ..NONE }, finds: (false, false) },
        Way { name: "diagrams", effort: Effort { diagrams: all.diagrams, ..NONE }, finds: (true, true) },
        Way { name: "proofs", effort: Effort { obligations: all.obligations, ..NONE }, finds: (true, true) },
        Way { name: "together", effort: all, finds: (true, true) },
    ]
}

/// The formulas that one variable has one value, and that two have the first values of theirs.
fn formulas(system: &mut System) -> Vec<TermId> {
    let vars: Vec<_> = system.vars().map(|(var, _)| var).collect();
    let mut found = Vec::new();
    for var in vars {
        let now = system.terms.now(var);
        for value in explicit::domain(system, system.terms.var(var).sort) {
            let value = system.terms.mk_const(value);
            found.push(system.terms.eq(now, value));
        }
    }
    let pairs: Vec<TermId> = found.windows(2).map(|pair| system.terms.and(pair.iter().copied())).collect();
    found.into_iter().chain(pairs).collect()
}

fn is_ever_true(system: &System, graph: &explicit::Graph, formula: TermId) -> bool {
    let formula = Evaluator::new(&system.terms, &[formula]).expect("a formula of one tick");
    graph.ticks.iter().flatten().any(|tick| formula.truths(tick, None) == [Some(true)])
}

#[test]
fn each_way_alone_says_what_a_walk_through_all_states_says() {
    let (first, mut questions) = (seed(1), 0);
    let mut answered = [0; 5];
    for seed in first..first + cases(20) {
        let mut system = random::always(seed);
        let formulas = formulas(&mut system);
        let graph = explicit::explore(&system);
        let observer: Arc<dyn Observer> = Arc::new(Silent);
        let expected: Vec<bool> = formulas.iter().map(|f| is_ever_true(&system, &graph, *f)).collect();
        questions += formulas.len();
        for (way, answered) in ways().into_iter().zip(&mut answered) {
            let session = Session::new(&system, Options::default());
            let answers = session.occurrences(&formulas, way.effort, (&Stop::new(), &observer));
            for ((formula, expected), answer) in formulas.iter().zip(&expected).zip(answers) {
                let place = || format!("WHEREFORE_SEED={seed}, {}: {formula:?}\n{}", way.name, text::print(&system));
                match answer {
                    Occurrence::Seen { trace, tick } => {
                        assert!(*expected, "{}", place());
                        replay(&system, &trace).unwrap_or_else(|e| panic!("{e}: {}", place()));
                        let formula = Evaluator::new(&system.terms, &[*formula]).expect("a formula of one tick");
                        assert_eq!(formula.truths(&trace.steps[tick].values, None), [Some(true)], "{}", place());
                        *answered += 1;
                    }
                    Occurrence::Never { recheck, .. } => {
                        assert!(!expected, "{}", place());
                        assert!(recheck.checker().is_some(), "{}", place());
                        *answered += 1;
                    }
                    Occurrence::Open(cause) => {
                        let is_missed = if *expected { way.finds.0 } else { way.finds.1 };
                        assert!(!is_missed, "{cause}: {}", place());
                    }
                }
            }
        }
    }
    for (way, answered) in ways().iter().zip(answered) {
        say(&format!("{}: {answered} of {questions}", way.name));
        counted(answered, "answers of one way");
    }
}
