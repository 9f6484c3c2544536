//! Blocks that hand on one of their inputs: `Switch` and `MultiPortSwitch`.
//!
//! Only the input that is selected is computed, once the class and the size of the output are known.

use super::call::{Call, Outputs, common_shape};
use super::class::Family;
use super::diagram::Node;
use super::fault::{Fault, undefined, unsupported};
use super::run::{Run, Stop};
use super::signal::{Array, Signal, UNKNOWN};
use num_rational::BigRational;
use num_traits::{ToPrimitive, Zero};

/// Which block selects.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Choice {
    Switch,
    MultiPort,
}

impl Choice {
    /// The input that decides.
    fn decider(self) -> usize {
        match self {
            Choice::Switch => 1,
            Choice::MultiPort => 0,
        }
    }

    /// The input that an element of the deciding one selects.
    fn selected(self, call: &Call<'_, '_>, element: &BigRational, count: usize) -> Result<usize, Fault> {
        match self {
            Choice::Switch => Ok(if passes(call, element)? { 0 } else { 2 }),
            Choice::MultiPort => multi_port(call, element, count),
        }
    }
}

/// Whether a switch hands on its first input.
fn passes(call: &Call<'_, '_>, element: &BigRational) -> Result<bool, Fault> {
    let threshold = || call.number("Threshold", "0");
    Ok(match call.text_or("Criteria", "u2 >= Threshold") {
        "u2 >= Threshold" => *element >= threshold()?,
        "u2 > Threshold" => *element > threshold()?,
        "u2 ~= 0" => !element.is_zero(),
        other => return Err(unsupported(format!("the criterion `{other}`"))),
    })
}

/// The data inputs come after the one that decides.
fn multi_port(call: &Call<'_, '_>, element: &BigRational, count: usize) -> Result<usize, Fault> {
    let first = match call.text_or("DataPortOrder", "One-based contiguous") {
        "One-based contiguous" if call.text("zeroidx") == Some("on") => 0,
        "One-based contiguous" => 1,
        "Zero-based contiguous" => 0,
        other => return Err(unsupported(format!("the data port order `{other}`"))),
    };
    let inputs = count.saturating_sub(1);
    if inputs < 2 {
        return Err(unsupported("a selection among the elements of one input"));
    }
    let index = element.trunc() - BigRational::from_integer(first.into());
    match index.to_usize() {
        Some(index) if index < inputs => Ok(index.saturating_add(1)),
        _ if call.text("DataPortForDefault") == Some("Additional data port") => {
            Err(unsupported("an additional data port for the default"))
        }
        _ if call.learning || matches!(call.text("DiagnosticForDefault"), Some("None" | "Warning")) => Ok(inputs),
        _ => Err(undefined(format!("the index {element} selects no input"))),
    }
}

impl<'m> Run<'_, 'm> {
    /// A block that hands on one of its inputs.
    pub(super) fn choice(&self, index: usize, node: &Node<'m>, choice: Choice) -> Result<Vec<Signal>, Stop> {
        let call = self.call(index, node, &[]);
        if self.learning {
            return self.choice_of_all(index, node, choice);
        }
        let Signal::Array(decider) = self.input(node, choice.decider())? else {
            return Err(Stop::Fault(super::fault::size("a bus cannot select an input")));
        };
        if let ([element], Some(_)) = (decider.elements.as_slice(), call.template) {
            let selected = choice.selected(&call, element, node.inputs.len())?;
            let value = self.input(node, selected)?;
            return Ok(vec![shaped(&call, &value)?]);
        }
        let inputs = self.inputs(node)?;
        Ok(by_element(&self.call(index, node, &inputs), choice, &decider)?)
    }

    /// The class and the size, from whatever is known of the inputs.
    fn choice_of_all(&self, index: usize, node: &Node<'m>, choice: Choice) -> Result<Vec<Signal>, Stop> {
        let decider = node.inputs.get(choice.decider()).copied().flatten();
        let decider = match self.signal(decider) {
            Err(Stop::Missing(tasks)) => return Err(Stop::Missing(tasks)),
            decider => decider.ok(),
        };
        let data = node.inputs.iter().enumerate().filter(|(i, _)| *i != choice.decider());
        let mut inputs = self.available(data.map(|(_, source)| *source))?;
        if inputs.len() < 2 && choice == Choice::Switch && node.inputs.len() < 3 {
            inputs.push(Signal::ground());
        }
        let call = self.call(index, node, &[]);
        let joined = joined(&call, &inputs)?;
        match (joined.as_slice(), decider) {
            ([Signal::Array(array)], Some(Signal::Array(decider))) if choice == Choice::Switch => {
                let shape = common_shape(&[array, &decider])?;
                Ok(vec![Signal::Array(array.expanded(shape)?)])
            }
            _ => Ok(joined),
        }
    }
}

/// Each element is selected on its own.
fn by_element(call: &Call<'_, '_>, choice: Choice, decider: &Array) -> Outputs {
    let count = call.inputs.len();
    let data: Vec<usize> = (0..count.max(3)).filter(|i| *i != choice.decider()).collect();
    let arrays = data.iter().map(|i| call.input(*i)).collect::<Result<Vec<_>, Fault>>()?;
    let classes: Vec<_> = arrays.iter().map(|a| a.class).collect();
    let class = call.class(Family::Selecting, &classes)?;
    let mut all: Vec<&Array> = arrays.iter().map(AsRef::as_ref).collect();
    all.push(decider);
    let (shape, elements) = call.each(&all, |operands| {
        let (element, data) = operands.split_last().ok_or_else(|| undefined("no input"))?;
        let selected = choice.selected(call, element, count)?;
        let place = if selected > choice.decider() { selected.saturating_sub(1) } else { selected };
        data.get(place).map(|e| (*e).clone()).ok_or_else(|| undefined("no such input"))
    })?;
    super::call::one(call.finish(class, shape, elements)?)
}

/// The first of several signals, in the class and size that fits them all.
pub(super) fn joined(call: &Call<'_, '_>, inputs: &[Signal]) -> Outputs {
    if let Some(bus) = inputs.iter().find(|s| matches!(s, Signal::Bus(_))) {
        return Ok(vec![bus.clone()]);
    }
    let arrays: Vec<&Array> = inputs.iter().filter_map(Signal::array).collect();
    let classes: Vec<_> = arrays.iter().map(|a| a.class).collect();
    let class = call.class(Family::Selecting, &classes)?;
    let shape = common_shape(&arrays)?;
    let first = arrays.first().map(|a| a.expanded(shape)).transpose()?;
    let elements = first.map(|a| a.elements).unwrap_or_default();
    super::call::one(call.finish(class, shape, elements)?)
}

/// A signal in the class and size that were learned for the output.
pub(super) fn shaped(call: &Call<'_, '_>, signal: &Signal) -> Result<Signal, Fault> {
    let Some(template) = call.template else { return Ok(signal.clone()) };
    like(call, template, signal)
}

/// A signal in the class and size of another. How deep buses are nested is bounded, because their shapes were learned.
pub(super) fn like(call: &Call<'_, '_>, template: &Signal, signal: &Signal) -> Result<Signal, Fault> {
    match (template, signal) {
        (Signal::Array(template), Signal::Array(array)) => {
            let class = if template.class == UNKNOWN && !call.learning { array.class } else { template.class };
            let expanded = array.expanded(template.shape)?;
            Ok(Signal::Array(call.finish(class, expanded.shape, expanded.elements)?))
        }
        (Signal::Bus(fields), Signal::Array(_)) => {
            let field = |(name, field): (&String, &Signal)| Ok((name.clone(), like(call, field, signal)?));
            Ok(Signal::Bus(fields.iter().map(field).collect::<Result<_, Fault>>()?))
        }
        (_, Signal::Bus(_)) => Ok(signal.clone()),
    }
}
