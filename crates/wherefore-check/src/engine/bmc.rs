//! Bounded model checking: unroll, ask, one tick further.
//!
//! Depth is searched in order, so the first violation found is a shortest one. The bad formula is denied at every tick
//! that has been cleared, which keeps what the solver learned about it.

use crate::unroll::Unroller;
use crate::{Cone, EngineId, Event, NoAnswer, Observer};
use wherefore_ir::TermId;
use wherefore_solve::{Solver, Stop};
use wherefore_trace::Trace;

/// Searches for a run whose last tick makes `good` false, at distances `from..=to`. Nothing is claimed about distances
/// below `from`.
pub fn search(
    model: &Cone,
    good: TermId,
    (from, to): (u32, u32),
    solver: Box<dyn Solver>,
    stop: &Stop,
    observer: &dyn Observer,
) -> Result<Option<Trace>, NoAnswer> {
    let mut unroller = Unroller::new(model, solver)?;
    unroller.assert_init()?;
    for depth in from..=to {
        observer.event(Event::Depth { engine: EngineId::BMC, depth });
        unroller.reach(depth)?;
        let bad = !unroller.literal(good, depth)?;
        if unroller.is_sat(&[bad], None, stop)? {
            return unroller.trace(depth).map(Some);
        }
        unroller.solver.clause(&[!bad])?;
    }
    Ok(None)
}
