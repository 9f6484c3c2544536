//! Check of a partition: whether states of one block can do the same, edge by edge.
//!
//! No code of the refinement is used. For each block, everything that some state of it does must be done by all: at once where
//! hidden steps count, else after hidden steps inside the block. With divergence, either all states of a block have hidden steps
//! inside it for ever, or none has.

use crate::compare::Bisimulation;
use crate::graph::{Graph, HIDDEN};

/// Why a partition is no bisimulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WrongPartition {
    /// A partition of another graph, by its size.
    Size,
    /// The two initial states are in different blocks.
    Initial,
    /// One state of a block does this, and this one of the same block cannot.
    Step {
        /// The state that cannot.
        state: u32,
        /// The label.
        label: u32,
        /// The block that the step leads to.
        block: u32,
    },
    /// Of two states of a block, one has hidden steps for ever and this one does not.
    Divergence {
        /// The state.
        state: u32,
    },
}

/// Checks that the blocks are a bisimulation of this kind.
pub fn check_partition(graph: &Graph, block: &[u32], kind: Bisimulation) -> Result<(), WrongPartition> {
    if block.len() != graph.states() as usize || !graph.is_closed() {
        return Err(WrongPartition::Size);
    }
    let mut order: Vec<u32> = (0..graph.states()).collect();
    order.sort_by_key(|state| block[*state as usize]);
    let mut local = vec![0; block.len()];
    for members in order.chunk_by(|one, two| block[*one as usize] == block[*two as usize]) {
        for (place, state) in members.iter().enumerate() {
            local[*state as usize] = place as u32;
        }
        Members { graph, block, kind, members, local: &local }.check()?;
    }
    Ok(())
}

struct Members<'p> {
    graph: &'p Graph,
    block: &'p [u32],
    kind: Bisimulation,
    members: &'p [u32],
    /// The place of each member among them.
    local: &'p [u32],
}

impl Members<'_> {
    fn check(&self) -> Result<(), WrongPartition> {
        let mut done: Vec<(u32, u32, u32)> = Vec::new();
        let mut inert: Vec<(u32, u32)> = Vec::new();
        for (place, state) in self.members.iter().enumerate() {
            for step in self.graph.steps(*state) {
                let is_inside = self.block[step.to as usize] == self.block[*state as usize];
                if self.kind != Bisimulation::Strong && step.label == HIDDEN && is_inside {
                    inert.push((self.local[step.to as usize], place as u32));
                } else {
                    done.push((step.label, self.block[step.to as usize], place as u32));
                }
            }
        }
        done.sort_unstable();
        done.dedup();
        inert.sort_unstable();
        for doers in done.chunk_by(|one, two| (one.0, one.1) == (two.0, two.1)) {
            if let Some(place) = self.unable(doers, &inert) {
                let (label, block, _) = doers[0];
                return Err(WrongPartition::Step { state: self.members[place], label, block });
            }
        }
        if self.kind == Bisimulation::DivergenceBranching { self.check_divergence(&inert) } else { Ok(()) }
    }

    /// A member that does not come to a doer by steps inside the block, which are given as target and source.
    fn unable(&self, doers: &[(u32, u32, u32)], inert: &[(u32, u32)]) -> Option<usize> {
        if doers.len() == self.members.len() {
            return None;
        }
        let mut able = vec![false; self.members.len()];
        let mut open: Vec<u32> = doers.iter().map(|(_, _, place)| *place).collect();
        open.iter().for_each(|place| able[*place as usize] = true);
        while let Some(place) = open.pop() {
            let start = inert.partition_point(|(to, _)| *to < place);
            for (_, from) in inert[start..].iter().take_while(|(to, _)| *to == place) {
                if !std::mem::replace(&mut able[*from as usize], true) {
                    open.push(*from);
                }
            }
        }
        able.iter().position(|is_able| !is_able)
    }

    /// Takes away states without a step inside the block until none is left that has to go.
    fn check_divergence(&self, inert: &[(u32, u32)]) -> Result<(), WrongPartition> {
        let mut left = vec![0u32; self.members.len()];
        inert.iter().for_each(|(_, from)| left[*from as usize] += 1);
        let mut gone: Vec<u32> = (0..left.len() as u32).filter(|place| left[*place as usize] == 0).collect();
        let mut next = 0;
        while next < gone.len() {
            let place = gone[next];
            next += 1;
            let start = inert.partition_point(|(to, _)| *to < place);
            for (_, from) in inert[start..].iter().take_while(|(to, _)| *to == place) {
                left[*from as usize] -= 1;
                if left[*from as usize] == 0 {
                    gone.push(*from);
                }
            }
        }
        match gone.first() {
            Some(place) if gone.len() < left.len() => {
                Err(WrongPartition::Divergence { state: self.members[*place as usize] })
            }
            _ => Ok(()),
        }
    }
}
