//! Which of many lassos of the same length to show.
//!
//! The simplest values from the last step back to the first: so what makes the failure happen happens early, and the run is the
//! same whichever solver finds it. It is replayed like every other.

use crate::lexmin::LexMin;
use wherefore_check::ltl::LassoSearch;
use wherefore_check::{Cone, NoAnswer, Options, Unroller};
use wherefore_ir::{Property, Role, System, VarId};
use wherefore_solve::{Stop, bit_count};
use wherefore_trace::{Trace, replay_violation};

/// More bits than this are not settled one by one.
const MOST_BITS: u32 = 4_000;

/// The lasso to show instead of one of the same length; none if data is unbounded or there is too much of it.
pub fn settled(
    system: &System,
    property: &Property,
    run: &Trace,
    options: &Options,
    stop: &Stop,
) -> Result<Option<Trace>, NoAnswer> {
    let choices = choices(system, run.len() as u32);
    let bits: u32 = choices.iter().filter_map(|(v, _)| bit_count(&system.terms, *v)).sum();
    if run.loop_start.is_none() || !system.is_finite() || bits > MOST_BITS {
        return Ok(None);
    }
    let search = LassoSearch::new(system, property.term)?;
    let model = Cone::whole(&search.system);
    let mut terms = model.system.terms.clone();
    let mut unroller = Unroller::new(&model, options.solvers().bounded(true)()?)?;
    let closing = run.len() as u32;
    unroller.assert_init()?;
    unroller.reach(closing)?;
    let closed = !unroller.literal(search.good, closing)?;
    let mut lex = LexMin::new(&mut unroller, &mut terms, vec![closed], stop);
    lex.minimise(&choices, &[])?;
    if !lex.is_possible()? {
        return Ok(None);
    }
    let trace = search.cut(system, &unroller.trace(closing)?)?;
    replay_violation(system, &trace, property).map_err(|e| NoAnswer::Refuted(e.to_string()))?;
    Ok(Some(trace))
}

/// All values of the run, the last step first.
fn choices(system: &System, length: u32) -> Vec<(VarId, u32)> {
    let at =
        |tick: u32| system.vars().filter(move |(_, r)| *r != Role::Frozen || tick == 0).map(move |(v, _)| (v, tick));
    (0..length).rev().flat_map(at).collect()
}
