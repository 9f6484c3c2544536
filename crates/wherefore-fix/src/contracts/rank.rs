//! The order of fixes of contracts.
//!
//! Specifications in which less looks wrong come first, as with fewer ports that nothing reads. Then parts that could have avoided
//! the failure, and connections to them: what blame says orders what repair says. Then what forbids less of what did not fail;
//! smaller edits, and of these shorter texts; those that allow nothing new; then the order of the source.

use super::conserve::Effect;
use super::delta::Changed;
use super::wiring::owners;
use crate::Fix;
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
    /// How it changes what is allowed.
    pub effect: Effect,
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
    let key = |r: &Ranked| {
        let place = r.fix.edits.first().map(|e| (e.span.start, e.span.end));
        let size = (r.fix.edits.len(), r.fix.cost(), r.fix.text.split_whitespace().count());
        (r.fix.left, r.fix.symptoms, r.nearness, r.forbidden, size, r.effect, place)
    };
    list.sort_by(|a, b| key(a).partial_cmp(&key(b)).unwrap_or(Ordering::Equal));
}
