//! Transitions on their way to a sorted file, thrown into buckets by ranges of states.
//!
//! Each bucket collects transitions in memory and writes them as a chunk when it is full. All chunks go to one file; which
//! of them belong to which bucket is kept in memory.

use super::Sizes;
use super::codec::{halves, put, width, words};
use super::sort::cost;
use super::tape::{Tape, Tapes, damaged};
use crate::route::Interrupted;
use std::ops::Range;

/// Transitions in columns: the states they are sorted by, their labels, their other states.
#[derive(Debug, Default)]
pub(super) struct Columns {
    pub(super) keys: Vec<u32>,
    pub(super) labels: Vec<u32>,
    pub(super) others: Vec<u32>,
}

impl Columns {
    fn push(&mut self, key: u32, label: u32, other: u32) {
        self.keys.push(key);
        self.labels.push(label);
        self.others.push(other);
    }

    fn clear(&mut self) {
        [&mut self.keys, &mut self.labels, &mut self.others].into_iter().for_each(Vec::clear);
    }
}

/// Transitions that were written together.
#[derive(Clone, Copy, Debug)]
struct Chunk {
    offset: u64,
    count: u32,
    /// The bytes of a label.
    width: u8,
}

/// The transitions of a range of states.
#[derive(Debug, Default)]
struct Bucket {
    waiting: Columns,
    chunks: Vec<Chunk>,
    count: u64,
}

/// Buckets for equal parts of a range of states.
pub(super) struct Buckets {
    tape: Tape,
    range: Range<u32>,
    /// A bucket takes as many states as this power of two.
    shift: u32,
    buckets: Vec<Bucket>,
    chunk: usize,
    bytes: Vec<u8>,
}

impl Buckets {
    /// Buckets for about this number of transitions of a range of states: enough that each can be sorted in memory, if
    /// they are as evenly spread as the memory allows.
    pub(super) fn new(
        tapes: &Tapes<'_>,
        range: Range<u32>,
        transitions: u64,
        sizes: &Sizes,
    ) -> Result<Buckets, Interrupted> {
        let states = range.end - range.start;
        let most = (sizes.sort / (12 * sizes.chunk as u64)).max(2);
        let wanted = (2 * cost(transitions, states) / sizes.sort.max(1)).clamp(1, most);
        let count = |shift: u32| u64::from(states).div_ceil(1 << shift);
        let shift = (0..32).find(|shift| count(*shift) <= wanted).unwrap_or(32);
        let buckets = (0..count(shift)).map(|_| Bucket::default()).collect();
        Ok(Buckets { tape: tapes.tape()?, range, shift, buckets, chunk: sizes.chunk.max(1), bytes: Vec::new() })
    }

    /// Throws a transition into the bucket of its key.
    pub(super) fn push(&mut self, key: u32, label: u32, other: u32) -> Result<(), Interrupted> {
        let number = (u64::from(key - self.range.start) >> self.shift) as usize;
        let bucket = &mut self.buckets[number];
        bucket.waiting.push(key, label, other);
        if bucket.waiting.keys.len() >= self.chunk { self.write(number) } else { Ok(()) }
    }

    /// Writes what waits in a bucket.
    fn write(&mut self, number: usize) -> Result<(), Interrupted> {
        let Bucket { waiting, chunks, count } = &mut self.buckets[number];
        let wide = width(&waiting.labels);
        self.bytes.clear();
        put(&mut self.bytes, &waiting.keys, 4);
        put(&mut self.bytes, &waiting.others, 4);
        put(&mut self.bytes, &waiting.labels, wide);
        let offset = self.tape.append(&self.bytes)?;
        chunks.push(Chunk { offset, count: waiting.keys.len() as u32, width: wide as u8 });
        *count += waiting.keys.len() as u64;
        waiting.clear();
        Ok(())
    }

    /// Writes what waits anywhere and gives the memory for it back.
    pub(super) fn close(&mut self) -> Result<(), Interrupted> {
        for number in 0..self.buckets.len() {
            if !self.buckets[number].waiting.keys.is_empty() {
                self.write(number)?;
            }
            self.buckets[number].waiting = Columns::default();
        }
        self.bytes = Vec::new();
        Ok(())
    }

    /// How many buckets there are.
    pub(super) fn len(&self) -> usize {
        self.buckets.len()
    }

    /// The states of a bucket.
    pub(super) fn range(&self, number: usize) -> Range<u32> {
        let begin =
            |n: usize| (u64::from(self.range.start) + ((n as u64) << self.shift)).min(self.range.end.into()) as u32;
        begin(number)..begin(number + 1)
    }

    /// How many transitions a bucket has.
    pub(super) fn count(&self, number: usize) -> u64 {
        self.buckets[number].count
    }

    /// Reads the chunks of a bucket in the order in which they were written; `see` may take what they hold.
    pub(super) fn each(
        &self,
        number: usize,
        mut see: impl FnMut(&mut Columns) -> Result<(), Interrupted>,
    ) -> Result<(), Interrupted> {
        let (mut bytes, mut columns) = (Vec::new(), Columns::default());
        for Chunk { offset, count, width } in &self.buckets[number].chunks {
            let (count, wide) = (*count as usize, usize::from(*width));
            self.tape.read(*offset..*offset + (count * (8 + wide)) as u64, &mut bytes)?;
            let (keys, rest) = bytes.split_at_checked(4 * count).ok_or_else(damaged)?;
            let (others, labels) = rest.split_at_checked(4 * count).ok_or_else(damaged)?;
            columns.clear();
            columns.keys.extend(words(keys));
            columns.others.extend(words(others));
            match wide {
                1 => columns.labels.extend(labels.iter().map(|l| u32::from(*l))),
                2 => columns.labels.extend(halves(labels)),
                _ => columns.labels.extend(words(labels)),
            }
            if columns.keys.iter().any(|key| !self.range(number).contains(key)) {
                return Err(damaged());
            }
            see(&mut columns)?;
        }
        Ok(())
    }
}
