//! Whether a run keeps an assumption, read off its inputs alone.
//!
//! The text is not read for it: it says at once which assumptions a failing run refutes, and it is a second opinion on what
//! the written assumption means.

use wherefore_ir::{System, Value};
use wherefore_mutate::assumption::{Assumption, InputEvent};
use wherefore_trace::Trace;

/// Whether the inputs of a run keep an assumption; none if an input has no value.
pub(super) fn allows(assumption: &Assumption, system: &System, run: &Trace) -> Option<bool> {
    let truths = |input: &str| truths(system, run, input);
    match assumption {
        Assumption::Apart { events, ticks } => {
            let mut acts = vec![false; run.len()];
            for event in events {
                let happens = happens(event, &truths(&event.input)?);
                acts.iter_mut().zip(happens).for_each(|(acts, happens)| *acts |= happens);
            }
            let ticks_of: Vec<usize> =
                acts.iter().enumerate().filter(|(_, acts)| **acts).map(|(tick, _)| tick).collect();
            Some(ticks_of.windows(2).all(|pair| matches!(pair, [a, b] if b - a >= *ticks as usize)))
        }
        Assumption::Exclusive(inputs) => {
            let all: Option<Vec<Vec<bool>>> = inputs.iter().map(|input| truths(input)).collect();
            let all = all?;
            let at = |tick: usize| all.iter().filter(|truths| truths.get(tick) == Some(&true)).count();
            Some((0..run.len()).all(|tick| at(tick) <= 1))
        }
        Assumption::With(one, other) => {
            let (one, other) = (truths(one)?, truths(other)?);
            Some(one.iter().zip(&other).all(|(one, other)| !one || *other))
        }
        Assumption::After(one, other) => {
            let (one, other) = (truths(one)?, truths(other)?);
            let first = |list: &[bool]| list.iter().position(|truth| *truth).unwrap_or(usize::MAX);
            Some(first(&other) <= first(&one))
        }
        Assumption::First(input, value) => Some(truths(input)?.first().is_none_or(|first| first == value)),
        Assumption::Within { input, least, most } => {
            let var = system.terms.find_var(input)?;
            let inside = |value: Option<&Value>| match value {
                Some(Value::Int(n)) => {
                    Some(least.as_ref().is_none_or(|least| n >= least) && most.as_ref().is_none_or(|most| n <= most))
                }
                _ => None,
            };
            let all: Option<Vec<bool>> = run.steps.iter().map(|step| inside(step.get(var))).collect();
            Some(all?.into_iter().all(|is_inside| is_inside))
        }
    }
}

/// The values of a Boolean input on a run.
fn truths(system: &System, run: &Trace, input: &str) -> Option<Vec<bool>> {
    let var = system.terms.find_var(input)?;
    let truth = |value: Option<&Value>| if let Some(Value::Bool(truth)) = value { Some(*truth) } else { None };
    run.steps.iter().map(|step| truth(step.get(var))).collect()
}

/// The ticks at which something happens.
fn happens(event: &InputEvent, truths: &[bool]) -> Vec<bool> {
    if !event.is_change {
        return truths.to_vec();
    }
    let before = std::iter::once(&false).chain(truths);
    truths.iter().zip(before).map(|(now, before)| now != before).collect()
}
