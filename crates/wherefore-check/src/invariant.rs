//! Does a formula hold at every reachable tick? What is done with the answer of the engines.
//!
//! The engines see the cone of the formula. A proof is then re-checked on the whole system by a solver that had no part
//! in it. For a violation only its length is taken over: the trace is found anew on the whole system, at that length, by
//! one fixed engine, so that it does not depend on which engine won, and it is replayed. Where none so short is
//! found before the time is up, or with a fixed effort if the engine is one from outside, the run that the engine tells is replayed instead,
//! and not called a shortest.

use crate::certify::closure;
use crate::certify::fixpoint::Reached;
use crate::context::Session;
use crate::engine::bmc::Distances;
use crate::engine::{Answer, EngineContext, Family, Goal, Problem, Witness};
use crate::observe::within;
use crate::portfolio::portfolio;
use crate::race::{Lane, race};
use crate::solvers::Maker;
use crate::{
    Argument, Certificate, Checker, Cone, Counterexample, Decision, EngineId, Evidence, NoAnswer, Observer, Stage,
    Verdict,
};
use crate::{bmc, certify, estimates, judges};
use std::sync::Arc;
use wherefore_ir::{System, TermId};
use wherefore_solve::Stop;
use wherefore_trace::{Trace, replay, replay_invariant};

/// The conflicts that the search for the shortest of runs like one that was told may cost.
const EFFORT: u64 = 20_000;

/// A formula and the system it is asked of.
pub(crate) struct InvariantQuery {
    session: Session,
    system: Arc<System>,
    good: TermId,
}

impl InvariantQuery {
    /// About the session's own system.
    pub(crate) fn new(session: &Session, good: TermId) -> InvariantQuery {
        InvariantQuery { session: session.clone(), system: session.system.clone(), good }
    }

    /// About a variant of it. Diagrams are not shared with the session: they would mean the other system.
    pub(crate) fn about(session: &Session, system: impl Into<Arc<System>>, good: TermId) -> InvariantQuery {
        let session = Session { cache: Arc::default(), known: Arc::default(), ..session.clone() };
        InvariantQuery { session, system: system.into(), good }
    }

    /// Runs the engines and checks what they say.
    pub(crate) fn decide(&self, stop: &Stop, observer: &Arc<dyn Observer>) -> Decision {
        let context = self.session.context(stop, observer);
        let (engine, verdict) = match self.attempt(Cone::of(&self.system, &[self.good]), &context) {
            // A violation in the cone that the rest of the system does not allow: nothing is left out then.
            (_, Ok(None)) => self.attempt(Cone::whole(&self.system), &context),
            decided => decided,
        };
        let refuted = || NoAnswer::Refuted("an engine's violation is not one of the whole system".to_owned());
        (engine, verdict.and_then(|v| v.ok_or_else(refuted)).unwrap_or_else(Verdict::Undetermined))
    }

    /// The verdict for a part of the system; nothing if it is violated only there.
    fn attempt(&self, model: Cone, context: &EngineContext) -> (String, Result<Option<Verdict>, NoAnswer>) {
        let finite = model.is_finite();
        let engines = portfolio(&self.session.options, Goal::Invariant, finite);
        let problem = Problem::Invariant { model: Arc::new(model), good: self.good };
        let (engine, answer) = race(Lane::all(engines, problem), context);
        let verdict = answer.and_then(|(family, answer)| match answer {
            Answer::Safe(certificate) => {
                self.confirm((family, finite), certificate, &context.stop, context.observer.as_ref()).map(Some)
            }
            Answer::Unsafe { depth, shortest: false, witness: Some(witness) } => {
                let effort = (family == Family::External).then_some(EFFORT / (u64::from(depth) + 1));
                self.shortened((depth, effort), &witness, context)
            }
            Answer::Unsafe { depth, shortest, .. } => self.demonstrate(depth, shortest, context),
            _ => Err(Answer::misplaced()),
        });
        (engine, verdict)
    }

    /// Has a proof by this family, on data that is finite or not, re-checked by another.
    pub(crate) fn confirm(
        &self,
        (family, finite): (Family, bool),
        certificate: Certificate,
        stop: &Stop,
        observer: &dyn Observer,
    ) -> Result<Verdict, NoAnswer> {
        within(observer, EngineId::CERTIFICATE, Stage::Certify, || {
            let judges = judges(family, finite, &self.session.options);
            let recheck = judges.review_as(|checker, make| self.recheck(&certificate, checker, make, stop))?;
            let argument = Argument { system: self.system.clone(), good: self.good, certificate };
            Ok(Verdict::Holds { evidence: Evidence::Inductive(Arc::new(argument)), recheck })
        })
    }

    /// Has a judge check a proof; what it has found of a set of states before is not asked again.
    fn recheck(&self, certificate: &Certificate, checker: Checker, make: &Maker, stop: &Stop) -> Result<(), NoAnswer> {
        let (session, system) = (&self.session, self.system.as_ref());
        match certificate {
            Certificate::Invariant { terms, term } if Arc::ptr_eq(&session.system, &self.system) => {
                let reached = Reached { terms: terms.clone(), term: *term };
                session.closed(&reached, checker, make, stop)?;
                closure::implies(system, &reached, self.good, make, stop)
            }
            _ => certify::recheck(system, self.good, certificate, make, stop),
        }
    }

    /// Finds the trace of a violation at a known distance, and replays it; nothing if the whole system has none there.
    pub(crate) fn demonstrate(
        &self,
        depth: u32,
        shortest: bool,
        context: &EngineContext,
    ) -> Result<Option<Verdict>, NoAnswer> {
        self.found(&Cone::whole(&self.system), (depth, shortest), context)
    }

    /// As [`InvariantQuery::demonstrate`], given the whole system.
    fn found(
        &self,
        whole: &Cone,
        (depth, shortest): (u32, bool),
        context: &EngineContext,
    ) -> Result<Option<Verdict>, NoAnswer> {
        // The shown trace is always found by the same question, at the least distance alone, whichever engine found
        // that distance.
        let least = match shortest {
            true => Some(depth),
            false => self.search(whole, (0, depth), context)?.map(|trace| trace.len() as u32 - 1),
        };
        let Some(least) = least else { return Ok(None) };
        let Some(trace) = self.search(whole, (least, least), context)? else { return Ok(None) };
        self.replayed(whole, (trace, true), context).map(Some)
    }

    /// As [`InvariantQuery::demonstrate`], but shows the run that was told if no shortest one is found in time, or with this
    /// effort for each distance.
    fn shortened(
        &self,
        (depth, effort): (u32, Option<u64>),
        told: &Witness,
        context: &EngineContext,
    ) -> Result<Option<Verdict>, NoAnswer> {
        let whole = Cone::whole(&self.system);
        let make = context.solvers.bounded(whole.is_finite());
        let run = within(context.observer.as_ref(), EngineId::REPLAY, Stage::Replay, || {
            told.run(whole.clone(), (self.good, depth), make()?, &context.stop)
        });
        let Ok(Some(run)) = run else { return self.found(&whole, (depth, false), context) };
        let least = self.search(&whole, Distances { from: 0, to: depth, effort }, context);
        let shown = least.and_then(|found| match found {
            Some(trace) => self.found(&whole, (trace.len() as u32 - 1, true), context),
            None => Ok(None),
        });
        match shown {
            Err(NoAnswer::Effort | NoAnswer::Stopped(_)) => self.replayed(&whole, (run, depth == 0), context).map(Some),
            shown => shown,
        }
    }

    /// A run of the whole system that breaks the formula at one of these distances.
    fn search(
        &self,
        whole: &Cone,
        distances: impl Into<Distances>,
        context: &EngineContext,
    ) -> Result<Option<Trace>, NoAnswer> {
        let observer = context.observer.as_ref();
        let make = context.solvers.bounded(whole.is_finite());
        within(observer, EngineId::BMC, Stage::Search, || {
            bmc::search(whole, self.good, distances, make()?, &context.stop, observer)
        })
    }

    fn replayed(
        &self,
        whole: &Cone,
        (trace, shortest): (Trace, bool),
        context: &EngineContext,
    ) -> Result<Verdict, NoAnswer> {
        let make = context.solvers.bounded(whole.is_finite());
        let trace = estimates::concrete(&self.system, self.good, trace, &make, &context.stop)?;
        within(context.observer.as_ref(), EngineId::REPLAY, Stage::Replay, || {
            replay(&self.system, &trace).map_err(|e| NoAnswer::Refuted(e.to_string()))?;
            replay_invariant(&self.system, &trace, self.good).map_err(|e| NoAnswer::Refuted(e.to_string()))?;
            Ok(Verdict::Violated(Box::new(Counterexample { trace, claims: Vec::new(), shortest })))
        })
    }
}
