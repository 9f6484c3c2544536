//! LTL properties, past and future.
//!
//! Variables that others determine are replaced (the pass `unwire`). The denied formula and the system become one system whose fair
//! infinite runs are the violations (`tableau`). Whether it has any is asked in several ways at once, and every answer is checked like that of an invariant:
//!
//! | engine | question | decides |
//! |---|---|---|
//! | bdd | fair cycles of the product, as the CTL formula `AF false` | both, finite |
//! | sat, smt | bounded search for a lasso (`engine::lasso`) | violations |
//! | sat | PDR on liveness-to-safety (`engine::lasso`) | both, finite |
//! | k-liveness, spacer | a bound on how often fairness is met (`engine::k_liveness`) | proofs |
//!
//! `G p` with a plain `p`, no fairness and a successor for every state is an invariant and goes where invariants go. A formula
//! that holds is looked at once more: it may hold only because a part of it never matters (`vacuity`).

mod always;
mod route;
mod search;
mod show;
mod tableau;
pub(crate) mod vacuity;
mod wires;

pub(crate) use always::Always;
pub use route::Route;
pub use search::LassoSearch;
pub(crate) use vacuity::{examined, no_fair_run};

use crate::certify::fixpoint::Fixpoints;
use crate::context::Session;
use crate::engine::bdd::witness::Outcome;
use crate::engine::{Answer, EngineContext, Family, Fixpoint, Goal, Problem, Product};
use crate::invariant::InvariantQuery;
use crate::observe::within;
use crate::portfolio::portfolio;
use crate::race::{Lane, race};
use crate::{
    Certificate, Cone, Decision, EngineId, Evidence, NoAnswer, Observer, Reduction, Stage, Verdict, certify, judges,
};
use std::sync::Arc;
use wherefore_ir::passes::unwire::unwired;
use wherefore_ir::{Constraint, Op, Property, System, TermId, VarId};
use wherefore_solve::Stop;

/// Decides an LTL property, without asking whether it says anything.
pub(crate) fn decide(session: &Session, property: &Property, stop: &Stop, observer: &Arc<dyn Observer>) -> Decision {
    if let Some(body) = as_invariant(&session.system, property.term) {
        return InvariantQuery::new(session, body).decide(stop, observer);
    }
    let subject = match Subject::new(session, property) {
        Ok(subject) => subject,
        Err(cause) => return ("none".to_owned(), Verdict::Undetermined(cause)),
    };
    subject.conclude(subject.lanes(), &session.context(stop, observer))
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
        Ok(subject) => subject.conclude(vec![subject.lane(route)], &session.context(stop, observer)).1,
        Err(cause) => Verdict::Undetermined(cause),
    }
}

/// Invariant that a formula amounts to, if it says that and no more.
pub(crate) fn as_invariant(system: &System, formula: TermId) -> Option<TermId> {
    let fair = !system.justice.is_empty() || !system.compassion.is_empty();
    invariant_body(system, formula).filter(|_| !fair && Cone::of_paths(system, formula).is_total())
}

/// The `p` of `G p`, if it is plain.
pub(crate) fn invariant_body(system: &System, formula: TermId) -> Option<TermId> {
    let terms = &system.terms;
    let body = *terms.operands(formula).first().filter(|_| terms.op(formula) == Op::G)?;
    (!terms.has_ltl(body) && !terms.has_ctl(body) && !terms.has_next(body)).then_some(body)
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
    fn new(session: &'a Session, property: &'a Property) -> Result<Subject<'a>, NoAnswer> {
        let cone = Cone::of_paths(&session.system, property.term);
        Subject::about(session, property, cone.vars)
    }

    /// Subject with the whole system: nothing is left out.
    fn of_all(session: &'a Session, property: &'a Property) -> Result<Subject<'a>, NoAnswer> {
        let all = session.system.vars().map(|(v, _)| v).collect();
        Subject::about(session, property, all)
    }

    fn about(session: &'a Session, property: &'a Property, vars: Vec<VarId>) -> Result<Subject<'a>, NoAnswer> {
        let system = Cone::trimmed(&session.system, &vars);
        let plain = unwired(system, &vars, property.term);
        let mut product = tableau::product(plain.system, &plain.vars, plain.formula)?;
        product.wires = plain.wires;
        let terms = &mut product.system.terms;
        let (nothing, always) = (Product::nothing(terms), terms.bool(true));
        // A product may have no first tick, so nothing may be cut out of it again. Restrictions on ticks prevent that.
        product.system.invar.push(Constraint { term: always, element: None });
        let whole = vars.len() == session.system.terms.var_count();
        let finite = product.is_finite();
        Ok(Subject { session, property, product: Arc::new(product), nothing, finite, whole })
    }

    fn problem(&self) -> Problem {
        Problem::Linear(self.product.clone())
    }

    /// The engines that race, by the model and the choice of the user.
    fn lanes(&self) -> Vec<Lane> {
        Lane::all(portfolio(&self.session.options, Goal::Linear, self.finite), self.problem())
    }

    /// One way alone.
    fn lane(&self, route: Route) -> Lane {
        Lane::new(route.engine(&self.session.options, self.finite), &Arc::new(self.problem()))
    }

    /// Runs the engines and checks what they say.
    fn conclude(&self, lanes: Vec<Lane>, context: &EngineContext) -> Decision {
        let (engine, answer) = race(lanes, context);
        let verdict = match answer {
            Ok((family, answer)) => self.settle(family, answer, context),
            Err(cause) => Err(self.explained(cause)),
        };
        (engine, verdict.unwrap_or_else(Verdict::Undetermined))
    }

    /// Checks what an engine of a family says.
    fn settle(&self, family: Family, answer: Answer, context: &EngineContext) -> Result<Verdict, NoAnswer> {
        match answer {
            Answer::NoFairRun { reduction, certificate } => self.confirm(family, reduction, certificate, context),
            Answer::Fixpoint(Fixpoint(Outcome::Holds { certificate, .. })) => {
                let observer = context.observer.as_ref();
                within(observer, EngineId::CERTIFICATE, Stage::Certify, || self.recheck(certificate, &context.stop))
            }
            Answer::Lasso { steps, trace } => self.demonstrate(steps, trace, context),
            Answer::Safe(_) | Answer::Unsafe { .. } | Answer::Fixpoint(_) => Err(Answer::misplaced()),
        }
    }

    /// Re-checks an invariant with another solver, on a system that is made anew.
    fn confirm(
        &self,
        family: Family,
        reduction: Reduction,
        certificate: Certificate,
        context: &EngineContext,
    ) -> Result<Verdict, NoAnswer> {
        let (model, good) = self.product.reduced(reduction);
        let question = InvariantQuery::about(self.session, model.system, good);
        let observer = context.observer.as_ref();
        Ok(match question.confirm((family, self.finite), certificate, &context.stop, observer)? {
            Verdict::Holds { evidence: Evidence::Inductive(proof), recheck } => {
                Verdict::Holds { evidence: Evidence::Reduced(reduction, proof), recheck }
            }
            other => other,
        })
    }

    fn recheck(&self, certificate: Result<Box<Fixpoints>, NoAnswer>, stop: &Stop) -> Result<Verdict, NoAnswer> {
        let judges = judges(Family::Bdd, true, &self.session.options);
        let (system, nothing) = (&self.product.system, self.nothing);
        judges.review_fixpoints(certificate, |fixpoints, _, make| {
            certify::ctl::recheck(system, nothing, fixpoints, make, stop)
        })
    }

    /// A limit that was reached, in words that say what was tried.
    fn explained(&self, cause: NoAnswer) -> NoAnswer {
        match cause {
            NoAnswer::Bound(steps) if !self.finite => NoAnswer::GaveUp(format!(
                "unbounded data: no lasso within {steps} steps, and no bound on the number of visits found"
            )),
            other => other,
        }
    }
}
