//! The order of fixes.
//!
//! A model in order has few parts that are never reached or never matter, so fixes that leave fewer of them come first; then those
//! that change nothing but failing runs, or fewer of the others; then fewer and smaller edits; then the order of the source.

use crate::{Conservation, Fix};

/// Sorts fixes, the best first.
pub(crate) fn sort(list: &mut [Fix]) {
    let loss = |fix: &Fix| match fix.conservation {
        Conservation::Proved(_) => 0,
        Conservation::Unknown(_) => 1,
        Conservation::Changes(_) => 2,
    };
    list.sort_by_key(|fix| {
        let place = fix.edits.first().map(|e| (e.span.start, e.span.end));
        (fix.left, fix.symptoms, loss(fix), fix.changed.0, fix.edits.len(), fix.cost(), place)
    });
}
