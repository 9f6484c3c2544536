//! A set grows along the transitions of all workers, level by level.
//!
//! A round of the dataflow is a level. Each worker moves what waits at its states along their transitions. What it reaches
//! among its own states waits with it for the next level; what it reaches elsewhere it sends to the owner:
//!
//! ```text
//! fields up to 32 bits   state, bits               8 bytes
//! fields of 64 bits      state, bits in two halves 12 bytes
//! wider ones             state, part, two halves   16 bytes
//! ```
//!
//! The workers of a process share one copy of the set. The first to add to it goes on with what it added: the owner
//! itself, or the sender that reports to the owner. So a process reports a product state to another at most once. The
//! copy of the sender lags behind that of the owner, which looks again; after the last level owners send theirs to all.
//!
//! Levels are exact: everything that is sent while level `n` is moved is of level `n + 1`, and no worker moves level `n + 1`
//! before all of it has arrived. The first to add a product state, at the sender and at the owner, is of the least level.

use super::allgather::{SharedLevels, gather_levels, gather_set};
use super::layout::Layout;
use super::packet::{Outbox, halves, whole};
use super::part::Part;
use super::rounds::{Go, Rounds};
use super::worker::{ClusterWorker, Left, tag};
use crate::levels::Levels;
use crate::route::Spread;
use crate::row::Row;
use crate::set::{FieldLayout, Set, ones};
use std::sync::{Arc, PoisonError, RwLock};

/// States that are moved before a look at what has arrived.
const SLICE: usize = 1 << 14;
/// A frontier with more states than this share of a worker is found in its set instead of its list.
const DENSE: u32 = 16;

/// State that the workers of a process share.
pub(super) struct Shared {
    pub spread: Spread,
    pub layout: Layout,
    pub seen: Arc<Set>,
    pub levels: Arc<SharedLevels>,
}

impl Shared {
    pub fn new(spread: &Spread, layout: Layout) -> Shared {
        let levels = spread.levels.then(|| Levels::new(spread.from.shape()));
        let seen = Arc::new(spread.from.as_ref().clone());
        Shared { spread: spread.clone(), layout, seen, levels: Arc::new(RwLock::new(levels)) }
    }

    /// The part of one worker: grows, and completes the answer in this process.
    pub fn grow(self: &Arc<Shared>, station: &mut ClusterWorker, part: &Arc<Part>) -> Result<(), Left> {
        let Spread { from, direction, limit, .. } = &self.spread;
        let common =
            [u64::from(from.shape().field()), *direction as u64, limit.map_or(u64::MAX, u64::from), from.count()];
        let growth = Growth::new(station.me, self.clone(), part.clone());
        station.run(tag("spread", &common), growth)?;
        gather_set(station, self.layout, &self.seen)?;
        if self.spread.levels {
            gather_levels(station, self.layout, &self.seen, &self.levels)?;
        }
        Ok(())
    }

    fn shape(&self) -> FieldLayout {
        self.seen.shape()
    }

    /// Makes room for levels that a byte does not hold.
    fn make_room(&self, level: u32) {
        if self.spread.levels && level >= u32::from(u8::MAX) {
            let mut levels = self.levels.write().unwrap_or_else(PoisonError::into_inner);
            levels.iter_mut().for_each(|levels| levels.make_room(level));
        }
    }
}

/// Front at one level: bits that wait, and the states they wait at, both by number of this worker.
struct Front {
    bits: Set,
    list: Vec<u32>,
}

impl Front {
    /// Adds to a state.
    fn add(&mut self, state: u32, part: usize, bits: u64) {
        if self.bits.add(state, part, bits) == 0 && (0..part).all(|p| self.bits.part(state, p) == 0) {
            self.list.push(state);
        }
    }
}

/// The part of one worker.
struct Growth {
    me: u32,
    shared: Arc<Shared>,
    part: Arc<Part>,
    /// Level of the front, and how far it has been moved.
    level: u32,
    now: Front,
    at: usize,
    /// Front of the level after it.
    next: Front,
}

impl Growth {
    fn new(me: u32, shared: Arc<Shared>, part: Arc<Part>) -> Growth {
        let shape = FieldLayout::new(shared.layout.count(me), shared.shape().field());
        let front = || Front { bits: Set::new(shape), list: Vec::new() };
        let mut growth = Growth { me, part, level: 0, now: front(), at: 0, next: front(), shared };
        growth.seed();
        growth
    }

    /// The start, as far as it is here.
    fn seed(&mut self) {
        let (shared, layout) = (self.shared.clone(), self.shared.layout);
        let guard = shared.levels.read().unwrap_or_else(PoisonError::into_inner);
        for block in layout.blocks_of(self.me) {
            for state in shared.spread.from.touched(layout.block(block)) {
                for part in 0..shared.shape().parts() {
                    let bits = shared.spread.from.part(state, part);
                    if bits != 0 {
                        note(guard.as_ref(), 0, state, part, bits);
                        self.now.add(layout.local(state), part, bits);
                    }
                }
            }
        }
    }

    /// Moves some states of the level; whether there are more.
    fn slice(&mut self, out: &mut Outbox) -> bool {
        let (shared, part) = (self.shared.clone(), self.part.clone());
        let half = part.half(shared.spread.direction);
        let guard = shared.levels.read().unwrap_or_else(PoisonError::into_inner);
        let count = self.now.bits.shape().states();
        let dense = self.now.list.len() > (count / DENSE) as usize;
        let (from, all) = (self.at, if dense { count as usize } else { self.now.list.len() });
        self.at = (from + SLICE).min(all);
        let (now, level) = (&self.now, self.level + 1);
        let mut reach =
            Reach { shared: &shared, levels: guard.as_ref(), level, me: self.me, next: &mut self.next, out };
        let mut visit = |state| reach.visit(&now.bits, state, half.row(state));
        match dense {
            true => now.bits.touched(from as u32..self.at as u32).for_each(visit),
            false => now.list[from..self.at].iter().for_each(|state| visit(*state)),
        }
        self.at < all
    }

    /// Advances: the front of the level after this one is moved next.
    fn advance(&mut self) {
        std::mem::swap(&mut self.now, &mut self.next);
        self.next.list.clear();
        (self.level, self.at) = (self.level + 1, 0);
    }
}

impl Rounds for Growth {
    fn receive(&mut self, round: u32, from: u32, words: &[u32]) {
        let (shared, layout) = (self.shared.clone(), self.shared.layout);
        if self.now.list.is_empty() && self.next.list.is_empty() {
            self.level = round;
        }
        shared.make_room(round);
        let guard = shared.levels.read().unwrap_or_else(PoisonError::into_inner);
        let front = if round == self.level { &mut self.now } else { &mut self.next };
        let told_by_us = layout.process(from) == layout.process(self.me);
        records(shared.shape(), words, |state, part, bits| {
            let fresh = if told_by_us { bits } else { bits & !shared.seen.add(state, part, bits) };
            if fresh != 0 {
                note(guard.as_ref(), round, state, part, fresh);
                front.add(layout.local(state), part, fresh);
            }
        });
    }

    fn work(&mut self, round: u32, out: &mut Outbox) -> Go {
        if round != self.level || self.shared.spread.limit.is_some_and(|limit| round >= limit) {
            return Go::Rest;
        }
        self.shared.make_room(round + 1);
        if self.slice(out) {
            return Go::On;
        }
        self.advance();
        if self.now.list.is_empty() { Go::Rest } else { Go::Next }
    }
}

/// Where a slice of a level leads.
struct Reach<'a> {
    shared: &'a Shared,
    levels: Option<&'a Levels>,
    level: u32,
    me: u32,
    next: &'a mut Front,
    out: &'a mut Outbox,
}

impl Reach<'_> {
    /// Moves what waits at a state, given by its number here, along its transitions.
    fn visit(&mut self, now: &Set, state: u32, row: Row<'_>) {
        let Spread { moves, direction, .. } = &self.shared.spread;
        for part in 0..now.shape().parts() {
            let bits = now.take(state, part);
            if bits != 0 {
                row.each(|label, end| moves.image(*direction, label, part, bits, |p, b| self.reach(end, p, b)));
            }
        }
    }

    #[inline]
    fn reach(&mut self, state: u32, part: usize, bits: u64) {
        let bits = bits & !self.shared.seen.part(state, part);
        if bits != 0 {
            self.add(state, part, bits);
        }
    }

    fn add(&mut self, state: u32, part: usize, mut bits: u64) {
        if let Some(within) = &self.shared.spread.within {
            bits &= within.part(state, part);
        }
        let fresh = bits & !self.shared.seen.add(state, part, bits);
        if fresh == 0 {
            return;
        }
        let owner = self.shared.layout.owner(state);
        if owner == self.me {
            note(self.levels, self.level, state, part, fresh);
            self.next.add(self.shared.layout.local(state), part, fresh);
        } else {
            self.tell(owner, state, part, fresh);
        }
    }

    fn tell(&mut self, owner: u32, state: u32, part: usize, bits: u64) {
        let [low, high] = halves(bits);
        match self.shared.shape().field() {
            ..=32 => self.out.send(owner, [state, low]),
            64 => self.out.send(owner, [state, low, high]),
            _ => self.out.send(owner, [state, part as u32, low, high]),
        }
    }
}

fn note(levels: Option<&Levels>, level: u32, state: u32, part: usize, bits: u64) {
    if let Some(levels) = levels {
        ones(bits).for_each(|bit| levels.note(state, part as u32 * 64 + bit, level));
    }
}

/// Reads records as they were sent.
fn records(shape: FieldLayout, words: &[u32], mut see: impl FnMut(u32, usize, u64)) {
    match shape.field() {
        ..=32 => words.as_chunks().0.iter().for_each(|[state, bits]| see(*state, 0, u64::from(*bits))),
        64 => words.as_chunks().0.iter().for_each(|[state, low, high]| see(*state, 0, whole([*low, *high]))),
        _ => words.as_chunks().0.iter().for_each(|[s, part, low, high]| see(*s, *part as usize, whole([*low, *high]))),
    }
}
