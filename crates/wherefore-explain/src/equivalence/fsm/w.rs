//! The W-method, the Wp-method and the HSI-method, for deterministic and for nondeterministic observable references.
//!
//! All three apply words that recognise states after the same prefixes: those of a state cover V, followed by up to
//! k + 1 inputs, where k = m - n is the number of additional states (see `cover`). They differ in which words.
//!
//! * W applies the whole characterising set after each prefix.
//! * Wp does so only after prefixes with up to k inputs. By then every state of an implementation that passes was seen,
//!   and each answers W as some state of the reference does. After the last input it remains to see which: an
//!   identifier of the state that the reference is in is enough.
//! * HSI applies harmonised identifiers everywhere. If after two prefixes the reference is in different states, a
//!   common word shows that the implementation is in different states too. So n states of it are known, and a shortest
//!   word that leads to a fault enters a new one with each input but the last.
//!
//! In a nondeterministic reference a prefix can reach several states; then the identifiers of all of them are applied.
//! The arguments above are about pairs of states that the same inputs and outputs lead to, and hold as they are: under
//! the complete testing assumption every output word of the reference is seen, or the implementation fails.
//!
//! Example: the machine of `fsm`, m = n = 2, W = {a}, V = {empty, a}. Prefixes: empty, a, b, aa, ab. W gives
//! a, aa, ba, aaa, aba, and without prefixes of others the suite aaa, aba, ba. Wp and HSI give the same here, because W
//! has only one word.
//!
//! Chow 1978 (W); Fujiwara, von Bochmann, Khendek, Amalou, Ghedamsi 1991 (Wp); Luo, von Bochmann, Petrenko 1994 (Wp for
//! nondeterministic machines); Petrenko, Yevtushenko, Lebedev, Das 1993 and Luo, Petrenko, von Bochmann 1994 (HSI).

use super::cover::{followers, prepared, state_cover};
use super::identify::Identifiers;
use super::tree::Tree;
use super::{Bound, Fsm, Suite, Unsuited};

/// Appends the words of W whose places are given.
fn recognise(tree: &mut Tree, node: usize, words: &[Vec<usize>], places: &[usize]) -> Result<(), Unsuited> {
    places.iter().try_for_each(|&place| tree.append(node, &words[place]).map(|_| ()))
}

/// A complete suite: a characterising set after every prefix. A partial reference is completed by refusals.
pub fn w_method(reference: &Fsm, bound: Bound) -> Result<Suite, Unsuited> {
    let all = |known: &Identifiers| (0..known.words.len()).collect::<Vec<_>>();
    build(reference, bound, |known, _| all(known), |known, _| all(known))
}

/// A complete suite: a characterising set after all prefixes but the longest, identifiers after these. A partial
/// reference is completed by refusals.
pub fn wp_method(reference: &Fsm, bound: Bound) -> Result<Suite, Unsuited> {
    build(reference, bound, |known, _| (0..known.words.len()).collect(), Identifiers::of)
}

/// A complete suite: harmonised identifiers after every prefix. A partial reference is completed by refusals.
pub fn hsi_method(reference: &Fsm, bound: Bound) -> Result<Suite, Unsuited> {
    let harmonised = |known: &Identifiers, state: usize| known.harmonised[state].clone();
    build(reference, bound, harmonised, harmonised)
}

/// A suite out of the words to apply in a state of the reference: `before` after all prefixes but those with the most
/// additional inputs, `last` after these.
fn build(
    reference: &Fsm,
    bound: Bound,
    before: impl Fn(&Identifiers, usize) -> Vec<usize>,
    last: impl Fn(&Identifiers, usize) -> Vec<usize>,
) -> Result<Suite, Unsuited> {
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
