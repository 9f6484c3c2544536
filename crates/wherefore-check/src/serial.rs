//! Does every reachable state begin a fair infinite run?
//!
//! Where it does, `AG p` says of a model what the invariant `p` says: a state that breaks `p` lies on a fair run. Decision
//! diagrams give the reachable states and a core of fair runs with the ways into it; another solver finds that no step
//! leaves the first, and that all of them lead into the second ([`crate::certify::ctl`]).

use crate::invariant::judged;
use crate::session::Session;
use crate::symbolic::NAME;
use crate::{Cause, Model, Observer, certify, solvers};
use std::sync::Arc;
use wherefore_ir::System;
use wherefore_solve::Stop;

/// The part of a system that fair runs are about: what fairness speaks of, if the rest can always follow.
pub(crate) fn model(system: &System) -> Model {
    let pair = || system.compassion.first().map(|c| c.premise);
    match system.justice.first().map(|c| c.term).or_else(pair) {
        Some(term) => Model::of_paths(system, term),
        None => Model::whole(system),
    }
}

/// Whether every reachable state begins a fair infinite run.
pub(crate) fn is_serial(session: &Session, stop: &Stop, observer: &Arc<dyn Observer>) -> Result<bool, Cause> {
    let system = session.system.as_ref();
    let model = Arc::new(model(system));
    if !model.is_finite() {
        return Ok(false);
    }
    let memory = session.options.memory;
    let found = session.cache.with(&model, memory, stop, |machine| machine.serial(observer.as_ref()))?;
    let Some((certificate, reached)) = found else { return Ok(false) };
    let judges = solvers::judges(NAME, true, memory);
    judged(&judges, |make| certify::ctl::recheck_serial(system, &certificate, reached, make, stop)).map(|_| true)
}
