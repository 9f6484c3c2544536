//! Does a run show that a property is violated?
//!
//! * An invariant must be false at the last step.
//! * An LTL formula must be false at the first step. On a lasso it is evaluated exactly, past included; the
//!   lasso must be fair. On a finite trace it must be false whatever follows.
//! * A CTL formula likewise, as far as one path can show it. Universal formulas lose their quantifiers: a
//!   path that breaks `G p` breaks `AG p`. What no single path can show, such as that `EF p` is false, is handed back
//!   as a claim.
//!
//! Whether a finite trace can be continued at all, and fairly, is not asked here: it shows what goes wrong on any
//! continuation there is.

use super::claim::{Claim, claims};
use super::{Fault, ReplayError};
use crate::{Evaluator, LabelError, Labels, Trace};
use wherefore_ir::{Compassion, Property, PropertyKind, System, TermId};

/// Evidence of a trace about a property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The violation is there to be seen.
    Shown,
    /// The property is violated if these claims are true; a single trace cannot show them.
    Partial(Vec<Claim>),
}

/// Checks that a trace violates a property. Whether it is a run is checked by [`super::replay`].
pub fn replay_property(system: &System, trace: &Trace, property: &Property) -> Result<Outcome, ReplayError> {
    match property.kind {
        PropertyKind::Invariant => replay_invariant(system, trace, property.term).map(|()| Outcome::Shown),
        PropertyKind::Ltl | PropertyKind::Ctl => temporal(system, trace, property),
    }
}

/// Checks that a trace is a run of the system and shows by itself that a property is violated.
pub fn replay_violation(system: &System, trace: &Trace, property: &Property) -> Result<(), ReplayError> {
    super::replay(system, trace)?;
    match replay_property(system, trace, property)? {
        Outcome::Shown => Ok(()),
        Outcome::Partial(_) => {
            let subject = format!("property {}: {}", property.name, property.text);
            Err(ReplayError::new(Fault::Inconclusive, 0, subject).with_element(property.element))
        }
    }
}

/// Checks that a formula is false at the last step: a violated invariant, or an obligation that is not met.
pub fn replay_invariant(system: &System, trace: &Trace, formula: TermId) -> Result<(), ReplayError> {
    let step = trace.len().saturating_sub(1);
    let Some(last) = trace.steps.last() else {
        return Err(ReplayError::new(Fault::Malformed, 0, "the trace has no step"));
    };
    let evaluator = Evaluator::new(&system.terms, &[formula])
        .map_err(|e| ReplayError::new(Fault::Unsupported, step, e.to_string()))?;
    let next = trace.successor(step).map(|s| &trace.steps[s]);
    let fault = match evaluator.truths(&last.values, next.map(|n| n.values.as_slice()))[0] {
        Some(false) => return Ok(()),
        Some(true) => Fault::PropertyHolds,
        None => Fault::Undetermined,
    };
    Err(ReplayError::about(system, fault, step, formula, None).with_term(system, last, next, formula))
}

fn temporal(system: &System, trace: &Trace, property: &Property) -> Result<Outcome, ReplayError> {
    let labels = Labels::new(&system.terms, trace, property.term).map_err(|e| match e {
        LabelError::Malformed => ReplayError::new(Fault::Malformed, 0, e.to_string()),
        _ => ReplayError::new(Fault::Unsupported, 0, e.to_string()).with_element(property.element),
    })?;
    if let Some(start) = trace.loop_start {
        fairness(system, trace, start)?;
    }
    let error = |fault| {
        let subject = format!("property {}: {}", property.name, property.text);
        Err(ReplayError::new(fault, 0, subject).with_element(property.element))
    };
    match labels.at(property.term, 0) {
        Some(false) => Ok(Outcome::Shown),
        Some(true) => error(Fault::PropertyHolds),
        None if property.kind == PropertyKind::Ctl => {
            Ok(Outcome::Partial(claims(&system.terms, &labels, property.term)))
        }
        None => error(Fault::Inconclusive),
    }
}

/// Checks that going round the loop for ever is fair.
fn fairness(system: &System, trace: &Trace, start: usize) -> Result<(), ReplayError> {
    let justice = system.justice.iter().map(|c| c.term);
    let compassion = system.compassion.iter().flat_map(|c| [c.premise, c.consequence]);
    let roots: Vec<TermId> = justice.chain(compassion).collect();
    let evaluator = Evaluator::new(&system.terms, &roots)
        .map_err(|e| ReplayError::new(Fault::Unsupported, start, e.to_string()))?;
    // Whether each formula is ever true in the loop: missing if that hangs on a missing value.
    let mut ever = vec![Some(false); roots.len()];
    for step in &trace.steps[start..] {
        for (ever, now) in ever.iter_mut().zip(evaluator.truths(&step.values, None)) {
            *ever = if *ever == Some(true) || now == Some(true) { Some(true) } else { ever.and(now) };
        }
    }
    let (just, pairs) = ever.split_at(system.justice.len());
    for (constraint, ever) in system.justice.iter().zip(just) {
        match ever {
            Some(true) => {}
            Some(false) => {
                return Err(ReplayError::about(system, Fault::Justice, start, constraint.term, constraint.element));
            }
            None => {
                return Err(ReplayError::about(
                    system,
                    Fault::Undetermined,
                    start,
                    constraint.term,
                    constraint.element,
                ));
            }
        }
    }
    system.compassion.iter().zip(pairs.chunks(2)).try_for_each(|(c, ever)| compassionate(system, start, c, ever))
}

fn compassionate(
    system: &System,
    start: usize,
    compassion: &Compassion,
    ever: &[Option<bool>],
) -> Result<(), ReplayError> {
    let fault = match ever {
        [Some(false), _] | [_, Some(true)] => return Ok(()),
        [Some(true), Some(false)] => Fault::Compassion,
        _ => Fault::Undetermined,
    };
    Err(ReplayError::about(system, fault, start, compassion.consequence, compassion.element))
}
