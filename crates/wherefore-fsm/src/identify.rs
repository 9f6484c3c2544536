//! Words that recognise states: characterising set, identifiers, harmonised identifiers.
//!
//! A *characterising set* W distinguishes any two states by one of its words. An *identifier* of a state is a part of W
//! that distinguishes this state from every other one. Identifiers are *harmonised* if any two states have a common word in
//! their identifiers that distinguishes them. All states start in one block. As long as a block has two states, a
//! shortest word for its first two is taken into W and divides all blocks. The words that divided the blocks of a state
//! along its way are its harmonised identifier: two states were together until one of these words parted them.
//!
//! Example: three states, a answers 0 0 1 and b answers 0 1 1. W = {b, a}: b divides {0 1 2} into {0} {1 2}, then a
//! divides {1 2}. Harmonised: {b}, {b a}, {b a}. Chosen freely, one word identifies two of them: {b}, {a b}, {a}.
//!
//! Chow 1978 (W), Fujiwara et al. 1991 (identifiers), Petrenko 1991 and Luo, Petrenko, von Bochmann 1994 (harmonised).

use crate::{Fsm, split::Splitting};
use rustc_hash::FxHashMap;

/// Words that recognise the states of a minimal machine.
pub(crate) struct Identifiers {
    /// The characterising set, in the order in which the words were found.
    pub(crate) words: Vec<Vec<usize>>,
    /// By word and state, a number for all that the state can answer to the word.
    answers: Vec<Vec<usize>>,
    /// By state, places in `words`.
    pub(crate) harmonised: Vec<Vec<usize>>,
}

impl Identifiers {
    /// A characterising set out of shortest words. The machine must be minimal.
    pub(crate) fn new(machine: &Fsm) -> Self {
        let tree = Splitting::new(machine);
        let states = machine.states();
        let mut found = Self { words: Vec::new(), answers: Vec::new(), harmonised: vec![Vec::new(); states] };
        let mut block = vec![0; states];
        while let Some(word) = together(&block).and_then(|(left, right)| tree.word(left, right)) {
            let answers = answers(machine, &word);
            let finer = joined(&block, &answers);
            for state in divided(&block, &finer) {
                found.harmonised[state].push(found.words.len());
            }
            block = finer;
            found.words.push(word);
            found.answers.push(answers);
        }
        found
    }

    /// An identifier of a state with few words: the word that excludes most of the states that are left, again and
    /// again. Of equally good words the shortest, of these the first.
    pub(crate) fn of(&self, state: usize) -> Vec<usize> {
        let mut left: Vec<usize> = (0..self.harmonised.len()).filter(|&other| other != state).collect();
        let mut chosen = Vec::new();
        let excludes = |word: usize, other: usize| self.answers[word][other] != self.answers[word][state];
        while !left.is_empty() {
            let gain = |word: &usize| left.iter().filter(|&&other| excludes(*word, other)).count();
            let better = |word: &usize| (gain(word), usize::MAX - self.words[*word].len(), usize::MAX - word);
            let Some(best) = (0..self.words.len()).max_by_key(better).filter(|word| gain(word) > 0) else { break };
            left.retain(|&other| !excludes(best, other));
            chosen.push(best);
        }
        chosen
    }
}

/// Two states of one block; none if every state is alone.
fn together(block: &[usize]) -> Option<(usize, usize)> {
    let mut first = FxHashMap::default();
    block.iter().enumerate().find_map(|(state, &at)| first.insert(at, state).map(|earlier| (earlier, state)))
}

/// Blocks of the states that agree in both numbers.
fn joined(left: &[usize], right: &[usize]) -> Vec<usize> {
    let mut known = FxHashMap::default();
    left.iter()
        .zip(right)
        .map(|pair| {
            let fresh = known.len();
            *known.entry(pair).or_insert(fresh)
        })
        .collect()
}

/// The states whose block is divided in a finer partition.
fn divided(block: &[usize], finer: &[usize]) -> Vec<usize> {
    let mut size = vec![0; block.len() + 1];
    let mut finer_size = vec![0; block.len() + 1];
    block.iter().for_each(|&at| size[at] += 1);
    finer.iter().for_each(|&at| finer_size[at] += 1);
    (0..block.len()).filter(|&state| size[block[state]] != finer_size[finer[state]]).collect()
}

/// By state, a number that is equal exactly for states with the same output words for an input word. Computed from the
/// end of the word: what a state can answer is what its moves show, and what can be answered after them.
fn answers(machine: &Fsm, word: &[usize]) -> Vec<usize> {
    let mut later = vec![0; machine.states()];
    for &input in word.iter().rev() {
        let mut known = FxHashMap::default();
        later = (0..machine.states())
            .map(|state| {
                let moves = machine.moves(state, input);
                let seen: Vec<(usize, usize)> = moves.iter().map(|&(output, next)| (output, later[next])).collect();
                let fresh = known.len();
                *known.entry(seen).or_insert(fresh)
            })
            .collect();
    }
    later
}
