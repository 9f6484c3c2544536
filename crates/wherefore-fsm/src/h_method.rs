//! The H-method: only what is not yet distinguished in the suite so far.
//!
//! The prefixes are those of the W-method: a state cover V followed by up to k + 1 inputs, k = m - n. Instead of fixed
//! words after each of them, pairs of prefixes have to be separated (see `separate`) whenever they reach different
//! states:
//!
//! 1. any two words of V;
//! 2. a word of V and a prefix with additional inputs;
//! 3. two prefixes of which one continues the other, both with additional inputs after the same word of V.
//!
//! Why that is enough. Take a shortest fault that begins with a word v of V: v x1 ... xj, answered wrongly at xj only.
//! If j > k + 1, then the n words of V and the prefixes v x1, ..., v x1 ... x(k + 1) are m + 1 prefixes, and two of
//! them lead the implementation to the same state. By the three demands they then lead the reference to the same state
//! as well, so the fault could be had with a shorter word. So j is at most k + 1, and all of these words are in the
//! suite.
//!
//! Example: the machine of `machine.rs`, m = n = 2: prefixes a, b, aa, ab, cover {empty, a}. Demand 1: empty and a are
//! separated by the input a, as a and aa are there. Demand 2: b reaches state 0 and must be separated from a: the word
//! ba is added, aa is there. aa reaches 0 and must be separated from a as well: aaa is added. ab reaches 1 and must be
//! separated from the empty word: aba is added, a is there. The suite is aaa, aba, ba.
//!
//! Dorofeeva, El-Fakih, Yevtushenko 2005, "An improved conformance testing method".

use crate::cover::{deterministic, state_cover};
use crate::separate::{separate, separate_all};
use crate::split::Splitting;
use crate::tree::Tree;
use crate::{Bound, Fsm, MethodError, Suite};

/// A complete suite for a deterministic reference. A partial one is completed by refusals.
pub fn h_method(reference: &Fsm, bound: Bound) -> Result<Suite, MethodError> {
    let full = deterministic(reference)?;
    let splitting = Splitting::new(&full);
    let mut tree = Tree::new(&full, bound.prefixes);
    let cover = state_cover(&mut tree)?;
    let chains = chains(&mut tree, &cover, bound.additional(&full))?;
    separate_all(&mut tree, &splitting, &cover)?;
    for chain in &chains {
        let Some((&last, before)) = chain.split_last() else { continue };
        for &earlier in cover.iter().chain(before) {
            separate(&mut tree, &splitting, earlier, last)?;
        }
    }
    Ok(tree.suite())
}

/// All prefixes with additional inputs, shorter ones first, each as the list of the prefixes between a word of the
/// cover and itself. One that has several such lists is listed with each.
fn chains(tree: &mut Tree, cover: &[usize], additional: usize) -> Result<Vec<Vec<usize>>, MethodError> {
    let mut all = Vec::new();
    let mut longest: Vec<(usize, Vec<usize>)> = cover.iter().map(|&node| (node, Vec::new())).collect();
    for _ in 0..=additional {
        let mut longer = Vec::new();
        for (node, chain) in &longest {
            for input in 0..tree.reference.inputs {
                let next = tree.child(*node, input)?;
                longer.push((next, chain.iter().copied().chain([next]).collect::<Vec<_>>()));
            }
        }
        if longer.is_empty() {
            break;
        }
        all.extend(longer.iter().map(|(_, chain)| chain.clone()));
        longest = longer;
    }
    Ok(all)
}
