//! Can the failure still happen from here?
//!
//! First a search of a few steps, in the shared layout: mostly the failure is near. If it finds nothing, a proof is
//! looked for, with a limit in work that is the same on every machine. An inductive invariant proves it for all states that it
//! contains, so that later questions about these cost nothing.

use super::inevitable::Oracle;
use super::layout::{Fact, equals};
use std::collections::BTreeMap;
use wherefore_check::{Certificate, Cone, Family, NoAnswer, Proof, Silent, certify, judges, pdr};
use wherefore_ir::{Constraint, System, TermId};
use wherefore_solve::Engine;
use wherefore_trace::{Evaluator, Step};

/// How far the failure is looked for.
const NEAR: u32 = 12;
/// How many obligations a proof may take.
const OBLIGATIONS: u64 = 2_000;

/// Results on the states from which the claim cannot break.
#[derive(Default)]
pub(super) struct Safety {
    known: BTreeMap<TermId, Result<bool, NoAnswer>>,
    /// Inductive invariants that imply the claim.
    invariants: Vec<Evaluator>,
}

impl Safety {
    /// Whether the claim holds on every run from the state of a step, for ever. `system` is the one that the claim is about.
    pub(super) fn is_safe(&mut self, oracle: &mut Oracle<'_>, system: &System, step: &Step) -> Result<bool, NoAnswer> {
        let state = oracle.state(step);
        if let Some(known) = self.known.get(&state) {
            return known.clone();
        }
        let found = self.decide(oracle, system, (state, step));
        if !matches!(found, Err(NoAnswer::Stopped(_))) {
            self.known.insert(state, found.clone());
        }
        found
    }

    fn decide(
        &mut self,
        oracle: &mut Oracle<'_>,
        system: &System,
        (state, step): (TermId, &Step),
    ) -> Result<bool, NoAnswer> {
        if self.invariants.iter().any(|i| i.truths(&step.values, None) == [Some(true)]) {
            return Ok(true);
        }
        if oracle.ask(&[Fact::Given(state, 0), Fact::Broken(NEAR)])? {
            return Ok(false);
        }
        let mut from_here = system.clone();
        let ground = oracle.layout.ground;
        let values = ground.states().filter_map(|v| step.get(v).map(|value| (v, value)));
        let term = equals(&mut from_here.terms, values);
        from_here.init = vec![Constraint { term, element: None }];
        let model = Cone::of(&from_here, &[ground.good]);
        if !model.is_finite() {
            return Err(NoAnswer::Bound(NEAR));
        }
        match pdr::attempt(&model, ground.good, (Engine::best(), OBLIGATIONS), oracle.stop, &Silent)? {
            Proof::Unsafe { .. } => Ok(false),
            Proof::Safe(certificate) => {
                let judges = judges(Family::Sat, true, oracle.options);
                judges
                    .review(|make| certify::recheck(&from_here, ground.good, &certificate, make, oracle.stop))?
                    .confirmed()?;
                self.invariants.extend(evaluator(&certificate));
                Ok(true)
            }
        }
    }
}

/// The invariant of a certificate, ready to be evaluated.
fn evaluator(certificate: &Certificate) -> Option<Evaluator> {
    match certificate {
        Certificate::Invariant { terms, term } => Evaluator::new(terms, &[*term]).ok(),
        Certificate::Induction { .. } => None,
    }
}
