//! Differences for people: which output, for which inputs, and a run of both machines that shows it.
//!
//! Outcomes of the product in which the machines disagree are grouped by what differs first and by the inputs for which it
//! does. The first of each group is shown: its inputs are chosen to be read, and both models run on them.

use super::branch::{ExecutionError, Executor, Observation};
use super::explain::explain;
use super::oracle::internal;
use super::product::{Answer, Outcome, cells};
use super::run::{DifferenceExplainer, History, run, shown};
use super::tour::is_refusal;
use super::{Difference, DifferenceDetails, Reaction, Side, condition};
use std::collections::BTreeMap;
use wherefore_explain::result::id;
use wherefore_explain::result::part::Why;
use wherefore_ir::Value;
use wherefore_trace::show_short;

/// Outcomes that are looked into; the others are only counted.
const MOST_EXAMINED: usize = 400;

/// The most differences that are explained.
const MOST_EXPLAINED: usize = 5;

/// Outcome that one machine can show and the other cannot.
struct Clash {
    by: Side,
    seen: Observation,
    others: Vec<Observation>,
    outputs: Vec<usize>,
}

/// Difference of an outcome. A refusal comes last.
fn clash(outcome: &Outcome) -> Option<Clash> {
    let [reference, implementation] = outcome.as_slice() else { return None };
    let only = |a: &Answer, b: &Answer| a.keys().rev().find(|seen| !b.contains_key(*seen)).cloned();
    let (by, seen, other) = match only(reference, implementation) {
        Some(seen) => (Side::Reference, seen, implementation),
        None => (Side::Implementation, only(implementation, reference)?, reference),
    };
    let others: Vec<Observation> = other.keys().cloned().collect();
    let differs = |place: &usize| others.iter().all(|o| o[*place] != seen[*place]);
    let outputs = match is_refusal(&seen) || others.iter().all(is_refusal) {
        true => Vec::new(),
        false => (0..seen.len()).filter(differs).collect(),
    };
    Some(Clash { by, seen, others, outputs })
}

/// The differences of a product, the shortest first, and whether all are among them.
pub(super) fn differences(
    executor: &mut Executor,
    teller: &DifferenceExplainer,
    most: usize,
) -> Result<(Vec<Difference>, bool), ExecutionError> {
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

/// Difference in words.
fn subject(teller: &DifferenceExplainer, clash: &Clash) -> String {
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
    teller: &DifferenceExplainer,
    node: usize,
    outcome: &Outcome,
) -> Result<wherefore_ir::TermId, ExecutionError> {
    let cells = cells(executor, &teller.product.nodes[node])?;
    let found = cells.into_iter().find(|(o, _)| o == outcome).map(|(_, term)| term);
    found.ok_or_else(|| internal("an outcome that is not found again").into())
}

fn at_the_start(executor: &Executor, teller: &DifferenceExplainer) -> Difference {
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
    let why = Why::BeforeInputs;
    Difference {
        id: id::stable(&key),
        condition: "any inputs".to_owned(),
        key,
        outputs: Vec::new(),
        start: Some(texts(0)),
        start_differs: Some(texts(1)),
        reactions: Vec::new(),
        others,
        by: if by_reference { Side::Reference } else { Side::Implementation },
        reference_run: None,
        implementation_run: None,
        places: 1,
        details: DifferenceDetails::missing(&why),
    }
}

fn told(
    executor: &mut Executor,
    teller: &DifferenceExplainer,
    (node, outcome): (usize, &Outcome),
    clash: &Clash,
    (key, condition): (String, String),
    is_explained: bool,
) -> Result<Difference, ExecutionError> {
    let history = history(executor, teller, node, outcome)?;
    let mut runs = Vec::new();
    for (machine, answer) in outcome.iter().enumerate() {
        let is_own = (machine == 0) == (clash.by == Side::Reference);
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
    let why = Why::DifferenceLimit(MOST_EXPLAINED);
    let mut difference = Difference {
        id: id::stable(&key),
        key,
        condition,
        outputs: clash.outputs.clone(),
        start: start.map(|s| shown(executor, s)),
        start_differs: None,
        reactions: reactions.collect(),
        others: clash.others.iter().map(|o| shown(executor, o)).collect(),
        by: clash.by,
        reference_run: Some(reference.trace.clone()),
        implementation_run: Some(implementation.trace.clone()),
        places: 1,
        details: DifferenceDetails::missing(&why),
    };
    if is_explained {
        explain(executor, teller, &history, reference, &mut difference);
    }
    Ok(difference)
}

/// Inputs and what is seen on the way to a node, and inputs with the given outcome there.
fn history(
    executor: &mut Executor,
    teller: &DifferenceExplainer,
    node: usize,
    outcome: &Outcome,
) -> Result<History, ExecutionError> {
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
