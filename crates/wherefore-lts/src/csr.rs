//! The graph in memory: compressed sparse rows, for both directions.
//!
//! The transitions of one state lie side by side in flat columns, and `offsets` says where those of each state begin. With
//! fewer than 256 labels a transition costs five bytes in each direction, and a state four.

use crate::labels::{Column, Labels, Width, each_width};
use rayon::prelude::*;
use std::ops::Range;

/// A labelled transition system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Csr {
    /// The initial state.
    pub initial: u32,
    /// The labels.
    pub labels: Labels,
    /// For each state the transitions that leave it, in the order of the file.
    pub out: Half,
    /// For each state the transitions that enter it, ordered by their source, and then as in the file.
    pub into: Half,
}

impl Csr {
    /// Adds the other direction to the outgoing transitions of all states.
    pub fn new(initial: u32, labels: Labels, out: Half) -> Csr {
        let into = out.reversed();
        Csr { initial, labels, out, into }
    }

    /// How many states there are.
    pub fn states(&self) -> u32 {
        self.out.states()
    }

    /// How many transitions there are.
    pub fn transitions(&self) -> usize {
        self.out.ends.len()
    }
}

/// One direction of a graph, for a range of states that are numbered from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Half {
    /// Where the transitions of each state begin, and at last how many there are: one more entry than states.
    pub offsets: Vec<u32>,
    /// The state at the other end of each transition.
    pub ends: Vec<u32>,
    /// The label of each transition.
    pub labels: Column,
}

impl Half {
    /// How many states there are.
    pub fn states(&self) -> u32 {
        (self.offsets.len() - 1) as u32
    }

    /// Where the transitions of a state lie in the columns.
    #[inline]
    pub fn range(&self, state: u32) -> Range<usize> {
        self.offsets[state as usize] as usize..self.offsets[state as usize + 1] as usize
    }

    /// How many transitions a state has.
    #[inline]
    pub fn degree(&self, state: u32) -> u32 {
        self.offsets[state as usize + 1] - self.offsets[state as usize]
    }

    /// Calls `f` with the label and the other end of each transition of a state.
    #[inline]
    pub fn visit(&self, state: u32, mut f: impl FnMut(u32, u32)) {
        let range = self.range(state);
        let ends = &self.ends[range.clone()];
        each_width!(&self.labels, list => {
            ends.iter().zip(&list[range]).for_each(|(end, label)| f(label.label(), *end));
        });
    }

    /// Calls `f` with state, label and other end of each transition of a range of states, in order.
    #[inline]
    pub fn visit_range(&self, states: Range<u32>, mut f: impl FnMut(u32, u32, u32)) {
        each_width!(&self.labels, list => for state in states {
            let range = self.range(state);
            let ends = &self.ends[range.clone()];
            ends.iter().zip(&list[range]).for_each(|(end, label)| f(state, label.label(), *end));
        });
    }

    /// Cuts the states into ranges with about equally many transitions each, for loops on several threads.
    pub fn shares(&self, count: usize) -> Vec<Range<u32>> {
        let cut = |i: usize| {
            let place = (self.ends.len() as u64 * i as u64 / count.max(1) as u64) as u32;
            self.offsets[..self.offsets.len() - 1].partition_point(|o| *o < place) as u32
        };
        let end = |i: usize| if i == count.max(1) { self.states() } else { cut(i) };
        (0..count.max(1)).map(|i| if i == 0 { 0 } else { cut(i) }..end(i + 1)).collect()
    }

    /// Replaces each label by its entry in `numbers`.
    pub fn renumber(&mut self, numbers: &[u32]) {
        self.labels.renumber(numbers);
    }

    /// Whether the columns fit together. For tests and for data that came from elsewhere.
    pub fn is_valid(&self, other_states: u32, labels: usize) -> bool {
        let ordered = self.offsets.first() == Some(&0) && self.offsets.is_sorted();
        let counted = self.offsets.last().map(|o| *o as usize) == Some(self.ends.len());
        let known = self.ends.par_iter().all(|e| *e < other_states);
        let named = each_width!(&self.labels, list => {
            list.len() == self.ends.len() && list.par_iter().all(|l| (l.label() as usize) < labels)
        });
        ordered && counted && known && named
    }
}
