//! Branches of case distinctions, for models in which no variable is control.
//!
//! A variable that a property reads gets its next value by a case distinction. Which branch of it a step takes tells steps apart, as
//! the transitions of a machine with a single state would:
//!
//! ```text
//! next(balance) := case                         region balance    one state
//!   withdraw > 0 : balance - withdraw - 1;        line 5          taken when withdraw > 0
//!   TRUE         : balance + deposit; esac;       line 6          taken when withdraw <= 0
//! ```
//!
//! Such a graph keeps the promises of a control graph by its form: its states are never left, and the branches of a case exclude
//! each other.

use super::edges::{Edge, Machine, Rule};
use super::fold;
use super::guards::Guards;
use super::names::Naming;
use super::tree::{Tree, definition};
use std::collections::BTreeSet;
use wherefore_diag::Span;
use wherefore_ir::control::ControlGraph;
use wherefore_ir::{Role, System, VarId, walk};

/// A region for each variable that a property reads and that a case distinction gives its next value. Adds terms to the system's
/// arena, changes nothing else.
pub fn branches(system: &mut System, line_of: &dyn Fn(Span) -> Option<usize>) -> ControlGraph {
    let read = walk::variables(&system.terms, system.properties.iter().map(|p| p.term));
    let vars: Vec<VarId> = read.into_iter().filter(|var| system.role(*var) == Role::State).collect();
    let mut guards = Guards::new(system);
    let machines: Vec<Machine> = vars.iter().filter_map(|var| machine(system, &mut guards, *var)).collect();
    let naming = Naming { label: None, control: Vec::new(), line_of };
    let titles = naming.titles(system, &mut guards, &machines);
    let writes = machines.iter().map(|machine| vec![machine.var]).collect();
    super::graph(system, &machines, &vec![None; machines.len()], &titles, writes)
}

/// The regions that give some variables their values.
pub fn of_variables(graph: &ControlGraph, wanted: &BTreeSet<VarId>) -> ControlGraph {
    let mut kept = ControlGraph::default();
    for region in graph.region_ids().filter(|r| graph.region(*r).writes.iter().any(|var| wanted.contains(var))) {
        let number = wherefore_ir::control::RegionId(kept.regions.len() as u32);
        let first = wherefore_ir::control::StateId(kept.states.len() as u32);
        kept.regions.push(graph.region(region).clone());
        for state in graph.states_of(region) {
            let state = graph.state(state).clone();
            kept.states.push(wherefore_ir::control::ControlState { region: number, ..state });
        }
        for transition in graph.transitions_of(region) {
            let transition = graph.transition(transition).clone();
            let ends = wherefore_ir::control::Transition { region: number, source: first, target: first, ..transition };
            kept.transitions.push(ends);
        }
    }
    kept
}

/// The machine of a variable; none if its next value is not a case distinction with several branches.
fn machine(system: &mut System, guards: &mut Guards, var: VarId) -> Option<Machine> {
    let next = system.terms.next(var);
    let tree = Tree::new(system, next, &definition(system, next)?);
    if tree.leaves.len() < 2 {
        return None;
    }
    let mut rules = Vec::new();
    for (place, leaf) in tree.leaves.iter().enumerate() {
        let own = tree.own(leaf);
        let mut path = Vec::new();
        for step in tree.path(leaf) {
            let condition = fold::expand(&mut system.terms, tree.steps[step].condition);
            path.push(if tree.steps[step].holds { condition } else { system.terms.not(condition) });
        }
        let taken = system.terms.and(path);
        let conjuncts = guards.close(system, &own);
        let edges = vec![Edge { source: 0, target: 0, enabled: taken, taken }];
        rules.push(Rule { number: place + 1, own, conjuncts, element: leaf.element, edges });
    }
    rules.retain(|rule| rule.edges.iter().all(|edge| fold::truth(&system.terms, edge.taken) != Some(false)));
    let active = vec![system.terms.bool(true)];
    Some(Machine { var, names: vec!["any value".to_owned()], active, rules, defined: true, cut: tree.cut })
}
