//! Whether two machines are equivalent: by their product, and by a suite.
//!
//! Both are completed with the same refusal and made observable if they are not. After the same inputs and outputs each
//! is then in one state. `difference` searches the pairs of states breadth first; the first pair with different answers
//! to an input ends a shortest input word on which the sets of output words differ. `passes` walks the same pairs along
//! the given words only.
//!
//! Example: let b in state 1 of the machine of `machine.rs` lead to 0 instead of 1. The pairs are (0, 0), by a (1, 1), by a b
//! (1, 0), where a is answered by 1 and by 0: the difference is a b a.

use crate::{Fsm, Suite};
use rustc_hash::FxHashSet;
use std::borrow::Cow;
use std::collections::BTreeSet;

/// A pair of states, the pair that it was found from, and the input in between.
struct Step {
    pair: (usize, usize),
    from: usize,
    input: usize,
}

/// A shortest input word, and of these the first in the order of the inputs, on which the sets of observations of two
/// machines differ; none if the machines are equivalent. An input that only one machine has is refused by the other.
pub fn difference(left: &Fsm, right: &Fsm) -> Option<Vec<usize>> {
    let (left, right) = comparable(left, right);
    let start = (left.initial, right.initial);
    let mut steps = vec![Step { pair: start, from: 0, input: 0 }];
    let mut seen = FxHashSet::default();
    seen.insert(start);
    let mut at = 0;
    while let Some(&Step { pair, .. }) = steps.get(at) {
        for input in 0..left.inputs {
            let Some(pairs) = left.step_both(pair.0, &right, pair.1, input) else {
                return Some(word_to(at, input, |step| (steps[step].from, steps[step].input)));
            };
            for pair in pairs {
                if seen.insert(pair) {
                    steps.push(Step { pair, from: at, input });
                }
            }
        }
        at += 1;
    }
    None
}

/// The word that leads to a step of a search from its first, and one input more. `back` is the step before one, and the input
/// in between.
pub(crate) fn word_to(mut at: usize, last: usize, back: impl Fn(usize) -> (usize, usize)) -> Vec<usize> {
    let mut word = vec![last];
    while at != 0 {
        let (from, input) = back(at);
        word.push(input);
        at = from;
    }
    word.reverse();
    word
}

/// Runs a suite: the place of the first word for which reference and implementation differ in what can be observed;
/// none if the implementation passes. For nondeterministic machines all that can be observed is compared, as the
/// complete testing assumption allows.
pub fn passes(suite: &Suite, reference: &Fsm, implementation: &Fsm) -> Option<usize> {
    let (reference, implementation) = comparable(reference, implementation);
    suite.words.iter().position(|word| !agree(&reference, &implementation, word))
}

/// Whether two observable machines have the same output words for an input word.
fn agree(left: &Fsm, right: &Fsm, word: &[usize]) -> bool {
    let mut pairs = BTreeSet::from([(left.initial, right.initial)]);
    for &input in word {
        let mut next = BTreeSet::new();
        for &(l, r) in &pairs {
            match left.step_both(l, right, r, input) {
                Some(more) => next.extend(more),
                None => return false,
            }
        }
        pairs = next;
    }
    true
}

/// Both machines complete, with the same inputs and the same refusal, and observable; copied only if they are not.
fn comparable<'a>(left: &'a Fsm, right: &'a Fsm) -> (Cow<'a, Fsm>, Cow<'a, Fsm>) {
    let inputs = left.inputs.max(right.inputs);
    let refusal = left.outputs.max(right.outputs);
    let prepare = |machine: &'a Fsm| {
        if machine.inputs == inputs && machine.is_complete() && machine.is_observable() {
            return Cow::Borrowed(machine);
        }
        let mut wide = machine.clone();
        wide.inputs = inputs;
        wide.moves.iter_mut().for_each(|row| row.resize(inputs, Vec::new()));
        let full = wide.complete(refusal);
        Cow::Owned(if full.is_observable() { full } else { full.observable() })
    };
    (prepare(left), prepare(right))
}
