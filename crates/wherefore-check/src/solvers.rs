//! Fresh solvers on demand, and who may judge whose proof.

use crate::Cause;
use wherefore_solve::{Engine, SatSolver, SmtCommand, SmtSolver, Solver};

/// Makes a fresh solver.
pub type Maker = Box<dyn Fn() -> Result<Box<dyn Solver>, Cause> + Send + Sync>;

/// A propositional solver in this process.
pub(crate) fn sat(engine: Engine) -> Maker {
    Box::new(move || Ok(Box::new(SatSolver::new(engine)?)))
}

/// A z3 process.
pub fn z3(memory: Option<u64>) -> Maker {
    process(limited(SmtCommand::z3(), memory))
}

/// A cvc5 process.
pub fn cvc5(memory: Option<u64>) -> Maker {
    process(limited(SmtCommand::cvc5(), memory))
}

/// The solver for bounded questions: propositional where all data is finite.
pub fn bounded(finite: bool, memory: Option<u64>) -> Maker {
    if finite { sat(Engine::best()) } else { z3(memory) }
}

/// The command with a memory limit in bytes.
pub(crate) fn limited(command: SmtCommand, memory: Option<u64>) -> SmtCommand {
    SmtCommand { memory_mb: memory.map(|bytes| (bytes >> 20).max(1)), ..command }
}

fn process(command: SmtCommand) -> Maker {
    Box::new(move || Ok(Box::new(SmtSolver::new(command.clone())?)))
}

/// Who re-checks a proof by this engine, best first: never the engine that found it. What comes after the first is used
/// when that one is not installed or gives up.
pub fn judges(engine: &str, finite: bool, memory: Option<u64>) -> Vec<(&'static str, Maker)> {
    let z3 = || ("z3", z3(memory));
    let cvc5 = || ("cvc5", cvc5(memory));
    let batsat = || ("batsat", sat(Engine::Batsat));
    match (engine, finite) {
        ("smt" | "spacer", true) => vec![batsat(), cvc5()],
        ("smt" | "spacer", false) => vec![cvc5()],
        ("bdd", _) => vec![("sat", sat(Engine::best())), z3()],
        // A second propositional solver shares the encoding with the first; z3 shares nothing.
        _ => vec![z3(), cvc5(), batsat()],
    }
}
