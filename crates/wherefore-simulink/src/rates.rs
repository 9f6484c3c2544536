//! Rates: all blocks of a diagram must run at the same one.

use crate::codes;
use crate::flat::{Flat, Instance, InstanceId};
use crate::matlab::Number;
use crate::stateflow::document::Update;
use crate::stateflow::lower::chart_of;
use wherefore_diag::Diagnostic;
use wherefore_syntax::{Checked, Reporter};

/// Blocks whose sample time says nothing about when others run: sources, and what only shows.
const WITHOUT_RATE: [&str; 9] = [
    "Constant",
    "Ground",
    "FromWorkspace",
    "Signal Builder",
    "Scope",
    "Display",
    "ToWorkspace",
    "Terminator",
    "opened",
];

/// Refuses a diagram in which blocks run at several rates.
pub(crate) fn one_rate(flat: &Flat<'_>, report: &mut Reporter) -> Checked<()> {
    // Sample times come out of calculations in floating point.
    let mut first: Option<(&Instance<'_>, Number)> = None;
    for id in flat.ids() {
        let instance = flat.get(id);
        let Some(period) = period(instance).or_else(|| chart_period(flat, id)) else { continue };
        match &first {
            Some((other, known)) if known.to_f64() != period.to_f64() => {
                let headline = format!(
                    "several rates: `{}` runs every {known} s, `{}` every {period} s",
                    other.path, instance.path
                );
                let diagnostic = Diagnostic::at(codes::RATES, instance.block.span, headline, "another rate");
                return Err(report.push(diagnostic.help("give all blocks the same sample time")));
            }
            Some(_) => {}
            None => first = Some((instance, period)),
        }
    }
    Ok(())
}

/// The sample time of a chart, if it has one of its own.
fn chart_period(flat: &Flat<'_>, id: InstanceId) -> Option<Number> {
    let instance = flat.get(id);
    let chart = Some(id).filter(|_| instance.kind == "Chart").and_then(|id| chart_of(flat, id))?;
    let time = chart.sample_time.as_ref().filter(|_| chart.update == Update::Discrete)?;
    let period = instance.scope.value(time).ok()?.as_scalar()?.clone();
    (period.finite().is_some() && !period.is_negative() && !period.is_zero()).then_some(period)
}

/// The sample time of a block, if it has one of its own.
fn period(instance: &Instance<'_>) -> Option<Number> {
    if WITHOUT_RATE.contains(&instance.kind.as_str()) {
        return None;
    }
    let names = ["SampleTime", "SystemSampleTime", "OutPortSampleTime"];
    let parameter = names.iter().find_map(|name| instance.block.parameters.parameter(name))?;
    let value = instance.scope.value(parameter).ok()?;
    let period = value.elements.first()?.clone();
    (period.finite().is_some() && !period.is_negative() && !period.is_zero()).then_some(period)
}
