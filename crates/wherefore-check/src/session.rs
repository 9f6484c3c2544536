//! Questions to a session; each goes to the module that answers it.

use crate::certify::file::Stored;
use crate::context::Session;
use crate::invariant::InvariantQuery;
use crate::{
    Argument, BrokenObligation, Decision, Evidence, Family, Finder, Finding, NoAnswer, Observer, Recheck, Start,
    Verdict, certify, ctl, judges, ltl, obligations,
};
use std::sync::Arc;
use wherefore_ir::{Property, PropertyKind, TermId};
use wherefore_solve::Stop;

/// Why a certificate is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WrongCertificate {
    /// The certificate is about another model or formula.
    OtherModel,
    /// No invariant is enough for the property.
    NoInvariant,
    /// The proof is wrong, in words.
    NoProof(String),
}

impl Session {
    /// Checks that the model makes sense. Empty if it does; verdicts about a model that does not are worthless.
    pub fn obligations(&self, stop: &Stop, observer: &Arc<dyn Observer>) -> Result<Vec<BrokenObligation>, NoAnswer> {
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
    pub fn always(&self, good: TermId, stop: &Stop, observer: &Arc<dyn Observer>) -> Decision {
        InvariantQuery::new(self, good).decide(stop, observer)
    }

    /// Decides one property of the system, without asking whether one that holds says anything; the engine that did, and the
    /// verdict.
    pub fn decide(&self, property: &Property, stop: &Stop, observer: &Arc<dyn Observer>) -> Decision {
        observer.event(crate::Event::Property(property.name.clone()));
        match property.kind {
            PropertyKind::Invariant => self.always(property.term, stop, observer),
            PropertyKind::Ctl => ctl::decide(self, property, stop, observer),
            PropertyKind::Ltl => ltl::decide(self, property, stop, observer),
        }
    }

    /// Checks a certificate that was written earlier against the model as it is now.
    pub fn recheck(&self, property: &Property, stored: &Stored, stop: &Stop) -> Result<Verdict, WrongCertificate> {
        let good = self.sufficient(property).ok_or(WrongCertificate::NoInvariant)?;
        if !stored.is_about(&self.system, good) {
            return Err(WrongCertificate::OtherModel);
        }
        let Argument { system, good, certificate } = stored.argument.as_ref();
        // No engine of this process found the answer, so only BDDs, which cannot judge, are left out.
        let judges = judges(Family::Bdd, self.system.is_finite(), &self.options);
        match judges.review(|make| certify::recheck(system, *good, certificate, make, stop)) {
            Ok(Recheck::Missing(cause)) => Ok(Verdict::Undetermined(cause)),
            Ok(recheck) => Ok(Verdict::Holds { evidence: Evidence::Inductive(stored.argument.clone()), recheck }),
            Err(NoAnswer::Refuted(why)) => Err(WrongCertificate::NoProof(why)),
            Err(cause) => Ok(Verdict::Undetermined(cause)),
        }
    }

    /// A formula that, if it holds at every reachable tick, is enough for a property.
    fn sufficient(&self, property: &Property) -> Option<TermId> {
        match property.kind {
            PropertyKind::Invariant => Some(property.term),
            PropertyKind::Ctl => ctl::invariant_body(&self.system, property.term),
            PropertyKind::Ltl => ltl::invariant_body(&self.system, property.term),
        }
    }

    /// Whether a property of a program that holds never asks for anything: what it is provided with does not occur.
    fn is_silent(&self, property: &Property, stop: &Stop, observer: &Arc<dyn Observer>) -> bool {
        let sinks = self.system.annexes.network.as_deref().map_or(&[][..], |network| &network.sinks);
        let silent = sinks.iter().find(|s| s.property == property.name).and_then(|s| s.silent);
        let value = silent.and_then(|block| Some(self.system.annexes.network.as_deref()?.block(block).value));
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
        // The premises of a program are those of its contracts, which are looked at below.
        if self.system.annexes.network.is_none() {
            verdict = self.examined(property, verdict, stop, observer);
        }
        if let (PropertyKind::Ltl, Verdict::Holds { evidence, recheck }) = (property.kind, &verdict) {
            let proof = (evidence.clone(), recheck.clone());
            verdict = ltl::examined(self, property, proof, stop, observer);
        }
        if let (PropertyKind::Invariant, Verdict::Holds { evidence, recheck }) = (property.kind, &verdict)
            && self.is_silent(property, stop, observer)
        {
            let reason = "what it is provided with never occurs, so that it asks for nothing".to_owned();
            let (evidence, recheck) = (evidence.clone(), recheck.clone());
            verdict = Verdict::Vacuous { evidence, recheck, reason, element: property.element, stronger: None };
        }
        Finding { property: property.name.clone(), verdict, finder: Finder::Engine(engine) }
    }
}
