//! From transitions that are in memory already to a [`Csr`].

use super::{Gather, Sink};
use crate::csr::Csr;
use crate::route::Interrupted;
use wherefore_lang::aut::Block;

impl Csr {
    /// The graph of these transitions. Their states must be below `states`, as must the initial one.
    pub fn of_block(initial: u32, states: u32, block: &Block) -> Result<Csr, Interrupted> {
        let mut gather = Gather::new(states);
        gather.append(block)?;
        let (labels, out) = gather.finish();
        Ok(Csr::new(initial, labels, out))
    }

    /// The graph in which every marked state has one transition alone: with this label, to itself. A run that comes to a marked
    /// state then does this and nothing else, so a formula about actions can speak of the marks.
    pub fn with_ends(&self, is_marked: &dyn Fn(u32) -> bool, label: &str) -> Result<Csr, Interrupted> {
        let mut block = Block::default();
        let name = |block: &mut Block, text: &str| block.names.number(text.as_bytes()).unwrap_or_default();
        // All labels keep a number, also those that occur in no transition any more.
        for old in self.labels.iter() {
            name(&mut block, old);
        }
        let own = name(&mut block, label);
        for state in 0..self.states() {
            let before = block.targets.len();
            if is_marked(state) {
                block.targets.push(state);
                block.labels.push(own);
            } else {
                self.out.visit(state, |label, target| {
                    block.targets.push(target);
                    block.labels.push(label);
                });
            }
            let count = (block.targets.len() - before) as u32;
            if count > 0 {
                block.sources.push((state, count));
            }
        }
        Csr::of_block(self.initial, self.states(), &block)
    }
}
