//! Structural causes are enough, and all of them are found: random networks against trying everything.

use crate::random::{Build, Recipes};
use crate::support::{Choices, table, variable};
use std::collections::BTreeSet;
use wherefore_explain::dataflow::Program;
use wherefore_explain::dataflow::patterns::Patterns;
use wherefore_explain::dataflow::replay::Replay;
use wherefore_explain::dataflow::structural::{StructuralCause, causes};
use wherefore_ir::network::{BlockId, Gate};
use wherefore_test::{below, cases, counted, say, seed};

/// A random network with every run of it: inputs and ticks so that there are few literals.
pub fn draw(state: &mut u64, is_guarded: bool) -> (Recipes, u32) {
    let (inputs, ticks) = [(1, 6), (2, 3), (2, 4), (3, 2), (3, 3), (4, 2)][below(state, 6)];
    (Recipes::draw(state, inputs, is_guarded), ticks)
}

/// Whether a run agrees with the leaves of a cause.
fn agrees(program: &Program<'_>, cause: &StructuralCause, other: &Replay) -> bool {
    cause.leaves(program).into_iter().all(|l| {
        let leaf = &cause.nodes[l];
        *other.value(leaf.block, leaf.tick) == leaf.value
    })
}

/// Every run that agrees with the leaves has every node of the cause at its value.
fn assert_enough(program: &Program<'_>, cause: &StructuralCause, all: &[Replay], words: &str) {
    for other in all.iter().filter(|r| agrees(program, cause, r)) {
        for node in &cause.nodes {
            assert_eq!(other.value(node.block, node.tick), &node.value, "{words}: {node:?} in {cause:?}");
        }
    }
}

#[test]
fn every_structural_cause_is_enough() {
    let mut state = seed(7);
    let (mut seen, mut several) = (0, 0);
    for case in 0..cases(150) {
        let (recipes, ticks) = draw(&mut state, false);
        let (system, sink) = recipes.build(Build::Plain);
        let mut program = Program::new(&system).unwrap();
        let choices = Choices::new(&system, ticks);
        let mut all = table(&program, &choices, false);
        let row = below(&mut state, all.len());
        all.extend(table(&program, &choices, true));
        for _ in ["with patterns", "without"] {
            let found = causes(&program, &all[row], sink, 20);
            assert!(!found.causes.is_empty(), "case {case}: {recipes:?}");
            let rests = |c: &StructuralCause| c.nodes.iter().enumerate().all(|(i, n)| n.below.iter().all(|b| *b > i));
            assert!(found.causes.iter().all(rests), "nodes stand before what they rest on");
            found.causes.iter().for_each(|c| assert_enough(&program, c, &all, &format!("case {case}: {recipes:?}")));
            seen += found.causes.len();
            several += usize::from(found.causes.len() > 1);
            program.patterns = Patterns::none();
        }
    }
    counted(seen, "causes");
    counted(several, "runs with several causes");
}

/// A cause without indices: each node with what it rests on.
type Graph = BTreeSet<(BlockId, u32, u32, Vec<(BlockId, u32)>)>;

fn graph(cause: &StructuralCause) -> Graph {
    let place = |n: &usize| (cause.nodes[*n].block, cause.nodes[*n].tick);
    let node = |n: &wherefore_explain::dataflow::structural::Node| {
        let mut below: Vec<(BlockId, u32)> = n.below.iter().map(place).collect();
        below.sort_unstable_by_key(|(b, t)| (*t, *b));
        (n.block, n.tick, n.shape, below)
    };
    cause.nodes.iter().map(node).collect()
}

/// All solution graphs by choosing at one open place after the other; `None` if there are too many.
fn brute(program: &Program<'_>, replay: &Replay, sink: BlockId, most: usize) -> Option<BTreeSet<Graph>> {
    let mut done = BTreeSet::new();
    let mut stack: Vec<(Graph, Vec<(BlockId, u32)>)> = vec![(Graph::new(), vec![(sink, replay.last())])];
    while let Some((graph, mut open)) = stack.pop() {
        let Some(place) = open.pop() else {
            done.insert(graph);
            if done.len() > most {
                return None;
            }
            continue;
        };
        if graph.iter().any(|(b, t, ..)| (*b, *t) == place) {
            stack.push((graph, open));
            continue;
        }
        for (shape, below) in program.satisfied(replay, place.0, place.1) {
            let (mut graph, mut open) = (graph.clone(), open.clone());
            open.extend(&below);
            graph.insert((place.0, place.1, shape, below));
            stack.push((graph, open));
        }
    }
    Some(done)
}

fn cost(program: &Program<'_>, cause: &StructuralCause) -> (usize, usize) {
    (cause.leaves(program).len(), cause.nodes.len())
}

#[test]
fn every_solution_graph_is_found_once() {
    let mut state = seed(11);
    let (mut compared, mut cut) = (0, 0);
    for case in 0..cases(150) {
        let (recipes, ticks) = draw(&mut state, false);
        let (system, sink) = recipes.build(Build::Plain);
        let program = Program::new(&system).unwrap();
        let choices = Choices::new(&system, ticks);
        let all = table(&program, &choices, false);
        let replay = &all[below(&mut state, all.len())];
        let Some(expected) = brute(&program, replay, sink, 60) else { continue };
        let found = causes(&program, replay, sink, 60);
        assert!(found.exhaustive, "case {case}");
        let graphs: BTreeSet<Graph> = found.causes.iter().map(graph).collect();
        assert_eq!(graphs, expected, "case {case}: {recipes:?}");
        assert_eq!(graphs.len(), found.causes.len(), "case {case}: each once");
        let costs: Vec<(usize, usize)> = found.causes.iter().map(|c| cost(&program, c)).collect();
        assert!(costs.is_sorted(), "case {case}: {costs:?}");
        let most = expected.len() / 2;
        if most > 0 {
            let some = causes(&program, replay, sink, most);
            assert_eq!((some.causes.len(), some.exhaustive), (most, false), "case {case}");
            assert!(some.causes.iter().all(|c| expected.contains(&graph(c))), "case {case}");
            cut += 1;
        }
        compared += expected.len();
    }
    counted(compared, "causes compared");
    say(&format!("{cut} lists cut"));
}

#[test]
fn leaves_are_inputs_and_initial_values() {
    let mut state = seed(13);
    for _ in 0..cases(50) {
        let (recipes, ticks) = draw(&mut state, false);
        let (system, sink) = recipes.build(Build::Plain);
        let program = Program::new(&system).unwrap();
        let all = table(&program, &Choices::new(&system, ticks), false);
        let replay = &all[below(&mut state, all.len())];
        for cause in causes(&program, replay, sink, 5).causes {
            for node in cause.leaves(&program).into_iter().map(|l| &cause.nodes[l]) {
                let is_memory = matches!(program.network.block(node.block).gate, Gate::Pre(_)) && node.tick == 0;
                assert!(is_memory || variable(&system, node.block).is_some());
                assert!(node.below.is_empty());
            }
            let key = cause.key();
            assert!(key.is_sorted() && key.len() <= cause.nodes.len());
        }
    }
}
