//! Does an invariant that holds say anything? Premises that are never true.
//!
//! `p -> q` in every state says nothing if `p` is never true. In invariants and `AG`, implications between which nothing but
//! "and" stands are looked at, and only as far as little work goes: a short run to the premise is the usual case, and the
//! proof that none exists gets a limited amount of work and is checked again like any other.
//!
//! Example: `INVARSPEC x = 3 -> y` where x counts 0, 1, 2, 0: the premise `x = 3` is never true, and `x != 3` is an
//! invariant that says more.

use crate::context::Session;
use crate::ltl::vacuity::happening;
use crate::stronger::stronger;
use crate::{Effort, Evidence, Observer, Occurrence, Recheck, Verdict};
use std::sync::Arc;
use wherefore_ir::{Op, Property, PropertyKind, TermId, Terms, walk};
use wherefore_solve::Stop;

/// Implications of a property that are looked at.
const MOST: usize = 4;
/// Work for all of them.
const EFFORT: Effort = Effort { depth: 8, conflicts: 2_000, drawn: 0, diagrams: 0, obligations: 200, induction: 0 };

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
        match self.idle_implication(property, stop, observer) {
            Some((implication, proof)) => {
                let premise = implication.premise;
                let reason = happening(&self.system, premise);
                let element = self.system.elements.of(premise).first().copied();
                let terms = &mut self.system.terms.clone();
                let left = without(terms, property, implication);
                let stronger = stronger(&self.system, property, (terms, left), implication.consequence, proof);
                Verdict::Vacuous { evidence, recheck, reason, element, stronger }
            }
            None => Verdict::Holds { evidence, recheck },
        }
    }

    /// The first implication whose premise is never true, with a proof of that which was checked again.
    fn idle_implication(
        &self,
        property: &Property,
        stop: &Stop,
        observer: &Arc<dyn Observer>,
    ) -> Option<(Implication, (Evidence, Recheck))> {
        let implications = implications(&self.system.terms, property);
        if implications.is_empty() || !self.system.is_finite() {
            return None;
        }
        let premises: Vec<TermId> = implications.iter().map(|i| i.premise).collect();
        let answers = self.occurrences(&premises, EFFORT, (stop, observer));
        let proof = |answer: Occurrence| match answer {
            Occurrence::Never { evidence, recheck } if recheck.checker().is_some() => Some((evidence, recheck)),
            _ => None,
        };
        implications.into_iter().zip(answers).find_map(|(implication, answer)| Some((implication, proof(answer)?)))
    }
}

/// An implication of a property.
#[derive(Clone, Copy)]
struct Implication {
    whole: TermId,
    premise: TermId,
    consequence: TermId,
}

/// What a property says of every state.
fn body(terms: &Terms, property: &Property) -> Option<TermId> {
    match property.kind {
        PropertyKind::Invariant => Some(property.term),
        PropertyKind::Ctl => {
            terms.operands(property.term).first().copied().filter(|_| terms.op(property.term) == Op::AG)
        }
        PropertyKind::Ltl => None,
    }
}

/// The implications that are looked at.
fn implications(terms: &Terms, property: &Property) -> Vec<Implication> {
    let implication = |whole: TermId| match (terms.op(whole), terms.operands(whole)) {
        (Op::Implies, [premise, consequence]) => {
            Some(Implication { whole, premise: *premise, consequence: *consequence })
        }
        _ => None,
    };
    let is_plain = |i: &Implication| {
        let term = i.premise;
        !terms.has_ctl(term) && !terms.has_ltl(term) && !terms.has_next(term)
    };
    let conjuncts = body(terms, property).map(|body| walk::conjuncts(terms, body)).unwrap_or_default();
    conjuncts.into_iter().filter_map(implication).filter(is_plain).take(MOST).collect()
}

/// The property with the denied premise for one of its implications: it holds where the premise is never true.
fn without(terms: &mut Terms, property: &Property, implication: Implication) -> TermId {
    let never = terms.not(implication.premise);
    let body = body(terms, property).unwrap_or(property.term);
    let conjuncts = walk::conjuncts(terms, body);
    let left = conjuncts.into_iter().map(|c| if c == implication.whole { never } else { c });
    let left = terms.and(left.collect::<Vec<_>>());
    if property.kind == PropertyKind::Ctl { terms.apply(Op::AG, &[left]) } else { left }
}
