//! Cycles of hidden steps as single states.
//!
//! States on a cycle of hidden steps are branching bisimilar. With each cycle made one state, hidden steps have an order, and what a
//! state can do after hidden steps is found in one pass over that order.

use crate::graph::{Graph, HIDDEN, Step};

/// A graph without cycles of hidden steps.
#[derive(Clone, Debug)]
pub struct Condensed {
    /// The graph. Hidden steps lead to states with smaller numbers.
    pub graph: Graph,
    /// The state here for each state there.
    pub component: Vec<u32>,
    /// Whether hidden steps of a state could go on for ever.
    pub diverges: Vec<bool>,
}

impl Condensed {
    /// Makes each cycle of hidden steps one state.
    pub fn new(graph: &Graph) -> Condensed {
        let (component, count) = components(graph);
        let mut rows: Vec<(u32, Step)> = Vec::with_capacity(graph.transitions());
        let mut diverges = vec![false; count as usize];
        for (from, step) in graph.all() {
            let (one, two) = (component[from as usize], component[step.to as usize]);
            if step.label == HIDDEN && one == two {
                diverges[one as usize] = true;
            } else {
                rows.push((one, Step { label: step.label, to: two }));
            }
        }
        rows.sort_unstable();
        rows.dedup();
        let mut condensed = Graph::default();
        let mut rest = rows.as_slice();
        for state in 0..count {
            let (own, others) = rest.split_at(rest.partition_point(|(from, _)| *from == state));
            condensed.push(own.iter().map(|(_, step)| *step));
            rest = others;
        }
        Condensed { graph: condensed, component, diverges }
    }
}

const UNSEEN: u32 = u32::MAX;

/// Tarjan's algorithm on hidden steps, with a stack of its own: a component gets its number after those that it leads to.
struct Search<'g> {
    graph: &'g Graph,
    index: Vec<u32>,
    low: Vec<u32>,
    component: Vec<u32>,
    open: Vec<u32>,
    /// States on the way, each with the place of the transition that comes next.
    way: Vec<(u32, usize)>,
    seen: u32,
    count: u32,
}

fn components(graph: &Graph) -> (Vec<u32>, u32) {
    let states = graph.states() as usize;
    let mut search = Search {
        graph,
        index: vec![UNSEEN; states],
        low: vec![0; states],
        component: vec![UNSEEN; states],
        open: Vec::new(),
        way: Vec::new(),
        seen: 0,
        count: 0,
    };
    for state in 0..graph.states() {
        if search.index[state as usize] == UNSEEN {
            search.from(state);
        }
    }
    (search.component, search.count)
}

impl Search<'_> {
    fn from(&mut self, state: u32) {
        self.enter(state);
        while let Some((state, next)) = self.way.last_mut() {
            let (state, place) = (*state, *next);
            *next += 1;
            match self.graph.steps(state).get(place) {
                Some(step) if step.label == HIDDEN => self.follow(state, step.to),
                Some(_) => {}
                None => self.leave(state),
            }
        }
    }

    fn enter(&mut self, state: u32) {
        self.index[state as usize] = self.seen;
        self.low[state as usize] = self.seen;
        self.seen += 1;
        self.open.push(state);
        self.way.push((state, 0));
    }

    fn follow(&mut self, state: u32, to: u32) {
        if self.index[to as usize] == UNSEEN {
            self.enter(to);
        } else if self.component[to as usize] == UNSEEN {
            self.low[state as usize] = self.low[state as usize].min(self.index[to as usize]);
        }
    }

    fn leave(&mut self, state: u32) {
        self.way.pop();
        if let Some((before, _)) = self.way.last() {
            self.low[*before as usize] = self.low[*before as usize].min(self.low[state as usize]);
        }
        if self.low[state as usize] < self.index[state as usize] {
            return;
        }
        while let Some(member) = self.open.pop() {
            self.component[member as usize] = self.count;
            if member == state {
                break;
            }
        }
        self.count += 1;
    }
}
