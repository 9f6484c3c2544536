//! Blocks, joined in the order of the file.
//!
//! As long as sources do not decrease, all that is kept of them is where the transitions of each state begin. At the first
//! one that does, a column of sources takes its place.

use crate::csr::Half;
use crate::labels::{Column, Labels};
use wherefore_lang::aut::{Block, Names};

/// The columns of a graph while they grow.
pub struct Gather {
    states: u32,
    sources: Sources,
    targets: Vec<u32>,
    labels: Column,
    names: Names,
    /// Lines of text so far.
    pub(super) lines: u64,
    /// Bytes of text so far.
    pub(super) bytes: u64,
}

enum Sources {
    /// Where the transitions of each state begin, for the states up to the last source.
    Offsets(Vec<u32>),
    /// The source of each transition.
    Column(Vec<u32>),
}

impl Gather {
    /// Nothing yet, after so many lines and bytes of text.
    pub fn new(states: u32, lines: u64, bytes: u64) -> Gather {
        let sources = Sources::Offsets(Vec::new());
        let (targets, labels, names) = (Vec::new(), Column::default(), Names::default());
        Gather { states, sources, targets, labels, names, lines, bytes }
    }

    /// How many transitions there are so far.
    pub fn transitions(&self) -> u64 {
        self.targets.len() as u64
    }

    /// Appends blocks in the order of the file. States must be below their number, and the sum of the transitions below
    /// 2^32.
    pub fn append_all(&mut self, blocks: Vec<Block>) {
        blocks.into_iter().for_each(|block| self.append(&block));
    }

    fn append(&mut self, block: &Block) {
        self.sources.append(&block.sources, self.targets.len() as u32);
        self.targets.extend_from_slice(&block.targets);
        let number = |name: &str| self.names.number(name.as_bytes()).unwrap_or_default();
        let numbers: Vec<u32> = block.names.iter().map(number).collect();
        self.labels.extend(block.labels.iter().map(|l| numbers[*l as usize]), self.names.len());
        self.lines += block.lines;
        self.bytes += block.bytes;
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
