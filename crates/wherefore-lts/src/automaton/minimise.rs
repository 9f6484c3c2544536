//! The smallest automaton that does the same, with its states in breadth-first order.
//!
//! First the states from which the formula cannot fail are dropped. Then Hopcroft's algorithm splits the states by how
//! they are marked, and further as long as some class of labels distinguishes two states of one block: every block is once
//! used as a splitter, and of a block that is split the smaller part is used again. The dropped states are a block that
//! is never used, which the algorithm allows for one of them.

use super::subset::{Mark, Table};
use std::collections::BTreeMap;

pub(super) fn minimise(table: Table) -> Table {
    let table = trimmed(table);
    let mut partition = Partition::by_mark(&table.marks);
    let inverse = Inverse::of(&table);
    let mut splitters: Vec<usize> = (0..partition.blocks.len()).collect();
    while let Some(block) = splitters.pop() {
        let splitter = partition.states(block).to_vec();
        for class in 0..table.classes {
            splitter.iter().flat_map(|q| inverse.sources(*q, class)).for_each(|q| partition.mark(*q));
            splitters.extend(partition.split());
        }
    }
    quotient(&table, &partition)
}

/// Without the states from which no marked state is reached; the initial one stays.
fn trimmed(mut table: Table) -> Table {
    let inverse = Inverse::of(&table);
    let marked = |mark: &Mark| *mark != Mark::default();
    let mut live: Vec<bool> = table.marks.iter().map(marked).collect();
    let mut stack: Vec<u32> = (0..live.len() as u32).filter(|q| live[*q as usize]).collect();
    while let Some(state) = stack.pop() {
        for source in (0..table.classes).flat_map(|class| inverse.sources(state, class)) {
            if !std::mem::replace(&mut live[*source as usize], true) {
                stack.push(*source);
            }
        }
    }
    for next in &mut table.next {
        *next = next.filter(|q| live[*q as usize]);
    }
    table
}

/// The transitions backwards.
struct Inverse {
    states: usize,
    /// For each class and state, where its sources begin; one more at the end.
    begin: Vec<u32>,
    sources: Vec<u32>,
}

impl Inverse {
    fn of(table: &Table) -> Inverse {
        let (states, classes) = (table.marks.len(), table.classes as usize);
        let mut begin = vec![0; states * classes + 1];
        let edges = || {
            let numbered = table.next.iter().enumerate();
            numbered.filter_map(|(i, next)| next.map(|q| ((i / classes) as u32, i % classes * states + q as usize)))
        };
        edges().for_each(|(_, key)| begin[key + 1] += 1);
        (1..begin.len()).for_each(|i| begin[i] += begin[i - 1]);
        let mut free = begin.clone();
        let mut sources = vec![0; edges().count()];
        for (source, key) in edges() {
            sources[free[key] as usize] = source;
            free[key] += 1;
        }
        Inverse { states, begin, sources }
    }

    /// The states from which a class leads to `state`.
    fn sources(&self, state: u32, class: u32) -> &[u32] {
        let key = class as usize * self.states + state as usize;
        &self.sources[self.begin[key] as usize..self.begin[key + 1] as usize]
    }
}

/// Blocks of states. Each is a range of `order`, with the marked states at its beginning.
struct Partition {
    order: Vec<u32>,
    /// Where each state stands in `order`.
    place: Vec<usize>,
    block_of: Vec<usize>,
    blocks: Vec<Block>,
    /// Blocks with marked states.
    touched: Vec<usize>,
}

#[derive(Clone, Copy)]
struct Block {
    begin: usize,
    end: usize,
    marked: usize,
}

impl Partition {
    fn by_mark(marks: &[Mark]) -> Partition {
        let mut groups: BTreeMap<&Mark, Vec<u32>> = BTreeMap::new();
        (0..).zip(marks).for_each(|(state, mark)| groups.entry(mark).or_default().push(state));
        let mut partition = Partition {
            order: Vec::new(),
            place: vec![0; marks.len()],
            block_of: vec![0; marks.len()],
            blocks: Vec::new(),
            touched: Vec::new(),
        };
        for group in groups.into_values() {
            let begin = partition.order.len();
            for state in group {
                partition.place[state as usize] = partition.order.len();
                partition.block_of[state as usize] = partition.blocks.len();
                partition.order.push(state);
            }
            partition.blocks.push(Block { begin, end: partition.order.len(), marked: 0 });
        }
        partition
    }

    fn states(&self, block: usize) -> &[u32] {
        &self.order[self.blocks[block].begin..self.blocks[block].end]
    }

    /// Marks a state that is not marked yet.
    fn mark(&mut self, state: u32) {
        let index = self.block_of[state as usize];
        let block = &mut self.blocks[index];
        let (from, to) = (self.place[state as usize], block.begin + block.marked);
        let other = self.order[to];
        self.order.swap(from, to);
        self.place[state as usize] = to;
        self.place[other as usize] = from;
        block.marked += 1;
        if block.marked == 1 {
            self.touched.push(index);
        }
    }

    /// Splits every block of which some states are marked and some are not; the smaller parts are the new blocks.
    fn split(&mut self) -> Vec<usize> {
        let mut new = Vec::new();
        for index in std::mem::take(&mut self.touched) {
            let Block { begin, end, marked } = self.blocks[index];
            self.blocks[index].marked = 0;
            let middle = begin + marked;
            if middle == end {
                continue;
            }
            let marked_is_smaller = marked <= end - middle;
            let (small, large) =
                if marked_is_smaller { ((begin, middle), (middle, end)) } else { ((middle, end), (begin, middle)) };
            self.blocks[index] = Block { begin: large.0, end: large.1, marked: 0 };
            let number = self.blocks.len();
            self.order[small.0..small.1].iter().for_each(|q| self.block_of[*q as usize] = number);
            self.blocks.push(Block { begin: small.0, end: small.1, marked: 0 });
            new.push(number);
        }
        new
    }
}

/// One state for each block that is reached, in breadth-first order by class.
fn quotient(table: &Table, partition: &Partition) -> Table {
    let classes = table.classes as usize;
    let mut number: Vec<Option<u32>> = vec![None; partition.blocks.len()];
    let mut reached = vec![partition.block_of[0]];
    number[reached[0]] = Some(0);
    let (mut next, mut marks) = (Vec::new(), Vec::new());
    let mut at = 0;
    while let Some(block) = reached.get(at).copied() {
        at += 1;
        let state = partition.states(block)[0] as usize;
        marks.push(table.marks[state].clone());
        for successor in &table.next[state * classes..(state + 1) * classes] {
            let block = successor.map(|q| partition.block_of[q as usize]);
            next.push(block.map(|b| {
                *number[b].get_or_insert_with(|| {
                    reached.push(b);
                    reached.len() as u32 - 1
                })
            }));
        }
    }
    Table { classes: table.classes, next, marks }
}
