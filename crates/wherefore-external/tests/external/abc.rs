//! ABC as an engine: its answers on random systems and public circuits are those of our own engines.

use super::{alone, check, random_system, steps};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use wherefore_check::engine::{Answer, Capabilities, Engine, EngineContext, Problem};
use wherefore_check::{Cone, EngineChoice, EngineId, Family, NoAnswer, Options, Verdict};
use wherefore_external::{CommandLine, External};
use wherefore_solve::search;

use wherefore_test::{Need, cases, counted, seed, skip};

fn is_here() -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = ["berkeley-abc", "abc", "yosys-abc"].iter().any(|name| search(&path, name).is_some());
    if !found {
        skip(Need::Abc, "berkeley-abc is not on the search path");
    }
    found
}

#[test]
fn abc_agrees_on_random_systems() {
    if !is_here() {
        return;
    }
    let (seed, cases) = (seed(7200), cases(60));
    let (mut held, mut violated) = (0, 0);
    for system in (0..cases * 3).filter_map(|case| random_system(seed + case)).take(cases as usize) {
        let own = check(&system, Options { engine: EngineChoice::Bdd, ..Options::default() });
        let other = alone(&system, "abc");
        match (&own.verdict, &other.verdict) {
            (Verdict::Violated(_), Verdict::Violated(_)) => {
                assert_eq!(steps(&own), steps(&other));
                violated += 1;
            }
            (Verdict::Holds { .. }, Verdict::Holds { .. }) => {
                assert!(other.verdict.is_confirmed(), "{:?}", other.verdict);
                held += 1;
            }
            (_, Verdict::Undetermined(NoAnswer::Unsupported(_)))
            | (Verdict::Undetermined(_) | Verdict::Vacuous { .. }, _) => {}
            _ => panic!("{:?} and {:?} steps\n{}", steps(&own), steps(&other), wherefore_ir::text::print(&system)),
        }
    }
    counted(held, "systems that hold, proved by ABC");
    counted(violated, "that do not");
    assert!(held > cases / 10 && violated > cases / 10, "{held} hold, {violated} do not");
}

/// A program of which each violation must come with a run of the system.
struct Telling {
    program: External,
    told: AtomicU64,
}

impl Engine for Telling {
    fn id(&self) -> EngineId {
        self.program.id()
    }

    fn family(&self) -> Family {
        self.program.family()
    }

    fn capabilities(&self) -> Capabilities {
        self.program.capabilities()
    }

    fn prove(&self, problem: &Problem, context: &EngineContext) -> Result<Answer, NoAnswer> {
        let answer = self.program.prove(problem, context)?;
        if let (Answer::Unsafe { depth, witness, .. }, Problem::Invariant { model, good }) = (&answer, problem) {
            let witness = witness.as_ref().expect("a witness");
            let solver = context.solvers.bounded(true)().expect("a solver");
            let run = witness.run(Cone::clone(model), (*good, *depth), solver, &context.stop).expect("an answer");
            assert_eq!(run.expect("what was told is a run").len() as u32, depth + 1);
            self.told.fetch_add(1, Ordering::Relaxed);
        }
        Ok(answer)
    }
}

#[test]
fn what_abc_tells_of_a_violation_is_a_run() {
    if !is_here() {
        return;
    }
    let (seed, cases) = (seed(7300), cases(60));
    let program = External { command: CommandLine::parse("abc").expect("a command") };
    let telling = Arc::new(Telling { program, told: AtomicU64::new(0) });
    for system in (0..cases * 3).filter_map(|case| random_system(seed + case)).take(cases as usize) {
        let engine = EngineChoice::Given;
        let finding = check(&system, Options { engine, engines: vec![telling.clone()], ..Options::default() });
        assert!(!matches!(finding.verdict, Verdict::Undetermined(NoAnswer::Refuted(_))), "{:?}", finding.verdict);
    }
    let told = telling.told.load(Ordering::Relaxed);
    counted(told, "violations told by ABC, each a run");
    assert!(told > cases / 10, "{told}");
}
