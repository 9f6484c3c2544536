//! Findings that follow from others: what lies inside a part that is never reached is not reached either.

use crate::finding::{Finding, Kind};
use std::collections::BTreeSet;
use wherefore_ir::System;
use wherefore_ir::control::{ControlGraph, StateId};

/// Drops transitions of states that are never entered, states inside them, branches inside branches, values of variables that
/// have only one, and guards of transitions that are never taken.
pub(crate) fn drop_subsumed(system: &System, findings: &mut Vec<Finding>) {
    let dead = system.annexes.control.as_ref().map(|graph| dead_states(graph, findings)).unwrap_or_default();
    let all = findings.clone();
    findings.retain(|finding| match finding.kind {
        Kind::UnreachableState => !is_inside_dead(system, &dead, finding),
        Kind::DeadTransition => !starts_dead(system, &dead, finding),
        Kind::DeadBranch => !all.iter().any(|other| encloses(system, other, finding)),
        Kind::UnusedValue => {
            !all.iter().any(|other| other.kind == Kind::ConstantVariable && other.element == finding.element)
        }
        Kind::IdleGuard => !all.iter().any(|f| f.kind == Kind::DeadTransition && f.element == finding.element),
        _ => true,
    });
}

fn dead_states(graph: &ControlGraph, findings: &[Finding]) -> BTreeSet<StateId> {
    let is_dead = |name: &str, element| {
        findings.iter().any(|f| f.kind == Kind::UnreachableState && f.name == name && f.element == element)
    };
    let states = graph.states.iter().enumerate();
    states.filter(|(_, s)| is_dead(&s.name, s.element)).map(|(i, _)| StateId(i as u32)).collect()
}

fn is_inside_dead(system: &System, dead: &BTreeSet<StateId>, finding: &Finding) -> bool {
    let Some(graph) = &system.annexes.control else { return false };
    let own = graph.states.iter().find(|s| s.name == finding.name && s.element == finding.element);
    own.and_then(|s| graph.region(s.region).parent).is_some_and(|parent| dead.contains(&parent))
}

fn starts_dead(system: &System, dead: &BTreeSet<StateId>, finding: &Finding) -> bool {
    let Some(graph) = &system.annexes.control else { return false };
    let mut edges = graph.transitions.iter().filter(|t| t.element == finding.element).peekable();
    edges.peek().is_some() && edges.all(|t| dead.contains(&t.source))
}

fn encloses(system: &System, outer: &Finding, inner: &Finding) -> bool {
    let (Some(outside), Some(inside)) = (system.span(outer.element), system.span(inner.element)) else { return false };
    outer.kind == Kind::DeadBranch
        && outside != inside
        && outside.file == inside.file
        && outside.start <= inside.start
        && inside.end <= outside.end
}
