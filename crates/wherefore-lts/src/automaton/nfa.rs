//! The nondeterministic automaton of a formula, after Thompson: it guesses which way the formula fails.
//!
//! The automaton is built from the end: a path is given the node where it leads to, and gives back the node where it
//! begins. The number of nodes is linear in the formula.

use super::Wait;
use super::alphabet::Alphabet;
use std::collections::BTreeMap;
use wherefore_ir::actions::{Action, Formula, FormulaKind, Regular, RegularKind, Repeat};

/// A state.
#[derive(Debug)]
pub(super) enum Node {
    /// The formula cannot fail.
    Dead,
    /// The formula has failed.
    Accept,
    /// The formula fails if the run ends.
    Deadlock,
    /// The formula fails if the action is avoided forever.
    Wait(usize),
    /// On to a node by any label for which a predicate holds.
    Step { predicate: usize, to: u32 },
    /// Any of these nodes, without a label.
    Split(Vec<u32>),
}

pub(super) struct Nfa {
    pub nodes: Vec<Node>,
    pub initial: u32,
    /// For each predicate, the classes for which it holds.
    pub predicates: Vec<Vec<bool>>,
    /// For each wait, the classes that leave it open.
    pub avoids: Vec<Vec<bool>>,
    waits: Vec<Wait>,
}

impl Nfa {
    pub fn new(formula: &Formula, alphabet: &Alphabet<'_>) -> Nfa {
        let mut builder = Builder::new(alphabet);
        let initial = builder.formula(formula);
        Nfa {
            nodes: builder.nodes,
            initial,
            predicates: builder.predicates,
            avoids: builder.avoids,
            waits: builder.waits,
        }
    }

    pub fn waits(&self) -> &[Wait] {
        &self.waits
    }

    pub fn into_waits(self) -> Vec<Wait> {
        self.waits
    }
}

/// The nodes that there is one of each.
const DEAD: u32 = 0;
pub(super) const ACCEPT: u32 = 1;
const DEADLOCK: u32 = 2;

struct Builder<'a> {
    alphabet: &'a Alphabet<'a>,
    nodes: Vec<Node>,
    predicates: Vec<Vec<bool>>,
    /// Predicates that were met before, by their text.
    known: BTreeMap<String, usize>,
    avoids: Vec<Vec<bool>>,
    waits: Vec<Wait>,
    /// The node of each wait.
    waiting: BTreeMap<Wait, u32>,
}

impl<'a> Builder<'a> {
    fn new(alphabet: &'a Alphabet<'a>) -> Builder<'a> {
        Builder {
            alphabet,
            nodes: vec![Node::Dead, Node::Accept, Node::Deadlock],
            predicates: Vec::new(),
            known: BTreeMap::new(),
            avoids: Vec::new(),
            waits: Vec::new(),
            waiting: BTreeMap::new(),
        }
    }

    fn add(&mut self, node: Node) -> u32 {
        self.nodes.push(node);
        self.nodes.len() as u32 - 1
    }

    fn formula(&mut self, formula: &Formula) -> u32 {
        match &formula.kind {
            FormulaKind::True => DEAD,
            FormulaKind::False => ACCEPT,
            FormulaKind::Progress => DEADLOCK,
            FormulaKind::And(parts) => {
                let parts = parts.iter().map(|part| self.formula(part)).collect();
                self.add(Node::Split(parts))
            }
            FormulaKind::Box(path, inner) => {
                let end = self.formula(inner);
                self.path(path, end)
            }
            FormulaKind::Inevitable { action, deadlock_counts } => self.wait(action, *deadlock_counts),
        }
    }

    /// The beginning of a path that leads to `end`.
    fn path(&mut self, path: &Regular, end: u32) -> u32 {
        match &path.kind {
            RegularKind::Empty => end,
            RegularKind::Action(action) => {
                let predicate = self.predicate(action);
                self.add(Node::Step { predicate, to: end })
            }
            RegularKind::Sequence(parts) => parts.iter().rev().fold(end, |end, part| self.path(part, end)),
            RegularKind::Choice(parts) => {
                let parts = parts.iter().map(|part| self.path(part, end)).collect();
                self.add(Node::Split(parts))
            }
            RegularKind::Repeat(Repeat::Optional, body) => {
                let body = self.path(body, end);
                self.add(Node::Split(vec![body, end]))
            }
            RegularKind::Repeat(repeat, body) => {
                let again = self.add(Node::Dead);
                let body = self.path(body, again);
                self.nodes[again as usize] = Node::Split(vec![body, end]);
                // Behind `+` the body comes first.
                if *repeat == Repeat::Plus { body } else { again }
            }
        }
    }

    fn predicate(&mut self, action: &Action) -> usize {
        let next = self.predicates.len();
        let index = *self.known.entry(action.to_string()).or_insert(next);
        if index == next {
            self.predicates.push(self.alphabet.holds(action));
        }
        index
    }

    /// One node for each wait. One that every label ends can only fail by a run that ends.
    fn wait(&mut self, action: &Action, deadlock_counts: bool) -> u32 {
        let avoids: Vec<bool> = super::matches(action, self.alphabet.labels()).into_iter().map(|m| !m).collect();
        if !avoids.contains(&true) {
            return if deadlock_counts { DEADLOCK } else { DEAD };
        }
        let wait = Wait { avoids, deadlock_counts };
        if let Some(node) = self.waiting.get(&wait) {
            return *node;
        }
        let node = self.add(Node::Wait(self.waits.len()));
        self.avoids.push(self.alphabet.holds(action).into_iter().map(|m| !m).collect());
        self.waiting.insert(wait.clone(), node);
        self.waits.push(wait);
        node
    }
}
