//! Where tests begin: words that reach every state of the reference, and all that can follow for a while.
//!
//! A *state cover* V is a set of input words, the empty one among them, such that every state is reached by some word
//! with some outputs. In a nondeterministic machine a word can reach several states and then counts for all of them. A
//! suite for an implementation with k additional states goes on from V with all words of up to k + 1 inputs: one of
//! these enters each state that the reference does not have, and one input more leaves it.
//!
//! Example: the machine of `machine.rs` has V = {empty, a}; without additional states the prefixes are V and {a, b, aa, ab}.

use crate::{Fsm, MethodError, split::Splitting, tree::Tree};

/// A reference that is complete, observable and minimal, as every method demands. A partial one is completed.
pub(crate) fn prepared(reference: &Fsm) -> Result<Fsm, MethodError> {
    if !reference.is_observable() {
        return Err(MethodError::NotObservable);
    }
    let full = reference.complete(reference.outputs);
    let mut classes = Splitting::new(&full).class;
    classes.sort_unstable();
    classes.dedup();
    let is_reached = shortest_words(&full).len() == full.states();
    if classes.len() == full.states() && is_reached { Ok(full) } else { Err(MethodError::NotMinimal) }
}

/// A deterministic reference as [`prepared`] makes it.
pub(crate) fn deterministic(reference: &Fsm) -> Result<Fsm, MethodError> {
    if reference.is_deterministic() { prepared(reference) } else { Err(MethodError::NotDeterministic) }
}

/// A word for every reached state, breadth first, shorter words first.
fn shortest_words(machine: &Fsm) -> Vec<(usize, Vec<usize>)> {
    let mut is_known = vec![false; machine.states()];
    is_known[machine.initial] = true;
    let mut found = vec![(machine.initial, Vec::new())];
    let mut at = 0;
    while let Some((state, word)) = found.get(at).cloned() {
        for input in 0..machine.inputs {
            for &(_, next) in machine.moves(state, input) {
                if !std::mem::replace(&mut is_known[next], true) {
                    let longer = word.iter().copied().chain([input]).collect();
                    found.push((next, longer));
                }
            }
        }
        at += 1;
    }
    found
}

/// Puts a state cover into a tree; returns its nodes, of which no two are the same.
pub(crate) fn state_cover(tree: &mut Tree) -> Result<Vec<usize>, MethodError> {
    let mut is_covered = vec![false; tree.reference.states()];
    let mut nodes = Vec::new();
    for (state, word) in shortest_words(tree.reference) {
        if is_covered[state] {
            continue;
        }
        let node = tree.append(0, &word)?;
        tree.reached(node).iter().for_each(|&state| is_covered[state] = true);
        nodes.push(node);
    }
    Ok(nodes)
}

/// The nodes that follow some nodes by exactly one input, all made if need be; sorted, each once.
pub(crate) fn followers(tree: &mut Tree, nodes: &[usize]) -> Result<Vec<usize>, MethodError> {
    let mut next = Vec::new();
    for &node in nodes {
        for input in 0..tree.reference.inputs {
            next.push(tree.child(node, input)?);
        }
    }
    next.sort_unstable();
    next.dedup();
    Ok(next)
}
