//! A partition of states that is only ever made finer, with the tree of its splits.
//!
//! The members of a block lie side by side. When a block is split, its largest part keeps the number of the block: so a state gets
//! a new number at most as often as its block can be halved.

/// A block that was there after some round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    /// The block that it was split from; of the root, itself.
    pub parent: u32,
    /// The round that made it.
    pub level: u32,
    /// One of its states.
    pub state: u32,
}

/// Blocks of states.
#[derive(Clone, Debug)]
pub struct Partition {
    members: Vec<u32>,
    place: Vec<u32>,
    block: Vec<u32>,
    ranges: Vec<(u32, u32)>,
    nodes: Vec<u32>,
    tree: Vec<Node>,
}

impl Partition {
    /// All states in one block.
    pub fn new(states: u32) -> Partition {
        Partition {
            members: (0..states).collect(),
            place: (0..states).collect(),
            block: vec![0; states as usize],
            ranges: vec![(0, states)],
            nodes: vec![0],
            tree: vec![Node { parent: 0, level: 0, state: 0 }],
        }
    }

    /// The block of a state.
    #[inline]
    pub fn block(&self, state: u32) -> u32 {
        self.block[state as usize]
    }

    /// The block of every state.
    pub fn blocks(&self) -> &[u32] {
        &self.block
    }

    /// How many blocks there are.
    pub fn count(&self) -> usize {
        self.ranges.len()
    }

    /// Splits a block into these groups of its states and the rest; `changed` gets the states whose block has another number.
    pub fn split(&mut self, block: u32, groups: &[&[u32]], level: u32, changed: &mut Vec<u32>) {
        let (start, end) = self.ranges[block as usize];
        let mut cut = end;
        let mut parts: Vec<(u32, u32)> = Vec::with_capacity(groups.len() + 1);
        for group in groups {
            let last = cut;
            for state in *group {
                cut -= 1;
                self.swap(*state, cut);
            }
            parts.push((cut, last));
        }
        if cut > start {
            parts.push((start, cut));
        }
        if parts.len() < 2 {
            return;
        }
        let largest = (0..parts.len()).max_by_key(|part| parts[*part].1 - parts[*part].0).unwrap_or(0);
        let parent = self.nodes[block as usize];
        for (index, (from, to)) in parts.into_iter().enumerate() {
            self.tree.push(Node { parent, level, state: self.members[from as usize] });
            let node = self.tree.len() as u32 - 1;
            if index == largest {
                self.ranges[block as usize] = (from, to);
                self.nodes[block as usize] = node;
                continue;
            }
            let number = self.ranges.len() as u32;
            self.ranges.push((from, to));
            self.nodes.push(node);
            for place in from..to {
                let state = self.members[place as usize];
                self.block[state as usize] = number;
                changed.push(state);
            }
        }
    }

    fn swap(&mut self, state: u32, place: u32) {
        let (old, other) = (self.place[state as usize], self.members[place as usize]);
        self.members.swap(old as usize, place as usize);
        self.place[state as usize] = place;
        self.place[other as usize] = old;
    }

    /// A block that was there.
    pub fn node(&self, node: u32) -> Node {
        self.tree[node as usize]
    }

    /// The block of a state after a round.
    pub fn at(&self, state: u32, level: u32) -> u32 {
        let mut node = self.nodes[self.block(state) as usize];
        while self.node(node).level > level {
            node = self.node(node).parent;
        }
        node
    }

    /// For two blocks of which neither lies in the other: the parts of one split in which they lie.
    pub fn parting(&self, mut one: u32, mut two: u32) -> (u32, u32) {
        loop {
            let (a, b) = (self.node(one), self.node(two));
            if a.parent == b.parent || a.level == 0 || b.level == 0 {
                return (one, two);
            }
            if a.level >= b.level {
                one = a.parent;
            }
            if b.level >= a.level {
                two = b.parent;
            }
        }
    }
}
