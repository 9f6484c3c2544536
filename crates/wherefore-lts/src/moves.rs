//! The moves of an automaton by a label, for sets of its states at once.
//!
//! A transition of the graph moves every automaton state that a field holds. Tables answer for eight of them with one
//! look: for each class of labels and each byte of a field, which states the byte leads to, forwards and backwards. An
//! automaton with more than 64 states is followed state by state.

use crate::set::ones;

/// Where a missing successor is noted.
pub const NOWHERE: u32 = u32::MAX;

/// Along the transitions or against them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// From source to target.
    Forward,
    /// From target to source.
    Backward,
}

impl Direction {
    /// The other one.
    pub fn opposite(self) -> Direction {
        match self {
            Direction::Forward => Direction::Backward,
            Direction::Backward => Direction::Forward,
        }
    }
}

/// The moves of a deterministic automaton.
#[derive(Debug)]
pub struct Moves {
    states: u32,
    /// The class of each label.
    class: Vec<u32>,
    /// The successor by class and state.
    next: Vec<u32>,
    /// The predecessors by class and state.
    previous: Vec<Vec<u32>>,
    /// The states with a successor by class and part.
    defined: Vec<u64>,
    forward: Table,
    backward: Table,
}

impl Moves {
    /// An automaton with `states` states, a class for each label, and the successors by class and state.
    pub fn new(states: u32, class: Vec<u32>, next: Vec<u32>) -> Moves {
        let mut previous = vec![Vec::new(); next.len()];
        for (index, to) in next.iter().enumerate().filter(|(_, to)| **to != NOWHERE) {
            let (class, from) = (index as u32 / states, index as u32 % states);
            previous[(class * states + to) as usize].push(from);
        }
        let forward = Table::new(states, next.len(), |index| if next[index] == NOWHERE { 0 } else { 1 << next[index] });
        let backward = Table::new(states, next.len(), |index| previous[index].iter().fold(0, |m, q| m | 1 << q));
        let row = |row: &[u32]| row.chunks(64).map(defined).collect::<Vec<_>>();
        let defined = next.chunks(states as usize).flat_map(row).collect();
        Moves { states, class, next, previous, defined, forward, backward }
    }

    /// The automaton of one state that follows the labels that are allowed.
    pub fn along(allowed: &[bool]) -> Moves {
        Moves::new(1, allowed.iter().map(|a| u32::from(*a)).collect(), vec![NOWHERE, 0])
    }

    /// The states of the automaton.
    pub fn states(&self) -> u32 {
        self.states
    }

    /// The successor of a state by a label.
    pub fn step(&self, state: u32, label: u32) -> Option<u32> {
        let to = self.next[(self.class[label as usize] * self.states + state) as usize];
        (to != NOWHERE).then_some(to)
    }

    /// The states of a part that a label moves at all.
    #[inline]
    pub fn defined(&self, label: u32, part: usize) -> u64 {
        self.defined[self.class[label as usize] as usize * self.states.div_ceil(64) as usize + part]
    }

    /// Where the states of a part move by a label: calls `see` with parts and bits.
    #[inline(always)]
    pub fn image(&self, direction: Direction, label: u32, part: usize, bits: u64, mut see: impl FnMut(usize, u64)) {
        if self.states > 64 {
            return self.wide_image(direction, label, part, bits, see);
        }
        let table = match direction {
            Direction::Forward => &self.forward,
            Direction::Backward => &self.backward,
        };
        see(0, table.image(self.class[label as usize], bits));
    }

    fn wide_image(&self, direction: Direction, label: u32, part: usize, bits: u64, mut see: impl FnMut(usize, u64)) {
        let class = self.class[label as usize];
        for bit in ones(bits) {
            let index = (class * self.states) as usize + part * 64 + bit as usize;
            let ends = match direction {
                Direction::Forward => std::slice::from_ref(&self.next[index]),
                Direction::Backward => &self.previous[index],
            };
            ends.iter().filter(|q| **q != NOWHERE).for_each(|q| see(*q as usize / 64, 1 << (q % 64)));
        }
    }

    /// The states of a part, among `bits`, that a label moves into a set, given by its parts.
    #[inline(always)]
    pub fn entering(&self, label: u32, part: usize, bits: u64, set: impl Fn(usize) -> u64) -> u64 {
        if self.states > 64 {
            return self.wide_entering(label, part, bits, set);
        }
        self.backward.image(self.class[label as usize], set(0)) & bits
    }

    fn wide_entering(&self, label: u32, part: usize, bits: u64, set: impl Fn(usize) -> u64) -> u64 {
        let leads = |bit: &u32| {
            let to = self.step(part as u32 * 64 + bit, label);
            to.is_some_and(|q| set(q as usize / 64) >> (q % 64) & 1 == 1)
        };
        ones(bits).filter(leads).fold(0, |m, bit| m | 1 << bit)
    }
}

fn defined(next: &[u32]) -> u64 {
    next.iter().enumerate().filter(|(_, to)| **to != NOWHERE).fold(0, |m, (bit, _)| m | 1 << bit)
}

/// Images of sets of at most 64 states, byte by byte.
#[derive(Debug)]
struct Table {
    /// Entries of a class.
    stride: usize,
    images: Vec<u64>,
}

impl Table {
    /// From the image of each class and state.
    fn new(states: u32, entries: usize, image: impl Fn(usize) -> u64) -> Table {
        if states > 64 {
            return Table { stride: 0, images: Vec::new() };
        }
        let (states, bytes) = (states as usize, (states as usize).div_ceil(8));
        let mut images = Vec::with_capacity(entries / states * bytes * 256);
        for class in 0..entries / states {
            for first in (0..states).step_by(8) {
                for byte in 0..256 {
                    let members = ones(byte).map(|bit| first + bit as usize).filter(|q| *q < states);
                    images.push(members.fold(0, |m, q| m | image(class * states + q)));
                }
            }
        }
        Table { stride: bytes * 256, images }
    }

    #[inline(always)]
    fn image(&self, class: u32, mut bits: u64) -> u64 {
        let mut row = class as usize * self.stride;
        let mut image = self.images[row + (bits & 0xff) as usize];
        while bits > 0xff {
            bits >>= 8;
            row += 256;
            image |= self.images[row + (bits & 0xff) as usize];
        }
        image
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A counter of one label modulo its size; the other label leads nowhere from odd states and back to 0 from even ones.
    fn counter(states: u32) -> Moves {
        let up = (0..states).map(|q| (q + 1) % states);
        let reset = (0..states).map(|q| if q % 2 == 1 { NOWHERE } else { 0 });
        Moves::new(states, vec![0, 1], up.chain(reset).collect())
    }

    #[test]
    fn tables_say_what_single_steps_say() {
        for states in [1, 2, 7, 8, 9, 40, 64, 65, 130] {
            let moves = counter(states);
            for (label, from) in [0, 1].into_iter().flat_map(|l| (0..states).map(move |q| (l, q))) {
                let mut seen = Vec::new();
                moves.image(Direction::Forward, label, from as usize / 64, 1 << (from % 64), |part, bits| {
                    seen.extend(ones(bits).map(|b| part as u32 * 64 + b));
                });
                assert_eq!(seen, moves.step(from, label).into_iter().collect::<Vec<_>>());
                let target = moves.step(from, label).unwrap_or(0);
                let holds = |part: usize| if part == target as usize / 64 { 1 << (target % 64) } else { 0 };
                let into = moves.entering(label, from as usize / 64, 1 << (from % 64), holds) != 0;
                assert_eq!(into, moves.step(from, label).is_some());
                let mut back = Vec::new();
                moves.image(Direction::Backward, label, target as usize / 64, 1 << (target % 64), |part, bits| {
                    back.extend(ones(bits).map(|b| part as u32 * 64 + b));
                });
                assert_eq!(back.contains(&from), into);
            }
        }
    }
}
