//! Functions of numbers: roots, powers, angles, and expressions of them.
//!
//! What has no rational value is computed on doubles, and the result taken exactly.

use super::arithmetic::{divide, first, second};
use super::call::{Call, Outputs, one};
use super::class::Family;
use super::expression;
use super::fault::{Fault, undefined, unsupported};
use super::signal::{Array, Shape, Signal};
use crate::matlab::{Class, Number};
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

/// The blocks of this family.
pub(super) fn function(kind: &str) -> Option<fn(&Call<'_, '_>) -> Outputs> {
    Some(match kind {
        "Sqrt" => sqrt,
        "Math" => math,
        "Trigonometry" => trigonometry,
        "Fcn" => fcn,
        "Polyval" => polynomial,
        _ => return None,
    })
}

/// A function of one number.
pub(super) type Function = fn(&BigRational) -> Result<BigRational, Fault>;

/// A function on doubles.
pub(super) fn float(name: &str, argument: &BigRational, f: fn(f64) -> f64) -> Result<BigRational, Fault> {
    finite(name, f(Number::Finite(argument.clone()).to_f64()))
}

fn finite(name: &str, result: f64) -> Result<BigRational, Fault> {
    let number = Number::from_f64(result);
    number.finite().cloned().ok_or_else(|| undefined(format!("{name} has no value here")))
}

/// The square root, exact if it is rational.
pub(super) fn root(argument: &BigRational) -> Result<BigRational, Fault> {
    let root = Number::Finite(argument.clone()).sqrt();
    root.and_then(|r| r.finite().cloned()).ok_or_else(|| undefined("the square root of a negative number"))
}

/// A power.
pub(super) fn power(base: &BigRational, exponent: &BigRational) -> Result<BigRational, Fault> {
    let power = Number::Finite(base.clone()).power(&Number::Finite(exponent.clone()));
    power.and_then(|p| p.finite().cloned()).ok_or_else(|| undefined("a power without a value"))
}

/// The remainder with the sign of the divisor; by zero it is the dividend.
pub(super) fn modulo(a: &BigRational, b: &BigRational) -> BigRational {
    if b.is_zero() { a.clone() } else { a - b * (a / b).floor() }
}

/// The remainder with the sign of the dividend.
pub(super) fn remainder(a: &BigRational, b: &BigRational) -> Result<BigRational, Fault> {
    Ok(a - b * divide(a, b)?.trunc())
}

/// The angle of a point.
pub(super) fn atan2(y: &BigRational, x: &BigRational) -> Result<BigRational, Fault> {
    let number = |n: &BigRational| Number::Finite(n.clone()).to_f64();
    finite("atan2", number(y).atan2(number(x)))
}

/// The length of a vector in the plane.
pub(super) fn hypotenuse(a: &BigRational, b: &BigRational) -> Result<BigRational, Fault> {
    root(&(a * a + b * b))
}

fn signed_root(x: &BigRational) -> Result<BigRational, Fault> {
    Ok(root(&x.abs())? * x.signum())
}

fn sqrt(call: &Call<'_, '_>) -> Outputs {
    let f = match call.text("Operator").or_else(|| call.text("Function")).unwrap_or("sqrt") {
        "sqrt" => root,
        "signedSqrt" => signed_root,
        "rSqrt" => |x: &BigRational| divide(&BigRational::one(), &root(x)?),
        other => return Err(unsupported(format!("the root `{other}`"))),
    };
    call.map(Family::Arithmetic, &[call.input(0)?], |x| f(first(x)?))
}

/// A function of one number by the name that blocks and expressions use.
pub(super) fn named(name: &str) -> Option<Function> {
    Some(match name {
        "sin" => |x| float("sin", x, f64::sin),
        "cos" => |x| float("cos", x, f64::cos),
        "tan" => |x| float("tan", x, f64::tan),
        "asin" => |x| float("asin", x, f64::asin),
        "acos" => |x| float("acos", x, f64::acos),
        "atan" => |x| float("atan", x, f64::atan),
        "sinh" => |x| float("sinh", x, f64::sinh),
        "cosh" => |x| float("cosh", x, f64::cosh),
        "tanh" => |x| float("tanh", x, f64::tanh),
        "asinh" => |x| float("asinh", x, f64::asinh),
        "acosh" => |x| float("acosh", x, f64::acosh),
        "atanh" => |x| float("atanh", x, f64::atanh),
        "exp" => |x| if x.is_zero() { Ok(BigRational::one()) } else { float("exp", x, f64::exp) },
        "log" | "ln" => |x| float("log", x, f64::ln),
        "log10" => |x| float("log10", x, f64::log10),
        "sqrt" => root,
        "abs" | "fabs" => |x| Ok(x.abs()),
        "sgn" | "sign" => |x| Ok(x.signum()),
        "floor" => |x| Ok(x.floor()),
        "ceil" => |x| Ok(x.ceil()),
        "fix" => |x| Ok(x.trunc()),
        "round" => |x| Ok(x.round()),
        _ => return None,
    })
}

fn math(call: &Call<'_, '_>) -> Outputs {
    let operator = call.text("Operator").or_else(|| call.text("Function")).unwrap_or("exp");
    match operator {
        "transpose" | "hermitian" => return transposed(call.input(0)?.as_ref()),
        "pow" => return two(call, power),
        "hypot" => return two(call, hypotenuse),
        "rem" => return two(call, remainder),
        "mod" => return two(call, |a, b| Ok(modulo(a, b))),
        _ => {}
    }
    let f: Function = match operator {
        "10^u" => |x| power(&BigRational::from_integer(10.into()), x),
        "magnitude^2" | "square" => |x| Ok(x * x),
        "conj" => |x| Ok(x.clone()),
        "reciprocal" => |x| divide(&BigRational::one(), x),
        "signedSqrt" => signed_root,
        "1/sqrt" => |x| divide(&BigRational::one(), &root(x)?),
        "exp" | "log" | "log10" | "sqrt" => named(operator).unwrap_or(root),
        other => return Err(unsupported(format!("the function `{other}`"))),
    };
    call.map(Family::Arithmetic, &[call.input(0)?], |x| f(first(x)?))
}

fn two(call: &Call<'_, '_>, f: fn(&BigRational, &BigRational) -> Result<BigRational, Fault>) -> Outputs {
    call.map(Family::Arithmetic, &[call.input(0)?, call.input(1)?], |x| f(first(x)?, second(x)?))
}

/// Rows as columns; a vector of one dimension becomes a row.
fn transposed(array: &Array) -> Outputs {
    if array.is_scalar() {
        return one(array.clone());
    }
    let (rows, columns) = (array.shape.rows(), array.shape.columns());
    let mut elements = Vec::with_capacity(array.elements.len());
    for row in 0..rows {
        for column in 0..columns {
            elements.push(array.cell(row, column)?.clone());
        }
    }
    one(Array { class: array.class, shape: Shape::Matrix { rows: columns, columns: rows }, elements })
}

fn trigonometry(call: &Call<'_, '_>) -> Outputs {
    match call.text_or("Operator", "sin") {
        "atan2" => two(call, atan2),
        "sincos" => {
            let mut outputs = one_function(call, "sin")?;
            outputs.extend(one_function(call, "cos")?);
            Ok(outputs)
        }
        "cos + jsin" => Err(unsupported("complex numbers")),
        name => one_function(call, name),
    }
}

fn one_function(call: &Call<'_, '_>, name: &str) -> Outputs {
    let f = named(name).ok_or_else(|| unsupported(format!("the function `{name}`")))?;
    call.map(Family::Arithmetic, &[call.input(0)?], |x| f(first(x)?))
}

/// An expression over the elements of the input; the result is a double.
fn fcn(call: &Call<'_, '_>) -> Outputs {
    let text = call.text_or("Expr", "sin(u(1)*exp(2.3*(-u(2))))");
    let result = call.lenient(expression::evaluate(call, text))?;
    Ok(vec![Signal::Array(call.finish(Class::Double, Shape::Vector(1), vec![result])?)])
}

/// A polynomial, the highest power first.
fn polynomial(call: &Call<'_, '_>) -> Outputs {
    let coefficients = call.parameter("Coefs", "[1 0]")?;
    call.map(Family::Arithmetic, &[call.input(0)?], |x| {
        let x = first(x)?;
        Ok(coefficients.elements.iter().fold(BigRational::zero(), |total, c| total * x + c))
    })
}
