//! Does a formula hold at every reachable tick? The portfolio for it, and what is done with its answer.
//!
//! The engines see the cone of the formula. A proof is then re-checked on the whole system by a solver that had no part
//! in it. For a violation only its length is taken over: the trace is found anew on the whole system, at that length, by
//! one fixed engine, so that it does not depend on who won, and it is replayed.

use crate::observe::within;
use crate::race::{Lane, race};
use crate::session::{EngineChoice, Session};
use crate::solvers::{self, Maker};
use crate::{Cause, Certificate, Counterexample, Model, Observer, Proof, Stage, Verdict};
use crate::{bmc, certify, induction, pdr, spacer, symbolic};
use std::sync::Arc;
use wherefore_ir::{System, TermId};
use wherefore_solve::{Engine, Stop};
use wherefore_trace::{Trace, replay, replay_invariant};

/// k-induction on finite models goes this deep before PDR takes over: what it proves, it proves early.
const SHALLOW: u32 = 12;

/// A formula and the system it is asked of.
pub(crate) struct Question {
    session: Session,
    system: Arc<System>,
    good: TermId,
}

impl Question {
    /// About the session's own system.
    pub(crate) fn new(session: &Session, good: TermId) -> Question {
        Question { session: session.clone(), system: session.system.clone(), good }
    }

    /// About a variant of it. Diagrams are not shared with the session: they would mean the other system.
    pub(crate) fn about(session: &Session, system: System, good: TermId) -> Question {
        let session = Session { cache: Arc::default(), known: Arc::default(), ..session.clone() };
        Question { session, system: Arc::new(system), good }
    }

    /// Runs the engines and checks what they say.
    pub(crate) fn decide(&self, stop: &Stop, observer: &Arc<dyn Observer>) -> (String, Verdict) {
        let cone = Arc::new(Model::cone(&self.system, &[self.good]));
        let whole = || Arc::new(Model::whole(&self.system));
        let (engine, verdict) = match self.attempt(&cone, stop, observer) {
            // A violation in the cone that the rest of the system does not allow: nothing is left out then.
            (_, Ok(None)) => self.attempt(&whole(), stop, observer),
            decided => decided,
        };
        let refuted = || Cause::Refuted("an engine's violation is not one of the whole system".to_owned());
        (engine, verdict.and_then(|v| v.ok_or_else(refuted)).unwrap_or_else(Verdict::Undetermined))
    }

    /// The verdict for a part of the system; nothing if it is violated only there.
    fn attempt(
        &self,
        model: &Arc<Model>,
        stop: &Stop,
        observer: &Arc<dyn Observer>,
    ) -> (String, Result<Option<Verdict>, Cause>) {
        let (engine, proof) = race(self.lanes(model, observer), stop, observer);
        let verdict = proof.and_then(|proof| match proof {
            Proof::Safe(certificate) => {
                self.confirm(&engine, model.is_finite(), &certificate, stop, observer.as_ref()).map(Some)
            }
            Proof::Unsafe { depth, shortest } => self.demonstrate(depth, shortest, stop, observer.as_ref()),
        });
        (engine, verdict)
    }

    pub(crate) fn lanes(&self, cone: &Arc<Model>, observer: &Arc<dyn Observer>) -> Vec<Lane<Proof>> {
        let finite = cone.is_finite();
        match self.session.options.engine {
            EngineChoice::Auto if finite => vec![self.sat_lane(cone, observer), self.bdd_lane(cone, observer)],
            EngineChoice::Sat => vec![self.sat_lane(cone, observer)],
            EngineChoice::Bdd => vec![self.bdd_lane(cone, observer)],
            EngineChoice::Auto | EngineChoice::Smt => {
                vec![self.smt_lane(cone, observer), self.spacer_lane(cone, observer)]
            }
        }
    }

    /// Bounded search and shallow induction, then PDR.
    fn sat_lane(&self, cone: &Arc<Model>, observer: &Arc<dyn Observer>) -> Lane<Proof> {
        let (model, good, observer) = (cone.clone(), self.good, observer.clone());
        let run = move |stop: &Stop| {
            let make = solvers::sat(Engine::best());
            match induction::prove(&model, good, SHALLOW, &make, stop, observer.as_ref()) {
                Err(Cause::Bound(_)) => pdr::prove(&model, good, Engine::best(), stop, observer.as_ref()),
                decided => decided,
            }
        };
        Lane { name: "sat", run: Box::new(run) }
    }

    fn bdd_lane(&self, cone: &Arc<Model>, observer: &Arc<dyn Observer>) -> Lane<Proof> {
        let (model, good, observer) = (cone.clone(), self.good, observer.clone());
        let (cache, memory) = (self.session.cache.clone(), self.session.options.memory);
        let run = move |stop: &Stop| symbolic::prove(&cache, &model, good, memory, stop, &observer);
        Lane { name: symbolic::NAME, run: Box::new(run) }
    }

    /// Bounded search and induction over SMT.
    fn smt_lane(&self, cone: &Arc<Model>, observer: &Arc<dyn Observer>) -> Lane<Proof> {
        let (model, good, observer) = (cone.clone(), self.good, observer.clone());
        let (depth, memory) = (self.session.options.max_depth, self.session.options.memory);
        let run =
            move |stop: &Stop| induction::prove(&model, good, depth, &solvers::z3(memory), stop, observer.as_ref());
        Lane { name: "smt", run: Box::new(run) }
    }

    fn spacer_lane(&self, cone: &Arc<Model>, observer: &Arc<dyn Observer>) -> Lane<Proof> {
        let (model, good, observer) = (cone.clone(), self.good, observer.clone());
        let memory = self.session.options.memory;
        let run = move |stop: &Stop| spacer::prove(&model, good, memory, stop, observer.as_ref());
        Lane { name: spacer::NAME, run: Box::new(run) }
    }

    /// Re-checks a proof with another solver.
    pub(crate) fn confirm(
        &self,
        engine: &str,
        finite: bool,
        certificate: &Certificate,
        stop: &Stop,
        observer: &dyn Observer,
    ) -> Result<Verdict, Cause> {
        within(observer, "certificate", Stage::Recheck, || {
            let judges = solvers::judges(engine, finite, self.session.options.memory);
            let rechecked_by =
                judged(&judges, |make| certify::recheck(&self.system, self.good, certificate, make, stop))?;
            Ok(Verdict::Holds { certificate: certificate.words(), rechecked_by })
        })
    }

    /// Finds the trace of a violation at a known distance, and replays it; nothing if the whole system has none there.
    fn demonstrate(
        &self,
        depth: u32,
        shortest: bool,
        stop: &Stop,
        observer: &dyn Observer,
    ) -> Result<Option<Verdict>, Cause> {
        let whole = Model::whole(&self.system);
        let make = solvers::bounded(whole.is_finite(), self.session.options.memory);
        let search = |from, to| {
            within(observer, bmc::NAME, Stage::Search, || {
                bmc::search(&whole, self.good, (from, to), make()?, stop, observer)
            })
        };
        // The shown trace is always found by the same question, at the least distance alone, whoever told the distance.
        let least = match shortest {
            true => Some(depth),
            false => search(0, depth)?.map(|trace| trace.len() as u32 - 1),
        };
        let Some(least) = least else { return Ok(None) };
        let trace = search(least, least)?;
        trace.map(|trace| within(observer, "replay", Stage::Recheck, || self.replayed(trace))).transpose()
    }

    fn replayed(&self, trace: Trace) -> Result<Verdict, Cause> {
        replay(&self.system, &trace).map_err(|e| Cause::Refuted(e.to_string()))?;
        replay_invariant(&self.system, &trace, self.good).map_err(|e| Cause::Refuted(e.to_string()))?;
        Ok(Verdict::Violated(Box::new(Counterexample { trace, claims: Vec::new(), shortest: true })))
    }
}

/// The first judge that is there and comes to a decision; the name of it.
pub fn judged(judges: &[(&'static str, Maker)], verify: impl Fn(&Maker) -> Result<(), Cause>) -> Result<String, Cause> {
    let mut last = Cause::Unsupported("no solver to re-check with".to_owned());
    for (name, make) in judges {
        match verify(make) {
            Ok(()) => return Ok((*name).to_owned()),
            Err(cause @ (Cause::Refuted(_) | Cause::Stopped(_))) => return Err(cause),
            Err(cause) => last = cause,
        }
    }
    Err(last)
}

impl Certificate {
    /// What it is, in words.
    pub fn words(&self) -> String {
        match self {
            Certificate::Invariant { .. } => "inductive invariant".to_owned(),
            Certificate::Induction { k: 0 } => "true in every state".to_owned(),
            Certificate::Induction { k } => format!("{k}-induction"),
        }
    }
}
