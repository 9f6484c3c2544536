//! Runs of one of two machines on given inputs, replayed.

use super::branch::{ExecutionError, Executor, Observation, State};
use super::condition;
use super::interface::Matched;
use super::oracle::internal;
use super::product::Product;
use super::simulate::{Done, Simulator};
use super::tour::is_refusal;
use super::valuation::with_inputs;
use std::collections::BTreeMap;
use wherefore_ir::{System, Value};
use wherefore_trace::{Evaluator, Step, Trace, replay, show_short};

/// Data needed to show a difference.
pub(super) struct DifferenceExplainer<'a> {
    pub systems: &'a [&'a System],
    pub matched: &'a Matched,
    pub product: &'a Product,
}

/// A history of inputs and outputs.
pub(super) struct History {
    /// The first node.
    pub root: usize,
    pub inputs: Vec<Vec<Value>>,
    /// Observations after all inputs but the last.
    pub seens: Vec<Observation>,
}

/// The outputs as text; those that are not seen are a dash.
pub(super) fn shown(executor: &Executor, seen: &Observation) -> Vec<String> {
    let text = |v: &Option<Value>| v.as_ref().map_or_else(|| "-".to_owned(), |v| show_short(&executor.joint.terms, v));
    seen.iter().map(text).collect()
}

/// A run of one machine.
pub(super) struct Run {
    /// None where the machine does not take the inputs.
    reactions: Vec<Option<Done>>,
    pub trace: Trace,
}

impl Run {
    /// The ticks at which the reactions begin.
    pub fn ticks(&self) -> Vec<usize> {
        let steps = |done: &Option<Done>| done.as_ref().map_or(0, |done| done.ticks.len());
        let all: usize = self.reactions.iter().map(steps).sum();
        let mut at = self.trace.len().saturating_sub(1 + all);
        let mut begin = |done: &Option<Done>| {
            at += steps(done);
            at - steps(done)
        };
        self.reactions.iter().map(&mut begin).collect()
    }

    pub fn seen(&self, executor: &Executor, place: usize) -> Option<Vec<String>> {
        self.reactions.get(place)?.as_ref().map(|r| shown(executor, &r.seen))
    }

    pub fn takes(&self, place: usize) -> Vec<String> {
        self.reactions.get(place).and_then(Option::as_ref).map(|r| r.taken.clone()).unwrap_or_default()
    }
}

/// The run of a machine on inputs that shows what is given, and `last` at the end; replayed.
pub(super) fn run(
    executor: &mut Executor,
    teller: &DifferenceExplainer,
    machine: usize,
    history: &History,
    last: Option<&Observation>,
) -> Result<Run, ExecutionError> {
    let inputs = &history.inputs;
    let wanted: Vec<&Observation> = history.seens.iter().chain(last).collect();
    // Both machines start where the same is seen.
    let firsts = teller.product.nodes[history.root].0[machine].iter().cloned();
    let states = states(executor, machine, firsts, inputs, &wanted)?;
    let joint = executor.joint.clone();
    let simulator = Simulator::new(teller.systems[machine], &joint, machine, teller.matched)?;
    let failed = || ExecutionError::Refused(internal("a run that the evaluator does not confirm"));
    let first = states.first().ok_or_else(failed)?;
    let seen = teller.product.starts.get(history.root).ok_or_else(failed)?;
    let begin = executor.filled(machine, first, seen)?;
    let (before, start) = simulator.start(&begin).ok_or_else(|| ExecutionError::Refused(simulator.no_start()))?;
    let mut at: Step = start.clone();
    let mut reactions = Vec::new();
    for ((inputs, seen), next) in inputs.iter().zip(&wanted).zip(states.iter().skip(1)) {
        if is_refusal(seen) {
            reactions.push(None);
            continue;
        }
        let done = simulator.react(&at, inputs, seen, next).ok_or_else(failed)?;
        at = done.end.clone();
        reactions.push(Some(done));
    }
    let onward = onward(executor, machine, states.last().unwrap_or(first))?;
    let trace = simulator.trace(before, reactions.iter().flatten(), &start, onward.as_deref());
    replay(teller.systems[machine], &trace).map_err(|e| internal(&e.to_string()))?;
    Ok(Run { reactions, trace })
}

/// Inputs that a machine takes in a state, where the model restricts them: a run ends in a state with inputs, and these must be
/// lawful even if the inputs that were to be shown are not taken.
fn onward(executor: &mut Executor, machine: usize, state: &State) -> Result<Option<Vec<Value>>, ExecutionError> {
    if executor.joint.domain.is_empty() && executor.joint.machines[machine].invar.is_empty() {
        return Ok(None);
    }
    let branches = executor.branches(machine, state)?;
    let guard = branches.first().map(|b| b.guard);
    Ok(guard.map(|guard| condition::example(executor, guard)).transpose()?)
}

/// The states of a run of a machine on inputs that shows what is given.
fn states(
    executor: &mut Executor,
    machine: usize,
    firsts: impl Iterator<Item = State>,
    inputs: &[Vec<Value>],
    seens: &[&Observation],
) -> Result<Vec<State>, ExecutionError> {
    let mut layers: Vec<BTreeMap<State, Option<State>>> = vec![firsts.map(|s| (s, None)).collect()];
    for (inputs, seen) in inputs.iter().zip(seens) {
        let now = with_inputs(&executor.joint, inputs);
        let mut layer = BTreeMap::new();
        for state in layers.last().into_iter().flat_map(|l| l.keys()) {
            let branches = executor.branches(machine, state)?;
            let guards: Vec<_> = branches.iter().map(|b| b.guard).collect();
            let evaluator = Evaluator::new(&executor.joint.terms, &guards).map_err(|e| internal(&e.to_string()))?;
            let truths = evaluator.truths(&now, None);
            if truths.iter().all(|t| *t == Some(false)) && is_refusal(seen) {
                layer.entry(state.clone()).or_insert_with(|| Some(state.clone()));
            }
            for (branch, _) in branches.iter().zip(truths).filter(|(b, t)| *t == Some(true) && b.seen == **seen) {
                layer.entry(branch.next.clone()).or_insert_with(|| Some(state.clone()));
            }
        }
        layers.push(layer);
    }
    let mut at = layers.last().and_then(|l| l.keys().next().cloned());
    let mut found = Vec::new();
    for layer in layers.iter().rev() {
        let Some(state) = at else { return Err(internal("a history that no run has").into()) };
        at = layer.get(&state).cloned().flatten();
        found.push(state);
    }
    found.reverse();
    Ok(found)
}
