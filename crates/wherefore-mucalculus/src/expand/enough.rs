//! How much memory a game needs at most, without building it: as if each item stood at each state.

use super::places::Places;
use super::plan::Moves;
use super::{Expansion, MOVE, POSITION};

/// The most items that are looked at; of a formula with parameters there may be no end of them.
const MOST_ITEMS: usize = 10_000;

impl Expansion<'_> {
    /// Bytes with which the game fits for certain; none if items do not end, or if there would be too many positions for any memory.
    pub fn enough(&mut self) -> Option<u64> {
        self.limits.memory = u64::MAX;
        let states = self.graph.states();
        let mut transitions = 0u64;
        (0..states).for_each(|state| self.graph.visit(state, &mut |_, _| transitions += 1));
        let (mut next, mut positions, mut moves) = (0, 0u64, 0u64);
        while next < self.plans.count() {
            if next >= MOST_ITEMS {
                return None;
            }
            let plan = self.plan(next as u32).ok()?;
            next += 1;
            let of_item = match plan.moves {
                Moves::Over(_) => continue,
                // A state where all steps are lost has one move all the same.
                Moves::Steps { .. } => transitions,
                Moves::Here { begin, end } => u64::from(end - begin) * u64::from(states),
            };
            positions += u64::from(states);
            moves += of_item.max(u64::from(states));
        }
        let most = u64::from(u32::MAX);
        let tables = Places::most_bytes(states) * positions.div_ceil(u64::from(states.max(1)));
        let bytes = positions * POSITION + moves * MOVE + tables + self.common_bytes();
        (positions < most && moves < most).then_some(bytes)
    }
}
