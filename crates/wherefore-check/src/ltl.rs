//! Linear-time properties, past and future.
//!
//! Variables that others determine are replaced (`wires`). The denied formula and the system become one system whose fair
//! infinite runs are the violations (`tableau`). Whether it has any is asked in several ways at once, and every answer is checked like that of an invariant:
//!
//! | engine | question | decides |
//! |---|---|---|
//! | bdd | fair cycles of the product, as the CTL formula `AF false` | both, finite |
//! | sat, smt | bounded search for a lasso (`lasso`) | violations |
//! | sat | PDR on liveness-to-safety (`lasso`) | both, finite |
//! | k-liveness, spacer | a bound on how often fairness is met (`count`) | proofs |
//!
//! `G p` with a plain `p`, no fairness and a successor for every state is an invariant and goes where invariants go. A formula
//! that holds is looked at once more: it may hold only because a part of it never matters (`vacuity`).

mod always;
mod count;
mod lanes;
mod lasso;
mod search;
mod show;
mod tableau;
mod vacuity;
mod wires;

pub(crate) use always::Always;
pub use lanes::Route;
pub(crate) use lanes::SHALLOW;
pub use search::Search;
pub(crate) use vacuity::{examined, has_no_fair_run};

use crate::certify::fixpoint::Fixpoints;
use crate::invariant::Question;
use crate::observe::within;
use crate::race::{Lane, race};
use crate::session::Session;
use crate::solvers;
use crate::{Cause, Certificate, Model, Observer, Stage, Verdict, certify, ctl, symbolic};
use std::sync::Arc;
use tableau::Product;
use wherefore_ir::{Constraint, Op, Property, System, TermId, VarId};
use wherefore_solve::Stop;
use wherefore_trace::Trace;

/// What a lane found out about the product.
pub(crate) enum Found {
    /// It has no fair run, by an invariant of a system made from it.
    Proof(Box<Argument>),
    /// It has no fair run, by fixpoints.
    Fixpoints(Result<Box<Fixpoints>, Cause>),
    /// It has a lasso that is closed after so many steps; the lasso, if it was looked for in the way in which all are.
    Lasso(u32, Option<Trace>),
}

/// A proof about a system made from the product.
pub(crate) struct Argument {
    system: System,
    good: TermId,
    certificate: Certificate,
    /// Who found it, for the choice of a judge.
    engine: &'static str,
    /// What the system is, in words.
    words: String,
}

/// Decides an LTL property, without asking whether it says anything.
pub(crate) fn decide(
    session: &Session,
    property: &Property,
    stop: &Stop,
    observer: &Arc<dyn Observer>,
) -> (String, Verdict) {
    if let Some(body) = as_invariant(&session.system, property.term) {
        return Question::new(session, body).decide(stop, observer);
    }
    let subject = match Subject::new(session, property) {
        Ok(subject) => subject,
        Err(cause) => return ("none".to_owned(), Verdict::Undetermined(cause)),
    };
    let lanes = subject.lanes(observer);
    subject.conclude(lanes, stop, observer)
}

/// Decides a formula in one way alone, without asking whether it says anything.
pub fn by_route(
    session: &Session,
    property: &Property,
    route: Route,
    stop: &Stop,
    observer: &Arc<dyn Observer>,
) -> Verdict {
    match Subject::new(session, property) {
        Ok(subject) => subject.conclude(vec![subject.lane(route, observer)], stop, observer).1,
        Err(cause) => Verdict::Undetermined(cause),
    }
}

/// What must hold at every reachable tick, if a formula says that and no more.
pub(crate) fn as_invariant(system: &System, formula: TermId) -> Option<TermId> {
    let terms = &system.terms;
    let body = *terms.operands(formula).first().filter(|_| terms.op(formula) == Op::G)?;
    let plain = !terms.has_ltl(body) && !terms.has_ctl(body) && !terms.has_next(body);
    let fair = !system.justice.is_empty() || !system.compassion.is_empty();
    (plain && !fair && Model::of_paths(system, formula).is_total()).then_some(body)
}

/// A formula, the part of the system that matters for it, and their product.
struct Subject<'a> {
    session: &'a Session,
    property: &'a Property,
    product: Arc<Product>,
    /// `AF false`: the product has no fair run.
    nothing: TermId,
    finite: bool,
    /// Whether the product leaves nothing out.
    whole: bool,
}

impl<'a> Subject<'a> {
    fn new(session: &'a Session, property: &'a Property) -> Result<Subject<'a>, Cause> {
        let cone = Model::of_paths(&session.system, property.term);
        Subject::about(session, property, cone.vars)
    }

    /// Nothing is left out.
    fn of_all(session: &'a Session, property: &'a Property) -> Result<Subject<'a>, Cause> {
        let all = session.system.vars().map(|(v, _)| v).collect();
        Subject::about(session, property, all)
    }

    fn about(session: &'a Session, property: &'a Property, vars: Vec<VarId>) -> Result<Subject<'a>, Cause> {
        let system = Model::trimmed(&session.system, &vars);
        let plain = wires::unwired(system, &vars, property.term);
        let mut product = tableau::product(plain.system, &plain.vars, plain.formula)?;
        product.wires = plain.wires;
        let terms = &mut product.system.terms;
        let (never, always) = (terms.bool(false), terms.bool(true));
        let nothing = terms.apply(Op::AF, &[never]);
        let finite = product.vars.iter().all(|v| terms.var(*v).sort.is_finite()) && !terms.computes_reals();
        // A product may have no first tick, so nothing may be cut out of it again. Restrictions on ticks prevent that.
        product.system.invar.push(Constraint { term: always, element: None });
        let whole = vars.len() == session.system.terms.var_count();
        Ok(Subject { session, property, product: Arc::new(product), nothing, finite, whole })
    }

    /// The product for engines. Nothing but wires is left out: it may have no first tick.
    fn model(&self) -> Model {
        Model::restricted(self.product.system.clone(), self.product.vars.clone())
    }

    /// Runs the engines and checks what they say.
    fn conclude(&self, lanes: Vec<Lane<Found>>, stop: &Stop, observer: &Arc<dyn Observer>) -> (String, Verdict) {
        let (engine, found) = race(lanes, stop, observer);
        let verdict = match found {
            Ok(found) => self.settle(found, stop, observer),
            Err(cause) => Err(self.explained(cause)),
        };
        (engine, verdict.unwrap_or_else(Verdict::Undetermined))
    }

    /// Checks what an engine says.
    fn settle(&self, found: Found, stop: &Stop, observer: &Arc<dyn Observer>) -> Result<Verdict, Cause> {
        match found {
            Found::Proof(argument) => self.confirm(&argument, stop, observer.as_ref()),
            Found::Fixpoints(certificate) => {
                within(observer.as_ref(), "certificate", Stage::Recheck, || self.recheck(certificate, stop))
            }
            Found::Lasso(steps, trace) => self.demonstrate(steps, trace, stop, observer),
        }
    }

    /// Re-checks an invariant with another solver.
    fn confirm(&self, argument: &Argument, stop: &Stop, observer: &dyn Observer) -> Result<Verdict, Cause> {
        let question = Question::about(self.session, argument.system.clone(), argument.good);
        let verdict = question.confirm(argument.engine, self.finite, &argument.certificate, stop, observer)?;
        Ok(match verdict {
            Verdict::Holds { certificate, rechecked_by } => {
                Verdict::Holds { certificate: format!("{}: {certificate}", argument.words), rechecked_by }
            }
            other => other,
        })
    }

    fn recheck(&self, certificate: Result<Box<Fixpoints>, Cause>, stop: &Stop) -> Result<Verdict, Cause> {
        let judges = solvers::judges(symbolic::NAME, true, self.session.options.memory);
        let (system, nothing) = (&self.product.system, self.nothing);
        ctl::rechecked(certificate, &judges, |fixpoints, make| {
            certify::ctl::recheck(system, nothing, fixpoints, make, stop)
        })
    }

    /// A limit that was reached, in words that say what was tried.
    fn explained(&self, cause: Cause) -> Cause {
        match cause {
            Cause::Bound(steps) if !self.finite => Cause::GaveUp(format!(
                "unbounded data: no lasso within {steps} steps, and no bound on the number of visits found"
            )),
            other => other,
        }
    }
}
