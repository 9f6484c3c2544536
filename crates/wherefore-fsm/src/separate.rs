//! Separating two prefixes of a growing suite, as cheaply as what is already there allows.
//!
//! Two prefixes that reach different states of a deterministic reference are *separated* in a suite if both go on in it
//! with some common word to which the two states answer differently: an implementation that passes is then in different
//! states after them, too. If they are not separated yet, a word has to be added after both. Its price is what the suite
//! grows by: nothing where the word is there, one input where it lengthens a leaf, a whole new case with its way from the
//! initial state where it branches off. The cheapest word is searched with the prefix trees of both as a guide (best first,
//! after Dijkstra); as soon as it has left both trees, a shortest separating word is the best way on.
//!
//! Example: states are distinguished by a or by bb; the suite has the words uaa and vb. Adding a after v makes a new case
//! va, while b after v is there: bb would lengthen vb by one input but also start the case ubb. The prices are |v| + 2
//! and |u| + 4; if v is short, a wins.

use crate::difference::word_to;
use crate::{MethodError, split::Splitting, tree::Tree};
use rustc_hash::FxHashSet;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Steps of a search, after which the cheapest word found so far is taken.
const PATIENCE: usize = 400;

/// A place in the search: after the same word, both nodes as far as they exist, both states.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct PairState {
    nodes: [Option<usize>; 2],
    states: [usize; 2],
}

/// A place, the place that it was found from, and the input in between.
struct Step {
    place: PairState,
    from: usize,
    input: usize,
}

/// Whether two prefixes are separated in the suite so far.
pub(crate) fn are_separated(tree: &Tree, left: usize, right: usize) -> bool {
    let mut stack = vec![(tree.class(left), tree.class(right))];
    let mut seen = FxHashSet::default();
    while let Some((left, right)) = stack.pop() {
        let states = [tree.state(left), tree.state(right)];
        if states[0] == states[1] || !seen.insert((left, right)) {
            continue;
        }
        for (input, after_left) in tree.children(left) {
            let Some(after_right) = tree.get(right, input) else { continue };
            if tree.reference.answers(states[0], input).ne(tree.reference.answers(states[1], input)) {
                return true;
            }
            stack.push((after_left, after_right));
        }
    }
    false
}

/// Separates two prefixes that reach different states, unless they are separated already.
pub(crate) fn separate(tree: &mut Tree, splitting: &Splitting, left: usize, right: usize) -> Result<(), MethodError> {
    if tree.state(left) == tree.state(right) || are_separated(tree, left, right) {
        return Ok(());
    }
    let word = cheapest(tree, splitting, left, right);
    tree.append(left, &word)?;
    tree.append(right, &word)?;
    Ok(())
}

/// A word that separates two prefixes at the lowest price found.
fn cheapest(tree: &Tree, splitting: &Splitting, left: usize, right: usize) -> Vec<usize> {
    let place = PairState { nodes: [Some(left), Some(right)], states: [tree.state(left), tree.state(right)] };
    let mut steps = vec![Step { place, from: 0, input: 0 }];
    let mut open = BinaryHeap::from([Reverse((0, 0))]);
    let fallback = splitting.word(place.states[0], place.states[1]).unwrap_or_default();
    let mut best = (price_of(tree, place, &fallback), fallback);
    let mut seen = FxHashSet::default();
    for _ in 0..PATIENCE {
        let Some(Reverse((price, at))) = open.pop().filter(|open| open.0.0 < best.0) else { break };
        let here = steps[at].place;
        if !seen.insert(here) {
            continue;
        }
        for input in 0..tree.reference.inputs {
            let price = price + here.nodes.iter().map(|&node| tree.price(node, input)).sum::<usize>();
            let Some(next) = next(tree, here, input) else {
                if price < best.0 {
                    best = (price, word_to(at, input, |step| (steps[step].from, steps[step].input)));
                }
                continue;
            };
            let Some(length) = splitting.separation(next.states[0], next.states[1]) else { continue };
            steps.push(Step { place: next, from: at, input });
            if next.nodes != [None, None] {
                open.push(Reverse((price, steps.len() - 1)));
            } else if price + 2 * length < best.0 {
                let mut word = word_to(at, input, |step| (steps[step].from, steps[step].input));
                word.extend(splitting.word(next.states[0], next.states[1]).unwrap_or_default());
                best = (price + 2 * length, word);
            }
        }
    }
    best.1
}

/// The place after one input more; none if the states answer it differently.
fn next(tree: &Tree, place: PairState, input: usize) -> Option<PairState> {
    let [left, right] = place.states;
    let states = tree.reference.step_both(left, tree.reference, right, input)?.next()?;
    Some(PairState { nodes: place.nodes.map(|node| tree.get(node?, input)), states: [states.0, states.1] })
}

/// Makes the tree distinguish every two of these nodes.
pub(crate) fn separate_all(tree: &mut Tree, splitting: &Splitting, nodes: &[usize]) -> Result<(), MethodError> {
    for (at, &left) in nodes.iter().enumerate() {
        for &right in &nodes[at + 1..] {
            separate(tree, splitting, left, right)?;
        }
    }
    Ok(())
}

/// Growth of the suite if both nodes of a place go on with a word.
fn price_of(tree: &Tree, place: PairState, word: &[usize]) -> usize {
    let mut sum = 0;
    for mut node in place.nodes {
        for &input in word {
            sum += tree.price(node, input);
            node = node.and_then(|node| tree.get(node, input));
        }
    }
    sum
}
