//! Nearest runs against all runs of the same shape, judged by the formula itself.

use super::{At, Graph, Laid, MOST_STEPS, nearest};
use crate::lts::run::{Run, passes};
use crate::result::part::Why;
use wherefore_diag::FileId;
use wherefore_ir::actions::End;
use wherefore_ir::actions::Formula;
use wherefore_lang::mcl;
use wherefore_lts::automaton::Automaton;
use wherefore_lts::moves::Direction;
use wherefore_lts::path::{Path, Step};
use wherefore_lts::product::Product;
use wherefore_lts::route::Route;
use wherefore_lts::{Memory, load};
use wherefore_solve::Stop;
use wherefore_test::{below, cases, say, seed};

/// Formulas about what must not happen, what must not end, and what must happen in the end.
const FORMULAS: [&str; 8] = [
    "[true* . a . b] false",
    "[true* . a . (not b)* . c] false",
    "[(not a)* . b] false and [true* . c . c] false",
    "[true* . c] <true> true",
    "[true*] <true> true",
    "inevitable (a)",
    "[true* . b] inevitable (a)",
    "[(a . b)* . c] inevitable (b) and [true* . a] inevitable (c)",
];

fn graph(dice: &mut u64) -> (Memory, String) {
    let states = 3 + below(dice, 4);
    let mut edges = Vec::new();
    for from in 0..states {
        for _ in 0..[0, 1, 2, 2, 3][below(dice, 5)] {
            let to = if below(dice, 2) == 0 { (from + 1) % states } else { below(dice, states) };
            edges.push(format!("({from}, \"{}\", {to})", ["a", "b", "c", "d"][below(dice, 4)]));
        }
    }
    let text = format!("des (0, {}, {states})\n{}\n", edges.len(), edges.join("\n"));
    (Memory::new(load(text.as_bytes(), &Stop::new()).expect("a graph"), Stop::new()), text)
}

/// All paths with this number of steps.
fn paths(route: &Memory, steps: usize) -> Vec<Path> {
    let mut all = vec![Path { start: (route.size().initial, 0), steps: Vec::new() }];
    for _ in 0..steps {
        let longer = |path: &Path| {
            let row = route.look(Direction::Forward, &[path.end().0]).expect("a state").remove(0);
            let with = |edge: &wherefore_lts::row::Edge| {
                let mut path = path.clone();
                path.steps.push(Step { label: edge.label, state: edge.end, inner: 0 });
                path
            };
            row.iter().map(with).collect::<Vec<Path>>()
        };
        all = all.iter().flat_map(longer).take(5_000).collect();
    }
    all
}

/// All runs of a shape.
fn runs(route: &Memory, steps: usize, back: Option<usize>) -> Vec<Run> {
    let run = |path: Path| match back {
        Some(place) => {
            let closes = path.states().nth(place).map(|(s, _)| s) == Some(path.end().0);
            closes.then_some(Run { path, end: End::Loop(place) })
        }
        None => {
            let is_dead = route.look(Direction::Forward, &[path.end().0]).expect("a state")[0].is_empty();
            Some(Run { path, end: if is_dead { End::Deadlock } else { End::Open } })
        }
    };
    paths(route, steps).into_iter().filter_map(run).collect()
}

fn changes(a: &Run, b: &Run) -> Vec<bool> {
    a.path.steps.iter().zip(&b.path.steps).map(|(a, b)| a.label != b.label).collect()
}

#[test]
fn nearest_runs_are_those_that_enumeration_finds() {
    let (first, count) = (seed(1), cases(600));
    let (mut near, mut none, mut loops, mut open) = (0, 0, 0, 0);
    for case in 0..count {
        let mut dice = first.wrapping_mul(1_000_003).wrapping_add(case) ^ 0x17_5000;
        let (route, text) = graph(&mut dice);
        let words = FORMULAS[below(&mut dice, FORMULAS.len())];
        let formula: Formula = mcl::load(FileId(0), words).formula.expect("a formula");
        let labels: Vec<&str> = Route::labels(&route).iter().collect();
        let product = Product::new(&route, Automaton::new(&formula, &labels).expect("small"));
        let steps = below(&mut dice, 6);
        let back = (steps > 0 && below(&mut dice, 2) == 0).then(|| below(&mut dice, steps.max(1)));
        let all = runs(&route, steps, back);
        let (bad, good): (Vec<&Run>, Vec<&Run>) = all.iter().partition(|run| run.violates(&route, &formula));
        if bad.is_empty() {
            continue;
        }
        let failing = bad[below(&mut dice, bad.len())];
        let told = || format!("case {case}: {words}\n{text}{failing:?}");
        let judge = |run: &Run| passes(&route, &formula, run);
        let found = nearest(&route, &product, failing, &judge, &mut (MOST_STEPS as usize));
        let best = good.iter().map(|run| changes(failing, run)).map(|c| (c.iter().filter(|d| **d).count(), c)).min();
        match (found, best) {
            (Ok(found), Some((least, best))) => {
                near += 1;
                loops += usize::from(back.is_some());
                open += usize::from(!found.minimal);
                assert!(passes(&route, &formula, &found.run).expect("a graph"), "{}", told());
                let differs = changes(failing, &found.run);
                let places: Vec<usize> = (0..steps).filter(|p| differs[*p]).collect();
                assert_eq!(found.differs, places, "{}", told());
                assert!(places.len() >= least && (!found.minimal || places.len() == least), "{}", told());
                assert!(back.is_some() || (found.minimal && differs == best), "{}", told());
            }
            (Err(why), None) => {
                none += 1;
                assert!(matches!(why, Why::EveryRunFails(_) | Why::NoPassingRun(_)), "{why:?} {}", told());
            }
            // Only a loop in which the automaton needs several rounds to come back may be overlooked, and it is not denied.
            (Err(why), Some(_)) => {
                open += 1;
                assert!(back.is_some() && matches!(why, Why::NoPassingRun(_)), "{why:?} {}", told());
            }
            (Ok(found), None) => panic!("{found:?} {}", told()),
        }
    }
    say(&format!("{near} nearest runs ({loops} of them loops), {none} times none, {open} not known to be least"));
    assert!(near * 12 > count as usize && loops * 30 > count as usize && none > 0 && open * 10 < near, "too few cases");
}

/// A hub is in a layer once for each state where the loop may have begun, each time with all its transitions.
#[test]
fn a_layer_of_hubs_is_left_once_there_are_too_many_steps() {
    let count = 300u32;
    let lines: String = (1..=count).map(|at| format!("(0, \"a\", {at})\n({at}, \"b\", 0)\n")).collect();
    let text = format!("des (0, {}, {})\n{lines}", 2 * count, count + 1);
    let route = Memory::new(load(text.as_bytes(), &Stop::new()).expect("a graph"), Stop::new());
    let formula = mcl::load(FileId(0), "inevitable (c)").formula.expect("a formula");
    let product = Product::new(&route, Automaton::new(&formula, &["a", "b"]).expect("small"));
    let step = |label, state| Step { label, state, inner: 0 };
    let run = Run { path: Path { start: (0, 0), steps: vec![step(0, 1), step(1, 0)] }, end: End::Loop(0) };
    let hub = |home| At { state: 0, inner: 0, home: Some((home, 0)), done: 0 };
    let nodes: Vec<At> = (1..=count).map(hub).collect();
    let mut laid = Laid { route: &route, product: &product, run: &run, strict: false };
    let rows = laid.steps(0, &nodes, 1_000).expect("a graph");
    assert_eq!(rows.iter().map(Vec::len).collect::<Vec<_>>(), [count as usize; 4]);
    let found = nearest(&route, &product, &run, &|_| Ok(true), &mut 500);
    assert!(matches!(found, Err(Why::GraphTooLarge)), "{found:?}");
}
