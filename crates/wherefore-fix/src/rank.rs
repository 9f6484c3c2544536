//! The order of fixes.
//!
//! A model in order has few parts that are never reached or never matter, so fixes that leave fewer of them come first; then those
//! that replace something small, before those that add or remove a condition, a branch or an action: with enough conditions every
//! failing run can be avoided. Then those that change nothing but failing runs; then those whose lines read like the rest of the
//! model; then fewer of the drawn runs, fewer and smaller edits, and the order of the source.

use crate::{Conservation, Fix, Open};

/// The most that it costs to replace something small.
const MOST_SMALL: u8 = 2;

/// Sorts edits about which no answer was found: something small before what adds something, then lines that read like the rest.
pub(crate) fn sort_open(list: &mut [Open]) {
    let adds = |open: &Open| open.edits.iter().any(|e| e.cost > MOST_SMALL);
    list.sort_by_key(|open| (open.edits.len(), adds(open), open.surprise, open.edits.first().map(|e| e.span.start)));
}

/// Whether a fix adds or removes a condition, a branch or an action, rather than replace something small.
pub(crate) fn adds(fix: &Fix) -> bool {
    fix.edits.iter().any(|e| e.cost > MOST_SMALL)
}

/// Sorts fixes, the best first.
pub(crate) fn sort(list: &mut [Fix]) {
    let loss = |fix: &Fix| match fix.conservation {
        Conservation::Proved(_) => 0,
        Conservation::Unknown(_) => 1,
        Conservation::Changes(_) => 2,
    };
    list.sort_by_key(|fix| {
        let place = fix.edits.first().map(|e| (e.span.start, e.span.end));
        let size = (fix.changed.0, fix.edits.len(), fix.cost());
        (fix.left, fix.symptoms, adds(fix), loss(fix), fix.surprise, size, place)
    });
}
