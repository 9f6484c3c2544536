//! The engines that ask whether a product has a fair run.

use super::count::Counter;
use super::lasso::{Lasso, lasso};
use super::{Argument, Found, Subject};
use crate::race::Lane;
use crate::session::EngineChoice;
use crate::solvers::{self, Maker};
use crate::symbolic::Cache;
use crate::symbolic::witness::Outcome;
use crate::unroll::Unroller;
use crate::{Cause, Event, Model, Observer, Proof, bmc, induction, pdr, spacer, symbolic};
use std::sync::Arc;
use wherefore_solve::{Chc, ChcAnswer, Engine, SmtCommand, Stop};
use wherefore_trace::Trace;

/// Bounded search for lassos of finite models goes this deep before PDR takes over.
pub(crate) const SHALLOW: u32 = 24;
/// Conflicts that each depth of that search may cost. A limit in work, not in time: so who wins has no part in what is shown.
pub(super) const EFFORT: u64 = 20_000;
/// Bounded search for lassos of unbounded data gives up at this depth, so that an answer comes without a time limit too.
const DEEP: u32 = 200;
/// Counting for unbounded data gives up at this number of visits.
const MOST_VISITS: u32 = 20;
/// The same where the answer is wanted only if it is cheap, and the obligations that PDR may look at then.
const FEW_VISITS: u32 = 2;
const FEW_OBLIGATIONS: u64 = 1_000;

/// One way to decide a linear-time formula over finite data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Route {
    /// Fair cycles on decision diagrams.
    Diagrams,
    /// Bounded search for lassos, so many steps deep: finds violations only.
    Lasso(u32),
    /// Liveness to safety, on PDR.
    Safety,
    /// k-liveness on PDR, up to so many visits: finds proofs only.
    Count(u32),
}

impl Subject<'_> {
    /// The engines that race, by the model and the choice of the user.
    pub(super) fn lanes(&self, observer: &Arc<dyn Observer>) -> Vec<Lane<Found>> {
        match (self.session.options.engine, self.finite) {
            (EngineChoice::Auto, true) => {
                vec![self.sat_lane(observer), self.bdd_lane(observer), self.count_lane(u32::MAX, observer)]
            }
            (EngineChoice::Sat, _) => vec![self.sat_lane(observer), self.count_lane(u32::MAX, observer)],
            (EngineChoice::Bdd, _) => vec![self.bdd_lane(observer)],
            (EngineChoice::Auto | EngineChoice::Smt, _) => {
                vec![self.smt_lane(observer), self.induction_lane(MOST_VISITS, observer), self.spacer_lane(observer)]
            }
        }
    }

    /// One way alone.
    pub(super) fn lane(&self, route: Route, observer: &Arc<dyn Observer>) -> Lane<Found> {
        match route {
            Route::Diagrams => self.bdd_lane(observer),
            Route::Lasso(steps) => self.lasso_lane(steps, observer),
            Route::Safety => self.safety_lane(observer),
            Route::Count(visits) => self.count_lane(visits, observer),
        }
    }

    /// Whether one way alone finds a lasso.
    pub(super) fn has_lasso(&self, route: Route, stop: &Stop, observer: &Arc<dyn Observer>) -> bool {
        matches!((self.lane(route, observer).run)(stop), Ok(Found::Lasso(..)))
    }

    /// A proof if it is cheap.
    pub(super) fn quick_lane(&self, observer: &Arc<dyn Observer>) -> Lane<Found> {
        match self.finite && self.session.options.engine != EngineChoice::Smt {
            true => self.pdr_lane((FEW_VISITS, FEW_OBLIGATIONS), observer),
            false => self.induction_lane(FEW_VISITS, observer),
        }
    }

    /// Fair cycles by fixpoints.
    fn bdd_lane(&self, observer: &Arc<dyn Observer>) -> Lane<Found> {
        let (model, nothing, finite) = (self.model(), self.nothing, self.finite);
        let (memory, observer) = (self.session.options.memory, observer.clone());
        let run = move |stop: &Stop| {
            if !finite {
                return Err(Cause::Unsupported("decision diagrams need finite sorts".to_owned()));
            }
            match Cache::default().with(&Arc::new(model), memory, stop, |m| m.check_ctl(nothing, observer.as_ref()))? {
                Outcome::Holds(certificate) => Ok(Found::Fixpoints(certificate)),
                Outcome::Violated(witness) => Ok(Found::Lasso(witness.trace.len() as u32, None)),
            }
        };
        Lane { name: symbolic::NAME, run: Box::new(run) }
    }

    /// Bounded search for lassos, then PDR on liveness-to-safety.
    pub(super) fn sat_lane(&self, observer: &Arc<dyn Observer>) -> Lane<Found> {
        let (shallow, safety) = (self.lasso_lane(SHALLOW, observer), self.safety_lane(observer));
        let run = move |stop: &Stop| match (shallow.run)(stop) {
            Err(Cause::Bound(_) | Cause::Effort) => (safety.run)(stop),
            decided => decided,
        };
        Lane { name: "sat", run: Box::new(run) }
    }

    /// Bounded search for lassos.
    fn lasso_lane(&self, most: u32, observer: &Arc<dyn Observer>) -> Lane<Found> {
        let (product, whole, observer) = (self.product.clone(), self.whole, observer.clone());
        let (make, effort) = match self.finite && self.session.options.engine != EngineChoice::Smt {
            true => (solvers::sat(Engine::best()), Some(EFFORT)),
            false => (solvers::z3(self.session.options.memory), None),
        };
        let run = move |stop: &Stop| {
            let lasso = lasso(&product);
            match search(&lasso, most, effort, &make, stop, observer.as_ref())? {
                Some(trace) => Ok(Found::Lasso(trace.len() as u32 - 1, whole.then_some(trace))),
                None => Err(Cause::Bound(most)),
            }
        };
        Lane { name: bmc::NAME, run: Box::new(run) }
    }

    /// PDR on liveness-to-safety.
    fn safety_lane(&self, observer: &Arc<dyn Observer>) -> Lane<Found> {
        let (product, finite, observer) = (self.product.clone(), self.finite, observer.clone());
        let run = move |stop: &Stop| {
            if !finite {
                return Err(Cause::Unsupported("propositional solvers need finite sorts".to_owned()));
            }
            let Lasso { model, good, .. } = lasso(&product);
            let proof = pdr::prove(&model, good, Engine::best(), stop, observer.as_ref())?;
            let words = "liveness to safety".to_owned();
            Ok(match proof {
                Proof::Unsafe { depth, .. } => Found::Lasso(depth, None),
                Proof::Safe(certificate) => {
                    Found::Proof(Box::new(Argument { system: model.system, good, certificate, engine: "sat", words }))
                }
            })
        };
        Lane { name: pdr::NAME, run: Box::new(run) }
    }

    /// Bounded search for lassos over SMT.
    pub(super) fn smt_lane(&self, observer: &Arc<dyn Observer>) -> Lane<Found> {
        let depth = self.session.options.max_depth.min(DEEP);
        Lane { name: "smt", run: self.lasso_lane(depth, observer).run }
    }

    /// k-liveness on PDR.
    fn count_lane(&self, most: u32, observer: &Arc<dyn Observer>) -> Lane<Found> {
        self.pdr_lane((most, u64::MAX), observer)
    }

    /// k-liveness on PDR, with a limit on the work for each number of visits.
    fn pdr_lane(&self, (most, effort): (u32, u64), observer: &Arc<dyn Observer>) -> Lane<Found> {
        let (observer, finite) = (observer.clone(), self.finite);
        let prove = move |model: &Model, good, _, stop: &Stop| {
            if !finite {
                return Err(Cause::Unsupported("propositional solvers need finite sorts".to_owned()));
            }
            pdr::attempt(model, good, (Engine::best(), effort), stop, observer.as_ref()).map(proved)
        };
        self.counting("k-liveness", "sat", most, prove)
    }

    /// k-liveness on induction over SMT.
    fn induction_lane(&self, most: u32, observer: &Arc<dyn Observer>) -> Lane<Found> {
        let (observer, memory) = (observer.clone(), self.session.options.memory);
        let prove = move |model: &Model, good, visits: u32, stop: &Stop| {
            let make = solvers::z3(memory);
            match induction::prove(model, good, visits + 4, &make, stop, observer.as_ref()) {
                Err(Cause::Bound(_)) => Ok(None),
                decided => decided.map(proved),
            }
        };
        self.counting("k-liveness", "smt", most, prove)
    }

    /// k-liveness on Spacer. Its counterexamples say nothing here, so no run is looked for.
    fn spacer_lane(&self, _: &Arc<dyn Observer>) -> Lane<Found> {
        let memory = self.session.options.memory;
        let prove = move |model: &Model, good, _, stop: &Stop| {
            let mut system = model.as_system();
            match Chc::new(solvers::limited(SmtCommand::z3(), memory)).check(&mut system, good, None, stop)? {
                ChcAnswer::Safe { invariant } => {
                    Ok(Some(crate::Certificate::Invariant { terms: Box::new(system.terms), term: invariant }))
                }
                ChcAnswer::Unsafe => Ok(None),
                ChcAnswer::Unknown(undecided) => Err(undecided.into()),
            }
        };
        self.counting(spacer::NAME, spacer::NAME, MOST_VISITS, prove)
    }

    /// Asks for more and more visits; `prove` gives a certificate, or nothing if a larger number is to be tried.
    fn counting<F>(&self, name: &'static str, engine: &'static str, most: u32, prove: F) -> Lane<Found>
    where
        F: Fn(&Model, wherefore_ir::TermId, u32, &Stop) -> Result<Option<crate::Certificate>, Cause> + Send + 'static,
    {
        let product = self.product.clone();
        let run = move |stop: &Stop| {
            let mut counter = Counter::new(&product);
            let mut visits = 0;
            loop {
                let (model, good) = counter.question();
                if let Some(certificate) = prove(&model, good, visits, stop)? {
                    let words =
                        if visits == 1 { "at most 1 visit".to_owned() } else { format!("at most {visits} visits") };
                    let argument = Argument { system: model.system, good, certificate, engine, words };
                    return Ok(Found::Proof(Box::new(argument)));
                }
                if visits >= most {
                    return Err(Cause::Bound(most));
                }
                let before = visits;
                visits = following(visits).min(most);
                (before..visits).for_each(|_| counter.advance());
            }
        };
        Lane { name, run: Box::new(run) }
    }
}

/// The number of visits to try after one that did not do: every small one, then half as many again, since what needs many
/// visits is a long way round and the exact number does not matter.
fn following(visits: u32) -> u32 {
    visits.saturating_add((visits / 2).max(1))
}

fn proved(proof: Proof) -> Option<crate::Certificate> {
    match proof {
        Proof::Safe(certificate) => Some(certificate),
        Proof::Unsafe { .. } => None,
    }
}

/// The shortest lasso that is closed within so many steps; each depth may cost `effort`.
pub(super) fn search(
    lasso: &Lasso,
    most: u32,
    effort: Option<u64>,
    make: &Maker,
    stop: &Stop,
    observer: &dyn Observer,
) -> Result<Option<Trace>, Cause> {
    let mut unroller = Unroller::new(&lasso.model, make()?)?;
    unroller.assert_init()?;
    for depth in 1..=most {
        observer.event(Event::Depth { engine: bmc::NAME, depth });
        unroller.reach(depth)?;
        let closed = !unroller.literal(lasso.good, depth)?;
        if unroller.is_sat(&[closed], effort, stop)? {
            return unroller.trace(depth).map(Some);
        }
        unroller.solver.clause(&[!closed])?;
    }
    Ok(None)
}
