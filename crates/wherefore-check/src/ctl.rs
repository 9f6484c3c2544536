//! Branching-time properties.
//!
//! `AG p` with a plain `p`, no fairness and a successor for every state is an invariant and goes to all engines; that every
//! state has a successor is seen by form, or asked of a solver ([`crate::total`]). In every other case decision diagrams
//! compute the fixpoints. For `AG p` other engines still help: a formula that holds in every reachable state holds on every
//! fair path, and a fair run that breaks `G p` breaks it ([`crate::ltl`]).

use crate::certify::fixpoint::Fixpoints;
use crate::invariant::{Question, judged};
use crate::ltl::{self as linear, Always};
use crate::observe::within;
use crate::race::{Lane, race};
use crate::session::{EngineChoice, Session};
use crate::solvers::{self, Maker};
use crate::symbolic::witness::{Outcome, Witness};
use crate::unroll::Unroller;
use crate::{Cause, Counterexample, Model, Observer, Proof, Stage, Verdict, certify, symbolic};
use std::sync::Arc;
use wherefore_ir::{Op, Property, System, TermId};
use wherefore_solve::{Engine, Stop};
use wherefore_trace::{Outcome as Shown, Step, Trace, replay, replay_property};

/// A loop is looked for within this many times the steps to where the formula breaks.
const ROUNDS: u32 = 4;

/// What a lane found out.
enum Found {
    /// The body of `AG p` as an invariant.
    Invariant(Proof),
    /// The formula itself, by fixpoints.
    Fixpoint(Outcome),
    /// `AG p` as `G p`.
    Linear(linear::Found),
}

/// Decides a CTL property.
pub(crate) fn decide(
    session: &Session,
    property: &Property,
    stop: &Stop,
    observer: &Arc<dyn Observer>,
) -> (String, Verdict) {
    let system = session.system.as_ref();
    let body = invariant_body(system, property.term);
    if let Some(body) = body.filter(|_| session.goes_on(stop)) {
        return Question::new(session, body).decide(stop, observer);
    }
    let cone = Arc::new(Model::of_paths(system, property.term));
    let always = body.map(|body| (body, Always::new(session, property, body)));
    let wants_diagrams = matches!(session.options.engine, EngineChoice::Auto | EngineChoice::Bdd);
    let mut lanes = Vec::new();
    if wants_diagrams && cone.is_finite() {
        lanes.push(fixpoint_lane(session, &cone, property.term, body, observer));
    }
    if let Some((body, always)) = &always {
        lanes.extend(always_lanes(session, &cone, *body, always, observer));
    }
    if lanes.is_empty() {
        let what = if cone.is_finite() { "this engine" } else { "unbounded data" };
        let cause = Cause::Unsupported(format!("branching-time logic with {what}"));
        return ("none".to_owned(), Verdict::Undetermined(cause));
    }
    let (engine, found) = race(lanes, stop, observer);
    let always = always.as_ref().map(|(_, always)| always);
    let verdict = found.and_then(|found| conclude(session, (property, always), &engine, found, stop, observer));
    (engine, verdict.unwrap_or_else(Verdict::Undetermined))
}

/// What must hold at every reachable tick, if the form of formula and system shows that it says that and no more.
pub(crate) fn as_invariant(system: &System, formula: TermId) -> Option<TermId> {
    let fair = !system.justice.is_empty() || !system.compassion.is_empty();
    invariant_body(system, formula).filter(|_| !fair && Model::of_paths(system, formula).is_total())
}

/// The `p` of `AG p`, if it is plain.
pub(crate) fn invariant_body(system: &System, formula: TermId) -> Option<TermId> {
    let body = *system.terms.operands(formula).first()?;
    (system.terms.op(formula) == Op::AG && !system.terms.has_ctl(body)).then_some(body)
}

fn fixpoint_lane(
    session: &Session,
    cone: &Arc<Model>,
    formula: TermId,
    body: Option<TermId>,
    observer: &Arc<dyn Observer>,
) -> Lane<Found> {
    let (session, model, observer) = (session.clone(), cone.clone(), observer.clone());
    let run = move |stop: &Stop| {
        let memory = session.options.memory;
        if let Some(body) = body
            && let proof @ Proof::Safe(_) = symbolic::prove(&session.cache, &model, body, memory, stop, &observer)?
        {
            return Ok(Found::Invariant(proof));
        }
        session.cache.with(&model, memory, stop, |m| m.check_ctl(formula, observer.as_ref())).map(Found::Fixpoint)
    };
    Lane { name: symbolic::NAME, run: Box::new(run) }
}

/// The lanes that `AG p` has beside its fixpoints: those of the invariant `p`, of which only a proof counts, because a state
/// that breaks it may begin no fair run; and the search for a fair run that breaks it.
fn always_lanes(
    session: &Session,
    cone: &Arc<Model>,
    body: TermId,
    always: &Always,
    observer: &Arc<dyn Observer>,
) -> Vec<Lane<Found>> {
    if session.options.engine == EngineChoice::Bdd {
        return Vec::new();
    }
    let others = Question::new(session, body).lanes(cone, observer);
    let mut lanes: Vec<Lane<Found>> =
        others.into_iter().filter(|l| l.name != symbolic::NAME).map(proofs_only).collect();
    if let Ok(Lane { name, run }) = always.lane(observer) {
        lanes.push(Lane { name, run: Box::new(move |stop| run(stop).map(Found::Linear)) });
    }
    lanes
}

fn proofs_only(lane: Lane<Proof>) -> Lane<Found> {
    let run = move |stop: &Stop| match (lane.run)(stop)? {
        proof @ Proof::Safe(_) => Ok(Found::Invariant(proof)),
        Proof::Unsafe { .. } => Err(Cause::Unsupported("fair paths, by this engine".to_owned())),
    };
    Lane { name: lane.name, run: Box::new(run) }
}

fn conclude(
    session: &Session,
    (property, always): (&Property, Option<&Always>),
    engine: &str,
    found: Found,
    stop: &Stop,
    observer: &Arc<dyn Observer>,
) -> Result<Verdict, Cause> {
    match (found, always) {
        (Found::Invariant(Proof::Safe(certificate)), _) => {
            let body = session.system.terms.operands(property.term)[0];
            let finite = Model::of_paths(&session.system, property.term).is_finite();
            Question::new(session, body).confirm(engine, finite, &certificate, stop, observer.as_ref())
        }
        (Found::Invariant(Proof::Unsafe { .. }), _) => Err(Cause::Refuted("an invariant lane refuted".to_owned())),
        (Found::Linear(found), Some(always)) => always.settle(found, stop, observer),
        (Found::Linear(_), None) => Err(Cause::Refuted("a lasso for no formula".to_owned())),
        (Found::Fixpoint(Outcome::Holds(certificate)), _) => {
            within(observer.as_ref(), "certificate", Stage::Recheck, || confirm(session, property, certificate, stop))
        }
        // What is shown must not depend on who won: a lasso, as the other lanes find it.
        (Found::Fixpoint(Outcome::Violated(witness)), Some(always)) => {
            let steps = (witness.trace.len() as u32).saturating_mul(ROUNDS).max(linear::SHALLOW);
            always.settle(linear::Found::Lasso(steps, None), stop, observer)
        }
        (Found::Fixpoint(Outcome::Violated(witness)), None) => {
            let witness = everywhere(session, property, witness, stop, observer)?;
            within(observer.as_ref(), "replay", Stage::Recheck, || demonstrate(session, property, witness))
        }
    }
}

fn confirm(
    session: &Session,
    property: &Property,
    certificate: Result<Box<Fixpoints>, Cause>,
    stop: &Stop,
) -> Result<Verdict, Cause> {
    let judges = solvers::judges(symbolic::NAME, true, session.options.memory);
    let system = session.system.as_ref();
    rechecked(certificate, &judges, |fixpoints, make| {
        certify::ctl::recheck(system, property.term, fixpoints, make, stop)
    })
}

/// Has the certificate checked by another solver. If there is none, or no judge comes to a decision, the words say so.
pub(crate) fn rechecked(
    certificate: Result<Box<Fixpoints>, Cause>,
    judges: &[(&'static str, Maker)],
    verify: impl Fn(&Fixpoints, &Maker) -> Result<(), Cause>,
) -> Result<Verdict, Cause> {
    let doubtful = |why: String| {
        let certificate = format!("fixpoints, not re-checked: {why}");
        Ok(Verdict::Holds { certificate, rechecked_by: String::new() })
    };
    let certificate = match certificate {
        Ok(certificate) => certificate,
        Err(Cause::GaveUp(words)) => return doubtful(words),
        Err(cause) => return doubtful(cause.to_string()),
    };
    match judged(judges, |make| verify(&certificate, make)) {
        Ok(rechecked_by) => Ok(Verdict::Holds { certificate: "fixpoints".to_owned(), rechecked_by }),
        Err(cause @ (Cause::Refuted(_) | Cause::Stopped(_))) => Err(cause),
        Err(cause) => doubtful(format!("no solver came to a decision, the last one because of: {cause}")),
    }
}

/// A witness with values for all variables: what lies outside the cone is filled in, or, where a loop would have to be
/// closed there too, the whole system is searched.
fn everywhere(
    session: &Session,
    property: &Property,
    witness: Witness,
    stop: &Stop,
    observer: &Arc<dyn Observer>,
) -> Result<Witness, Cause> {
    let system = session.system.as_ref();
    let looping = witness.trace.loop_start.is_some();
    let is_open = |step: &Step| system.vars().any(|(v, _)| step.get(v).is_none());
    if !witness.trace.steps.iter().any(is_open) {
        return Ok(witness);
    }
    if !looping && let Some(trace) = complete(system, &witness.trace, stop)? {
        return Ok(Witness { trace });
    }
    let whole = Arc::new(Model::whole(system));
    let memory = session.options.memory;
    match session.cache.with(&whole, memory, stop, |m| m.check_ctl(property.term, observer.as_ref()))? {
        Outcome::Violated(witness) => Ok(witness),
        Outcome::Holds(_) => {
            Err(Cause::Unsupported("a property that only fails without the rest of the system".to_owned()))
        }
    }
}

/// Replays the run and says what it does not show.
fn demonstrate(session: &Session, property: &Property, witness: Witness) -> Result<Verdict, Cause> {
    let (system, trace) = (session.system.as_ref(), witness.trace);
    replay(system, &trace).map_err(|e| Cause::Refuted(e.to_string()))?;
    let claims = match replay_property(system, &trace, property).map_err(|e| Cause::Refuted(e.to_string()))? {
        Shown::Shown => Vec::new(),
        Shown::Partial(claims) => claims,
    };
    Ok(Verdict::Violated(Box::new(Counterexample { trace, claims, shortest: false })))
}

/// Extends a finite run over part of the variables to all of them, if the rest of the system has such a run.
fn complete(system: &System, trace: &Trace, stop: &Stop) -> Result<Option<Trace>, Cause> {
    let mut whole = Model::whole(system);
    let terms = &mut whole.system.terms;
    let mut fixed = Vec::new();
    for (tick, step) in trace.steps.iter().enumerate() {
        for (var, value) in system.vars().filter_map(|(v, _)| Some((v, step.get(v)?.clone()))) {
            let (now, value) = (terms.now(var), terms.mk_const(value));
            fixed.push((terms.eq(now, value), tick as u32));
        }
    }
    let last = trace.len() as u32 - 1;
    let mut unroller = Unroller::new(&whole, solvers::sat(Engine::best())()?)?;
    unroller.assert_init()?;
    unroller.reach(last)?;
    let mut assumptions = Vec::new();
    for (term, tick) in fixed {
        assumptions.push(unroller.literal(term, tick)?);
    }
    if unroller.is_sat(&assumptions, None, stop)? { unroller.trace(last).map(Some) } else { Ok(None) }
}
