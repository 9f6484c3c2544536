//! Blocks that give what they had before.

use super::call::{Call, Outputs};
use super::fault::{Fault, unsupported};
use super::role::Stateful;
use super::select;
use super::signal::{ANY, Array, MAX_ELEMENTS, Signal, UNKNOWN};

/// How long a delay may be.
const MAX_LENGTH: usize = 100_000;

/// The blocks of this family.
pub(super) fn stateful(kind: &str) -> Option<Stateful> {
    Some(match kind {
        "UnitDelay" | "Memory" => {
            Stateful { feeds_through: |_| Ok(false), output: |c, s| delayed(c, s, 1), next: |c, s, _| shift(c, s, 1) }
        }
        "Delay" => Stateful {
            feeds_through: |call| Ok(length(call)? == 0),
            output: |call, state| delayed(call, state, length(call)?),
            next: |call, state, _| shift(call, state, length(call)?),
        },
        "InitialCondition" => Stateful {
            feeds_through: |_| Ok(true),
            output: first_value,
            next: |_, _, _| Ok(vec![Signal::boolean(true)]),
        },
        _ => return None,
    })
}

fn length(call: &Call<'_, '_>) -> Result<usize, Fault> {
    let is = |name: &str, usual: &str| call.text(name).is_none_or(|t| t.eq_ignore_ascii_case(usual));
    if !is("DelayLengthSource", "Dialog") || !is("InitialConditionSource", "Dialog") {
        return Err(unsupported("a delay with its length or initial condition at a port"));
    }
    if !is("ExternalReset", "None") || !is("ShowEnablePort", "off") {
        return Err(unsupported("a delay with a reset or enable port"));
    }
    match call.count("DelayLength", "2")? {
        length if length <= MAX_LENGTH => Ok(length),
        _ => Err(unsupported(format!("a delay of more than {MAX_LENGTH} ticks"))),
    }
}

/// The value before the first tick, in the class and size of the input.
pub(super) fn initial(call: &Call<'_, '_>, name: &str) -> Result<Signal, Fault> {
    let array = call.parameter(name, "0")?;
    match call.template {
        None if call.learning => {
            let shape = if array.is_scalar() { ANY } else { array.shape };
            Ok(Signal::Array(Array { class: UNKNOWN, shape, elements: array.elements }))
        }
        // The input is a scalar although the initial condition is not: the output has the size of the latter.
        Some(Signal::Array(template)) if template.is_scalar() && !array.is_scalar() => {
            let wide = Signal::Array(Array { class: template.class, ..array.clone() });
            select::like(call, &wide, &Signal::Array(array))
        }
        _ => select::shaped(call, &Signal::Array(array)),
    }
}

/// Files from before 2012 write `X0`.
fn condition(call: &Call<'_, '_>) -> &'static str {
    if call.text("X0").is_some() && call.text("InitialCondition").is_none() { "X0" } else { "InitialCondition" }
}

fn delayed(call: &Call<'_, '_>, state: &[Signal], length: usize) -> Outputs {
    if length == 0 {
        return Ok(vec![call.signal(0).into_owned()]);
    }
    match state.first() {
        Some(oldest) => Ok(vec![oldest.clone()]),
        None => Ok(vec![initial_of(call, length)?]),
    }
}

fn initial_of(call: &Call<'_, '_>, length: usize) -> Result<Signal, Fault> {
    let name = condition(call);
    if length > 1 && !call.parameter(name, "0")?.is_scalar() {
        return Err(unsupported("a long delay with several initial conditions"));
    }
    initial(call, name)
}

/// The memory holds the oldest value first.
fn shift(call: &Call<'_, '_>, state: &[Signal], length: usize) -> Outputs {
    let mut values = match state {
        [] if length > 1 => vec![bounded(call, initial_of(call, length)?, length)?; length],
        state => state.to_vec(),
    };
    if !values.is_empty() {
        values.remove(0);
    }
    if length > 0 {
        values.push(select::shaped(call, &call.signal(0))?);
    }
    Ok(values)
}

/// A value that is to be remembered so many times.
fn bounded(call: &Call<'_, '_>, value: Signal, length: usize) -> Result<Signal, Fault> {
    let width = call.template.map_or(1, |template| template.extent().0);
    match width.saturating_mul(length) {
        total if total <= MAX_ELEMENTS => Ok(value),
        _ => Err(unsupported("a delay with so many values to remember")),
    }
}

/// A value of its own in the first tick, the input later.
fn first_value(call: &Call<'_, '_>, state: &[Signal]) -> Outputs {
    if state.is_empty() { Ok(vec![initial_value(call)?]) } else { Ok(vec![call.signal(0).into_owned()]) }
}

fn initial_value(call: &Call<'_, '_>) -> Result<Signal, Fault> {
    let value = Signal::Array(call.parameter("Value", "1")?);
    match call.learning {
        true => Ok(call.signal(0).into_owned()),
        false => select::shaped(call, &value),
    }
}
