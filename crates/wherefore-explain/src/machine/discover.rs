//! Finds the state machines in a system that was not written as one.
//!
//! A control variable is an enumeration whose next value is a case distinction that looks at its present value:
//!
//! ```text
//! DEFINE t1 := s = OFF & e = enter & t <= 24;      region s    states OFF, IDLE, ON
//! ASSIGN next(s) := case                             t1       OFF -> IDLE
//!          t1 : IDLE;                                line 5   ON -> OFF      when s = ON & e = exit & !t1,
//!          s = ON & e = exit : OFF;                                          which is s = ON & e = exit
//!          TRUE : s; esac;
//! ```
//!
//! Each branch is a rule; in each control state in which it can apply it is one transition for each value it can give.
//! Earlier branches are negated in its guard, so priorities are compiled in. A branch that keeps the value is no
//! transition, and neither is one that gives the value which the state happens to have already, unless the branch is
//! meant for that state.
//!
//! Conditions may speak of the next state, as a label does that records the transition taken. `enabled` is then traced
//! back to the present through the definition of that label. Where that is not possible, `enabled` is the same term as
//! `taken`.
//!
//! Where no variable is control, `branches` has the case distinctions of what a property reads, `conjuncts` the property itself, and
//! `changes` what a step changes in it.
//!
//! The steps: `hints` chooses the variables, `tree` and `edges` find their rules, `nesting` puts regions into
//! states of others, `names` says what the modeller would call a transition, `writes` what a blocked transition
//! leaves alone.

mod branches;
mod changes;
mod conjuncts;
mod edges;
mod fold;
mod guards;
mod hints;
mod names;
mod nesting;
mod restrict;
#[cfg(test)]
mod tests;
mod tree;
mod writes;

pub use branches::{branches, of_variables};
pub use changes::changes;
pub use conjuncts::with_conjuncts;
pub use hints::{HintError, HintProblem};
pub use restrict::restrict;

use edges::{Machine, machine};
use guards::Guards;
use names::{Naming, Title, edge_names};
use nesting::{OuterState, is_entry, nest, parents_first};
use std::collections::BTreeSet;
use tree::{Tree, definition};
use wherefore_diag::Span;
use wherefore_ir::control::{ControlGraph, ControlState, Region, RegionId, StateId, Transition};
use wherefore_ir::{ElementId, System, TermId, Value, VarId};
use wherefore_trace::Evaluator;

/// Hints of the user about control.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hints {
    /// Names of control variables; empty: by rule.
    pub control: Vec<String>,
    /// The name of the variable whose values are the names of transitions.
    pub label: Option<String>,
    /// No region lives in a state of another: all run in parallel.
    pub flat: bool,
}

/// Result of the discovery.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Discovery {
    /// The state machines.
    pub graph: ControlGraph,
    /// Notes for the reader about the search.
    pub notes: Vec<String>,
}

/// Finds the state machines of a system. `line_of` says on which line of its file a span begins. Adds terms to the
/// system's arena, changes nothing else. Deterministic.
pub fn discover(
    system: &mut System,
    hints: &Hints,
    line_of: &dyn Fn(Span) -> Option<usize>,
) -> Result<Discovery, HintError> {
    let mut guards = Guards::new(system);
    let label = hints.label.as_ref().map(|name| hints::label_terms(system, name)).transpose()?;
    let control = hints::control_variables(system, &mut guards, hints)?;
    let found: Vec<Machine> = control.iter().filter_map(|v| machine(system, &mut guards, *v)).collect();
    let mut notes = notes(system, &found);
    let places = if hints.flat { vec![None; found.len()] } else { nest(&found) };
    let (machines, places) = arrange(found, places);
    let naming = Naming { label, control, line_of };
    let titles = naming.titles(system, &mut guards, &machines);
    if let (Some(name), false) = (&hints.label, naming.label_is_tested(system, &machines)) {
        notes.push(format!("no branch tests `{name}`: transitions are named otherwise"));
    }
    let writes = writes::writes(system, &machines, &places);
    Ok(Discovery { graph: graph(system, &machines, &places, &titles, writes), notes })
}

/// The branch that a step executes to give a variable its next value; the whole assignment if it has none. `None` if no
/// equation says what the next value is.
pub fn executed(
    system: &System,
    var: VarId,
    (before, after): (&[Option<Value>], &[Option<Value>]),
) -> Option<ElementId> {
    let mut system = system.clone();
    let next = system.terms.next(var);
    let tree = Tree::new(&system, next, &definition(&system, next)?);
    let conditions: Vec<TermId> = tree.steps.iter().map(|s| s.condition).collect();
    let truths = Evaluator::new(&system.terms, &conditions).ok()?.truths(before, Some(after));
    let is_so = |step: &usize| truths[*step] == Some(tree.steps[*step].holds);
    tree.leaves.iter().find(|leaf| tree.path(leaf).iter().all(is_so))?.element
}

fn notes(system: &mut System, machines: &[Machine]) -> Vec<String> {
    let name = |m: &Machine| system.terms.var(m.var).name.clone();
    let undefined = machines.iter().filter(|m| !m.defined);
    let undefined = undefined.map(|m| format!("`{}` has no equation: every change is a transition", name(m)));
    let cut = machines.iter().filter(|m| m.cut);
    let cut = cut.map(|m| format!("the next value of `{}` has too many branches: some are taken as one", name(m)));
    let mut notes: Vec<String> = undefined.chain(cut).collect();
    if machines.is_empty() {
        let candidates = hints::candidates(system);
        let choice = if candidates.is_empty() { String::new() } else { format!(": {}", candidates.join(", ")) };
        let rule = "no control variable found: no enumeration decides its next value by its present one";
        notes.push(format!("{rule}; name one with `--control NAME`{choice}"));
    }
    notes
}

/// Puts machines into states of others, parents first, and takes entries away from the inner ones.
fn arrange(found: Vec<Machine>, places: Vec<Option<OuterState>>) -> (Vec<Machine>, Vec<Option<OuterState>>) {
    let order = parents_first(&places);
    let moved =
        |p: OuterState| OuterState { machine: order.iter().position(|m| *m == p.machine).unwrap_or_default(), ..p };
    let mut machines = Vec::with_capacity(found.len());
    for index in &order {
        let mut machine = found[*index].clone();
        if let Some(place) = places[*index] {
            machine.rules.retain(|rule| !is_entry(rule, &found[place.machine], place.state));
        }
        machines.push(machine);
    }
    let places = order.iter().map(|m| places[*m].map(moved)).collect();
    (machines, places)
}

fn graph(
    system: &System,
    machines: &[Machine],
    places: &[Option<OuterState>],
    titles: &[Vec<Title>],
    writes: Vec<Vec<VarId>>,
) -> ControlGraph {
    let mut graph = ControlGraph::default();
    let mut used = BTreeSet::new();
    let mut first = Vec::with_capacity(machines.len());
    for (index, (machine, writes)) in machines.iter().zip(writes).enumerate() {
        let region = RegionId(index as u32);
        first.push(graph.states.len());
        graph.regions.push(Region {
            name: system.terms.var(machine.var).name.clone(),
            parent: places[index].map(|p| StateId((first[p.machine] + p.state) as u32)),
            writes,
            element: system.var_element(machine.var),
        });
        let states = machine.names.iter().zip(&machine.active);
        graph.states.extend(states.map(|(name, active)| ControlState {
            region,
            name: name.clone(),
            active: *active,
            element: None,
        }));
        let names = edge_names(machine, &titles[index], &mut used);
        add_transitions(&mut graph, region, machine, &titles[index], names);
    }
    graph
}

fn add_transitions(
    graph: &mut ControlGraph,
    region: RegionId,
    machine: &Machine,
    titles: &[Title],
    names: Vec<Vec<String>>,
) {
    let first = graph.states.len() - machine.names.len();
    let state = |position: usize| StateId((first + position) as u32);
    for ((rule, title), names) in machine.rules.iter().zip(titles).zip(names) {
        for (edge, name) in rule.edges.iter().zip(names) {
            graph.transitions.push(Transition {
                region,
                source: state(edge.source),
                target: state(edge.target),
                name,
                named: title.named,
                rule: title.name.clone(),
                enabled: edge.enabled,
                taken: edge.taken,
                internal: false,
                element: rule.element,
                guard: title.guard,
            });
        }
    }
}
