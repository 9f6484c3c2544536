//! Levels of few states, walked without notebooks: against the same graph that has no such way, and against a search state by state.

use crate::formulas::{Random, seed};
use std::collections::VecDeque;
use std::sync::Arc;
use wherefore_lts::local::{Chosen, Store};
use wherefore_lts::moves::{Direction, Moves};
use wherefore_lts::route::{Interrupted, OnUndefined, Route, Size, Spread};
use wherefore_lts::row::Row;
use wherefore_lts::set::{FieldLayout, Set};
use wherefore_lts::{Csr, Labels, Memory, load};
use wherefore_stop::Stop;
use wherefore_test::{cases, counted};

/// A graph that has no quick way to single states.
struct Plain(Memory);

impl Store for Plain {
    fn size(&self) -> Size {
        Store::size(&self.0)
    }

    fn labels(&self) -> &Labels {
        Store::labels(&self.0)
    }

    fn rows<T: Send>(
        &self,
        direction: Direction,
        chosen: Chosen<'_>,
        notebook: impl Fn() -> T + Sync,
        visit: impl Fn(&mut T, u32, Row<'_>) + Sync,
    ) -> Result<Vec<T>, Interrupted> {
        self.0.rows(direction, chosen, notebook, visit)
    }
}

/// A long graph: most states lead to the next one, some to any other.
fn graph(random: &mut Random) -> (Arc<Csr>, String) {
    let states = 40 + random.below(400);
    let mut lines = Vec::new();
    for from in 0..states {
        for _ in 0..[1, 1, 1, 1, 2, 0][random.below(6)] {
            let to = if random.below(5) > 0 { (from + 1) % states } else { random.below(states) };
            lines.push(format!("({from}, \"{}\", {to})", ["a", "b"][random.below(2)]));
        }
    }
    let text = format!("des (0, {}, {states})\n{}\n", lines.len(), lines.join("\n"));
    (Arc::new(load(text.as_bytes(), &Stop::new()).expect("a graph")), text)
}

/// The steps from a state to all others along transitions.
fn distances(graph: &Csr, from: u32) -> Vec<Option<u32>> {
    let mut found = vec![None; graph.states() as usize];
    found[from as usize] = Some(0);
    let mut open = VecDeque::from([from]);
    while let Some(at) = open.pop_front() {
        let next = found[at as usize].map(|steps: u32| steps + 1);
        graph.out.visit(at, |_, to| {
            if found[to as usize].is_none() {
                found[to as usize] = next;
                open.push_back(to);
            }
        });
    }
    found
}

#[test]
fn levels_of_few_states_are_those_of_a_search_state_by_state() {
    let seed = seed();
    let mut random = Random(seed ^ 0xfe_3000);
    let (mut long, mut held) = (0, 0);
    for case in 0..cases(150) {
        let (graph, text) = graph(&mut random);
        let told = format!("WHEREFORE_SEED={seed}, case {case}: {text}");
        let (few, plain) = (Memory::new(graph.clone(), Stop::new()), Plain(Memory::new(graph.clone(), Stop::new())));
        // One state follows every label; of two, `b` leads from one to the other and back.
        let labels = graph.labels.len();
        let all = Moves::along(&vec![true; labels]);
        let turn =
            Moves::new(2, (0..labels as u32).collect(), [vec![0, 1], vec![1, 0]].concat()[..2 * labels].to_vec());
        for moves in [Arc::new(all), Arc::new(turn)] {
            let shape = FieldLayout::new(graph.states(), moves.states());
            for direction in [Direction::Forward, Direction::Backward] {
                let from = Arc::new(Set::single(shape, random.below(graph.states() as usize) as u32, 0));
                let spread = Spread { moves: moves.clone(), direction, from, within: None, limit: None, levels: true };
                let (fast, slow) = (few.spread(&spread).expect("no stop"), plain.spread(&spread).expect("no stop"));
                assert!(fast.set.same(&slow.set), "{told}");
                let (fast, slow) = (fast.levels.expect("levels"), slow.levels.expect("levels"));
                for (state, inner) in (0..graph.states()).flat_map(|s| (0..moves.states()).map(move |q| (s, q))) {
                    assert_eq!(fast.get(state, inner), slow.get(state, inner), "{told}");
                }
                if moves.states() == 1 && direction == Direction::Forward {
                    let start = spread.from.iter().next().map_or(0, |(state, _)| state);
                    let expected = distances(&graph, start);
                    let found: Vec<Option<u32>> = (0..graph.states()).map(|state| fast.get(state, 0)).collect();
                    assert_eq!(found, expected, "{told}");
                    long += u64::from(expected.iter().flatten().any(|steps| *steps > 30));
                }
                let backward = Spread { direction: Direction::Backward, levels: false, ..spread };
                for on_undefined in [OnUndefined::Escapes, OnUndefined::Ignored] {
                    let fast = few.attract(&backward, on_undefined).expect("no stop");
                    let slow = plain.attract(&backward, on_undefined).expect("no stop");
                    assert!(fast.same(&slow), "{told}");
                    held += u64::from(fast.count() > 10);
                }
            }
        }
    }
    counted(long, "graphs with long ways");
    counted(held, "sets that many states cannot avoid");
}
