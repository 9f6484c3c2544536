//! Wrong runs are planted: the replay refuses each that is none of the graph, or that its formula does not judge a violation.

use super::{PIECE, Run, passes, replay};
use wherefore_diag::FileId;
use wherefore_ir::actions::{End, Formula};
use wherefore_lang::mcl;
use wherefore_lts::moves::Direction;
use wherefore_lts::path::{Path, Step};
use wherefore_lts::route::Route;
use wherefore_lts::row::Edge;
use wherefore_lts::{Memory, load};
use wherefore_solve::Stop;
use wherefore_test::{Random, cases, counted, seed};

const LABELS: [&str; 3] = ["a", "b", "c"];

fn memory(text: &str) -> Memory {
    Memory::new(load(text.as_bytes(), &Stop::new()).expect("a graph"), Stop::new())
}

fn graph(random: &mut Random) -> (Memory, String) {
    let states = 1 + random.below(6);
    let edges: Vec<String> = (0..random.below(3 * states))
        .map(|_| format!("({}, \"{}\", {})", random.below(states), LABELS[random.below(3)], random.below(states)))
        .collect();
    let text = format!("des (0, {}, {states})\n{}\n", edges.len(), edges.join("\n"));
    (memory(&text), text)
}

fn row(route: &Memory, state: u32) -> Vec<Edge> {
    route.look(Direction::Forward, &[state]).expect("a state").remove(0)
}

/// A run of the graph, with an end that may be wrong.
fn run(random: &mut Random, route: &Memory) -> Run {
    let mut path = Path { start: (route.size().initial, 0), steps: Vec::new() };
    for _ in 0..random.below(9) {
        let row = row(route, path.end().0);
        let Some(edge) = row.get(random.below(row.len().max(1))) else { break };
        path.steps.push(Step { label: edge.label, state: edge.end, inner: 0 });
    }
    let end = [End::Open, End::Deadlock, End::Loop(random.below(path.steps.len() + 1))][random.below(3)];
    Run { path, end }
}

/// A run with a mistake in it, more often than not.
fn spoilt(random: &mut Random, mut run: Run, labels: usize) -> Run {
    let steps = &mut run.path.steps;
    let at = random.below(steps.len().max(1));
    match (random.below(6), steps.get_mut(at)) {
        (0, Some(step)) => step.label = random.below(labels) as u32,
        (1, Some(step)) => step.state = random.below(6) as u32,
        (2, Some(_)) => drop(steps.remove(at)),
        (3, Some(step)) => {
            let step = *step;
            steps.insert(at, step);
        }
        (4, _) => run.path.start.0 = random.below(6) as u32,
        _ => {}
    }
    run
}

/// Step by step, and the end as it says.
fn is_run(route: &Memory, run: &Run) -> bool {
    let states: Vec<u32> = run.path.states().map(|(state, _)| state).collect();
    let known = |state: &u32| *state < route.size().states;
    let leads = |(from, step): (&u32, &Step)| row(route, *from).contains(&Edge { label: step.label, end: step.state });
    let last = states[states.len() - 1];
    states.iter().all(known)
        && states[0] == route.size().initial
        && states.iter().zip(&run.path.steps).all(leads)
        && match run.end {
            End::Open => true,
            End::Deadlock => row(route, last).is_empty(),
            End::Loop(place) => states.get(place) == Some(&last),
        }
}

#[test]
fn wrong_runs_are_refused_and_right_ones_are_not() {
    let (seed, count) = (seed(91), cases(4_000));
    let (mut refused, mut spared, mut passing) = (0, 0, 0);
    for case in 0..count {
        let mut random = Random::new(seed.wrapping_mul(1_000_003).wrapping_add(case));
        let (route, text) = graph(&mut random);
        let words = ["[true* . b] false", "[true*] <true> true", "inevitable (c)", "[a . true*] inevitable (b)"];
        let words = words[random.below(words.len())];
        let formula: Formula = mcl::load(FileId(0), words).formula.expect("a formula");
        let good = run(&mut random, &route);
        let planted = match route.labels().len() {
            0 => good,
            labels => spoilt(&mut random, good, labels),
        };
        if planted.path.states().any(|(state, _)| state >= route.size().states) {
            continue;
        }
        let is_run = is_run(&route, &planted);
        let fails = planted.violates(&route, &formula);
        let told = format!("WHEREFORE_SEED={seed}, case {case}: {words}\n{text}{planted:?}");
        assert_eq!(replay(&route, &formula, &[&planted]).is_ok(), is_run && fails, "{told}");
        assert_eq!(passes(&route, &formula, &planted), Ok(is_run && !fails), "{told}");
        refused += u64::from(!is_run);
        spared += u64::from(is_run && fails);
        passing += u64::from(is_run && !fails);
    }
    counted(refused, "runs that the graph does not have");
    counted(spared, "runs that fail");
    counted(passing, "runs that do not fail");
}

/// A wrong step of a run that is looked up piece by piece is found wherever it is.
#[test]
fn a_wrong_step_of_a_long_run_is_found() {
    let count = 2 * PIECE as u32 + 10;
    let lines: String = (0..count).map(|at| format!("({at}, \"a\", {})\n", at + 1)).collect();
    let route = memory(&format!("des (0, {}, {})\n{lines}({count}, \"b\", {count})\n", count + 1, count + 1));
    let formula = mcl::load(FileId(0), "[true* . b] false").formula.expect("a formula");
    let mut steps: Vec<Step> = (0..count).map(|at| Step { label: 0, state: at + 1, inner: 0 }).collect();
    steps.push(Step { label: 1, state: count, inner: 1 });
    let run = Run { path: Path { start: (0, 0), steps }, end: End::Open };
    assert_eq!(replay(&route, &formula, &[&run]), Ok(()));
    for place in [0, 7, PIECE - 1, PIECE, PIECE + 1, 2 * PIECE, count as usize - 1, count as usize] {
        let mut wrong = run.clone();
        wrong.path.steps[place].state = 3;
        assert!(replay(&route, &formula, &[&wrong]).is_err(), "{place}");
    }
}
