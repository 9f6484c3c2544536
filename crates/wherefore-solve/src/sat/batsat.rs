//! batsat: MiniSat in Rust, always built.
//!
//! The solver has no limits of its own but polls a callback before every decision, and reports every clause it learns: one
//! per conflict. Counting those gives a limit that is the same on every run.

use super::backend::{self, Backend};
use crate::blast::Gate;
use crate::{Lit, SolveError, Stop};
use batsat::{Callbacks, ClauseKind, SolverInterface};
use rustsat::solvers::Solve;

/// Callback that batsat polls.
#[derive(Default)]
struct Limits {
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

impl Backend for Batsat {
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
        *self.0.batsat_mut().cb_mut() = Limits { left: effort, stop: stop.clone() };
        backend::solve(&mut self.0, variables, assumptions)
    }

    fn core(&mut self) -> Result<Vec<Lit>, SolveError> {
        backend::core(&mut self.0)
    }

    fn truth(&self, literal: Lit) -> Result<bool, SolveError> {
        backend::truth(&self.0, literal)
    }

    fn conflicts(&self) -> u64 {
        self.0.batsat_ref().num_conflicts()
    }
}
