//! CaDiCaL: the C++ solver, built with the feature `cadical`.
//!
//! The solver limits conflicts itself, per question, and polls a terminator.

use super::backend::{Library, broken, outward};
use crate::{Lit, SolveError, Stop};
use rustsat::solvers::{ControlSignal, FreezeVar, GetInternalStats, LimitConflicts, Terminate};
use rustsat_cadical::Config;

/// How often the clauses are simplified before the first of many questions.
const ROUNDS: u32 = 3;

/// A CaDiCaL solver.
pub struct Cadical(rustsat_cadical::CaDiCaL<'static, 'static>);

impl Default for Cadical {
    fn default() -> Cadical {
        Cadical::with(rustsat_cadical::CaDiCaL::default(), &[])
    }
}

impl Cadical {
    /// A solver that simplifies its clauses when it is asked to, and never between questions: it is quick at many small ones.
    pub fn for_many() -> Cadical {
        let mut solver = rustsat_cadical::CaDiCaL::default();
        let _ = solver.set_configuration(Config::Plain);
        Cadical::with(solver, &[("elim", 1), ("subsume", 1)])
    }

    fn with(mut solver: rustsat_cadical::CaDiCaL<'static, 'static>, options: &[(&str, i32)]) -> Cadical {
        // Looking for a lucky assignment costs several passes over all clauses at every question, and questions here are many
        // and small. A version without an option has nothing to switch off.
        for (option, value) in [("lucky", 0)].iter().chain(options) {
            let _ = solver.set_option(option, *value);
        }
        Cadical(solver)
    }
}

impl Library for Cadical {
    type Solver = rustsat_cadical::CaDiCaL<'static, 'static>;

    fn solver(&self) -> &Self::Solver {
        &self.0
    }

    fn solver_mut(&mut self) -> &mut Self::Solver {
        &mut self.0
    }

    fn limit(&mut self, effort: Option<u64>, stop: &Stop) -> Result<(), SolveError> {
        // The library counts in 31 bits; two thousand million conflicts are never reached.
        let limit = effort.map(|n| u32::try_from(n).unwrap_or(u32::MAX).min(i32::MAX as u32));
        self.0.limit_conflicts(limit).map_err(|e| broken(&self.0, e))?;
        let stop = stop.clone();
        self.0.attach_terminator(move || match stop.is_fired() {
            true => ControlSignal::Terminate,
            false => ControlSignal::Continue,
        });
        Ok(())
    }

    fn simplify(&mut self, keep: &[Lit]) -> Result<(), SolveError> {
        let frozen = keep.iter().try_for_each(|lit| self.0.freeze_var(outward(*lit).var()));
        frozen.and_then(|()| self.0.simplify(ROUNDS)).map_err(|e| broken(&self.0, e)).map(drop)
    }

    fn unlimit(&mut self) {
        self.0.detach_terminator();
    }

    fn conflicts(&self) -> u64 {
        self.0.conflicts() as u64
    }
}
