//! The conjuncts of an invariant as a machine: which of them a step breaks first.
//!
//! ```text
//! !(a & b) & !(b & c)      region     states: all hold, the first fails, the second fails and the first holds
//!                                     a transition from the first state into each of the others
//! ```
//!
//! Failing runs end where the invariant fails, so that nothing leaves the other states on the way.

use crate::explanation::spelling::Spelling;
use std::collections::BTreeSet;
use wherefore_ir::control::{ControlGraph, ControlState, Region, RegionId, StateId, Transition};
use wherefore_ir::{Property, Role, System, TermId, walk};

/// Conjuncts that are told apart.
const MOST: usize = 64;

/// What stands before the conjunct in the name of a transition.
pub const BREAKS: &str = "breaks ";

/// Puts the machine of the conjuncts before the regions of a graph; leaves it as it is if there are not several conjuncts, or if they
/// speak of inputs. Adds terms to the system's arena.
pub fn with_conjuncts(system: &mut System, property: &Property, good: TermId, graph: ControlGraph) -> ControlGraph {
    let parts: Vec<TermId> = walk::conjuncts(&system.terms, good).into_iter().collect();
    if !(2..=MOST).contains(&parts.len()) || !speaks_of_states(system, good) {
        return graph;
    }
    own(system, property, good, &parts).map_or(graph.clone(), |own| joined(own, graph))
}

/// Whether a formula speaks of states alone, not of inputs and steps.
pub(super) fn speaks_of_states(system: &System, formula: TermId) -> bool {
    let is_state = walk::variables(&system.terms, [formula]).iter().all(|var| system.role(*var) != Role::Input);
    is_state && !system.terms.has_next(formula)
}

/// A machine in the state in which an invariant holds.
pub(super) fn holding(property: &Property, good: TermId) -> ControlGraph {
    let region = RegionId(0);
    let mut graph = ControlGraph::default();
    graph.regions.push(Region { name: property.name.clone(), parent: None, writes: Vec::new(), element: None });
    graph.states.push(ControlState { region, name: "holds".to_owned(), active: good, element: None });
    graph
}

/// A step of such a machine out of its first state.
pub(super) fn breaking(target: StateId, rule: &str, words: &str, taken: TermId) -> Transition {
    Transition {
        region: RegionId(0),
        source: StateId(0),
        target,
        rule: rule.to_owned(),
        name: format!("{words}{rule}"),
        named: true,
        enabled: taken,
        taken,
        internal: false,
        element: None,
        guard: None,
    }
}

/// The machine; none if a conjunct is too long to be named.
fn own(system: &mut System, property: &Property, good: TermId, parts: &[TermId]) -> Option<ControlGraph> {
    let mut spelling = Spelling::new(system, &property.text);
    let names: Vec<String> = parts.iter().map(|part| spelling.text(*part, true)).collect::<Option<_>>()?;
    let mut used = BTreeSet::new();
    let mut graph = holding(property, good);
    let mut before: Vec<TermId> = Vec::new();
    for (place, (part, name)) in parts.iter().zip(names).enumerate() {
        let name = if used.insert(name.clone()) { name } else { format!("{name} ({})", place + 1) };
        let fails = system.terms.not(*part);
        let active = system.terms.and(before.iter().copied().chain([fails]));
        let there = walk::shift(&mut system.terms, active, |_| true)?;
        let taken = system.terms.and([good, there]);
        before.push(*part);
        graph.transitions.push(breaking(StateId(place as u32 + 1), &name, BREAKS, taken));
        graph.states.push(ControlState { region: RegionId(0), name, active, element: None });
    }
    Some(graph)
}

/// The regions of one graph and then those of another.
fn joined(mut first: ControlGraph, second: ControlGraph) -> ControlGraph {
    let (regions, states) = (first.regions.len() as u32, first.states.len() as u32);
    first.regions.extend(second.regions);
    let of = |region: RegionId| RegionId(region.0 + regions);
    let at = |state: StateId| StateId(state.0 + states);
    first.states.extend(second.states.into_iter().map(|s| ControlState { region: of(s.region), ..s }));
    first.transitions.extend(second.transitions.into_iter().map(|t| Transition {
        region: of(t.region),
        source: at(t.source),
        target: at(t.target),
        ..t
    }));
    first
}
