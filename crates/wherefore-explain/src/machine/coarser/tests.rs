//! The level that is chosen, against its definition: random graphs, random sets of failing runs, random faults.

use super::{AT_ONCE, COARSER, Listed, level, told};
use crate::machine::path_class::{Level, Move, PathKey};
use std::collections::{BTreeMap, BTreeSet};
use wherefore_ir::control::{ControlGraph, ControlState, Region, RegionId, StateId, Transition, TransitionId};
use wherefore_ir::{System, TermId};
use wherefore_test::{below, cases, counted, say, seed};

/// A random graph of one or two regions; its formulas do not matter.
fn graph(state: &mut u64, term: TermId) -> ControlGraph {
    let mut graph = ControlGraph::default();
    for number in 0..1 + below(state, 2) as u32 {
        let region = RegionId(number);
        graph.regions.push(Region { name: format!("r{number}"), parent: None, writes: Vec::new(), element: None });
        let first = graph.states.len() as u32;
        let count = 2 + below(state, 4) as u32;
        for place in 0..count {
            graph.states.push(ControlState { region, name: format!("s{place}"), active: term, element: None });
        }
        for place in 0..3 + below(state, 6) {
            let end = |state: &mut u64| StateId(first + below(state, count as usize) as u32);
            let name = format!("r{number}.t{place}");
            graph.transitions.push(Transition {
                region,
                source: end(state),
                target: end(state),
                name: name.clone(),
                named: true,
                rule: name,
                enabled: term,
                taken: term,
                internal: false,
                element: None,
                guard: None,
            });
        }
    }
    graph
}

/// Random failing runs: each takes a transition of the fix set. Shortest runs by key.
fn classes(state: &mut u64, graph: &ControlGraph, fix: &BTreeSet<TransitionId>) -> Vec<Listed> {
    let mut found: BTreeMap<PathKey, u32> = BTreeMap::new();
    let starts: Vec<Vec<StateId>> = graph.region_ids().map(|r| graph.states_of(r).collect()).collect();
    for _ in 0..60 {
        let mut at: Vec<StateId> = starts.iter().map(|s| s[below(state, 2.min(s.len()))]).collect();
        let mut key = PathKey::initial(Level::Spine, &at.iter().copied().map(Some).collect::<Vec<_>>());
        let length = 1 + below(state, 6) as u32;
        for _ in 0..length {
            let taken: Vec<Option<TransitionId>> = at
                .iter_mut()
                .map(|at| {
                    let exits: Vec<TransitionId> = graph.exits(*at).collect();
                    let taken = *exits.get(below(state, exits.len() + 1))?;
                    *at = graph.transition(taken).target;
                    Some(taken)
                })
                .collect();
            let entered = vec![None; taken.len()];
            key = key.step(graph, Level::Spine, &Move { taken, entered });
        }
        if key.transitions().any(|t| fix.contains(&t)) {
            let known = found.entry(key).or_insert(length);
            *known = (*known).min(length);
        }
    }
    let listed = |(key, length): (PathKey, u32)| {
        let faults = key.transitions().filter(|t| fix.contains(t)).map(|t| graph.transition(t).name.clone()).collect();
        Listed { key, length, faults }
    };
    found.into_iter().map(listed).collect()
}

/// Pairs of classes of one way, by the definition.
fn together(graph: &ControlGraph, a: &Listed, b: &Listed, level: Level) -> bool {
    a.key.at_level(graph, level) == b.key.at_level(graph, level)
}

/// Whether every way of a level has a fault that all its classes have: class by class.
fn keeps_apart(graph: &ControlGraph, classes: &[Listed], level: Level) -> bool {
    classes.iter().all(|class| {
        class.faults.iter().any(|fault| {
            classes.iter().all(|other| !together(graph, class, other, level) || other.faults.contains(fault))
        })
    })
}

fn number(graph: &ControlGraph, classes: &[Listed], level: Level) -> usize {
    let is_first =
        |place: &usize| !classes[..*place].iter().any(|other| together(graph, other, &classes[*place], level));
    (0..classes.len()).filter(is_first).count()
}

#[test]
fn the_level_is_the_coarsest_that_keeps_faults_apart() {
    let (first, count) = (seed(26), cases(300));
    let mut seen = BTreeMap::<String, usize>::new();
    let mut system = System::new("none");
    let term = system.terms.bool(true);
    for case in 0..count {
        let mut state = first.wrapping_add(case).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let graph = graph(&mut state, term);
        let all: Vec<TransitionId> = (0..graph.transitions.len() as u32).map(TransitionId).collect();
        let fix: BTreeSet<TransitionId> =
            (0..1 + below(&mut state, 3)).map(|_| all[below(&mut state, all.len())]).collect();
        let mut classes = classes(&mut state, &graph, &fix);
        let is_known = below(&mut state, 4) > 0;
        if !is_known {
            classes.iter_mut().for_each(|class| class.faults.clear());
        }
        let fits = |level: &Level| {
            let ways = number(&graph, &classes, *level);
            ways < classes.len() && if is_known { keeps_apart(&graph, &classes, *level) } else { ways <= AT_ONCE }
        };
        let expected = match classes.len() {
            0..=AT_ONCE => None,
            // A finer level with as few ways says more.
            _ if is_known => COARSER.into_iter().find(fits).and_then(|coarsest| {
                let most = number(&graph, &classes, coarsest);
                COARSER.into_iter().rev().filter(fits).find(|level| number(&graph, &classes, *level) <= most)
            }),
            _ => COARSER.into_iter().rev().find(fits),
        };
        let found = level(&graph, &classes, AT_ONCE);
        assert_eq!(found, expected, "seed {first}, case {case}");
        let word = found.map_or("none".to_owned(), Level::word);
        *seen.entry(format!("{word}, {}", if is_known { "faults known" } else { "not known" })).or_default() += 1;
        if let Some(level) = found {
            ways(&graph, &classes, level);
        }
    }
    say(&format!("{count} sets of classes, seed {first}: {seen:?}"));
    counted(seen.keys().filter(|word| !word.starts_with("none")).count(), "levels that were chosen");
}

/// Each class is in one way, that of its key; each way has the length of its shortest class, and the faults of all of them.
fn ways(graph: &ControlGraph, classes: &[Listed], level: Level) {
    let made = told(graph, classes, level, &[], |key| format!("{key:?}"));
    assert_eq!(made.iter().map(|way| way.classes.len()).sum::<usize>(), classes.len());
    assert_eq!(made.len(), number(graph, classes, level));
    for way in &made {
        let own: Vec<&Listed> = way.classes.iter().map(|place| &classes[*place]).collect();
        assert!(own.iter().all(|class| format!("{:?}", class.key.at_level(graph, level)) == way.key));
        assert_eq!(Some(way.length), own.iter().map(|class| class.length).min());
        let is_common = |fault: &String| own.iter().all(|class| class.faults.contains(fault));
        let common: Vec<String> = own[0].faults.iter().filter(|fault| is_common(fault)).cloned().collect();
        assert_eq!(way.faults, common);
    }
}
