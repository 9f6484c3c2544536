//! Blocks of a sorted file that stay in memory for a while.
//!
//! A set that spreads along a path needs one row in each of many steps, mostly near the last one. Each block has one slot
//! that it may lie in and shares it with others, so looking costs nothing, and forgetting needs no bookkeeping. A sweep over
//! more blocks than there are slots goes past the cache.

use super::block::{Block, largest};
use super::half::Half;
use crate::route::Interrupted;
use std::sync::{Arc, Mutex, PoisonError};

type Slot = Mutex<Option<(usize, Arc<Block>)>>;

/// Slots for blocks.
#[derive(Debug)]
pub(super) struct Cache {
    slots: Vec<Slot>,
    /// Blocks with more transitions are not kept.
    most: usize,
}

impl Cache {
    /// As many slots as fit into `bytes` bytes, and at least one, for blocks of `size` transitions.
    pub(super) fn new(half: &Half, bytes: u64, size: usize, labels: usize) -> Cache {
        let slots = (bytes / largest(size, labels).max(1)).clamp(1, half.blocks() as u64);
        Cache { slots: (0..slots).map(|_| Slot::default()).collect(), most: size.saturating_mul(2) }
    }

    /// How many blocks it can hold.
    pub(super) fn len(&self) -> usize {
        self.slots.len()
    }

    /// A block, from memory or from the file.
    pub(super) fn block(&self, half: &Half, number: usize, ranks: &[u32]) -> Result<Arc<Block>, Interrupted> {
        let slot = &self.slots[number % self.slots.len()];
        let kept = slot.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some((_, block)) = kept.filter(|(kept, _)| *kept == number) {
            return Ok(block);
        }
        let (mut bytes, mut block) = (Vec::new(), Block::default());
        half.read(half.place(number..number + 1), &mut bytes)?;
        block.decode(&bytes, ranks)?;
        let block = Arc::new(block);
        if block.transitions() <= self.most {
            *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some((number, block.clone()));
        }
        Ok(block)
    }
}
