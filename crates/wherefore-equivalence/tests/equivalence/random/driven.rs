//! Differences that show when two models are driven are held against the tables: the machines differ, not earlier than they can, and
//! for all inputs that the words mean.

use super::text::from_text;
use super::{Pair, Seen, generator, load, looking_at, twin};
use std::collections::BTreeSet;
use wherefore_equivalence::{Drive, Interface, Port, RunDifference, drive};
use wherefore_solve::Stop;
use wherefore_test::{cases, counted, seed};
use wherefore_trace::replay;

/// Whether a claim that machines differ after some inputs is true, where the shortest way to a difference is known.
fn is_true(steps: usize, shortest: Option<usize>) -> bool {
    shortest.is_some_and(|shortest| shortest <= steps)
}

/// The inputs of a table as an interface.
fn interface(system: &wherefore_ir::System) -> Interface {
    let names = system.vars().map(|(v, _)| system.terms.var(v).name.clone()).filter(|n| n == "x" || n == "b");
    let port = |name: String| Port { reference: name.clone(), implementation: name, sort: String::new() };
    Interface { inputs: names.map(port).collect(), outputs: Vec::new() }
}

/// Follows the inputs of a difference in both tables, where these show one thing at a time; gives whether that was so.
fn is_followed(pair: &Pair, interface: &Interface, found: &RunDifference) -> bool {
    let mut inputs: Vec<_> = found.inputs.iter().map(|row| from_text(interface, row)).collect();
    let Some(end) = inputs.len().checked_sub(1) else { return false };
    let last = inputs[end];
    let named =
        |name: &str| interface.inputs.iter().zip(&found.is_named).any(|(port, is)| port.reference == name && *is);
    let is_meant = |i: &super::Input| (!named("x") || i.x == last.x) && (!named("b") || i.b == last.b);
    inputs.extend(pair.inputs().into_iter().filter(is_meant));
    let flats = [0, 1].map(|side| pair.flat(side, &inputs));
    let mut states = [0, 1].map(|side: usize| flats[side].first.clone());
    for place in 0..end {
        let answers = [0, 1].map(|side: usize| flats[side].answers(&states[side], place));
        if answers.iter().any(|a| a.len() != 1) {
            return false;
        }
        assert!(answers[0].keys().eq(answers[1].keys()), "the machines differ earlier");
        states = answers.map(|a| a.into_values().next().unwrap_or_default());
    }
    for (place, input) in inputs.iter().enumerate().skip(end) {
        let seen =
            [0, 1].map(|side: usize| flats[side].answers(&states[side], place).into_keys().collect::<BTreeSet<Seen>>());
        assert!(seen[0] != seen[1], "both show {seen:?} for {input:?}");
    }
    true
}

#[test]
fn what_shows_when_pairs_are_driven_is_true_of_their_tables() {
    let (seed, count) = (seed(3), cases(150));
    let (mut different, mut shown, mut followed) = (0, 0, 0);
    for case in 0..count {
        let pair = Pair::random(&mut generator(seed, case));
        let systems = [0, 1].map(|side| load(&pair.tables[side], pair.forms[side]));
        let options = looking_at(&pair.tables[0]);
        let told = || format!("case {case} of seed {seed}:\n{}", pair.told());
        let inputs = Drive::new(&systems[0], &[], &options).unwrap_or_else(|e| panic!("{e:?}, {}", told()));
        let found = drive(&systems[0], &systems[1], &inputs, &options, &Stop::new());
        let found = found.unwrap_or_else(|e| panic!("{e:?}, {}", told()));
        let inputs = pair.inputs();
        let shortest = twin::compare(&pair.flat(0, &inputs), &pair.flat(1, &inputs)).shortest;
        different += usize::from(shortest.is_some());
        let Some(found) = found else { continue };
        shown += 1;
        assert!(is_true(found.steps, shortest), "{} after {}, {shortest:?}, {}", found.key, found.steps, told());
        for (system, run) in systems.iter().zip(&found.runs) {
            assert!(replay(system, run).is_ok(), "{}", told());
        }
        let judged = std::panic::catch_unwind(|| is_followed(&pair, &interface(&systems[0]), &found));
        followed += usize::from(judged.unwrap_or_else(|_| panic!("{}, {}", found.key, told())));
    }
    counted(different, "pairs that differ");
    counted(shown, "of which a run showed it");
    counted(followed, "of which the run was followed in the tables");
    // A lie would be seen.
    assert!(!is_true(2, None) && !is_true(1, Some(2)) && is_true(2, Some(2)));
}
