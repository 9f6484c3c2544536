//! The run that is shown for a violated formula.
//!
//! The run must not depend on which engine won. So the shortest lasso of the whole system is looked for, always in the same
//! way and within a limit of work; if that is reached, BDDs give one. A lasso of the product can be longer than necessary,
//! because a monitor of the past differs in the first round of a loop: shorter pieces of it are tried. What is shown has
//! been replayed, fairness included.

use super::{Subject, wires};
use crate::engine::EngineContext;
use crate::engine::bdd::Cache;
use crate::engine::bdd::witness::Outcome;
use crate::engine::lasso::{EFFORT, Lasso, lasso, search};
use crate::observe::within;
use crate::{Counterexample, EngineId, NoAnswer, Stage, Verdict};
use std::sync::Arc;
use wherefore_ir::{Op, System, TermId, Terms, walk};
use wherefore_trace::{Trace, replay_violation};

/// Longer lassos are not shortened.
const FOLDED: usize = 48;
/// The rest of a system may need longer loops than its cone: the search goes on for this many times the length found
/// there.
const ROUNDS: u32 = 4;

impl Subject<'_> {
    /// Finds the lasso to show, given that one is closed after this number of steps, and replays it.
    pub(super) fn demonstrate(
        &self,
        steps: u32,
        found: Option<Trace>,
        context: &EngineContext,
    ) -> Result<Verdict, NoAnswer> {
        if !self.whole {
            let all = Subject::of_all(self.session, self.property)?;
            return all.demonstrate(steps.saturating_mul(ROUNDS), None, context);
        }
        let lasso = lasso(&self.product);
        let (trace, least) = match found {
            Some(trace) => (self.cut(&lasso, &trace)?, true),
            None => self.found(&lasso, steps, context)?,
        };
        within(context.observer.as_ref(), EngineId::REPLAY, Stage::Replay, || self.replayed(trace, least))
    }

    /// The lasso, and whether none of the product is shorter.
    fn found(&self, lasso: &Lasso, steps: u32, context: &EngineContext) -> Result<(Trace, bool), NoAnswer> {
        let make = context.solvers.bounded(self.finite);
        let look = |most, effort| search(lasso, most, effort, &make, &context.stop, context.observer.as_ref());
        match look(steps, self.finite.then_some(EFFORT)) {
            Ok(Some(trace)) => return Ok((self.cut(lasso, &trace)?, true)),
            Ok(None) | Err(NoAnswer::Effort) if self.finite => {}
            Ok(None) => return Err(NoAnswer::Bound(steps)),
            Err(cause) => return Err(cause),
        }
        match self.by_diagrams(context) {
            Ok(trace) => Ok((trace, false)),
            Err(cause @ (NoAnswer::Refuted(_) | NoAnswer::Stopped(_))) => Err(cause),
            Err(cause) => {
                let trace = look(u32::MAX, None)?.ok_or(cause)?;
                Ok((self.cut(lasso, &trace)?, true))
            }
        }
    }

    /// The lasso that a run to a closing tick stands for, as a run of the system itself.
    fn cut(&self, lasso: &Lasso, trace: &Trace) -> Result<Trace, NoAnswer> {
        self.restored(&lasso.model.system.terms, lasso.cut(&self.session.system, trace)?)
    }

    /// A run with the values of the variables that were replaced.
    fn restored(&self, terms: &Terms, mut trace: Trace) -> Result<Trace, NoAnswer> {
        wires::restore(&self.product.wires, terms, &mut trace)?;
        Ok(trace)
    }

    fn by_diagrams(&self, context: &EngineContext) -> Result<Trace, NoAnswer> {
        let (model, memory) = (Arc::new(self.product.model()), context.solvers.memory);
        let observer = context.observer.as_ref();
        match Cache::default().with(&model, memory, &context.stop, |m| m.check_ctl(self.nothing, observer))? {
            Outcome::Violated(witness) => {
                let trace = witness.trace.of_first(self.session.system.terms.var_count());
                self.restored(&self.product.system.terms, trace)
            }
            Outcome::Holds { .. } => {
                Err(NoAnswer::Refuted("an engine's lasso is not one of the whole system".to_owned()))
            }
        }
    }

    fn replayed(&self, trace: Trace, least: bool) -> Result<Verdict, NoAnswer> {
        let trace = self.folded(&trace).unwrap_or(trace);
        self.shows(&trace)?;
        let shortest = least && !looks_back(&self.session.system, self.property.term);
        Ok(Verdict::Violated(Box::new(Counterexample { trace, claims: Vec::new(), shortest })))
    }

    /// Checks that a lasso is a fair run that violates the formula.
    fn shows(&self, trace: &Trace) -> Result<(), NoAnswer> {
        let system = self.session.system.as_ref();
        replay_violation(system, trace, self.property).map_err(|e| NoAnswer::Refuted(e.to_string()))
    }

    /// The shortest piece of a lasso, loop as late as possible, that is a violation too.
    fn folded(&self, trace: &Trace) -> Option<Trace> {
        if trace.len() > FOLDED || !looks_back(&self.session.system, self.property.term) {
            return None;
        }
        let pieces = (1..trace.len()).flat_map(|len| (0..len).rev().map(move |start| (len, start)));
        let mut pieces = pieces.map(|(len, start)| Trace::lasso(trace.steps[..len].to_vec(), start));
        pieces.find(|piece| self.shows(piece).is_ok())
    }
}

fn looks_back(system: &System, formula: TermId) -> bool {
    let past = |op: Op| matches!(op, Op::Y | Op::Z | Op::O | Op::H | Op::S | Op::T);
    walk::postorder(&system.terms, [formula]).into_iter().any(|t| past(system.terms.op(t)))
}
