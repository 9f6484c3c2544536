//! Shortest paths through a product, found again from the steps that a pass has noted.
//!
//! No pass stores where it came from. A path from the start is walked from its end: one step back is to a state noted with
//! one step less. A path to a violation is walked from its beginning in the same way. Among equals the least label and then
//! the least state is taken, so that every route finds the same path.

use crate::levels::Levels;
use crate::moves::{Direction, Moves};
use crate::product::Product;
use crate::route::{Interrupted, Route, Rows};
use crate::row::Edge;
use crate::set::{Set, ones};

/// A step of a path: a label, and the product state it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The label.
    pub label: u32,
    /// The state of the graph.
    pub state: u32,
    /// The state of the automaton.
    pub inner: u32,
}

/// A path through a product.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// The product state where it begins.
    pub start: (u32, u32),
    /// Its steps.
    pub steps: Vec<Step>,
}

impl Path {
    /// The product state where it ends.
    pub fn end(&self) -> (u32, u32) {
        self.steps.last().map_or(self.start, |s| (s.state, s.inner))
    }

    /// The product states on it, the first and the last included.
    pub fn states(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        std::iter::once(self.start).chain(self.steps.iter().map(|s| (s.state, s.inner)))
    }

    /// The product state after so many steps, if there are so many.
    pub fn at(&self, steps: usize) -> Option<(u32, u32)> {
        match steps.checked_sub(1) {
            None => Some(self.start),
            Some(before) => self.steps.get(before).map(|s| (s.state, s.inner)),
        }
    }

    /// Goes on with a path that begins where this one ends.
    pub fn then(mut self, rest: Path) -> Path {
        assert_eq!(self.end(), rest.start, "the paths do not meet");
        if self.steps.is_empty() {
            return rest;
        }
        self.steps.extend(rest.steps);
        self
    }
}

/// The member of a set with the fewest steps noted, the least among equals.
pub fn nearest(set: &Set, levels: &Levels) -> Option<(u32, u32)> {
    set.iter().filter_map(|(s, q)| Some((levels.get(s, q)?, s, q))).min().map(|(_, s, q)| (s, q))
}

/// A path that is being walked.
struct Walk {
    at: (u32, u32),
    left: u32,
    steps: Vec<Step>,
}

impl Walk {
    fn new(levels: &Levels, at: (u32, u32)) -> Walk {
        let left = levels.get(at.0, at.1).unwrap_or(0);
        Walk { at, left, steps: Vec::with_capacity(left as usize) }
    }
}

/// Walks several paths side by side, each with one step less noted at every step: one look at the graph for all of them.
fn walk(
    route: &impl Route,
    direction: Direction,
    walks: &mut [Walk],
    step: impl Fn(&mut Walk, &[Edge]) -> Option<()>,
) -> Result<(), Interrupted> {
    let lost = |(state, inner): (u32, u32)| {
        Interrupted::Refuted(format!("the noted steps do not lead on from state {state} (automaton state {inner})"))
    };
    if let [alone] = walks {
        while alone.left > 0 {
            alone.left -= 1;
            let (at, mut found) = (alone.at, None);
            route.each(direction, &[at.0], &mut |_, row| found = step(alone, row))?;
            found.ok_or_else(|| lost(at))?;
        }
        return Ok(());
    }
    loop {
        let mut under_way: Vec<&mut Walk> = walks.iter_mut().filter(|w| w.left > 0).collect();
        if under_way.is_empty() {
            return Ok(());
        }
        let rows = Rows::of(route, direction, under_way.iter().map(|w| w.at.0))?;
        for walk in &mut under_way {
            walk.left -= 1;
            let at = walk.at;
            step(walk, rows.get(at.0)).ok_or_else(|| lost(at))?;
        }
    }
}

/// Shortest paths from the start of a forward pass to product states that it reached.
pub fn from_start(
    route: &impl Route,
    moves: &Moves,
    levels: &Levels,
    ends: &[(u32, u32)],
) -> Result<Vec<Path>, Interrupted> {
    let mut walks: Vec<Walk> = ends.iter().map(|end| Walk::new(levels, *end)).collect();
    walk(route, Direction::Backward, &mut walks, |walk, row| {
        let at = walk.at;
        let before = |e: &Edge| sources(moves, e.label, at.1).find(|q| levels.get(e.end, *q) == Some(walk.left));
        let (edge, inner) = row.iter().find_map(|e| Some((e, before(e)?)))?;
        walk.steps.push(Step { label: edge.label, state: at.0, inner: at.1 });
        walk.at = (edge.end, inner);
        Some(())
    })?;
    let path = |mut walk: Walk| {
        walk.steps.reverse();
        Path { start: walk.at, steps: walk.steps }
    };
    Ok(walks.into_iter().map(path).collect())
}

/// The automaton states that a label leads from to this one, ascending.
fn sources(moves: &Moves, label: u32, inner: u32) -> impl Iterator<Item = u32> + '_ {
    let holds = move |part: usize| if part == inner as usize / 64 { 1 << (inner % 64) } else { 0 };
    (0..(moves.states() as usize).div_ceil(64)).flat_map(move |part| {
        let bits = moves.entering(label, part, moves.defined(label, part), holds);
        ones(bits).map(move |bit| part as u32 * 64 + bit)
    })
}

/// Shortest paths from product states to the start of a backward pass.
pub fn to_violation(
    route: &impl Route,
    product: &Product,
    levels: &Levels,
    starts: &[(u32, u32)],
) -> Result<Vec<Path>, Interrupted> {
    let mut walks: Vec<Walk> = starts.iter().map(|start| Walk::new(levels, *start)).collect();
    walk(route, Direction::Forward, &mut walks, |walk, row| {
        let next =
            |e: &Edge| product.moves.step(walk.at.1, e.label).filter(|q| levels.get(e.end, *q) == Some(walk.left));
        let (edge, inner) = row.iter().find_map(|e| Some((e, next(e)?)))?;
        walk.steps.push(Step { label: edge.label, state: edge.end, inner });
        walk.at = (edge.end, inner);
        Some(())
    })?;
    Ok(walks.into_iter().zip(starts).map(|(walk, start)| Path { start: *start, steps: walk.steps }).collect())
}
