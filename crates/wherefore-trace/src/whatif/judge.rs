//! What a run shows about a property, whichever way it went.

use crate::{Evaluator, Fault, Outcome, ReplayError, Trace, replay_property};
use wherefore_ir::{Property, PropertyKind, System, TermId};

/// What a run shows about a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// The run breaks the property; at this step, if the property must hold at every step.
    Fails(Option<usize>),
    /// The property holds on the run: at every step of a finite one, or for ever on one that is a loop.
    Holds,
    /// Its loop is not fair, and properties speak of fair runs only.
    Unfair,
    /// The run leaves the property open: what follows its last step decides, or a value is missing.
    Open,
}

/// Judges a run.
pub(super) fn judge(system: &System, trace: &Trace, property: &Property) -> Result<Judgement, ReplayError> {
    match property.kind {
        PropertyKind::Invariant => invariant(system, trace, property.term),
        PropertyKind::Ltl | PropertyKind::Ctl => temporal(system, trace, property),
    }
}

fn invariant(system: &System, trace: &Trace, term: TermId) -> Result<Judgement, ReplayError> {
    let evaluator =
        Evaluator::new(&system.terms, &[term]).map_err(|e| ReplayError::new(Fault::Unsupported, 0, e.to_string()))?;
    let truth = |step: usize| {
        let next = trace.successor(step).map(|s| trace.steps[s].values.as_slice());
        evaluator.truths(&trace.steps[step].values, next)[0]
    };
    let truths: Vec<Option<bool>> = (0..trace.len()).map(truth).collect();
    Ok(match truths.iter().position(|t| *t == Some(false)) {
        Some(step) => Judgement::Fails(Some(step)),
        None if truths.contains(&None) => Judgement::Open,
        None => Judgement::Holds,
    })
}

fn temporal(system: &System, trace: &Trace, property: &Property) -> Result<Judgement, ReplayError> {
    match replay_property(system, trace, property) {
        Ok(Outcome::Shown) => Ok(Judgement::Fails(None)),
        Ok(Outcome::Partial(_)) => Ok(Judgement::Open),
        Err(error) => match error.fault {
            Fault::PropertyHolds => Ok(Judgement::Holds),
            Fault::Justice | Fault::Compassion => Ok(Judgement::Unfair),
            Fault::Inconclusive | Fault::Undetermined => Ok(Judgement::Open),
            _ => Err(error),
        },
    }
}
