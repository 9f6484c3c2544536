//! One interface to graphs in memory, in files and on several machines.
//!
//! Everything that is found out about a graph is found out by three operations: a set *spreads* along or against the
//! transitions until it grows no more, a *sweep* looks at each state with its outgoing transitions, and single states are
//! looked up. A route says how; the answer is the same on each. On a route of several processes all of them call the same
//! operations in the same order, and all of them get the whole answer.

use crate::labels::Labels;
use crate::levels::Levels;
use crate::moves::{Direction, Moves};
use crate::row::{Edge, Row};
use crate::set::Set;
use std::sync::Arc;
use wherefore_stop::{Stop, StopReason};

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Interrupted {
    /// The stop signal was fired, for this reason.
    Stopped(StopReason),
    /// Something outside of the search failed, in its own words: a file could not be read, another process is gone.
    Failed(String),
    /// Sets of product states do not fit the memory.
    Memory(TooSmall),
    /// An answer did not survive its check, which says this: an error in this program.
    Refuted(String),
}

/// Memory that sets of product states need and do not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooSmall {
    /// The states of the automaton.
    pub automaton: u32,
    /// Memory that the sets need, in bytes.
    pub needed: u64,
    /// Memory available, in bytes.
    pub limit: u64,
}

impl std::fmt::Display for TooSmall {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (needed, limit) = (self.needed.div_ceil(1 << 20), self.limit >> 20);
        write!(f, "sets for an automaton of {} states need {needed} MB, and {limit} MB are there", self.automaton)
    }
}

impl std::error::Error for Interrupted {}

impl std::fmt::Display for Interrupted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Interrupted::Stopped(reason) => reason.fmt(f),
            Interrupted::Failed(words) => f.write_str(words),
            Interrupted::Memory(small) => small.fmt(f),
            Interrupted::Refuted(what) => write!(f, "internal error, answer withdrawn: {what}"),
        }
    }
}

impl Interrupted {
    /// An error, with its reason, once the signal was fired.
    pub fn unless(stop: &Stop) -> Result<(), Interrupted> {
        if stop.is_fired() { Err(Interrupted::Stopped(stop.reason().unwrap_or_default())) } else { Ok(()) }
    }
}

/// How large a graph is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Its states, 0 to one less than this.
    pub states: u32,
    /// Its transitions.
    pub transitions: u64,
    /// Its initial state.
    pub initial: u32,
}

/// A set is to grow along transitions.
#[derive(Clone, Debug)]
pub struct Spread {
    /// How the automaton moves.
    pub moves: Arc<Moves>,
    /// Along or against the transitions.
    pub direction: Direction,
    /// Where it starts.
    pub from: Arc<Set>,
    /// Set that the growth may not leave.
    pub within: Option<Arc<Set>>,
    /// The most steps from the start.
    pub limit: Option<u32>,
    /// Whether to note how many steps from the start each product state is.
    pub levels: bool,
}

/// Result of growing a set.
#[derive(Debug)]
pub struct Reached {
    /// The start, and all that was reached from it.
    pub set: Arc<Set>,
    /// The steps from the start, if they were to be noted.
    pub levels: Option<Levels>,
}

/// Meaning of a transition that the automaton does not follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnUndefined {
    /// A way out of every set.
    Escapes,
    /// No way at all.
    Ignored,
}

/// A look at states with their outgoing transitions, in any order and by several threads.
pub trait Kernel: Sync {
    /// How many numbers it counts.
    fn counters(&self) -> usize;
    /// Looks at one state and adds to the counters.
    fn visit(&self, state: u32, row: Row<'_>, counters: &mut [u64]);
    /// The set that it adds product states to: those of the visited state only.
    fn marks(&self) -> Option<&Set> {
        None
    }
}

/// A way to work on a graph.
pub trait Route {
    /// How large the graph is.
    fn size(&self) -> Size;
    /// Its labels.
    fn labels(&self) -> &Labels;
    /// Lets a set grow.
    fn spread(&self, spread: &Spread) -> Result<Reached, Interrupted>;
    /// Lets a set grow by every product state all of whose moves lead into it: those that cannot avoid it.
    fn attract(&self, spread: &Spread, on_undefined: OnUndefined) -> Result<Arc<Set>, Interrupted> {
        let attracted = spread.from.as_ref().clone();
        let mut fresh = spread.from.clone();
        while !fresh.is_empty() {
            let step = Spread { from: fresh, limit: Some(1), levels: false, ..spread.clone() };
            let candidates = self.spread(&step)?.set.minus(&attracted);
            let kernel = Leaving::new(spread.moves.clone(), &candidates, &attracted, on_undefined);
            self.sweep(Some(&candidates), &kernel)?;
            fresh = Arc::new(candidates.minus(&kernel.found));
            attracted.join(&fresh);
        }
        Ok(Arc::new(attracted))
    }
    /// Looks at every state that the set touches, or at all of them, and sums up the counters.
    fn sweep(&self, among: Option<&Set>, kernel: &impl Kernel) -> Result<Vec<u64>, Interrupted>;
    /// The transitions of single states, sorted.
    fn look(&self, direction: Direction, states: &[u32]) -> Result<Vec<Vec<Edge>>, Interrupted>;
    /// Calls `see` with the transitions of single states, sorted, one state after the other.
    fn each(&self, direction: Direction, states: &[u32], see: &mut dyn FnMut(u32, &[Edge])) -> Result<(), Interrupted> {
        let rows = self.look(direction, states)?;
        states.iter().zip(&rows).for_each(|(state, row)| see(*state, row));
        Ok(())
    }
}

/// The transitions of some states, each looked up once.
pub struct Rows {
    states: Vec<u32>,
    rows: Vec<Vec<Edge>>,
}

impl Rows {
    /// Looks up the transitions of states that may be named more than once.
    pub fn of(
        route: &impl Route,
        direction: Direction,
        states: impl Iterator<Item = u32>,
    ) -> Result<Rows, Interrupted> {
        let mut states: Vec<u32> = states.collect();
        states.sort_unstable();
        states.dedup();
        let rows = route.look(direction, &states)?;
        Ok(Rows { states, rows })
    }

    /// Transitions of a state, sorted; none if it was not looked up.
    pub fn get(&self, state: u32) -> &[Edge] {
        self.states.binary_search(&state).map_or(&[], |place| &self.rows[place])
    }
}

/// Which product states have a move out of a set.
pub struct Leaving<'a> {
    moves: Arc<Moves>,
    among: &'a Set,
    inside: &'a Set,
    on_undefined: OnUndefined,
    /// The product states found.
    pub found: Set,
}

impl<'a> Leaving<'a> {
    /// Product states among a set that have a move out of the set `inside`.
    pub fn new(moves: Arc<Moves>, among: &'a Set, inside: &'a Set, on_undefined: OnUndefined) -> Leaving<'a> {
        Leaving { moves, among, inside, on_undefined, found: Set::new(among.shape()) }
    }
}

impl Kernel for Leaving<'_> {
    fn counters(&self) -> usize {
        0
    }

    fn visit(&self, state: u32, row: Row<'_>, _: &mut [u64]) {
        for part in 0..self.among.shape().parts() {
            let bits = self.among.part(state, part);
            self.found.add(state, part, leaving(&self.moves, self.inside, self.on_undefined, row, part, bits));
        }
    }

    fn marks(&self) -> Option<&Set> {
        Some(&self.found)
    }
}

/// The product states of a part, among `bits`, that have a move out of a set.
#[inline]
pub fn leaving(moves: &Moves, set: &Set, on_undefined: OnUndefined, row: Row<'_>, part: usize, bits: u64) -> u64 {
    let mut out = 0;
    if bits != 0 {
        row.until(|label, end| {
            let held = moves.entering(label, part, bits & !out, |p| set.part(end, p));
            let counted = if on_undefined == OnUndefined::Ignored { moves.defined(label, part) } else { u64::MAX };
            out |= bits & counted & !held;
            out == bits
        });
    }
    out
}
