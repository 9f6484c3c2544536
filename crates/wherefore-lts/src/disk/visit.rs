//! Visiting chosen states in the order of a sorted file.
//!
//! A block none of whose states is chosen is not read. Workers take the next blocks from a common queue: while one waits
//! for the disk another visits, and the file is still read from front to back. Chosen blocks that lie side by side are
//! read at once.

use super::block::Block;
use super::cache::Cache;
use super::half::Half;
use crate::local::Chosen;
use crate::route::Interrupted;
use crate::row::Row;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};
use wherefore_stop::Stop;

/// Number of bytes that are read at once.
const READ: u64 = 1 << 20;
/// So few blocks are visited without the help of other threads.
const FEW: usize = 2;

/// A block and which of its states are to be visited.
struct Piece<'a> {
    block: usize,
    chosen: Chosen<'a>,
}

/// One direction of a graph, ready to be visited.
#[derive(Debug)]
pub(super) struct Side {
    half: Half,
    cache: Cache,
}

/// A visit of one direction.
pub(super) struct Visit<'a> {
    pub(super) side: &'a Side,
    pub(super) ranks: &'a [u32],
    pub(super) stop: &'a Stop,
}

impl Side {
    pub(super) fn new(half: Half, cache: Cache) -> Side {
        Side { half, cache }
    }

    /// The length of the file.
    pub(super) fn bytes(&self) -> u64 {
        self.half.bytes()
    }
}

impl Visit<'_> {
    /// Visits the chosen states, each worker with a notebook of its own.
    pub(super) fn rows<T: Send>(
        &self,
        chosen: Chosen<'_>,
        notebook: impl Fn() -> T + Sync,
        see: impl Fn(&mut T, u32, Row<'_>) + Sync,
    ) -> Result<Vec<T>, Interrupted> {
        let mut sorted = Vec::new();
        let pieces = self.pieces(chosen, &mut sorted);
        let queue = Queue { half: &self.side.half, pieces: &pieces, next: Mutex::new(0) };
        let work = || {
            let mut book = notebook();
            let done = self.work(&queue, |state, row| see(&mut book, state, row));
            done.inspect_err(|_| queue.close()).map(|()| book)
        };
        if pieces.len() <= FEW {
            work().map(|book| vec![book])
        } else {
            rayon::broadcast(|_| work()).into_iter().collect()
        }
    }

    /// The blocks to read, in the order of the file.
    fn pieces<'a>(&self, chosen: Chosen<'a>, sorted: &'a mut Vec<u32>) -> Vec<Piece<'a>> {
        let half = &self.side.half;
        match chosen {
            Chosen::All => (0..half.blocks()).map(|block| Piece { block, chosen }).collect(),
            Chosen::Touched(set) => {
                let is_touched = |block: &usize| set.touched(half.cover(*block)).next().is_some();
                (0..half.blocks()).filter(is_touched).map(|block| Piece { block, chosen }).collect()
            }
            Chosen::Listed(list) => {
                sorted.extend_from_slice(list);
                sorted.sort_unstable();
                let mut rest = &sorted[..];
                let next = || {
                    let block = half.find(*rest.first()?);
                    let end = half.cover(block).end;
                    let (here, later) = rest.split_at(rest.partition_point(|state| *state < end));
                    rest = later;
                    Some(Piece { block, chosen: Chosen::Listed(here) })
                };
                std::iter::from_fn(next).collect()
            }
        }
    }

    /// Visits pieces of the queue until it is empty.
    fn work(&self, queue: &Queue<'_>, mut see: impl FnMut(u32, Row<'_>)) -> Result<(), Interrupted> {
        let (half, cached) = (&self.side.half, queue.pieces.len() <= self.side.cache.len());
        let (mut bytes, mut block) = (Vec::new(), Block::default());
        while let Some((pieces, place)) = queue.take() {
            Interrupted::unless(self.stop)?;
            if !cached {
                half.read(place.clone(), &mut bytes)?;
            }
            for Piece { block: number, chosen } in pieces {
                if cached {
                    let block = self.side.cache.block(half, *number, self.ranks)?;
                    visit(&block, half.cover(*number), *chosen, &mut see);
                } else {
                    let here = half.place(*number..*number + 1);
                    let range = (here.start - place.start) as usize..(here.end - place.start) as usize;
                    block.decode(&bytes[range], self.ranks)?;
                    visit(&block, half.cover(*number), *chosen, &mut see);
                }
            }
        }
        Ok(())
    }
}

/// Visits the chosen states that a block answers for.
fn visit(block: &Block, cover: Range<u32>, chosen: Chosen<'_>, mut see: impl FnMut(u32, Row<'_>)) {
    let mut cursor = block.cursor();
    let mut look = |state| see(state, cursor.row(state));
    match chosen {
        Chosen::All => cover.for_each(look),
        Chosen::Touched(set) => set.touched(cover).for_each(look),
        Chosen::Listed(list) => list.iter().for_each(|state| look(*state)),
    }
}

/// Pieces of work that are still to be done.
struct Queue<'a> {
    half: &'a Half,
    pieces: &'a [Piece<'a>],
    next: Mutex<usize>,
}

impl<'a> Queue<'a> {
    /// The next pieces, whose blocks lie side by side, and where they lie in the file.
    fn take(&self) -> Option<(&'a [Piece<'a>], Range<u64>)> {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let (rest, pieces) = (&self.pieces[*next..], self.pieces);
        let first = rest.first()?.block;
        let place = |count: usize| self.half.place(first..first + count);
        let fits = |count: usize| place(count).end - place(count).start <= READ;
        let mut count = 1;
        while rest.get(count).is_some_and(|piece| piece.block == first + count) && fits(count + 1) {
            count += 1;
        }
        let taken = &pieces[*next..*next + count];
        *next += count;
        Some((taken, place(count)))
    }

    /// Nothing more is done.
    fn close(&self) {
        *self.next.lock().unwrap_or_else(PoisonError::into_inner) = self.pieces.len();
    }
}
