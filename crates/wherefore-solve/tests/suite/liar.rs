//! A solver that lies in one way: the suite must notice.

use wherefore_ir::{TermId, Terms, Value, VarId};
use wherefore_solve::{Answer, Capabilities, Lit, SolveError, Solver, Stop, default_value};

/// Subject of the lie.
#[derive(Clone, Copy, PartialEq)]
pub enum Lie {
    AlwaysSat,
    AlwaysUnsat,
    DefaultValues,
    ShortCore,
}

/// An honest solver behind a lie.
pub struct Liar {
    pub honest: Box<dyn Solver>,
    pub lie: Lie,
}

impl Solver for Liar {
    fn capabilities(&self) -> &Capabilities {
        self.honest.capabilities()
    }

    fn literal(&mut self, terms: &Terms, term: TermId, tick: u32) -> Result<Lit, SolveError> {
        self.honest.literal(terms, term, tick)
    }

    fn fresh(&mut self) -> Result<Lit, SolveError> {
        self.honest.fresh()
    }

    fn clause(&mut self, literals: &[Lit]) -> Result<(), SolveError> {
        self.honest.clause(literals)
    }

    fn check(&mut self, assumptions: &[Lit], effort: Option<u64>, stop: &Stop) -> Result<Answer, SolveError> {
        let answer = self.honest.check(assumptions, effort, stop)?;
        Ok(match self.lie {
            Lie::AlwaysSat => Answer::Sat,
            Lie::AlwaysUnsat => Answer::Unsat,
            _ => answer,
        })
    }

    fn core(&mut self) -> Result<Vec<Lit>, SolveError> {
        let core = self.honest.core()?;
        Ok(if self.lie == Lie::ShortCore { core[1..].to_vec() } else { core })
    }

    fn value(&mut self, terms: &Terms, var: VarId, tick: u32) -> Result<Value, SolveError> {
        match self.lie {
            Lie::DefaultValues => Ok(default_value(terms.var(var).sort)),
            _ => self.honest.value(terms, var, tick),
        }
    }

    fn truth(&mut self, literal: Lit) -> Result<bool, SolveError> {
        self.honest.truth(literal)
    }
}
