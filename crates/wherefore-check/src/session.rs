//! One system, its engines, and what they share.

use crate::invariant::Question;
use crate::obligations;
use crate::runs::{Known, Start};
use crate::symbolic::Cache;
use crate::{Cause, Counterexample, Finding, Observer, Verdict, ctl, ltl};
use std::sync::Arc;
use wherefore_ir::{Obligation, Property, PropertyKind, System, TermId};
use wherefore_solve::Stop;

/// Which engines may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum EngineChoice {
    /// Picked by the model; several at once.
    #[default]
    Auto,
    /// Decision diagrams.
    Bdd,
    /// Propositional satisfiability: bounded search, induction, PDR.
    Sat,
    /// SMT: bounded search, induction, Spacer.
    Smt,
}

/// How to check.
#[derive(Clone, Debug)]
pub struct Options {
    /// Which engines.
    pub engine: EngineChoice,
    /// Deepest bounded search, in steps.
    pub max_depth: u32,
    /// Bytes that decision diagrams and each solver process may use.
    pub memory: Option<u64>,
}

impl Default for Options {
    fn default() -> Options {
        Options { engine: EngineChoice::Auto, max_depth: 10_000, memory: None }
    }
}

/// An obligation that the model does not meet, with a run to the place where it fails.
#[derive(Clone, Debug)]
pub struct BrokenObligation {
    /// What is not met.
    pub obligation: Obligation,
    /// A run that ends where it fails.
    pub counterexample: Counterexample,
}

/// A system being checked. Decision diagrams and reachable sets are shared between its properties.
#[derive(Clone)]
pub struct Session {
    pub(crate) system: Arc<System>,
    pub(crate) options: Options,
    pub(crate) cache: Arc<Cache>,
    pub(crate) known: Arc<Known>,
}

impl Session {
    /// Prepares a system; nothing runs yet.
    pub fn new(system: &System, options: Options) -> Session {
        Session { system: Arc::new(system.clone()), options, cache: Arc::default(), known: Arc::default() }
    }

    /// How it is checked.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Checks that the model makes sense. Empty if it does; verdicts about a model that does not are worthless.
    pub fn obligations(&self, stop: &Stop, observer: &Arc<dyn Observer>) -> Result<Vec<BrokenObligation>, Cause> {
        obligations::check(self, stop, observer)
    }

    /// The formula that must hold at every reachable tick, if a property says that and no more, in whatever logic.
    pub fn as_invariant(&self, property: &Property) -> Option<TermId> {
        match property.kind {
            PropertyKind::Invariant => Some(property.term),
            PropertyKind::Ctl => ctl::as_invariant(&self.system, property.term),
            PropertyKind::Ltl => ltl::as_invariant(&self.system, property.term),
        }
    }

    /// Decides whether a formula of the system's arena holds at every reachable tick; the engine that did, and the verdict.
    pub fn always(&self, good: TermId, stop: &Stop, observer: &Arc<dyn Observer>) -> (String, Verdict) {
        Question::new(self, good).decide(stop, observer)
    }

    /// Decides one property of the system, without asking whether one that holds says anything; the engine that did, and the
    /// verdict.
    pub fn decide(&self, property: &Property, stop: &Stop, observer: &Arc<dyn Observer>) -> (String, Verdict) {
        observer.event(crate::Event::Property(property.name.clone()));
        match property.kind {
            PropertyKind::Invariant => self.always(property.term, stop, observer),
            PropertyKind::Ctl => ctl::decide(self, property, stop, observer),
            PropertyKind::Ltl => ltl::decide(self, property, stop, observer),
        }
    }

    /// Whether a property of a program that holds never asks for anything: what it is provided with does not occur.
    fn is_silent(&self, property: &Property, stop: &Stop, observer: &Arc<dyn Observer>) -> bool {
        let sinks = self.system.network.as_deref().map_or(&[][..], |network| &network.sinks);
        let silent = sinks.iter().find(|s| s.property == property.name).and_then(|s| s.silent);
        let value = silent.and_then(|block| Some(self.system.network.as_deref()?.block(block).value));
        value.is_some_and(|silent| matches!(self.always(silent, stop, observer).1, Verdict::Holds { .. }))
    }

    /// Decides one property of the system, and looks at one that holds once more: it may be vacuous. A model that no run begins
    /// in has no property that says anything.
    pub fn check(&self, property: &Property, stop: &Stop, observer: &Arc<dyn Observer>) -> Finding {
        if let Ok(Start::Impossible(why)) = self.start(stop) {
            return self.unstarted(property, why);
        }
        let (engine, verdict) = self.decide(property, stop, observer);
        let mut verdict = self.lived(property, verdict, stop, observer);
        if let (PropertyKind::Ltl, Verdict::Holds { certificate, rechecked_by }) = (property.kind, &verdict) {
            let proof = (certificate.clone(), rechecked_by.clone());
            verdict = ltl::examined(self, property, proof, stop, observer);
        }
        if let (PropertyKind::Invariant, Verdict::Holds { certificate, rechecked_by }) = (property.kind, &verdict)
            && self.is_silent(property, stop, observer)
        {
            let reason = "what it is provided with never occurs, so that it asks for nothing".to_owned();
            let (certificate, rechecked_by) = (certificate.clone(), rechecked_by.clone());
            verdict = Verdict::Vacuous { certificate, rechecked_by, reason, element: property.element };
        }
        Finding { property: property.name.clone(), verdict, engine }
    }
}
