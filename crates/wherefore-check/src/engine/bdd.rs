//! Binary decision diagrams (BDDs): reachable states layer by layer, and CTL with fairness by fixpoints.
//!
//! A machine holds the diagrams of one model and what has been reached so far; properties with the same cone share
//! it. Layers give shortest distances; the set of all reachable states is the certificate.

mod certificate;
mod choice;
pub(crate) mod ctl;
mod distance;
mod machine;
mod order;
mod relation;
mod ways;
pub(crate) mod witness;
mod words;

use super::{Answer, Answers, Capabilities, Data, Engine, EngineContext, Family, Fixpoint, Problem, Product};
use crate::certify::fixpoint::{Fixpoints, Reached};
use crate::{Certificate, Cone, EngineId, NoAnswer, Observer, Silent};
pub use distance::Steps;
pub use machine::Machine;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use wherefore_ir::{System, TermId, VarId};
use wherefore_solve::Stop;

/// A machine that is built at its first use; the lock is held while an engine works on it.
pub(crate) type Slot = Arc<Mutex<Option<Machine>>>;

/// The machines of a session by the variables of their cone.
#[derive(Default)]
pub(crate) struct Cache(Mutex<BTreeMap<Vec<VarId>, Slot>>);

impl Cache {
    fn slot(&self, model: &Cone) -> Slot {
        lock(&self.0).entry(model.vars.clone()).or_default().clone()
    }

    /// Runs `work` on the machine of a model. A machine that ran out of memory is thrown away, so that the next property
    /// starts with an empty table.
    pub(crate) fn with<T>(
        &self,
        model: &Arc<Cone>,
        memory: Option<u64>,
        stop: &Stop,
        work: impl FnOnce(&mut Machine) -> Result<T, NoAnswer>,
    ) -> Result<T, NoAnswer> {
        let slot = self.slot(model);
        let mut guard = lock(&slot);
        if stop.is_fired() {
            return Err(NoAnswer::Stopped(stop.reason().unwrap_or_default()));
        }
        let machine = match guard.as_mut() {
            Some(machine) => machine,
            None => guard.insert(Machine::new(model.clone(), memory, stop)?),
        };
        machine.space.set_stop(stop.clone());
        let result = work(machine);
        if matches!(result, Err(NoAnswer::Memory)) {
            *guard = None;
        }
        result
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The engine.
pub(crate) struct Bdd;

impl Engine for Bdd {
    fn id(&self) -> EngineId {
        EngineId::BDD
    }

    fn family(&self) -> Family {
        Family::Bdd
    }

    fn capabilities(&self) -> Capabilities {
        let data = Data::Finite;
        Capabilities { data, invariants: Answers::Both, linear: Answers::Both, branching: Answers::Both }
    }

    fn prove(&self, problem: &Problem, context: &EngineContext) -> Result<Answer, NoAnswer> {
        match problem {
            Problem::Invariant { model, good } => invariant(model, *good, context),
            Problem::Linear(product) => fair_cycles(product, context),
            Problem::Branching { model, formula, body, goes_on } => {
                if let Some(body) = body
                    && let proof @ Answer::Safe(_) = invariant(model, *body, context)?
                {
                    return Ok(proof);
                }
                let check = |machine: &mut Machine| {
                    machine.goes_on |= *goes_on;
                    machine.check_ctl(*formula, context.observer.as_ref())
                };
                let outcome = context.cache.with(model, context.solvers.memory, &context.stop, check)?;
                Ok(Answer::Fixpoint(Fixpoint(outcome)))
            }
        }
    }
}

fn unbounded() -> NoAnswer {
    NoAnswer::Unsupported("decision diagrams need finite sorts".to_owned())
}

/// Whether `good` holds at every reachable tick.
fn invariant(model: &Arc<Cone>, good: TermId, context: &EngineContext) -> Result<Answer, NoAnswer> {
    if !model.is_finite() {
        return Err(unbounded());
    }
    let prove = |machine: &mut Machine| machine.prove(good, context.observer.as_ref());
    context.cache.with(model, context.solvers.memory, &context.stop, prove)
}

/// Whether a product has a fair cycle, by fixpoints. Its diagrams are of no use to other problems.
fn fair_cycles(product: &Product, context: &EngineContext) -> Result<Answer, NoAnswer> {
    if !product.is_finite() {
        return Err(unbounded());
    }
    let mut model = product.model();
    let nothing = Product::nothing(&mut model.system.terms);
    let check = |machine: &mut Machine| machine.check_ctl(nothing, context.observer.as_ref());
    match Cache::default().with(&Arc::new(model), context.solvers.memory, &context.stop, check)? {
        witness::Outcome::Violated(witness) => Ok(Answer::Lasso { steps: witness.trace.len() as u32, trace: None }),
        holds => Ok(Answer::Fixpoint(Fixpoint(holds))),
    }
}

/// The certificate of a CTL formula, by fixpoints; nothing if the formula does not hold.
pub fn certificate(system: &System, formula: TermId, stop: &Stop) -> Result<Option<Fixpoints>, NoAnswer> {
    let model = Arc::new(Cone::of_paths(system, formula));
    match Cache::default().with(&model, None, stop, |machine| machine.check_ctl(formula, &Silent))? {
        witness::Outcome::Holds { certificate, .. } => certificate.map(|boxed| Some(*boxed)),
        witness::Outcome::Violated(_) => Ok(None),
    }
}

impl Machine {
    fn prove(&mut self, good: TermId, observer: &dyn Observer) -> Result<Answer, NoAnswer> {
        let good = self.encode(good)?;
        let bad = self.possible(&!&good)?;
        let mut depth = 0;
        while let Some(layer) = self.layer(depth, observer)? {
            let hit = self.space.and(&layer, &bad)?;
            if !hit.is_false() {
                return Ok(Answer::Unsafe { depth: depth as u32, shortest: true, witness: None });
            }
            depth += 1;
        }
        let Reached { terms, term } = self.written(observer)?;
        Ok(Answer::Safe(Certificate::Invariant { terms, term }))
    }
}
