//! The time-expanded AND-OR graph: only what is reached from the failure is built.

use super::{Node, StructuralCause, is_choice};
use crate::dataflow::Program;
use crate::dataflow::replay::Replay;
use crate::dataflow::rules::BlockAt;
use rustc_hash::FxHashMap;

/// An implicant that can be chosen.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The number of its shape.
    pub shape: u32,
    /// The nodes that it rests on.
    pub below: Vec<u32>,
}

/// The graph. Nodes are numbered so that each stands before those that it can rest on; the root is 0.
#[derive(Debug)]
pub struct Graph {
    places: Vec<BlockAt>,
    /// For each node what can be chosen, best first.
    pub choices: Vec<Vec<Choice>>,
    /// For each node whether it is a choice of the environment.
    pub is_leaf: Vec<bool>,
    /// For each choice of each node how much it costs if nothing were shared: leaves, then nodes.
    pub costs: Vec<Vec<(f64, f64)>>,
}

/// Choices at the nodes that are reached; in order of nodes.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The nodes and which of their choices is taken.
    pub nodes: Vec<(u32, u32)>,
    /// How many leaves it has.
    pub leaves: usize,
}

impl Graph {
    /// The graph below a place.
    pub fn new(program: &Program<'_>, replay: &Replay, root: BlockAt) -> Graph {
        let mut builder =
            Builder { program, replay, numbers: FxHashMap::default(), places: Vec::new(), choices: Vec::new() };
        builder.build(root);
        let order = order(&builder.choices);
        let mut rank = vec![0; order.len()];
        order.iter().enumerate().for_each(|(new, old)| rank[*old as usize] = new as u32);
        let mut graph = Graph { places: Vec::new(), choices: Vec::new(), is_leaf: Vec::new(), costs: Vec::new() };
        for old in order {
            let place = builder.places[old as usize];
            let mut choices = std::mem::take(&mut builder.choices[old as usize]);
            choices.iter_mut().flat_map(|c| &mut c.below).for_each(|n| *n = rank[*n as usize]);
            graph.places.push(place);
            graph.is_leaf.push(is_choice(program, place.0, place.1));
            graph.choices.push(choices);
        }
        graph.weigh();
        graph
    }

    /// Costs from the leaves up, and the cheapest choice first. Shared nodes count as often as they are met, so that this is
    /// only a guide.
    fn weigh(&mut self) {
        let mut best = vec![(0.0, 0.0); self.choices.len()];
        self.costs = vec![Vec::new(); self.choices.len()];
        for node in (0..self.choices.len()).rev() {
            let own = (f64::from(u8::from(self.is_leaf[node])), 1.0);
            let cost =
                |c: &Choice| c.below.iter().fold(own, |(l, n), b| (l + best[*b as usize].0, n + best[*b as usize].1));
            let mut weighed: Vec<((f64, f64), Choice)> = self.choices[node].drain(..).map(|c| (cost(&c), c)).collect();
            weighed.sort_by(|((a, x), _), ((b, y), _)| a.total_cmp(b).then(x.total_cmp(y)));
            best[node] = weighed.first().map_or(own, |(c, _)| *c);
            (self.costs[node], self.choices[node]) = weighed.into_iter().unzip();
        }
    }

    /// The solution that takes the choices given for the first nodes and the cheapest for all others. `fixed` is in order.
    pub fn complete(&self, fixed: &[(u32, u32)]) -> Solution {
        let mut reached = std::collections::BTreeSet::from([0u32]);
        let mut fixed = fixed.iter().peekable();
        let mut solution = Solution { nodes: Vec::new(), leaves: 0 };
        while let Some(node) = reached.pop_first() {
            let taken = fixed.next_if(|(n, _)| *n == node).map_or(0, |(_, c)| *c);
            solution.nodes.push((node, taken));
            solution.leaves += usize::from(self.is_leaf[node as usize]);
            if let Some(choice) = self.choices[node as usize].get(taken as usize) {
                reached.extend(&choice.below);
            }
        }
        solution
    }

    /// A solution as a cause.
    pub fn cause(&self, replay: &Replay, solution: &Solution) -> StructuralCause {
        let index: FxHashMap<u32, usize> = solution.nodes.iter().enumerate().map(|(i, (n, _))| (*n, i)).collect();
        let node = |(node, taken): &(u32, u32)| {
            let (block, tick) = self.places[*node as usize];
            let choice = self.choices[*node as usize].get(*taken as usize);
            let below = choice.map_or_else(Vec::new, |c| c.below.iter().map(|b| index[b]).collect());
            Node { block, tick, value: replay.value(block, tick).clone(), shape: choice.map_or(0, |c| c.shape), below }
        };
        StructuralCause { nodes: solution.nodes.iter().map(node).collect() }
    }
}

struct Builder<'a> {
    program: &'a Program<'a>,
    replay: &'a Replay,
    numbers: FxHashMap<BlockAt, u32>,
    places: Vec<BlockAt>,
    choices: Vec<Vec<Choice>>,
}

impl Builder<'_> {
    fn build(&mut self, root: BlockAt) {
        self.number(root);
        while self.choices.len() < self.places.len() {
            let (block, tick) = self.places[self.choices.len()];
            let satisfied = self.program.satisfied(self.replay, block, tick);
            let mut choices: Vec<Choice> = Vec::with_capacity(satisfied.len());
            for (shape, places) in satisfied {
                let below = places.into_iter().map(|p| self.number(p)).collect();
                choices.push(Choice { shape, below });
            }
            self.choices.push(choices);
        }
    }

    fn number(&mut self, place: BlockAt) -> u32 {
        let places = &mut self.places;
        *self.numbers.entry(place).or_insert_with(|| {
            places.push(place);
            places.len() as u32 - 1
        })
    }
}

/// The nodes, each before those that it can rest on. There is no loop: time goes back or the combination goes on.
fn order(choices: &[Vec<Choice>]) -> Vec<u32> {
    let mut above = vec![0u32; choices.len()];
    choices.iter().flatten().flat_map(|c| &c.below).for_each(|n| above[*n as usize] += 1);
    let mut ready: Vec<u32> = vec![0];
    let mut order = Vec::with_capacity(choices.len());
    while let Some(node) = ready.pop() {
        order.push(node);
        for below in choices[node as usize].iter().flat_map(|c| &c.below).rev() {
            above[*below as usize] -= 1;
            if above[*below as usize] == 0 {
                ready.push(*below);
            }
        }
    }
    debug_assert_eq!(order.len(), choices.len(), "a loop without delay");
    order
}
