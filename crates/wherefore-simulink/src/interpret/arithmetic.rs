//! Sums, products and bounds.

use super::call::{Call, Outputs, one};
use super::class::{Declared, Family, Rounding};
use super::fault::{Fault, size, undefined, unsupported};
use super::matrix;
use super::signal::{Array, Shape, Signal, exact};
use crate::matlab::{Class, Number};
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use std::borrow::Cow;

/// The blocks of this family.
pub(super) fn function(kind: &str) -> Option<fn(&Call<'_, '_>) -> Outputs> {
    Some(match kind {
        "Constant" => constant,
        "Ground" => ground,
        "Sum" => sum,
        "Product" => product,
        "Gain" => gain,
        "Bias" => bias,
        "Abs" => abs,
        "Signum" => signum,
        "UnaryMinus" => unary_minus,
        "MinMax" => min_max,
        "DotProduct" => dot_product,
        "Saturate" => saturate,
        "Saturation Dynamic" => saturation_dynamic,
        "DeadZone" => dead_zone,
        "Quantizer" => quantizer,
        "Rounding" => rounding,
        "DataTypeConversion" => conversion,
        _ => return None,
    })
}

fn constant(call: &Call<'_, '_>) -> Outputs {
    let value = call.value("Value", "1")?;
    let array = call.parameter("Value", "1")?;
    let array = match call.text_or("VectorParams1D", "on") {
        "off" if !value.is_scalar() => array.reshaped(Shape::Matrix { rows: value.rows, columns: value.columns })?,
        _ => array,
    };
    let class = match call.declared(Declared::Internal)? {
        Declared::Is(class) => class,
        _ => array.class,
    };
    one(call.finish(class, array.shape, array.elements)?)
}

fn ground(_: &Call<'_, '_>) -> Outputs {
    Ok(vec![Signal::ground()])
}

/// The operators of the inputs: written one by one, or a number of inputs that all have the first.
fn operators(call: &Call<'_, '_>, default: &str, every: char) -> Result<Vec<char>, Fault> {
    let text = call.text_or("Inputs", default);
    if text.chars().any(|c| c.is_ascii_digit()) {
        let count = text.trim().parse::<usize>().ok().filter(|n| *n <= call.inputs.len().max(1));
        let count = count.ok_or_else(|| size(format!("`{text}` inputs")))?;
        return Ok(vec![every; count]);
    }
    Ok(text.chars().filter(|c| matches!(c, '+' | '-' | '*' | '/')).collect())
}

fn sum(call: &Call<'_, '_>) -> Outputs {
    let signs = operators(call, "++", '+')?;
    if let [sign] = signs.as_slice() {
        let total = |a: &BigRational, b: &BigRational| Ok(a + b);
        return collapsed(call, BigRational::zero(), total, |x| if *sign == '-' { Ok(-x) } else { Ok(x.clone()) });
    }
    let arrays = (0..signs.len()).map(|i| call.input(i)).collect::<Result<Vec<_>, Fault>>()?;
    call.map(Family::Arithmetic, &arrays, |operands| {
        let mut total = BigRational::zero();
        for (sign, operand) in signs.iter().zip(operands) {
            total = if *sign == '-' { total - *operand } else { total + *operand };
        }
        Ok(total)
    })
}

/// One number out of all elements of the only input.
fn collapsed(
    call: &Call<'_, '_>,
    start: BigRational,
    join: impl Fn(&BigRational, &BigRational) -> Result<BigRational, Fault>,
    end: impl Fn(&BigRational) -> Result<BigRational, Fault>,
) -> Outputs {
    if call.text_or("CollapseMode", "All dimensions") != "All dimensions" {
        return Err(unsupported("a sum or product along one dimension"));
    }
    let input = call.input(0)?;
    let class = call.class(Family::Arithmetic, &[input.class])?;
    let joined = input.elements.iter().try_fold(start, |total, e| join(&total, e))?;
    let result = call.lenient(end(&joined))?;
    one(call.finish(class, Shape::Vector(1), vec![result])?)
}

/// A quotient.
pub(super) fn divide(a: &BigRational, b: &BigRational) -> Result<BigRational, Fault> {
    if b.is_zero() { Err(undefined("division by zero")) } else { Ok(a / b) }
}

fn product(call: &Call<'_, '_>) -> Outputs {
    let operators = operators(call, "2", '*')?;
    if call.text_or("Multiplication", "Element-wise(.*)").starts_with("Matrix") {
        return matrix::product(call, &operators);
    }
    if let [operator] = operators.as_slice() {
        return product_of_elements(call, *operator);
    }
    let arrays = (0..operators.len()).map(|i| call.input(i)).collect::<Result<Vec<_>, Fault>>()?;
    call.map(Family::Arithmetic, &arrays, |operands| {
        operators.iter().zip(operands).try_fold(BigRational::one(), |total, (operator, operand)| match operator {
            '/' => divide(&total, operand),
            _ => Ok(total * *operand),
        })
    })
}

fn product_of_elements(call: &Call<'_, '_>, operator: char) -> Outputs {
    let times = |a: &BigRational, b: &BigRational| Ok(a * b);
    if operator == '*' {
        return collapsed(call, BigRational::one(), times, |x| Ok(x.clone()));
    }
    if !call.input(0)?.is_scalar() {
        return Err(unsupported("the quotient of the elements of a vector"));
    }
    collapsed(call, BigRational::one(), times, |x| divide(&BigRational::one(), x))
}

fn gain(call: &Call<'_, '_>) -> Outputs {
    let input = call.input(0)?;
    let mode = call.text_or("Multiplication", "Element-wise(K.*u)");
    if mode.starts_with("Element") {
        let factor = Array { class: input.class, ..call.parameter("Gain", "1")? };
        return call.map(Family::Arithmetic, &[factor, input.into_owned()], |x| Ok(first(x)? * second(x)?));
    }
    let value = call.value("Gain", "1")?;
    let shape = Shape::Matrix { rows: value.rows, columns: value.columns };
    let factor = call.parameter("Gain", "1")?.reshaped(shape)?;
    let (shape, elements) = match mode {
        "Matrix(u*K)" => matrix::multiply(&input, &factor)?,
        _ => matrix::multiply(&factor, &input)?,
    };
    let class = call.class(Family::Arithmetic, &[input.class])?;
    one(call.finish(class, shape, elements)?)
}

/// The first operand.
pub(super) fn first<'a>(operands: &[&'a BigRational]) -> Result<&'a BigRational, Fault> {
    operands.first().copied().ok_or_else(|| size("no operand"))
}

/// The second operand.
pub(super) fn second<'a>(operands: &[&'a BigRational]) -> Result<&'a BigRational, Fault> {
    operands.get(1).copied().ok_or_else(|| size("no second operand"))
}

fn bias(call: &Call<'_, '_>) -> Outputs {
    let input = call.input(0)?;
    let bias = Array { class: input.class, ..call.parameter("Bias", "0")? };
    call.map(Family::Arithmetic, &[input.into_owned(), bias], |x| Ok(first(x)? + second(x)?))
}

fn abs(call: &Call<'_, '_>) -> Outputs {
    call.map(Family::Arithmetic, &[call.input(0)?], |x| Ok(first(x)?.abs()))
}

fn signum(call: &Call<'_, '_>) -> Outputs {
    call.keep(&[call.input(0)?], |x| Ok(first(x)?.signum()))
}

fn unary_minus(call: &Call<'_, '_>) -> Outputs {
    call.map(Family::Arithmetic, &[call.input(0)?], |x| Ok(-first(x)?.clone()))
}

fn min_max(call: &Call<'_, '_>) -> Outputs {
    let is_max = call.text_or("Function", "min") == "max";
    let better = |a: &BigRational, b: &BigRational| if (a < b) == is_max { b.clone() } else { a.clone() };
    let arrays = call.arrays()?;
    if let [only] = arrays.as_slice() {
        let class = call.class(Family::Selecting, &[only.class])?;
        let best = only.elements.iter().cloned().reduce(|a, b| better(&a, &b)).ok_or_else(|| size("no elements"))?;
        return one(call.finish(class, Shape::Vector(1), vec![best])?);
    }
    call.map(Family::Selecting, &arrays, |operands| {
        let mut best = first(operands)?.clone();
        for operand in operands {
            best = better(&best, operand);
        }
        Ok(best)
    })
}

fn dot_product(call: &Call<'_, '_>) -> Outputs {
    let arrays = [call.input(0)?, call.input(1)?];
    let (_, products) = call.each(&arrays, |x| Ok(first(x)? * second(x)?))?;
    let class = call.class(Family::Arithmetic, &[arrays[0].class, arrays[1].class])?;
    one(call.finish(class, Shape::Vector(1), vec![products.iter().sum()])?)
}

/// A bound, which may be infinite and then bounds nothing.
fn bound(call: &Call<'_, '_>, name: &str, default: &str) -> Result<Option<Array>, Fault> {
    let value = call.value(name, default)?;
    if matches!(value.as_scalar(), Some(Number::Infinity { .. })) {
        return Ok(None);
    }
    value.elements.iter().map(exact).collect::<Result<Vec<_>, Fault>>()?;
    call.parameter(name, default).map(Some)
}

fn saturate(call: &Call<'_, '_>) -> Outputs {
    let mut array = call.input(0)?.into_owned();
    let bounds = [(bound(call, "LowerLimit", "-0.5")?, true), (bound(call, "UpperLimit", "0.5")?, false)];
    for (bound, is_lower) in bounds {
        let Some(bound) = bound else { continue };
        let pair = [array, bound];
        let (shape, elements) = call.each(&pair, |x| {
            let (value, bound) = (first(x)?, second(x)?);
            Ok(if (value < bound) == is_lower { bound.clone() } else { value.clone() })
        })?;
        array = Array { class: pair[0].class, shape, elements };
    }
    call.keep(&[array], |x| Ok(first(x)?.clone()))
}

/// The inputs are the upper bound, the value and the lower bound.
fn saturation_dynamic(call: &Call<'_, '_>) -> Outputs {
    let arrays = [call.input(0)?, call.input(1)?, call.input(2)?];
    let classes: Vec<Class> = arrays.iter().map(|a| a.class).collect();
    let class = call.class_or(Declared::SameAs(1), Family::Selecting, &classes)?;
    let (shape, elements) = call.each(&arrays, |x| match x {
        [upper, value, _] if value > upper => Ok((*upper).clone()),
        [_, value, lower] if value < lower => Ok((*lower).clone()),
        [_, value, _] => Ok((*value).clone()),
        _ => Err(size("three inputs are needed")),
    })?;
    one(call.finish(class, shape, elements)?)
}

fn dead_zone(call: &Call<'_, '_>) -> Outputs {
    let lower = call.parameter("LowerValue", "-0.5")?;
    let upper = call.parameter("UpperValue", "0.5")?;
    call.keep(&[call.input(0)?, Cow::Owned(lower), Cow::Owned(upper)], |x| match x {
        [value, _, upper] if value > upper => Ok(*value - *upper),
        [value, lower, _] if value < lower => Ok(*value - *lower),
        _ => Ok(BigRational::zero()),
    })
}

fn quantizer(call: &Call<'_, '_>) -> Outputs {
    let interval = call.parameter("QuantizationInterval", "0.5")?;
    call.keep(&[call.input(0)?, Cow::Owned(interval)], |x| {
        let interval = second(x)?;
        let steps = Rounding::Nearest.apply(&divide(first(x)?, interval)?);
        Ok(interval * BigRational::from_integer(steps))
    })
}

fn rounding(call: &Call<'_, '_>) -> Outputs {
    let rounding = match call.text_or("Operator", "floor") {
        "floor" => Rounding::Floor,
        "ceil" => Rounding::Ceiling,
        "round" => Rounding::Nearest,
        "fix" => Rounding::Zero,
        other => return Err(unsupported(format!("rounding by `{other}`"))),
    };
    call.keep(&[call.input(0)?], |x| Ok(BigRational::from_integer(rounding.apply(first(x)?))))
}

fn conversion(call: &Call<'_, '_>) -> Outputs {
    let input = call.input(0)?;
    let class = match call.declared(Declared::Internal)? {
        Declared::Is(class) => class,
        _ => input.class,
    };
    one(call.finish(class, input.shape, input.elements.clone())?)
}
