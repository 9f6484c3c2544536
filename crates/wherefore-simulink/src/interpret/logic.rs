//! Comparisons and truth values.

use super::arithmetic::{first, second};
use super::call::{Call, Outputs, one};
use super::class::Declared;
use super::fault::{Fault, unsupported};
use super::signal::{Array, Shape, truth};
use crate::matlab::Class;
use num_rational::BigRational;
use num_traits::Zero;
use std::borrow::Cow;

/// The blocks of this family.
pub(super) fn function(kind: &str) -> Option<fn(&Call<'_, '_>) -> Outputs> {
    Some(match kind {
        "RelationalOperator" => relational,
        "Logic" => logic,
        "Compare To Constant" => compare_to_constant,
        "Compare To Zero" => compare_to_zero,
        "Implies" => implies,
        _ => return None,
    })
}

/// The class of truth values: `boolean` unless a class of numbers is written.
fn class(call: &Call<'_, '_>) -> Result<Class, Fault> {
    Ok(match call.declared(Declared::Internal)? {
        Declared::Is(class) => class,
        _ => Class::Boolean,
    })
}

fn compare(operator: &str, a: &BigRational, b: &BigRational) -> Result<bool, Fault> {
    Ok(match operator {
        "==" => a == b,
        "~=" | "!=" => a != b,
        "<" => a < b,
        "<=" => a <= b,
        ">" => a > b,
        ">=" => a >= b,
        other => return Err(unsupported(format!("the comparison `{other}`"))),
    })
}

fn compared<A: AsRef<Array>>(call: &Call<'_, '_>, class: Class, operator: &str, operands: &[A]) -> Outputs {
    let (shape, elements) = call.each(operands, |x| Ok(truth(compare(operator, first(x)?, second(x)?)?)))?;
    one(Array { class, shape, elements })
}

fn relational(call: &Call<'_, '_>) -> Outputs {
    let operator = call.text("Operator").or_else(|| call.text("relop")).unwrap_or(">=");
    compared(call, class(call)?, operator, &[call.input(0)?, call.input(1)?])
}

/// The output of a comparison in a library block is called `boolean`, or `uint8` on demand.
fn library_class(call: &Call<'_, '_>) -> Result<Class, Fault> {
    match call.text("OutDataTypeStr").or_else(|| call.text("LogicOutDataTypeMode")) {
        Some("uint8") => Ok(Class::UInt8),
        _ => Ok(Class::Boolean),
    }
}

fn compare_to_constant(call: &Call<'_, '_>) -> Outputs {
    let constant = call.parameter("const", "3")?;
    let operator = call.text_or("relop", "<=");
    compared(call, library_class(call)?, operator, &[call.input(0)?, Cow::Owned(constant)])
}

fn compare_to_zero(call: &Call<'_, '_>) -> Outputs {
    let zero = Array::scalar(Class::Double, BigRational::zero());
    let operator = call.text_or("relop", "<=");
    compared(call, library_class(call)?, operator, &[call.input(0)?, Cow::Owned(zero)])
}

fn implies(call: &Call<'_, '_>) -> Outputs {
    let arrays = [call.input(0)?, call.input(1)?];
    let (shape, elements) = call.each(&arrays, |x| Ok(truth(first(x)?.is_zero() || !second(x)?.is_zero())))?;
    one(Array { class: Class::Boolean, shape, elements })
}

fn logic(call: &Call<'_, '_>) -> Outputs {
    let operator = call.text_or("Operator", "AND");
    let class = class(call)?;
    if operator == "NOT" {
        let (shape, elements) = call.each(&[call.input(0)?], |x| Ok(truth(first(x)?.is_zero())))?;
        return one(Array { class, shape, elements });
    }
    let arrays = call.arrays()?;
    if let [only] = arrays.as_slice() {
        let all: Vec<&BigRational> = only.elements.iter().collect();
        return one(Array { class, shape: Shape::Vector(1), elements: vec![truth(joined(operator, &all)?)] });
    }
    let (shape, elements) = call.each(&arrays, |x| Ok(truth(joined(operator, x)?)))?;
    one(Array { class, shape, elements })
}

/// An operator over any number of truth values.
fn joined(operator: &str, operands: &[&BigRational]) -> Result<bool, Fault> {
    let count = operands.iter().filter(|e| !e.is_zero()).count();
    Ok(match operator {
        "AND" => count == operands.len(),
        "OR" => count > 0,
        "NAND" => count < operands.len(),
        "NOR" => count == 0,
        "XOR" => count % 2 == 1,
        "NXOR" => count % 2 == 0,
        other => return Err(unsupported(format!("the operator `{other}`"))),
    })
}
