//! CTL properties.
//!
//! `AG p` with a plain `p`, no fairness and a successor for every state is an invariant and goes to all engines; that every
//! state has a successor is seen by form, or asked of a solver ([`crate::total`]). In every other case BDDs
//! compute the fixpoints. For `AG p` other engines still help: a formula that holds in every reachable state holds on every
//! fair path, and a fair run that breaks `G p` breaks it ([`crate::ltl`]).

use crate::certify::fixpoint::Fixpoints;
use crate::context::Session;
use crate::engine::bdd::Machine;
use crate::engine::bdd::witness::{Outcome, Witness};
use crate::engine::lasso::SHALLOW;
use crate::engine::{Answer, Answers, Data, Engine, EngineContext, Family, Fixpoint, Goal, Problem};
use crate::invariant::InvariantQuery;
use crate::ltl::Always;
use crate::observe::within;
use crate::portfolio::portfolio;
use crate::race::{Lane, race};
use crate::solvers;
use crate::unroll::Unroller;
use crate::{Cone, Counterexample, Decision, EngineId, NoAnswer, Observer, Stage, Verdict, certify, judges};
use std::sync::Arc;
use wherefore_ir::{Op, Property, System, TermId};
use wherefore_solve::{Engine as SatEngine, Stop};
use wherefore_trace::{Outcome as Shown, Step, Trace, replay, replay_property};

/// A loop is looked for within this many times the steps to where the formula breaks.
const ROUNDS: u32 = 4;

/// Decides a CTL property.
pub(crate) fn decide(session: &Session, property: &Property, stop: &Stop, observer: &Arc<dyn Observer>) -> Decision {
    let system = session.system.as_ref();
    let body = invariant_body(system, property.term);
    let goes_on = session.goes_on(stop);
    if let Some(body) = body.filter(|_| goes_on) {
        return InvariantQuery::new(session, body).decide(stop, observer);
    }
    // Seen by form alone: where a solver had to find it, steps are relations, and a certificate that names some of them is larger
    // than its judge can read in the time that it saves.
    let goes_on = goes_on && Cone::whole(system).goes_on();
    let cone = Arc::new(Cone::of_paths(system, property.term));
    let always = body.map(|body| Always::new(session, property, body));
    let problem = Problem::Branching { model: cone.clone(), formula: property.term, body, goes_on };
    let lanes = lanes(session, &cone, problem, body, always.as_ref());
    if lanes.is_empty() {
        let what = if cone.is_finite() { "this engine" } else { "unbounded data" };
        let cause = NoAnswer::Unsupported(format!("branching-time logic with {what}"));
        return ("none".to_owned(), Verdict::Undetermined(cause));
    }
    let subject = Subject { session, property, body, always, goes_on, finite: cone.is_finite() };
    let context = session.context(stop, observer);
    let (engine, answer) = race(lanes, &context);
    let verdict = answer.and_then(|(family, answer)| subject.conclude(family, answer, &context));
    (engine, verdict.unwrap_or_else(Verdict::Undetermined))
}

/// Invariant that a formula amounts to, if the form of formula and system shows that it says that and no more.
pub(crate) fn as_invariant(system: &System, formula: TermId) -> Option<TermId> {
    let fair = !system.justice.is_empty() || !system.compassion.is_empty();
    invariant_body(system, formula).filter(|_| !fair && Cone::of_paths(system, formula).is_total())
}

/// The `p` of `AG p`, if it is plain.
pub(crate) fn invariant_body(system: &System, formula: TermId) -> Option<TermId> {
    let body = *system.terms.operands(formula).first()?;
    (system.terms.op(formula) == Op::AG && !system.terms.has_ctl(body)).then_some(body)
}

/// The engines that know CTL; and for `AG p` those of the invariant `p`, of which only a proof counts, because a
/// state that breaks it may begin no fair run, and the search for a fair run that breaks it.
fn lanes(
    session: &Session,
    cone: &Arc<Cone>,
    problem: Problem,
    body: Option<TermId>,
    always: Option<&Always>,
) -> Vec<Lane> {
    let engines = |goal| portfolio(&session.options, goal, cone.is_finite()).into_iter();
    let knows = |e: &Arc<dyn Engine>| e.capabilities().branching != Answers::None;
    let fit = engines(Goal::Branching).filter(|e| e.capabilities().fit(Goal::Branching, Data::of(cone.is_finite())));
    let mut lanes = Lane::all(fit.collect(), problem);
    if let Some(good) = body {
        let others = engines(Goal::Invariant).filter(|e| !knows(e)).collect();
        let others = Lane::all(others, Problem::Invariant { model: cone.clone(), good });
        lanes.extend(others.into_iter().map(|lane| Lane { counts: Answers::Proofs, ..lane }));
    }
    lanes.extend(always.and_then(Always::lane));
    lanes
}

/// A formula, and what is known of its form.
struct Subject<'a> {
    session: &'a Session,
    property: &'a Property,
    /// The `p` of `AG p`.
    body: Option<TermId>,
    /// The formula `G p` for `AG p`.
    always: Option<Always>,
    /// Whether every legal state begins a fair run.
    goes_on: bool,
    finite: bool,
}

impl Subject<'_> {
    /// Checks what an engine of a family says.
    fn conclude(&self, family: Family, answer: Answer, context: &EngineContext) -> Result<Verdict, NoAnswer> {
        let Subject { session, property, .. } = self;
        let (stop, observer) = (&context.stop, context.observer.as_ref());
        match (answer, self.body, &self.always) {
            (Answer::Safe(certificate), Some(body), _) => {
                InvariantQuery::new(session, body).confirm((family, self.finite), certificate, stop, observer)
            }
            (answer @ (Answer::Lasso { .. } | Answer::NoFairRun { .. }), _, Some(always)) => {
                always.settle(family, answer, context)
            }
            (Answer::Fixpoint(Fixpoint(Outcome::Holds { certificate, lives })), ..) => {
                if lives {
                    session.known.lifeless.get_or_init(|| false);
                }
                within(observer, EngineId::CERTIFICATE, Stage::Certify, || self.confirm(certificate, stop))
            }
            // The trace shown must not depend on which engine won: a lasso, as the other lanes find it.
            (Answer::Fixpoint(Fixpoint(Outcome::Violated(witness))), _, Some(always)) => {
                let steps = (witness.trace.len() as u32).saturating_mul(ROUNDS).max(SHALLOW);
                always.settle(family, Answer::Lasso { steps, trace: None }, context)
            }
            (Answer::Fixpoint(Fixpoint(Outcome::Violated(witness))), _, None) => {
                let witness = everywhere(session, property, witness, context)?;
                within(observer, EngineId::REPLAY, Stage::Replay, || demonstrate(session, property, witness))
            }
            _ => Err(Answer::misplaced()),
        }
    }

    fn confirm(&self, certificate: Result<Box<Fixpoints>, NoAnswer>, stop: &Stop) -> Result<Verdict, NoAnswer> {
        let Subject { session, property, goes_on, .. } = self;
        let judges = judges(Family::Bdd, true, &session.options);
        judges.review_fixpoints(certificate, |fixpoints, checker, make| {
            if let Some(reached) = &fixpoints.reached {
                session.closed(reached, checker, make, stop)?;
            }
            certify::ctl::recheck_inside(&session.system, (property.term, *goes_on), fixpoints, make, stop)
        })
    }
}

/// A witness with values for all variables: what lies outside the cone is filled in, or, where a loop would have to be
/// closed there too, the whole system is searched.
fn everywhere(
    session: &Session,
    property: &Property,
    witness: Witness,
    context: &EngineContext,
) -> Result<Witness, NoAnswer> {
    let system = session.system.as_ref();
    let looping = witness.trace.loop_start.is_some();
    let is_open = |step: &Step| system.vars().any(|(v, _)| step.get(v).is_none());
    if !witness.trace.steps.iter().any(is_open) {
        return Ok(witness);
    }
    if !looping && let Some(trace) = complete(system, &witness.trace, &context.stop)? {
        return Ok(Witness { trace });
    }
    let whole = Arc::new(Cone::whole(system));
    let check = |machine: &mut Machine| machine.check_ctl(property.term, context.observer.as_ref());
    match context.cache.with(&whole, context.solvers.memory, &context.stop, check)? {
        Outcome::Violated(witness) => Ok(witness),
        Outcome::Holds { .. } => {
            Err(NoAnswer::Unsupported("a property that only fails without the rest of the system".to_owned()))
        }
    }
}

/// Replays the run and says what it does not show.
fn demonstrate(session: &Session, property: &Property, witness: Witness) -> Result<Verdict, NoAnswer> {
    let (system, trace) = (session.system.as_ref(), witness.trace);
    replay(system, &trace).map_err(|e| NoAnswer::Refuted(e.to_string()))?;
    let claims = match replay_property(system, &trace, property).map_err(|e| NoAnswer::Refuted(e.to_string()))? {
        Shown::Shown => Vec::new(),
        Shown::Partial(claims) => claims,
    };
    Ok(Verdict::Violated(Box::new(Counterexample { trace, claims, shortest: false })))
}

/// Extends a finite run over part of the variables to all of them, if the rest of the system has such a run.
fn complete(system: &System, trace: &Trace, stop: &Stop) -> Result<Option<Trace>, NoAnswer> {
    let mut whole = Cone::whole(system);
    let terms = &mut whole.system.terms;
    let mut fixed = Vec::new();
    for (tick, step) in trace.steps.iter().enumerate() {
        for (var, value) in system.vars().filter_map(|(v, _)| Some((v, step.get(v)?.clone()))) {
            let (now, value) = (terms.now(var), terms.mk_const(value));
            fixed.push((terms.eq(now, value), tick as u32));
        }
    }
    let last = trace.len() as u32 - 1;
    let mut unroller = Unroller::new(&whole, solvers::sat(SatEngine::best())()?)?;
    unroller.assert_init()?;
    unroller.reach(last)?;
    let mut assumptions = Vec::new();
    for (term, tick) in fixed {
        assumptions.push(unroller.literal(term, tick)?);
    }
    if unroller.is_sat(&assumptions, None, stop)? { unroller.trace(last).map(Some) } else { Ok(None) }
}
