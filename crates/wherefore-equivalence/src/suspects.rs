//! Which transitions of an implementation to look at.
//!
//! A run is the way to a node and one reaction there. It fails if the outputs differ at its end. Transitions that the
//! implementation takes on failing runs and seldom on others are suspicious, and so is one that it does not take where the
//! reference takes the one of the same name: that is what a guard does that is too strong.

use super::product::{Outcome, Product};
use super::tour::{Leg, Tour};
use std::collections::{BTreeMap, BTreeSet};
use wherefore_explain::Suspect;
use wherefore_explain::rank::{Evidence, rank};
use wherefore_explain::result::suspect::{Share, SuspectKind, SuspectReason};
use wherefore_ir::System;
use wherefore_ir::control::ControlGraph;

/// How a transition was involved in runs.
#[derive(Clone, Copy, Debug, Default)]
struct Part {
    /// Failing runs that take it.
    failed: usize,
    /// Failing runs whose last reaction takes it only in the reference.
    missed: usize,
    /// Other runs that take it.
    passed: usize,
    /// Whether the element is taken, or missed, in the last reaction of a failing run.
    is_last: bool,
}

/// The suspects of an implementation, most suspicious first.
pub(super) fn suspects(implementation: &System, product: &Product, tour: &Tour) -> Vec<Suspect> {
    let Some(control) = &implementation.annexes.control else { return Vec::new() };
    let places: BTreeMap<&str, usize> =
        control.transitions.iter().enumerate().map(|(i, t)| (t.name.as_str(), i)).collect();
    let ways = ways(product, tour, &places);
    let mut parts = vec![Part::default(); control.transitions.len()];
    let failing = tour.legs.iter().filter(|l| !l.agrees).count();
    for leg in &tour.legs {
        let own = named(&places, leg.taken.get(1));
        let used: BTreeSet<usize> = own.union(&ways[leg.node]).copied().collect();
        if leg.agrees {
            used.iter().for_each(|t| parts[*t].passed += 1);
            continue;
        }
        let missed: BTreeSet<usize> = named(&places, leg.taken.first()).difference(&own).copied().collect();
        for transition in used.union(&missed) {
            let part = &mut parts[*transition];
            part.failed += 1;
            part.missed += usize::from(missed.contains(transition));
            part.is_last |= own.contains(transition) || missed.contains(transition);
        }
    }
    listed(control, &parts, failing)
}

/// The transitions of these names.
fn named(places: &BTreeMap<&str, usize>, names: Option<&Vec<String>>) -> BTreeSet<usize> {
    names.into_iter().flatten().filter_map(|n| places.get(n.as_str()).copied()).collect()
}

/// The transitions that the implementation takes on the way to each node.
fn ways(product: &Product, tour: &Tour, places: &BTreeMap<&str, usize>) -> Vec<BTreeSet<usize>> {
    let legs: BTreeMap<(usize, &Outcome), &Leg> = tour.legs.iter().map(|l| ((l.node, &l.outcome), l)).collect();
    let mut taken = vec![BTreeSet::new(); product.nodes.len()];
    for (node, way) in product.ways.iter().enumerate() {
        let Some(way) = way else { continue };
        let leg = legs.get(&(way.node, &way.outcome));
        let own = named(places, leg.and_then(|l| l.taken.get(1)));
        taken[node] = own.union(&taken[way.node]).copied().collect();
    }
    taken
}

fn listed(control: &ControlGraph, parts: &[Part], failing: usize) -> Vec<Suspect> {
    let evidence = |p: &Part| Evidence {
        failed: p.failed,
        passed: p.passed,
        coverage: p.missed,
        distance: Some(usize::from(!p.is_last)),
        ..Evidence::default()
    };
    let evidence: Vec<Evidence> = parts.iter().map(evidence).collect();
    let suspect = |r: wherefore_explain::rank::Ranked| {
        let (transition, part) = (&control.transitions[r.element], parts[r.element]);
        let [from, to] = [transition.source, transition.target].map(|s| control.state(s).name.clone());
        Suspect {
            name: transition.name.clone(),
            element: transition.element,
            guard: transition.guard,
            kind: SuspectKind::Transition,
            leads: format!("{from} -> {to}"),
            rank: r.rank,
            score: r.score,
            reasons: reasons(part, failing),
        }
    };
    rank(&evidence, failing).into_iter().map(suspect).collect()
}

fn reasons(part: Part, failing: usize) -> Vec<SuspectReason> {
    let taken = part.failed - part.missed;
    let missed = (part.missed > 0).then_some(SuspectReason::OnlyInReference(part.missed));
    let taken = (taken > 0).then_some(SuspectReason::OnWays(Share::new(taken, failing)));
    missed.into_iter().chain(taken).chain([SuspectReason::OnOtherWays(part.passed)]).collect()
}
