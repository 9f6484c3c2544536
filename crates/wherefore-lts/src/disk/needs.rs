//! How much memory and disk a graph will need, so that a way to work on it can be chosen before it is read.
//!
//! The header of a file says how many states and transitions there are, the property how many states its automaton has.
//! The result is an upper estimate of what the analysis holds at once, not of what the process takes in all.

use crate::route::Size;
use crate::set::FieldLayout;

/// The most sets of product states that an analysis holds at once.
const SETS: u64 = 10;
/// The most notes of steps that it holds at once, of one byte for each product state.
const LEVELS: u64 = 2;
/// The least memory that files are worked on with, beside the sets.
const LEAST: u64 = 64 << 20;

/// Memory that a graph needs, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needs {
    /// Memory for sets of product states, lists of states and notes of steps, whatever the graph lies in.
    pub sets: u64,
    /// Memory for the graph itself, if it lies in memory.
    pub graph: u64,
    /// Disk for temporary files, if it does not: the two sorted files and what is on its way to one of them.
    pub files: u64,
}

/// Where a graph is to lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// In memory.
    Memory,
    /// In temporary files, with this number of bytes of memory beside the sets.
    Files(u64),
}

impl Needs {
    /// Needs of a graph with this number of labels, if they are known, and an automaton with `automaton` states.
    pub fn new(size: Size, labels: usize, automaton: u32) -> Needs {
        let (states, transitions) = (u64::from(size.states), size.transitions);
        let label = match labels {
            0..=0x100 => 1,
            0x101..=0x1_0000 => 2,
            _ => 4,
        };
        let shape = FieldLayout::new(size.states, automaton);
        let product = states * u64::from(shape.field());
        // A list of the states reached last and the lists it is put together from.
        let lists = 8 * states;
        // The first line of a file may name any number of transitions.
        let each = |bytes: u64| transitions.saturating_mul(bytes);
        // While one half is sorted, its columns lie in memory twice.
        let graph = each(2 * (4 + label) + 4).saturating_add(8 * states);
        let sorted = each(2 * (4 + label)).saturating_add(8 * states);
        Needs {
            sets: SETS * 8 * shape.words() as u64 + LEVELS * product + lists,
            graph,
            files: sorted.saturating_add(each(8 + label)),
        }
    }

    /// In memory if it fits, otherwise in files; if the sets alone do not fit, how many bytes are needed.
    pub fn storage(self, memory: u64) -> Result<Storage, u64> {
        if self.sets.saturating_add(self.graph) <= memory {
            Ok(Storage::Memory)
        } else if self.sets.saturating_add(LEAST) <= memory {
            Ok(Storage::Files(memory - self.sets))
        } else {
            Err(self.sets.saturating_add(LEAST))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_transitions_than_can_be_counted_need_more_than_there_is() {
        let needs = Needs::new(Size { states: 3, transitions: u64::MAX, initial: 0 }, 2, 2);
        assert_eq!((needs.graph, needs.files), (u64::MAX, u64::MAX));
        assert!(matches!(needs.storage(1 << 40), Ok(Storage::Files(_))));
    }

    #[test]
    fn a_graph_lies_where_it_fits() {
        let size = Size { states: 10_000_000, transitions: 50_000_000, initial: 0 };
        let needs = Needs::new(size, 20, 3);
        assert_eq!(needs.sets, 50_000_000 + 80_000_000 + 80_000_000);
        assert_eq!(needs.graph, 14 * 50_000_000 + 80_000_000);
        assert_eq!(needs.storage(1 << 30), Ok(Storage::Memory));
        assert_eq!(needs.storage(512 << 20), Ok(Storage::Files((512 << 20) - needs.sets)));
        assert_eq!(needs.storage(256 << 20), Err(needs.sets + (64 << 20)));
    }
}
