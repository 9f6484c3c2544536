//! Does a property that holds say anything? Premises that are never true.
//!
//! `p -> q` in every state says nothing if `p` is never true. In invariants and `AG`, implications between which nothing but
//! "and" stands are looked at, and only as far as little work goes: a short run to the premise is the usual case, and the
//! proof that none exists gets a limited amount of work and is checked again like any other.
//!
//! Example: `INVARSPEC x = 3 -> y` where x counts 0, 1, 2, 0: the premise `x = 3` is never true.

use crate::context::Session;
use crate::invariant::InvariantQuery;
use crate::unroll::Unroller;
use crate::{Cone, Family, NoAnswer, Observer, Proof, pdr, solvers};
use std::sync::Arc;
use wherefore_ir::{Op, Property, PropertyKind, TermId, walk};
use wherefore_solve::{Engine, Stop};

/// Implications of a property that are looked at.
const MOST: usize = 4;
/// Steps within which a premise is looked for.
const NEAR: u32 = 8;
/// Conflicts that one question may cost.
const EFFORT: u64 = 2_000;
/// Obligations that the proof may look at.
const OBLIGATIONS: u64 = 200;

impl Session {
    /// The premises of a property that holds which are found never to be true.
    pub fn idle_premises(&self, property: &Property, stop: &Stop, observer: &Arc<dyn Observer>) -> Vec<TermId> {
        let body = match property.kind {
            PropertyKind::Invariant => Some(property.term),
            PropertyKind::Ctl => always(self, property.term),
            PropertyKind::Ltl => None,
        };
        let Some(body) = body else { return Vec::new() };
        let terms = &self.system.terms;
        let premise = |term: TermId| match (terms.op(term), terms.operands(term)) {
            (Op::Implies, [premise, _]) => Some(*premise),
            _ => None,
        };
        let is_plain = |term: &TermId| !terms.has_ctl(*term) && !terms.has_ltl(*term) && !terms.has_next(*term);
        let premises = walk::conjuncts(terms, body).into_iter().filter_map(premise).filter(is_plain).take(MOST);
        premises.filter(|p| self.is_idle(*p, stop, observer) == Ok(true)).collect()
    }

    /// Whether a formula is found never to be true.
    fn is_idle(&self, premise: TermId, stop: &Stop, observer: &Arc<dyn Observer>) -> Result<bool, NoAnswer> {
        let mut system = self.system.as_ref().clone();
        let never = system.terms.not(premise);
        let model = Cone::of(&system, &[never]);
        if !model.is_finite() || happens(&model, never, stop)? {
            return Ok(false);
        }
        match pdr::attempt(&model, never, (Engine::best(), OBLIGATIONS), stop, observer.as_ref())? {
            Proof::Safe(proof) => {
                let question = InvariantQuery::about(self, system, never);
                let verdict = question.confirm((Family::Sat, true), proof, stop, observer.as_ref())?;
                Ok(verdict.is_confirmed())
            }
            Proof::Unsafe { .. } => Ok(false),
        }
    }
}

/// The body of an `AG`, plain or not.
fn always(session: &Session, formula: TermId) -> Option<TermId> {
    let terms = &session.system.terms;
    terms.operands(formula).first().copied().filter(|_| terms.op(formula) == Op::AG)
}

/// Whether a short run of the part that matters makes a formula false.
fn happens(model: &Cone, never: TermId, stop: &Stop) -> Result<bool, NoAnswer> {
    let mut run = Unroller::new(model, solvers::sat(Engine::best())()?)?;
    run.assert_init()?;
    for tick in 0..=NEAR {
        run.reach(tick)?;
        let happens = !run.literal(never, tick)?;
        if run.is_sat(&[happens], Some(EFFORT), stop)? {
            return Ok(true);
        }
    }
    Ok(false)
}
