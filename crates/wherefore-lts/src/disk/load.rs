//! From Aldebaran text to two sorted files.
//!
//! The text is read once. Tools write states in order, so the file of outgoing transitions is begun at once; at the first
//! source that is smaller than the one before, what it holds goes into buckets, and so does the rest of the text. The file
//! of incoming transitions is sorted from the finished one.

use super::buckets::Buckets;
use super::half::{Half, Writer};
use super::sort::{Sorter, unless_stopped};
use crate::labels::Labels;
use crate::route::{Interrupted, Size};
use rayon::prelude::*;
use std::io::Read;
use wherefore_lang::aut::{Block, Blocks, Fault, Header, Names, scan};
use wherefore_solve::Stop;

/// Why there is no graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoadError {
    /// The text is refused.
    Fault(Fault),
    /// It was stopped, or a temporary file failed.
    Interrupted(Interrupted),
}

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

/// A graph in sorted files.
pub(super) struct Loaded {
    pub(super) size: Size,
    pub(super) labels: Labels,
    /// The rank of each label as the files number them.
    pub(super) ranks: Vec<u32>,
    pub(super) out: Half,
    pub(super) into: Half,
}

/// Reads a graph.
pub(super) fn load(read: impl Read + Send, sorter: &Sorter<'_>) -> Result<Loaded, LoadError> {
    let (header, mut blocks) = Blocks::open(read, sorter.sizes.text)?;
    let mut gather = Gather::new(sorter, &header)?;
    let (mut batch, mut next, mut scanned) = (Batch::default(), Batch::default(), Vec::new());
    batch.fill(&mut blocks);
    while !batch.is_empty() {
        unless_stopped(sorter.stop)?;
        let (found, gathered) = rayon::join(
            || batch.scan(header.states),
            || {
                next.fill(&mut blocks);
                gather.append_all(&scanned)
            },
        );
        gathered?;
        scanned = gather.check(&batch, found)?;
        std::mem::swap(&mut batch, &mut next);
    }
    gather.append_all(&scanned)?;
    gather.finish()
}

/// The outgoing transitions while they are read.
struct Gather<'a> {
    sorter: &'a Sorter<'a>,
    header: &'a Header,
    names: Names,
    last: u32,
    to: Target,
    /// Transitions, lines and bytes so far.
    count: u64,
    lines: u64,
    bytes: u64,
}

/// Where transitions go.
enum Target {
    /// Into the sorted file, as they come in order.
    Sorted(Writer),
    /// Into buckets.
    Unsorted(Buckets),
}

impl<'a> Gather<'a> {
    fn new(sorter: &'a Sorter<'a>, header: &'a Header) -> Result<Gather<'a>, Interrupted> {
        let to = Target::Sorted(Writer::new(sorter.tapes, header.states, sorter.sizes.block)?);
        let (lines, bytes) = (header.lines, header.bytes);
        Ok(Gather { sorter, header, names: Names::default(), last: 0, to, count: 0, lines, bytes })
    }

    /// The blocks of a batch, or its first fault, with its place in the text.
    fn check(&mut self, batch: &Batch, found: Vec<Result<Block, Fault>>) -> Result<Vec<Block>, Fault> {
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
        if self.count > self.header.transitions {
            self.header.check_count(self.count)?;
        }
        Ok(blocks)
    }

    fn append_all(&mut self, blocks: &[Block]) -> Result<(), Interrupted> {
        blocks.iter().try_for_each(|block| self.append(block))
    }

    fn append(&mut self, block: &Block) -> Result<(), Interrupted> {
        let number = |name: &str| self.names.number(name.as_bytes()).unwrap_or_default();
        let numbers: Vec<u32> = block.names.iter().map(number).collect();
        let labels = block.labels.iter().map(|label| numbers[*label as usize]);
        let mut edges = labels.zip(block.targets.iter().copied());
        for (source, count) in &block.sources {
            if *source < self.last {
                self.turn_to_buckets()?;
            }
            self.last = *source;
            let mut row = edges.by_ref().take(*count as usize);
            match &mut self.to {
                Target::Sorted(writer) => writer.push(*source, row)?,
                Target::Unsorted(buckets) => row.try_for_each(|(label, end)| buckets.push(*source, label, end))?,
            }
        }
        Ok(())
    }

    /// Moves what was written in order into buckets.
    fn turn_to_buckets(&mut self) -> Result<(), Interrupted> {
        if let Target::Sorted(writer) = &mut self.to {
            let mut buckets = buckets(self.sorter, self.header)?;
            pour(writer.close()?, self.names.len(), self.sorter.stop, |source, label, end| {
                buckets.push(source, label, end)
            })?;
            self.to = Target::Unsorted(buckets);
        }
        Ok(())
    }

    fn finish(self) -> Result<Loaded, LoadError> {
        self.header.check_count(self.count)?;
        let Sorter { tapes, sizes, stop } = *self.sorter;
        let states = self.header.states;
        let out = match self.to {
            Target::Sorted(writer) => writer.finish()?,
            Target::Unsorted(buckets) => {
                let mut writer = Writer::new(tapes, states, sizes.block)?;
                self.sorter.write(buckets, &mut writer)?;
                writer.finish()?
            }
        };
        let mut incoming = buckets(self.sorter, self.header)?;
        pour(&out, self.names.len(), stop, |source, label, end| incoming.push(end, label, source))?;
        let mut writer = Writer::new(tapes, states, sizes.block)?;
        self.sorter.write(incoming, &mut writer)?;
        let (labels, ranks) = Labels::sorted(&self.names);
        let size = Size { states, transitions: self.count, initial: self.header.initial };
        Ok(Loaded { size, labels, ranks, out, into: writer.finish()? })
    }
}

/// Empty buckets for all transitions.
fn buckets(sorter: &Sorter<'_>, header: &Header) -> Result<Buckets, Interrupted> {
    Buckets::new(sorter.tapes, 0..header.states, header.transitions, sorter.sizes)
}

/// Calls `see` with source, label and end of all transitions of a file, in order.
fn pour(
    half: &Half,
    labels: usize,
    stop: &Stop,
    mut see: impl FnMut(u32, u32, u32) -> Result<(), Interrupted>,
) -> Result<(), Interrupted> {
    let same: Vec<u32> = (0..labels as u32).collect();
    half.each(&same, |block| {
        let mut done = unless_stopped(stop);
        for (source, row) in block.runs() {
            row.each(|label, end| {
                if done.is_ok() {
                    done = see(source, label, end);
                }
            });
        }
        done
    })
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

    /// Reads a block for each thread.
    fn fill<R: Read>(&mut self, blocks: &mut Blocks<R>) {
        self.used = 0;
        self.texts.resize_with(rayon::current_num_threads(), Vec::new);
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
