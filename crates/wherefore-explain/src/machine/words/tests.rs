//! How keys read.

use super::Words;
use crate::machine::path_class::{Level, LocalKey, PathKey};
use wherefore_ir::Terms;
use wherefore_ir::control::{ControlGraph, ControlState, Region, RegionId, StateId, Transition, TransitionId};

/// A number of regions side by side, each with one transition: a0, a1, ...
fn side_by_side(count: u32) -> ControlGraph {
    let truth = Terms::new().bool(true);
    let mut graph = ControlGraph::default();
    for number in 0..count {
        let (region, name) = (RegionId(number), format!("a{number}"));
        graph.regions.push(Region { name: format!("r{number}"), parent: None, writes: Vec::new(), element: None });
        let active = truth;
        graph.states.extend(["S", "T"].map(|s| ControlState { region, name: s.to_owned(), active, element: None }));
        graph.transitions.push(Transition {
            region,
            source: StateId(2 * number),
            target: StateId(2 * number + 1),
            rule: name.clone(),
            name,
            named: true,
            enabled: truth,
            taken: truth,
            internal: false,
            element: None,
            guard: None,
        });
    }
    graph
}

/// The words at level 1 where these regions have moved, these of them last.
fn words(count: u32, moved: &[u32], latest: &[u32], rests: bool) -> String {
    let graph = side_by_side(count);
    let local = |r: u32| LocalKey {
        start: Some(StateId(2 * r)),
        spine: Vec::new(),
        last: moved.contains(&r).then_some(TransitionId(r)),
        end: None,
    };
    let regions = (0..count).map(|r| Some(local(r))).collect();
    let key = PathKey { regions, latest: latest.iter().map(|r| RegionId(*r)).collect(), rests };
    Words { graph: &graph, several_starts: vec![false; count as usize] }.key(&key, Level::Spine)
}

#[test]
fn what_moved_last_and_what_rests_is_said_where_it_tells_something() {
    assert_eq!(words(1, &[0], &[], false), "<a0>");
    assert_eq!(words(1, &[0], &[], true), "<a0> then rests");
    assert_eq!(words(1, &[], &[], true), "init then rests");
    assert_eq!(words(2, &[1], &[1], false), "<a1>");
    assert_eq!(words(2, &[0, 1], &[1], false), "<a0> | <a1>, a1 last");
    assert_eq!(words(2, &[0, 1], &[0, 1], false), "<a0> | <a1>, last together");
    assert_eq!(words(3, &[0, 1, 2], &[0, 2], true), "<a0> | <a1> | <a2>, a0 and a2 last together, then rests");
    assert_eq!(words(0, &[], &[], false), "all failing runs");
}
