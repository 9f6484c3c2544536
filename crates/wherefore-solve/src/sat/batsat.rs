//! batsat: MiniSat in Rust, always built.
//!
//! The solver has no limits of its own but polls a callback before every decision, and reports every clause it learns: one
//! per conflict. Counting those gives a limit that is the same on every run.

use super::backend::Library;
use crate::{SolveError, Stop};
use batsat::{Callbacks, ClauseKind, SolverInterface};

/// Callback that batsat polls.
#[derive(Default)]
pub struct Limits {
    left: Option<u64>,
    stop: Stop,
}

impl Callbacks for Limits {
    fn on_new_clause(&mut self, _: &[batsat::Lit], kind: ClauseKind) {
        if let (ClauseKind::Learnt, Some(left)) = (kind, &mut self.left) {
            *left = left.saturating_sub(1);
        }
    }

    fn stop(&self) -> bool {
        self.left == Some(0) || self.stop.is_fired()
    }
}

/// A batsat solver.
#[derive(Default)]
pub struct Batsat(rustsat_batsat::Solver<Limits>);

impl Library for Batsat {
    type Solver = rustsat_batsat::Solver<Limits>;

    fn solver(&self) -> &Self::Solver {
        &self.0
    }

    fn solver_mut(&mut self) -> &mut Self::Solver {
        &mut self.0
    }

    fn limit(&mut self, effort: Option<u64>, stop: &Stop) -> Result<(), SolveError> {
        *self.0.batsat_mut().cb_mut() = Limits { left: effort, stop: stop.clone() };
        Ok(())
    }

    fn conflicts(&self) -> u64 {
        self.0.batsat_ref().num_conflicts()
    }
}
