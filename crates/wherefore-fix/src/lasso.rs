//! Failing runs that never end, in the place of such that end.
//!
//! `AG p` and `G p` are broken by a run to a state in which `p` is false only if a fair run goes on from there. Where the form of a model
//! does not show that one does, a run of a changed model that ends in such a state refutes nothing, and values of an open place that keep
//! `p` on a run that ends excuse nothing. A run that goes on for ever does both.

use std::sync::Arc;
use wherefore_check::ltl::{Route, by_route};
use wherefore_check::{Finding, Observer, Options, Session, Verdict};
use wherefore_ir::{Op, Property, PropertyKind, System};
use wherefore_stop::Stop;
use wherefore_trace::Trace;

/// How many more states a run that never ends may have.
const MORE: u32 = 12;

/// The violated properties by name, each with a run on which it fails: one that never ends where only such a run says something, and one
/// is found.
pub(crate) fn failing_runs(
    system: &System,
    findings: &[Finding],
    options: &Options,
    limits: (&Stop, &Arc<dyn Observer>),
) -> Vec<(String, Trace)> {
    let session = Session::new(system, options.clone());
    let violated = findings.iter().filter_map(|finding| match &finding.verdict {
        Verdict::Violated(run) => Some((&finding.property, &run.trace)),
        _ => None,
    });
    let chosen = |(name, run): (&String, &Trace)| {
        let property = system.property(name).filter(|p| run.loop_start.is_none() && session.as_invariant(p).is_none());
        let endless = property.and_then(|p| endless(system, p, run, options, limits));
        (name.clone(), endless.unwrap_or_else(|| run.clone()))
    };
    violated.map(chosen).collect()
}

/// A run that never ends and breaks a property that says of plain states that they are met always.
fn endless(
    system: &System,
    property: &Property,
    run: &Trace,
    options: &Options,
    (stop, observer): (&Stop, &Arc<dyn Observer>),
) -> Option<Trace> {
    let (op, body) = (system.terms.op(property.term), *system.terms.operands(property.term).first()?);
    if !matches!(op, Op::AG | Op::G) || system.terms.has_ctl(body) || system.terms.has_ltl(body) {
        return None;
    }
    let mut system = system.clone();
    let term = system.terms.apply(Op::G, &[body]);
    let linear = Property { kind: PropertyKind::Ltl, term, ..property.clone() };
    let session = Session::new(&system, options.clone());
    match by_route(&session, &linear, Route::Lasso(run.len() as u32 + MORE), stop, observer) {
        Verdict::Violated(found) => Some(found.trace),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
