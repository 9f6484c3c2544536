//! A block of whole lines, turned into columns.
//!
//! Sources mostly come in runs of equal numbers, so they are kept as runs. Labels are numbered by their first appearance
//! in the block; the code that joins blocks gives them common numbers.

use super::LONGEST_LINE;
use super::fault::{Fault, Spot, Wrong};
use super::line::{self, Line};
use super::names::Names;

/// The transitions of a block, in the order of its lines.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// Runs of equal sources: the state, and how many transitions in a row leave it.
    pub sources: Vec<(u32, u32)>,
    /// The target of each transition.
    pub targets: Vec<u32>,
    /// The label of each transition, as a number in `names`.
    pub labels: Vec<u32>,
    /// The labels of this block.
    pub names: Names,
    /// Lines, blank ones included.
    pub lines: u64,
    /// Bytes of text.
    pub bytes: u64,
}

/// Reads a block of whole lines. States must be below `states`. Places in a fault count from the beginning of the block.
///
/// The block must end with a line break unless the file ends there.
pub fn scan(text: &[u8], states: u32) -> Result<Block, Fault> {
    let mut block = Block { bytes: text.len() as u64, ..Block::default() };
    let mut start = 0;
    for end in memchr::memchr_iter(b'\n', text) {
        if let Err(spot) = block.push(&text[start..end], states) {
            return Err(fault(spot, &text[start..end], block.lines, start));
        }
        start = end + 1;
    }
    if start < text.len() {
        let lines = block.lines;
        block.last(&text[start..], states).map_err(|spot| fault(spot, &text[start..], lines, start))?;
    }
    Ok(block)
}

fn fault(spot: Spot, line: &[u8], lines: u64, start: usize) -> Fault {
    Fault::new(spot, line, lines, start as u64)
}

impl Block {
    #[inline]
    fn push(&mut self, text: &[u8], states: u32) -> Result<(), Spot> {
        if text.len() > LONGEST_LINE {
            return Err(Spot::new(0..text.len(), Wrong::Long));
        }
        if let Some(Line { source, label, target }) = line::parse(text, states)? {
            let label = self.names.number(label).map_err(|_| encoding(text, label))?;
            match self.sources.last_mut() {
                Some((last, count)) if *last == source => *count += 1,
                _ => self.sources.push((source, 1)),
            }
            self.targets.push(target);
            self.labels.push(label);
        }
        self.lines += 1;
        Ok(())
    }

    /// A line that the end of the file ends. It is refused if it may be the beginning of a longer one.
    fn last(&mut self, text: &[u8], states: u32) -> Result<(), Spot> {
        let cut = Spot::new(text.len()..text.len(), Wrong::Cut);
        match self.push(text, states) {
            Ok(()) if line::is_closed(text) => Ok(()),
            Ok(()) => Err(cut),
            Err(Spot { wrong: Wrong::Line(_), .. }) if b"(" == text.trim_ascii_start().get(..1).unwrap_or(b"") => {
                Err(cut)
            }
            Err(spot) => Err(spot),
        }
    }
}

#[cold]
fn encoding(text: &[u8], label: &[u8]) -> Spot {
    let start = label.as_ptr() as usize - text.as_ptr() as usize;
    Spot::new(start..start + label.len(), Wrong::Encoding)
}
