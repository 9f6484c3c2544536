//! A graph in memory, worked on by all cores.

use crate::csr::{Csr, Half};
use crate::labels::Labels;
use crate::local::{Chosen, Store};
use crate::moves::Direction;
use crate::route::{Interrupted, Size};
use crate::row::Row;
use rayon::prelude::*;
use std::sync::Arc;
use wherefore_stop::Stop;

/// States that a thread takes at once, of all or of those that a set touches: a whole number of words of every set.
const BLOCK: u32 = 1 << 12;
/// States that a thread takes at once from a list.
const PIECE: usize = 1 << 8;

/// A graph in memory.
pub struct Memory {
    graph: Arc<Csr>,
    stop: Stop,
}

impl Memory {
    /// Works on this graph until it is stopped.
    pub fn new(graph: impl Into<Arc<Csr>>, stop: Stop) -> Memory {
        Memory { graph: graph.into(), stop }
    }

    fn half(&self, direction: Direction) -> &Half {
        match direction {
            Direction::Forward => &self.graph.out,
            Direction::Backward => &self.graph.into,
        }
    }
}

impl Store for Memory {
    fn size(&self) -> Size {
        let (states, transitions) = (self.graph.states(), self.graph.transitions() as u64);
        Size { states, transitions, initial: self.graph.initial }
    }

    fn labels(&self) -> &Labels {
        &self.graph.labels
    }

    fn rows<T: Send>(
        &self,
        direction: Direction,
        chosen: Chosen<'_>,
        notebook: impl Fn() -> T + Sync,
        visit: impl Fn(&mut T, u32, Row<'_>) + Sync,
    ) -> Result<Vec<T>, Interrupted> {
        let (half, states) = (self.half(direction), self.graph.states());
        // Few notebooks: each can be as large as the alphabet.
        let share = |items: usize| (items / (8 * rayon::current_num_threads())).max(1);
        let count = states.div_ceil(BLOCK);
        let blocks = (0..count).into_par_iter().with_min_len(share(count as usize));
        let range = |block: u32| block * BLOCK..states.min(block.saturating_add(1).saturating_mul(BLOCK));
        let see = |book: &mut T, state| visit(book, state, half.row(state));
        let unless_stopped = |mut book: T, work: &dyn Fn(&mut T)| {
            if !self.stop.is_fired() {
                work(&mut book);
            }
            book
        };
        let books = match chosen {
            // A path is a level for each of its states: threads would only wait for each other.
            Chosen::Listed(list) if list.len() <= PIECE => {
                vec![unless_stopped(notebook(), &|book| list.iter().for_each(|s| see(book, *s)))]
            }
            Chosen::All => blocks
                .fold(&notebook, |book, block| unless_stopped(book, &|book| range(block).for_each(|s| see(book, s))))
                .collect(),
            Chosen::Touched(set) => blocks
                .fold(&notebook, |book, block| {
                    unless_stopped(book, &|book| set.touched(range(block)).for_each(|s| see(book, s)))
                })
                .collect(),
            Chosen::Listed(list) => list
                .par_chunks(PIECE)
                .with_min_len(share(list.len().div_ceil(PIECE)))
                .fold(&notebook, |book, piece| unless_stopped(book, &|book| piece.iter().for_each(|s| see(book, *s))))
                .collect(),
        };
        Interrupted::unless(&self.stop).map(|()| books)
    }

    fn few(
        &self,
        direction: Direction,
        states: &[u32],
        visit: &mut dyn FnMut(u32, Row<'_>),
    ) -> Result<bool, Interrupted> {
        let half = self.half(direction);
        Interrupted::unless(&self.stop)?;
        states.iter().for_each(|state| visit(*state, half.row(*state)));
        Ok(true)
    }
}
