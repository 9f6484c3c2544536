//! Which worker holds which state.
//!
//! States are dealt to the workers of all processes in blocks, like cards: block `b` belongs to worker `b % workers`. A
//! generator numbers states in the order in which it finds them, so that neighbours have near numbers; blocks keep many
//! neighbours together, and dealing gives every worker a part of each region. A block is a whole number of words of every
//! set, so no two workers of different processes ever answer for the same word.
//!
//! ```text
//! workers 2, block 64:   states 0..64 -> worker 0, 64..128 -> worker 1, 128..192 -> worker 0 (its 64..128), ...
//! ```

use std::ops::Range;

/// The largest block, and the smallest: the states of one word of a set with one bit for each.
const BLOCK_BITS: Range<u32> = 6..12;
/// Small graphs are cut smaller, so that each worker gets about this many blocks.
const BLOCKS: u32 = 8;

/// How the states of a graph are dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    pub states: u32,
    /// Workers of all processes.
    pub workers: u32,
    /// Workers of one process.
    pub threads: u32,
    shift: u32,
}

impl Layout {
    pub fn new(states: u32, workers: u32, threads: u32) -> Layout {
        let wanted = (states / workers.saturating_mul(BLOCKS)).max(1).ilog2();
        Layout { states, workers, threads, shift: wanted.clamp(BLOCK_BITS.start, BLOCK_BITS.end) }
    }

    /// The worker that holds a state.
    #[inline]
    pub fn owner(self, state: u32) -> u32 {
        (state >> self.shift) % self.workers
    }

    /// The process of a worker.
    #[inline]
    pub fn process(self, worker: u32) -> u32 {
        worker / self.threads
    }

    /// The number of a state among those of its owner.
    #[inline]
    pub fn local(self, state: u32) -> u32 {
        ((state >> self.shift) / self.workers) << self.shift | state & self.low()
    }

    /// The state behind a number of a worker.
    #[inline]
    pub fn global(self, worker: u32, local: u32) -> u32 {
        ((local >> self.shift) * self.workers + worker) << self.shift | local & self.low()
    }

    /// How many blocks there are.
    pub fn blocks(self) -> u32 {
        self.states.div_ceil(1 << self.shift)
    }

    /// The states of a block.
    pub fn block(self, block: u32) -> Range<u32> {
        let cut = |block: u32| (u64::from(block) << self.shift).min(u64::from(self.states)) as u32;
        cut(block)..cut(block + 1)
    }

    /// The blocks of a worker.
    pub fn blocks_of(self, worker: u32) -> impl Iterator<Item = u32> {
        (worker..self.blocks()).step_by(self.workers as usize)
    }

    /// How many states a worker holds.
    pub fn count(self, worker: u32) -> u32 {
        self.blocks_of(worker).last().map_or(0, |last| self.local(self.block(last).end - 1) + 1)
    }

    fn low(self) -> u32 {
        (1 << self.shift) - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_state_has_one_owner_who_counts_it_once() {
        for (states, workers) in [(1, 1), (63, 4), (64, 2), (65, 2), (1000, 3), (5000, 1), (300_000, 4), (300_001, 7)] {
            let layout = Layout::new(states, workers, 1);
            let mut seen = vec![0; workers as usize];
            for state in 0..states {
                let owner = layout.owner(state);
                assert_eq!(layout.local(state), seen[owner as usize], "{state} of {states}");
                assert_eq!(layout.global(owner, layout.local(state)), state);
                seen[owner as usize] += 1;
            }
            assert_eq!(seen, (0..workers).map(|w| layout.count(w)).collect::<Vec<_>>());
            let dealt = (0..workers).flat_map(|w| layout.blocks_of(w)).map(|b| layout.block(b).len() as u32);
            assert_eq!(dealt.sum::<u32>(), states);
        }
    }

    #[test]
    fn the_largest_graph_has_no_overflow() {
        let layout = Layout::new(u32::MAX, 3, 1);
        let last = layout.blocks() - 1;
        assert_eq!(layout.block(last).end, u32::MAX);
        assert_eq!((0..3).map(|w| u64::from(layout.count(w))).sum::<u64>(), u64::from(u32::MAX));
    }
}
