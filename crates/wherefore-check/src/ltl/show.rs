//! The run that is shown for a violated formula.
//!
//! It must not depend on which engine won. So the shortest lasso of the whole system is looked for, always in the same way
//! and within a limit of work; if that is reached, decision diagrams give one. A lasso of the product can be longer than
//! necessary, because a monitor of the past differs in the first round of a loop: shorter pieces of it are tried. What is shown
//! has been replayed, fairness included.

use super::Subject;
use super::lanes::{EFFORT, search};
use super::lasso::{Lasso, lasso};
use crate::observe::within;
use crate::symbolic::Cache;
use crate::symbolic::witness::Outcome;
use crate::{Cause, Counterexample, Observer, Stage, Verdict, solvers};
use std::sync::Arc;
use wherefore_ir::{Op, System, TermId, walk};
use wherefore_solve::Stop;
use wherefore_trace::{Trace, replay_violation};

/// Longer lassos are not shortened.
const FOLDED: usize = 48;
/// The rest of a system may need longer loops than its cone: the search goes on for this many times the known length.
const ROUNDS: u32 = 4;

impl Subject<'_> {
    /// Finds the lasso to show, knowing that one is closed after so many steps, and replays it.
    pub(super) fn demonstrate(
        &self,
        steps: u32,
        found: Option<Trace>,
        stop: &Stop,
        observer: &Arc<dyn Observer>,
    ) -> Result<Verdict, Cause> {
        let original = self.session.system.as_ref();
        if !self.whole {
            let all = Subject::of_all(self.session, self.property)?;
            return all.demonstrate(steps.saturating_mul(ROUNDS), None, stop, observer);
        }
        let lasso = lasso(&self.product);
        let (trace, least) = match found {
            Some(trace) => (lasso.cut(original, &trace)?, true),
            None => self.found(&lasso, steps, stop, observer)?,
        };
        within(observer.as_ref(), "replay", Stage::Recheck, || self.replayed(trace, least))
    }

    /// The lasso, and whether none of the product is shorter.
    fn found(
        &self,
        lasso: &Lasso,
        steps: u32,
        stop: &Stop,
        observer: &Arc<dyn Observer>,
    ) -> Result<(Trace, bool), Cause> {
        let original = self.session.system.as_ref();
        let make = solvers::bounded(self.finite, self.session.options.memory);
        let look = |most, effort| search(lasso, most, effort, &make, stop, observer.as_ref());
        match look(steps, self.finite.then_some(EFFORT)) {
            Ok(Some(trace)) => return Ok((lasso.cut(original, &trace)?, true)),
            Ok(None) | Err(Cause::Effort) if self.finite => {}
            Ok(None) => return Err(Cause::Bound(steps)),
            Err(cause) => return Err(cause),
        }
        match self.by_diagrams(stop, observer) {
            Ok(trace) => Ok((trace, false)),
            Err(cause @ (Cause::Refuted(_) | Cause::Stopped(_))) => Err(cause),
            Err(cause) => {
                let trace = look(u32::MAX, None)?.ok_or(cause)?;
                Ok((lasso.cut(original, &trace)?, true))
            }
        }
    }

    fn by_diagrams(&self, stop: &Stop, observer: &Arc<dyn Observer>) -> Result<Trace, Cause> {
        let model = Arc::new(self.model());
        let memory = self.session.options.memory;
        let outcome = Cache::default().with(&model, memory, stop, |m| m.check_ctl(self.nothing, observer.as_ref()))?;
        match outcome {
            Outcome::Violated(witness) => {
                let mut trace = witness.trace.of_first(self.session.system.terms.var_count());
                self.product.wires.restore(&self.product.system.terms, &mut trace)?;
                Ok(trace)
            }
            Outcome::Holds(_) => Err(Cause::Refuted("an engine's lasso is not one of the whole system".to_owned())),
        }
    }

    fn replayed(&self, trace: Trace, least: bool) -> Result<Verdict, Cause> {
        let trace = self.folded(&trace).unwrap_or(trace);
        self.shows(&trace)?;
        let shortest = least && !looks_back(&self.session.system, self.property.term);
        Ok(Verdict::Violated(Box::new(Counterexample { trace, claims: Vec::new(), shortest })))
    }

    /// That a lasso is a fair run that violates the formula.
    fn shows(&self, trace: &Trace) -> Result<(), Cause> {
        let system = self.session.system.as_ref();
        replay_violation(system, trace, self.property).map_err(|e| Cause::Refuted(e.to_string()))
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
