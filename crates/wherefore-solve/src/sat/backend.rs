//! Requirements of the SAT back end on a solver library.
//!
//! A trait of our own, small and usable as an object, over the traits of rustsat: solvers are chosen at run time, and
//! limits and interruption are set differently in each.

use crate::blast::Gate;
use crate::{Lit, SolveError, Stop, Undecided};
use rustsat::solvers::{Solve, SolveIncremental, SolverResult};
use rustsat::types::TernaryVal;

/// Whether clauses can be satisfied; `None` if a limit or the signal ended the search.
pub type Decision = Result<Option<bool>, SolveError>;

/// One solver.
pub trait Backend: Send {
    /// Its name and version.
    fn name(&self) -> &'static str;

    /// Adds a clause.
    fn add(&mut self, clause: &[Lit]) -> Gate<()>;

    /// Simplifies the clauses once. Variables that are not among those to be kept may go, and come back at a price if a clause
    /// mentions them later.
    fn simplify(&mut self, keep: &[Lit]) -> Result<(), SolveError>;

    /// Decides under assumptions; `None` if a limit or the signal ended it first. Variables below `variables` have a truth
    /// in the model, mentioned in a clause or not.
    fn solve(&mut self, variables: u32, assumptions: &[Lit], effort: Option<u64>, stop: &Stop) -> Decision;

    /// The assumptions that the last unsatisfiable answer needed.
    fn core(&mut self) -> Result<Vec<Lit>, SolveError>;

    /// The truth of a literal in the last model.
    fn truth(&self, literal: Lit) -> Result<bool, SolveError>;

    /// How many conflicts it has met in all its life.
    fn conflicts(&self) -> u64;
}

/// A solver of rustsat, with its own way of limits.
pub trait Library: Send {
    /// Solver of the library.
    type Solver: SolveIncremental;

    /// The solver.
    fn solver(&self) -> &Self::Solver;

    /// The solver, to be used.
    fn solver_mut(&mut self) -> &mut Self::Solver;

    /// Sets the limits of the next question: conflicts, and the signal that ends it.
    fn limit(&mut self, effort: Option<u64>, stop: &Stop) -> Result<(), SolveError>;

    /// Simplifies the clauses once, if the library can.
    fn simplify(&mut self, _keep: &[Lit]) -> Result<(), SolveError> {
        Ok(())
    }

    /// Ends what [`Library::limit`] began.
    fn unlimit(&mut self) {}

    /// How many conflicts it has met in all its life.
    fn conflicts(&self) -> u64;
}

impl<L: Library> Backend for L {
    fn name(&self) -> &'static str {
        self.solver().signature()
    }

    fn add(&mut self, clause: &[Lit]) -> Gate<()> {
        add(self.solver_mut(), clause)
    }

    fn simplify(&mut self, keep: &[Lit]) -> Result<(), SolveError> {
        Library::simplify(self, keep)
    }

    fn solve(&mut self, variables: u32, assumptions: &[Lit], effort: Option<u64>, stop: &Stop) -> Decision {
        self.limit(effort, stop)?;
        let answer = solve(self.solver_mut(), variables, assumptions);
        self.unlimit();
        answer
    }

    fn core(&mut self) -> Result<Vec<Lit>, SolveError> {
        core(self.solver_mut())
    }

    fn truth(&self, literal: Lit) -> Result<bool, SolveError> {
        truth(self.solver(), literal)
    }

    fn conflicts(&self) -> u64 {
        Library::conflicts(self)
    }
}

/// Our literal as rustsat's.
pub(super) fn outward(l: Lit) -> rustsat::types::Lit {
    rustsat::types::Lit::new(l.var(), l.is_negative())
}

pub(super) fn broken(solver: &impl Solve, cause: impl ToString) -> SolveError {
    SolveError::Died { program: solver.signature().to_owned(), cause: cause.to_string() }
}

/// Adds a clause. The only thing that can go wrong is memory.
fn add(solver: &mut impl Solve, clause: &[Lit]) -> Gate<()> {
    let clause: Vec<rustsat::types::Lit> = clause.iter().map(|l| outward(*l)).collect();
    solver.add_clause_ref(clause.as_slice()).map_err(|_| Undecided::Memory)
}

/// Decides, with whatever limits have been set.
fn solve(solver: &mut impl SolveIncremental, variables: u32, assumptions: &[Lit]) -> Decision {
    if let Some(last) = variables.checked_sub(1) {
        solver.reserve(rustsat::types::Var::new(last)).map_err(|e| broken(solver, e))?;
    }
    let assumptions: Vec<rustsat::types::Lit> = assumptions.iter().map(|l| outward(*l)).collect();
    match solver.solve_assumps(&assumptions).map_err(|e| broken(solver, e))? {
        SolverResult::Sat => Ok(Some(true)),
        SolverResult::Unsat => Ok(Some(false)),
        SolverResult::Interrupted => Ok(None),
    }
}

/// The core. rustsat gives the clause that the assumptions contradict, hence the negation.
fn core(solver: &mut impl SolveIncremental) -> Result<Vec<Lit>, SolveError> {
    let clause = solver.core().map_err(|e| broken(solver, e))?;
    Ok(clause.into_iter().map(|l| !Lit::new(l.vidx32(), l.is_neg())).collect())
}

/// The truth of a literal; false where the solver does not care.
fn truth(solver: &impl Solve, literal: Lit) -> Result<bool, SolveError> {
    let value = solver.lit_val(outward(literal)).map_err(|e| broken(solver, e))?;
    Ok(match value {
        TernaryVal::True => true,
        TernaryVal::False => false,
        TernaryVal::DontCare => literal.is_negative(),
    })
}
