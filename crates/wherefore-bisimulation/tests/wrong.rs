//! Planted lies: partitions, lists of sets and formulas that are wrong are refused.

use wherefore_bisimulation::subset::WrongSets;
use wherefore_bisimulation::{
    Bisimulation, Equivalence, Formula, Formulas, Graph, HIDDEN, Judge, NoAnswer, Observation, Outcome, Pair, Proof,
    WrongPartition, check_partition, check_sets, compare,
};
use wherefore_stop::Stop;
use wherefore_test::{Random, cases, counted, seed};

fn equal(pair: &Pair, equivalence: Equivalence) -> Option<Proof> {
    match compare(pair, equivalence, 1 << 30, &Stop::new()) {
        Ok(Outcome::Equal(proof)) => Some(proof),
        _ => None,
    }
}

/// A buffer of two places, and two buffers of one place with a hidden step between them.
fn buffers() -> Pair {
    let (put, get) = (1, 2);
    let one = [(0, put, 1), (1, put, 2), (1, get, 0), (2, get, 1)];
    let two = [(3, put, 4), (4, HIDDEN, 5), (5, put, 6), (5, get, 3), (6, get, 4)];
    Pair { graph: Graph::new(7, &[one.as_slice(), &two].concat()), first: 0, second: 3 }
}

#[test]
fn a_partition_with_two_blocks_made_one_is_refused() {
    let (mut merged, mut moved) = (0, 0);
    let seed = seed(31);
    for case in 0..cases(100) {
        let mut random = Random::stream(seed, case);
        let states = random.between(2, 7) as u32;
        let state = |random: &mut Random| random.below(states as usize) as u32;
        let edges = random.between(1, 14);
        let list: Vec<(u32, u32, u32)> =
            (0..edges).map(|_| (state(&mut random), random.below(3) as u32, state(&mut random))).collect();
        let first = state(&mut random);
        let pair = Pair { graph: Graph::new(states, &list), first, second: first };
        for kind in [Bisimulation::Strong, Bisimulation::Branching, Bisimulation::DivergenceBranching] {
            let proof = equal(&pair, Equivalence::Bisimulation(kind)).expect("a graph is equal to itself");
            let (one, two) = (state(&mut random) as usize, state(&mut random) as usize);
            if proof.blocks[one] == proof.blocks[two] {
                continue;
            }
            // The partition is the coarsest, so every coarser one is wrong.
            let block = |b: &u32| if *b == proof.blocks[one] { proof.blocks[two] } else { *b };
            let lie: Vec<u32> = proof.blocks.iter().map(block).collect();
            let place = format!("WHEREFORE_SEED={seed}, case {case}: {kind:?}, {list:?}, {lie:?}");
            assert!(check_partition(&pair.graph, &lie, kind).is_err(), "{place}");
            merged += 1;
            let mut lie = proof.blocks.clone();
            lie[one] = proof.blocks[two];
            assert!(check_partition(&pair.graph, &lie, kind).is_err(), "{place}");
            moved += 1;
        }
    }
    counted(merged, "partitions with two blocks made one are refused");
    counted(moved, "partitions with a state in a wrong block are refused");
}

#[test]
fn each_kind_of_lie_about_blocks_is_named() {
    let graph = Graph::new(3, &[(0, 1, 2), (1, HIDDEN, 1)]);
    assert_eq!(check_partition(&graph, &[0, 0], Bisimulation::Strong), Err(WrongPartition::Size));
    let wrong = check_partition(&graph, &[0, 0, 1], Bisimulation::Branching);
    assert_eq!(wrong, Err(WrongPartition::Step { state: 1, label: 1, block: 1 }));
    assert_eq!(check_partition(&graph, &[0, 1, 1], Bisimulation::Branching), Ok(()));
    let wrong = check_partition(&graph, &[0, 1, 1], Bisimulation::DivergenceBranching);
    assert_eq!(wrong, Err(WrongPartition::Divergence { state: 2 }));
}

#[test]
fn lists_of_sets_with_a_pair_missing_are_refused() {
    let observation = Observation::Traces;
    // a(b + c) and ab + ac have the same traces.
    let list = [(0, 1, 1), (1, 2, 2), (1, 3, 2), (3, 1, 4), (3, 1, 5), (4, 2, 6), (5, 3, 6)];
    let pair = Pair { graph: Graph::new(7, &list), first: 0, second: 3 };
    let proof = equal(&pair, Equivalence::Runs(observation)).expect("the same traces");
    let sets = proof.sets.expect("sets");
    let check = |sets: &[[Vec<u32>; 2]]| check_sets(&pair.graph, &proof.blocks, [0, 3], observation, sets);
    assert_eq!(check(&sets), Ok(()));
    assert_eq!(check(&sets[1..]), Err(WrongSets::Initial));
    assert!(matches!(check(&sets[..sets.len() - 1]), Err(WrongSets::Open(..))));
    let mut lie = sets.clone();
    lie.push([sets[0][0].clone(), Vec::new()]);
    assert!(matches!(check(&lie), Err(WrongSets::Labels(_))));
    let failures = check_sets(&pair.graph, &proof.blocks, [0, 3], Observation::Failures, &sets);
    assert!(matches!(failures, Err(WrongSets::Refusals(_))), "{failures:?}");
}

#[test]
fn a_wrong_formula_is_refused() {
    let pair = buffers();
    let stop = Stop::new();
    let mut formulas = Formulas::default();
    let get = formulas.add(Formula::Next(2, Formulas::TRUE));
    let lie = formulas.add(Formula::Next(1, get));
    let mut judge = Judge::new(&pair.graph, &stop);
    assert_eq!(judge.tells_apart(&formulas, lie, pair.first, pair.second), Ok(true));
    assert_eq!(judge.tells_apart(&formulas, lie, pair.second, pair.first), Ok(false));
    let lie = formulas.path(&[1, 2], true, Formulas::TRUE);
    assert_eq!(judge.tells_apart(&formulas, lie, pair.first, pair.second), Ok(false));
}

#[test]
fn buffers_are_the_same_but_for_hidden_steps() {
    let found = Equivalence::ALL.map(|equivalence| equal(&buffers(), equivalence).is_some());
    assert_eq!(found, [false, true, true, false, true, true]);
    let limit = compare(&buffers(), Equivalence::ALL[0], 10, &Stop::new());
    assert!(matches!(limit, Err(NoAnswer::Memory { limit: 10, .. })));
}

#[test]
fn what_implies_what_is_so_on_random_pairs() {
    let seed = seed(32);
    let mut equal_somehow = 0;
    for case in 0..cases(100) {
        let mut random = Random::stream(seed, case);
        let edges = random.between(1, 10);
        let list: Vec<(u32, u32, u32)> =
            (0..edges).map(|_| (random.below(5) as u32, random.below(3) as u32, random.below(5) as u32)).collect();
        let pair = Pair { graph: Graph::new(5, &list), first: 0, second: 1 };
        let found = Equivalence::ALL.map(|equivalence| equal(&pair, equivalence).is_some());
        for (one, is_one) in Equivalence::ALL.iter().zip(found) {
            for (two, is_two) in Equivalence::ALL.iter().zip(found) {
                let place = format!("WHEREFORE_SEED={seed}, case {case}: {one:?} and {two:?} on {list:?}");
                assert!(!one.implies(*two) || !is_one || is_two, "{place}");
            }
        }
        equal_somehow += usize::from(found.contains(&true) && found.contains(&false));
    }
    counted(equal_somehow, "pairs are equal in some senses");
}
