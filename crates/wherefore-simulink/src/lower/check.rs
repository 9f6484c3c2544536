//! Blocks of the library Model Verification: what they ask of the signals at their inputs.
//!
//! `Check Static Range` and its like compare a signal with bounds that are parameters (`min`, `max`, each included or not), those
//! with `Dynamic` in their names with bounds at the inputs before the signal, never included; a gap is what a signal must not
//! lie in. Every element must hold.

use super::{Lowerer, Signal, element_or_first};
use crate::flat::InstanceId;
use crate::matlab::{Class, Number, Value};
use num_bigint::BigInt;
use num_rational::BigRational;
use std::rc::Rc;
use wherefore_ir::Op;
use wherefore_ir::network::BlockId;
use wherefore_syntax::Checked;

/// Where a bound comes from.
enum Bound {
    Written { value: Value, included: bool },
    Given(Rc<Signal>),
}

impl Bound {
    fn count(&self) -> usize {
        match self {
            Bound::Written { value, .. } => value.elements.len(),
            Bound::Given(signal) => signal.elements.len(),
        }
    }
}

/// Whether a block belongs to the library.
pub(super) fn is_check(kind: &str) -> bool {
    kind.strip_prefix("Check ").is_some_and(|rest| {
        let bounds = rest.strip_prefix("Static ").or_else(|| rest.strip_prefix("Dynamic "));
        match bounds {
            Some(bounds) => matches!(bounds, "Range" | "Gap" | "Lower Bound" | "Upper Bound"),
            None => matches!(rest, "Discrete Gradient" | "Input Resolution"),
        }
    })
}

impl Lowerer<'_, '_> {
    /// What a block of the library asks.
    pub(super) fn checked(&mut self, id: InstanceId) -> Checked<BlockId> {
        match self.instance(id).kind.as_str() {
            "Check Discrete Gradient" => self.gradient(id),
            "Check Input Resolution" => self.resolution(id),
            _ => self.bounds(id),
        }
    }

    fn bounds(&mut self, id: InstanceId) -> Checked<BlockId> {
        let kind = self.instance(id).kind.clone();
        let (is_dynamic, is_gap) = (kind.contains("Dynamic"), kind.ends_with("Gap"));
        let has = |bound: &str| is_gap || kind.ends_with("Range") || kind.ends_with(bound);
        let mut ports = 0..;
        let mut bounds = Vec::new();
        for (name, is_max) in [("max", true), ("min", false)] {
            if !has(if is_max { "Upper Bound" } else { "Lower Bound" }) {
                continue;
            }
            let bound = match (is_dynamic, ports.next()) {
                (true, Some(port)) => Bound::Given(self.input(id, port)?),
                _ => {
                    let value = self.parameter(id, name)?.unwrap_or(Value::integer(0));
                    Bound::Written { value, included: self.text(id, &format!("{name}_included")) != "off" }
                }
            };
            bounds.push((bound, is_max));
        }
        let signal = if is_dynamic { self.input(id, bounds.len())? } else { self.input(id, 0)? };
        let counts = bounds.iter().map(|(bound, _)| bound.count()).chain([signal.elements.len()]);
        let counts: Vec<usize> = counts.filter(|count| *count != 1).collect();
        let count = counts.first().copied().unwrap_or(1);
        if counts.iter().any(|other| *other != count) {
            return Err(self.unfit(id, "the sizes of its signal and its bounds do not fit"));
        }
        let mut all = Vec::new();
        for index in 0..count {
            let Some(element) = signal.element(index) else { return Err(self.unfit(id, "its input is empty")) };
            let sides: Vec<BlockId> =
                bounds.iter().map(|(bound, is_max)| self.side(element, (bound, index), *is_max != is_gap)).collect();
            all.push(if is_gap { self.any(&sides) } else { self.all(&sides) });
        }
        Ok(self.all(&all))
    }

    /// Whether an element lies below a bound, or above it.
    fn side(&mut self, element: BlockId, (bound, index): (&Bound, usize), below: bool) -> BlockId {
        let (limit, included) = match bound {
            Bound::Given(signal) => (signal.element(index).unwrap_or(element), false),
            Bound::Written { value, included } => match element_or_first(value, index) {
                Number::Infinity { negative } => return self.truth(negative != below),
                number => (self.number(&number, Class::Double), *included),
            },
        };
        let operator = match (below, included) {
            (true, true) => "<=",
            (true, false) => "<",
            (false, true) => ">=",
            (false, false) => ">",
        };
        self.compare(operator, element, limit)
    }

    /// Whether no element has changed by as much as is allowed or more since the last run; the first run has none before it.
    fn gradient(&mut self, id: InstanceId) -> Checked<BlockId> {
        let most = self.parameter(id, "gradient")?.unwrap_or(Value::integer(1));
        let input = self.input(id, 0)?;
        let (begun_pre, begun) = self.memory(id, Class::Boolean, &Number::zero())?;
        let yes = self.truth(true);
        self.remember(id, begun_pre, begun, yes)?;
        let mut all = Vec::new();
        for (index, (element, class)) in input.elements.iter().zip(input.ty.classes()).enumerate() {
            let (pre, last) = self.memory(id, class, &Number::zero())?;
            self.remember(id, pre, last, *element)?;
            let change = self.calculate(Op::Sub, *element, last);
            let back = self.calculate(Op::Sub, last, *element);
            let most = self.number(&element_or_first(&most, index), Class::Double);
            all.push(self.compare("<", change, most));
            all.push(self.compare("<", back, most));
        }
        let small = self.all(&all);
        Ok(self.op(Op::Implies, &[begun, small]))
    }

    /// Whether every element is, but for a small rest, a multiple of a number, or one of several numbers.
    fn resolution(&mut self, id: InstanceId) -> Checked<BlockId> {
        let value = self.parameter(id, "resolution")?.unwrap_or(Value::integer(1));
        let input = self.input(id, 0)?;
        if value.as_scalar().is_some_and(|n| n.is_zero() || n.is_negative() || n.finite().is_none()) {
            return Err(self.unsupported(id, "a resolution that is no positive number"));
        }
        let rest = Number::Finite(BigRational::new(BigInt::from(1), BigInt::from(100)));
        let mut all = Vec::new();
        for element in &input.elements {
            if let Some(step) = value.as_scalar() {
                let (step, rest) = (self.number(step, Class::Double), self.number(&rest, Class::Double));
                let steps = self.quotient(*element, step);
                let whole = self.op(Op::Floor, &[steps]);
                let below = self.calculate(Op::Mul, whole, step);
                let beyond = self.calculate(Op::Sub, *element, below);
                all.push(self.compare("<", beyond, rest));
            } else {
                let mut any = Vec::new();
                for number in &value.elements {
                    let number = self.number(number, Class::Double);
                    any.push(self.compare("==", *element, number));
                }
                all.push(self.any(&any));
            }
        }
        Ok(self.all(&all))
    }
}
