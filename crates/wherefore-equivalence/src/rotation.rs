//! Which representative of a class each input of a test is.
//!
//! Suites of machines are words over classes of inputs. Wherever a class comes in a state, the next of its representatives is
//! taken; walks after that take those whose turn never came, so that in every state every representative of every class is tried.
//! The states are those of the machine as it was found, before it was made smallest: an implementation may be wrong in one of two
//! that are the same in the model.

use std::collections::{BTreeMap, VecDeque};
use wherefore_fsm::Fsm;

/// Inputs of one walk.
const WALK: usize = 20;
/// Inputs of all walks, about.
const ALL: usize = 2_400;
/// The most representatives of a class.
const MOST: usize = 48;

/// A class, and which of its representatives.
pub(super) type Chosen = (usize, usize);

/// How many representatives of each class the tests of a machine have room for.
pub(super) fn room(machine: &Fsm, classes: usize) -> usize {
    (ALL / (machine.states() * classes).max(1)).clamp(1, MOST)
}

/// The tests of a suite with representatives; then walks with the others. For each representative of each class there is the input of the
/// machine that it is.
pub(super) fn rotated(machine: &Fsm, words: &[Vec<usize>], inputs: &[Vec<usize>]) -> Vec<Vec<Chosen>> {
    let mut turns = Turns { machine, inputs, used: BTreeMap::new() };
    let mut tests: Vec<Vec<Chosen>> = words.iter().map(|word| turns.word(word)).collect();
    if machine.is_deterministic() && inputs.iter().any(|list| list.len() > 1) {
        while let Some(walk) = turns.walk() {
            tests.push(walk);
        }
    }
    tests
}

/// Whose turn it is.
struct Turns<'a> {
    machine: &'a Fsm,
    inputs: &'a [Vec<usize>],
    /// How often a class came in a state.
    used: BTreeMap<(usize, usize), usize>,
}

impl Turns<'_> {
    /// The next representative of a class in a state, and the state that it leads to. Where more states are possible, one stands
    /// for all.
    fn take(&mut self, state: usize, class: usize) -> (Chosen, usize) {
        let used = self.used.entry((state, class)).or_default();
        let chosen = *used % self.inputs[class].len();
        *used += 1;
        let next = self.machine.moves(state, self.inputs[class][chosen]).first().map_or(state, |(_, next)| *next);
        ((class, chosen), next)
    }

    fn word(&mut self, word: &[usize]) -> Vec<Chosen> {
        let mut state = self.machine.initial();
        let mut test = Vec::new();
        for class in word {
            let (chosen, next) = self.take(state, *class);
            test.push(chosen);
            state = next;
        }
        test
    }

    /// A class with a representative that was not tried in a state.
    fn open(&self, state: usize) -> Option<usize> {
        let used = |class: usize| self.used.get(&(state, class)).copied().unwrap_or_default();
        (0..self.inputs.len()).find(|class| used(*class) < self.inputs[*class].len())
    }

    /// A walk from the first state that tries something, by the nearest ways; nothing if everything was tried.
    fn walk(&mut self) -> Option<Vec<Chosen>> {
        let mut state = self.machine.initial();
        let mut test = Vec::new();
        while let Some(way) = self.way(state).filter(|_| test.len() < WALK) {
            for class in way {
                let (chosen, next) = self.take(state, class);
                test.push(chosen);
                state = next;
            }
        }
        (!test.is_empty()).then_some(test)
    }

    /// The shortest word that ends with a class that has something to be tried.
    fn way(&self, from: usize) -> Option<Vec<usize>> {
        let mut known: BTreeMap<usize, Vec<usize>> = BTreeMap::from([(from, Vec::new())]);
        let mut ahead = VecDeque::from([from]);
        while let Some(state) = ahead.pop_front() {
            let way = known.get(&state).cloned().unwrap_or_default();
            if let Some(class) = self.open(state) {
                return Some([way, vec![class]].concat());
            }
            for (class, list) in self.inputs.iter().enumerate() {
                let Some((_, next)) = self.machine.moves(state, list[0]).first() else { continue };
                if !known.contains_key(next) {
                    known.insert(*next, [way.clone(), vec![class]].concat());
                    ahead.push_back(*next);
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two states; the first input goes to the other, the second stays.
    fn machine() -> Fsm {
        let table = vec![vec![vec![(0, 1)], vec![(0, 0)]], vec![vec![(1, 0)], vec![(0, 1)]]];
        Fsm::new(0, 2, 2, table).expect("two states, two inputs, two outputs")
    }

    #[test]
    fn in_every_state_every_representative_of_every_class_is_tried() {
        let machine = machine();
        let (words, inputs) = (vec![vec![0, 0, 0], vec![0, 1, 0], vec![1, 0]], [vec![0; 3], vec![1; 2]]);
        let tests = rotated(&machine, &words, &inputs);
        let classes = |test: &Vec<Chosen>| test.iter().map(|(class, _)| *class).collect::<Vec<_>>();
        assert_eq!(tests.iter().take(3).map(classes).collect::<Vec<_>>(), words);
        let mut tried = std::collections::BTreeSet::new();
        for test in &tests {
            let mut state = machine.initial();
            for (class, chosen) in test {
                tried.insert((state, *class, *chosen));
                state = machine.moves(state, *class)[0].1;
            }
        }
        assert_eq!(tried.len(), 2 * (3 + 2));
    }

    #[test]
    fn one_representative_each_leaves_a_suite_as_it_is() {
        let words = vec![vec![0, 1], vec![1, 1, 0]];
        let tests = rotated(&machine(), &words, &[vec![0], vec![1]]);
        assert_eq!(tests, [vec![(0, 0), (1, 0)], vec![(1, 0), (1, 0), (0, 0)]]);
    }
}
