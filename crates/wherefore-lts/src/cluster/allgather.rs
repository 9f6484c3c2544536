//! After an operation every process gets the whole answer: owners send their blocks to the other processes.
//!
//! A set travels as runs of words that are not zero at both ends. Levels need no addresses: they follow the order of the
//! bits of the set, which is complete everywhere by then, with one byte each where no path is longer than 255 steps.
//!
//! ```text
//! set      first word, how many, the words (two halves each)
//! levels   block, width in bytes, the levels of its bits, four, two or one to a word
//! ```

use super::exchange::Mail;
use super::layout::Layout;
use super::packet::{Outbox, halves, whole};
use super::worker::{ClusterWorker, Left, tag};
use crate::levels::Levels;
use crate::set::{FieldLayout, Set, ones};
use std::ops::Range;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, PoisonError, RwLock};

/// Blocks that are sent at once.
const PIECE: usize = 64;

/// Levels that the workers of a process share.
pub(super) type SharedLevels = RwLock<Option<Levels>>;

/// Completes a set in all processes.
pub(super) fn gather_set(station: &mut ClusterWorker, layout: Layout, set: &Arc<Set>) -> Result<(), Left> {
    let common = tag("set", &[u64::from(set.shape().field())]);
    if station.workers > station.threads {
        station.post(common, Words { blocks: Blocks::new(station, layout), set: set.clone() })?;
    }
    Ok(())
}

/// Completes the levels of a complete set in all processes.
pub(super) fn gather_levels(
    station: &mut ClusterWorker,
    layout: Layout,
    set: &Arc<Set>,
    levels: &Arc<SharedLevels>,
) -> Result<(), Left> {
    if station.workers > station.threads {
        let blocks = Blocks::new(station, layout);
        station.post(tag("levels", &[]), Steps { blocks, set: set.clone(), levels: levels.clone() })?;
    }
    Ok(())
}

/// The blocks that a worker has still to send, and the receivers.
struct Blocks {
    layout: Layout,
    left: Vec<u32>,
    to: Vec<u32>,
}

impl Blocks {
    fn new(station: &ClusterWorker, layout: Layout) -> Blocks {
        let (me, threads) = (station.me, station.threads);
        let to = (0..station.workers).filter(|w| w % threads == me % threads && *w != me).collect();
        Blocks { layout, left: layout.blocks_of(me).collect(), to }
    }

    fn piece(&mut self) -> Vec<u32> {
        self.left.split_off(self.left.len().saturating_sub(PIECE))
    }

    fn send(&self, out: &mut Outbox, record: &[u32]) {
        self.to.iter().for_each(|to| out.send_all(*to, record.iter().copied()));
    }
}

/// The words of the states of a block.
fn words(shape: FieldLayout, states: &Range<u32>) -> Range<usize> {
    shape.index(states.start, 0) / 64..shape.index(states.end, 0).div_ceil(64)
}

struct Words {
    blocks: Blocks,
    set: Arc<Set>,
}

impl Mail for Words {
    fn send(&mut self, out: &mut Outbox) -> bool {
        for block in self.blocks.piece() {
            let range = words(self.set.shape(), &self.blocks.layout.block(block));
            let content: Vec<u64> = self.set.words()[range.clone()].iter().map(|w| w.load(Relaxed)).collect();
            let Some(first) = content.iter().position(|w| *w != 0) else { continue };
            let last = content.iter().rposition(|w| *w != 0).unwrap_or(first);
            let start = halves((range.start + first) as u64);
            let mut record = vec![start[0], start[1], (last - first + 1) as u32];
            record.extend(content[first..=last].iter().flat_map(|w| halves(*w)));
            self.blocks.send(out, &record);
        }
        !self.blocks.left.is_empty()
    }

    fn take(&mut self, _: u32, mut packet: &[u32]) {
        while let [low, high, count, rest @ ..] = packet {
            let (content, next) = rest.split_at(2 * *count as usize);
            let first = whole([*low, *high]) as usize;
            let places = self.set.words()[first..].iter();
            places.zip(content.as_chunks().0).for_each(|(place, word)| {
                place.fetch_or(whole(*word), Relaxed);
            });
            packet = next;
        }
    }
}

struct Steps {
    blocks: Blocks,
    set: Arc<Set>,
    levels: Arc<SharedLevels>,
}

impl Steps {
    /// The product states of a block that are in the set, in order.
    fn members(&self, block: u32) -> impl Iterator<Item = (u32, u32)> + '_ {
        let range = words(self.set.shape(), &self.blocks.layout.block(block));
        let field = self.set.shape().field() as usize;
        range.flat_map(move |number| {
            ones(self.set.words()[number].load(Relaxed)).map(move |bit| {
                let index = number * 64 + bit as usize;
                ((index / field) as u32, (index % field) as u32)
            })
        })
    }
}

impl Mail for Steps {
    fn send(&mut self, out: &mut Outbox) -> bool {
        let shared = self.levels.clone();
        let guard = shared.read().unwrap_or_else(PoisonError::into_inner);
        let Some(levels) = guard.as_ref() else { return false };
        for block in self.blocks.piece() {
            let list: Vec<u32> = self.members(block).map(|(s, q)| levels.get(s, q).unwrap_or_default()).collect();
            if !list.is_empty() {
                self.blocks.send(out, &pack(block, &list));
            }
        }
        !self.blocks.left.is_empty()
    }

    fn take(&mut self, _: u32, mut packet: &[u32]) {
        let shared = self.levels.clone();
        let mut guard = shared.write().unwrap_or_else(PoisonError::into_inner);
        let Some(levels) = guard.as_mut() else { return };
        while let [block, width, rest @ ..] = packet {
            let members: Vec<(u32, u32)> = self.members(*block).collect();
            let (content, next) = rest.split_at(members.len().div_ceil(4 / *width as usize));
            let list = unpack(*width, content);
            levels.make_room(list.iter().take(members.len()).copied().max().unwrap_or(0));
            members.iter().zip(list).for_each(|((state, inner), steps)| levels.note(*state, *inner, steps));
            packet = next;
        }
    }
}

/// A block of levels, in as few bytes as the longest needs.
fn pack(block: u32, levels: &[u32]) -> Vec<u32> {
    let longest = levels.iter().copied().max().unwrap_or(0);
    let width = if longest <= 0xff {
        1
    } else if longest <= 0xffff {
        2
    } else {
        4
    };
    let join = |list: &[u32]| list.iter().rev().fold(0, |word: u32, l| word.wrapping_shl(8 * width) | l);
    let mut record = vec![block, width];
    match width {
        4 => record.extend(levels),
        _ => record.extend(levels.chunks(4 / width as usize).map(join)),
    }
    record
}

fn unpack(width: u32, content: &[u32]) -> Vec<u32> {
    let mask = u32::MAX >> (32 - 8 * width);
    let split = |word: &u32| {
        let word = *word;
        (0..4 / width).map(move |place| word >> (8 * width * place) & mask)
    };
    content.iter().flat_map(split).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_survive_packing() {
        for longest in [0, 255, 256, 65_535, 65_536, u32::MAX] {
            for length in 1..10 {
                let levels: Vec<u32> = (0..length).map(|i| longest / (i + 1)).collect();
                let record = pack(3, &levels);
                assert_eq!(record[0], 3);
                assert_eq!(unpack(record[1], &record[2..])[..levels.len()], levels);
                assert_eq!(record.len(), 2 + levels.len().div_ceil(4 / record[1] as usize));
            }
        }
    }
}
