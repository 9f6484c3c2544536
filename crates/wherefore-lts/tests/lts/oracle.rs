//! The analysis against its slow, obvious twin: random systems with at most eight states, random formulas, every fact.

#![expect(clippy::disallowed_macros, clippy::print_stdout, reason = "a test says how much it compared")]

mod compare;
mod residual;
mod runs;
mod twin;

use crate::formulas::{Random, formula, seed};
use crate::support::{Analysis, Lts, random_formula, random_lts};
use compare::{Seen, compare, rows};
use runs::{Case, Runs};
use std::panic::{AssertUnwindSafe, catch_unwind};
use twin::Twin;
use wherefore_test::cases;

fn check(lts: &Lts, text: &str, seen: &mut Seen, runs: &mut Runs, context: &str) {
    let formula = formula(text);
    let (labels, rows) = rows(lts);
    let twin = Twin::new(rows, lts.initial, &formula, &labels);
    let analysis = Analysis::of(lts, &formula);
    assert_eq!(analysis.labels(), labels, "{context}");
    let pairs = compare(&twin, &analysis, seen, context);
    let case = Case { twin: &twin, analysis: &analysis, formula: &formula, context };
    case.counterexample(runs);
    case.ways_to_neighbourhoods(&pairs, runs);
    case.follow(&pairs, runs);
}

/// Formulas that are tried on each system.
const FORMULAS: u64 = 3;

#[test]
fn the_analysis_agrees_with_its_twin() {
    let seed = seed();
    let mut random = Random(seed);
    let (mut seen, mut runs) = (Seen::default(), Runs::default());
    let all = cases(2000);
    for case in 0..all {
        let lts = random_lts(&mut random);
        for sort in 0..FORMULAS {
            let text = random_formula(&mut random, case + sort);
            let context = format!("WHEREFORE_SEED={seed}, case {case}: {text} on\n{}", lts.text());
            check(&lts, &text, &mut seen, &mut runs, &context);
        }
    }
    println!("{all} systems with {FORMULAS} formulas each, {seen:?}, {runs:?}");
    let rare = [seen.postponed, seen.unobservable].into_iter().chain(seen.kinds).chain(seen.moves);
    assert!(all < 2000 || rare.min() > Some(50), "everything should occur: {seen:?}");
    assert!(all < 2000 || seen.failing.min(seen.holding) > all / 2, "both verdicts should be common: {seen:?}");
}

/// Automata of more than 64 states take other ways than smaller ones: sets of several words, moves without tables.
#[test]
fn large_automata_agree_too() {
    let seed = seed();
    let mut random = Random(seed);
    let (mut seen, mut runs, mut large) = (Seen::default(), Runs::default(), 0);
    for case in 0..cases(2000) / 60 {
        let (lts, end) = (random_lts(&mut random), ["false", "<true> true", "inevitable b"][case as usize % 3]);
        let text = format!("[true* . a . {} . (b or c)] {end}", ["true"; 6].join(" . "));
        large += u32::from(Analysis::of(&lts, &formula(&text)).product.shape.parts() > 1);
        let context = format!("WHEREFORE_SEED={seed}, case {case}: {text} on\n{}", lts.text());
        check(&lts, &text, &mut seen, &mut runs, &context);
    }
    println!("{large} large automata, {seen:?}, {runs:?}");
    assert!(cases(2000) < 2000 || large > 10 && seen.live > 300, "{large} {seen:?}");
}

/// One fact of the twin turned around, and the comparison fails: on every fact about a node that was met.
#[test]
fn a_wrong_fact_is_seen() {
    let mut random = Random(seed());
    let mut planted = 0;
    for case in 0..12 {
        let (lts, text) = (random_lts(&mut random), random_formula(&mut random, case));
        let (formula, (labels, rows)) = (formula(&text), rows(&lts));
        let analysis = Analysis::of(&lts, &formula);
        let twin = || Twin::new(rows.clone(), lts.initial, &formula, &labels);
        let seen = |wrong: &Twin| {
            catch_unwind(AssertUnwindSafe(|| compare(wrong, &analysis, &mut Seen::default(), ""))).is_err()
        };
        assert!(!seen(&twin()));
        for node in (0..twin().nodes.len()).filter(|n| twin().live(*n)).take(3) {
            let [mut violated, mut returning, mut distance] = [twin(), twin(), twin()];
            violated.violated[node] ^= true;
            returning.returning[node] ^= true;
            distance.distance[node] = None;
            assert!(seen(&violated) && seen(&returning) && seen(&distance), "{text}, node {node}");
            planted += 3;
        }
    }
    assert!(planted > 20, "{planted}");
}

#[test]
fn small_systems_are_as_expected() {
    let (mut seen, mut runs) = (Seen::default(), Runs::default());
    let edges = vec![(0, "a", 1), (0, "b", 2), (2, "c", 2), (2, "a", 1), (1, "d", 1)];
    let lts = Lts { initial: 0, states: 3, edges };
    check(&lts, "[true* . a] false", &mut seen, &mut runs, "a live loop postpones the failure");
    assert_eq!((seen.moves, seen.kinds, seen.postponed), ([0, 4, 0], [0, 1, 0, 0], 2));
    check(&Lts { initial: 0, states: 1, edges: vec![] }, "false", &mut seen, &mut runs, "broken from the start");
    check(&Lts { initial: 0, states: 1, edges: vec![] }, "inevitable a", &mut seen, &mut runs, "it ends too early");
    assert_eq!((runs.shown, runs.to_neighbourhoods), (3, 1));
}
