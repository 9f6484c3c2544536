//! The time between two ticks.
//!
//! There is one rate. Blocks with a sample time of their own have to agree on it; the others inherit it.

use super::Long;
use super::call::Call;
use super::diagram::{Diagram, Node};
use super::fault::{Fault, Problem, unsupported};
use super::role::Role;
use super::signal::exact;
use crate::document::Model;
use crate::matlab::Number;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{Signed, Zero};

impl Diagram<'_> {
    /// The time between two ticks, if anything says it.
    pub(super) fn base_step(&self, model: &Model) -> Result<Option<BigRational>, Problem> {
        let mut rates = Vec::new();
        for node in &self.nodes {
            if let Some(rate) = rate(node).map_err(|fault| fault.at(&node.path, &node.block.sid))? {
                rates.push((node, rate));
            }
        }
        rates.extend(self.chart_rates());
        let base = rates.iter().map(|(_, rate)| rate.clone()).reduce(|a, b| common_divisor(&a, &b));
        let Some(base) = base else { return Ok(self.fixed_step(model)) };
        match rates.iter().find(|(_, rate)| *rate != base) {
            None => Ok(Some(base)),
            Some((node, rate)) => {
                let reason = format!("several rates: a sample time of {rate} in a model with a step of {base}");
                Err(unsupported(reason).at(&node.path, &node.block.sid))
            }
        }
    }

    /// The sample times of charts.
    fn chart_rates(&self) -> Vec<(&Node<'_>, BigRational)> {
        let rate = |(index, chart): &(usize, &crate::stateflow::Chart)| {
            let node = self.nodes.get(*index)?;
            let value = node.scope.value(chart.sample_time.as_ref()?).ok()?;
            let period = value.as_scalar()?.finite().filter(|p| p.is_positive())?;
            Some((node, plain(period.clone())))
        };
        self.charts.list.iter().filter_map(rate).collect()
    }

    /// The step in the settings of the model; `auto` says nothing.
    fn fixed_step(&self, model: &Model) -> Option<BigRational> {
        let setting = model.settings.parameter("FixedStep")?;
        let scope = &self.nodes.iter().find(|n| n.system == 0)?.scope;
        let value = scope.value(setting).ok()?;
        value.as_scalar()?.finite().filter(|step| step.is_positive()).cloned()
    }
}

/// The sample time that a block has of its own.
fn rate(node: &Node<'_>) -> Result<Option<BigRational>, Fault> {
    if let Role::Chart(_) = node.role {
        return Ok(None);
    }
    let name = match (node.role, node.kind.as_str()) {
        (Role::Silent | Role::Absent, _) => return Ok(None),
        (Role::Container, _) => "SystemSampleTime",
        // What comes from outside is given anew in every tick.
        (Role::External { .. }, kind) if kind != "Inport" => return Ok(None),
        _ => "SampleTime",
    };
    let call = Call { node, inputs: &[], learning: false, long: Long::IsUndefined, step: None, template: None };
    let Some(text) = call.text(name) else { return Ok(None) };
    if matches!(text, "-1" | "inf" | "0" | "") {
        return Ok(None);
    }
    let value = call.value(name, "-1")?;
    let Some(period) = value.elements.first().filter(|p| p.finite().is_some_and(Signed::is_positive)) else {
        return Ok(None);
    };
    match value.elements.get(1) {
        Some(offset) if !offset.is_zero() => Err(unsupported("a sample time with an offset")),
        _ => exact(period).map(|period| Some(plain(period))),
    }
}

/// The decimal that a sample time was before it was stored as a double: 0.025000000000000001 is 0.025.
fn plain(period: BigRational) -> BigRational {
    let float = Number::Finite(period.clone()).to_f64();
    let (stored, binary) = (Number::from_stored_f64(float), Number::from_f64(float));
    stored.finite().filter(|_| stored != binary).cloned().unwrap_or(period)
}

/// The greatest number that divides both.
fn common_divisor(a: &BigRational, b: &BigRational) -> BigRational {
    let denominator = a.denom() * b.denom();
    let numerator = (a.numer() * b.denom()).gcd(&(b.numer() * a.denom()));
    if numerator.is_zero() { a.clone() } else { BigRational::new(numerator, denominator) }
}
