//! Integrators, filters, limiters of rates and detectors of change.

use super::arithmetic::{divide, first, second};
use super::call::{Call, Outputs, one};
use super::class::Family;
use super::delay::initial;
use super::fault::{Fault, size, unsupported};
use super::role::Stateful;
use super::signal::{Array, Signal, exact, truth};
use crate::matlab::{Class, Number};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use std::borrow::Cow;

/// The blocks of this family.
pub(super) fn stateful(kind: &str) -> Option<Stateful> {
    let yes = |_: &Call<'_, '_>| Ok(true);
    Some(match kind {
        "DiscreteIntegrator" => {
            Stateful { feeds_through: integrator_feeds, output: integrator_output, next: integrator_next }
        }
        "DiscreteTransferFcn" | "DiscreteFilter" => {
            Stateful { feeds_through: filter_feeds, output: filter_output, next: filter_next }
        }
        "RateLimiter" => {
            Stateful { feeds_through: yes, output: rate_limiter, next: |_, _, outputs| Ok(outputs.to_vec()) }
        }
        "Rate Limiter Dynamic" => {
            Stateful { feeds_through: yes, output: rate_limiter_dynamic, next: |_, _, outputs| Ok(outputs.to_vec()) }
        }
        kind if detector(kind).is_some() => Stateful { feeds_through: yes, output: detect, next: remember },
        _ => return None,
    })
}

/// The number in the memory of a block that is still at its beginning, and later.
fn memory<'a>(call: &Call<'a, '_>, state: &'a [Signal], name: &str) -> Result<Cow<'a, Array>, Fault> {
    match state.first() {
        Some(Signal::Array(array)) => Ok(Cow::Borrowed(array)),
        Some(Signal::Bus(_)) => Err(size("a bus")),
        None => match initial(call, name)? {
            Signal::Array(array) => Ok(Cow::Owned(array)),
            Signal::Bus(_) => Err(size("a bus")),
        },
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Rule {
    Forward,
    Backward,
    Trapezoidal,
}

fn rule(call: &Call<'_, '_>) -> Result<(Rule, BigRational), Fault> {
    let text = call.text_or("IntegratorMethod", "Integration: Forward Euler");
    let compact: String = text.chars().filter(|c| c.is_ascii_alphabetic()).collect();
    let rule = match compact.trim_start_matches("Integration").trim_start_matches("Accumulation") {
        "ForwardEuler" => Rule::Forward,
        "BackwardEuler" => Rule::Backward,
        "Trapezoidal" => Rule::Trapezoidal,
        _ => return Err(unsupported(format!("the method `{text}`"))),
    };
    let is = |name: &str, usual: &str| call.text(name).is_none_or(|t| t.eq_ignore_ascii_case(usual));
    if !is("ShowStatePort", "off") || !is("ShowSaturationPort", "off") {
        return Err(unsupported("an integrator with a state or saturation port"));
    }
    if !is("ExternalReset", "none") || !is("InitialConditionSource", "internal") {
        return Err(unsupported("an integrator with a reset or initial condition port"));
    }
    let gain = call.number("gainval", "1")?;
    let factor = if compact.starts_with("Accumulation") { gain } else { gain * call.step()? };
    Ok((rule, factor))
}

fn integrator_feeds(call: &Call<'_, '_>) -> Result<bool, Fault> {
    Ok(rule(call)?.0 != Rule::Forward)
}

/// A number within the limits of an integrator.
fn limited(call: &Call<'_, '_>, number: BigRational) -> Result<BigRational, Fault> {
    if !call.node.block.parameters.is_on("LimitOutput") {
        return Ok(number);
    }
    let limit = |name: &str, default: &str| -> Result<Option<BigRational>, Fault> {
        match call.value(name, default)?.as_scalar() {
            Some(Number::Infinity { .. }) => Ok(None),
            Some(number) => exact(number).map(Some),
            None => Err(unsupported("different limits for the elements")),
        }
    };
    let number = match limit("UpperSaturationLimit", "inf")? {
        Some(upper) if number > upper => upper,
        _ => number,
    };
    Ok(match limit("LowerSaturationLimit", "-inf")? {
        Some(lower) if number < lower => lower,
        _ => number,
    })
}

/// The state plus a multiple of the input.
fn advanced(call: &Call<'_, '_>, state: &Array, factor: &BigRational) -> Result<Array, Fault> {
    let input = call.input(0)?;
    let class = call.class(Family::Arithmetic, &[input.class])?;
    let pair = [state, input.as_ref()];
    let (shape, elements) = call.each(&pair, |x| limited(call, first(x)? + second(x)? * factor))?;
    call.finish(class, shape, elements)
}

fn integrator_output(call: &Call<'_, '_>, state: &[Signal]) -> Outputs {
    let (rule, factor) = rule(call)?;
    let state = memory(call, state, "InitialCondition")?;
    match rule {
        Rule::Forward => {
            let (shape, elements) = call.each(&[state.as_ref()], |x| limited(call, first(x)?.clone()))?;
            one(Array { class: state.class, shape, elements })
        }
        Rule::Backward => one(advanced(call, &state, &factor)?),
        Rule::Trapezoidal => one(advanced(call, &state, &(factor / two()))?),
    }
}

fn two() -> BigRational {
    BigRational::from_integer(BigInt::from(2))
}

fn integrator_next(call: &Call<'_, '_>, state: &[Signal], outputs: &[Signal]) -> Outputs {
    let (rule, factor) = rule(call)?;
    let output = outputs.first().and_then(Signal::array).ok_or_else(|| size("no output"))?;
    match rule {
        Rule::Forward => one(advanced(call, memory(call, state, "InitialCondition")?.as_ref(), &factor)?),
        Rule::Backward => one(output.clone()),
        Rule::Trapezoidal => one(advanced(call, output, &(factor / two()))?),
    }
}

/// Numerator and denominator by powers of the delay, equally long, the first coefficient of the denominator being 1.
fn coefficients(call: &Call<'_, '_>) -> Result<(Vec<BigRational>, Vec<BigRational>), Fault> {
    let mut numerator = call.parameter("Numerator", "[1]")?.elements;
    let mut denominator = call.parameter("Denominator", "[1 0.5]")?.elements;
    let length = numerator.len().max(denominator.len());
    if call.node.kind == "DiscreteTransferFcn" {
        // Powers of z: the highest one is that of the denominator.
        if numerator.len() > denominator.len() {
            return Err(size("the numerator is longer than the denominator"));
        }
        let missing = length.saturating_sub(numerator.len());
        numerator.splice(0..0, vec![BigRational::zero(); missing]);
    }
    numerator.resize(length, BigRational::zero());
    denominator.resize(length, BigRational::zero());
    let lead = denominator.first().cloned().unwrap_or_else(BigRational::one);
    let scale = |list: Vec<BigRational>| list.iter().map(|c| divide(c, &lead)).collect::<Result<Vec<_>, Fault>>();
    Ok((scale(numerator)?, scale(denominator)?))
}

fn filter_feeds(call: &Call<'_, '_>) -> Result<bool, Fault> {
    Ok(coefficients(call)?.0.first().is_some_and(|b| !b.is_zero()))
}

/// The memory of a filter: earlier values of the inner signal, the latest first.
fn taps(call: &Call<'_, '_>, state: &[Signal], order: usize) -> Result<Vec<Array>, Fault> {
    if state.is_empty() {
        let Signal::Array(start) = initial(call, "InitialStates")? else { return Err(size("a bus")) };
        return Ok(vec![start; order]);
    }
    state.iter().map(|s| s.array().cloned().ok_or_else(|| size("a bus"))).collect()
}

/// A sum of coefficients times arrays.
fn weighted(call: &Call<'_, '_>, weights: &[BigRational], arrays: &[Array]) -> Result<Array, Fault> {
    let classes: Vec<Class> = arrays.iter().map(|a| a.class).collect();
    let class = call.class(Family::Arithmetic, &classes)?;
    let (shape, elements) =
        call.each(arrays, |x| Ok(weights.iter().zip(x).fold(BigRational::zero(), |total, (w, e)| total + w * *e)))?;
    Ok(Array { class, shape, elements })
}

/// The inner signal now: the input minus what the denominator feeds back.
fn inner(call: &Call<'_, '_>, denominator: &[BigRational], taps: &[Array]) -> Result<Array, Fault> {
    let mut weights = vec![BigRational::one()];
    weights.extend(denominator.iter().skip(1).map(|a| -a));
    let mut arrays = vec![call.input(0)?.into_owned()];
    arrays.extend(taps.iter().cloned());
    weighted(call, &weights, &arrays)
}

fn filter_output(call: &Call<'_, '_>, state: &[Signal]) -> Outputs {
    let (numerator, denominator) = coefficients(call)?;
    let mut taps = taps(call, state, numerator.len().saturating_sub(1))?;
    if filter_feeds(call)? {
        taps.insert(0, inner(call, &denominator, &taps)?);
        return one(weighted(call, &numerator, &taps)?);
    }
    if taps.is_empty() {
        return Ok(vec![Signal::ground()]);
    }
    let weights: Vec<BigRational> = numerator.into_iter().skip(1).collect();
    one(weighted(call, &weights, &taps)?)
}

fn filter_next(call: &Call<'_, '_>, state: &[Signal], _: &[Signal]) -> Outputs {
    let (numerator, denominator) = coefficients(call)?;
    let order = numerator.len().saturating_sub(1);
    let mut taps = taps(call, state, order)?;
    taps.insert(0, inner(call, &denominator, &taps)?);
    taps.truncate(order);
    Ok(taps.into_iter().map(Signal::Array).collect())
}

fn rate_limiter(call: &Call<'_, '_>, state: &[Signal]) -> Outputs {
    let step = call.step()?;
    let rise = call.number("RisingSlewLimit", "1")? * step;
    let fall = call.number("FallingSlewLimit", "-1")? * step;
    let before = memory(call, state, "InitialCondition")?;
    call.keep(&[call.input(0)?, before], |x| {
        let (value, before) = (first(x)?, second(x)?);
        Ok(limited_change(value, before, &fall, &rise))
    })
}

fn limited_change(value: &BigRational, before: &BigRational, fall: &BigRational, rise: &BigRational) -> BigRational {
    let change = value - before;
    if change > *rise {
        before + rise
    } else if change < *fall {
        before + fall
    } else {
        value.clone()
    }
}

/// The inputs are the upper bound of the rate, the value, and the lower bound of the rate.
fn rate_limiter_dynamic(call: &Call<'_, '_>, state: &[Signal]) -> Outputs {
    let step = call.step()?;
    let before = match state.first().and_then(Signal::array) {
        Some(before) => before.clone(),
        None => Array::scalar(Class::Double, BigRational::zero()),
    };
    let arrays = [call.input(1)?, Cow::Owned(before), call.input(2)?, call.input(0)?];
    call.keep(&arrays, |x| match x {
        [value, before, lower, upper] => Ok(limited_change(value, before, &(*lower * step), &(*upper * step))),
        _ => Err(size("three inputs are needed")),
    })
}

/// What a detector compares: the value itself, or on which side of zero it lies.
type Side = fn(&BigRational) -> bool;

enum Detector {
    Change(fn(&BigRational, &BigRational) -> bool),
    Edge(Side),
}

fn detector(kind: &str) -> Option<Detector> {
    Some(match kind {
        "Detect Change" => Detector::Change(|now, before| now != before),
        "Detect Increase" => Detector::Change(|now, before| now > before),
        "Detect Decrease" => Detector::Change(|now, before| now < before),
        "Detect Rise Positive" => Detector::Edge(Signed::is_positive),
        "Detect Rise Nonnegative" => Detector::Edge(|x| !x.is_negative()),
        "Detect Fall Negative" => Detector::Edge(Signed::is_negative),
        "Detect Fall Nonpositive" => Detector::Edge(|x| !x.is_positive()),
        _ => return None,
    })
}

fn detect(call: &Call<'_, '_>, state: &[Signal]) -> Outputs {
    let before = memory(call, state, "vinit")?;
    let detector = detector(&call.node.kind).ok_or_else(|| unsupported("this detector"))?;
    let (shape, elements) = call.each(&[call.input(0)?, before], |x| {
        let (now, before) = (first(x)?, second(x)?);
        Ok(truth(match detector {
            Detector::Change(differs) => differs(now, before),
            Detector::Edge(side) => side(now) && before.is_zero(),
        }))
    })?;
    let is_uint8 = call.text("OutDataTypeStr") == Some("uint8");
    one(Array { class: if is_uint8 { Class::UInt8 } else { Class::Boolean }, shape, elements })
}

fn remember(call: &Call<'_, '_>, _: &[Signal], _: &[Signal]) -> Outputs {
    let input = call.input(0)?;
    match detector(&call.node.kind) {
        Some(Detector::Edge(side)) => {
            let (shape, elements) = call.each(&[input], |x| Ok(truth(side(first(x)?))))?;
            one(Array { class: Class::Boolean, shape, elements })
        }
        _ => one(input.into_owned()),
    }
}
