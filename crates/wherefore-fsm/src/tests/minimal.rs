//! Observable form, minimal machine, separating words and differences against slow oracles.

use super::machines::{Kind, TESTABLE, from, mutant, pair_table, random, reached, words};
use crate::{Fsm, difference, hopcroft, split::Splitting};
use wherefore_test::{below, cases, seed};

/// A machine whose size is drawn, too.
fn any(seed: &mut u64, kind: Kind, most: usize) -> Fsm {
    let (states, inputs, outputs) = (1 + below(seed, most), 1 + below(seed, 3), 1 + below(seed, 3));
    random(seed, kind, states, inputs, outputs)
}

#[test]
fn the_observable_form_has_the_same_language() {
    let mut seed = seed(1);
    for _ in 0..cases(500) {
        let machine = any(&mut seed, Kind::Any, 5);
        let observable = machine.observable();
        assert!(observable.is_observable());
        for word in words(machine.inputs, 4) {
            assert_eq!(machine.language(&word), observable.language(&word), "{machine:?} {word:?}");
        }
        let states = observable.states();
        assert_eq!(machine.observable_within(states), Some(observable));
        assert_eq!(machine.observable_within(states - 1), None);
    }
}

#[test]
fn the_minimal_machine_is_minimal_and_has_the_same_language() {
    let mut seed = seed(2);
    for round in 0..cases(2000) {
        let machine = any(&mut seed, TESTABLE[round as usize % 4], 9);
        let minimal = machine.minimise().expect("it is observable");
        let small = &minimal.machine;
        for word in words(machine.inputs, 4) {
            assert_eq!(machine.language(&word), small.language(&word), "{machine:?} {word:?}");
        }
        let differ = pair_table(&machine);
        let reached = reached(&machine);
        let classes = (0..machine.states())
            .filter(|&state| reached[state] && (0..state).all(|earlier| !reached[earlier] || differ[earlier][state]))
            .count();
        assert_eq!(small.states(), classes, "{machine:?}");
        for (state, class) in minimal.class.iter().enumerate() {
            let is_reached = (0..machine.states()).any(|other| reached[other] && !differ[state][other]);
            assert_eq!(class.is_some(), is_reached, "{machine:?}");
            let same = class.is_none_or(|class| difference(&from(&machine, state), &from(small, class)).is_none());
            assert!(same, "{machine:?} state {state}");
        }
        assert_eq!(small.minimise().map(|again| again.machine).as_ref(), Some(small), "numbering is canonical");
    }
}

#[test]
fn hopcroft_and_splitting_tree_agree_with_the_table_of_pairs() {
    let mut seed = seed(3);
    for round in 0..cases(600) {
        let machine = any(&mut seed, TESTABLE[round as usize % 4], 14);
        let differ = pair_table(&machine);
        let splitting = Splitting::new(&machine);
        let is_plain = machine.is_deterministic() && machine.is_complete();
        let hopcroft = is_plain.then(|| hopcroft::classes(&machine));
        for left in 0..machine.states() {
            for right in 0..machine.states() {
                let differs = differ[left][right];
                assert_eq!(splitting.class[left] != splitting.class[right], differs, "{machine:?}");
                let by_hopcroft = hopcroft.as_ref().is_none_or(|class| (class[left] != class[right]) == differs);
                assert!(by_hopcroft, "{machine:?}");
                let shortest = difference(&from(&machine, left), &from(&machine, right));
                let word = splitting.word(left, right);
                assert_eq!(word.as_ref().map(Vec::len), shortest.as_ref().map(Vec::len), "{machine:?}");
                let languages = |state| word.as_ref().map(|word| from(&machine, state).language(word));
                assert!(word.is_none() || languages(left) != languages(right), "{machine:?} {word:?}");
            }
        }
    }
}

#[test]
fn a_difference_is_a_shortest_word_with_different_languages() {
    let mut seed = seed(4);
    for round in 0..cases(1000) {
        let kind = TESTABLE[round as usize % 4];
        let left = any(&mut seed, kind, 4);
        let more = below(&mut seed, 2);
        let right = mutant(&mut seed, &left, kind, more, 1);
        let found = difference(&left, &right);
        let length = left.states() + right.states() - 1;
        let slow =
            words(left.inputs, length.min(5)).into_iter().find(|word| left.language(word) != right.language(word));
        match (&found, &slow) {
            (None, None) => {}
            (Some(found), Some(slow)) => assert_eq!(found, slow, "{left:?} {right:?}"),
            (Some(found), None) => assert!(found.len() > 5 && left.language(found) != right.language(found)),
            (None, Some(slow)) => panic!("{left:?} {right:?} differ on {slow:?}"),
        }
    }
}

#[test]
fn merged_inputs_are_those_that_nobody_tells_apart() {
    let mut seed = seed(5);
    for _ in 0..cases(500) {
        let (states, copies) = (1 + below(&mut seed, 4), 1 + below(&mut seed, 2));
        let narrow = random(&mut seed, Kind::Deterministic, states, 2, 2);
        let widen =
            |row: &Vec<Vec<(usize, usize)>>| (0..2 * (copies + 1)).map(|input| row[input % 2].clone()).collect();
        let wide = Fsm::new(narrow.initial, 2 * (copies + 1), 2, narrow.moves.iter().map(widen).collect());
        let minimal = wide.expect("the table is a machine").minimise().expect("it is observable").machine;
        let merged = minimal.merge_inputs();
        for word in words(minimal.inputs, 3) {
            let classes: Vec<usize> = word.iter().map(|&input| merged.class[input]).collect();
            assert_eq!(minimal.language(&word), merged.machine.language(&classes));
        }
        let apart = |l: usize, r: usize| minimal.moves.iter().any(|row| row[l] != row[r]);
        for (left, right) in (0..minimal.inputs).flat_map(|l| (0..minimal.inputs).map(move |r| (l, r))) {
            assert_eq!(merged.class[left] != merged.class[right], apart(left, right));
        }
    }
}

/// Ten thousand states: a row, in which the separating words are as long as they can be, and a random machine.
#[test]
fn large_machines_are_minimised() {
    let states = 10_000;
    let row = |gap: bool| {
        let step = |state: usize| vec![(usize::from(state + 1 == states), (state + 1).min(states - 1))];
        let other = |state: usize| if gap && state == 0 { vec![] } else { vec![(0, state)] };
        let moves = (0..states).map(|state| vec![step(state), other(state)]).collect();
        Fsm::new(0, 2, 2, moves).expect("the table is a machine")
    };
    for machine in [row(false), row(true)] {
        assert_eq!(machine.minimise().map(|minimal| minimal.machine.states()), Some(states));
    }
    let mut seed = seed(6);
    let machine = random(&mut seed, Kind::Deterministic, states, 3, 2);
    let splitting = Splitting::new(&machine);
    assert_eq!(hopcroft::classes(&machine).iter().max(), splitting.class.iter().max());
}
