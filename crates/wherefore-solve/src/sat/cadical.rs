//! CaDiCaL: the C++ solver, built with the feature `cadical`.
//!
//! The solver limits conflicts itself, per question, and polls a terminator.

use super::backend::{self, Backend};
use crate::blast::Gate;
use crate::{Lit, SolveError, Stop};
use rustsat::solvers::{ControlSignal, GetInternalStats, LimitConflicts, Solve, Terminate};

/// A CaDiCaL solver.
pub struct Cadical(rustsat_cadical::CaDiCaL<'static, 'static>);

impl Default for Cadical {
    fn default() -> Cadical {
        let mut solver = rustsat_cadical::CaDiCaL::default();
        // Looking for a lucky assignment costs several passes over all clauses at every question, and questions here are many
        // and small. A version without the option has nothing to switch off.
        let _ = solver.set_option("lucky", 0);
        Cadical(solver)
    }
}

impl Backend for Cadical {
    fn name(&self) -> &'static str {
        self.0.signature()
    }

    fn add(&mut self, clause: &[Lit]) -> Gate<()> {
        backend::add(&mut self.0, clause)
    }

    fn solve(
        &mut self,
        variables: u32,
        assumptions: &[Lit],
        effort: Option<u64>,
        stop: &Stop,
    ) -> Result<Option<bool>, SolveError> {
        // The library counts in 31 bits; two thousand million conflicts are never reached.
        let limit = effort.map(|n| u32::try_from(n).unwrap_or(u32::MAX).min(i32::MAX as u32));
        self.0
            .limit_conflicts(limit)
            .map_err(|e| SolveError::Died { program: self.0.signature().to_owned(), cause: e.to_string() })?;
        let stop = stop.clone();
        self.0.attach_terminator(move || match stop.is_fired() {
            true => ControlSignal::Terminate,
            false => ControlSignal::Continue,
        });
        let answer = backend::solve(&mut self.0, variables, assumptions);
        self.0.detach_terminator();
        answer
    }

    fn core(&mut self) -> Result<Vec<Lit>, SolveError> {
        backend::core(&mut self.0)
    }

    fn truth(&self, literal: Lit) -> Result<bool, SolveError> {
        backend::truth(&self.0, literal)
    }

    fn conflicts(&self) -> u64 {
        self.0.conflicts() as u64
    }
}
