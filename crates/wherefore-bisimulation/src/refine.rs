//! Partition refinement by signatures, round by round (Blom and Orzan, 2002).
//!
//! The signature of a state is the set of its labels with the blocks that they lead to; each round splits blocks by signature, and
//! the states that are together after `k` rounds are those that no formula of depth `k` tells apart. For branching bisimulation a
//! signature also has what can be done after hidden steps inside the block, and hidden steps inside the block themselves count for
//! nothing. With divergence it says too whether hidden steps inside the block can go on for ever.
//!
//! Only states whose signature can have changed are looked at again: those before states whose block got a new number. Such a
//! signature has a new number in it, and no other has; so what was not looked at stays together without being compared.

use crate::condense::Condensed;
use crate::graph::{Graph, HIDDEN};
use crate::partition::Partition;
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use std::rc::Rc;
use wherefore_stop::{Stop, StopReason};

/// In the place of a label: hidden steps inside the block can go on for ever.
pub const FOR_EVER: u32 = u32::MAX;

/// A label with the block that it leads to.
pub type Entry = (u32, u32);

/// The graph that is refined.
#[derive(Clone, Copy, Debug)]
pub enum Subject<'g> {
    /// Hidden steps are steps like others.
    Strong(&'g Graph),
    /// Hidden steps inside a block count for nothing; where the second part is given, only those that end.
    Branching(&'g Condensed, Divergence),
}

/// What endless hidden steps are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Divergence {
    /// Nothing.
    Ignored,
    /// Something that can be seen.
    Seen,
}

impl<'g> Subject<'g> {
    /// The graph.
    pub fn graph(&self) -> &'g Graph {
        match self {
            Subject::Strong(graph) => graph,
            Subject::Branching(condensed, _) => &condensed.graph,
        }
    }

    /// Whether a step counts for nothing if it does not leave its block.
    pub fn may_be_inert(&self, label: u32) -> bool {
        matches!(self, Subject::Branching(..)) && label == HIDDEN
    }

    /// Whether a state has hidden steps for ever, and that counts.
    pub fn diverges(&self, state: u32) -> bool {
        matches!(self, Subject::Branching(condensed, Divergence::Seen) if condensed.diverges[state as usize])
    }
}

/// The coarsest stable partition; or, where two states are given, one in which they are apart, as soon as they are.
pub fn refine(subject: Subject<'_>, apart: Option<(u32, u32)>, stop: &Stop) -> Result<Partition, StopReason> {
    let graph = subject.graph();
    let mut rounds = Rounds {
        subject,
        into: graph.reversed(),
        partition: Partition::new(graph.states()),
        known: match subject {
            Subject::Strong(_) => Vec::new(),
            Subject::Branching(..) => vec![Rc::from([]); graph.states() as usize],
        },
        marked: vec![0; graph.states() as usize],
    };
    let mut dirty: Vec<u32> = (0..graph.states()).collect();
    for level in 1.. {
        stop.reason().map_or(Ok(()), Err)?;
        let changed = rounds.round(&dirty, level);
        let is_apart = |(one, two)| rounds.partition.block(one) != rounds.partition.block(two);
        if changed.is_empty() || apart.is_some_and(is_apart) {
            break;
        }
        dirty = rounds.before(&changed, level);
    }
    Ok(rounds.partition)
}

struct Rounds<'g> {
    subject: Subject<'g>,
    into: Graph,
    partition: Partition,
    /// Signatures, where those of hidden successors are needed.
    known: Vec<Rc<[Entry]>>,
    /// The last round in which a state was found to be looked at.
    marked: Vec<u32>,
}

/// The signatures of a round, each once.
#[derive(Default)]
struct Table {
    entries: Vec<Entry>,
    /// Block, and where the signature lies.
    groups: Vec<(u32, usize, usize)>,
    numbers: HashTable<u32>,
}

impl Rounds<'_> {
    /// Splits blocks by the signatures of these states, in order; the states whose block has another number.
    fn round(&mut self, dirty: &[u32], level: u32) -> Vec<u32> {
        let mut table = Table::default();
        let mut signature = Vec::new();
        let mut order: Vec<(u32, u32, u32)> = Vec::with_capacity(dirty.len());
        for state in dirty {
            self.signature(*state, &mut signature);
            let block = self.partition.block(*state);
            order.push((block, table.number(block, &signature), *state));
        }
        order.sort_unstable();
        let states: Vec<u32> = order.iter().map(|(_, _, state)| *state).collect();
        let (mut changed, mut start) = (Vec::new(), 0);
        for chunk in order.chunk_by(|one, two| one.0 == two.0) {
            let mut groups: Vec<&[u32]> = Vec::new();
            for group in chunk.chunk_by(|one, two| one.1 == two.1) {
                groups.push(&states[start..start + group.len()]);
                start += group.len();
            }
            self.partition.split(chunk[0].0, &groups, level, &mut changed);
        }
        changed
    }

    fn signature(&mut self, state: u32, out: &mut Vec<Entry>) {
        out.clear();
        let block = self.partition.block(state);
        for step in self.subject.graph().steps(state) {
            let to = self.partition.block(step.to);
            if self.subject.may_be_inert(step.label) && to == block {
                out.extend_from_slice(&self.known[step.to as usize]);
            } else {
                out.push((step.label, to));
            }
        }
        if self.subject.diverges(state) {
            out.push((FOR_EVER, 0));
        }
        out.sort_unstable();
        out.dedup();
        if let Some(known) = self.known.get_mut(state as usize) {
            *known = Rc::from(out.as_slice());
        }
    }

    /// The states whose signature the changed states can have changed, those that hidden steps lead to first.
    fn before(&mut self, changed: &[u32], level: u32) -> Vec<u32> {
        let mut found: Vec<u32> = Vec::new();
        let is_branching = matches!(self.subject, Subject::Branching(..));
        for state in changed {
            if is_branching && std::mem::replace(&mut self.marked[*state as usize], level) != level {
                found.push(*state);
            }
            for step in self.into.steps(*state) {
                if std::mem::replace(&mut self.marked[step.to as usize], level) != level {
                    found.push(step.to);
                }
            }
        }
        let mut next = 0;
        while is_branching && next < found.len() {
            let state = found[next];
            next += 1;
            for step in self.into.steps(state) {
                let inert = step.label == HIDDEN && self.partition.block(step.to) == self.partition.block(state);
                if inert && std::mem::replace(&mut self.marked[step.to as usize], level) != level {
                    found.push(step.to);
                }
            }
        }
        found.sort_unstable();
        found
    }
}

impl Table {
    /// The number of a signature in a block.
    fn number(&mut self, block: u32, signature: &[Entry]) -> u32 {
        let hash = |block: u32, signature: &[Entry]| {
            let mut hasher = FxHasher::default();
            (block, signature).hash(&mut hasher);
            hasher.finish()
        };
        let Table { entries, groups, numbers } = self;
        let of = |number: &u32| {
            let (block, start, end) = groups[*number as usize];
            (block, &entries[start..end])
        };
        let key = hash(block, signature);
        if let Some(number) = numbers.find(key, |number| of(number) == (block, signature)) {
            return *number;
        }
        let number = groups.len() as u32;
        numbers.insert_unique(key, number, |number| {
            let (block, signature) = of(number);
            hash(block, signature)
        });
        groups.push((block, entries.len(), entries.len() + signature.len()));
        entries.extend_from_slice(signature);
        number
    }
}
