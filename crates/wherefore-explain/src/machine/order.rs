//! In which order to read classes: the shortest first, and of those as long as each other the one that shows the most.
//!
//! Greedy: the shortest run, then most suspects that no class before has in its key, then the farthest from all shown (by the
//! share of transitions in common), then the order of keys. Classes derived from others come last. This holds for a limited
//! number of classes; the rest follows by length.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use wherefore_ir::control::TransitionId;

/// How many places are given out greedily.
const GREEDY: usize = 100;

/// Data that the order depends on.
pub struct Entry {
    /// The suspects in the key.
    pub suspects: BTreeSet<usize>,
    /// The transitions in the key.
    pub transitions: BTreeSet<TransitionId>,
    /// The steps of the shortest run.
    pub length: u32,
    /// Whether it is derived from another class.
    pub derived: bool,
}

/// The places of the entries in reading order.
pub fn reading_order(entries: &[Entry]) -> Vec<usize> {
    let mut waiting: Vec<usize> = (0..entries.len()).collect();
    let mut nearest = vec![usize::MAX; entries.len()];
    let (mut seen, mut order) = (BTreeSet::new(), Vec::new());
    while !waiting.is_empty() && order.len() < GREEDY {
        let rank = |place: &usize| {
            let entry = &entries[*place];
            let fresh = entry.suspects.difference(&seen).count();
            (!entry.derived, Reverse(entry.length), fresh, nearest[*place], Reverse(*place))
        };
        let Some(best) = waiting.iter().copied().max_by_key(rank) else { break };
        waiting.retain(|w| *w != best);
        seen.extend(entries[best].suspects.iter().copied());
        for place in &waiting {
            nearest[*place] = nearest[*place].min(apart(&entries[best], &entries[*place]));
        }
        order.push(best);
    }
    waiting.sort_by_key(|place| (entries[*place].derived, entries[*place].length, *place));
    order.extend(waiting);
    order
}

/// How different two keys are, in thousandths.
fn apart(a: &Entry, b: &Entry) -> usize {
    let (common, all) =
        (a.transitions.intersection(&b.transitions).count(), a.transitions.union(&b.transitions).count());
    (1000 * common).checked_div(all).map_or(0, |share| 1000 - share)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(suspects: &[usize], transitions: &[u32], length: u32, derived: bool) -> Entry {
        let transitions = transitions.iter().map(|t| TransitionId(*t)).collect();
        Entry { suspects: suspects.iter().copied().collect(), transitions, length, derived }
    }

    #[test]
    fn short_first_then_new_suspects_then_far_and_derived_last() {
        let entries = [
            entry(&[4], &[1, 4], 2, false),
            entry(&[4, 5], &[3, 5, 4], 3, false),
            entry(&[5], &[3, 5], 2, false),
            entry(&[4, 5], &[1, 4, 5], 3, true),
        ];
        assert_eq!(reading_order(&entries), [0, 2, 1, 3]);
    }
}
