//! The smallest machine with the same language, and the inputs that it does not distinguish.
//!
//! Two states of an observable machine are equivalent exactly if they can answer the same to every input, and for every
//! common answer the next states are equivalent. The classes come from `hopcroft` if the machine is complete and
//! deterministic and from the splitting tree otherwise. The result is numbered breadth first, by input and then by
//! output, so equivalent machines have equal minimal machines, number for number.
//!
//! Example: add to the machine of `machine.rs` a state 2 with the row of state 0 and let a lead from 1 to 2. States 0 and 2
//! answer alike and go to the same states, so they become one, and the machine of `machine.rs` comes back.

use crate::{Fsm, Moves, hopcroft, split::Splitting};
use rustc_hash::FxHashMap;

/// The smallest machine with the same language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Minimal {
    /// The machine; its initial state is 0.
    pub machine: Fsm,
    /// By state of the larger machine, the equivalent state of the minimal one; none if no reachable state is
    /// equivalent.
    pub class: Vec<Option<usize>>,
}

/// A machine with one input for each class of inputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merged {
    /// The machine over classes.
    pub machine: Fsm,
    /// By input, its class. Classes are numbered by their first inputs.
    pub class: Vec<usize>,
}

impl Fsm {
    /// The minimal machine. None if this one is not observable: make it so first.
    pub fn minimise(&self) -> Option<Minimal> {
        if !self.is_observable() {
            return None;
        }
        let classes = if self.is_deterministic() && self.is_complete() {
            hopcroft::classes(self)
        } else {
            Splitting::new(self).class
        };
        Some(self.quotient(&classes))
    }

    /// Inputs with the same column are one: they do the same in every state. In a minimal machine these are all inputs
    /// that cannot be distinguished; in others there may be more.
    pub fn merge_inputs(&self) -> Merged {
        let mut known: FxHashMap<Vec<&Moves>, usize> = FxHashMap::default();
        let mut firsts = Vec::new();
        let mut class = Vec::new();
        for input in 0..self.inputs {
            let column = self.moves.iter().map(|row| &row[input]).collect();
            class.push(*known.entry(column).or_insert_with(|| {
                firsts.push(input);
                firsts.len() - 1
            }));
        }
        let moves = self.moves.iter().map(|row| firsts.iter().map(|&input| row[input].clone()).collect()).collect();
        let machine = Self { initial: self.initial, inputs: firsts.len(), outputs: self.outputs, moves };
        Merged { machine, class }
    }

    /// The reached classes as states.
    fn quotient(&self, classes: &[usize]) -> Minimal {
        let mut number = vec![None; classes.iter().max().map_or(0, |last| last + 1)];
        let mut examples = vec![self.initial];
        number[classes[self.initial]] = Some(0);
        let mut moves: Vec<Vec<Moves>> = Vec::new();
        while let Some(&state) = examples.get(moves.len()) {
            let mut row = Vec::new();
            for entry in &self.moves[state] {
                let mut seen = Vec::new();
                for &(output, next) in entry {
                    let class = *number[classes[next]].get_or_insert_with(|| {
                        examples.push(next);
                        examples.len() - 1
                    });
                    seen.push((output, class));
                }
                row.push(seen);
            }
            moves.push(row);
        }
        let machine = Self { initial: 0, inputs: self.inputs, outputs: self.outputs, moves };
        Minimal { machine, class: classes.iter().map(|&class| number[class]).collect() }
    }
}
