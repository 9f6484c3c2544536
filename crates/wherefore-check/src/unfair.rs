//! Can a run come to where it goes round for ever and can never be fair again?
//!
//! Fairness leaves out runs that somebody holds to be impossible. A reachable state from which steps lead on, and no fair run does,
//! is left out with all that happens there: most likely a FAIRNESS is stronger than it was meant, or the model gets stuck. Decision
//! diagrams give the states that begin a fair run; a run that leaves them is looked for in the system without fairness, and
//! that no fair run begins where it has come to is proved anew, like any property of infinite runs.
//!
//! Example: x counts 0, 1, 2, 2, ... or stays 0 at will, with `FAIRNESS x = 0`. The run 0 1 2 (2) is found: from 1 on no fair run is left.

use crate::context::Session;
use crate::ltl::{self, Route};
use crate::{Cone, Evidence, NoAnswer, Observer, Recheck, Verdict};
use std::sync::Arc;
use wherefore_ir::{Constraint, Op, Property, PropertyKind, Role, System, TermId};
use wherefore_solve::Stop;
use wherefore_trace::{Step, Trace, evaluate};

/// Steps within which a run is looked for that shows its loop.
const NEAR: u32 = 24;

/// A run that comes to a state which begins infinite runs, and no fair one.
#[derive(Clone, Debug)]
pub struct UnfairLoop {
    /// The run, replayed; with a loop if a short one was found.
    pub trace: Trace,
    /// The first tick of it at which no fair run is left.
    pub tick: usize,
    /// Evidence for that.
    pub evidence: Evidence,
    /// Whether that was re-checked.
    pub recheck: Recheck,
}

impl Session {
    /// A run that comes to where no fair run is left though steps lead on, if there is one; nothing is known of unbounded data.
    pub fn unfair_loop(&self, stop: &Stop, observer: &Arc<dyn Observer>) -> Result<Option<UnfairLoop>, NoAnswer> {
        let system = self.system.as_ref();
        let model = Arc::new(Cone::of_fairness(system));
        if system.justice.is_empty() && system.compassion.is_empty() || !model.is_finite() {
            return Ok(None);
        }
        let memory = self.options.memory;
        let found = self.cache.with(&model, memory, stop, |machine| machine.fair_states(observer.as_ref()))?;
        let Some((terms, fair)) = found else { return Ok(None) };
        let mut plain = system.clone();
        plain.terms = terms;
        plain.justice.clear();
        plain.compassion.clear();
        let Some(trace) = leaving(&mut plain, fair, self, stop, observer)? else { return Ok(None) };
        let is_fair = |step: &Step| evaluate(&plain.terms, fair, &step.values, None);
        let is_out = |step: &Step| is_fair(step).is_ok_and(|v| v.is_some_and(|v| v.as_bool() == Some(false)));
        let Some((tick, state)) = trace.steps.iter().enumerate().find(|(_, step)| is_out(step)) else {
            return Err(NoAnswer::Refuted("a run does not leave the states that it was to leave".to_owned()));
        };
        let there = Session::new(&beginning(system, state), self.options.clone());
        match ltl::no_fair_run(&there, stop, observer) {
            Some((evidence, recheck)) => Ok(Some(UnfairLoop { trace, tick, evidence, recheck })),
            None => Err(NoAnswer::Effort),
        }
    }
}

/// An infinite run of a system without fairness that comes to a state outside a set.
fn leaving(
    system: &mut System,
    inside: TermId,
    session: &Session,
    stop: &Stop,
    observer: &Arc<dyn Observer>,
) -> Result<Option<Trace>, NoAnswer> {
    let term = system.terms.apply(Op::G, &[inside]);
    let (name, kind) = ("fair".to_owned(), PropertyKind::Ltl);
    let property = Property { text: name.clone(), name, kind, term, element: None };
    let session = Session::new(system, session.options.clone());
    if let Verdict::Violated(run) = ltl::by_route(&session, &property, Route::Lasso(NEAR), stop, observer) {
        return Ok(Some(run.trace));
    }
    match ltl::decide(&session, &property, stop, observer).1 {
        Verdict::Violated(run) => Ok(Some(run.trace)),
        Verdict::Undetermined(cause) => Err(cause),
        Verdict::Holds { .. } | Verdict::Vacuous { .. } => Ok(None),
    }
}

/// The system, begun in a state.
fn beginning(system: &System, state: &Step) -> System {
    let mut begun = system.clone();
    begun.init.clear();
    for (var, _) in system.vars().filter(|(_, role)| *role != Role::Input) {
        let Some(value) = state.get(var) else { continue };
        let (now, value) = (begun.terms.now(var), begun.terms.mk_const(value.clone()));
        let term = begun.terms.eq(now, value);
        begun.init.push(Constraint { term, element: None });
    }
    begun
}
