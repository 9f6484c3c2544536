//! The nearest run that does not fail: as many actions, as few of them others as possible.
//!
//! For a run that ends: a run of the same length that the formula does not judge a violation, as far as it goes. For a
//! run that goes round for ever: one with the same loop. Both are cheapest ways through layers of the product, where an
//! action costs 1 if it is not that of the failing run.
//!
//! *Loops.* A node behind the start of the loop remembers the state where the loop began, and which awaited actions it did
//! since: the loop must end in that state, with nothing awaited that it does not do. That much is necessary. It need not be
//! enough, since the automaton may be in another state when the loop begins again: so the run is judged, and if it fails, the
//! automaton has to come back as well, which is always enough. What was found first is still a bound from below.

#[cfg(test)]
mod tests;

use super::run::Run;
use crate::explanation::nearest::layers::{self, Arc, Graph, Outcome, Way, cheapest};
use crate::result::part::{Alike, Why};
use wherefore_check::NoAnswer;
use wherefore_ir::actions::End;
use wherefore_lts::moves::Direction;
use wherefore_lts::path::{Path, Step};
use wherefore_lts::product::Product;
use wherefore_lts::route::{Interrupted, Route, Rows, TooSmall};
use wherefore_solve::StopReason;

/// The state of the automaton once nothing can fail any more.
const SAFE: u32 = u32::MAX;
/// The most actions that are awaited at the same time, as bits.
const MOST_WAITS: usize = 16;
/// Transitions that are looked at for all runs together.
const MOST_STEPS: u64 = 1_000_000;
/// Bytes that one of them may take, with all that is kept beside it and room to spare.
const BYTES_PER_STEP: u64 = 1_024;

/// Transitions that may be looked at for all runs together with so much memory.
pub fn budget(memory: u64) -> usize {
    (memory / BYTES_PER_STEP).min(MOST_STEPS) as usize
}

/// A run that does not fail.
#[derive(Clone, Debug)]
pub struct Near {
    /// The run.
    pub run: Run,
    /// The places of the actions that are others.
    pub differs: Vec<usize>,
    /// Whether none has fewer.
    pub minimal: bool,
}

/// A node of the layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct At {
    state: u32,
    inner: u32,
    /// Where the loop began, once it has.
    home: Option<(u32, u32)>,
    /// The awaited actions that were done in the loop.
    done: u32,
}

/// The layers of a failing run.
struct Laid<'a, R> {
    route: &'a R,
    product: &'a Product,
    run: &'a Run,
    /// Whether the automaton has to come back to where it was when the loop began.
    strict: bool,
}

impl<R: Route> Laid<'_, R> {
    fn back(&self) -> Option<usize> {
        if let End::Loop(place) = self.run.end { Some(place) } else { None }
    }

    /// A node on its way into a layer: the loop may begin there.
    fn entering(&self, layer: usize, at: At) -> At {
        let home = if self.back() == Some(layer) { Some((at.state, at.inner)) } else { at.home };
        At { home, ..at }
    }

    /// The node that a label leads to; none if that is a violation.
    fn step(&self, at: &At, label: u32, state: u32) -> Option<At> {
        let automaton = &self.product.automaton;
        let inner = match at.inner {
            SAFE => SAFE,
            inner => self.product.moves.step(inner, label).unwrap_or(SAFE),
        };
        let matched = |wait: &usize| !automaton.wait(*wait).avoids[label as usize];
        let done = if at.home.is_some() {
            (0..automaton.waits_total()).filter(matched).fold(at.done, |done, wait| done | 1 << wait)
        } else {
            0
        };
        (automaton.bad() != Some(inner)).then_some(At { state, inner, home: at.home, done })
    }

    /// Whether a run may end here, or begin its loop again.
    fn is_end(&self, at: &At, is_dead: bool) -> bool {
        let automaton = &self.product.automaton;
        let waits = if at.inner == SAFE { &[][..] } else { automaton.waits(at.inner) };
        match at.home {
            Some((state, inner)) => {
                let closes = state == at.state && (!self.strict || inner == at.inner);
                closes && waits.iter().all(|wait| at.done >> wait & 1 == 1)
            }
            None => at.inner == SAFE || !is_dead || !automaton.on_deadlock(at.inner),
        }
    }
}

impl<R: Route> Graph for Laid<'_, R> {
    type Node = At;
    type Action = u32;
    type Error = Interrupted;

    fn steps(&mut self, layer: usize, nodes: &[At], most: usize) -> layers::Rows<Self> {
        let taken = self.run.path.steps.get(layer).map(|s| s.label);
        let rows = Rows::of(self.route, Direction::Forward, nodes.iter().map(|at| at.state))?;
        let (mut all, mut found): (Vec<Vec<Arc<At, u32>>>, usize) = (Vec::with_capacity(nodes.len()), 0);
        // A state with many transitions is there once for each state where the loop may have begun.
        for at in nodes {
            let arc = |edge: &wherefore_lts::row::Edge| {
                let to = self.entering(layer + 1, self.step(at, edge.label, edge.end)?);
                Some(Arc { cost: u32::from(taken != Some(edge.label)), action: edge.label, to })
            };
            let row: Vec<Arc<At, u32>> = rows.get(at.state).iter().filter_map(arc).collect();
            found += row.len() + 1;
            all.push(row);
            if found > most {
                break;
            }
        }
        Ok(all)
    }

    fn ends(&mut self, nodes: &[At]) -> Result<Vec<bool>, Interrupted> {
        let rows = Rows::of(self.route, Direction::Forward, nodes.iter().map(|at| at.state))?;
        Ok(nodes.iter().map(|at| self.is_end(at, rows.get(at.state).is_empty())).collect())
    }
}

/// The nearest run that does not fail. `passes` judges one by the formula itself. What is looked at is taken off the budget.
pub fn nearest<R: Route>(
    route: &R,
    product: &Product,
    run: &Run,
    passes: &dyn Fn(&Run) -> Result<bool, Interrupted>,
    budget: &mut usize,
) -> Result<Near, Why> {
    if product.automaton.waits_total() > MOST_WAITS {
        return Err(Why::TooManyAwaited);
    }
    let mut bound = None;
    for strict in [false, true] {
        let mut laid = Laid { route, product, run, strict };
        let start = laid.entering(0, At { state: product.initial, inner: 0, home: None, done: 0 });
        let starts = if product.automaton.bad() == Some(0) { Vec::new() } else { vec![start] };
        let way = match cheapest(&mut laid, starts, run.path.steps.len(), budget).map_err(unfinished)? {
            Outcome::Found(way) => way,
            Outcome::None => break,
            Outcome::Refuted => return Err(withdrawn()),
            Outcome::TooLarge => return Err(Why::GraphTooLarge),
        };
        let least = *bound.get_or_insert(way.cost);
        let near = found(route, run, way, least).map_err(unfinished)?;
        if passes(&near.run).map_err(unfinished)? {
            return Ok(near);
        }
        if strict || laid.back().is_none() {
            return Err(withdrawn());
        }
    }
    let alike = if matches!(run.end, End::Loop(_)) { Alike::Loop } else { Alike::Length };
    Err(match bound {
        None => Why::EveryRunFails(alike),
        Some(_) => Why::NoPassingRun(alike),
    })
}

fn withdrawn() -> Why {
    Why::NotFound(NoAnswer::Refuted("a nearest run does not stand its check".to_owned()))
}

fn unfinished(interrupted: Interrupted) -> Why {
    match interrupted {
        Interrupted::Stopped(reason) => Why::Interrupted(reason),
        Interrupted::Failed(what) => Why::Interrupted(StopReason::Failed(what)),
        Interrupted::Memory(TooSmall { automaton: states, needed, limit }) => {
            Why::AutomatonTooLarge { states, needed, limit }
        }
        Interrupted::Refuted(what) => Why::NotFound(NoAnswer::Refuted(what)),
    }
}

/// The run of a way.
fn found<R: Route>(route: &R, run: &Run, way: Way<At, u32>, least: u64) -> Result<Near, Interrupted> {
    let step = |arc: &Arc<At, u32>| Step { label: arc.action, state: arc.to.state, inner: arc.to.inner };
    let steps: Vec<Step> = way.steps.iter().map(step).collect();
    let path = Path { start: (way.start.state, way.start.inner), steps };
    let is_dead = route.look(Direction::Forward, &[path.end().0])?.iter().all(Vec::is_empty);
    let end = match run.end {
        End::Loop(place) => End::Loop(place),
        _ if is_dead => End::Deadlock,
        _ => End::Open,
    };
    let differs = way.steps.iter().enumerate().filter(|(_, arc)| arc.cost > 0).map(|(place, _)| place).collect();
    Ok(Near { run: Run { path, end }, differs, minimal: way.cost == least })
}
