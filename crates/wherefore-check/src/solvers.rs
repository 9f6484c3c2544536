//! Fresh solvers on demand.

use crate::NoAnswer;
use wherefore_solve::{Answer, Chc, Engine, SatSolver, SmtCommand, SmtSolver, Solver, SolverPrograms, Stop};

/// Makes a fresh solver.
pub type Maker = Box<dyn Fn() -> Result<Box<dyn Solver>, NoAnswer> + Send + Sync>;

/// How solvers are made.
#[derive(Clone, Debug, Default)]
pub struct Solvers {
    /// Bytes that each solver process may use.
    pub memory: Option<u64>,
    /// How their programs are found and started.
    pub programs: SolverPrograms,
}

impl Solvers {
    /// A z3 process.
    pub fn z3(&self) -> Maker {
        process(self.limited(SmtCommand::z3()))
    }

    /// A cvc5 process.
    pub fn cvc5(&self) -> Maker {
        process(self.limited(SmtCommand::cvc5()))
    }

    /// A Bitwuzla process: words and floats only.
    pub fn bitwuzla(&self) -> Maker {
        process(self.limited(SmtCommand::bitwuzla()))
    }

    /// The solver for floats, bit by bit: cvc5, or Bitwuzla where there is no cvc5.
    pub fn floats(&self) -> Maker {
        let (first, second) = (self.cvc5(), self.bitwuzla());
        Box::new(move || match first() {
            // The program of Bitwuzla may be there without the solver: only one that answers is another.
            Err(missing @ NoAnswer::Missing { .. }) => {
                let mut other = second().map_err(|_| missing.clone())?;
                let answers = other.check(&[], None, &Stop::new()) == Ok(Answer::Sat);
                if answers { Ok(other) } else { Err(missing) }
            }
            made => made,
        })
    }

    /// The solver for bounded questions: propositional where all data is finite.
    pub fn bounded(&self, finite: bool) -> Maker {
        if finite { sat(Engine::best()) } else { self.z3() }
    }

    /// Spacer, in a z3 process.
    pub(crate) fn spacer(&self) -> Chc {
        Chc::new(self.limited(SmtCommand::z3()))
    }

    fn limited(&self, command: SmtCommand) -> SmtCommand {
        let memory_mb = self.memory.map(|bytes| (bytes >> 20).max(1));
        SmtCommand { memory_mb, programs: self.programs.clone(), ..command }
    }
}

/// A propositional solver in this process.
pub(crate) fn sat(engine: Engine) -> Maker {
    Box::new(move || Ok(Box::new(SatSolver::new(engine)?)))
}

fn process(command: SmtCommand) -> Maker {
    Box::new(move || Ok(Box::new(SmtSolver::new(command.clone())?)))
}
