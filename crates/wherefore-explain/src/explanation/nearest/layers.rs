//! The cheapest way through layers: for graphs whose nodes are looked at one by one.
//!
//! A run of n steps is a way from layer 0 to layer n of the graph laid out n times. What can be reached is laid out forwards;
//! then the least cost of going on to the end is computed backwards, layer by layer; then the way is walked forwards, always
//! along an arc that loses nothing. Among equals it goes where this step costs least, so that what costs comes late, then by
//! the least action, then by the least node.
//!
//! ```text
//! layer   0        1        2              to go:  s 1, a 1, b 0
//!         s -a/0-> a -b/1-> end            both ways cost 1: s -a-> a costs nothing now and is taken
//!         s -c/1-> b -b/0-> end
//! ```
//!
//! The costs to go are a proof that there is no cheaper way: every arc costs at least by how much they drop along it. After the
//! walk that is looked at once more, arc by arc.

use rustc_hash::FxHashMap;
use std::hash::Hash;

/// A step that can be taken.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Arc<N, A> {
    /// What it costs.
    pub cost: u32,
    /// What tells it from the others.
    pub action: A,
    /// The node that it leads to.
    pub to: N,
}

/// The steps from a node, each with the place that it leads to in the next layer.
type Row<N, A> = Vec<(Arc<N, A>, usize)>;

/// A way: its cost, where it begins, and its steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way<N, A> {
    /// The sum of what its steps cost.
    pub cost: u64,
    /// The node of the first layer.
    pub start: N,
    /// One for each layer but the last.
    pub steps: Vec<Arc<N, A>>,
}

/// Outcome of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<N, A> {
    /// A cheapest way.
    Found(Way<N, A>),
    /// No way leads to an end.
    None,
    /// There is more to look at than was allowed.
    TooLarge,
    /// The second look found an error.
    Refuted,
}

/// A graph whose steps may differ from layer to layer.
pub trait Graph {
    /// A node.
    type Node: Clone + Ord + Hash;
    /// Key that distinguishes steps.
    type Action: Clone + Ord;
    /// Why a look at nodes can fail.
    type Error;

    /// For each node of a layer the steps from it into the next. Once there are more than `most` of them, nodes and steps together,
    /// the nodes that follow are left out.
    fn steps(&mut self, layer: usize, nodes: &[Self::Node], most: usize) -> Rows<Self>;
    /// For each node of the last layer whether a way may end there.
    fn ends(&mut self, nodes: &[Self::Node]) -> Result<Vec<bool>, Self::Error>;
}

/// The steps from some nodes.
pub type Rows<G> = Result<Vec<Vec<Arc<<G as Graph>::Node, <G as Graph>::Action>>>, <G as Graph>::Error>;

/// A cheapest way of `steps` steps. Each arc that is looked at is taken off the budget.
pub fn cheapest<G: Graph>(
    graph: &mut G,
    starts: Vec<G::Node>,
    steps: usize,
    budget: &mut usize,
) -> Result<Outcome<G::Node, G::Action>, G::Error> {
    // Each layer takes at least one off.
    if steps > *budget {
        return Ok(Outcome::TooLarge);
    }
    let Some((layers, last)) = laid_out(graph, starts, steps, budget)? else { return Ok(Outcome::TooLarge) };
    let ends = graph.ends(&last)?;
    let costs = costs(&layers, &ends);
    Ok(match walk(&layers, &costs) {
        None => Outcome::None,
        Some(way) if is_least(&layers, &costs, &ends, way.cost) => Outcome::Found(way),
        Some(_) => Outcome::Refuted,
    })
}

/// A layer: its nodes, and the steps of each with the place of the node that they lead to.
struct Layer<N, A> {
    nodes: Vec<N>,
    rows: Vec<Row<N, A>>,
}

type Layers<G> = Vec<Layer<<G as Graph>::Node, <G as Graph>::Action>>;
type LaidOut<G> = Result<Option<(Layers<G>, Vec<<G as Graph>::Node>)>, <G as Graph>::Error>;

/// Reachable nodes, layer by layer, and the nodes of the last layer.
fn laid_out<G: Graph>(graph: &mut G, starts: Vec<G::Node>, steps: usize, budget: &mut usize) -> LaidOut<G> {
    let mut layers = Vec::with_capacity(steps);
    let mut nodes = starts;
    for number in 0..steps {
        let found = graph.steps(number, &nodes, *budget)?;
        let arcs: usize = found.iter().map(|row| row.len() + 1).sum();
        let Some(left) = budget.checked_sub(arcs) else { return Ok(None) };
        *budget = left;
        let mut places: FxHashMap<G::Node, usize> = FxHashMap::default();
        let mut next: Vec<G::Node> = Vec::new();
        let mut place = |node: &G::Node| match places.get(node) {
            Some(place) => *place,
            None => {
                places.insert(node.clone(), next.len());
                next.push(node.clone());
                next.len() - 1
            }
        };
        let mut rows = Vec::with_capacity(found.len());
        for row in found {
            let row: Row<G::Node, G::Action> = row.into_iter().map(|a| (a.clone(), place(&a.to))).collect();
            rows.push(row);
        }
        layers.push(Layer { nodes, rows });
        nodes = next;
    }
    layers.push(Layer { nodes: nodes.clone(), rows: Vec::new() });
    Ok(Some((layers, nodes)))
}

/// For each node of each layer the least cost of going on to an end, if there is one.
fn costs<N: Ord, A>(layers: &[Layer<N, A>], ends: &[bool]) -> Vec<Vec<Option<u64>>> {
    let mut later: Vec<Option<u64>> = ends.iter().map(|is_end| is_end.then_some(0)).collect();
    let mut all = vec![later.clone()];
    for layer in layers.iter().rev().skip(1) {
        let least = |row: &Row<N, A>| row.iter().filter_map(|(arc, to)| total(arc, later[*to])).min();
        let now = layer.rows.iter().map(least).collect();
        later = now;
        all.push(later.clone());
    }
    all.reverse();
    all
}

fn total<N, A>(arc: &Arc<N, A>, later: Option<u64>) -> Option<u64> {
    Some(u64::from(arc.cost) + later?)
}

/// Follows arcs that lose nothing from the best start.
fn walk<N: Clone + Ord, A: Clone + Ord>(layers: &[Layer<N, A>], costs: &[Vec<Option<u64>>]) -> Option<Way<N, A>> {
    let first = layers.first()?;
    let starts = first.nodes.iter().zip(costs.first()?).enumerate();
    let (cost, start, mut at) = starts.filter_map(|(place, (node, cost))| Some(((*cost)?, node, place))).min()?;
    let mut steps = Vec::new();
    for (layer, later) in layers.iter().zip(costs.iter().skip(1)) {
        let row = layer.rows.get(at)?;
        let all = row.iter().filter_map(|(arc, to)| Some((total(arc, later[*to])?, arc, *to)));
        let (_, arc, to) = all.min()?;
        steps.push(arc.clone());
        at = to;
    }
    Some(Way { cost, start: start.clone(), steps })
}

/// Whether the costs to go prove that no way is cheaper: ends have none left, no arc makes them drop by more than it costs, and
/// no start is below.
fn is_least<N, A>(layers: &[Layer<N, A>], costs: &[Vec<Option<u64>>], ends: &[bool], cost: u64) -> bool {
    let drops = |layer: &Layer<N, A>, now: &[Option<u64>], later: &[Option<u64>]| {
        let row = |(row, now): (&Row<N, A>, &Option<u64>)| {
            row.iter().filter_map(|(arc, to)| total(arc, later[*to])).all(|reach| now.is_some_and(|now| now <= reach))
        };
        layer.rows.iter().zip(now).all(row)
    };
    let arcs = layers.iter().zip(costs.iter().zip(costs.iter().skip(1)));
    let last = costs.last().is_some_and(|last| last.iter().zip(ends).all(|(c, is_end)| c.is_some() == *is_end));
    let first = costs.first().is_some_and(|first| first.iter().flatten().all(|c| *c >= cost));
    first && last && arcs.into_iter().all(|(layer, (now, later))| drops(layer, now, later))
}
