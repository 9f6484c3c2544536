//! Loops in which fairness cannot be met: where a run comes to them, no fair run is left.

use crate::finding::{Finding, FindingEvidence, Kind, Lint, OpenQuestion};
use std::sync::Arc;
use wherefore_check::{Observer, Session, UnfairLoop};
use wherefore_ir::{ElementId, System, TermId};
use wherefore_stop::Stop;
use wherefore_trace::evaluate;

/// Asks whether a run of a model that states fairness can come to where it can never be fair again.
pub(crate) fn ask(session: &Session, system: &System, (stop, observer): (&Stop, &Arc<dyn Observer>), found: &mut Lint) {
    let pair = || system.compassion.first().map(|c| c.element);
    let Some(first) = system.justice.first().map(|c| c.element).or_else(pair) else { return };
    // Nothing is known of unbounded data: the question is not asked.
    if !system.is_finite() {
        return;
    }
    found.asked += 1;
    let kind = Kind::UnfairLoop;
    match session.unfair_loop(stop, observer) {
        Ok(None) => {}
        Ok(Some(unfair)) => {
            let element = unmet(system, &unfair).or(first);
            let name = element.map(|e| system.elements.get(e).name.clone()).unwrap_or_default();
            let evidence = FindingEvidence::Unfair(Box::new(unfair));
            found.findings.push(Finding { kind, element, name, other: None, value: None, evidence });
        }
        Err(cause) => found.open.push(OpenQuestion { kind, element: first, name: "fairness".to_owned(), cause }),
    }
}

/// The first fairness condition that the loop of a run does not meet.
fn unmet(system: &System, unfair: &UnfairLoop) -> Option<ElementId> {
    let round = unfair.trace.steps.get(unfair.trace.loop_start?..)?;
    let happens = |term: TermId| {
        round.iter().any(|step| {
            evaluate(&system.terms, term, &step.values, None).is_ok_and(|v| v.and_then(|v| v.as_bool()) == Some(true))
        })
    };
    let justice = system.justice.iter().find(|c| !happens(c.term)).map(|c| c.element);
    let pair = || system.compassion.iter().find(|c| happens(c.premise) && !happens(c.consequence)).map(|c| c.element);
    justice.or_else(pair).flatten()
}
