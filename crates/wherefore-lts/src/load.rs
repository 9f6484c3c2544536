//! From Aldebaran text to a [`Csr`].
//!
//! Blocks of lines are scanned on all cores, a batch at a time, while the next batch is read and the previous one appended
//! to the columns. Tools write the transitions of one state side by side and the states in order; then the columns that
//! grow while reading are already the outgoing half. Where they do not, the half is sorted afterwards.

mod gather;

pub use gather::Gather;

use crate::csr::Csr;
use std::io::Read;
use wherefore_lang::aut::{BLOCK, Block, Blocks, Fault, Header, scan};
use wherefore_solve::Stop;

use rayon::prelude::*;

/// Why there is no graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The stop signal was fired.
    Stopped,
    /// The file is refused.
    Fault(Fault),
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Failure {
        Failure::Fault(fault)
    }
}

/// Reads a graph, compressed or not, on the threads of the current rayon pool.
pub fn load(read: impl Read + Send, stop: &Stop) -> Result<Csr, Failure> {
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
    pub fn load(&self, read: impl Read + Send) -> Result<Csr, Failure> {
        let (initial, gather) = self.gather(read)?;
        self.go_on()?;
        let (labels, out) = gather.finish();
        self.go_on()?;
        Ok(Csr::new(initial, labels, out))
    }

    /// Reads the columns and the initial state, and checks the number of transitions.
    pub fn gather(&self, read: impl Read + Send) -> Result<(u32, Gather), Failure> {
        let (header, mut blocks) = Blocks::open(read, self.block)?;
        header.check_size(u64::from(u32::MAX) - 1)?;
        let mut gather = Gather::new(header.states, header.lines, header.bytes);
        let mut scanned = Vec::new();
        let mut batch = Batch::default();
        batch.fill(&mut blocks);
        while batch.used > 0 || batch.fault.is_some() {
            let mut next = Batch { texts: std::mem::take(&mut batch.spare), ..Batch::default() };
            let work = || batch.scan(header.states);
            let (found, ()) = rayon::join(work, || {
                gather.append_all(std::mem::take(&mut scanned));
                next.fill(&mut blocks);
            });
            scanned = self.check(&header, &gather, &batch, found)?;
            next.spare = std::mem::take(&mut batch.texts);
            batch = next;
        }
        gather.append_all(scanned);
        header.check_count(gather.transitions())?;
        Ok((header.initial, gather))
    }

    /// The blocks of a batch, or its first fault, with its place in the file.
    fn check(
        &self,
        header: &Header,
        gather: &Gather,
        batch: &Batch,
        found: Vec<Result<Block, Fault>>,
    ) -> Result<Vec<Block>, Failure> {
        let (mut lines, mut bytes) = (gather.lines, gather.bytes);
        let mut blocks = Vec::with_capacity(found.len());
        let mut count = gather.transitions();
        for block in found {
            let block = block.map_err(|fault| fault.after(Some(lines), bytes))?;
            (lines, bytes, count) = (lines + block.lines, bytes + block.bytes, count + block.targets.len() as u64);
            blocks.push(block);
        }
        if let Some(fault) = &batch.fault {
            return Err(fault.clone().after(Some(lines), bytes).into());
        }
        if count > header.transitions {
            header.check_count(count)?;
        }
        (self.progress)(count, header.transitions);
        self.go_on()?;
        Ok(blocks)
    }

    fn go_on(&self) -> Result<(), Failure> {
        if self.stop.is_fired() { Err(Failure::Stopped) } else { Ok(()) }
    }
}

/// Some blocks of text, and the fault that ended the reading after them.
#[derive(Default)]
struct Batch {
    /// Buffers, of which the first `used` are filled.
    texts: Vec<Vec<u8>>,
    used: usize,
    fault: Option<Fault>,
    /// Buffers for the batch after the next one.
    spare: Vec<Vec<u8>>,
}

impl Batch {
    /// Reads as many blocks as the threads can take.
    fn fill<R: Read>(&mut self, blocks: &mut Blocks<R>) {
        self.texts.resize_with(2 * rayon::current_num_threads(), Vec::new);
        for text in &mut self.texts {
            match blocks.fill(text) {
                Ok(true) => self.used += 1,
                Ok(false) => return,
                Err(fault) => {
                    self.fault = Some(fault);
                    return;
                }
            }
        }
    }

    fn scan(&self, states: u32) -> Vec<Result<Block, Fault>> {
        self.texts[..self.used].par_iter().map(|text| scan(text, states)).collect()
    }
}
