//! How far variables are from what is asked, along the flow of data.
//!
//! What gives a variable its value is as far away as the variable, and what it reads is one further.

use std::collections::{BTreeMap, BTreeSet};
use wherefore_ir::VarId;

/// Something that gives variables their values, and what it reads.
pub struct Flow {
    /// The variables that it gives values to.
    pub gives: BTreeSet<VarId>,
    /// The variables that it reads.
    pub reads: BTreeSet<VarId>,
}

/// The distance of each variable that can matter for these.
pub fn levels<'f>(
    first: impl IntoIterator<Item = VarId>,
    flows: impl Iterator<Item = &'f Flow> + Clone,
) -> BTreeMap<VarId, usize> {
    let mut levels: BTreeMap<VarId, usize> = first.into_iter().map(|var| (var, 0)).collect();
    let mut level = 0;
    loop {
        let is_here = |flow: &&Flow| flow.gives.iter().any(|var| levels.get(var) == Some(&level));
        let read: BTreeSet<VarId> = flows.clone().filter(is_here).flat_map(|f| f.reads.iter().copied()).collect();
        let before = levels.len();
        for var in read {
            levels.entry(var).or_insert(level + 1);
        }
        if levels.len() == before {
            return levels;
        }
        level += 1;
    }
}
