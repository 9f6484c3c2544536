//! Which states differ, and by which shortest words: a splitting tree, level by level.
//!
//! Level 1 divides the states by what they can answer to each input, level k + 1 by the blocks of level k that their
//! moves lead to (Moore 1956). The tree keeps every block that there ever was, and with a block that was divided, at
//! which level: that is the length of the shortest words that distinguish its parts (Lee and Yannakakis 1994; Smetsers,
//! Moerman and Jansen 2016 for shortest words). So the word of two states is read off by walking: at level 1 take an
//! input whose answers differ; at level k an input with a common answer whose next states were separated at level k -
//! 1.
//!
//! No table of pairs is kept. After a level only the states are looked at whose moves lead to a block with a new
//! number, and the largest part of a block keeps the number of the whole.
//!
//! Example: states 0 to 3 in a row, input a goes one to the right (3 stays), only 3 answers 1. The root {0 1 2 3} is
//! divided at level 1 into {0 1 2} {3}, at level 2 {0 1 2} into {0 1} {2}, at level 3 {0 1} into {0} {1}. States 0 and
//! 1 have the lowest common block {0 1}, level 3: their word is a a a.

use crate::Fsm;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// A block that there was.
struct Block {
    parent: usize,
    /// Blocks above it.
    depth: usize,
    /// The level at which it was divided; 0 if it never was.
    level: usize,
}

/// The splitting tree of an observable machine.
pub(crate) struct Splitting<'a> {
    machine: &'a Fsm,
    blocks: Vec<Block>,
    /// By state, its last block.
    leaf: Vec<usize>,
    /// By state, the number of its class.
    pub(crate) class: Vec<usize>,
}

/// State that changes from one level to the next.
struct Growing<'a> {
    tree: Splitting<'a>,
    /// By class, its block and its states.
    members: Vec<(usize, Vec<usize>)>,
    sources: Vec<Vec<usize>>,
}

impl<'a> Splitting<'a> {
    /// Refines until nothing changes.
    pub(crate) fn new(machine: &'a Fsm) -> Self {
        let states = machine.states();
        let root = Block { parent: 0, depth: 0, level: 0 };
        let tree = Self { machine, blocks: vec![root], leaf: vec![0; states], class: vec![0; states] };
        let mut sources = vec![Vec::new(); states];
        for (state, row) in machine.moves.iter().enumerate() {
            row.iter().flatten().for_each(|&(_, next)| sources[next].push(state));
        }
        let mut growing = Growing { tree, members: vec![(0, (0..states).collect())], sources };
        let mut moved = growing.first_level();
        let mut level = 2;
        while !moved.is_empty() {
            moved = growing.next_level(&moved, level);
            level += 1;
        }
        growing.tree
    }

    /// The length of the shortest words that distinguish two states; none if they are equivalent.
    pub(crate) fn separation(&self, left: usize, right: usize) -> Option<usize> {
        let (mut left, mut right) = (self.leaf[left], self.leaf[right]);
        if left == right {
            return None;
        }
        while left != right {
            let deeper = if self.blocks[left].depth >= self.blocks[right].depth { &mut left } else { &mut right };
            *deeper = self.blocks[*deeper].parent;
        }
        Some(self.blocks[left].level)
    }

    /// A shortest word that distinguishes two states; none if they are equivalent.
    pub(crate) fn word(&self, mut left: usize, mut right: usize) -> Option<Vec<usize>> {
        let mut word = Vec::new();
        for level in (1..=self.separation(left, right)?).rev() {
            let (input, next) = (0..self.machine.inputs).find_map(|input| self.apart(left, right, input, level))?;
            word.push(input);
            (left, right) = next;
        }
        Some(word)
    }

    /// Whether words of a length that begin with an input distinguish two states; with the next states to go on with.
    fn apart(&self, left: usize, right: usize, input: usize, length: usize) -> Option<(usize, (usize, usize))> {
        match self.machine.step_both(left, self.machine, right, input) {
            None => Some((input, (left, right))),
            Some(mut pairs) => pairs
                .find(|&(left, right)| self.separation(left, right).is_some_and(|level| level < length))
                .map(|pair| (input, pair)),
        }
    }
}

impl Growing<'_> {
    /// Divides all states by their answers.
    fn first_level(&mut self) -> Vec<usize> {
        let machine = self.tree.machine;
        let mut groups: BTreeMap<Vec<Vec<usize>>, Vec<usize>> = BTreeMap::new();
        for state in 0..machine.states() {
            let row = (0..machine.inputs).map(|input| machine.answers(state, input).collect()).collect();
            groups.entry(row).or_default().push(state);
        }
        self.divide(0, groups.into_values().collect(), 1)
    }

    /// Divides the blocks of those states whose moves lead to a state in `moved`; returns the states with a new number.
    fn next_level(&mut self, moved: &[usize], level: usize) -> Vec<usize> {
        let touched: FxHashSet<usize> = moved.iter().flat_map(|&state| &self.sources[state]).copied().collect();
        let mut by_class: BTreeMap<usize, FxHashMap<Vec<usize>, Vec<usize>>> = BTreeMap::new();
        let mut in_order: Vec<usize> = touched.iter().copied().collect();
        in_order.sort_unstable();
        for state in in_order {
            let row = &self.tree.machine.moves[state];
            let signature = row.iter().flatten().map(|&(_, next)| self.tree.class[next]).collect();
            by_class.entry(self.tree.class[state]).or_default().entry(signature).or_default().push(state);
        }
        let mut again = Vec::new();
        for (class, groups) in by_class {
            let mut parts: Vec<Vec<usize>> = groups.into_values().collect();
            parts.sort_unstable();
            let rest: Vec<usize> =
                self.members[class].1.iter().copied().filter(|state| !touched.contains(state)).collect();
            parts.extend((!rest.is_empty()).then_some(rest));
            again.extend(self.divide(class, parts, level));
        }
        again
    }

    /// Replaces a class by its parts; returns the states with a new number: all but those of the largest part.
    fn divide(&mut self, class: usize, mut parts: Vec<Vec<usize>>, level: usize) -> Vec<usize> {
        if parts.len() < 2 {
            return Vec::new();
        }
        let parent = self.members[class].0;
        self.tree.blocks[parent].level = level;
        let largest = (0..parts.len()).max_by_key(|&part| parts[part].len()).unwrap_or(0);
        parts.swap(0, largest);
        let mut moved = Vec::new();
        for (at, part) in parts.into_iter().enumerate() {
            let block = self.tree.blocks.len();
            let depth = self.tree.blocks[parent].depth + 1;
            self.tree.blocks.push(Block { parent, depth, level: 0 });
            part.iter().for_each(|&state| self.tree.leaf[state] = block);
            if at == 0 {
                self.members[class] = (block, part);
                continue;
            }
            part.iter().for_each(|&state| self.tree.class[state] = self.members.len());
            moved.extend(&part);
            self.members.push((block, part));
        }
        moved
    }
}
