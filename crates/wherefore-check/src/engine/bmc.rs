//! Bounded model checking: unroll, ask, one tick further.
//!
//! Depth is searched in order, so the first violation found is a shortest one. The bad formula is denied at every tick
//! that has been cleared, which keeps what the solver learned about it.

use crate::unroll::Unroller;
use crate::{Cone, EngineId, Event, NoAnswer, Observer};
use wherefore_ir::TermId;
use wherefore_solve::{Solver, Stop};
use wherefore_trace::Trace;

/// The distances at which a search looks.
#[derive(Clone, Copy, Debug)]
pub struct Distances {
    /// The first.
    pub from: u32,
    /// The last.
    pub to: u32,
    /// The most work for each, in the solver's unit; the search ends with [`NoAnswer::Effort`] where it is not enough.
    pub effort: Option<u64>,
}

impl From<(u32, u32)> for Distances {
    fn from((from, to): (u32, u32)) -> Distances {
        Distances { from, to, effort: None }
    }
}

/// Searches for a run whose last tick makes `good` false. Nothing is claimed about distances below the first.
pub fn search(
    model: &Cone,
    good: TermId,
    distances: impl Into<Distances>,
    solver: Box<dyn Solver>,
    stop: &Stop,
    observer: &dyn Observer,
) -> Result<Option<Trace>, NoAnswer> {
    let Distances { from, to, effort } = distances.into();
    let mut unroller = Unroller::new(model, solver)?;
    unroller.assert_init()?;
    for depth in from..=to {
        observer.event(Event::Depth { engine: EngineId::BMC, depth });
        unroller.reach(depth)?;
        let bad = !unroller.literal(good, depth)?;
        if unroller.is_sat(&[bad], effort, stop)? {
            return unroller.trace(depth).map(Some);
        }
        unroller.solver.clause(&[!bad])?;
    }
    Ok(None)
}
