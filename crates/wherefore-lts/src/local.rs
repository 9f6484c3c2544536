//! The operations of a route on a graph that one process holds, in memory or in files.
//!
//! Spreading goes level by level. What was reached in the last level waits in a set of its own, so that all automaton
//! states of one graph state that were reached together are moved by one look at its transitions. A level is pushed from what
//! waits or, once less is missing than waits, pulled by what is missing (direction-optimising search, Beamer, Asanovic and
//! Patterson). Which thread comes first changes the order of a level, never its content.

use crate::labels::Labels;
use crate::levels::Levels;
use crate::moves::Direction;
use crate::route::{Interrupted, Kernel, OnUndefined, Reached, Route, Size, Spread};
use crate::row::{Edge, Row};
use crate::set::{Set, ones};
use crate::watched::Watched;
use std::sync::Arc;

/// Which states are to be looked at.
#[derive(Clone, Copy, Debug)]
pub enum Chosen<'a> {
    /// All states.
    All,
    /// States that a set touches.
    Touched(&'a Set),
    /// These, in any order; one that is listed twice is visited twice.
    Listed(&'a [u32]),
}

/// A graph that hands out the transitions of its states.
pub trait Store: Sync {
    /// How large it is.
    fn size(&self) -> Size;
    /// Its labels.
    fn labels(&self) -> &Labels;
    /// Visits the chosen states with their transitions, in any order. Each worker has an own notebook; all notebooks come
    /// back.
    fn rows<T: Send>(
        &self,
        direction: Direction,
        chosen: Chosen<'_>,
        notebook: impl Fn() -> T + Sync,
        visit: impl Fn(&mut T, u32, Row<'_>) + Sync,
    ) -> Result<Vec<T>, Interrupted>;
    /// Visits a few states in this order on this thread, without notebooks. False, and nothing is visited, if this graph has no
    /// quicker way to them than [`Store::rows`].
    fn few(
        &self,
        direction: Direction,
        states: &[u32],
        visit: &mut dyn FnMut(u32, Row<'_>),
    ) -> Result<bool, Interrupted> {
        let _ = (direction, states, visit);
        Ok(false)
    }
}

/// Pulling is chosen up to this number of times as many states as pushing would visit: it ends early at each, and does
/// not wait for other threads.
const PULL: usize = 4;
/// A frontier with more states than this share of the graph is found in its set instead of its list.
const DENSE: u32 = 16;
/// A frontier of so few states is walked without notebooks: a chain of ten million states has ten million levels.
const FEW: usize = 1 << 8;

impl<S: Store> Route for S {
    fn size(&self) -> Size {
        Store::size(self)
    }

    fn labels(&self) -> &Labels {
        Store::labels(self)
    }

    fn spread(&self, spread: &Spread) -> Result<Reached, Interrupted> {
        let mut growth = Growth::start(spread);
        while !growth.frontier.is_empty() && spread.limit.is_none_or(|limit| growth.level < limit) {
            advance(self, &mut growth)?;
        }
        let set = Arc::new(growth.reached());
        Ok(Reached { set, levels: growth.levels })
    }

    fn attract(&self, spread: &Spread, on_undefined: OnUndefined) -> Result<Arc<Set>, Interrupted> {
        let mut growth = Growth::start(spread);
        let attracted = spread.from.as_ref().clone();
        let watched = Watched::default();
        while !growth.frontier.is_empty() {
            advance(self, &mut growth)?;
            let mut list = std::mem::take(&mut growth.spare);
            let judge = |list: &mut Vec<u32>, state, row: Row<'_>| {
                growth.hold((&attracted, &watched), on_undefined, (state, row), list);
            };
            let (frontier, direction) = (&growth.frontier, Direction::Forward);
            let visit = &mut |state, row: Row<'_>| judge(&mut list, state, row);
            if frontier.len() <= FEW && self.few(direction, frontier, visit)? {
                growth.follow(list);
            } else {
                growth.frontier = joined(self.rows(direction, Chosen::Listed(frontier), Vec::new, judge)?);
            }
            growth.frontier.iter().for_each(|state| growth.now.pour(*state, &attracted));
        }
        Ok(Arc::new(attracted))
    }

    fn sweep(&self, among: Option<&Set>, kernel: &impl Kernel) -> Result<Vec<u64>, Interrupted> {
        let counters = || vec![0; kernel.counters()];
        let chosen = among.map_or(Chosen::All, Chosen::Touched);
        let visit = |counts: &mut Vec<u64>, state, row: Row<'_>| kernel.visit(state, row, counts);
        let parts = self.rows(Direction::Forward, chosen, counters, visit)?;
        Ok(parts.into_iter().fold(counters(), sum))
    }

    fn look(&self, direction: Direction, states: &[u32]) -> Result<Vec<Vec<Edge>>, Interrupted> {
        let mut few = Vec::with_capacity(1);
        if states.len() == 1 && self.few(direction, states, &mut |_, row| few.push(row.sorted()))? {
            return Ok(few);
        }
        let mut distinct = states.to_vec();
        distinct.sort_unstable();
        distinct.dedup();
        let visit = |seen: &mut Vec<(u32, Vec<Edge>)>, state, row: Row<'_>| seen.push((state, row.sorted()));
        let found = self.rows(direction, Chosen::Listed(&distinct), Vec::new, visit)?;
        let mut rows: Vec<(u32, Vec<Edge>)> = found.into_iter().flatten().collect();
        rows.sort_unstable_by_key(|(state, _)| *state);
        let find = |state: &u32| rows.binary_search_by_key(state, |(s, _)| *s);
        Ok(states.iter().map(|s| find(s).map_or_else(|_| Vec::new(), |at| rows[at].1.clone())).collect())
    }

    fn each(&self, direction: Direction, states: &[u32], see: &mut dyn FnMut(u32, &[Edge])) -> Result<(), Interrupted> {
        let mut edges = Vec::new();
        let visit = &mut |state, row: Row<'_>| match row.only() {
            Some(edge) => see(state, &[edge]),
            None => {
                row.sort_into(&mut edges);
                see(state, &edges);
            }
        };
        if self.few(direction, states, visit)? {
            return Ok(());
        }
        let rows = self.look(direction, states)?;
        states.iter().zip(&rows).for_each(|(state, row)| see(*state, row));
        Ok(())
    }
}

/// Takes one step from all that was reached in the last level.
fn advance(store: &impl Store, growth: &mut Growth<'_>) -> Result<(), Interrupted> {
    growth.level += 1;
    if let Some(levels) = &mut growth.levels {
        levels.make_room(growth.level);
    }
    let direction = growth.spread.direction;
    let mut list = std::mem::take(&mut growth.spare);
    let push = |list: &mut Vec<u32>, state, row: Row<'_>| growth.push(state, row, list);
    let pull = |list: &mut Vec<u32>, state, row: Row<'_>| growth.pull(state, row, list);
    let plan = growth.plan();
    if let Plan::Push(Chosen::Listed(frontier)) = plan
        && frontier.len() <= FEW
        && store.few(direction, frontier, &mut |state, row| push(&mut list, state, row))?
    {
        growth.follow(list);
        std::mem::swap(&mut growth.now, &mut growth.next);
        return Ok(());
    }
    let (pulled, lists) = match plan {
        Plan::Push(waiting) => (false, store.rows(direction, waiting, Vec::new, push)?),
        Plan::Pull(missing) => (true, store.rows(direction.opposite(), missing, Vec::new, pull)?),
    };
    if pulled {
        growth.now.clear();
    }
    growth.frontier = joined(lists);
    std::mem::swap(&mut growth.now, &mut growth.next);
    Ok(())
}

/// One list; where there is only one, that.
fn joined(mut lists: Vec<Vec<u32>>) -> Vec<u32> {
    if lists.len() == 1 { lists.pop().unwrap_or_default() } else { lists.concat() }
}

/// Adds counters to counters.
pub fn sum(mut all: Vec<u64>, more: Vec<u64>) -> Vec<u64> {
    all.iter_mut().zip(more).for_each(|(a, m)| *a += m);
    all
}

/// A set that is growing.
struct Growth<'a> {
    spread: &'a Spread,
    /// Product states that may still be reached and were not.
    missing: Set,
    /// Product states reached in the last level, and the states it touches.
    now: Set,
    frontier: Vec<u32>,
    /// An empty list, for the next frontier.
    spare: Vec<u32>,
    /// Product states reached in this level.
    next: Set,
    level: u32,
    levels: Option<Levels>,
    /// Whether a field is a single part.
    is_narrow: bool,
}

/// How a level is worked on.
enum Plan<'a> {
    /// From what was reached in the last level.
    Push(Chosen<'a>),
    /// From what is missing: cheaper once most has been reached.
    Pull(Chosen<'a>),
}

impl<'a> Growth<'a> {
    fn start(spread: &'a Spread) -> Growth<'a> {
        let shape = spread.from.shape();
        let mut frontier: Vec<u32> = spread.from.iter().map(|(state, _)| state).collect();
        frontier.dedup();
        let levels = spread.levels.then(|| Levels::new(shape));
        if let Some(levels) = &levels {
            spread.from.iter().for_each(|(state, inner)| levels.note(state, inner, 0));
        }
        let missing = match &spread.within {
            Some(within) => within.minus(&spread.from),
            None => Set::full(shape, spread.moves.states()).minus(&spread.from),
        };
        let (now, next) = (spread.from.as_ref().clone(), Set::new(shape));
        Growth {
            spread,
            missing,
            now,
            frontier,
            spare: Vec::new(),
            next,
            level: 0,
            levels,
            is_narrow: shape.parts() == 1,
        }
    }

    /// A level that was walked into this list.
    fn follow(&mut self, list: Vec<u32>) {
        self.spare = std::mem::replace(&mut self.frontier, list);
        self.spare.clear();
    }

    /// A small frontier is walked by its list. A large one is found in its set, or pulled by what is missing, whichever
    /// promises less work; with several parts to a field, pulling never does.
    fn plan(&self) -> Plan<'_> {
        let states = self.now.shape().states();
        if self.frontier.len() <= (states / DENSE) as usize {
            return Plan::Push(Chosen::Listed(&self.frontier));
        }
        let missing = if self.is_narrow { self.missing.touched(0..states).count() } else { usize::MAX };
        if missing <= PULL * self.frontier.len() {
            Plan::Pull(Chosen::Touched(&self.missing))
        } else {
            Plan::Push(Chosen::Touched(&self.now))
        }
    }

    /// Moves what waits at a state along its transitions; states that are touched for the first time in this level join
    /// the list.
    fn push(&self, state: u32, row: Row<'_>, list: &mut Vec<u32>) {
        let Spread { moves, direction, .. } = self.spread;
        for part in 0..self.now.shape().parts() {
            let bits = self.now.take(state, part);
            if bits != 0 {
                row.each(|label, end| {
                    if self.is_narrow && self.missing.part(end, 0) == 0 {
                        return;
                    }
                    moves.image(*direction, label, part, bits, |p, b| {
                        let wanted = b & self.missing.part(end, p);
                        if wanted != 0 {
                            self.reach(end, p, wanted, list);
                        }
                    });
                });
            }
        }
    }

    /// Looks for what is missing at a state among what waits at the other ends of its transitions.
    fn pull(&self, state: u32, row: Row<'_>, list: &mut Vec<u32>) {
        let Spread { moves, direction, .. } = self.spread;
        let parts = self.now.shape().parts();
        for part in 0..parts {
            let (wanted, mut found) = (self.missing.part(state, part), 0);
            if wanted == 0 {
                continue;
            }
            row.until(|label, end| {
                for p in 0..parts {
                    let bits = self.now.part(end, p);
                    moves.image(*direction, label, p, bits, |to, b| found |= if to == part { b & wanted } else { 0 });
                }
                found == wanted
            });
            if found != 0 {
                self.reach(state, part, found, list);
            }
        }
    }

    /// Notes what is reached at a state, unless another thread was first.
    fn reach(&self, state: u32, part: usize, bits: u64, list: &mut Vec<u32>) {
        let fresh = bits & self.missing.remove(state, part, bits);
        if fresh == 0 {
            return;
        }
        if let Some(levels) = &self.levels {
            ones(fresh).for_each(|bit| levels.note(state, part as u32 * 64 + bit, self.level));
        }
        if self.next.add(state, part, fresh) == 0 && self.is_first(state, part) {
            list.push(state);
        }
    }

    /// Whether no earlier part of the state waits already: of several parts that are touched at the same time, at least
    /// one puts the state on the list, and taking is harmless where nothing waits.
    fn is_first(&self, state: u32, part: usize) -> bool {
        (0..part).all(|p| self.next.part(state, p) == 0)
    }

    /// Takes back what was reached at a state but can still leave the set; it may be reached again. A state that keeps
    /// something joins the list.
    fn hold(
        &self,
        (attracted, watched): (&Set, &Watched),
        on_undefined: OnUndefined,
        (state, row): (u32, Row<'_>),
        list: &mut Vec<u32>,
    ) {
        let mut holds = false;
        for part in 0..attracted.shape().parts() {
            let bits = self.now.part(state, part);
            let out = watched.leaving((&self.spread.moves, attracted, on_undefined), (state, row), part, bits);
            self.now.remove(state, part, out);
            self.missing.add(state, part, out);
            holds |= bits != out;
        }
        if holds {
            list.push(state);
        }
    }

    /// Everything that was reached.
    fn reached(&self) -> Set {
        let shape = self.now.shape();
        let allowed = match &self.spread.within {
            Some(within) => within.minus(&self.missing),
            None => Set::full(shape, self.spread.moves.states()).minus(&self.missing),
        };
        allowed.join(&self.spread.from);
        allowed
    }
}
