//! The propositional back end: finite terms as clauses, decided by a SAT solver in this process.
//!
//! The unit of effort is the conflict. Every literal this back end hands out is a literal of the solver, so clauses and
//! assumptions cost nothing to translate.

mod backend;
mod batsat;
#[cfg(feature = "cadical")]
mod cadical;
mod premise;
#[cfg(test)]
mod tests;
mod tseitin;

use crate::blast::{Blaster, EncodeError, default_value, word_value};
use crate::{Answer, Capabilities, Lit, SolveError, Solver, Stop, Theory, Undecided};
use backend::Backend;
use premise::Premises;
use tseitin::Tseitin;
use wherefore_ir::{TermId, Terms, Value, VarId};

/// The solver libraries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Engine {
    /// batsat, in Rust.
    Batsat,
    /// CaDiCaL, in C++; there only if built with the feature `cadical`.
    Cadical,
}

impl Engine {
    /// The strongest that is built in.
    pub fn best() -> Engine {
        if cfg!(feature = "cadical") { Engine::Cadical } else { Engine::Batsat }
    }

    /// All that are built in.
    pub fn built() -> Vec<Engine> {
        if cfg!(feature = "cadical") { vec![Engine::Batsat, Engine::Cadical] } else { vec![Engine::Batsat] }
    }

    /// Its name, as `--engine` and reports spell it.
    pub fn name(self) -> &'static str {
        match self {
            Engine::Batsat => "batsat",
            Engine::Cadical => "cadical",
        }
    }

    fn start(self, load: Load) -> Result<Box<dyn Backend>, SolveError> {
        match (self, load) {
            (Engine::Batsat, _) => Ok(Box::<batsat::Batsat>::default()),
            #[cfg(feature = "cadical")]
            (Engine::Cadical, Load::Many) => Ok(Box::new(cadical::Cadical::for_many())),
            #[cfg(feature = "cadical")]
            (Engine::Cadical, Load::Few) => Ok(Box::<cadical::Cadical>::default()),
            #[cfg(not(feature = "cadical"))]
            (Engine::Cadical, _) => Err(SolveError::Missing {
                program: "cadical".into(),
                cause: "this program was built without the feature `cadical`".into(),
            }),
        }
    }
}

/// The questions that a solver is to be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Load {
    /// Few and hard ones.
    Few,
    /// Many and easy ones.
    Many,
}

/// How much a solver holds and has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SatStatistics {
    /// Variables, gates included.
    pub variables: u32,
    /// Clauses given to the solver.
    pub clauses: u64,
    /// Conflicts met so far.
    pub conflicts: u64,
}

/// A SAT solver for finite terms.
pub struct SatSolver {
    capabilities: Capabilities,
    blaster: Blaster<Tseitin>,
    premises: Premises,
    last: Last,
}

/// Result of the last check, to be read.
enum Last {
    Nothing,
    /// A model of the variables below this one.
    Model(u32),
    /// Unsatisfiable under these assumptions.
    Core(Vec<Lit>),
}

impl SatSolver {
    /// An empty solver.
    pub fn new(engine: Engine) -> Result<SatSolver, SolveError> {
        SatSolver::started(engine, Load::Few)
    }

    /// An empty solver for thousands of easy questions: no time is spent between them on what makes hard ones easier.
    pub fn for_many(engine: Engine) -> Result<SatSolver, SolveError> {
        SatSolver::started(engine, Load::Many)
    }

    fn started(engine: Engine, load: Load) -> Result<SatSolver, SolveError> {
        let capabilities = Capabilities { name: engine.name().to_owned(), theories: vec![Theory::Finite], cores: true };
        let circuit = Tseitin::new(engine.start(load)?).map_err(EncodeError::from)?;
        let (blaster, premises) = (Blaster::new(circuit), Premises::default());
        Ok(SatSolver { capabilities, blaster, premises, last: Last::Nothing })
    }

    /// The name and version of the library.
    pub fn version(&self) -> &'static str {
        self.blaster.circuit.backend.name()
    }

    /// Statistics of the solver.
    pub fn statistics(&self) -> SatStatistics {
        let circuit = &self.blaster.circuit;
        SatStatistics { variables: circuit.variables, clauses: circuit.clauses, conflicts: circuit.backend.conflicts() }
    }

    /// Simplifies what has been said once, before the first question. Later questions and clauses should be about these literals
    /// and new ones; others may still be used, at a price.
    pub fn simplify(&mut self, keep: &[Lit]) -> Result<(), SolveError> {
        self.blaster.circuit.backend.simplify(keep)
    }

    /// The literals that encode a variable at a tick, lowest bit first; [`word_value`] reads their truths.
    pub fn var_bits(&mut self, terms: &Terms, var: VarId, tick: u32) -> Result<Vec<Lit>, SolveError> {
        Ok(self.blaster.copy(terms, var, tick)?.raw().to_vec())
    }

    /// The last model is one of the variables below this one.
    fn model(&self) -> Result<u32, SolveError> {
        match self.last {
            Last::Model(variables) => Ok(variables),
            _ => Err(SolveError::Unsupported("a value without a model".into())),
        }
    }
}

impl Solver for SatSolver {
    fn capabilities(&self) -> &Capabilities {
        &self.capabilities
    }

    fn literal(&mut self, terms: &Terms, term: TermId, tick: u32) -> Result<Lit, SolveError> {
        Ok(*self.blaster.word(terms, term, tick)?.bit())
    }

    fn premise(&mut self, terms: &Terms, term: TermId, tick: u32) -> Result<Lit, SolveError> {
        self.implying(terms, term, tick)
    }

    fn fresh(&mut self) -> Result<Lit, SolveError> {
        Ok(self.blaster.circuit.fresh().map_err(EncodeError::from)?)
    }

    fn clause(&mut self, literals: &[Lit]) -> Result<(), SolveError> {
        Ok(self.blaster.circuit.clause(literals).map_err(EncodeError::from)?)
    }

    fn check(&mut self, assumptions: &[Lit], effort: Option<u64>, stop: &Stop) -> Result<Answer, SolveError> {
        self.last = Last::Nothing;
        let circuit = &mut self.blaster.circuit;
        let answer = match stop.is_fired() {
            true => None,
            false => circuit.backend.solve(circuit.variables, assumptions, effort, stop)?,
        };
        Ok(match answer {
            Some(true) => {
                self.last = Last::Model(self.blaster.circuit.variables);
                Answer::Sat
            }
            Some(false) => {
                self.last = Last::Core(assumptions.to_vec());
                Answer::Unsat
            }
            None => Answer::Unknown(stop.reason().map_or(Undecided::Effort, Undecided::Stopped)),
        })
    }

    fn core(&mut self) -> Result<Vec<Lit>, SolveError> {
        let Last::Core(assumptions) = &self.last else {
            return Err(SolveError::Unsupported("a core without an unsatisfiable answer".into()));
        };
        let mut needed = self.blaster.circuit.backend.core()?;
        // An assumption given twice may be named twice.
        needed.sort_unstable();
        needed.dedup();
        let mut core: Vec<Lit> = Vec::with_capacity(needed.len());
        for literal in assumptions {
            if let Ok(place) = needed.binary_search(literal) {
                core.push(needed.remove(place));
            }
        }
        Ok(core)
    }

    fn value(&mut self, terms: &Terms, var: VarId, tick: u32) -> Result<Value, SolveError> {
        let variables = self.model()?;
        let sort = terms.var(var).sort;
        let bits = self.blaster.known_copy(var, tick).map(|word| word.raw().to_vec());
        match bits {
            Some(bits) if bits.iter().all(|bit| bit.var() < variables) => {
                let truths = bits.iter().map(|bit| self.truth(*bit)).collect::<Result<Vec<bool>, _>>()?;
                Ok(word_value(sort, &truths))
            }
            _ => Ok(default_value(sort)),
        }
    }

    fn truth(&mut self, literal: Lit) -> Result<bool, SolveError> {
        // Nothing constrained a variable that did not exist yet: it is false.
        if literal.var() >= self.model()? {
            return Ok(literal.is_negative());
        }
        self.blaster.circuit.backend.truth(literal)
    }
}
