//! A graph larger than memory, in two temporary files: one sorted by source, one by target.
//!
//! Sets of states stay in memory, as bits. What grows with the transitions lies in files, and is read from front to back,
//! without the blocks that are not asked for: a level of a spread costs one pass over the blocks that it touches. Where only
//! few blocks are touched, as in the many steps along a path, they come from a small cache.
//!
//! A full disk or a failing read ends the work with a reason; nothing here panics because of the system.

mod block;
mod buckets;
mod cache;
mod codec;
mod half;
mod load;
mod needs;
mod sort;
mod tape;
mod visit;

pub use needs::{Needs, Storage};

use crate::labels::Labels;
use crate::load::LoadError;
use crate::local::{Chosen, Store};
use crate::moves::Direction;
use crate::route::{Interrupted, Size};
use crate::row::Row;
use cache::Cache;
use load::Loaded;
use sort::Sorter;
use std::fs::File;
use std::io::{Read, Result as IoResult};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use tape::{Tapes, Traffic};
use visit::{Side, Visit};
use wherefore_lang::aut::BLOCK;
use wherefore_stop::Stop;

/// How large the parts are in which a graph is read, sorted and kept. No answer depends on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// Bytes of text that are read at once.
    pub text: usize,
    /// Transitions of a block of a sorted file: what is read to look at a single state.
    pub block: usize,
    /// Transitions that are written to a bucket at once.
    pub chunk: usize,
    /// Bytes of memory for the transitions that are sorted at once, and again for those on their way to their buckets.
    pub sort: u64,
    /// Bytes of memory for blocks that are kept, when all is sorted.
    pub cache: u64,
}

impl Sizes {
    /// Sizes for this number of bytes of memory. Half of them are used while transitions are sorted, and a quarter
    /// afterwards.
    pub fn new(memory: u64) -> Sizes {
        let share = (memory / 4).max(1 << 20);
        let text = BLOCK.min((share / 16) as usize);
        Sizes { text, block: 1 << 12, chunk: 1 << 12, sort: share, cache: share }
    }
}

/// Traffic of temporary files so far, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Transferred {
    /// Bytes written.
    pub written: u64,
    /// Bytes read.
    pub read: u64,
}

/// A graph in temporary files.
pub struct Disk {
    size: Size,
    labels: Labels,
    /// The rank of each label as the files number them.
    ranks: Vec<u32>,
    out: Side,
    into: Side,
    traffic: Arc<Traffic>,
    stop: Stop,
}

impl Disk {
    /// Reads Aldebaran text, compressed or not, on the threads of the current rayon pool. `scratch` makes a new
    /// temporary file that is used by nothing else and is gone when it is closed; `memory` is how many bytes may be
    /// used for the graph. The stop signal ends the reading, and whatever is done with the graph later.
    pub fn load(
        read: impl Read + Send,
        scratch: impl Fn() -> IoResult<File> + Sync,
        memory: u64,
        stop: &Stop,
    ) -> Result<Disk, LoadError> {
        Disk::load_with(read, scratch, &Sizes::new(memory), stop)
    }

    /// Loads a graph with given sizes.
    pub fn load_with(
        read: impl Read + Send,
        scratch: impl Fn() -> IoResult<File> + Sync,
        sizes: &Sizes,
        stop: &Stop,
    ) -> Result<Disk, LoadError> {
        let traffic = Arc::new(Traffic::default());
        let tapes = Tapes { make: &scratch, traffic: traffic.clone() };
        let loaded = load::load(read, &Sorter { tapes: &tapes, sizes, stop })?;
        let Loaded { size, labels, ranks, out, into } = loaded;
        let side = |half| {
            let cache = Cache::new(&half, sizes.cache / 2, sizes.block, labels.len());
            Side::new(half, cache)
        };
        let (out, into) = (side(out), side(into));
        Ok(Disk { size, labels, ranks, out, into, traffic, stop: stop.clone() })
    }

    /// From now on, another signal stops the work.
    pub fn obey(&mut self, stop: &Stop) {
        self.stop = stop.clone();
    }

    /// The length of its two files together, in bytes.
    pub fn bytes(&self) -> u64 {
        self.out.bytes() + self.into.bytes()
    }

    /// Traffic of temporary files so far, from the beginning of reading.
    pub fn transferred(&self) -> Transferred {
        Transferred { written: self.traffic.written.load(Relaxed), read: self.traffic.read.load(Relaxed) }
    }
}

impl Store for Disk {
    fn size(&self) -> Size {
        self.size
    }

    fn labels(&self) -> &Labels {
        &self.labels
    }

    fn rows<T: Send>(
        &self,
        direction: Direction,
        chosen: Chosen<'_>,
        notebook: impl Fn() -> T + Sync,
        visit: impl Fn(&mut T, u32, Row<'_>) + Sync,
    ) -> Result<Vec<T>, Interrupted> {
        let side = match direction {
            Direction::Forward => &self.out,
            Direction::Backward => &self.into,
        };
        Visit { side, ranks: &self.ranks, stop: &self.stop }.rows(chosen, notebook, visit)
    }
}
