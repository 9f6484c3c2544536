//! Has a model any run at all?
//!
//! A model that no run begins in makes every property true, and one that no run goes on for ever in every property of infinite
//! runs. Both are asked before an answer is called one. A contradiction between restrictions is reported as a minimal set of
//! them, found by leaving out one after the other, the first of the model first; another solver finds it again.
//!
//! Example: `INVAR req -> gnt`, `INVAR gnt -> !req`, `INIT req`. No first state satisfies all three, and any two leave one.

use crate::context::Session;
use crate::solvers::Maker;
use crate::unroll::Unroller;
use crate::{
    Cone, Contradiction, EngineId, Evidence, Family, Finder, Finding, NoAnswer, Observer, Start, Verdict, ctl, judges,
    ltl, serial,
};
use std::sync::Arc;
use wherefore_ir::{ElementId, Property, PropertyKind, TermId};
use wherefore_solve::{Lit, Stop};
use wherefore_trace::Trace;

impl Session {
    /// Whether a run can begin.
    pub fn start(&self, stop: &Stop) -> Result<Start, NoAnswer> {
        if let Some(known) = self.known.start.get() {
            return Ok(known.clone());
        }
        let found = start(self, stop)?;
        Ok(self.known.start.get_or_init(|| found).clone())
    }

    /// Whether no fair infinite run exists, as far as that is found out.
    pub fn has_no_fair_run(&self, stop: &Stop, observer: &Arc<dyn Observer>) -> bool {
        if let Some(known) = self.known.lifeless.get() {
            return *known;
        }
        let found = !self.always_goes_on() && ltl::no_fair_run(self, stop, observer).is_some();
        if stop.is_fired() { found } else { *self.known.lifeless.get_or_init(|| found) }
    }

    /// Whether it was found out that no fair infinite run exists.
    pub fn is_known_lifeless(&self) -> bool {
        self.known.lifeless.get() == Some(&true)
    }

    /// Whether the form of the system shows that every state begins a fair infinite run.
    pub(crate) fn always_goes_on(&self) -> bool {
        let system = self.system.as_ref();
        system.justice.is_empty() && system.compassion.is_empty() && Cone::whole(system).is_total()
    }

    /// Whether every reachable state begins a fair infinite run, as far as that is found out; with more effort than
    /// [`Session::goes_on`].
    fn is_serial(&self, stop: &Stop, observer: &Arc<dyn Observer>) -> bool {
        self.goes_on(stop) || self.known.ask(|k| &k.serial, stop, || serial::is_serial(self, stop, observer))
    }

    /// The formula that must hold at every reachable tick, if a property of this system says that and no more. For CTL
    /// `AG p` does where every reachable state begins a fair infinite run, which is looked into.
    pub fn invariant(&self, property: &Property, stop: &Stop, observer: &Arc<dyn Observer>) -> Option<TermId> {
        let by_form = self.as_invariant(property);
        let body = || ctl::invariant_body(&self.system, property.term).filter(|_| self.is_serial(stop, observer));
        by_form.or_else(|| if property.kind == PropertyKind::Ctl { body() } else { None })
    }

    /// A run that comes to a state without a successor, if a short one is found with little work.
    pub fn ending(&self, stop: &Stop) -> Option<Trace> {
        if let Some(known) = self.known.ending.get() {
            return known.clone();
        }
        if Cone::whole(&self.system).is_total() || self.is_total(stop) {
            return None;
        }
        let found = crate::total::ending(self, stop).ok()?;
        self.known.ending.get_or_init(|| found).clone()
    }

    /// Finding for any property of a model that no run begins in.
    pub(crate) fn unstarted(&self, property: &Property, why: Contradiction) -> Finding {
        let reason = match self.system.annexes.network.is_some() {
            true => "no run exists: what is assumed contradicts itself at the first tick",
            false => "the model has no initial state",
        };
        let verdict = Verdict::Vacuous {
            evidence: Evidence::NoFirstState,
            recheck: why.recheck,
            reason: reason.to_owned(),
            element: why.elements.first().copied(),
            stronger: None,
        };
        let first = if Cone::whole(&self.system).is_finite() { EngineId::SAT } else { EngineId::SMT };
        let finder = Finder::Engine(first.to_string());
        Finding { property: property.name.clone(), verdict, finder }
    }

    /// A verdict on infinite runs, once it is known that none exists: then it rests on that alone.
    pub(crate) fn lived(
        &self,
        property: &Property,
        verdict: Verdict,
        stop: &Stop,
        observer: &Arc<dyn Observer>,
    ) -> Verdict {
        match verdict {
            Verdict::Holds { evidence, recheck }
                if property.kind != PropertyKind::Invariant && self.has_no_fair_run(stop, observer) =>
            {
                let reason = self.lifelessness().to_owned();
                Verdict::Vacuous { evidence, recheck, reason, element: None, stronger: None }
            }
            other => other,
        }
    }

    /// Why a formula about infinite runs says nothing of a model that has none.
    pub(crate) fn lifelessness(&self) -> &'static str {
        match self.system.justice.is_empty() && self.system.compassion.is_empty() {
            true => "the model has no infinite run",
            false => "the model has no fair infinite run",
        }
    }
}

fn start(session: &Session, stop: &Stop) -> Result<Start, NoAnswer> {
    let system = session.system.as_ref();
    // The equations of a program always have a solution at the first tick; what it assumes may not.
    let is_open =
        if system.annexes.network.is_some() { system.invar.is_empty() } else { restrictions(session).is_empty() };
    if is_open {
        return Ok(Start::Possible);
    }
    let model = Cone::whole(system);
    let make = session.options.solvers().bounded(model.is_finite());
    let Some((core, minimal)) = contradiction(session, &model, &make, stop)? else { return Ok(Start::Possible) };
    let judges = judges(Family::of_bounded(model.is_finite()), model.is_finite(), &session.options);
    let recheck = judges.review(|make| verify(&model, &core, make, stop))?;
    let mut elements: Vec<ElementId> = core.into_iter().filter_map(|(_, element)| element).collect();
    elements.sort_unstable();
    elements.dedup();
    Ok(Start::Impossible(Contradiction { elements, minimal, recheck }))
}

/// A restriction on first states, and what states it.
type Restriction = (TermId, Option<ElementId>);

fn restrictions(session: &Session) -> Vec<Restriction> {
    let system = session.system.as_ref();
    system.init.iter().chain(&system.invar).map(|c| (c.term, c.element)).collect()
}

/// Restrictions that exclude each other, and whether none of them can be left out; nothing if all can be met.
fn contradiction(
    session: &Session,
    model: &Cone,
    make: &Maker,
    stop: &Stop,
) -> Result<Option<(Vec<Restriction>, bool)>, NoAnswer> {
    let all = restrictions(session);
    let mut first = bare(model, make)?;
    let literals = all.iter().map(|(term, _)| first.literal(*term, 0)).collect::<Result<Vec<Lit>, NoAnswer>>()?;
    if first.is_sat(&literals, None, stop)? {
        return Ok(None);
    }
    let needed = first.solver.core()?;
    let mut kept: Vec<usize> = (0..all.len()).filter(|i| needed.contains(&literals[*i])).collect();
    let mut minimal = true;
    for candidate in kept.clone() {
        let rest: Vec<Lit> = kept.iter().filter(|i| **i != candidate).map(|i| literals[*i]).collect();
        match first.is_sat(&rest, None, stop) {
            Ok(true) => {}
            Ok(false) => kept.retain(|i| *i != candidate),
            Err(_) => minimal = false,
        }
    }
    Ok(Some((kept.into_iter().map(|i| all[i]).collect(), minimal)))
}

/// A tick that nothing is said about but the sorts of its variables.
fn bare<'a>(model: &'a Cone, make: &Maker) -> Result<Unroller<'a>, NoAnswer> {
    Unroller::bare(model, make()?)
}

fn verify(model: &Cone, core: &[Restriction], make: &Maker, stop: &Stop) -> Result<(), NoAnswer> {
    let mut first = bare(model, make)?;
    for (term, _) in core {
        first.solver.assert(&model.system.terms, *term, 0)?;
    }
    match first.is_sat(&[], None, stop)? {
        true => {
            Err(NoAnswer::Refuted("restrictions on first states that exclude each other have a solution".to_owned()))
        }
        false => Ok(()),
    }
}
