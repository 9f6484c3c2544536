//! A suite while it grows: the tree of the prefixes of its words, and the states of the reference that each prefix
//! reaches.
//!
//! A word that is a prefix of another is an inner node and vanishes by itself; the words of the suite are the leaves. A
//! word that is appended where it is already there costs nothing, which is what the methods play for.
//!
//! Prefixes can be declared *convergent*: every implementation that passes is in the same state after them (see
//! `spyh_method`). They then form one class. What follows one of them counts as following all, so a longer word goes after
//! whichever is cheapest, and the prefixes one input later are convergent as well. Methods that declare nothing have a
//! class for each prefix. A class is named by one of its nodes, which `class` finds.
//!
//! Example: the words aab and ba, with a and b convergent. Then aa and ba are one class, which goes on with b. Appending
//! abb to b therefore starts no case babb: ab is there after the class of b, as aab, which becomes aabb.

use crate::{Fsm, MethodError, Suite};

/// A prefix, and what is known of its class if it names it.
struct Node {
    parent: usize,
    /// The last input.
    input: usize,
    depth: usize,
    is_leaf: bool,
    /// The states that the prefix can reach; one if the reference is deterministic.
    reached: Vec<usize>,
    /// A node of the same class that is closer to the one that names it; itself if it does.
    class: usize,
    /// Nodes of a class.
    members: Vec<usize>,
    /// Children of a class: inputs by which some member goes on, with some node of the class after it; sorted.
    children: Vec<(usize, usize)>,
}

/// The prefixes of a suite. Nodes are numbers; the empty word is 0.
pub(crate) struct Tree<'a> {
    pub(crate) reference: &'a Fsm,
    nodes: Vec<Node>,
    limit: usize,
}

impl<'a> Tree<'a> {
    /// Only the empty word.
    pub(crate) fn new(reference: &'a Fsm, limit: usize) -> Self {
        let mut tree = Self { reference, nodes: Vec::new(), limit };
        tree.push(0, 0, 0, vec![reference.initial]);
        tree
    }

    fn push(&mut self, parent: usize, input: usize, depth: usize, reached: Vec<usize>) {
        let new = self.nodes.len();
        let (members, children) = (vec![new], Vec::new());
        self.nodes.push(Node { parent, input, depth, is_leaf: true, reached, class: new, members, children });
    }

    /// The node that names the class of a node.
    pub(crate) fn class(&self, mut node: usize) -> usize {
        while self.nodes[node].class != node {
            node = self.nodes[node].class;
        }
        node
    }

    /// The states that a prefix can reach.
    pub(crate) fn reached(&self, node: usize) -> &[usize] {
        &self.nodes[node].reached
    }

    /// The state that a prefix reaches, for a deterministic reference.
    pub(crate) fn state(&self, node: usize) -> usize {
        self.nodes[node].reached.first().copied().unwrap_or(self.reference.initial)
    }

    /// The inputs by which a class goes on, with the classes after them.
    pub(crate) fn children(&self, node: usize) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.nodes[self.class(node)].children.iter().map(|&(input, child)| (input, self.class(child)))
    }

    /// The class that is longer by an input, if it is there.
    pub(crate) fn get(&self, node: usize, input: usize) -> Option<usize> {
        let children = &self.nodes[self.class(node)].children;
        let at = children.binary_search_by_key(&input, |child| child.0).ok()?;
        Some(self.class(children[at].1))
    }

    /// Growth of the suite if a class goes on with an input, and the prefix that should: nothing if it does already,
    /// one input if a leaf becomes longer, otherwise a case with its way from the initial state and a reset.
    fn offer(&self, node: usize, input: usize) -> (usize, usize) {
        let class = self.class(node);
        if self.get(class, input).is_some() {
            return (0, class);
        }
        let price = |&member: &usize| if self.nodes[member].is_leaf { 1 } else { self.nodes[member].depth + 2 };
        let members = self.nodes[class].members.iter();
        members.map(|member| (price(member), *member)).min().unwrap_or((1, class))
    }

    /// Growth of the suite if a class goes on with an input; `None` stands for a class that does not exist yet.
    pub(crate) fn price(&self, node: Option<usize>, input: usize) -> usize {
        node.map_or(1, |node| self.offer(node, input).0)
    }

    /// The class that is longer by an input, made if need be.
    pub(crate) fn child(&mut self, node: usize, input: usize) -> Result<usize, MethodError> {
        if let Some(known) = self.get(node, input) {
            return Ok(known);
        }
        let new = self.nodes.len();
        if new > self.limit {
            return Err(MethodError::TooLarge { prefixes: self.limit });
        }
        let member = self.offer(node, input).1;
        let reached = self.reference.after(&self.nodes[member].reached, input);
        self.push(member, input, self.nodes[member].depth + 1, reached);
        self.nodes[member].is_leaf = false;
        let class = self.class(node);
        let children = &mut self.nodes[class].children;
        let at = children.partition_point(|child| child.0 < input);
        children.insert(at, (input, new));
        Ok(new)
    }

    /// Appends a word to a class; returns where it ends.
    pub(crate) fn append(&mut self, node: usize, word: &[usize]) -> Result<usize, MethodError> {
        word.iter().try_fold(node, |node, &input| self.child(node, input))
    }

    /// Declares two prefixes convergent, and with them all that follow both by the same inputs.
    pub(crate) fn merge(&mut self, left: usize, right: usize) {
        let mut pairs = vec![(left, right)];
        while let Some((left, right)) = pairs.pop() {
            let (mut into, mut from) = (self.class(left), self.class(right));
            if into == from {
                continue;
            }
            if self.nodes[into].members.len() < self.nodes[from].members.len() {
                std::mem::swap(&mut into, &mut from);
            }
            self.nodes[from].class = into;
            let members = std::mem::take(&mut self.nodes[from].members);
            self.nodes[into].members.extend(members);
            for (input, child) in std::mem::take(&mut self.nodes[from].children) {
                let children = &mut self.nodes[into].children;
                match children.binary_search_by_key(&input, |child| child.0) {
                    Ok(at) => pairs.push((children[at].1, child)),
                    Err(at) => children.insert(at, (input, child)),
                }
            }
        }
    }

    /// The leaves as words.
    pub(crate) fn suite(&self) -> Suite {
        let leaves = (1..self.nodes.len()).filter(|&node| self.nodes[node].is_leaf);
        let mut words: Vec<Vec<usize>> = leaves.map(|leaf| self.path(leaf)).collect();
        words.sort_unstable();
        Suite { words }
    }

    /// The word of a node.
    fn path(&self, mut node: usize) -> Vec<usize> {
        let mut word = Vec::with_capacity(self.nodes[node].depth);
        while node != 0 {
            word.push(self.nodes[node].input);
            node = self.nodes[node].parent;
        }
        word.reverse();
        word
    }
}
