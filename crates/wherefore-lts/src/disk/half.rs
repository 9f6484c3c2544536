//! One direction of a graph as a sorted file.
//!
//! The states are cut into ranges, and block `i` answers for all states of range `i`, those without transitions included.
//! The ranges and where the blocks lie in the file are kept in memory: 12 bytes for some thousand transitions.

use super::block::{Block, encode};
use super::tape::{Tape, Tapes};
use crate::route::Interrupted;
use std::ops::Range;

/// A sorted file.
#[derive(Debug)]
pub(super) struct Half {
    tape: Tape,
    states: u32,
    /// The first state of each range.
    starts: Vec<u32>,
    /// Where the blocks begin, and where the last one ends.
    offsets: Vec<u64>,
}

impl Half {
    /// How many blocks there are; at least one.
    pub(super) fn blocks(&self) -> usize {
        self.starts.len()
    }

    /// The states that a block answers for.
    pub(super) fn cover(&self, block: usize) -> Range<u32> {
        self.starts[block]..self.starts.get(block + 1).copied().unwrap_or(self.states)
    }

    /// The block that answers for a state.
    pub(super) fn find(&self, state: u32) -> usize {
        self.starts.partition_point(|s| *s <= state) - 1
    }

    /// Where blocks that lie side by side lie in the file.
    pub(super) fn place(&self, blocks: Range<usize>) -> Range<u64> {
        self.offsets[blocks.start]..self.offsets[blocks.end]
    }

    /// Reads what lies in the file at such a place.
    pub(super) fn read(&self, place: Range<u64>, bytes: &mut Vec<u8>) -> Result<(), Interrupted> {
        self.tape.read(place, bytes)
    }

    /// The length of the file.
    pub(super) fn bytes(&self) -> u64 {
        self.tape.end()
    }

    /// Reads the blocks one after the other.
    pub(super) fn each(
        &self,
        ranks: &[u32],
        mut see: impl FnMut(&Block) -> Result<(), Interrupted>,
    ) -> Result<(), Interrupted> {
        let (mut bytes, mut block) = (Vec::new(), Block::default());
        for number in 0..self.blocks() {
            self.read(self.place(number..number + 1), &mut bytes)?;
            block.decode(&bytes, ranks)?;
            see(&block)?;
        }
        Ok(())
    }
}

/// Writes a sorted file.
pub(super) struct Writer {
    half: Half,
    /// A block is closed when it has this number of transitions.
    size: usize,
    runs: Vec<(u32, u32)>,
    labels: Vec<u32>,
    ends: Vec<u32>,
    bytes: Vec<u8>,
}

impl Writer {
    /// Begins a file for `states` states, with about `size` transitions in a block.
    pub(super) fn new(tapes: &Tapes<'_>, states: u32, size: usize) -> Result<Writer, Interrupted> {
        let half = Half { tape: tapes.tape()?, states, starts: Vec::new(), offsets: Vec::new() };
        let (runs, labels, ends, bytes) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Ok(Writer { half, size: size.max(1), runs, labels, ends, bytes })
    }

    /// Adds transitions of a state, label before end. States come in ascending order.
    pub(super) fn push(&mut self, state: u32, row: impl Iterator<Item = (u32, u32)>) -> Result<(), Interrupted> {
        if self.runs.last().is_none_or(|(last, _)| *last != state) {
            if self.ends.len() >= self.size {
                self.flush()?;
            }
            self.runs.push((state, 0));
        }
        let before = self.ends.len();
        for (label, end) in row {
            self.labels.push(label);
            self.ends.push(end);
        }
        if self.ends.len() > u32::MAX as usize {
            return Err(Interrupted::Failed(format!(
                "state {state} has more transitions than can be numbered with 32 bits"
            )));
        }
        if let Some((_, count)) = self.runs.last_mut() {
            *count += (self.ends.len() - before) as u32;
        }
        Ok(())
    }

    /// Writes what waits. A state with many transitions does not share its block: the few states before it would be as
    /// slow to look up as it is.
    fn flush(&mut self) -> Result<(), Interrupted> {
        let last = self.runs.last().map_or(0, |(_, count)| *count as usize);
        if last > self.size && self.runs.len() > 1 {
            self.write(self.runs.len() - 1, self.ends.len() - last)?;
        }
        self.write(self.runs.len(), self.ends.len())
    }

    /// Writes the first `runs` runs, which have `transitions` transitions, as a block.
    fn write(&mut self, runs: usize, transitions: usize) -> Result<(), Interrupted> {
        self.bytes.clear();
        encode(&mut self.bytes, &self.runs[..runs], &self.labels[..transitions], &self.ends[..transitions]);
        let first = self.runs.first().map_or(0, |(state, _)| *state);
        self.half.starts.push(if self.half.starts.is_empty() { 0 } else { first });
        self.half.offsets.push(self.half.tape.append(&self.bytes)?);
        self.runs.drain(..runs);
        self.labels.drain(..transitions);
        self.ends.drain(..transitions);
        Ok(())
    }

    /// Writes the rest; the file as it then is.
    pub(super) fn close(&mut self) -> Result<&Half, Interrupted> {
        if !self.runs.is_empty() || self.half.starts.is_empty() {
            self.flush()?;
        }
        self.half.offsets.push(self.half.tape.end());
        Ok(&self.half)
    }

    /// Writes the rest; the file.
    pub(super) fn finish(mut self) -> Result<Half, Interrupted> {
        self.close()?;
        Ok(self.half)
    }
}
