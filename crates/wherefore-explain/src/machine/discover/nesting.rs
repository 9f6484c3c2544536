//! Which region lives inside a state of which other.
//!
//! Region C lives in state p of region R if each branch of C is *inner*, its guard says that R is in p, or an *entry*,
//! its guard includes that of a transition of R that enters or leaves p; and some branch is inner. Entries reset C
//! while R moves: they are part of R's transition, not transitions of C.
//!
//! ```text
//! next(v) := case  v = off & go : on;  v = on & stop : off;  TRUE : v; esac;
//! next(w) := case  v = off & go : low;             -- entry: w starts again when v becomes on
//!                  v = on & w = low & up : high;   -- inner
//!                  TRUE : w; esac;                 -- so w lives in v = on
//! ```

use super::edges::{Machine, Rule};
use std::collections::BTreeSet;

/// A state of a machine, both by position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct OuterState {
    pub machine: usize,
    pub state: usize,
}

/// The place in which each machine lives. Following the places ends.
pub(super) fn nest(machines: &[Machine]) -> Vec<Option<OuterState>> {
    let possible: Vec<Vec<OuterState>> = (0..machines.len()).map(|inner| places(machines, inner)).collect();
    let depth = depths(&possible);
    let mut chosen: Vec<Option<OuterState>> = vec![None; machines.len()];
    for inner in 0..machines.len() {
        let free = possible[inner].iter().filter(|p| !inside(&chosen, p.machine, inner));
        chosen[inner] = free.copied().reduce(|a, b| if depth[b.machine] > depth[a.machine] { b } else { a });
    }
    chosen
}

/// Whether `machine` is `other` or lives, at whatever depth, in it.
fn inside(chosen: &[Option<OuterState>], machine: usize, other: usize) -> bool {
    std::iter::successors(Some(machine), |m| chosen[*m].map(|p| p.machine)).any(|m| m == other)
}

/// How deep each machine could lie. Circles do not deepen for ever: the number of rounds is limited.
fn depths(possible: &[Vec<OuterState>]) -> Vec<usize> {
    let mut depth = vec![0; possible.len()];
    for _ in 0..possible.len() {
        depth = possible.iter().map(|p| p.iter().map(|p| depth[p.machine] + 1).max().unwrap_or(0)).collect();
    }
    depth
}

/// All places in which a machine could live.
fn places(machines: &[Machine], inner: usize) -> Vec<OuterState> {
    let mut found = Vec::new();
    for (machine, outer) in machines.iter().enumerate().filter(|(m, _)| *m != inner) {
        let fitting = (0..outer.names.len()).filter(|state| lives_in(&machines[inner], outer, *state));
        found.extend(fitting.map(|state| OuterState { machine, state }));
    }
    found
}

fn lives_in(inner: &Machine, outer: &Machine, state: usize) -> bool {
    let (entries, inside): (Vec<&Rule>, Vec<&Rule>) = inner.rules.iter().partition(|r| is_entry(r, outer, state));
    let says = |rule: &&Rule| rule.conjuncts.contains(&outer.active[state]);
    !inside.is_empty() && inside.iter().all(says) && entries.len() < inner.rules.len()
}

/// Whether a rule of an inner machine belongs to a transition of the outer one that enters or leaves a state.
pub(super) fn is_entry(rule: &Rule, outer: &Machine, state: usize) -> bool {
    let touches = |r: &&Rule| r.edges.iter().any(|e| e.source == state || e.target == state);
    let guard: BTreeSet<_> = rule.conjuncts.iter().collect();
    outer.rules.iter().filter(touches).any(|r| !r.conjuncts.is_empty() && r.conjuncts.iter().all(|c| guard.contains(c)))
}

/// The machines in an order in which each comes after the one it lives in, otherwise as they are.
pub(super) fn parents_first(places: &[Option<OuterState>]) -> Vec<usize> {
    let depth = |m: usize| std::iter::successors(Some(m), |m| places[*m].map(|p| p.machine)).count();
    let mut order: Vec<usize> = (0..places.len()).collect();
    order.sort_by_key(|m| depth(*m));
    order
}
