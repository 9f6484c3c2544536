//! Models in floats, by way of reals.
//!
//! In exact reals a comparison takes a second. If it finds differences, both models run on the same inputs in floats: where the
//! outputs differ there too, nothing is left to prove. Otherwise the search is done again in floats; what is said of each
//! machine alone is taken from the reals.

use super::branch::{Executor, Observation};
use super::compare::{compared as search, ports};
use super::interface::{self, Matched};
use super::joint::{self, Joint};
use super::oracle::internal;
use super::run::shown;
use super::simulate::{Done, Simulator, translate};
use super::{CompareError, Comparison, Difference, DifferenceDetails, Numbers, Options, Outcome, Reaction, Side};
use std::collections::BTreeSet;
use wherefore_explain::result::part::Why;
use wherefore_ir::passes::float::as_floats;
use wherefore_ir::{FloatFormat, System, Value};
use wherefore_solve::Stop;
use wherefore_trace::{replay, show_short};

/// Note on every comparison in floats.
pub(super) const FINITE: &str = "inputs are finite numbers: neither infinite nor NaN";

/// A model with its reals read as floats.
pub(super) fn read(system: &System, side: Side, format: FloatFormat) -> Result<System, CompareError> {
    as_floats(system, format).map_err(|e| CompareError::Unusable {
        side,
        what: e.to_string(),
        element: None,
        help: "take its numbers for exact reals with `--numbers real`".to_owned(),
    })
}

/// Compares two models in floats.
pub(super) fn compared(
    systems: &[&System],
    format: FloatFormat,
    options: &Options,
    stop: &Stop,
) -> Result<Comparison, CompareError> {
    let exact = search(systems, options, stop, None).ok();
    let sides = [Side::Reference, Side::Implementation];
    let floats = systems.iter().zip(sides).map(|(s, side)| read(s, side, format)).collect::<Result<Vec<_>, _>>()?;
    let floats: Vec<&System> = floats.iter().collect();
    if let Some(exact) = &exact
        && let Some(confirmed) = confirmed(systems, &floats, exact, options, format, stop)?
    {
        return Ok(confirmed);
    }
    let known = exact.as_ref();
    let mut result = search(&floats, options, stop, known)?;
    if !result.differences.is_empty() {
        // The suites are those in reals, where there was no difference.
        result.confirmations.clear();
    }
    result.notes.push(FINITE.to_owned());
    if known.is_some() && result.reference.input_classes.is_some() {
        result.notes.push("input classes and states of each model alone are those in exact reals".to_owned());
    }
    Ok(result)
}

/// The comparison in reals with those differences that floats show as well; `None` if no such difference exists, or if
/// a machine has choices of its own.
fn confirmed(
    systems: &[&System],
    floats: &[&System],
    exact: &Comparison,
    options: &Options,
    format: FloatFormat,
    stop: &Stop,
) -> Result<Option<Comparison>, CompareError> {
    let is_simple = exact.reference.is_deterministic && exact.implementation.is_deterministic;
    if !is_simple || exact.differences.is_empty() {
        return Ok(None);
    }
    let matched = interface::matched(floats, options)?;
    let joint = joint::joint(floats, &matched)?;
    let mut executor = Executor::new(&joint, &BTreeSet::new(), &options.programs, stop)?;
    let mut kept = Vec::new();
    for difference in &exact.differences {
        let inputs = inputs(systems, difference, &matched, &joint);
        kept.extend(rerun(&mut executor, floats, &matched, difference, &inputs)?);
    }
    if kept.is_empty() {
        return Ok(None);
    }
    let mut result = exact.clone();
    let is_whole = kept.len() == exact.differences.len();
    result.differences = kept;
    result.numbers = Numbers::Floats(format);
    result.interface = ports(&joint, &matched, floats);
    if !is_whole {
        let cause = wherefore_check::NoAnswer::GaveUp("some differences in reals are none in floats".to_owned());
        result.outcome = Outcome::Different { complete: Err(cause) };
    }
    result.notes.push(FINITE.to_owned());
    result.notes.push("differences were found in exact reals, and both models were run on them in floats".to_owned());
    Ok(Some(result))
}

/// The inputs of a difference in reals as values in floats, read off the run of the reference.
fn inputs(systems: &[&System], difference: &Difference, matched: &Matched, joint: &Joint) -> Vec<Vec<Value>> {
    let Some(trace) = &difference.reference_run else { return Vec::new() };
    let rest = systems[0].annexes.rest.and_then(|t| wherefore_trace::Evaluator::new(&systems[0].terms, &[t]).ok());
    let is_rest = |values: &[Option<Value>]| rest.as_ref().is_none_or(|r| r.truths(values, None) == [Some(true)]);
    let ticks = trace.steps.iter().take(trace.len().saturating_sub(1)).filter(|s| is_rest(&s.values));
    let value = |step: &wherefore_trace::Step, row: &Vec<wherefore_ir::VarId>, place: usize| {
        let sort = joint.terms.var(joint.inputs[place]).sort;
        translate(&systems[0].terms, &joint.terms, step.get(row[0])?, sort)
    };
    let row = |step: &wherefore_trace::Step| {
        let all = matched.inputs.iter().enumerate().map(|(place, row)| value(step, row, place));
        all.collect::<Option<Vec<Value>>>().unwrap_or_default()
    };
    ticks.map(row).collect()
}

/// The difference in floats; `None` if the models show the same there.
fn rerun(
    executor: &mut Executor,
    systems: &[&System],
    matched: &Matched,
    difference: &Difference,
    inputs: &[Vec<Value>],
) -> Result<Option<Difference>, CompareError> {
    if difference.start_differs.is_some() {
        return first_shown(executor, difference);
    }
    let joint = executor.joint.clone();
    let mut runs: Vec<Vec<Done>> = Vec::new();
    let mut result = difference.clone();
    for (place, system) in systems.iter().enumerate() {
        let Ok(first) = executor.initial(place) else { return Ok(None) };
        let [(seen, state)] = first.as_slice() else { return Ok(None) };
        let state = executor.filled(place, state, seen)?;
        let simulator = Simulator::new(system, &joint, place, matched)?;
        let Some((before, start)) = simulator.start(&state) else { return Ok(None) };
        let (mut at, mut reactions) = (start.clone(), Vec::new());
        for values in inputs {
            let Some(done) = simulator.reactions(&at, values, None).pop() else { return Ok(None) };
            at = done.end.clone();
            reactions.push(done);
        }
        let trace = simulator.trace(before, reactions.iter(), &start, None);
        replay(system, &trace).map_err(|e| internal(&e.to_string()))?;
        match place {
            0 => result.reference_run = Some(trace),
            _ => result.implementation_run = Some(trace),
        }
        runs.push(reactions);
    }
    let [reference, implementation] = runs.as_slice() else { return Ok(None) };
    let pairs: Vec<(&Done, &Done)> = reference.iter().zip(implementation).collect();
    let Some((last, before)) = pairs.split_last() else { return Ok(None) };
    if before.iter().any(|(r, i)| r.seen != i.seen) || last.0.seen == last.1.seen {
        return Ok(None);
    }
    result.outputs = (0..last.0.seen.len()).filter(|o| last.0.seen[*o] != last.1.seen[*o]).collect();
    let texts = |seen: &Observation| Some(shown(executor, seen));
    let told = |((reference, implementation), values): (&(&Done, &Done), &Vec<Value>)| Reaction {
        inputs: values.iter().map(|v| show_short(&joint.terms, v)).collect(),
        reference: texts(&reference.seen),
        implementation: texts(&implementation.seen),
        reference_takes: reference.taken.clone(),
        implementation_takes: implementation.taken.clone(),
    };
    result.reactions = pairs.iter().zip(inputs).map(told).collect();
    result.details = DifferenceDetails { way: result.details.way, ..DifferenceDetails::missing(&Why::FoundInReals) };
    Ok(Some(result))
}

/// A difference in what is seen before the first inputs, in floats; `None` if the models show the same there.
fn first_shown(executor: &mut Executor, difference: &Difference) -> Result<Option<Difference>, CompareError> {
    let (Ok(reference), Ok(implementation)) = (executor.initial(0), executor.initial(1)) else { return Ok(None) };
    let ([(reference, _)], [(implementation, _)]) = (reference.as_slice(), implementation.as_slice()) else {
        return Ok(None);
    };
    if reference == implementation {
        return Ok(None);
    }
    let (start, start_differs) = (Some(shown(executor, reference)), Some(shown(executor, implementation)));
    Ok(Some(Difference { start, start_differs, ..difference.clone() }))
}
