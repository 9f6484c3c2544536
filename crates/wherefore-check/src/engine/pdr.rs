//! Property-directed reachability (IC3), for finite models.
//!
//! Frames F_0, F_1, ... over-approximate what is reachable in 0, 1, ... steps: F_0 is the first ticks, each later frame is
//! a set of clauses, and a clause of frame j also belongs to all frames before it (kept once, at its highest frame). A
//! bad state in the last frame is an obligation: either it has a predecessor one frame earlier, which becomes an
//! obligation in turn, or a clause that excludes it, generalised by dropping literals, joins the frame. When a frame
//! passes all its clauses on, what is left is an inductive invariant.
//!
//! Example: x = 0; next x = x + 2 (mod 8); never x = 3. The bad state 011 has no predecessor in F_1, and neither has any
//! odd x: generalising 011 drops two literals, and the clause "bit 0 is false" is the invariant.
//!
//! After Bradley (2011) and Een, Mishchenko and Brayton (2011). Predecessors are generalised by `lift`, also where steps are
//! relations, and clauses by `generalise`, which excludes what stands in the way of a stronger one.

mod cube;
mod frames;
mod generalise;
mod lift;
mod solvers;

use super::witness::{Bit, Witness};
use crate::{Certificate, Cone, EngineId, Event, NoAnswer, Observer, Proof};
use cube::Cube;
use frames::Frames;
use solvers::Solvers;
use std::collections::BTreeMap;
use std::sync::Arc;
use wherefore_ir::TermId;
use wherefore_solve::{Engine, Stop};

/// How often the exclusion of one cube, on the way to a stronger clause, may lead to that of another.
const DEPTH: usize = 1;

/// Decides whether `good` holds at every reachable tick of a finite model.
pub fn prove(
    model: &Cone,
    good: TermId,
    engine: Engine,
    stop: &Stop,
    observer: &dyn Observer,
) -> Result<Proof, NoAnswer> {
    attempt(model, good, (engine, u64::MAX), stop, observer)
}

/// As [`prove`], but gives up after a number of obligations: a limit in work, the same on every machine.
pub fn attempt(
    model: &Cone,
    good: TermId,
    (engine, effort): (Engine, u64),
    stop: &Stop,
    observer: &dyn Observer,
) -> Result<Proof, NoAnswer> {
    let solvers = Solvers::new(model, good, engine, stop)?;
    Pdr { solvers, frames: Frames::new(), effort, observer }.run(model)
}

/// A cube that must be shown unreachable within `frame` steps; a run leads from it to a bad state in `distance` steps.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Obligation {
    frame: usize,
    distance: u32,
    cube: Cube,
}

struct Pdr<'a> {
    solvers: Solvers<'a>,
    frames: Frames,
    /// Obligations that may still be looked at.
    effort: u64,
    observer: &'a dyn Observer,
}

impl Pdr<'_> {
    fn run(&mut self, model: &Cone) -> Result<Proof, NoAnswer> {
        if self.solvers.init_meets_bad()? {
            return Ok(Proof::Unsafe { depth: 0, shortest: true, witness: None });
        }
        loop {
            let last = self.frames.push();
            self.solvers.add_frame()?;
            self.observer.event(Event::Depth { engine: EngineId::PDR, depth: last as u32 });
            while let Some(cube) = self.solvers.bad_state(last)? {
                if let Some(run) = self.block(cube, last)? {
                    let (depth, witness) = (run.len() as u32 - 1, Some(self.witness(&run)));
                    return Ok(Proof::Unsafe { depth, shortest: false, witness });
                }
            }
            if let Some(level) = self.propagate(last)? {
                let (terms, term) = self.frames.invariant(level, model, &self.solvers.bits);
                return Ok(Proof::Safe(Certificate::Invariant { terms: Arc::new(terms), term }));
            }
        }
    }

    /// Shows `cube` unreachable within `last` steps, or gives the cubes of a run through it, from a first tick to a bad state.
    fn block(&mut self, cube: Cube, last: usize) -> Result<Option<Vec<Cube>>, NoAnswer> {
        // Cubes that others lead into, each with the place of the one that it leads into itself.
        let mut ways: Vec<(Cube, Option<usize>)> = Vec::new();
        let mut waiting = BTreeMap::from([(Obligation { frame: last, distance: 0, cube }, None)]);
        while let Some((obligation, into)) = waiting.pop_first() {
            self.effort = self.effort.checked_sub(1).ok_or(NoAnswer::Effort)?;
            let Obligation { frame, distance, cube } = obligation.clone();
            if self.solvers.init_meets(&cube)? {
                return Ok(Some(followed(cube, into, &ways)));
            }
            if self.frames.blocks(&cube, frame) {
                continue;
            }
            match self.solvers.predecessor(&cube, frame - 1)? {
                Some(before) => {
                    ways.push((cube, into));
                    let before = Obligation { frame: frame - 1, distance: distance + 1, cube: before };
                    waiting.insert(before, Some(ways.len() - 1));
                    waiting.insert(obligation, into);
                }
                None => {
                    let reached = self.exclude(frame, DEPTH)?;
                    if reached < last {
                        waiting.insert(Obligation { frame: reached + 1, distance, cube }, into);
                    }
                }
            }
        }
        Ok(None)
    }

    /// The bits that the cubes of a run fix.
    fn witness(&self, run: &[Cube]) -> Witness {
        let bit = |(tick, place, value): (u32, u32, bool)| {
            let (var, bit) = self.solvers.bits[place as usize];
            Bit { tick, var, bit, value }
        };
        let ticks = (0..).zip(run);
        Witness {
            bits: ticks
                .flat_map(|(tick, cube)| cube.0.iter().map(move |(place, value)| (tick, *place, *value)))
                .map(bit)
                .collect(),
        }
    }

    /// Adds a generalised clause for the cube just found unreachable, as late as it holds; gives its frame.
    fn exclude(&mut self, frame: usize, depth: usize) -> Result<usize, NoAnswer> {
        let core = self.solvers.core_of_last_query()?;
        let cube = self.generalise(core, frame - 1, depth)?;
        let mut level = frame;
        while level < self.frames.last() && self.solvers.is_inductive(&cube, level)? {
            level += 1;
        }
        self.learn(cube, level)?;
        Ok(level)
    }

    fn learn(&mut self, cube: Cube, level: usize) -> Result<(), NoAnswer> {
        self.solvers.add_clause(&cube, level)?;
        self.frames.add(cube, level);
        Ok(())
    }

    /// Passes clauses on to later frames; gives the first frame that has passed on all of its own.
    fn propagate(&mut self, last: usize) -> Result<Option<usize>, NoAnswer> {
        for level in 1..=last {
            for cube in self.frames.take(level) {
                if self.solvers.is_inductive(&cube, level)? {
                    self.learn(cube, level + 1)?;
                } else {
                    self.frames.add(cube, level);
                }
            }
            if self.frames.is_empty_at(level) {
                return Ok(Some(level));
            }
        }
        Ok(None)
    }
}

/// A cube, and those that it leads to.
fn followed(cube: Cube, mut into: Option<usize>, ways: &[(Cube, Option<usize>)]) -> Vec<Cube> {
    let mut run = vec![cube];
    while let Some(place) = into {
        run.push(ways[place].0.clone());
        into = ways[place].1;
    }
    run
}
