//! Runs that were given instead of found, for every lens.
//!
//! A given run is explained itself, on the same path as the runs of classes (`explanation/explain`), before any class is searched
//! for: a limit on time costs the classes, not the run that was asked about. Its class is worked out by the key function of the
//! lens, so that it can be found among the classes of the search.
//!
//! [`complete`] finds values that a file leaves out, or says where and why no values exist; [`classify`] says what the runs
//! of a file violate.

mod classify;
mod complete;
mod contradiction;
mod layout;
mod linear;
#[cfg(test)]
mod tests;

pub use crate::result::external_trace::ExternalTrace;
pub use classify::{Classified, Flaw, Violation, ViolationBasis, Whole, classify};
pub use complete::{Completed, Completion, complete, is_forced};
pub use contradiction::{Clash, Contradiction};
pub(crate) use linear::linear;

use crate::context::Context;
use crate::follow::{Beginning, Fixed, follow};
use crate::{Class, Completeness, Inquiry};
use wherefore_check::{Counterexample, Finder, Finding, NoAnswer, Session, Verdict};
use wherefore_ir::{Property, PropertyKind, System, TermId, VarId};
use wherefore_trace::{Evaluator, Step, Trace, replay_violation};

/// A property, and the run that was given with it, if one was.
#[derive(Clone, Copy, Debug)]
pub struct PropertyRequest<'a> {
    /// The property.
    pub property: &'a Property,
    /// The run that violates it.
    pub given: Option<&'a Trace>,
}

/// A verdict, and what is to be said of how it came about.
#[derive(Clone, Debug)]
pub struct Decided {
    /// The verdict.
    pub finding: Finding,
    /// Notes for the reader.
    pub notes: Vec<String>,
}

impl<'a> From<&'a Property> for PropertyRequest<'a> {
    fn from(property: &'a Property) -> PropertyRequest<'a> {
        PropertyRequest { property, given: None }
    }
}

impl PropertyRequest<'_> {
    /// The verdict: by the given run if that shows a violation, else by the engines; what is to be said of the given run.
    pub fn verdict(&self, system: &System, session: &Session, context: &Context<'_>) -> Decided {
        let mut notes = Vec::new();
        if let Some(run) = self.given {
            match replay_violation(system, run, self.property) {
                Ok(()) => {
                    let trace = self.prolonged(system, session, run, context, &mut notes);
                    let run = Counterexample { trace, claims: Vec::new(), shortest: false };
                    let (property, verdict) = (self.property.name.clone(), Verdict::Violated(Box::new(run)));
                    return Decided { finding: Finding { property, verdict, finder: Finder::ExternalTrace }, notes };
                }
                Err(error) => notes.push(format!("the given run does not show a violation: {error}")),
            }
        }
        Decided { finding: session.check(self.property, context.stop, context.observer), notes }
    }

    /// A run that breaks an LTL formula and ends, with a continuation that goes round for ever: such formulas are
    /// explained on lassos, and the end of the file is not the end of the run. Any other run as it is.
    pub(crate) fn prolonged(
        &self,
        system: &System,
        session: &Session,
        run: &Trace,
        context: &Context<'_>,
        notes: &mut Vec<String>,
    ) -> Trace {
        let is_path = self.property.kind == PropertyKind::Ltl && session.as_invariant(self.property).is_none();
        if !is_path || run.loop_start.is_some() {
            return run.clone();
        }
        let mut bound = system.clone();
        let all: Vec<VarId> = system.vars().map(|(v, _)| v).collect();
        let beginning = Beginning { tick: run.len().saturating_sub(1), states: all, inputs: Vec::new() };
        follow(&mut bound, run, &Fixed { always: Vec::new(), until: Some(beginning) });
        let session = Session::new(&bound, session.options().clone());
        let found = session.decide(self.property, context.stop, context.observer).1;
        if let Verdict::Violated(found) = found {
            let whole = found.trace.of_first(system.terms.var_count());
            if replay_violation(system, &whole, self.property).is_ok() {
                notes.push(format!("the given run ends at state {}; what follows is one way to go on", run.len()));
                return whole;
            }
        }
        notes.push("the given run ends, and no way to go on was found: it is not explained".to_owned());
        run.clone()
    }
}

impl ExternalTrace {
    /// Puts the run beside the classes that were found. There it gets the words of its class, which depend on the others.
    pub(crate) fn join(mut self, inquiry: &mut Inquiry) {
        let is_own = |class: &&Class| self.classes.contains(&class.id);
        if let Some(class) = inquiry.classes.iter().find(is_own) {
            (self.run.id, self.run.key, self.run.path) = (class.id.clone(), class.key.clone(), class.path.clone());
        }
        inquiry.given = Some(self);
    }

    /// As `join`, where every failing run is of exactly one class. A list of classes that is called complete and lacks
    /// the one of a run that was replayed is wrong.
    pub(crate) fn confirm(self, inquiry: &mut Inquiry) {
        let is_listed = inquiry.classes.iter().any(|class| self.classes.contains(&class.id));
        if !is_listed && matches!(inquiry.completeness, Completeness::Complete { .. }) {
            let words = format!("the given run is of class {}, which a complete list does not have", self.run.key);
            inquiry.completeness = Completeness::Stopped { cause: NoAnswer::Refuted(words), depth: None };
        }
        self.join(inquiry);
    }
}

/// A run up to the first tick at which a formula about single ticks is false; none if there is no such tick.
pub fn up_to_failure(system: &System, run: &Trace, good: TermId) -> Option<Trace> {
    let evaluator = Evaluator::new(&system.terms, &[good]).ok()?;
    let is_false = |step: &Step| evaluator.truths(&step.values, None).first() == Some(&Some(false));
    let failure = run.steps.iter().position(is_false)?;
    Some(Trace::finite(run.steps[..=failure].to_vec()))
}
