//! Differences for people: which output, for which inputs, and a run of both machines that shows it.
//!
//! Outcomes of the product in which the machines disagree are grouped by what differs first and by the inputs for which it
//! does. The first of each group is shown: its inputs are chosen to be read, and both models run on them.

use super::branch::{Executor, Hindrance, Observation, State};
use super::explain::{explain, unexplained};
use super::interface::Matched;
use super::oracle::{internal, sorted};
use super::product::{Answer, Outcome, Product, cells};
use super::simulate::{Done, Simulator};
use super::tour::is_refusal;
use super::{Difference, Reaction, condition};
use crate::explanation::Untold;
use crate::id;
use crate::scene::Way;
use std::collections::BTreeMap;
use wherefore_ir::{System, Value};
use wherefore_trace::{Evaluator, Step, Trace, replay, show_short};

/// Outcomes that are looked into; the others are only counted.
const MOST_EXAMINED: usize = 400;

/// Of more differences than this nobody reads the explanations.
const MOST_EXPLAINED: usize = 5;

/// What is needed to show a difference.
pub(super) struct Teller<'a> {
    pub systems: &'a [&'a System],
    pub matched: &'a Matched,
    pub product: &'a Product,
}

/// What one machine can show and the other cannot.
struct Clash {
    by_reference: bool,
    seen: Observation,
    others: Vec<Observation>,
    outputs: Vec<usize>,
}

/// What differs in an outcome. A refusal is told last.
fn clash(outcome: &Outcome) -> Option<Clash> {
    let [reference, implementation] = outcome.as_slice() else { return None };
    let only = |a: &Answer, b: &Answer| a.keys().rev().find(|seen| !b.contains_key(*seen)).cloned();
    let (by_reference, seen, other) = match only(reference, implementation) {
        Some(seen) => (true, seen, implementation),
        None => (false, only(implementation, reference)?, reference),
    };
    let others: Vec<Observation> = other.keys().cloned().collect();
    let differs = |place: &usize| others.iter().all(|o| o[*place] != seen[*place]);
    let outputs = match is_refusal(&seen) || others.iter().all(is_refusal) {
        true => Vec::new(),
        false => (0..seen.len()).filter(differs).collect(),
    };
    Some(Clash { by_reference, seen, others, outputs })
}

/// The differences of a product, the shortest first, and whether all are among them.
pub(super) fn differences(
    executor: &mut Executor,
    teller: &Teller,
    most: usize,
) -> Result<(Vec<Difference>, bool), Hindrance> {
    if teller.product.starts_differ {
        return Ok((vec![at_the_start(executor, teller)], true));
    }
    let mut groups: BTreeMap<String, usize> = BTreeMap::new();
    let mut found: Vec<Difference> = Vec::new();
    let mut complete = true;
    for (place, (node, outcome)) in teller.product.differences.iter().enumerate() {
        if place >= MOST_EXAMINED {
            complete = false;
            break;
        }
        let Some(clash) = clash(outcome) else { continue };
        let term = cell(executor, teller, *node, outcome)?;
        let words = condition::words(executor, term)?;
        let key = format!("{}, for {words}", subject(teller, &clash));
        if let Some(known) = groups.get(&key) {
            found[*known].places += 1;
            continue;
        }
        if found.len() == most {
            complete = false;
            break;
        }
        groups.insert(key.clone(), found.len());
        let is_explained = found.len() < MOST_EXPLAINED;
        found.push(told(executor, teller, (*node, outcome), &clash, (key, words), is_explained)?);
    }
    Ok((found, complete))
}

/// What differs, in words.
fn subject(teller: &Teller, clash: &Clash) -> String {
    let names: Vec<&str> = clash.outputs.iter().map(|o| teller.matched.outputs[*o][0].name.as_str()).collect();
    match names.as_slice() {
        [] if is_refusal(&clash.seen) || clash.others.iter().any(is_refusal) => "inputs are not taken".to_owned(),
        [] => "the combination of outputs".to_owned(),
        names => names.join(", "),
    }
}

/// The inputs of an outcome of a node.
fn cell(
    executor: &mut Executor,
    teller: &Teller,
    node: usize,
    outcome: &Outcome,
) -> Result<wherefore_ir::TermId, Hindrance> {
    let cells = cells(executor, &teller.product.nodes[node])?;
    let found = cells.into_iter().find(|(o, _)| o == outcome).map(|(_, term)| term);
    found.ok_or_else(|| internal("an outcome that is not found again").into())
}

fn at_the_start(executor: &Executor, teller: &Teller) -> Difference {
    let only = |place: usize| {
        let other = &teller.product.first[1 - place];
        teller.product.first[place].iter().find(|s| !other.contains(*s))
    };
    let by_reference = only(0).is_some();
    let texts = |place: usize| {
        let seen = only(place).or_else(|| teller.product.first[place].first());
        seen.map(|s| shown(executor, s)).unwrap_or_default()
    };
    let others = &teller.product.first[usize::from(by_reference)];
    let others = if others.len() > 1 { others.iter().map(|s| shown(executor, s)).collect() } else { Vec::new() };
    let key = "what is seen before the first inputs".to_owned();
    let why = "what is seen before the first inputs does not depend on inputs";
    Difference {
        id: id::stable(&key),
        condition: "any inputs".to_owned(),
        key,
        outputs: Vec::new(),
        start: Some(texts(0)),
        start_differs: Some(texts(1)),
        reactions: Vec::new(),
        others,
        by_reference,
        reference_run: None,
        implementation_run: None,
        places: 1,
        way: Way::default(),
        explanation: unexplained(why),
        enough: Err(Untold(why.to_owned())),
        nearest: Err(Untold(why.to_owned())),
    }
}

/// The outputs as text; those that are not seen are a dash.
pub(super) fn shown(executor: &Executor, seen: &Observation) -> Vec<String> {
    let text = |v: &Option<Value>| v.as_ref().map_or_else(|| "-".to_owned(), |v| show_short(&executor.joint.terms, v));
    seen.iter().map(text).collect()
}

fn told(
    executor: &mut Executor,
    teller: &Teller,
    (node, outcome): (usize, &Outcome),
    clash: &Clash,
    (key, condition): (String, String),
    is_explained: bool,
) -> Result<Difference, Hindrance> {
    let history = history(executor, teller, node, outcome)?;
    let mut runs = Vec::new();
    for (machine, answer) in outcome.iter().enumerate() {
        let is_own = (machine == 0) == clash.by_reference;
        let last = if is_own { Some(&clash.seen) } else { answer.keys().next_back() };
        runs.push(run(executor, teller, machine, &history, last)?);
    }
    let [reference, implementation] = runs.as_slice() else { return Err(internal("a difference of one model").into()) };
    let text = |values: &Vec<Value>| values.iter().map(|v| show_short(&executor.joint.terms, v)).collect();
    let reactions = history.inputs.iter().enumerate().map(|(place, values)| Reaction {
        inputs: text(values),
        reference: reference.seen(executor, place),
        implementation: implementation.seen(executor, place),
        reference_takes: reference.takes(place),
        implementation_takes: implementation.takes(place),
    });
    let start = teller.product.starts.get(history.root).filter(|s| s.iter().any(Option::is_some));
    let why = format!("only the first {MOST_EXPLAINED} differences are explained");
    let mut difference = Difference {
        id: id::stable(&key),
        key,
        condition,
        outputs: clash.outputs.clone(),
        start: start.map(|s| shown(executor, s)),
        start_differs: None,
        reactions: reactions.collect(),
        others: clash.others.iter().map(|o| shown(executor, o)).collect(),
        by_reference: clash.by_reference,
        reference_run: Some(reference.trace.clone()),
        implementation_run: Some(implementation.trace.clone()),
        places: 1,
        way: Way::default(),
        explanation: unexplained(&why),
        enough: Err(Untold(why.clone())),
        nearest: Err(Untold(why)),
    };
    if is_explained {
        explain(executor, teller, &history, reference, &mut difference);
    }
    Ok(difference)
}

/// A history of inputs and outputs.
pub(super) struct History {
    /// The first node.
    pub root: usize,
    pub inputs: Vec<Vec<Value>>,
    /// What is seen after all inputs but the last.
    pub seens: Vec<Observation>,
}

/// Inputs and what is seen on the way to a node, and inputs with the given outcome there.
fn history(executor: &mut Executor, teller: &Teller, node: usize, outcome: &Outcome) -> Result<History, Hindrance> {
    let (mut steps, mut seens) = (vec![(node, outcome.clone())], Vec::new());
    let mut at = node;
    while let Some(way) = &teller.product.ways[at] {
        steps.push((way.node, way.outcome.clone()));
        seens.push(way.seen.clone());
        at = way.node;
    }
    steps.reverse();
    seens.reverse();
    let mut inputs = Vec::new();
    for (node, outcome) in steps {
        let term = cell(executor, teller, node, &outcome)?;
        inputs.push(condition::example(executor, term)?);
    }
    Ok(History { root: at, inputs, seens })
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
    teller: &Teller,
    machine: usize,
    history: &History,
    last: Option<&Observation>,
) -> Result<Run, Hindrance> {
    let inputs = &history.inputs;
    let wanted: Vec<&Observation> = history.seens.iter().chain(last).collect();
    // Both machines start where the same is seen.
    let firsts = teller.product.nodes[history.root].0[machine].iter().cloned();
    let states = states(executor, machine, firsts, inputs, &wanted)?;
    let joint = executor.joint.clone();
    let simulator = Simulator::new(teller.systems[machine], &joint, machine, teller.matched)?;
    let failed = || Hindrance::Refused(internal("a run that the evaluator does not confirm"));
    let first = states.first().ok_or_else(failed)?;
    let seen = teller.product.starts.get(history.root).ok_or_else(failed)?;
    let begin = executor.filled(machine, first, seen)?;
    let (before, start) = simulator.start(&begin).ok_or_else(|| Hindrance::Refused(simulator.no_start()))?;
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
fn onward(executor: &mut Executor, machine: usize, state: &State) -> Result<Option<Vec<Value>>, Hindrance> {
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
) -> Result<Vec<State>, Hindrance> {
    let mut layers: Vec<BTreeMap<State, Option<State>>> = vec![firsts.map(|s| (s, None)).collect()];
    for (inputs, seen) in inputs.iter().zip(seens) {
        let mut now = vec![None; executor.joint.terms.var_count()];
        for (var, value) in executor.joint.inputs.iter().zip(inputs) {
            now[var.index()] = Some(value.clone());
        }
        for (var, value) in sorted(&executor.joint.parameters) {
            now[var.index()] = Some(value);
        }
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
