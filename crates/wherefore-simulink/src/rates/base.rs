//! The sample times that blocks name, and the length of a tick.

use super::{MOST_TICKS, Rate, WITHOUT_RATE, least_multiple, refused};
use crate::codes;
use crate::flat::{Flat, Instance, InstanceId};
use crate::matlab::Number;
use crate::stateflow::document::Update;
use crate::stateflow::lower::chart_of;
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{Signed, ToPrimitive, Zero};
use wherefore_diag::Diagnostic;
use wherefore_syntax::{Checked, Reporter};

/// How many steps a number is developed into a continued fraction.
const MOST_TERMS: usize = 64;

/// A sample time in seconds.
#[derive(Clone, PartialEq, Eq)]
struct Time {
    period: BigRational,
    offset: BigRational,
}

/// What blocks say about their rates.
pub(super) enum Named {
    /// At most one.
    One(Option<BigRational>),
    Several(Base),
}

/// The rates that blocks name.
pub(super) struct Base {
    pub tick: BigRational,
    pub hyperperiod: u32,
    /// The rate of each block that names one.
    pub own: Vec<Option<Rate>>,
}

impl Base {
    /// Goes through all blocks.
    pub fn find(flat: &Flat<'_>, step: Option<&BigRational>, report: &mut Reporter) -> Checked<Named> {
        let mut times: Vec<(InstanceId, Time)> = Vec::new();
        for id in flat.ids() {
            if let Some(time) = own(flat.get(id), report)?.or_else(|| of_chart(flat, id)) {
                times.push((id, time));
            }
        }
        let is_same = |(_, time): &(InstanceId, Time)| times.first().is_some_and(|(_, first)| first == time);
        if times.iter().all(|t| is_same(t) && t.1.offset.is_zero()) {
            return Ok(Named::One(times.first().map(|(_, time)| time.period.clone())));
        }
        let tick = tick(flat, &times, step, report)?;
        let mut base = Base { tick, hyperperiod: 1, own: vec![None; flat.instances.len()] };
        for (index, (id, time)) in times.iter().enumerate() {
            let before = times[..index].iter().rev().find(|(_, t)| t.period != time.period);
            let pair = (before.map_or(*id, |(other, _)| *other), *id);
            let Some(rate) = base.ticks(time) else { return Err(too_long(flat, pair, report)) };
            match u32::try_from(least_multiple(base.hyperperiod, rate.period)) {
                Ok(ticks) if ticks <= MOST_TICKS => base.hyperperiod = ticks,
                _ => return Err(too_long(flat, pair, report)),
            }
            base.own[id.0 as usize] = Some(rate);
        }
        Ok(Named::Several(base))
    }

    /// A sample time in ticks; none if it has too many.
    fn ticks(&self, time: &Time) -> Option<Rate> {
        let count = |time: &BigRational| (time / &self.tick).to_u32().filter(|n| *n <= MOST_TICKS);
        Some(Rate { period: count(&time.period)?, offset: count(&time.offset)? })
    }
}

fn too_long(flat: &Flat<'_>, pair: (InstanceId, InstanceId), report: &mut Reporter) -> wherefore_syntax::Reported {
    refused(flat, pair, &format!("they begin together only after more than {MOST_TICKS} ticks"), report)
}

/// The greatest common divisor of all times. It is never so short that a time has too many ticks.
fn tick(
    flat: &Flat<'_>,
    times: &[(InstanceId, Time)],
    step: Option<&BigRational>,
    report: &mut Reporter,
) -> Checked<BigRational> {
    let mut tick = BigRational::zero();
    let Some((mut slowest, mut longest)) = times.first().map(|(id, time)| (*id, &time.period)) else {
        return Ok(tick);
    };
    let most = BigRational::from_integer(MOST_TICKS.into());
    for (id, time) in times {
        if time.period > *longest {
            (slowest, longest) = (*id, &time.period);
        }
        let before = if slowest == *id { times[0].0 } else { slowest };
        tick = divisor(&divisor(&tick, &time.period), &time.offset);
        if longest / &tick > most {
            return Err(too_long(flat, (before, *id), report));
        }
    }
    // A step of the solver that is too short for the sample times of the blocks is left alone.
    let with_step = step.map(|step| divisor(&tick, &simplest(step)));
    Ok(with_step.filter(|tick| longest / tick <= most).unwrap_or(tick))
}

/// The greatest number of which both are multiples.
fn divisor(a: &BigRational, b: &BigRational) -> BigRational {
    BigRational::new((a.numer() * b.denom()).gcd(&(b.numer() * a.denom())), a.denom() * b.denom())
}

/// The sample time of a block, if it has one of its own.
fn own(instance: &Instance<'_>, report: &mut Reporter) -> Checked<Option<Time>> {
    if WITHOUT_RATE.contains(&instance.kind.as_str()) {
        return Ok(None);
    }
    let parameters = &instance.block.parameters;
    let name = match instance.kind.as_str() {
        "RateTransition" => match parameters.get("OutPortSampleTimeOpt").unwrap_or("Specify") {
            "Inherit" => return Ok(None),
            text if text.starts_with("Multiple") && parameters.get("OutPortSampleTimeMultiple") != Some("1") => {
                return Err(wrong(instance, "a multiple of the sample time at the input is not supported", report));
            }
            _ => "OutPortSampleTime",
        },
        _ if instance.inside.is_some() => "SystemSampleTime",
        _ => "SampleTime",
    };
    let Some(value) = parameters.parameter(name).and_then(|p| instance.scope.value(p).ok()) else { return Ok(None) };
    let positive = |n: &Number| n.finite().filter(|n| n.is_positive()).map(simplest);
    let Some(period) = value.elements.first().and_then(positive) else { return Ok(None) };
    let offset = value.elements.get(1).and_then(positive).unwrap_or_else(BigRational::zero);
    if offset >= period {
        return Err(wrong(instance, "the offset of its sample time is not less than the period", report));
    }
    Ok(Some(Time { period, offset }))
}

/// The sample time of a chart, if it has one of its own.
fn of_chart(flat: &Flat<'_>, id: InstanceId) -> Option<Time> {
    let instance = flat.get(id);
    let chart = Some(id).filter(|_| instance.kind == "Chart").and_then(|id| chart_of(flat, id))?;
    let time = chart.sample_time.as_ref().filter(|_| chart.update == Update::Discrete)?;
    let value = instance.scope.value(time).ok()?;
    let period = value.as_scalar()?.finite().filter(|n| n.is_positive()).map(simplest)?;
    Some(Time { period, offset: BigRational::zero() })
}

fn wrong(instance: &Instance<'_>, why: &str, report: &mut Reporter) -> wherefore_syntax::Reported {
    let headline = format!("`{}`: {why}", instance.path);
    report.push(Diagnostic::at(codes::RATES, instance.block.span, headline, "this sample time"))
}

/// The fraction that a sample time was before it was calculated and stored as a double: 0.025000000000000001 is 1/40.
fn simplest(time: &BigRational) -> BigRational {
    let float = |n: &BigRational| Number::Finite(n.clone()).to_f64();
    let wanted = float(time);
    let (mut rest, mut last, mut now) =
        (time.clone(), (BigInt::from(0), BigInt::from(1)), (BigInt::from(1), BigInt::from(0)));
    for _ in 0..MOST_TERMS {
        let whole = rest.floor().to_integer();
        let next = (&whole * &now.0 + &last.0, &whole * &now.1 + &last.1);
        (last, now) = (now, next);
        let fraction = BigRational::new(now.0.clone(), now.1.clone());
        if float(&fraction) == wanted {
            return fraction;
        }
        rest -= BigRational::from_integer(whole);
        if rest.is_zero() {
            break;
        }
        rest = rest.recip();
    }
    time.clone()
}

#[cfg(test)]
mod tests {
    use super::{divisor, simplest};
    use crate::matlab::Number;
    use num_rational::BigRational;

    fn ratio(a: i64, b: i64) -> BigRational {
        BigRational::new(a.into(), b.into())
    }

    #[test]
    fn doubles_stand_for_the_fractions_they_were() {
        for (a, b) in [(1, 40), (1, 3), (1, 1), (5, 2), (1, 1_000_000), (7, 300)] {
            let stored = Number::from_f64(a as f64 / b as f64);
            assert_eq!(simplest(stored.finite().expect("a number")), ratio(a, b));
            assert_eq!(simplest(&ratio(a, b)), ratio(a, b));
        }
    }

    #[test]
    fn divisors_are_exact() {
        assert_eq!(divisor(&ratio(1, 10), &ratio(1, 4)), ratio(1, 20));
        assert_eq!(divisor(&ratio(0, 1), &ratio(3, 4)), ratio(3, 4));
    }
}
