//! Sorting more transitions than memory holds, by the state at one end.
//!
//! Transitions are thrown into buckets by ranges of states. A bucket that fits is sorted in memory by counting; one that
//! does not is thrown into finer buckets, down to a single state if need be. A state that has more transitions than fit is
//! the only thing that can exceed the memory given. Equal keys keep their order.

use super::Sizes;
use super::buckets::Buckets;
use super::half::Writer;
use super::tape::Tapes;
use crate::route::Interrupted;
use std::ops::Range;
use wherefore_stop::Stop;

/// The bytes that it takes to sort `transitions` transitions of `states` states in memory.
pub(super) fn cost(transitions: u64, states: u32) -> u64 {
    transitions.saturating_mul(20).saturating_add(8 * u64::from(states))
}

/// Context of sorting.
pub(super) struct Sorter<'a> {
    pub(super) tapes: &'a Tapes<'a>,
    pub(super) sizes: &'a Sizes,
    pub(super) stop: &'a Stop,
}

impl Sorter<'_> {
    /// Writes the transitions of all buckets, in order.
    pub(super) fn write(&self, mut buckets: Buckets, writer: &mut Writer) -> Result<(), Interrupted> {
        buckets.close()?;
        for number in 0..buckets.len() {
            Interrupted::unless(self.stop)?;
            let (range, count) = (buckets.range(number), buckets.count(number));
            let states = range.end - range.start;
            if count == 0 {
                continue;
            }
            if states == 1 || cost(count, states) <= self.sizes.sort {
                self.place(&buckets, number, range, writer)?;
            } else {
                self.write(self.finer(&buckets, number, range)?, writer)?;
            }
        }
        Ok(())
    }

    /// The transitions of a bucket in finer buckets.
    fn finer(&self, buckets: &Buckets, number: usize, range: Range<u32>) -> Result<Buckets, Interrupted> {
        let mut finer = Buckets::new(self.tapes, range, buckets.count(number), self.sizes)?;
        buckets.each(number, |chunk| {
            Interrupted::unless(self.stop)?;
            let edges = chunk.keys.iter().zip(&chunk.labels).zip(&chunk.others);
            edges.into_iter().try_for_each(|((key, label), other)| finer.push(*key, *label, *other))
        })?;
        Ok(finer)
    }

    /// Sorts a bucket in memory: counts the transitions of each state, and puts each where it belongs.
    fn place(
        &self,
        buckets: &Buckets,
        number: usize,
        range: Range<u32>,
        writer: &mut Writer,
    ) -> Result<(), Interrupted> {
        let mut ends = vec![0usize; (range.end - range.start) as usize];
        let mut edges = Vec::with_capacity(buckets.count(number) as usize);
        let mut keys = Vec::with_capacity(buckets.count(number) as usize);
        buckets.each(number, |chunk| {
            chunk.keys.iter().for_each(|key| ends[(key - range.start) as usize] += 1);
            keys.extend_from_slice(&chunk.keys);
            edges.extend(chunk.labels.iter().zip(&chunk.others).map(|(label, other)| (*label, *other)));
            Interrupted::unless(self.stop)
        })?;
        let mut begin = 0;
        ends.iter_mut().for_each(|end| begin += std::mem::replace(end, begin));
        let mut sorted = vec![(0, 0); edges.len()];
        for (key, edge) in keys.iter().zip(&edges) {
            let place = &mut ends[(key - range.start) as usize];
            sorted[*place] = *edge;
            *place += 1;
        }
        let mut begin = 0;
        for (state, end) in range.zip(ends).filter(|(_, end)| *end > 0) {
            if end > begin {
                writer.push(state, sorted[begin..end].iter().copied())?;
                begin = end;
            }
        }
        Ok(())
    }
}
