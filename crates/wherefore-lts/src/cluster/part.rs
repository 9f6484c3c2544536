//! The transitions that one worker holds: those that leave its states and those that enter them.
//!
//! The parts of the file go first to the owners of the sources, and from there to the owners of the targets. A transition
//! travels as twelve bytes: its state at the owner's end, the other state, its label.

use super::exchange::Mail;
use super::layout::Layout;
use super::packet::Outbox;
use super::worker::{ClusterWorker, Left, tag};
use crate::csr::Half;
use crate::labels::Column;
use crate::moves::Direction;
use std::sync::Arc;

/// The transitions of one worker, by number of its states; the other ends are states of the graph.
#[derive(Debug)]
pub(super) struct Part {
    pub out: Half,
    pub into: Half,
}

impl Part {
    /// The transitions of one direction.
    pub fn half(&self, direction: Direction) -> &Half {
        match direction {
            Direction::Forward => &self.out,
            Direction::Backward => &self.into,
        }
    }
}

/// Transitions as a block of the file has them.
pub(super) struct Piece {
    /// Runs of equal sources.
    pub sources: Vec<(u32, u32)>,
    pub targets: Vec<u32>,
    pub labels: Column,
}

/// Deals the transitions of all parts of the file to their owners. `ranks` are the numbers of the labels of the pieces
/// among the labels of the graph, of which there are `labels`.
pub(super) fn deal(
    station: &mut ClusterWorker,
    layout: Layout,
    pieces: Vec<Piece>,
    ranks: Vec<u32>,
    labels: usize,
) -> Result<Part, Left> {
    let file = Stock::File { pieces, ranks };
    let out = Arc::new(share(station, layout, labels, file)?);
    let into = share(station, layout, labels, Stock::Half { half: out.clone(), next: 0 })?;
    let out = Arc::into_inner(out).ok_or(Left)?;
    Ok(Part { out, into })
}

fn share(station: &mut ClusterWorker, layout: Layout, labels: usize, stock: Stock) -> Result<Half, Left> {
    let common = tag("deal", &[u64::from(layout.states), labels as u64]);
    let empty = Columns { keys: Vec::new(), ends: Vec::new(), labels: Column::default() };
    let deal = Deal { me: station.me, layout, count: labels, stock, own: Vec::new(), columns: empty };
    let Columns { keys, ends, labels } = station.post(common, deal)?.columns;
    if keys.len() >= u32::MAX as usize {
        return station.give_up("more than 2^32 transitions for one worker: more workers are needed");
    }
    Ok(Half::sorted(0..layout.count(station.me), &keys, &ends, &labels))
}

/// Transitions that are still to be dealt.
enum Stock {
    File { pieces: Vec<Piece>, ranks: Vec<u32> },
    Half { half: Arc<Half>, next: u32 },
}

/// States of a half that are dealt at once.
const SLICE: u32 = 1 << 14;

struct Columns {
    keys: Vec<u32>,
    ends: Vec<u32>,
    labels: Column,
}

struct Deal {
    me: u32,
    layout: Layout,
    count: usize,
    stock: Stock,
    /// Transitions that this worker deals to itself.
    own: Vec<u32>,
    columns: Columns,
}

impl Deal {
    /// Deals a piece of the file, or a slice of a half; whether there is more.
    fn piece(stock: &mut Stock, layout: Layout, me: u32, mut give: impl FnMut(u32, u32, u32)) -> bool {
        match stock {
            Stock::File { pieces, ranks } => {
                let Some(Piece { sources, targets, labels }) = pieces.pop() else { return false };
                let runs = sources.iter().flat_map(|(s, count)| std::iter::repeat_n(*s, *count as usize));
                runs.zip(targets).enumerate().for_each(|(i, (s, t))| give(s, t, ranks[labels.get(i) as usize]));
                !pieces.is_empty()
            }
            Stock::Half { half, next } => {
                let end = next.saturating_add(SLICE).min(half.states());
                half.visit_range(*next..end, |local, label, end| give(end, layout.global(me, local), label));
                *next = end;
                end < half.states()
            }
        }
    }
}

impl Mail for Deal {
    fn send(&mut self, out: &mut Outbox) -> bool {
        let (layout, me, own) = (self.layout, self.me, &mut self.own);
        let more = Deal::piece(&mut self.stock, layout, me, |key, end, label| match layout.owner(key) {
            owner if owner == me => own.extend([key, end, label]),
            owner => out.send(owner, [key, end, label]),
        });
        let own = std::mem::take(&mut self.own);
        self.take(me, &own);
        more
    }

    fn take(&mut self, _: u32, words: &[u32]) {
        let (records, layout) = (words.as_chunks::<3>().0, self.layout);
        self.columns.keys.extend(records.iter().map(|[key, _, _]| layout.local(*key)));
        self.columns.ends.extend(records.iter().map(|[_, end, _]| *end));
        self.columns.labels.extend(records.iter().map(|[_, _, label]| *label), self.count);
    }
}
