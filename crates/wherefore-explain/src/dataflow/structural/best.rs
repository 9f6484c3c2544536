//! The best solutions of an AND-OR graph, one after the other.
//!
//! The scheme is Lawler's. A solution fixes choices at the nodes that it reaches, in order c1, c2, ... Every other solution
//! agrees with it up to some place and takes another choice there: these are disjoint parts of what remains, and each is
//! represented by the solution that is cheapest from there on. Since nodes stand before those that they can rest on, the
//! choices before a place decide whether the place is reached at all.
//!
//! ```text
//! choices at c1: x y,  at c2: u v      x u   then   y ..   and   x v
//! ```
//!
//! Costs are exact for a solution once it is made, but the guess at what a part still holds counts shared nodes more than
//! once: the order in which solutions come is a heuristic. Therefore a pool of some more than asked for is made and sorted.
//! Where all solutions are made, the order is exact.

use super::graph::{Graph, Solution};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// How many solutions are made for each one that is asked for.
const POOL: usize = 4;

/// The most parts of one solution that are followed.
const MOST_PARTS: usize = 10_000;

/// Leaves and nodes, as guessed; then the number of the solution that it is a part of, so that the order is always the same.
type Guess = (u64, u64, usize);

/// A part of what remains: as this solution up to a place, with another choice there.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Part {
    guess: Guess,
    /// The place in the solution.
    place: usize,
    /// The choice to be taken there.
    choice: u32,
}

/// At most `most` solutions, the best of those found first, and whether they are all.
pub fn solutions(graph: &Graph, most: usize) -> (Vec<Solution>, bool) {
    let wanted = most.saturating_mul(POOL).max(1);
    // Each solution with the place up to which its choices are fixed.
    let mut made: Vec<Solution> = Vec::new();
    let mut parts = BinaryHeap::new();
    let mut all = true;
    made.push(graph.complete(&[]));
    all &= split(graph, &made[0], 0, 0, &mut parts);
    while made.len() < wanted {
        let Some(Reverse(part)) = parts.pop() else { break };
        let mut fixed = made[part.guess.2].nodes[..=part.place].to_vec();
        fixed[part.place].1 = part.choice;
        let solution = graph.complete(&fixed);
        all &= split(graph, &solution, made.len(), part.place, &mut parts);
        made.push(solution);
    }
    let exhaustive = all && parts.is_empty() && made.len() <= most;
    made.sort_by_key(|s| (s.leaves, s.nodes.len()));
    made.truncate(most);
    (made, exhaustive)
}

/// Adds the parts of what remains beside a solution; whether none was left out.
fn split(graph: &Graph, of: &Solution, number: usize, from: usize, parts: &mut BinaryHeap<Reverse<Part>>) -> bool {
    let mut added = 0;
    for (place, (node, taken)) in of.nodes.iter().enumerate().skip(from) {
        let (costs, choice) = (&graph.costs[*node as usize], taken + 1);
        let (Some(now), Some(then)) = (costs.get(*taken as usize), costs.get(choice as usize)) else { continue };
        if added == MOST_PARTS {
            return false;
        }
        let more = |base: usize, by: f64| (base as f64 + by).max(0.0) as u64;
        let guess = (more(of.leaves, then.0 - now.0), more(of.nodes.len(), then.1 - now.1), number);
        parts.push(Reverse(Part { guess, place, choice }));
        added += 1;
    }
    added <= MOST_PARTS
}
