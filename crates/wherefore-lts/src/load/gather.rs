//! Blocks, joined in the order of the file.
//!
//! As long as sources do not decrease, all that is kept of them is where the transitions of each state begin. At the first
//! one that does, a column of sources takes its place.

use super::Sink;
use crate::csr::Half;
use crate::labels::{Column, Labels};
use crate::route::Interrupted;
use wherefore_lang::aut::{Block, Names};

/// The columns of a graph while they grow.
pub struct Gather {
    states: u32,
    sources: Sources,
    targets: Vec<u32>,
    labels: Column,
    names: Names,
}

enum Sources {
    /// Where the transitions of each state begin, for the states up to the last source.
    Offsets(Vec<u32>),
    /// The source of each transition.
    Column(Vec<u32>),
}

impl Gather {
    /// Nothing yet.
    pub fn new(states: u32) -> Gather {
        let sources = Sources::Offsets(Vec::new());
        let (targets, labels, names) = (Vec::new(), Column::default(), Names::default());
        Gather { states, sources, targets, labels, names }
    }

    /// The outgoing half, with labels in their final numbers.
    pub fn finish(mut self) -> (Labels, Half) {
        let (labels, ranks) = Labels::sorted(&self.names);
        self.labels.renumber(&ranks);
        let half = match self.sources {
            Sources::Offsets(mut offsets) => {
                offsets.resize(self.states as usize + 1, self.targets.len() as u32);
                Half { offsets, ends: self.targets, labels: self.labels }
            }
            Sources::Column(sources) => Half::sorted(0..self.states, &sources, &self.targets, &self.labels),
        };
        (labels, half)
    }
}

impl Sink for Gather {
    /// States must be below their number, and the sum of the transitions below 2^32.
    fn append(&mut self, block: &Block) -> Result<(), Interrupted> {
        self.sources.append(&block.sources, self.targets.len() as u32);
        self.targets.extend_from_slice(&block.targets);
        let numbers = numbers(block, &mut self.names);
        self.labels.extend(block.labels.iter().map(|l| numbers[*l as usize]), self.names.len());
        Ok(())
    }
}

/// The numbers in `names` of the labels of a block.
pub fn numbers(block: &Block, names: &mut Names) -> Vec<u32> {
    block.names.iter().map(|name| names.number(name.as_bytes()).unwrap_or_default()).collect()
}

impl Sources {
    /// Appends runs of sources; `count` transitions came before.
    fn append(&mut self, runs: &[(u32, u32)], mut count: u32) {
        for (source, length) in runs {
            if let Sources::Offsets(offsets) = self {
                let known = offsets.len() as u32;
                if *source >= known {
                    offsets.resize(*source as usize + 1, count);
                } else if *source + 1 != known {
                    *self = Sources::Column(expand(offsets, count));
                }
            }
            if let Sources::Column(sources) = self {
                sources.extend(std::iter::repeat_n(*source, *length as usize));
            }
            count += length;
        }
    }
}

/// The source of each of `count` transitions.
fn expand(offsets: &[u32], count: u32) -> Vec<u32> {
    let mut sources = Vec::with_capacity(count as usize);
    let ends = offsets.iter().skip(1).chain([&count]);
    for (state, (start, end)) in offsets.iter().zip(ends).enumerate() {
        sources.extend(std::iter::repeat_n(state as u32, (end - start) as usize));
    }
    sources
}
