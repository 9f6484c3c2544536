//! When blocks run.
//!
//! A block with a sample time runs at that time again and again, from its offset on; a block without one takes it from what it
//! is connected to (`pace`). In between it gives what it gave when it last ran, and its state does not change. The time between
//! two ticks is the longest that fits all sample times. If all blocks that name a sample time name the same, there is nothing
//! to be seen of it: every tick is a run of every block.

use super::Long;
use super::call::Call;
use super::diagram::{Diagram, Node};
use super::fault::{Fault, Problem, unsupported};
use super::role::Role;
use super::run::{Run, Stop};
use super::signal::{Signal, exact};
use super::{delay, pace, properties};
use crate::document::Model;
use crate::matlab::{Class, Number};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{Signed, ToPrimitive, Zero};
use std::collections::BTreeMap;

/// The ticks in which a node runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Beat {
    every: u64,
    from: u64,
}

/// A sample time in seconds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pace {
    pub(super) period: BigRational,
    pub(super) offset: BigRational,
}

/// How many ticks the longest sample time may have for the step of the solver to be one of them.
const MOST_TICKS: u32 = 10_000;

impl Diagram<'_> {
    /// Finds out when every node runs. The time between two ticks, if anything says it.
    pub(super) fn schedule(&mut self, model: &Model) -> Result<Option<BigRational>, Problem> {
        let mut own = Vec::new();
        for node in &self.nodes {
            own.push(own_pace(node).map_err(|fault| fault.at(&node.path, &node.block.sid))?);
        }
        let charts = self.chart_paces();
        own.iter_mut().enumerate().for_each(|(index, pace)| *pace = charts.get(&index).cloned().or(pace.take()));
        let written: Vec<&Pace> = own.iter().flatten().collect();
        let Some(first) = written.first() else { return Ok(self.fixed_step(model)) };
        if first.offset.is_zero() && written.iter().all(|pace| pace == first) {
            return Ok(Some(first.period.clone()));
        }
        if let Some((index, _)) = self.charts.list.first()
            && let Some(node) = self.nodes.get(*index)
        {
            return Err(unsupported("a chart in a diagram of several rates").at(&node.path, &node.block.sid));
        }
        let mut tick = first.period.clone();
        for pace in &written {
            tick = common_divisor(&common_divisor(&tick, &pace.period), &pace.offset);
        }
        let longest = written.iter().map(|pace| &pace.period).max().unwrap_or(&tick).clone();
        let limit = BigRational::from_integer(MOST_TICKS.into());
        let finer = self.fixed_step(model).map(|step| common_divisor(&tick, &plain(step)));
        let tick = finer.filter(|finer| &longest / finer <= limit).unwrap_or(tick);
        self.give_beats(own, &tick)?;
        Ok(Some(tick))
    }

    fn give_beats(&mut self, own: Vec<Option<Pace>>, tick: &BigRational) -> Result<(), Problem> {
        let always = Pace { period: tick.clone(), offset: BigRational::zero() };
        let found = pace::inherited(self, own, always)?;
        for (index, node) in self.nodes.iter_mut().enumerate() {
            if found.delays.contains(&index) {
                node.role = delay::stateful("UnitDelay").map_or(node.role, Role::State);
            }
            let Some(pace) = found.paces.get(index).cloned().flatten() else {
                node.step = Some(tick.clone());
                continue;
            };
            let count = |time: &BigRational| (time / tick).to_integer().to_u64();
            let (Some(every), Some(from)) = (count(&pace.period), count(&pace.offset)) else {
                return Err(unsupported("a sample time of so many ticks").at(&node.path, &node.block.sid));
            };
            node.beat = Some(Beat { every, from }).filter(|beat| beat.every != 1);
            node.step = Some(pace.period);
        }
        Ok(())
    }

    /// The sample times of charts, by their places among the nodes.
    fn chart_paces(&self) -> BTreeMap<usize, Pace> {
        let pace = |(index, chart): &(usize, &crate::stateflow::Chart)| {
            let value = self.nodes.get(*index)?.scope.value(chart.sample_time.as_ref()?).ok()?;
            let period = value.as_scalar()?.finite().filter(|p| p.is_positive())?;
            Some((*index, Pace { period: plain(period.clone()), offset: BigRational::zero() }))
        };
        self.charts.list.iter().filter_map(pace).collect()
    }

    /// The step in the settings of the model; `auto` says nothing.
    fn fixed_step(&self, model: &Model) -> Option<BigRational> {
        let setting = model.settings.parameter("FixedStep")?;
        let scope = &self.nodes.iter().find(|n| n.system == 0)?.scope;
        let value = scope.value(setting).ok()?;
        value.as_scalar()?.finite().filter(|step| step.is_positive()).cloned()
    }
}

impl<'m> Run<'_, 'm> {
    /// Whether a node runs in this tick.
    pub(super) fn is_due(&self, node: &Node<'_>) -> bool {
        match node.beat {
            // What is merged has its own ways to go on.
            Some(_) if self.learning || matches!(node.role, Role::Merge) => true,
            Some(beat) => self.memory.tick % beat.every.max(1) == beat.from,
            None => true,
        }
    }

    /// What a node gives that does not run in this tick: what it gave when it did, and zeros before that.
    pub(super) fn kept(&self, index: usize, node: &Node<'m>) -> Result<Vec<Signal>, Stop> {
        if let Some(last) = self.memory.last(index) {
            return last.clone().map_err(Stop::Problem);
        }
        let zeros = self.initial(index, node)?;
        if !node.kind.starts_with("Detect ") {
            return Ok(zeros);
        }
        // A detector of numbers gives truth values.
        let truths = |signal: Signal| signal.map(&|a| super::Array { class: Class::Boolean, ..a.clone() });
        Ok(zeros.into_iter().map(truths).collect())
    }
}

/// The parameter that a node has its sample time in.
fn parameter(node: &Node<'_>) -> Result<Option<&'static str>, Fault> {
    let text = |name: &str| node.block.parameters.get(name).unwrap_or("");
    Ok(Some(match (node.role, node.kind.as_str()) {
        (_, kind) if properties::is_check(kind) && node.inside.is_none() => "SampleTime",
        (Role::Silent | Role::Absent | Role::Chart(_), _) | (_, "Constant" | "Ground") => return Ok(None),
        (Role::Container, _) => "SystemSampleTime",
        // What comes from outside is given anew in every tick.
        (Role::External { .. }, kind) if kind != "Inport" => return Ok(None),
        (_, "RateTransition") => match text("OutPortSampleTimeOpt") {
            "Inherit" => return Ok(None),
            how if how.starts_with("Multiple") && text("OutPortSampleTimeMultiple") != "1" => {
                return Err(unsupported("a multiple of the sample time at the input"));
            }
            _ => "OutPortSampleTime",
        },
        _ => "SampleTime",
    }))
}

/// The sample time that a block has of its own.
fn own_pace(node: &Node<'_>) -> Result<Option<Pace>, Fault> {
    let Some(name) = parameter(node)? else { return Ok(None) };
    let call = Call { node, inputs: &[], learning: false, long: Long::IsUndefined, step: None, template: None };
    let Some(text) = call.text(name) else { return Ok(None) };
    if matches!(text, "-1" | "inf" | "0" | "") {
        return Ok(None);
    }
    let value = call.value(name, "-1")?;
    let time = |index: usize| match value.elements.get(index).filter(|n| n.finite().is_some_and(Signed::is_positive)) {
        Some(number) => exact(number).map(|number| Some(plain(number))),
        None => Ok(None),
    };
    let Some(period) = time(0)? else { return Ok(None) };
    let offset = time(1)?.unwrap_or_else(BigRational::zero);
    if offset >= period {
        return Err(unsupported("an offset that is not less than the sample time"));
    }
    Ok(Some(Pace { period, offset }))
}

/// The decimal that a sample time was before it was stored as a double: 0.025000000000000001 is 0.025.
fn plain(period: BigRational) -> BigRational {
    let float = Number::Finite(period.clone()).to_f64();
    let (stored, binary) = (Number::from_stored_f64(float), Number::from_f64(float));
    stored.finite().filter(|_| stored != binary).cloned().unwrap_or(period)
}

/// The greatest number that divides both.
pub(super) fn common_divisor(a: &BigRational, b: &BigRational) -> BigRational {
    let denominator = a.denom() * b.denom();
    let numerator = (a.numer() * b.denom()).gcd(&(b.numer() * a.denom()));
    if numerator.is_zero() { a.clone() } else { BigRational::new(numerator, denominator) }
}
