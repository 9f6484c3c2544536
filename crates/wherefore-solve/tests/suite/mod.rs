//! The parts of the suite, and what they share.

pub mod behaviour;
pub mod eval;
pub mod floats;
pub mod liar;
pub mod operators;
pub mod random;
pub mod relaxed;

use eval::eval;
use wherefore_ir::{Sort, TermId, Terms, Value, VarId};
use wherefore_solve::{Answer, Solver, Stop};

/// Makes a new, empty solver.
pub type Make = fn() -> Box<dyn Solver>;

/// A check without limits.
pub fn check(solver: &mut dyn Solver, assumptions: &[wherefore_solve::Lit]) -> Answer {
    solver.check(assumptions, None, &Stop::new()).expect("the solver works")
}

/// A variable and its current value.
pub fn var(terms: &mut Terms, name: &str, sort: Sort) -> (VarId, TermId) {
    let var = terms.declare(name, sort).expect("a new name");
    (var, terms.now(var))
}

/// Whether a term at a tick is true in the solver's model, as the evaluator sees it.
pub fn holds(solver: &mut dyn Solver, terms: &Terms, term: TermId, tick: u32) -> bool {
    let mut read = |var, at| solver.value(terms, var, at).expect("a model");
    eval(terms, term, &mut |var, next| read(var, tick + next)) == Value::Bool(true)
}
