//! From the nondeterministic automaton to a deterministic one, by sets of states (Rabin and Scott).
//!
//! A set is kept without the nodes that read nothing, sorted. All sets that contain the accepting node are one state:
//! nothing that follows a violation matters. Only whether the formula's own language goes on after one is asked apart,
//! by following the accepting sets until one is left.

use super::nfa::{ACCEPT, Nfa, Node};
use super::{MOST_STATES, TooLarge};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// A deterministic automaton; state 0 is the initial one.
pub(super) struct Table {
    pub classes: u32,
    /// Successors by state, then by class.
    pub next: Vec<Option<u32>>,
    pub marks: Vec<Mark>,
}

/// How the formula can fail in a state.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Mark {
    pub bad: bool,
    pub deadlock: bool,
    pub waits: Vec<usize>,
}

pub(super) struct Determinised {
    pub table: Table,
    pub closed: bool,
}

/// Most entries of the table of successors.
const MOST_ENTRIES: usize = 1 << 24;
/// Most visits of nodes, about ten seconds.
const MOST_WORK: u64 = 1 << 30;

/// Most nodes in all sets.
const MOST_STORED: usize = 1 << 24;
/// The set that stands for all accepting ones.
const BAD: [u32; 1] = [ACCEPT];

/// Nodes of the nondeterministic automaton, sorted.
type Nodes = Vec<u32>;

pub(super) fn determinise(nfa: &Nfa, classes: u32) -> Result<Determinised, TooLarge> {
    let mut walk = Walk { nfa, seen: vec![0; nfa.nodes.len()], round: 0, work: 0 };
    let mut states = States::default();
    let initial = walk.closure(vec![nfa.initial])?;
    states.number(initial)?;
    let mut next = Vec::new();
    let mut at = 0;
    while let Some(set) = states.list.get(at).cloned() {
        if at >= MOST_STATES as usize || (at + 1) * classes as usize > MOST_ENTRIES {
            return Err(TooLarge);
        }
        for class in 0..classes {
            let reached = if set == BAD { None } else { Some(walk.step(&set, class)?) };
            next.push(match reached {
                None => Some(at as u32),
                Some(nodes) if nodes.is_empty() => None,
                Some(nodes) => Some(states.number(nodes)?),
            });
        }
        at += 1;
    }
    let closed = walk.is_closed(states.accepting, classes)?;
    let marks = states.list.iter().map(|set| mark(nfa, set)).collect();
    Ok(Determinised { table: Table { classes, next, marks }, closed })
}

fn mark(nfa: &Nfa, set: &[u32]) -> Mark {
    let mut mark = Mark::default();
    for node in set {
        match nfa.nodes[*node as usize] {
            Node::Accept => mark.bad = true,
            Node::Deadlock => mark.deadlock = true,
            Node::Wait(wait) => mark.waits.push(wait),
            _ => {}
        }
    }
    mark.waits.sort_unstable();
    mark.deadlock |= mark.waits.iter().any(|wait| nfa.waits()[*wait].deadlock_counts);
    mark
}

/// The sets met so far.
#[derive(Default)]
struct States {
    list: Vec<Nodes>,
    number: FxHashMap<Nodes, u32>,
    /// Accepting sets, as they were before they became one.
    accepting: BTreeSet<Nodes>,
    /// The nodes in all of them.
    stored: usize,
}

impl States {
    fn number(&mut self, mut set: Nodes) -> Result<u32, TooLarge> {
        if set.contains(&ACCEPT) {
            let length = set.len();
            self.stored += if self.accepting.insert(set) { length } else { 0 };
            set = BAD.to_vec();
        }
        if let Some(number) = self.number.get(&set) {
            return Ok(*number);
        }
        let number = self.list.len() as u32;
        self.stored += set.len();
        self.list.push(set.clone());
        self.number.insert(set, number);
        if self.stored > MOST_STORED { Err(TooLarge) } else { Ok(number) }
    }
}

struct Walk<'a> {
    nfa: &'a Nfa,
    /// The round in which each node was last visited.
    seen: Vec<u32>,
    round: u32,
    work: u64,
}

impl Walk<'_> {
    /// The nodes that are reached without a label, themselves included.
    fn closure(&mut self, mut stack: Nodes) -> Result<Nodes, TooLarge> {
        self.round += 1;
        let mut found = Vec::new();
        while let Some(node) = stack.pop() {
            self.work += 1;
            if std::mem::replace(&mut self.seen[node as usize], self.round) == self.round {
                continue;
            }
            match &self.nfa.nodes[node as usize] {
                Node::Dead => {}
                Node::Split(parts) => stack.extend(parts),
                _ => found.push(node),
            }
        }
        found.sort_unstable();
        if self.work > MOST_WORK || self.round == u32::MAX { Err(TooLarge) } else { Ok(found) }
    }

    fn step(&mut self, set: &[u32], class: u32) -> Result<Nodes, TooLarge> {
        let (nfa, class) = (self.nfa, class as usize);
        self.work += set.len() as u64;
        let successor = |node: &u32| match nfa.nodes[*node as usize] {
            Node::Step { predicate, to } => nfa.predicates[predicate][class].then_some(to),
            Node::Wait(wait) => nfa.avoids[wait][class].then_some(*node),
            _ => None,
        };
        self.closure(set.iter().filter_map(successor).collect())
    }

    /// Whether accepting sets only lead to accepting sets. There must be one.
    fn is_closed(&mut self, mut met: BTreeSet<Nodes>, classes: u32) -> Result<bool, TooLarge> {
        let lasting = self.lasting()?;
        let mut stack: Vec<Nodes> = met.iter().cloned().collect();
        let any = !stack.is_empty();
        while let Some(set) = stack.pop() {
            if set.iter().any(|node| lasting.contains(node)) {
                continue;
            }
            for class in 0..classes {
                let reached = self.step(&set, class)?;
                if !reached.contains(&ACCEPT) {
                    return Ok(false);
                }
                if met.insert(reached.clone()) {
                    stack.push(reached);
                }
            }
        }
        Ok(any)
    }

    /// The nodes of a final `true*`: any label leads from such a node back to it and to the accepting one.
    fn lasting(&mut self) -> Result<BTreeSet<u32>, TooLarge> {
        let mut lasting = BTreeSet::new();
        for (node, kind) in (0..).zip(&self.nfa.nodes) {
            if let Node::Step { predicate, to } = kind
                && self.nfa.predicates[*predicate].iter().all(|holds| *holds)
            {
                let reached = self.closure(vec![*to])?;
                if reached.contains(&node) && reached.contains(&ACCEPT) {
                    lasting.insert(node);
                }
            }
        }
        Ok(lasting)
    }
}
