//! The W-method, for deterministic and for nondeterministic observable references.
//!
//! W, Wp and HSI apply words that recognise states after the same prefixes: those of a state cover V, followed by up to
//! k + 1 inputs, where k = m - n is the number of additional states (see `cover`). They differ in which words; W applies
//! the whole characterising set after each prefix.
//!
//! In a nondeterministic reference a prefix can reach several states; then the words of all of them are applied. The
//! arguments are about pairs of states that the same inputs and outputs lead to, and hold as they are: under the
//! complete testing assumption every output word of the reference is seen, or the implementation fails.
//!
//! Example: the machine of `machine.rs`, m = n = 2, W = {a}, V = {empty, a}. Prefixes: empty, a, b, aa, ab. W gives
//! a, aa, ba, aaa, aba, and without prefixes of others the suite aaa, aba, ba.
//!
//! Chow 1978, "Testing software design modeled by finite-state machines".

use crate::cover::{followers, prepared, state_cover};
use crate::identify::Identifiers;
use crate::tree::Tree;
use crate::{Bound, Fsm, MethodError, Suite};

/// Appends the words of W whose places are given.
fn recognise(tree: &mut Tree, node: usize, words: &[Vec<usize>], places: &[usize]) -> Result<(), MethodError> {
    places.iter().try_for_each(|&place| tree.append(node, &words[place]).map(|_| ()))
}

/// A complete suite: a characterising set after every prefix. A partial reference is completed by refusals.
pub fn w_method(reference: &Fsm, bound: Bound) -> Result<Suite, MethodError> {
    let all = |known: &Identifiers| (0..known.words.len()).collect::<Vec<_>>();
    build(reference, bound, |known, _| all(known), |known, _| all(known))
}

/// A suite out of the words to apply in a state of the reference: `before` after all prefixes but those with the most
/// additional inputs, `last` after these.
pub(crate) fn build(
    reference: &Fsm,
    bound: Bound,
    before: impl Fn(&Identifiers, usize) -> Vec<usize>,
    last: impl Fn(&Identifiers, usize) -> Vec<usize>,
) -> Result<Suite, MethodError> {
    let full = prepared(reference)?;
    let known = Identifiers::new(&full);
    let before: Vec<Vec<usize>> = (0..full.states()).map(|state| before(&known, state)).collect();
    let last: Vec<Vec<usize>> = (0..full.states()).map(|state| last(&known, state)).collect();
    let mut tree = Tree::new(&full, bound.prefixes);
    let mut nodes = state_cover(&mut tree)?;
    let additional = bound.additional(&full);
    for inputs in 0..=additional + 1 {
        let chosen = if inputs > additional { &last } else { &before };
        for &node in &nodes {
            for state in tree.reached(node).to_vec() {
                recognise(&mut tree, node, &known.words, &chosen[state])?;
            }
        }
        if inputs > additional || full.inputs == 0 {
            break;
        }
        nodes = followers(&mut tree, &nodes)?;
    }
    Ok(tree.suite())
}
