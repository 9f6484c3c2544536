//! A block of a sorted file: the rows of neighbouring states.
//!
//! ```text
//! 16 bytes      how many runs; their bytes; how many transitions; the bytes of a label
//! runs          for each state with transitions: how far it is from the one before, and how many it has
//! labels        one, two or four bytes for each transition, as all labels of the block allow
//! ends          four bytes for each transition
//! ```
//!
//! Labels lie in the file as they were numbered when the text was read, because the file is written before all labels are
//! known. Decoding gives them their ranks.

use super::codec::{halves, put, put_small, take_small, width, words};
use super::tape::damaged;
use crate::labels::{Column, each_width};
use crate::route::Interrupted;
use crate::row::{Narrow, Row};
use std::ops::Range;

const HEADER: usize = 16;

/// The bytes of a block in memory, if none of its states has more than one transition.
pub(super) fn largest(transitions: usize, labels: usize) -> u64 {
    let label = if labels <= 1 << 8 { 1 } else { 4 };
    transitions as u64 * (12 + label)
}

/// Appends a block in the form of the file: runs of a state and how many transitions it has, their labels and ends.
pub(super) fn encode(bytes: &mut Vec<u8>, runs: &[(u32, u32)], labels: &[u32], ends: &[u32]) {
    let (start, wide) = (bytes.len(), width(labels));
    bytes.resize(start + HEADER, 0);
    let mut last = 0;
    for (state, count) in runs {
        put_small(bytes, state - last);
        put_small(bytes, *count);
        last = *state;
    }
    let header = [runs.len(), bytes.len() - start - HEADER, ends.len(), wide];
    let parts = bytes[start..].as_chunks_mut().0.iter_mut().zip(header);
    parts.for_each(|(b, n)| *b = (n as u32).to_le_bytes());
    put(bytes, labels, wide);
    put(bytes, ends, 4);
}

/// A block in memory.
#[derive(Debug, Default)]
pub(super) struct Block {
    /// The states that have transitions, ascending.
    states: Vec<u32>,
    /// Where their transitions begin, and at last how many there are.
    begins: Vec<u32>,
    labels: Column,
    ends: Vec<u32>,
}

impl Block {
    /// Replaces the content by what the bytes of a block say, with the rank of each label.
    pub(super) fn decode(&mut self, bytes: &[u8], ranks: &[u32]) -> Result<(), Interrupted> {
        self.fill(bytes, ranks).ok_or_else(damaged)
    }

    fn fill(&mut self, bytes: &[u8], ranks: &[u32]) -> Option<()> {
        let (header, rest) = bytes.split_at_checked(HEADER)?;
        let mut header = words(header).map(|n| n as usize);
        let (runs, length, count, wide) = (header.next()?, header.next()?, header.next()?, header.next()?);
        let (column, rest) = rest.split_at_checked(length)?;
        let (labels, ends) = rest.split_at_checked(count.checked_mul(wide)?)?;
        self.fill_runs(column, runs)?;
        self.fill_labels(labels, wide, ranks)?;
        self.ends.clear();
        self.ends.extend(words(ends));
        (self.ends.len() == count && self.begins.last().map(|b| *b as usize) == Some(count)).then_some(())
    }

    fn fill_runs(&mut self, mut column: &[u8], runs: usize) -> Option<()> {
        self.states.clear();
        self.begins.clear();
        self.begins.push(0);
        let (mut state, mut begin) = (0u32, 0u32);
        for _ in 0..runs {
            state = state.checked_add(take_small(&mut column)?)?;
            begin = begin.checked_add(take_small(&mut column)?)?;
            self.states.push(state);
            self.begins.push(begin);
        }
        column.is_empty().then_some(())
    }

    fn fill_labels(&mut self, bytes: &[u8], wide: usize, ranks: &[u32]) -> Option<()> {
        each_width!(&mut self.labels, list => list.clear());
        match wide {
            1 => self.rank(bytes.iter().map(|b| u32::from(*b)), ranks),
            2 => self.rank(halves(bytes), ranks),
            4 => self.rank(words(bytes), ranks),
            _ => None,
        }
    }

    fn rank(&mut self, numbers: impl Iterator<Item = u32> + Clone, ranks: &[u32]) -> Option<()> {
        if numbers.clone().max().is_some_and(|n| n as usize >= ranks.len()) {
            return None;
        }
        self.labels.extend(numbers.map(|n| ranks[n as usize]), ranks.len());
        Some(())
    }

    /// How many transitions it has.
    pub(super) fn transitions(&self) -> usize {
        self.ends.len()
    }

    /// The states that have transitions, with them.
    pub(super) fn runs(&self) -> impl Iterator<Item = (u32, Row<'_>)> {
        self.states.iter().enumerate().map(|(at, state)| (*state, self.row(at)))
    }

    fn row(&self, at: usize) -> Row<'_> {
        self.slice(self.begins[at] as usize..self.begins[at + 1] as usize)
    }

    fn slice(&self, range: Range<usize>) -> Row<'_> {
        let labels = match &self.labels {
            Column::U8(list) => Narrow::U8(&list[range.clone()]),
            Column::U16(list) => Narrow::U16(&list[range.clone()]),
            Column::U32(list) => Narrow::U32(&list[range.clone()]),
        };
        Row { labels, ends: &self.ends[range] }
    }

    /// Looks states up in ascending order.
    pub(super) fn cursor(&self) -> Cursor<'_> {
        Cursor { block: self, at: 0 }
    }
}

/// A place in a block.
pub(super) struct Cursor<'a> {
    block: &'a Block,
    at: usize,
}

impl<'a> Cursor<'a> {
    /// The transitions of a state, which is not before the last one that was asked for.
    pub(super) fn row(&mut self, state: u32) -> Row<'a> {
        let states = &self.block.states;
        // Mostly it is the next one.
        if states.get(self.at).is_some_and(|s| *s < state) {
            self.at += 1;
            if states.get(self.at).is_some_and(|s| *s < state) {
                self.at += states[self.at..].partition_point(|s| *s < state);
            }
        }
        if states.get(self.at) == Some(&state) { self.block.row(self.at) } else { self.block.slice(0..0) }
    }
}
