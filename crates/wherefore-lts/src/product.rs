//! The product of a graph with the automaton of a property. Only its moves are stored: its states are bits of sets.

use crate::automaton::{Automaton, Patterned};
use crate::moves::{Moves, NOWHERE};
use crate::route::{Route, Size};
use crate::set::{FieldLayout, Set};
use std::sync::Arc;

/// A product, and where a run through it begins: in the first state of the automaton.
#[derive(Debug)]
pub struct Product {
    /// The automaton of the property.
    pub automaton: Automaton,
    /// Its moves; the bad state has none, what follows a violation does not matter.
    pub moves: Arc<Moves>,
    /// The shape of sets of product states.
    pub shape: FieldLayout,
    /// The initial state of the graph.
    pub initial: u32,
    /// How runs fail, where the automaton does not say.
    pub ended: Option<Ended>,
}

/// How runs fail in a product whose states are configurations: see [`crate::configured`].
#[derive(Debug)]
pub struct Ended {
    /// Where the actions of a run have broken the property.
    pub broken: Arc<Set>,
    /// Whether runs can fail by going on for ever.
    pub is_endless: bool,
}

impl Product {
    /// The product of the graph of a route with an automaton.
    pub fn new(route: &impl Route, automaton: Automaton) -> Product {
        let Size { states, initial, .. } = route.size();
        let class = (0..route.labels().len() as u32).map(|l| automaton.class(l)).collect();
        let step = |q, c| if automaton.bad() == Some(q) { None } else { automaton.step(q, c) };
        let moves = moves(automaton.states(), automaton.classes(), class, step);
        let shape = FieldLayout::new(states, automaton.states());
        Product { automaton, moves: Arc::new(moves), shape, initial, ended: None }
    }

    /// Whether every run that fails does so after finitely many steps.
    pub fn is_safety(&self) -> bool {
        self.automaton.is_safety() && self.ended.as_ref().is_none_or(|ended| !ended.is_endless)
    }

    /// Whether the actions of a run have broken the property in a product state.
    pub fn is_broken(&self, state: u32, inner: u32) -> bool {
        self.automaton.bad() == Some(inner)
            || self.ended.as_ref().is_some_and(|ended| ended.broken.contains(state, inner))
    }

    /// For each automaton state whether it is not the bad one and some label leads to where nothing can fail any more.
    pub fn dropping(&self) -> Vec<bool> {
        let drops = |q: u32| (0..self.automaton.classes()).any(|c| self.automaton.step(q, c).is_none());
        (0..self.automaton.states()).map(|q| self.automaton.bad() != Some(q) && drops(q)).collect()
    }

    /// The moves and the shape of the product with an automaton that also follows a pattern.
    pub fn with_pattern(&self, pattern: &Patterned<'_>, labels: usize) -> (Arc<Moves>, FieldLayout) {
        let class = (0..labels as u32).map(|l| pattern.class(l)).collect();
        let bad = |q| self.automaton.bad() == Some(pattern.project(q).0);
        let step = |q, c| if bad(q) { None } else { pattern.step(q, c) };
        let moves = moves(pattern.states(), pattern.classes(), class, step);
        (Arc::new(moves), FieldLayout::new(self.shape.states(), pattern.states()))
    }
}

fn moves(states: u32, classes: u32, class: Vec<u32>, step: impl Fn(u32, u32) -> Option<u32>) -> Moves {
    let all = (0..classes).flat_map(|c| (0..states).map(move |q| (q, c)));
    Moves::new(states, class, all.map(|(q, c)| step(q, c).unwrap_or(NOWHERE)).collect())
}
