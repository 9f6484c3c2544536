//! A way through a graph along a trace, to a state of a kind.

use crate::graph::{Graph, HIDDEN};
use rustc_hash::FxHashSet;

/// A state after a label of the trace, and the hidden steps made before the label.
pub type Passed = (u32, u32);

/// The states after each label of a trace, and at last the state looked for with the hidden steps that lead to it. None if there is no
/// such way.
pub fn follow(
    graph: &Graph,
    start: u32,
    trace: &[u32],
    is_weak: bool,
    is_goal: &dyn Fn(u32) -> bool,
) -> Option<Vec<Passed>> {
    // State, the place of the one before, hidden steps since the last label.
    let mut found: Vec<(u32, usize, u32)> = vec![(start, 0, 0)];
    let mut begin = 0;
    for label in trace.iter().map(Some).chain([None]) {
        let mut seen: FxHashSet<u32> = found[begin..].iter().map(|(state, _, _)| *state).collect();
        let mut place = begin;
        while let Some((state, _, hidden)) = found.get(place).copied() {
            if label.is_none() && is_goal(state) {
                return Some(passed(&found, place));
            }
            for step in graph.steps(state).iter().filter(|step| is_weak && step.label == HIDDEN) {
                if seen.insert(step.to) {
                    found.push((step.to, place, hidden + 1));
                }
            }
            place += 1;
        }
        let (end, mut seen) = (found.len(), FxHashSet::default());
        for place in begin..end {
            for step in graph.steps(found[place].0).iter().filter(|step| Some(&step.label) == label) {
                if seen.insert(step.to) {
                    found.push((step.to, place, 0));
                }
            }
        }
        begin = end;
    }
    None
}

/// The way to a place, without the hidden steps of which only the number counts.
fn passed(found: &[(u32, usize, u32)], mut place: usize) -> Vec<Passed> {
    let mut way = vec![(found[place].0, found[place].2)];
    while place > 0 {
        let (state, before, hidden) = found[place];
        if hidden == 0 {
            way.push((state, found[before].2));
        }
        place = before;
    }
    way.reverse();
    way
}
