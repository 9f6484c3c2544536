//! Sorting transitions by the state at one end: how each half of the graph is made.
//!
//! A plain counting sort writes each transition to a random place, and with 10^8 of them nearly every write misses every
//! cache. Here they go first to a few hundred buckets, by the high bits of the state; the place of a bucket in the result
//! is known, so the columns of the result are filled directly, and only the low bits of the state are kept beside them, two
//! bytes each. Then each bucket, which fits in a cache, is sorted in its place.
//!
//! Both steps run on all cores. Transitions are cut into shares, each share counts what it has for each bucket, and gets
//! its own piece of each bucket to write to. Pieces are dealt in the order of the shares, so the result is the same for
//! every number of threads: the order of the input within each state.
//!
//! ```text
//! keys    5 0 4 0 7 1      buckets of four states: 0 0 1 | 5 4 7      sorted: 0 0 1 | 4 5 7
//! ```

use crate::csr::Half;
use crate::labels::{Column, Width, each_width};
use rayon::prelude::*;
use std::ops::Range;

impl Half {
    /// Sorts transitions by the state at this end, stably. Keys count from `states.start`; fewer than 2^32 transitions.
    /// Transitions whose key is outside `states` must not occur.
    pub fn sorted(states: Range<u32>, keys: &[u32], ends: &[u32], labels: &Column) -> Half {
        let edges = Columns { keys, ends, first: states.start };
        each_width!(labels, list => sort(states.end - states.start, &edges, list))
    }

    /// The other direction. All ends must be states of this half.
    pub fn reversed(&self) -> Half {
        each_width!(&self.labels, list => sort(self.states(), &Reversed(self), list))
    }
}

/// Transitions in some order: the state to sort by, and the state at the other end.
pub(crate) trait Edges: Sync {
    /// Number of elements.
    fn len(&self) -> usize;
    /// Calls `f` with the key and the other end of each transition of a range, in order.
    fn each(&self, range: Range<usize>, f: impl FnMut(u32, u32));
}

/// Two columns; keys count from `first`.
pub(crate) struct Columns<'a> {
    pub keys: &'a [u32],
    pub ends: &'a [u32],
    pub first: u32,
}

impl Edges for Columns<'_> {
    fn len(&self) -> usize {
        self.keys.len()
    }

    #[inline]
    fn each(&self, range: Range<usize>, mut f: impl FnMut(u32, u32)) {
        let keys = self.keys[range.clone()].iter();
        keys.zip(&self.ends[range]).for_each(|(key, end)| f(key - self.first, *end));
    }
}

/// The transitions of a half by their other end.
pub(crate) struct Reversed<'a>(pub &'a Half);

impl Edges for Reversed<'_> {
    fn len(&self) -> usize {
        self.0.ends.len()
    }

    #[inline]
    fn each(&self, range: Range<usize>, mut f: impl FnMut(u32, u32)) {
        let Half { offsets, ends, .. } = self.0;
        let mut state = offsets.partition_point(|o| *o as usize <= range.start) - 1;
        let mut at = range.start;
        while at < range.end {
            let stop = (offsets[state + 1] as usize).min(range.end);
            ends[at..stop].iter().for_each(|end| f(*end, state as u32));
            (at, state) = (stop, state + 1);
        }
    }
}

/// Low bits that are kept beside the columns.
const LOW_BITS: u32 = 16;
/// As many buckets as a core can write to at once.
const BUCKET_BITS: u32 = 8;

/// Sorts transitions by key. Keys are below `states`, and there are fewer than 2^32 transitions.
pub(crate) fn sort<L: Width>(states: u32, edges: &impl Edges, labels: &[L]) -> Half
where
    Column: From<Vec<L>>,
{
    let bits = u32::BITS - states.leading_zeros();
    let shift = bits.saturating_sub(BUCKET_BITS).min(LOW_BITS);
    let buckets = (states as usize).div_ceil(1 << shift);
    let shares = shares(edges.len());
    let counts = count(edges, &shares, buckets, shift);
    let sizes: Vec<usize> = (0..buckets).map(|b| counts.iter().map(|c| c[b] as usize).sum()).collect();

    let mut ends = vec![0u32; edges.len()];
    let mut sorted = vec![L::default(); edges.len()];
    let mut lows = vec![0u16; edges.len()];
    let pieces = deal(&counts, &mut ends, &mut lows, &mut sorted);
    shares.into_par_iter().zip(pieces).for_each(|(share, pieces)| spread(edges, labels, share, shift, pieces));

    let mut offsets = vec![edges.len() as u32; states as usize + 1];
    finish(&sizes, shift, &mut offsets[..states as usize], &mut ends, &mut sorted, &lows);
    Half { offsets, ends, labels: sorted.into() }
}

/// Equal ranges of `0..length`, a few for each thread.
fn shares(length: usize) -> Vec<Range<usize>> {
    let count = (4 * rayon::current_num_threads()).min(length / 4096 + 1);
    (0..count).map(|i| length * i / count..length * (i + 1) / count).collect()
}

/// For each share, how many transitions fall into each bucket.
fn count(edges: &impl Edges, shares: &[Range<usize>], buckets: usize, shift: u32) -> Vec<Vec<u32>> {
    let share = |share: &Range<usize>| {
        let mut counts = vec![0u32; buckets];
        edges.each(share.clone(), |key, _| counts[(key >> shift) as usize] += 1);
        counts
    };
    shares.par_iter().map(share).collect()
}

/// Space that one share may write to in one bucket, and how far it is.
struct Piece<'a, L> {
    ends: &'a mut [u32],
    lows: &'a mut [u16],
    labels: &'a mut [L],
    next: usize,
}

/// Cuts the columns into the pieces of each share: bucket by bucket, and in a bucket share by share.
fn deal<'a, L>(
    counts: &[Vec<u32>],
    mut ends: &'a mut [u32],
    mut lows: &'a mut [u16],
    mut labels: &'a mut [L],
) -> Vec<Vec<Piece<'a, L>>> {
    let buckets = counts.first().map_or(0, Vec::len);
    let mut pieces: Vec<Vec<Piece<'a, L>>> = counts.iter().map(|_| Vec::with_capacity(buckets)).collect();
    for bucket in 0..buckets {
        for (share, counts) in counts.iter().enumerate() {
            let size = counts[bucket] as usize;
            let piece = Piece {
                ends: cut(&mut ends, size),
                lows: cut(&mut lows, size),
                labels: cut(&mut labels, size),
                next: 0,
            };
            pieces[share].push(piece);
        }
    }
    pieces
}

/// Takes the first `size` entries off a slice.
fn cut<'a, T>(slice: &mut &'a mut [T], size: usize) -> &'a mut [T] {
    let (first, rest) = std::mem::take(slice).split_at_mut(size);
    *slice = rest;
    first
}

/// Writes the transitions of a share to its pieces.
fn spread<L: Width>(edges: &impl Edges, labels: &[L], share: Range<usize>, shift: u32, mut pieces: Vec<Piece<'_, L>>) {
    let mut at = share.start;
    let mask = (1 << shift) - 1;
    edges.each(share, |key, end| {
        let Piece { ends, lows, labels: names, next } = &mut pieces[(key >> shift) as usize];
        ends[*next] = end;
        lows[*next] = (key & mask) as u16;
        names[*next] = labels[at];
        (*next, at) = (*next + 1, at + 1);
    });
}

/// A bucket whose transitions are all there, and that is still to be sorted inside.
struct Bucket<'a, L> {
    /// Transitions in the buckets before it.
    before: u32,
    offsets: &'a mut [u32],
    ends: &'a mut [u32],
    labels: &'a mut [L],
    lows: &'a [u16],
}

/// Sorts each bucket in its place, and writes where the transitions of each state begin.
fn finish<L: Width>(
    sizes: &[usize],
    shift: u32,
    mut offsets: &mut [u32],
    mut ends: &mut [u32],
    mut labels: &mut [L],
    mut lows: &[u16],
) {
    let (mut before, mut buckets) = (0, Vec::with_capacity(sizes.len()));
    for size in sizes {
        let states = offsets.len().min(1 << shift);
        let (offsets, ends, labels) = (cut(&mut offsets, states), cut(&mut ends, *size), cut(&mut labels, *size));
        let (own, rest) = lows.split_at(*size);
        lows = rest;
        buckets.push(Bucket { before, offsets, ends, labels, lows: own });
        before += *size as u32;
    }
    buckets.into_par_iter().for_each(Bucket::sort);
}

impl<L: Width> Bucket<'_, L> {
    /// A counting sort by the low bits.
    fn sort(self) {
        let Bucket { before, offsets, ends, labels, lows } = self;
        let mut places = vec![0u32; offsets.len()];
        lows.iter().for_each(|low| places[*low as usize] += 1);
        let mut sum = 0;
        for (place, offset) in places.iter_mut().zip(offsets) {
            *offset = before + sum;
            sum += std::mem::replace(place, sum);
        }
        let mut sorted = vec![(0u32, L::default()); ends.len()];
        for ((low, end), label) in lows.iter().zip(&*ends).zip(&*labels) {
            let place = &mut places[*low as usize];
            sorted[*place as usize] = (*end, *label);
            *place += 1;
        }
        for ((end, label), entry) in ends.iter_mut().zip(labels).zip(sorted) {
            (*end, *label) = entry;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Random;

    /// The obvious way.
    fn slow(states: u32, keys: &[u32], ends: &[u32], labels: &[u8]) -> Half {
        let mut order: Vec<usize> = (0..keys.len()).collect();
        order.sort_by_key(|i| keys[*i]);
        let offsets = (0..=states).map(|s| keys.iter().filter(|k| **k < s).count() as u32).collect();
        let labels: Vec<u8> = order.iter().map(|i| labels[*i]).collect();
        Half { offsets, ends: order.iter().map(|i| ends[*i]).collect(), labels: labels.into() }
    }

    #[test]
    fn agrees_with_the_obvious_sort() {
        let mut random = Random::new(7);
        for (states, count) in [(1, 0), (1, 5), (3, 40), (300, 9000), (1025, 2000), (70_000, 300)] {
            let keys: Vec<u32> = (0..count).map(|_| random.below(u64::from(states)) as u32).collect();
            let ends: Vec<u32> = (0..count as u32).collect();
            let labels: Vec<u8> = (0..count).map(|_| random.below(256) as u8).collect();
            let expected = slow(states, &keys, &ends, &labels);
            let shifted: Vec<u32> = keys.iter().map(|k| k + 100).collect();
            let fast = Half::sorted(100..100 + states, &shifted, &ends, &labels.into());
            assert_eq!(fast, expected, "{states} states, {count} transitions");
        }
    }
}
