//! Counterexamples that are asked for: shortest ones, through a neighbourhood, with a pattern of actions on their way.
//!
//! A pattern is followed by the product with its subsequence automaton. A run that breaks a promise of liveness goes on
//! behind the path that is searched for: along actions that avoid the one it waits for, until it ends or closes a loop.

use super::explored::{Claim, Explored, Gamed};
use super::run::Run;
use std::collections::BTreeMap;
use std::sync::Arc;
use wherefore_ir::actions::End;
use wherefore_lts::moves::Direction;
use wherefore_lts::path::{Path, Step, from_start, nearest, to_violation};
use wherefore_lts::route::{Interrupted, Route, Spread};
use wherefore_lts::row::Edge;
use wherefore_lts::set::{FieldLayout, Set};

/// States that are looked at for a short way to the end of a run.
const MOST_NEARBY: usize = 10_000;

impl<R: Route> Explored<'_, R> {
    /// A counterexample; for a safety property a shortest one.
    pub fn shortest(&self) -> Result<Run, Interrupted> {
        self.complete(Path { start: (self.product.initial, 0), steps: Vec::new() })
    }

    /// For each product state a shortest path to it, and a shortest one from there to a violation.
    pub fn through(&self, places: &[(u32, u32)]) -> Result<Vec<Run>, Interrupted> {
        let Some(levels) = &self.passes.reachable.levels else { return Err(no_levels()) };
        self.complete_all(from_start(self.route, &self.product.moves, levels, places)?)
    }

    /// Goes on from the end of a path to the nearest violation, and behind it.
    pub fn complete(&self, path: Path) -> Result<Run, Interrupted> {
        Ok(self.complete_all(vec![path])?.remove(0))
    }

    fn complete_all(&self, paths: Vec<Path>) -> Result<Vec<Run>, Interrupted> {
        let Some(levels) = &self.passes.live.levels else { return Err(no_levels()) };
        let ends: Vec<(u32, u32)> = paths.iter().map(Path::end).collect();
        let rests = to_violation(self.route, self.product, levels, &ends)?;
        paths.into_iter().zip(rests).map(|(path, rest)| self.behind(path.then(rest))).collect()
    }

    /// A shortest path that shows a pattern and ends in the set; none if there is no such path.
    pub fn with_pattern(&self, pattern: &[Vec<bool>], goal: &Set) -> Result<Option<Path>, Interrupted> {
        let patterned = self.product.automaton.with_pattern(pattern);
        let (moves, shape) = self.product.with_pattern(&patterned, self.route.labels().len());
        let reached = self.route.spread(&Spread {
            moves: moves.clone(),
            direction: Direction::Forward,
            from: Arc::new(Set::single(shape, self.product.initial, patterned.initial())),
            within: None,
            limit: None,
            levels: true,
        })?;
        let Some(levels) = &reached.levels else { return Err(no_levels()) };
        let ends = Set::new(shape);
        let arrived = |q: u32, state: u32| patterned.is_complete(q) && goal.contains(state, patterned.project(q).0);
        reached.set.iter().filter(|(s, q)| arrived(*q, *s)).for_each(|(s, q)| ends.insert(s, q));
        let Some(end) = nearest(&ends, levels) else { return Ok(None) };
        let path = from_start(self.route, &moves, levels, &[end])?.remove(0);
        let plain = |step: &Step| Step { inner: patterned.project(step.inner).0, ..*step };
        let start = (path.start.0, patterned.project(path.start.1).0);
        Ok(Some(Path { start, steps: path.steps.iter().map(plain).collect() }))
    }

    /// Continuation of a path that ends in a violation.
    fn behind(&self, path: Path) -> Result<Run, Interrupted> {
        let (state, inner) = path.end();
        let automaton = &self.product.automaton;
        if self.product.is_broken(state, inner) {
            return Ok(Run { path, end: End::Open });
        }
        if let Claim::Game(gamed) = self.claim {
            return self.settled(gamed, path);
        }
        let wait = automaton.waits(inner).iter().find(|w| self.passes.avoiding[**w].contains(state, 0));
        match wait {
            Some(wait) => self.avoid(path, *wait),
            None => Ok(Run { path, end: End::Deadlock }),
        }
    }

    /// Continuation of a path that ends where a game is decided by the state, or by going on for ever.
    fn settled(&self, gamed: &Gamed<'_>, path: Path) -> Result<Run, Interrupted> {
        let (path, back) = match gamed.configured.on(path.end().0) {
            Some((edges, back)) => {
                let (first, run) = (path.steps.len(), self.extended(path, &edges, None));
                (run.path, back.map(|place| first + place))
            }
            None => (path, None),
        };
        if let Some(place) = back {
            return Ok(Run { path, end: End::Loop(place) });
        }
        let is_stuck = gamed.model.look(Direction::Forward, &[self.origin(path.end().0)])?.iter().all(Vec::is_empty);
        Ok(Run { path, end: if is_stuck { End::Deadlock } else { End::Open } })
    }

    /// Goes on without the action that is waited for: to where nothing more can be done or back to an earlier state of this
    /// part, by a short way if one is found among the states nearby.
    fn avoid(&self, path: Path, wait: usize) -> Result<Run, Interrupted> {
        match self.nearby(path.end().0, wait)? {
            Some((edges, back)) => Ok(self.extended(path, &edges, back)),
            None => self.onward(path, wait),
        }
    }

    /// A path with more edges, and a loop back to the state after `back` of these if it has one.
    fn extended(&self, mut path: Path, edges: &[Edge], back: Option<usize>) -> Run {
        let first = path.steps.len();
        for edge in edges {
            let inner = self.product.moves.step(path.end().1, edge.label).unwrap_or(path.end().1);
            path.steps.push(Step { label: edge.label, state: edge.end, inner });
        }
        Run { path, end: back.map_or(End::Deadlock, |place| End::Loop(first + place)) }
    }

    /// The first way, breadth first, that ends or that comes back to a state on itself; none if too many states lie around.
    fn nearby(&self, state: u32, wait: usize) -> Result<Option<Way>, Interrupted> {
        let (avoiding, avoids) = (&self.passes.avoiding[wait], &self.product.automaton.wait(wait).avoids);
        let mut known = Known::from([(state, Origin { depth: 0, by: None })]);
        let (mut level, mut depth) = (vec![state], 0);
        while !level.is_empty() && known.len() < MOST_NEARBY {
            depth += 1;
            let (rows, mut next) = (self.route.look(Direction::Forward, &level)?, Vec::new());
            for (from, row) in level.iter().zip(rows) {
                let mut good =
                    row.iter().filter(|e| avoids[e.label as usize] && avoiding.contains(e.end, 0)).peekable();
                if good.peek().is_none() {
                    return Ok(Some((way(&known, *from), None)));
                }
                for edge in good {
                    if let Some(place) = place_on_way(&known, edge.end, *from) {
                        return Ok(Some((way(&known, *from).into_iter().chain([*edge]).collect(), Some(place))));
                    }
                    known.entry(edge.end).or_insert_with(|| {
                        next.push(edge.end);
                        Origin { depth, by: Some((*from, *edge)) }
                    });
                }
            }
            next.sort_unstable();
            level = next;
        }
        Ok(None)
    }

    /// Goes on by the first edge, back to an earlier state of this part as soon as one is next.
    fn onward(&self, mut path: Path, wait: usize) -> Result<Run, Interrupted> {
        let (avoiding, avoids) = (&self.passes.avoiding[wait], &self.product.automaton.wait(wait).avoids);
        let first = path.steps.len();
        let visited = Set::single(FieldLayout::new(self.route.size().states, 1), path.end().0, 0);
        loop {
            let (state, inner) = path.end();
            let mut next = None;
            self.route.each(Direction::Forward, &[state], &mut |_, row| {
                let mut good = row.iter().filter(|e| avoids[e.label as usize] && avoiding.contains(e.end, 0));
                let least = good.clone().next();
                next = good.find(|e| visited.contains(e.end, 0)).or(least).copied();
            })?;
            let Some(edge) = next else { return Ok(Run { path, end: End::Deadlock }) };
            let inner = self.product.moves.step(inner, edge.label).unwrap_or(inner);
            path.steps.push(Step { label: edge.label, state: edge.end, inner });
            if visited.contains(edge.end, 0) {
                let is_there = |place: &usize| path.at(*place).is_some_and(|(state, _)| state == edge.end);
                let end = (first..path.steps.len()).find(is_there).map_or(End::Open, End::Loop);
                return Ok(Run { path, end });
            }
            visited.insert(edge.end, 0);
        }
    }
}

/// Edges in a row, and the place among the states on them that the last one leads back to, if it does.
type Way = (Vec<Edge>, Option<usize>);

/// How a state was reached.
struct Origin {
    /// After how many steps.
    depth: usize,
    /// From which state, by which edge; the first one was not.
    by: Option<(u32, Edge)>,
}

type Known = BTreeMap<u32, Origin>;

/// The edges by which a state was reached.
fn way(known: &Known, mut state: u32) -> Vec<Edge> {
    let mut edges = Vec::new();
    while let Some(Origin { by: Some((before, edge)), .. }) = known.get(&state) {
        edges.push(*edge);
        state = *before;
    }
    edges.reverse();
    edges
}

/// The place of a state among those by which another one was reached, that one included, if it is there.
fn place_on_way(known: &Known, wanted: u32, mut state: u32) -> Option<usize> {
    let depth = known.get(&wanted)?.depth;
    while state != wanted {
        let origin = known.get(&state).filter(|origin| origin.depth > depth)?;
        state = origin.by?.0;
    }
    Some(depth)
}

fn no_levels() -> Interrupted {
    Interrupted::Refuted("the steps between states were not noted".to_owned())
}
