//! A question as clauses over formulas at ticks, so that several solvers can be asked the same.

use wherefore_check::NoAnswer;
use wherefore_ir::{TermId, Terms};
use wherefore_solve::{Answer, Lit, Solver};
use wherefore_stop::Stop;

/// A Boolean of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Atom {
    /// A formula at a tick.
    Placed(TermId, u32),
    /// A Boolean of its own.
    Fresh(u32),
}

/// A Boolean of a question, or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Literal {
    atom: Atom,
    is_negative: bool,
}

impl Literal {
    /// A formula at a tick.
    pub(super) fn placed(term: TermId, tick: u32) -> Literal {
        Literal { atom: Atom::Placed(term, tick), is_negative: false }
    }
}

impl std::ops::Not for Literal {
    type Output = Literal;

    fn not(self) -> Literal {
        Literal { is_negative: !self.is_negative, ..self }
    }
}

/// A conjunction of clauses.
#[derive(Clone, Debug, Default)]
pub(super) struct Clauses {
    list: Vec<Vec<Literal>>,
    fresh: u32,
}

impl Clauses {
    /// A Boolean that nothing constrains.
    pub(super) fn fresh(&mut self) -> Literal {
        self.fresh += 1;
        Literal { atom: Atom::Fresh(self.fresh - 1), is_negative: false }
    }

    /// At least one of these holds.
    pub(super) fn clause(&mut self, literals: impl IntoIterator<Item = Literal>) {
        self.list.push(literals.into_iter().collect());
    }

    /// Whether all clauses can hold at once.
    pub(super) fn is_satisfiable(&self, terms: &Terms, solver: &mut dyn Solver, stop: &Stop) -> Result<bool, NoAnswer> {
        let fresh: Vec<Lit> = (0..self.fresh).map(|_| solver.fresh()).collect::<Result<_, _>>()?;
        for clause in &self.list {
            let mut lits = Vec::with_capacity(clause.len());
            for Literal { atom, is_negative } in clause {
                let lit = match atom {
                    Atom::Placed(term, tick) => solver.literal(terms, *term, *tick)?,
                    Atom::Fresh(number) => match fresh.get(*number as usize) {
                        Some(lit) => *lit,
                        None => continue,
                    },
                };
                lits.push(if *is_negative { !lit } else { lit });
            }
            solver.clause(&lits)?;
        }
        match solver.check(&[], None, stop)? {
            Answer::Sat => Ok(true),
            Answer::Unsat => Ok(false),
            Answer::Unknown(undecided) => Err(undecided.into()),
        }
    }
}
