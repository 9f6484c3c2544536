//! Every cell of every node of a product, walked by the models themselves.
//!
//! For each cell both models run on an input from it, with values instead of terms, from where an earlier walk left them; they
//! must do what the cell says. On the way it is noted which transitions they take.

use super::CompareError;
use super::branch::{ExecutionError, Executor, Observation, State};
use super::interface::Matched;
use super::oracle::internal;
use super::product::{Node, Outcome, Product, agree, cells, inputs};
use super::simulate::{Done, Simulator};
use std::collections::BTreeMap;
use wherefore_ir::{System, TermId, Value};
use wherefore_trace::Step;

/// A cell that was walked.
pub(super) struct Leg {
    pub node: usize,
    pub outcome: Outcome,
    /// Whether the machines agree on it.
    pub agrees: bool,
    /// The names of the transitions that each machine takes, over all that it can do.
    pub taken: Vec<Vec<String>>,
}

/// A whole walk.
#[derive(Default)]
pub(super) struct Tour {
    pub legs: Vec<Leg>,
    /// For each node that no inputs lie in any of its cells: what would have to be satisfiable for that to be wrong.
    pub outside: Vec<TermId>,
}

/// Where each machine is, by the state that the search has for it.
type Places = Vec<BTreeMap<State, Step>>;

/// Walks all cells.
pub(super) fn tour(
    executor: &mut Executor,
    systems: &[&System],
    matched: &Matched,
    product: &Product,
) -> Result<Tour, ExecutionError> {
    let joint = executor.joint.clone();
    let simulators = (0..systems.len()).map(|m| Simulator::new(systems[m], &joint, m, matched));
    let simulators: Vec<Simulator> = simulators.collect::<Result<_, _>>()?;
    let known: BTreeMap<&Node, usize> = product.nodes.iter().enumerate().map(|(i, n)| (n, i)).collect();
    let mut places: Vec<Places> = vec![Places::new(); product.nodes.len()];
    let mut tour = Tour { legs: Vec::new(), outside: Vec::new() };
    for (node, at) in product.nodes.iter().enumerate() {
        if product.ways[node].is_none() {
            let seen = product.starts.get(node).ok_or_else(|| internal("a first node of which nothing is seen"))?;
            places[node] = starts(executor, &simulators, at, seen)?;
        }
        let cells = cells(executor, at)?;
        let all = executor.joint.terms.or(cells.iter().map(|(_, term)| *term));
        tour.outside.push(executor.joint.terms.not(all));
        for (outcome, term) in cells {
            let model = executor.oracle.model(&mut executor.joint.terms, &[term])?;
            let model = model.ok_or_else(|| internal("a cell without inputs"))?;
            let values = inputs(&executor.joint, &model);
            let walked = walk(&simulators, &places[node], &outcome, &values)?;
            let agrees = agree(&outcome);
            if agrees {
                arrive(&known, &mut places, &outcome, &walked)?;
            }
            let taken = walked.into_iter().map(|w| w.taken).collect();
            tour.legs.push(Leg { node, outcome, agrees, taken });
        }
    }
    tour.outside.sort_unstable();
    tour.outside.dedup();
    Ok(tour)
}

fn starts(
    executor: &mut Executor,
    simulators: &[Simulator],
    node: &Node,
    seen: &Observation,
) -> Result<Places, CompareError> {
    let mut found = Vec::new();
    for (machine, (simulator, states)) in simulators.iter().zip(&node.0).enumerate() {
        let mut own = BTreeMap::new();
        for state in states {
            let begin = executor.filled(machine, state, seen)?;
            let (_, start) = simulator.start(&begin).ok_or_else(|| simulator.no_start())?;
            own.insert(state.clone(), start);
        }
        found.push(own);
    }
    Ok(found)
}

/// Walk of one machine.
#[derive(Default)]
struct Walked {
    ends: BTreeMap<Observation, BTreeMap<State, Step>>,
    taken: Vec<String>,
}

/// Runs the models on inputs, and compares with what is said of the cell.
fn walk(
    simulators: &[Simulator],
    places: &Places,
    outcome: &Outcome,
    values: &[Value],
) -> Result<Vec<Walked>, CompareError> {
    let mut all = Vec::new();
    for ((simulator, states), answer) in simulators.iter().zip(places).zip(outcome) {
        let mut walked = Walked::default();
        for (seen, nexts) in answer {
            for next in nexts {
                let end = match is_refusal(seen) {
                    true => states.get(next).cloned(),
                    false => {
                        let done: Option<Done> = states.values().find_map(|s| simulator.react(s, values, seen, next));
                        walked.taken.extend(done.iter().flat_map(|d| d.taken.clone()));
                        done.map(|d| d.end)
                    }
                };
                let end = end.ok_or_else(|| internal("a reaction that the evaluator does not confirm"))?;
                walked.ends.entry(seen.clone()).or_default().insert(next.clone(), end);
            }
        }
        all.push(walked);
    }
    Ok(all)
}

/// Whether inputs are seen not to be taken.
pub(super) fn is_refusal(seen: &Observation) -> bool {
    !seen.is_empty() && seen.iter().all(Option::is_none)
}

/// Notes where the machines are in the nodes that an outcome leads to.
fn arrive(
    known: &BTreeMap<&Node, usize>,
    places: &mut [Places],
    outcome: &Outcome,
    walked: &[Walked],
) -> Result<(), CompareError> {
    for seen in outcome.first().into_iter().flat_map(|a| a.keys()) {
        let next = Node(outcome.iter().map(|a| a.get(seen).cloned().unwrap_or_default()).collect());
        let at = known.get(&next).ok_or_else(|| internal("states that the search did not reach"))?;
        if places[*at].is_empty() {
            places[*at] = walked.iter().map(|w| w.ends.get(seen).cloned().unwrap_or_default()).collect();
        }
    }
    Ok(())
}
