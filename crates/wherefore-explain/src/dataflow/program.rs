//! A program with everything about its blocks that no run and no solver is needed for.

use super::{address, memory, names, patterns};
use std::collections::BTreeSet;
use wherefore_ir::network::{BlockId, Network};
use wherefore_ir::{System, VarId};

/// A program prepared for questions about causes.
#[derive(Clone, Debug)]
pub struct Program<'a> {
    /// The system.
    pub system: &'a System,
    /// Its blocks.
    pub network: &'a Network,
    /// Patterns: groups that are seen as one block.
    pub patterns: patterns::Patterns,
    /// For each block without a name, the named one whose equation it is part of.
    pub owners: Vec<Option<BlockId>>,
    /// For each block where it stands, as text; no two the same.
    pub addresses: Vec<String>,
    /// For each call its path for people.
    pub paths: Vec<String>,
    /// The variable that is true at the first tick alone, if there is one.
    pub first: Option<VarId>,
    /// The memories whose first value nothing reads.
    pub unread: BTreeSet<VarId>,
}

impl<'a> Program<'a> {
    /// Looks for patterns in the blocks of a system; `None` if it has no blocks.
    pub fn new(system: &'a System) -> Option<Program<'a>> {
        let network = system.annexes.network.as_deref()?;
        let (patterns, owners) = (patterns::Patterns::find(system, network), owners(network));
        let (first, unread) = (memory::first(system, network), memory::unread(system, network));
        let (addresses, paths) = (address::addresses(network), names::paths(patterns::look::Look { system, network }));
        Some(Program { system, network, patterns, owners, addresses, paths, first, unread })
    }

    /// The blocks alone, to look at.
    pub(super) fn look(&self) -> patterns::look::Look<'a> {
        patterns::look::Look { system: self.system, network: self.network }
    }
}

/// For each block without a name, the named block whose equation it is part of. Names of the same call come first: an
/// argument of a call belongs to the equation that makes the call, if one reads it, otherwise to the port.
fn owners(network: &Network) -> Vec<Option<BlockId>> {
    let mut owners: Vec<Option<BlockId>> = vec![None; network.blocks.len()];
    for same_call in [true, false] {
        for owner in network.ids().filter(|b| network.block(*b).name.is_some()) {
            let call = network.block(owner).call;
            let mut stack: Vec<BlockId> = network.block(owner).inputs.clone();
            while let Some(id) = stack.pop() {
                let block = network.block(id);
                let fits = block.name.is_none() && (!same_call || block.call == call);
                if fits && owners[id.0 as usize].is_none() {
                    owners[id.0 as usize] = Some(owner);
                    stack.extend(&block.inputs);
                }
            }
        }
    }
    owners
}
