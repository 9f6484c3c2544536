//! The observable form of a machine: after the same inputs and outputs there is one state.
//!
//! The subset construction, with pairs of input and output as letters. A state of the result is the set of states in
//! which the machine can be after what was seen so far. Example: if in state 0 the input a can be answered by 1 with
//! next state 0 or 2, then {0} goes under a/1 to {0, 2}. The result has the same language; it can be exponentially
//! larger (Starke 1972 has the construction for transducers), hence the limit.

use crate::{Fsm, Moves};
use rustc_hash::FxHashMap;

/// The sets found so far, numbered in the order in which they were found.
struct Subsets {
    number: FxHashMap<Vec<usize>, usize>,
    members: Vec<Vec<usize>>,
}

impl Subsets {
    fn number(&mut self, set: Vec<usize>) -> usize {
        if let Some(&known) = self.number.get(&set) {
            return known;
        }
        self.members.push(set.clone());
        self.number.insert(set, self.members.len() - 1);
        self.members.len() - 1
    }
}

impl Fsm {
    /// The observable form: for each state, input and output at most one next state, and the same language. Only
    /// reached states, numbered breadth first by input and output.
    pub fn observable(&self) -> Self {
        self.observable_within(usize::MAX).unwrap_or_else(|| self.clone())
    }

    /// The observable form, if it has at most `limit` states.
    pub fn observable_within(&self, limit: usize) -> Option<Self> {
        let mut subsets = Subsets { number: FxHashMap::default(), members: Vec::new() };
        subsets.number(vec![self.initial]);
        let mut moves = Vec::new();
        while moves.len() < subsets.members.len() {
            if subsets.members.len() > limit {
                return None;
            }
            let members = subsets.members[moves.len()].clone();
            moves.push((0..self.inputs).map(|input| self.joined(&members, input, &mut subsets)).collect());
        }
        Some(Self { initial: 0, inputs: self.inputs, outputs: self.outputs, moves })
    }

    /// Moves of an input in a set of states: one next set for each output.
    fn joined(&self, members: &[usize], input: usize, subsets: &mut Subsets) -> Moves {
        let mut all: Moves = members.iter().flat_map(|&state| self.moves(state, input)).copied().collect();
        all.sort_unstable();
        all.dedup();
        all.chunk_by(|left, right| left.0 == right.0)
            .map(|same| (same[0].0, subsets.number(same.iter().map(|&(_, next)| next).collect())))
            .collect()
    }
}
