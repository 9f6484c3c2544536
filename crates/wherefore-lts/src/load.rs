//! From Aldebaran text to a [`Csr`].
//!
//! Blocks of lines are scanned on all cores, a batch at a time, while the next batch is read and the previous one appended
//! to the columns. Tools write the transitions of one state side by side and the states in order; then the columns that
//! grow while reading are already the outgoing half. Where they do not, the half is sorted afterwards.

mod gather;
mod given;

pub use gather::Gather;
#[cfg(any(feature = "cluster", feature = "disk"))]
pub use gather::numbers;

use crate::csr::Csr;
use crate::route::Interrupted;
use std::io::Read;
use wherefore_lang::aut::{BLOCK, Block, Blocks, Fault, Header, scan};
use wherefore_stop::Stop;

use rayon::prelude::*;

/// The most transitions of a graph in memory.
const MOST: u64 = u32::MAX as u64 - 1;

/// Why there is no graph, whatever holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoadError {
    /// The text is refused.
    Fault(Fault),
    /// The work was stopped, a temporary file failed, or another process is gone.
    Interrupted(Interrupted),
}

impl std::fmt::Display for LoadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            LoadError::Fault(fault) => write!(f, "{fault}"),
            LoadError::Interrupted(why) => write!(f, "{why}"),
        }
    }
}

impl std::error::Error for LoadError {}

impl From<Fault> for LoadError {
    fn from(fault: Fault) -> LoadError {
        LoadError::Fault(fault)
    }
}

impl From<Interrupted> for LoadError {
    fn from(interrupted: Interrupted) -> LoadError {
        LoadError::Interrupted(interrupted)
    }
}

/// Takes the blocks of a text, in order.
pub trait Sink: Send {
    /// Appends a block.
    fn append(&mut self, block: &Block) -> Result<(), Interrupted>;
}

/// Reads a graph, compressed or not, on the threads of the current rayon pool.
pub fn load(read: impl Read + Send, stop: &Stop) -> Result<Csr, LoadError> {
    Loader { stop, block: BLOCK, progress: &|_, _| {} }.load(read)
}

/// How a graph is read.
#[derive(Clone, Copy)]
pub struct Loader<'a> {
    /// Ends the reading between two batches.
    pub stop: &'a Stop,
    /// Bytes of a block. The result does not depend on it.
    pub block: usize,
    /// Called after each batch with the transitions read and those the header promises.
    pub progress: &'a (dyn Fn(u64, u64) + Sync),
}

impl Loader<'_> {
    /// Reads a graph.
    pub fn load(&self, read: impl Read + Send) -> Result<Csr, LoadError> {
        let (initial, gather) = self.gather(read)?;
        Interrupted::unless(self.stop)?;
        let (labels, out) = gather.finish();
        Interrupted::unless(self.stop)?;
        Ok(Csr::new(initial, labels, out))
    }

    /// Reads the columns and the initial state.
    pub fn gather(&self, read: impl Read + Send) -> Result<(u32, Gather), LoadError> {
        let (header, gather) = self.read(read, |header| {
            header.check_size(MOST)?;
            Ok(Gather::new(header.states))
        })?;
        Ok((header.initial, gather))
    }

    /// Reads all blocks into the sink that is made for the header, and checks the number of transitions.
    pub fn read<S: Sink>(
        &self,
        read: impl Read + Send,
        sink: impl FnOnce(&Header) -> Result<S, LoadError>,
    ) -> Result<(Header, S), LoadError> {
        let (header, mut blocks) = Blocks::open(read, self.block)?;
        let mut sink = sink(&header)?;
        let mut append = |scanned: Vec<Block>| scanned.iter().try_for_each(|block| sink.append(block));
        let mut place = ScanPosition { count: 0, lines: header.lines, bytes: header.bytes };
        let (mut batch, mut next, mut scanned) = (Batch::default(), Batch::default(), Vec::new());
        batch.fill(&mut blocks);
        while !batch.is_empty() {
            let work = || batch.scan(header.states);
            let (found, appended) = rayon::join(work, || {
                let appended = append(std::mem::take(&mut scanned));
                next.fill(&mut blocks);
                appended
            });
            appended?;
            scanned = place.pass(&header, &batch, found)?;
            (self.progress)(place.count, header.transitions);
            Interrupted::unless(self.stop)?;
            std::mem::swap(&mut batch, &mut next);
        }
        append(scanned)?;
        header.check_count(place.count)?;
        Ok((header, sink))
    }
}

/// How far the text was scanned: transitions, lines and bytes.
struct ScanPosition {
    count: u64,
    lines: u64,
    bytes: u64,
}

impl ScanPosition {
    /// The blocks of a batch, or its first fault, with its place in the text.
    fn pass(&mut self, header: &Header, batch: &Batch, found: Vec<Result<Block, Fault>>) -> Result<Vec<Block>, Fault> {
        let mut blocks = Vec::with_capacity(found.len());
        for block in found {
            let block = block.map_err(|fault| fault.after(Some(self.lines), self.bytes))?;
            self.count += block.targets.len() as u64;
            self.lines += block.lines;
            self.bytes += block.bytes;
            blocks.push(block);
        }
        if let Some(fault) = &batch.fault {
            return Err(fault.clone().after(Some(self.lines), self.bytes));
        }
        if self.count > header.transitions {
            header.check_count(self.count)?;
        }
        Ok(blocks)
    }
}

/// Some blocks of text, and the fault that ended the reading after them.
#[derive(Default)]
struct Batch {
    /// Buffers, of which the first `used` are filled.
    texts: Vec<Vec<u8>>,
    used: usize,
    fault: Option<Fault>,
}

impl Batch {
    fn is_empty(&self) -> bool {
        self.used == 0 && self.fault.is_none()
    }

    /// Reads as many blocks as the threads can take.
    fn fill<R: Read>(&mut self, blocks: &mut Blocks<R>) {
        self.used = 0;
        self.texts.resize_with(2 * rayon::current_num_threads(), Vec::new);
        for text in &mut self.texts {
            match blocks.fill(text) {
                Ok(true) => self.used += 1,
                Ok(false) => return,
                Err(fault) => return self.fault = Some(fault),
            }
        }
    }

    fn scan(&self, states: u32) -> Vec<Result<Block, Fault>> {
        self.texts[..self.used].par_iter().map(|text| scan(text, states)).collect()
    }
}
