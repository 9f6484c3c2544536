//! A solver that lies in one way: suites of this crate and of others must notice.

use wherefore_ir::{TermId, Terms, Value, VarId};
use wherefore_solve::{Answer, Capabilities, Lit, SolveError, Solver, Stop};

/// An honest solver behind a lie.
pub struct Liar {
    /// The honest solver.
    pub honest: Box<dyn Solver>,
    /// The answer instead of the true one.
    pub answer: fn(Answer) -> Answer,
    /// The core instead of the true one.
    pub core: fn(Vec<Lit>) -> Vec<Lit>,
    /// The value of a variable at a tick instead of the true one.
    pub value: fn(&Terms, VarId, u32, Value) -> Value,
}

impl Liar {
    /// A solver that does not lie yet.
    pub fn new(honest: Box<dyn Solver>) -> Liar {
        Liar { honest, answer: |a| a, core: |c| c, value: |_, _, _, v| v }
    }
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
        self.honest.check(assumptions, effort, stop).map(self.answer)
    }

    fn core(&mut self) -> Result<Vec<Lit>, SolveError> {
        self.honest.core().map(self.core)
    }

    fn value(&mut self, terms: &Terms, var: VarId, tick: u32) -> Result<Value, SolveError> {
        Ok((self.value)(terms, var, tick, self.honest.value(terms, var, tick)?))
    }

    fn truth(&mut self, literal: Lit) -> Result<bool, SolveError> {
        self.honest.truth(literal)
    }
}
