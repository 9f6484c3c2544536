//! States of a graph in which runs end, and states that no run reaches.
//!
//! One search breadth first from the initial state; runs are shortest. A state that is entered by transitions labelled `exit` alone is
//! an end that is meant.

use crate::csr::Csr;
use crate::route::Interrupted;
use std::collections::VecDeque;
use wherefore_stop::Stop;

/// The label of transitions that lead to an end that is meant.
const EXIT: &str = "exit";
/// States between two looks at the stop signal.
const PAUSE: u32 = 1 << 16;
/// A state that nothing was reached from.
const NONE: u32 = u32::MAX;

/// Where runs end, and what they do not reach.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ends {
    /// The first of the states without a transition, in their order, each with a shortest run: states before its steps, and labels.
    pub deadlocks: Vec<(u32, Vec<(u32, u32)>)>,
    /// How many there are.
    pub all_deadlocks: usize,
    /// The first of the states that no run reaches.
    pub unreached: Vec<u32>,
    /// How many there are.
    pub all_unreached: usize,
}

/// Searches a graph; at most this many states of each kind are listed.
pub fn ends(graph: &Csr, most: usize, stop: &Stop) -> Result<Ends, Interrupted> {
    let states = graph.states();
    let exit = graph.labels.find(EXIT);
    let mut before: Vec<(u32, u32)> = vec![(NONE, NONE); states as usize];
    let mut reached = vec![false; states as usize];
    let mut otherwise = vec![false; states as usize];
    let mut waiting = VecDeque::from([graph.initial]);
    mark(&mut reached, graph.initial);
    mark(&mut otherwise, graph.initial);
    let mut count = 0u32;
    while let Some(state) = waiting.pop_front() {
        count = count.wrapping_add(1);
        if count.is_multiple_of(PAUSE) {
            Interrupted::unless(stop)?;
        }
        graph.out.visit(state, |label, to| {
            if Some(label) != exit {
                mark(&mut otherwise, to);
            }
            if mark(&mut reached, to) {
                if let Some(entry) = before.get_mut(to as usize) {
                    *entry = (state, label);
                }
                waiting.push_back(to);
            }
        });
    }
    let mut found = Ends::default();
    for state in 0..states {
        let at = state as usize;
        if reached.get(at) != Some(&true) {
            found.all_unreached += 1;
            if found.unreached.len() < most {
                found.unreached.push(state);
            }
        } else if graph.out.degree(state) == 0 && otherwise.get(at) == Some(&true) {
            found.all_deadlocks += 1;
            if found.deadlocks.len() < most {
                found.deadlocks.push((state, run(&before, state)));
            }
        }
    }
    Ok(found)
}

/// Sets a mark; whether it was not set before.
fn mark(marks: &mut [bool], state: u32) -> bool {
    marks.get_mut(state as usize).is_some_and(|mark| !std::mem::replace(mark, true))
}

fn run(before: &[(u32, u32)], end: u32) -> Vec<(u32, u32)> {
    let (mut steps, mut state) = (Vec::new(), end);
    while let Some((from, label)) = before.get(state as usize).filter(|(from, _)| *from != NONE) {
        steps.push((*from, *label));
        state = *from;
    }
    steps.reverse();
    steps
}

#[cfg(test)]
mod tests {
    use super::{Ends, ends};
    use crate::load::load;
    use wherefore_stop::Stop;
    use wherefore_test::{Random, cases, counted, seed};

    fn found(text: &str) -> Ends {
        let stop = Stop::new();
        let graph = load(text.as_bytes(), &stop).unwrap_or_else(|_| panic!("refused:\n{text}"));
        ends(&graph, 100, &stop).unwrap_or_else(|_| panic!("interrupted"))
    }

    #[test]
    fn an_exit_is_an_end_that_is_meant() {
        let text = "des (0, 4, 5)\n(0, \"a\", 1)\n(1, \"exit\", 2)\n(0, \"b\", 3)\n(1, \"c\", 0)\n";
        let found = found(text);
        assert_eq!((found.deadlocks.len(), found.deadlocks[0].0, found.deadlocks[0].1.len()), (1, 3, 1));
        assert_eq!(found.unreached, [4]);
    }

    /// Against a closure of the edges, on random graphs.
    #[test]
    fn ends_are_those_of_a_closure() {
        let (seed, count) = (seed(1), cases(300));
        let mut ended = 0;
        for case in 0..count {
            let mut random = Random::new(seed.wrapping_mul(1_000_003).wrapping_add(case));
            let states = 2 + random.below(8);
            let edges: Vec<(usize, &str, usize)> = (0..random.below(12))
                .map(|_| (random.below(states), ["a", "exit"][random.below(2)], random.below(states)))
                .collect();
            let lines: String = edges.iter().map(|(f, l, t)| format!("({f}, \"{l}\", {t})\n")).collect();
            let text = format!("des (0, {}, {states})\n{lines}", edges.len());
            let mut reached = vec![0];
            while let Some((.., to)) = edges.iter().find(|(f, _, t)| reached.contains(f) && !reached.contains(t)) {
                reached.push(*to);
            }
            let is_end = |s: &usize| {
                let meant = *s != 0 && !edges.iter().any(|(f, l, t)| t == s && reached.contains(f) && *l != "exit");
                reached.contains(s) && !edges.iter().any(|(f, ..)| f == s) && !meant
            };
            let expected: Vec<u32> = (0..states).filter(is_end).map(|s| s as u32).collect();
            let unreached: Vec<u32> = (0..states).filter(|s| !reached.contains(s)).map(|s| s as u32).collect();
            let found = found(&text);
            let deadlocks: Vec<u32> = found.deadlocks.iter().map(|(s, _)| *s).collect();
            assert_eq!((&deadlocks, &found.unreached), (&expected, &unreached), "case {case}\n{text}");
            ended += expected.len();
        }
        counted(ended, "states in which runs end");
    }
}
