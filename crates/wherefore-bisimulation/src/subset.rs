//! Traces and failures: both graphs made deterministic while they are searched, breadth first, set of states by set of states.
//!
//! The first pair of sets that differ gives a shortest trace. There can be exponentially many sets; what they need is counted, and a
//! limit ends the search.

mod check;
mod follow;

pub use check::{WrongSets, check_sets};
pub use follow::follow;

use crate::compare::NoAnswer;
use crate::graph::{Graph, HIDDEN};
use crate::run::Side;
use indexmap::IndexMap;
use std::collections::BTreeMap;
use wherefore_stop::Stop;

/// What of runs is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Observation {
    /// All labels, hidden ones as well.
    Traces,
    /// Labels that are not hidden.
    WeakTraces,
    /// These, and what can be refused after them in states without hidden steps.
    Failures,
}

impl Observation {
    /// Whether hidden steps are left out.
    pub fn is_weak(self) -> bool {
        self != Observation::Traces
    }
}

/// Two sets of states that the same trace leads to.
pub type Sets = [Vec<u32>; 2];

/// Answer of the search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// All pairs of sets; none differs.
    Equal(Vec<Sets>),
    /// A shortest trace that only one side has; or, with refused labels, after which only one side can refuse these.
    Different {
        /// The side that has it.
        side: Side,
        /// The trace.
        trace: Vec<u32>,
        /// Labels that are refused after it.
        refused: Option<Vec<u32>>,
    },
}

/// Bytes of a pair of sets beside its states.
const PAIR: u64 = 160;

/// Searches for a difference.
pub fn search(
    graph: &Graph,
    initial: [u32; 2],
    observation: Observation,
    memory: u64,
    stop: &Stop,
) -> Result<Found, NoAnswer> {
    let start = initial.map(|state| closed(graph, vec![state], observation));
    let refusal = |sets: &Sets| if observation == Observation::Failures { refusal(graph, sets) } else { None };
    if let Some((side, refused)) = refusal(&start) {
        return Ok(Found::Different { side, trace: Vec::new(), refused: Some(refused) });
    }
    // Each pair with the pair and the label that it was reached by.
    let mut pairs: IndexMap<Sets, (usize, u32)> = IndexMap::from([(start, (0, HIDDEN))]);
    let (mut next, mut needed) = (0, 0);
    while let Some((sets, _)) = pairs.get_index(next) {
        stop.reason().map_or(Ok(()), |reason| Err(NoAnswer::Stopped(reason)))?;
        let [mut one, mut two] = [0, 1].map(|side| moves(graph, &sets[side], observation));
        let lone = |a: &Moves, b: &Moves| a.keys().copied().find(|label| !b.contains_key(label));
        let found = lone(&one, &two).map(|label| (Side::First, label));
        if let Some((side, label)) = found.or_else(|| lone(&two, &one).map(|label| (Side::Second, label))) {
            let mut trace = trace(&pairs, next);
            trace.push(label);
            return Ok(Found::Different { side, trace, refused: None });
        }
        while let (Some((label, one)), Some((_, two))) = (one.pop_first(), two.pop_first()) {
            let size = PAIR + 4 * (one.len() + two.len()) as u64;
            let (place, before) = pairs.insert_full([one, two], (next, label));
            if let Some(known) = before {
                pairs[place] = known;
                continue;
            }
            // Looked at as soon as it is found: no pair that a longer trace leads to comes before it.
            if let Some((side, refused)) = pairs.get_index(place).and_then(|(sets, _)| refusal(sets)) {
                return Ok(Found::Different { side, trace: trace(&pairs, place), refused: Some(refused) });
            }
            needed += size;
            if needed > memory {
                return Err(NoAnswer::Sets { count: pairs.len(), limit: memory });
            }
        }
        next += 1;
    }
    Ok(Found::Equal(pairs.into_keys().collect()))
}

type Moves = BTreeMap<u32, Vec<u32>>;

/// The sets that labels lead to.
fn moves(graph: &Graph, set: &[u32], observation: Observation) -> Moves {
    let mut found = Moves::new();
    for step in set.iter().flat_map(|state| graph.steps(*state)) {
        if step.label != HIDDEN || !observation.is_weak() {
            found.entry(step.label).or_default().push(step.to);
        }
    }
    found.into_iter().map(|(label, set)| (label, closed(graph, set, observation))).collect()
}

/// A set with what hidden steps lead to, in order.
fn closed(graph: &Graph, mut set: Vec<u32>, observation: Observation) -> Vec<u32> {
    set.sort_unstable();
    set.dedup();
    if observation.is_weak() {
        let mut seen: rustc_hash::FxHashSet<u32> = set.iter().copied().collect();
        let mut next = 0;
        while let Some(state) = set.get(next).copied() {
            next += 1;
            let hidden = graph.steps(state).iter().filter(|step| step.label == HIDDEN);
            set.extend(hidden.map(|step| step.to).filter(|to| seen.insert(*to)));
        }
        set.sort_unstable();
    }
    set
}

fn trace(pairs: &IndexMap<Sets, (usize, u32)>, mut place: usize) -> Vec<u32> {
    let mut labels = Vec::new();
    while let (true, Some((_, (before, label)))) = (place > 0, pairs.get_index(place)) {
        labels.push(*label);
        place = *before;
    }
    labels.reverse();
    labels
}

/// Labels that one side can refuse and the other cannot.
fn refusal(graph: &Graph, [one, two]: &Sets) -> Option<(Side, Vec<u32>)> {
    let (mine, others) = (offers(graph, one), offers(graph, two));
    let first = only(&mine, &others).map(|refused| (Side::First, refused));
    first.or_else(|| only(&others, &mine).map(|refused| (Side::Second, refused)))
}

/// For each state without hidden steps the labels that it offers.
fn offers(graph: &Graph, set: &[u32]) -> Vec<Vec<u32>> {
    let mut all: Vec<Vec<u32>> = Vec::new();
    for state in set {
        let mut labels: Vec<u32> = graph.steps(*state).iter().map(|step| step.label).collect();
        labels.sort_unstable();
        labels.dedup();
        if labels.first() != Some(&HIDDEN) {
            all.push(labels);
        }
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// A small set of labels that one of the first refuses and none of the second.
fn only(mine: &[Vec<u32>], others: &[Vec<u32>]) -> Option<Vec<u32>> {
    let is_in = |small: &[u32], large: &[u32]| small.iter().all(|label| large.binary_search(label).is_ok());
    let offered = mine.iter().find(|offered| !others.iter().any(|other| is_in(other, offered)))?;
    let mut refused: Vec<u32> = Vec::new();
    for other in others {
        if !other.iter().any(|label| refused.contains(label)) {
            refused.extend(other.iter().find(|label| offered.binary_search(label).is_err()));
        }
    }
    refused.sort_unstable();
    Some(refused)
}
