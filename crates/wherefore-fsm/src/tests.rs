//! The worked examples of the head comments; the folder has random and exhaustive checks against slow oracles.

mod exhaustive;
mod machines;
mod minimal;
mod suites;

use crate::*;

/// The machine of the head comments.
fn example() -> Fsm {
    table(2, &[&[(0, 1), (0, 0)], &[(1, 0), (0, 1)]])
}

/// A complete deterministic machine out of rows of output and next state.
fn table(outputs: usize, rows: &[&[(usize, usize)]]) -> Fsm {
    let moves = rows.iter().map(|row| row.iter().map(|&pair| vec![pair]).collect()).collect();
    Fsm::new(0, rows[0].len(), outputs, moves).expect("the table is a machine")
}

#[test]
fn the_worked_example_has_the_stated_suites() {
    let common = vec![vec![0, 0, 0], vec![0, 1, 0], vec![1, 0]];
    let by_convergence = vec![vec![0, 0, 0], vec![1, 0, 1, 0]];
    for (name, method) in suites::METHODS {
        let suite = method(&example(), Bound::states(2)).expect("the example is minimal");
        assert_eq!(suite.words, if name == "SPYH" { by_convergence.clone() } else { common.clone() }, "{name}");
    }
    let suite = w_method(&example(), Bound::states(2)).expect("the example is minimal");
    assert_eq!((suite.cases(), suite.length()), (3, 8));
}

#[test]
fn the_worked_difference_is_found() {
    let wrong = table(2, &[&[(0, 1), (0, 0)], &[(1, 0), (0, 0)]]);
    assert_eq!(difference(&example(), &wrong), Some(vec![0, 1, 0]));
    let suite = w_method(&example(), Bound::states(2)).expect("the example is minimal");
    assert_eq!(passes(&suite, &example(), &wrong), Some(1));
    assert_eq!(passes(&suite, &example(), &example()), None);
}

#[test]
fn the_worked_minimal_machine_comes_back() {
    let larger = table(2, &[&[(0, 1), (0, 0)], &[(1, 2), (0, 1)], &[(0, 1), (0, 2)]]);
    let minimal = larger.minimise().expect("it is observable");
    assert_eq!(minimal.machine, example());
    assert_eq!(minimal.class, [Some(0), Some(1), Some(0)]);
}

#[test]
fn the_worked_identifiers_are_found() {
    let machine = table(2, &[&[(0, 0), (0, 1)], &[(0, 1), (1, 2)], &[(1, 2), (1, 0)]]);
    let known = identify::Identifiers::new(&machine);
    assert_eq!(known.words, [vec![1], vec![0]]);
    assert_eq!(known.harmonised, [vec![0], vec![0, 1], vec![0, 1]]);
    assert_eq!([known.of(0), known.of(1), known.of(2)], [vec![0], vec![0, 1], vec![1]]);
}

#[test]
fn malformed_tables_are_refused() {
    assert_eq!(Fsm::new(0, 1, 1, vec![]), Err(Malformed::Initial));
    assert_eq!(Fsm::new(0, 1, 1, vec![vec![]]), Err(Malformed::Row { state: 0 }));
    assert_eq!(Fsm::new(0, 1, 1, vec![vec![vec![(0, 1)]]]), Err(Malformed::Move { state: 0, input: 0 }));
    assert_eq!(Fsm::new(0, 1, 1, vec![vec![vec![(1, 0)]]]), Err(Malformed::Move { state: 0, input: 0 }));
    assert!(example().moves(7, 0).is_empty() && example().moves(0, 7).is_empty());
}

#[test]
fn unsuited_references_are_named() {
    let twins = table(2, &[&[(0, 1)], &[(0, 0)]]);
    let unreached = table(2, &[&[(0, 0)], &[(1, 0)]]);
    let hidden = Fsm::new(0, 1, 1, vec![vec![vec![(0, 0), (0, 1)]], vec![vec![]]]).expect("the table is a machine");
    let open = Fsm::new(0, 1, 2, vec![vec![vec![(0, 0), (1, 0)]]]).expect("the table is a machine");
    for (name, method) in suites::METHODS {
        let bound = Bound::states(2);
        assert_eq!(method(&twins, bound), Err(MethodError::NotMinimal), "{name}");
        assert_eq!(method(&unreached, bound), Err(MethodError::NotMinimal), "{name}");
        assert!(method(&hidden, bound).is_err(), "{name}");
        let tight = Bound { states: 9, prefixes: 100 };
        assert_eq!(method(&example(), tight), Err(MethodError::TooLarge { prefixes: 100 }), "{name}");
    }
    assert_eq!(w_method(&hidden, Bound::states(2)), Err(MethodError::NotObservable));
    assert_eq!(h_method(&open, Bound::states(2)), Err(MethodError::NotDeterministic));
    assert!(w_method(&open, Bound::states(2)).is_ok());
}

#[test]
fn machines_without_inputs_have_an_empty_suite() {
    let silent = Fsm::new(0, 0, 1, vec![vec![]]).expect("the table is a machine");
    for (name, method) in suites::METHODS {
        assert_eq!(method(&silent, Bound::states(usize::MAX)), Ok(Suite::default()), "{name}");
    }
    assert_eq!(difference(&silent, &example()), Some(vec![0]));
    assert_eq!(silent.minimise().map(|minimal| minimal.machine), Some(silent));
}

/// A refusal that is completed after the construction of the observable form would be lost.
#[test]
fn refusals_of_one_of_several_runs_are_seen() {
    let sometimes =
        Fsm::new(0, 2, 1, vec![vec![vec![(0, 1), (0, 2)], vec![]], vec![vec![], vec![(0, 1)]], vec![vec![], vec![]]])
            .expect("the table is a machine");
    let always = Fsm::new(0, 2, 1, vec![vec![vec![(0, 1)], vec![]], vec![vec![], vec![(0, 1)]]]).expect("a machine");
    assert_eq!(sometimes.observable().language(&[0, 1]), always.language(&[0, 1]));
    assert_eq!(difference(&sometimes, &always), Some(vec![0, 1]));
}
