//! The order of fixes.
//!
//! What only bars the inputs of the failing run comes last: it changes what may happen around the model, not what the model does.
//! A model in order has few parts that are never reached or never matter, so fixes that leave fewer of them come first; then those
//! that put one token in the place of another, before those that add or remove more: with enough conditions every failing run can be
//! avoided. Then those that change nothing but failing runs; then those whose lines read like the rest of the
//! model; then fewer of the drawn runs, fewer and smaller edits, and the order of the source.

use crate::naturalness::tokens_changed;
use crate::{Conservation, Fix, Open};
use wherefore_mutate::Mutant;

/// The most that it costs to replace something small.
const MOST_SMALL: u8 = 2;

/// Whether each edit puts one token in the place of another; taking a condition, a branch or an action away counts as large.
pub(crate) fn is_small(text: &str, edits: &[Mutant]) -> bool {
    edits.iter().all(|edit| edit.cost <= MOST_SMALL && tokens_changed(text, &edit.edits) <= 1)
}

/// Sorts edits about which no answer was found: something small before what adds something, then lines that read like the rest.
pub(crate) fn sort_open(list: &mut [Open]) {
    list.sort_by_key(|open| {
        (open.edits.len(), !open.is_small, open.surprise, open.edits.first().map(|e| e.span.start))
    });
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
        (fix.left, fix.bars, fix.symptoms, !fix.is_small, loss(fix), fix.surprise, size, place)
    });
}
