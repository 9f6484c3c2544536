//! CaDiCaL: the C++ solver, built with the feature `cadical`.
//!
//! The solver limits conflicts itself, per question, and polls a terminator.

use super::backend::{Library, broken};
use crate::{SolveError, Stop};
use rustsat::solvers::{ControlSignal, GetInternalStats, LimitConflicts, Terminate};

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

    fn unlimit(&mut self) {
        self.0.detach_terminator();
    }

    fn conflicts(&self) -> u64 {
        self.0.conflicts() as u64
    }
}
