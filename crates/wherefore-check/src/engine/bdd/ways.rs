//! Ways to goals that were found, kept for a while.
//!
//! A search for what leads to a goal through a set finds states at each distance, and a certificate or a run asks for the same
//! distances again. The last few are kept; more would keep too many diagrams alive.

use std::collections::VecDeque;
use wherefore_solve::Bdd;

/// How many are kept.
const KEPT: usize = 16;

/// States at distance 0, 1, ... and all of them.
pub(super) type Layers = (Vec<Bdd>, Bdd);

/// The last ways found, each with the set it leads through and its goal.
#[derive(Default)]
pub(super) struct Ways(VecDeque<(Bdd, Bdd, Layers)>);

impl Ways {
    /// What was found for a set and a goal.
    pub(super) fn known(&self, along: &Bdd, goal: &Bdd) -> Option<Layers> {
        let found = self.0.iter().find(|(set, end, _)| set == along && end == goal);
        found.map(|(_, _, layers)| layers.clone())
    }

    /// Keeps what was found.
    pub(super) fn remember(&mut self, along: &Bdd, goal: &Bdd, layers: &Layers) {
        if self.0.len() >= KEPT {
            self.0.pop_front();
        }
        self.0.push_back((along.clone(), goal.clone(), layers.clone()));
    }

    /// Forgets everything, for the next formula.
    pub(super) fn forget(&mut self) {
        self.0.clear();
    }
}
