//! Sets of product states, as bits that threads can add to.
//!
//! The product of a graph with an automaton is never stored. What is known about it is a field of bits for every state of
//! the graph, one bit for each state of the automaton. A field is as wide as the next power of two, so that it never
//! crosses a word and a whole field is read, added to and taken at once; beyond 64 states it is a row of whole words. One
//! word of a field, or the whole of a narrow one, is a *part*.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The states of a graph and the width of their fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldLayout {
    states: u32,
    field: u32,
    /// The bits of a part.
    mask: u64,
}

/// Where a part lies in the words of every set of one shape.
#[derive(Clone, Copy, Debug)]
pub struct Spot {
    word: usize,
    shift: u32,
    mask: u64,
}

impl FieldLayout {
    /// Fields for a graph of `states` states and an automaton of `automaton` states.
    pub fn new(states: u32, automaton: u32) -> FieldLayout {
        let field = if automaton <= 64 { automaton.max(1).next_power_of_two() } else { automaton.next_multiple_of(64) };
        FieldLayout { states, field, mask: low(field) }
    }

    /// The states of the graph.
    pub fn states(self) -> u32 {
        self.states
    }

    /// The bits of a field.
    pub fn field(self) -> u32 {
        self.field
    }

    /// The parts of a field.
    pub fn parts(self) -> usize {
        (self.field as usize).div_ceil(64)
    }

    /// The words of a set.
    pub fn words(self) -> usize {
        (self.states as usize * self.field as usize).div_ceil(64)
    }

    /// The number of a product state, in an array with an entry for each.
    #[inline(always)]
    pub fn index(self, state: u32, inner: u32) -> usize {
        state as usize * self.field as usize + inner as usize
    }

    /// Where a part lies.
    #[inline(always)]
    pub fn spot(self, state: u32, part: usize) -> Spot {
        let bit = self.index(state, 0) + part * 64;
        Spot { word: bit / 64, shift: (bit % 64) as u32, mask: self.mask }
    }
}

/// A set of product states.
#[derive(Debug)]
pub struct Set {
    shape: FieldLayout,
    words: Vec<AtomicU64>,
}

impl Set {
    /// The empty set.
    pub fn new(shape: FieldLayout) -> Set {
        Set { shape, words: (0..shape.words()).map(|_| AtomicU64::new(0)).collect() }
    }

    /// The set of all product states of an automaton with this number of states.
    pub fn full(shape: FieldLayout, automaton: u32) -> Set {
        let set = Set::new(shape);
        let parts: Vec<u64> = (0..shape.parts()).map(|p| low(automaton.saturating_sub(p as u32 * 64))).collect();
        for (number, word) in set.words.iter().enumerate() {
            let fields = (0..64 / shape.field.min(64)).map(|f| parts[number % parts.len()] << (f * shape.field % 64));
            word.store(fields.fold(0, |w, f| w | f), Relaxed);
        }
        let beyond = shape.words() * 64 - shape.index(shape.states, 0);
        if let Some(last) = set.words.last() {
            last.fetch_and(u64::MAX >> beyond, Relaxed);
        }
        set
    }

    /// Empties it.
    pub fn clear(&mut self) {
        self.words.iter_mut().for_each(|w| *w.get_mut() = 0);
    }

    /// The set of one product state.
    pub fn single(shape: FieldLayout, state: u32, inner: u32) -> Set {
        let set = Set::new(shape);
        set.insert(state, inner);
        set
    }

    /// Its shape.
    pub fn shape(&self) -> FieldLayout {
        self.shape
    }

    /// The words it is made of, for routes that store or send them.
    pub fn words(&self) -> &[AtomicU64] {
        &self.words
    }

    /// A part of the field of a state.
    #[inline(always)]
    pub fn part(&self, state: u32, part: usize) -> u64 {
        self.at(self.shape.spot(state, part))
    }

    /// The part at a spot. Where several sets are asked about one state, the spot is found once.
    #[inline(always)]
    pub fn at(&self, spot: Spot) -> u64 {
        (self.words[spot.word].load(Relaxed) >> spot.shift) & spot.mask
    }

    /// Adds to a part; the part as it was before.
    #[inline]
    pub fn add(&self, state: u32, part: usize, bits: u64) -> u64 {
        let Spot { word, shift, mask } = self.shape.spot(state, part);
        (self.words[word].fetch_or(bits << shift, Relaxed) >> shift) & mask
    }

    /// Empties a part; the part as it was before.
    #[inline]
    pub fn take(&self, state: u32, part: usize) -> u64 {
        self.remove(state, part, self.shape.mask)
    }

    /// Removes from a part; the part as it was before.
    #[inline]
    pub fn remove(&self, state: u32, part: usize, bits: u64) -> u64 {
        let Spot { word, shift, mask } = self.shape.spot(state, part);
        (self.words[word].fetch_and(!(bits << shift), Relaxed) >> shift) & mask
    }

    /// Whether any product state of this state is in the set.
    pub fn touches(&self, state: u32) -> bool {
        (0..self.shape.parts()).any(|part| self.part(state, part) != 0)
    }

    /// Whether a product state is in the set.
    #[inline]
    pub fn contains(&self, state: u32, inner: u32) -> bool {
        self.part(state, inner as usize / 64) >> (inner % 64) & 1 == 1
    }

    /// Adds a product state.
    pub fn insert(&self, state: u32, inner: u32) {
        self.add(state, inner as usize / 64, 1 << (inner % 64));
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        self.words.iter().map(|w| u64::from(w.load(Relaxed).count_ones())).sum()
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|w| w.load(Relaxed) == 0)
    }

    /// The product states, by state, then by state of the automaton.
    pub fn iter(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let field = self.shape.field as usize;
        self.words.iter().enumerate().flat_map(move |(number, word)| {
            ones(word.load(Relaxed)).map(move |bit| {
                let index = number * 64 + bit as usize;
                ((index / field) as u32, (index % field) as u32)
            })
        })
    }

    /// The states in a range that it touches, ascending.
    pub fn touched(&self, range: Range<u32>) -> impl Iterator<Item = u32> + '_ {
        let (first, end) = (self.shape.index(range.start, 0) / 64, self.shape.index(range.end, 0).div_ceil(64));
        let field = self.shape.field as usize;
        let words = (first..end).map(|number| (number, self.words[number].load(Relaxed)));
        let states = words
            .flat_map(move |(number, word)| ones(word).map(move |bit| ((number * 64 + bit as usize) / field) as u32));
        let mut last = None;
        states.filter(move |state| range.contains(state) && last.replace(*state) != Some(*state))
    }

    /// Adds all of one state to another set.
    pub fn pour(&self, state: u32, other: &Set) {
        (0..self.shape.parts()).for_each(|part| {
            other.add(state, part, self.part(state, part));
        });
    }

    /// A set of the same shape, word by word.
    pub fn zip(&self, other: &Set, join: impl Fn(u64, u64) -> u64) -> Set {
        assert_eq!(self.shape, other.shape, "sets of different products");
        let words = self.words.iter().zip(&other.words).map(|(a, b)| join(a.load(Relaxed), b.load(Relaxed)));
        Set { shape: self.shape, words: words.map(AtomicU64::new).collect() }
    }

    /// Adds all of another.
    pub fn join(&self, other: &Set) {
        assert_eq!(self.shape, other.shape, "sets of different products");
        let words = self.words.iter().zip(&other.words).map(|(mine, theirs)| (mine, theirs.load(Relaxed)));
        words.filter(|(_, theirs)| *theirs != 0).for_each(|(mine, theirs)| {
            mine.fetch_or(theirs, Relaxed);
        });
    }

    /// Without what is in another.
    pub fn minus(&self, other: &Set) -> Set {
        self.zip(other, |a, b| a & !b)
    }

    /// Whether this holds the same product states as another set.
    pub fn same(&self, other: &Set) -> bool {
        self.shape == other.shape
            && self.words.iter().zip(&other.words).all(|(a, b)| a.load(Relaxed) == b.load(Relaxed))
    }
}

impl Clone for Set {
    fn clone(&self) -> Set {
        self.zip(self, |word, _| word)
    }
}

/// The lowest `count` bits.
fn low(count: u32) -> u64 {
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
}

/// The places of the ones in a word, ascending.
pub fn ones(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let place = word.trailing_zeros();
        (word != 0).then(|| {
            word &= word - 1;
            place
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_of_every_width_keep_apart() {
        for automaton in [1, 2, 3, 5, 8, 17, 33, 64, 65, 200] {
            let shape = FieldLayout::new(11, automaton);
            let set = Set::new(shape);
            let all: Vec<(u32, u32)> = (0..11).map(|s| (s, (s * 7 + 3) % automaton)).collect();
            all.iter().for_each(|(s, q)| set.insert(*s, *q));
            assert_eq!(set.iter().collect::<Vec<_>>(), all, "{automaton}");
            assert_eq!(set.count(), 11);
            assert_eq!(set.touched(0..11).collect::<Vec<_>>(), (0..11).collect::<Vec<_>>());
            assert_eq!(set.touched(3..7).collect::<Vec<_>>(), [3, 4, 5, 6]);
            assert!(all.iter().all(|(s, q)| set.contains(*s, *q) && set.touches(*s)));
            let (state, inner) = all[5];
            let part = inner as usize / 64;
            assert_eq!(set.add(state, part, 1 << (inner % 64)), 1 << (inner % 64));
            assert_eq!(set.take(state, part), 1 << (inner % 64));
            assert!(!set.touches(state) && set.touches(4) && set.touches(6));
        }
    }

    #[test]
    fn the_full_set_has_all_and_nothing_else() {
        for (states, automaton) in [(1, 1), (70, 1), (33, 3), (5, 64), (7, 65), (3, 130), (64, 2)] {
            let full = Set::full(FieldLayout::new(states, automaton), automaton);
            let all = (0..states).flat_map(|s| (0..automaton).map(move |q| (s, q)));
            assert!(full.iter().eq(all), "{states} {automaton}");
        }
    }

    #[test]
    fn sets_are_compared_and_subtracted() {
        let shape = FieldLayout::new(100, 3);
        let (a, b) = (Set::single(shape, 5, 1), Set::single(shape, 99, 2));
        b.insert(5, 1);
        assert_eq!(b.minus(&a).iter().collect::<Vec<_>>(), [(99, 2)]);
        assert!(a.minus(&b).is_empty() && !a.same(&b) && a.same(&Set::single(shape, 5, 1)));
    }
}
