//! Decision diagrams: reachable states layer by layer, and CTL with fairness by fixpoints.
//!
//! A machine holds the diagrams of one model and what has been reached so far; properties with the same cone share
//! it. Layers give shortest distances; the set of all reachable states is the certificate.

mod certificate;
mod choice;
pub(crate) mod ctl;
mod machine;
mod order;
mod relation;
pub(crate) mod witness;

use crate::certify::fixpoint::Fixpoints;
use crate::{Cause, Certificate, Model, Observer, Proof, Silent};
pub use machine::Machine;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use wherefore_ir::{System, TermId, VarId};
use wherefore_solve::Stop;

/// The name of the engine.
pub const NAME: &str = "bdd";

/// A machine that is built at its first use; the lock is held while an engine works on it.
pub(crate) type Slot = Arc<Mutex<Option<Machine>>>;

/// The machines of a session by the variables of their cone.
#[derive(Default)]
pub(crate) struct Cache(Mutex<BTreeMap<Vec<VarId>, Slot>>);

impl Cache {
    fn slot(&self, model: &Model) -> Slot {
        lock(&self.0).entry(model.vars.clone()).or_default().clone()
    }

    /// Runs `work` on the machine of a model. A machine that ran out of memory is thrown away, so that the next property
    /// starts with an empty table.
    pub(crate) fn with<T>(
        &self,
        model: &Arc<Model>,
        memory: Option<u64>,
        stop: &Stop,
        work: impl FnOnce(&mut Machine) -> Result<T, Cause>,
    ) -> Result<T, Cause> {
        let slot = self.slot(model);
        let mut guard = lock(&slot);
        if stop.is_fired() {
            return Err(Cause::Stopped(stop.reason().unwrap_or_default()));
        }
        let machine = match guard.as_mut() {
            Some(machine) => machine,
            None => guard.insert(Machine::new(model.clone(), memory, stop)?),
        };
        machine.space.set_stop(stop.clone());
        let result = work(machine);
        if matches!(result, Err(Cause::Memory)) {
            *guard = None;
        }
        result
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Decides whether `good` holds at every reachable tick.
pub(crate) fn prove(
    cache: &Cache,
    model: &Arc<Model>,
    good: TermId,
    memory: Option<u64>,
    stop: &Stop,
    observer: &Arc<dyn Observer>,
) -> Result<Proof, Cause> {
    if !model.is_finite() {
        return Err(Cause::Unsupported("decision diagrams need finite sorts".to_owned()));
    }
    cache.with(model, memory, stop, |machine| machine.prove(good, observer.as_ref()))
}

/// The certificate of a CTL formula, by fixpoints; nothing if the formula does not hold.
pub fn certificate(system: &System, formula: TermId, stop: &Stop) -> Result<Option<Fixpoints>, Cause> {
    let model = Arc::new(Model::of_paths(system, formula));
    match Cache::default().with(&model, None, stop, |machine| machine.check_ctl(formula, &Silent))? {
        witness::Outcome::Holds(certificate) => certificate.map(|boxed| Some(*boxed)),
        witness::Outcome::Violated(_) => Ok(None),
    }
}

impl Machine {
    fn prove(&mut self, good: TermId, observer: &dyn Observer) -> Result<Proof, Cause> {
        let good = self.encode(good)?;
        let bad = self.possible(&!&good)?;
        let mut depth = 0;
        while let Some(layer) = self.layer(depth, observer)? {
            let hit = self.space.and(&layer, &bad)?;
            if !hit.is_false() {
                return Ok(Proof::Unsafe { depth: depth as u32, shortest: true });
            }
            depth += 1;
        }
        let reached = self.reachable(observer)?;
        let mut terms = self.model.system.terms.clone();
        let term = self.space.to_term(&mut terms, &reached);
        Ok(Proof::Safe(Certificate::Invariant { terms: Box::new(terms), term }))
    }
}
