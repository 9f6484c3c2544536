//! From Aldebaran text to two sorted files.
//!
//! The text is read once. Tools write states in order, so the file of outgoing transitions is begun at once; at the first
//! source that is smaller than the one before, what it holds goes into buckets, and so does the rest of the text. The file
//! of incoming transitions is sorted from the finished one.

use super::buckets::Buckets;
use super::half::{Half, Writer};
use super::sort::Sorter;
use crate::labels::Labels;
use crate::load::{LoadError, Loader, Sink, numbers};
use crate::route::{Interrupted, Size};
use std::io::Read;
use wherefore_lang::aut::{Block, Header, Names};
use wherefore_stop::Stop;

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
    // Two blocks for each thread are read at once.
    let block = (sorter.sizes.text / 2).max(1);
    let loader = Loader { stop: sorter.stop, block, progress: &|_, _| {} };
    let (header, gather) = loader.read(read, |header| Ok(Gather::new(sorter, header)?))?;
    Ok(gather.finish(header.initial)?)
}

/// The outgoing transitions while they are read.
struct Gather<'a> {
    sorter: &'a Sorter<'a>,
    states: u32,
    transitions: u64,
    names: Names,
    last: u32,
    to: Target,
}

/// Where transitions go.
enum Target {
    /// Into the sorted file, as they come in order.
    Sorted(Writer),
    /// Into buckets.
    Unsorted(Buckets),
}

impl<'a> Gather<'a> {
    fn new(sorter: &'a Sorter<'a>, header: &Header) -> Result<Gather<'a>, Interrupted> {
        let Header { states, transitions, .. } = *header;
        let to = Target::Sorted(Writer::new(sorter.tapes, states, sorter.sizes.block)?);
        Ok(Gather { sorter, states, transitions, names: Names::default(), last: 0, to })
    }

    /// Moves what was written in order into buckets.
    fn turn_to_buckets(&mut self) -> Result<(), Interrupted> {
        if let Target::Sorted(writer) = &mut self.to {
            let mut buckets = buckets(self.sorter, self.states, self.transitions)?;
            pour(writer.close()?, self.names.len(), self.sorter.stop, |source, label, end| {
                buckets.push(source, label, end)
            })?;
            self.to = Target::Unsorted(buckets);
        }
        Ok(())
    }

    fn finish(self, initial: u32) -> Result<Loaded, Interrupted> {
        let (states, transitions) = (self.states, self.transitions);
        let Sorter { tapes, sizes, stop } = *self.sorter;
        let out = match self.to {
            Target::Sorted(writer) => writer.finish()?,
            Target::Unsorted(buckets) => {
                let mut writer = Writer::new(tapes, states, sizes.block)?;
                self.sorter.write(buckets, &mut writer)?;
                writer.finish()?
            }
        };
        let mut incoming = buckets(self.sorter, states, transitions)?;
        pour(&out, self.names.len(), stop, |source, label, end| incoming.push(end, label, source))?;
        let mut writer = Writer::new(tapes, states, sizes.block)?;
        self.sorter.write(incoming, &mut writer)?;
        let (labels, ranks) = Labels::sorted(&self.names);
        let size = Size { states, transitions, initial };
        Ok(Loaded { size, labels, ranks, out, into: writer.finish()? })
    }
}

impl Sink for Gather<'_> {
    fn append(&mut self, block: &Block) -> Result<(), Interrupted> {
        let numbers = numbers(block, &mut self.names);
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
}

/// Empty buckets for all transitions.
fn buckets(sorter: &Sorter<'_>, states: u32, transitions: u64) -> Result<Buckets, Interrupted> {
    Buckets::new(sorter.tapes, 0..states, transitions, sorter.sizes)
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
        let mut done = Interrupted::unless(stop);
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
