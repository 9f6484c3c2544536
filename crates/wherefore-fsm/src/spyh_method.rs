//! The SPYH-method: the H-method, with words that are known to lead to the same state taken as one.
//!
//! Two words *converge* if every implementation that passes the suite, with at most m states, is in equivalent states
//! after them. Once that is known, what has to follow one of them may follow the other: it can lengthen a case that is
//! there instead of starting a new one.
//!
//! The suite has a state cover V with a word v(s) for each state s, any two of them separated. For each move of the
//! reference from s by an input x to s' it makes v(s) x and v(s') converge. When all moves are done, an implementation
//! that passes has only the states that V leads to and the moves of the reference: it is equivalent.
//!
//! Words p and q that reach the same state converge if they go on, in the suite, with all words of k = m - n inputs,
//! and for each such word z any two of V, p y and q y, y a prefix of z, are separated if they reach different states.
//! Why: suppose that an implementation is in different states after p and q, and let x1 ... xj be a shortest word that
//! distinguishes these. It is not among the words that follow, as the reference answers it alike, so j > k. Draw a line
//! between the two states that p x1 ... xi and q x1 ... xi lead to, for i = 0, ..., k. These k + 1 lines close no
//! circle: their shortest distinguishing words have different lengths j - i, and around a circle the ends of all other lines
//! agree on the shortest of them, so the ends of its own line would, too. Both ends of a line stand for the same state
//! of the reference, by the separations; so the lines are in n groups, each with one state that V reaches. Without
//! circles a group has fewer lines than states, hence there are at most m - n = k lines in all, one too few.
//!
//! Example: the machine of `machine.rs`, m = n = 2, V = {empty, a} separated by a and aa. The move 0 -b-> 0: b must be
//! separated from a, by ba; then b converges with the empty word, and ba with a. The move 1 -a-> 0: aa must be
//! separated from a. The word aaa is added, or, as a and ba are one, baa with the same right; the price decides: aa is
//! the end of a case, and becomes aaa. The move 1 -b-> 1: ab or bab must be separated from the empty word; ba is the
//! end of a case and becomes bab, then baba. The suite is aaa, baba: one case less than with the other methods.
//!
//! Simao, Petrenko, Yevtushenko 2012 (convergence, SPY); Soucha and Bogdanov 2018 (SPYH: separations chosen as the
//! suite grows). The order of the moves and the prices are our own.

use crate::cover::{deterministic, state_cover};
use crate::separate::{separate, separate_all};
use crate::split::Splitting;
use crate::tree::Tree;
use crate::{Bound, Fsm, MethodError, Suite};

/// A complete suite for a deterministic reference. A partial one is completed by refusals.
pub fn spyh_method(reference: &Fsm, bound: Bound) -> Result<Suite, MethodError> {
    let full = deterministic(reference)?;
    let splitting = Splitting::new(&full);
    let mut tree = Tree::new(&full, bound.prefixes);
    let cover = state_cover(&mut tree)?;
    separate_all(&mut tree, &splitting, &cover)?;
    let mut of_state = vec![0; full.states()];
    cover.iter().for_each(|&node| of_state[tree.state(node)] = node);
    for &node in &cover {
        for input in 0..full.inputs {
            let after = tree.child(node, input)?;
            let target = of_state[tree.state(after)];
            if tree.class(after) != tree.class(target) {
                converge(&mut tree, &splitting, &cover, [after, target], bound.additional(&full))?;
            }
        }
    }
    Ok(tree.suite())
}

/// Makes two words converge: adds what is missing, then merges them.
fn converge(
    tree: &mut Tree,
    splitting: &Splitting,
    cover: &[usize],
    ends: [usize; 2],
    additional: usize,
) -> Result<(), MethodError> {
    let mut open = vec![ends.to_vec()];
    while let Some(chain) = open.pop() {
        let (before, last) = chain.split_at(chain.len() - 2);
        for &new in last {
            for &earlier in cover.iter().chain(before) {
                separate(tree, splitting, earlier, new)?;
            }
        }
        if chain.len() / 2 > additional {
            continue;
        }
        for input in (0..tree.reference.inputs).rev() {
            let mut longer = chain.clone();
            for &end in last {
                longer.push(tree.child(end, input)?);
            }
            open.push(longer);
        }
    }
    tree.merge(ends[0], ends[1]);
    Ok(())
}
