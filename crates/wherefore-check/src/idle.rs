//! Does an invariant that holds say anything? Premises that are never true.
//!
//! `p -> q` in every state says nothing if `p` is never true. In invariants and `AG`, implications between which nothing but
//! "and" stands are looked at, and only as far as little work goes: a short run to the premise is the usual case, and the
//! proof that none exists gets a limited amount of work and is checked again like any other.
//!
//! Example: `INVARSPEC x = 3 -> y` where x counts 0, 1, 2, 0: the premise `x = 3` is never true.

use crate::context::Session;
use crate::ltl::vacuity::happening;
use crate::{Effort, Observer, Occurrence, Verdict};
use std::sync::Arc;
use wherefore_ir::{Op, Property, PropertyKind, TermId, walk};
use wherefore_solve::Stop;

/// Implications of a property that are looked at.
const MOST: usize = 4;
/// Work for all of them.
const EFFORT: Effort = Effort { depth: 8, conflicts: 2_000, obligations: 200, induction: 0 };

impl Session {
    /// The verdict on an invariant, or an `AG`, that was proved: vacuous if a premise in it is found never to be true.
    pub(crate) fn examined(
        &self,
        property: &Property,
        verdict: Verdict,
        stop: &Stop,
        observer: &Arc<dyn Observer>,
    ) -> Verdict {
        let Verdict::Holds { evidence, recheck } = verdict else { return verdict };
        match self.idle_premise(property, stop, observer) {
            Some(premise) => {
                let reason = happening(&self.system, premise);
                let element = self.system.elements.of(premise).first().copied();
                Verdict::Vacuous { evidence, recheck, reason, element }
            }
            None => Verdict::Holds { evidence, recheck },
        }
    }

    /// The first premise that is never true, by a proof that was checked again.
    fn idle_premise(&self, property: &Property, stop: &Stop, observer: &Arc<dyn Observer>) -> Option<TermId> {
        let premises = self.premises(property);
        if premises.is_empty() || !self.system.is_finite() {
            return None;
        }
        let answers = self.occurrences(&premises, EFFORT, (stop, observer));
        let is_idle = |answer: &Occurrence| match answer {
            Occurrence::Never { recheck, .. } => recheck.checker().is_some(),
            _ => false,
        };
        answers.iter().position(is_idle).map(|index| premises[index])
    }

    /// The premises that are looked at.
    fn premises(&self, property: &Property) -> Vec<TermId> {
        let terms = &self.system.terms;
        let body = match property.kind {
            PropertyKind::Invariant => Some(property.term),
            PropertyKind::Ctl => {
                terms.operands(property.term).first().copied().filter(|_| terms.op(property.term) == Op::AG)
            }
            PropertyKind::Ltl => None,
        };
        let premise = |term: TermId| match (terms.op(term), terms.operands(term)) {
            (Op::Implies, [premise, _]) => Some(*premise),
            _ => None,
        };
        let is_plain = |term: &TermId| !terms.has_ctl(*term) && !terms.has_ltl(*term) && !terms.has_next(*term);
        let conjuncts = body.map(|body| walk::conjuncts(terms, body)).unwrap_or_default();
        conjuncts.into_iter().filter_map(premise).filter(is_plain).take(MOST).collect()
    }
}
