//! Equivalent states of a complete deterministic machine, in time n log n for each input (Hopcroft 1971).
//!
//! States start in blocks of equal output rows. A *splitter*, a block and an input, cuts every block into the states
//! that the input takes into the splitter and the rest. When a block is cut that still waits as a splitter, both halves
//! wait; when it does not, the smaller half is enough, because the larger one then cuts nothing that the whole and the
//! smaller do not. A state is thus looked at only log n times for each input.
//!
//! Example: states 0 to 3 in a row, input a goes one to the right (3 stays), only 3 answers 1. Blocks {0 1 2} {3}. The
//! splitter ({3}, a) comes from 2 and 3: {0 1} {2} {3}. The smaller half {2} waits, comes from 1: {0} {1} {2} {3}.

use crate::Fsm;
use rustc_hash::FxHashMap;

/// A partition whose blocks are ranges of one array, so that cutting off marked states costs one exchange each.
struct Partition {
    order: Vec<usize>,
    place: Vec<usize>,
    block: Vec<usize>,
    /// By block: where it begins, where its marked part ends, where it ends.
    ranges: Vec<[usize; 3]>,
}

impl Partition {
    /// States of equal keys share a block; keys are numbers without gaps.
    fn new(block: Vec<usize>) -> Self {
        let mut order: Vec<usize> = (0..block.len()).collect();
        order.sort_by_key(|&state| block[state]);
        let mut place = vec![0; order.len()];
        let mut ranges: Vec<[usize; 3]> = Vec::new();
        for (at, &state) in order.iter().enumerate() {
            place[state] = at;
            if block[state] == ranges.len() {
                ranges.push([at, at, at]);
            }
            ranges[block[state]][2] = at + 1;
        }
        Self { order, place, block, ranges }
    }

    fn size(&self, block: usize) -> usize {
        self.ranges[block][2] - self.ranges[block][0]
    }

    /// Marks a state; says whether it is the first of its block.
    fn mark(&mut self, state: usize) -> bool {
        let [begin, marked, _] = self.ranges[self.block[state]];
        let at = self.place[state];
        if at < marked {
            return false;
        }
        let other = self.order[marked];
        self.order.swap(at, marked);
        self.place[state] = marked;
        self.place[other] = at;
        self.ranges[self.block[state]][1] += 1;
        marked == begin
    }

    /// Cuts the marked states off a block, as a new one, unless all are marked.
    fn cut(&mut self, block: usize) -> Option<usize> {
        let [begin, marked, end] = self.ranges[block];
        self.ranges[block][1] = begin;
        if marked == end {
            return None;
        }
        let new = self.ranges.len();
        self.ranges.push([begin, begin, marked]);
        self.ranges[block] = [marked, marked, end];
        for &state in &self.order[begin..marked] {
            self.block[state] = new;
        }
        Some(new)
    }
}

/// Splitters that wait.
struct Waiting {
    inputs: usize,
    list: Vec<(usize, usize)>,
    is_in: Vec<bool>,
}

impl Waiting {
    fn add(&mut self, block: usize, input: usize) {
        let at = block * self.inputs + input;
        if self.is_in.len() <= at {
            self.is_in.resize(at + 1, false);
        }
        if !self.is_in[at] {
            self.is_in[at] = true;
            self.list.push((block, input));
        }
    }

    fn take(&mut self) -> Option<(usize, usize)> {
        let (block, input) = self.list.pop()?;
        self.is_in[block * self.inputs + input] = false;
        Some((block, input))
    }

    fn holds(&self, block: usize, input: usize) -> bool {
        self.is_in.get(block * self.inputs + input).copied().unwrap_or(false)
    }
}

/// The class of every state; equal exactly if the states are equivalent. The machine must be complete and
/// deterministic.
pub(crate) fn classes(machine: &Fsm) -> Vec<usize> {
    let mut partition = Partition::new(by_outputs(machine));
    let sources = sources(machine);
    let mut waiting = Waiting { inputs: machine.inputs, list: Vec::new(), is_in: Vec::new() };
    let largest = (0..partition.ranges.len()).max_by_key(|&block| partition.size(block)).unwrap_or(0);
    for block in (0..partition.ranges.len()).filter(|&block| block != largest) {
        (0..machine.inputs).for_each(|input| waiting.add(block, input));
    }
    while let Some((splitter, input)) = waiting.take() {
        let [begin, _, end] = partition.ranges[splitter];
        let members = partition.order[begin..end].to_vec();
        let mut touched = Vec::new();
        for state in members.iter().flat_map(|&state| &sources[input][state]) {
            if partition.mark(*state) {
                touched.push(partition.block[*state]);
            }
        }
        for block in touched {
            let Some(new) = partition.cut(block) else { continue };
            let smaller = if partition.size(new) <= partition.size(block) { new } else { block };
            for input in 0..machine.inputs {
                waiting.add(if waiting.holds(block, input) { new } else { smaller }, input);
            }
        }
    }
    partition.block
}

/// A number for every state; equal for states with equal output rows.
fn by_outputs(machine: &Fsm) -> Vec<usize> {
    let mut known = FxHashMap::default();
    (0..machine.states())
        .map(|state| {
            let row: Vec<usize> = (0..machine.inputs).flat_map(|input| machine.answers(state, input)).collect();
            let fresh = known.len();
            *known.entry(row).or_insert(fresh)
        })
        .collect()
}

/// By input and state, the states that the input takes there.
fn sources(machine: &Fsm) -> Vec<Vec<Vec<usize>>> {
    let mut sources = vec![vec![Vec::new(); machine.states()]; machine.inputs];
    for (state, row) in machine.moves.iter().enumerate() {
        for (input, entry) in row.iter().enumerate() {
            entry.iter().for_each(|&(_, next)| sources[input][next].push(state));
        }
    }
    sources
}
