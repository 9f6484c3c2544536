//! Blocks that watch a signal: whether it lies within bounds or outside of them, changes slowly, or is a multiple of a number.

use super::diagram::Node;
use super::fault::{Fault, size, unsupported};
use super::role::Stateful;
use super::run::{Run, Stop};
use super::signal::{Array, Signal};
use crate::matlab::Number;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Signed, Zero};
use std::cmp::Ordering;

/// What a block watches for, and whether its bounds are inputs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Watch {
    Range { dynamic: bool },
    Gap { dynamic: bool },
    Above { dynamic: bool },
    Below { dynamic: bool },
    Gradient,
    Resolution,
}

fn watch(kind: &str) -> Option<Watch> {
    Some(match kind {
        "Check Static Range" => Watch::Range { dynamic: false },
        "Check Dynamic Range" => Watch::Range { dynamic: true },
        "Check Static Gap" => Watch::Gap { dynamic: false },
        "Check Dynamic Gap" => Watch::Gap { dynamic: true },
        "Check Static Lower Bound" => Watch::Above { dynamic: false },
        "Check Dynamic Lower Bound" => Watch::Above { dynamic: true },
        "Check Static Upper Bound" => Watch::Below { dynamic: false },
        "Check Dynamic Upper Bound" => Watch::Below { dynamic: true },
        "Check Discrete Gradient" => Watch::Gradient,
        "Check Input Resolution" => Watch::Resolution,
        _ => return None,
    })
}

/// Whether a block is one of these.
pub(super) fn is_watch(kind: &str) -> bool {
    watch(kind).is_some()
}

/// The block that watches changes remembers its input. It gives nothing.
pub(super) const GRADIENT: Stateful = Stateful {
    feeds_through: |_| Ok(false),
    output: |_, _| Ok(Vec::new()),
    next: |call, _, _| Ok(vec![call.signal(0).into_owned()]),
};

/// Bounds for all elements, or one for each.
struct Bounds {
    numbers: Vec<Number>,
    included: bool,
}

impl Bounds {
    fn written(node: &Node<'_>, name: &str) -> Result<Bounds, Fault> {
        let included = node.block.parameters.get(&format!("{name}_included")).unwrap_or("on") == "on";
        Ok(Bounds { numbers: node.value(name, "0")?.elements.clone(), included })
    }

    fn given(array: Array) -> Bounds {
        Bounds { numbers: array.elements.into_iter().map(Number::Finite).collect(), included: false }
    }

    /// The side of the bound that a number must be on.
    fn admits(&self, index: usize, number: &BigRational, side: Ordering) -> Result<bool, Fault> {
        let bound = if self.numbers.len() == 1 { self.numbers.first() } else { self.numbers.get(index) };
        let is = match bound {
            Some(Number::Finite(bound)) => number.cmp(bound),
            Some(Number::Infinity { negative }) if *negative => Ordering::Greater,
            Some(Number::Infinity { .. }) => Ordering::Less,
            _ => return Err(size("a bound for every element is needed")),
        };
        Ok(is == side || (is == Ordering::Equal && self.included))
    }
}

impl Run<'_, '_> {
    /// Whether what a block watches is in order.
    pub(super) fn watched(&self, index: usize, node: &Node<'_>) -> Result<bool, Stop> {
        match watch(&node.kind) {
            Some(Watch::Gradient) => self.is_slow(index, node),
            Some(Watch::Resolution) => self.is_resolved(node),
            Some(watch) => self.is_bounded(node, watch),
            None => Err(Stop::Fault(unsupported("this demand"))),
        }
    }

    fn is_bounded(&self, node: &Node<'_>, watch: Watch) -> Result<bool, Stop> {
        let (dynamic, has_max, has_min) = match watch {
            Watch::Range { dynamic } | Watch::Gap { dynamic } => (dynamic, true, true),
            Watch::Above { dynamic } => (dynamic, false, true),
            Watch::Below { dynamic } => (dynamic, true, false),
            Watch::Gradient | Watch::Resolution => (false, false, false),
        };
        // Bounds that are inputs come before the signal, the upper one first.
        let bounds = |name: &str, port: usize| -> Result<Bounds, Stop> {
            if dynamic { Ok(Bounds::given(self.numbers(node, port)?)) } else { Ok(Bounds::written(node, name)?) }
        };
        let max = if has_max { Some(bounds("max", 0)?) } else { None };
        let min = if has_min { Some(bounds("min", usize::from(has_max))?) } else { None };
        let port = if dynamic { usize::from(has_max).saturating_add(usize::from(has_min)) } else { 0 };
        let signal = self.numbers(node, port)?;
        let widths = [&max, &min].into_iter().flatten().map(|bounds| bounds.numbers.len());
        let count = widths.chain([signal.elements.len()]).max().unwrap_or(1);
        let is_gap = matches!(watch, Watch::Gap { .. });
        let (under, over) =
            if is_gap { (Ordering::Greater, Ordering::Less) } else { (Ordering::Less, Ordering::Greater) };
        for index in 0..count {
            let element = signal.at(index)?;
            let below = max.as_ref().map(|bounds| bounds.admits(index, element, under)).transpose()?;
            let above = min.as_ref().map(|bounds| bounds.admits(index, element, over)).transpose()?;
            let holds = match is_gap {
                true => below.unwrap_or(false) || above.unwrap_or(false),
                false => below.unwrap_or(true) && above.unwrap_or(true),
            };
            if !holds {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether the input differs by less than a number from what it was at the last run, if there was one.
    fn is_slow(&self, index: usize, node: &Node<'_>) -> Result<bool, Stop> {
        let state = self.memory.state(index).map_err(Stop::Problem)?;
        let Some(Signal::Array(before)) = state.first() else { return Ok(true) };
        let now = self.numbers(node, 0)?;
        let bounds = Bounds { numbers: node.value("gradient", "1")?.elements.clone(), included: false };
        for (index, element) in now.elements.iter().enumerate() {
            if !bounds.admits(index, &(element - before.at(index)?).abs(), Ordering::Less)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether the input is nearly a multiple of one number, or equal to one of several.
    fn is_resolved(&self, node: &Node<'_>) -> Result<bool, Stop> {
        let input = self.numbers(node, 0)?;
        let numbers = Array::of_parameter(&*node.value("resolution", "1")?)?.elements;
        let [step] = numbers.as_slice() else { return Ok(input.elements.iter().all(|e| numbers.contains(e))) };
        if !step.is_positive() {
            return Err(Stop::Fault(unsupported("a resolution that is no positive number")));
        }
        let tolerance = BigRational::new(BigInt::from(10), BigInt::from(1000));
        let rest = |e: &BigRational| e - (e / step).floor() * step;
        Ok(input.elements.iter().all(|e| rest(e).is_zero() || rest(e) < tolerance))
    }
}
