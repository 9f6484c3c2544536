//! Suites against all implementations there are, for small numbers.

use super::machines::{Kind, reference};
use super::suites::{check, suites};
use crate::Fsm;
use wherefore_test::{cases, counted, seed};

/// Dimensions that all machines of a test share.
struct Space {
    states: usize,
    inputs: usize,
    /// All entries that a machine may have.
    entries: Vec<Vec<(usize, usize)>>,
}

impl Space {
    /// Entries with one answer.
    fn deterministic(states: usize, inputs: usize) -> Self {
        let entries = (0..2).flat_map(|output| (0..states).map(move |next| vec![(output, next)])).collect();
        Self { states, inputs, entries }
    }

    /// Entries with at most one next state for each of two outputs; the first is the refusal.
    fn observable(states: usize, inputs: usize) -> Self {
        let choices = |output: usize| (0..=states).map(move |next| (next < states).then_some((output, next)));
        let entries =
            choices(0).flat_map(|first| choices(1).map(move |second| first.into_iter().chain(second).collect()));
        Self { states, inputs, entries: entries.collect() }
    }

    /// All machines that start in state 0.
    fn machines(&self) -> impl Iterator<Item = Fsm> + '_ {
        let places = self.states * self.inputs;
        let count = self.entries.len().pow(places as u32);
        (0..count).map(move |mut number| {
            let mut moves = vec![vec![Vec::new(); self.inputs]; self.states];
            for entry in moves.iter_mut().flatten() {
                entry.clone_from(&self.entries[number % self.entries.len()]);
                number /= self.entries.len();
            }
            Fsm::new(0, self.inputs, 2, moves).expect("the table is a machine")
        })
    }
}

/// Checks some references of a kind against all machines of a space.
fn sweep(default: u64, kind: Kind, space: &Space, rounds: u64) {
    let mut seed = seed(default);
    let mut count = 0;
    for round in 0..rounds {
        let states = 1 + round as usize % space.states;
        let reference = reference(&mut seed, kind, states, space.inputs, 2);
        let suites = suites(&reference, space.states);
        for implementation in space.machines() {
            check(&suites, &reference, &implementation);
            count += 1;
        }
    }
    counted(count, "implementations");
}

#[test]
fn all_deterministic_implementations_with_two_states() {
    sweep(20, Kind::Deterministic, &Space::deterministic(2, 2), cases(60));
}

#[test]
fn all_deterministic_implementations_with_three_states() {
    sweep(21, Kind::Deterministic, &Space::deterministic(3, 2), cases(60).div_ceil(15));
}

#[test]
fn all_observable_implementations_with_two_states() {
    sweep(22, Kind::Observable, &Space::observable(2, 2), cases(60).div_ceil(10));
    sweep(23, Kind::ObservablePartial, &Space::observable(2, 2), cases(60).div_ceil(10));
    sweep(24, Kind::Partial, &Space::observable(2, 2), cases(60).div_ceil(10));
}

#[test]
fn all_observable_implementations_with_three_states_and_one_input() {
    sweep(25, Kind::Observable, &Space::observable(3, 1), cases(60).div_ceil(5));
    sweep(26, Kind::ObservablePartial, &Space::observable(3, 1), cases(60).div_ceil(5));
}
