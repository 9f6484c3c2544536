//! The order of fixes of contracts.
//!
//! Parts that could have avoided the failure come first, and connections to them: what blame says orders what repair says. Then
//! specifications in which fewer ports are read by nothing; those that allow what did not fail, or forbid less of it; then smaller
//! edits; then the order of the source.

use super::delta::Changed;
use super::wiring::owners;
use crate::{Conservation, Fix};
use std::cmp::Ordering;
use wherefore_explain::contract::Culprits;
use wherefore_ir::refinement::{PartId, Refinement};

/// How near an edit is to the parts that are to blame: less is nearer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Nearness {
    /// A contract of a part that could have avoided the failure alone.
    Alone,
    /// One of a part that could have avoided it with others, or a connection to or from such a part.
    Together,
    /// Anything else.
    Apart,
}

/// A fix with what orders it.
pub(crate) struct Ranked {
    pub fix: Fix,
    pub nearness: Nearness,
    /// How many runs that did not fail are not allowed any more, of those that are known.
    pub forbidden: usize,
    /// What it changes in the refinement that runs are shown of.
    pub changed: Option<Changed>,
}

/// How near a change of a refinement is to the parts to blame.
pub(crate) fn nearness(changed: &Changed, culprits: &Culprits) -> Nearness {
    let refinement: &Refinement = &changed.refinement;
    let of_part = |part: PartId| match () {
        () if culprits.alone.contains(&part) => Nearness::Alone,
        () if culprits.any.contains(&part) => Nearness::Together,
        () => Nearness::Apart,
    };
    let contracts = changed.sides.iter().filter_map(|(id, _)| refinement.contract(*id).owner).map(of_part);
    let wires = changed.wires.iter().filter_map(|wire| refinement.wires.get(*wire));
    let wires = wires.map(|wire| {
        let ends = owners(refinement, wire.source).into_iter().chain(refinement.port(wire.target).owner);
        ends.map(of_part).min().unwrap_or(Nearness::Apart).max(Nearness::Together)
    });
    contracts.chain(wires).min().unwrap_or(Nearness::Apart)
}

/// Sorts fixes, the best first.
pub(crate) fn sort(list: &mut [Ranked]) {
    let loss = |fix: &Fix| match fix.conservation {
        Conservation::Proved(_) => 0,
        Conservation::Unknown(_) => 1,
        Conservation::Changes(_) => 2,
    };
    let key = |r: &Ranked| {
        let place = r.fix.edits.first().map(|e| (e.span.start, e.span.end));
        let effect = (r.fix.symptoms, loss(&r.fix), r.forbidden);
        (r.fix.left, r.nearness, effect, r.fix.edits.len(), r.fix.cost(), place)
    };
    list.sort_by(|a, b| key(a).partial_cmp(&key(b)).unwrap_or(Ordering::Equal));
}
