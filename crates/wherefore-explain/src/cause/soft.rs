//! A literal that can be kept of a run.

use super::Bound;
use std::cmp::Ordering;
use wherefore_ir::VarId;

/// A choice, or one side of a choice of a number: a literal that can be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Soft {
    pub(super) var: VarId,
    pub(super) tick: u32,
    pub(super) bound: Bound,
}

impl Soft {
    /// By tick, by declaration, lower bounds first.
    pub(super) fn reading_order(&self, other: &Soft) -> Ordering {
        let key = |s: &Soft| (s.tick, s.var, matches!(s.bound, Bound::AtMost(_)));
        key(self).cmp(&key(other))
    }
}
