//! Functions that work on each element, or on each pair of elements.

use super::{float_class, one, two};
use crate::matlab::evaluate::operators::{
    arithmetic_class, binary, common_class, elementwise, map, pairs, transpose, truths, unary,
};
use crate::matlab::evaluate::work::{Reason, Work};
use crate::matlab::{BinaryOp, Class, Number, UnaryOp, Value};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Pow;

pub(super) fn call(name: &str, arguments: &[Value], work: &Work) -> Option<Reason<Value>> {
    if let Some(op) = operator(name) {
        return Some(two(name, arguments).and_then(|(a, b)| binary(op, a, b, work)));
    }
    if let Some(change) = exact(name)
        && !(name == "round" && arguments.len() == 2)
    {
        return Some(one(name, arguments).and_then(|value| {
            work.elements(value.elements.len())?;
            Ok(map(value, arithmetic_class(value.class), change))
        }));
    }
    if let Some(function) = real(name) {
        return Some(one(name, arguments).and_then(|value| on_doubles(name, value, function, work)));
    }
    if let Some(test) = test(name) {
        return Some(one(name, arguments).map(|value| map(value, Class::Boolean, |n| Number::boolean(test(n)))));
    }
    if let Some(function) = of_two(name) {
        return Some(
            two(name, arguments)
                .and_then(|(a, b)| pairs(a, b, common_class(a.class, b.class)?, work, |x, y| Ok(function(x, y)))),
        );
    }
    Some(match name {
        "sqrt" => one(name, arguments).and_then(|value| square_roots(value, work)),
        "not" => one(name, arguments).and_then(|value| unary(UnaryOp::Not, value)),
        "uminus" => one(name, arguments).and_then(|value| unary(UnaryOp::Minus, value)),
        "uplus" => one(name, arguments).and_then(|value| unary(UnaryOp::Plus, value)),
        "transpose" | "ctranspose" => one(name, arguments).map(transpose),
        "xor" => two(name, arguments).and_then(|(a, b)| exclusive_or(a, b, work)),
        "round" => two(name, arguments).and_then(|(value, places)| round_to(value, places)),
        _ => return None,
    })
}

/// Operators under their names.
fn operator(name: &str) -> Option<BinaryOp> {
    Some(match name {
        "plus" => BinaryOp::Add,
        "minus" => BinaryOp::Subtract,
        "mtimes" => BinaryOp::Multiply,
        "times" => BinaryOp::ElementMultiply,
        "mrdivide" => BinaryOp::Divide,
        "rdivide" => BinaryOp::ElementDivide,
        "mldivide" => BinaryOp::LeftDivide,
        "ldivide" => BinaryOp::ElementLeftDivide,
        "mpower" => BinaryOp::Power,
        "power" | "pow" => BinaryOp::ElementPower,
        "eq" => BinaryOp::Equal,
        "ne" => BinaryOp::NotEqual,
        "lt" => BinaryOp::Less,
        "le" => BinaryOp::LessEqual,
        "gt" => BinaryOp::Greater,
        "ge" => BinaryOp::GreaterEqual,
        "and" => BinaryOp::And,
        "or" => BinaryOp::Or,
        _ => return None,
    })
}

/// Functions with exact values.
fn exact(name: &str) -> Option<fn(&Number) -> Number> {
    Some(match name {
        "abs" | "fabs" => Number::abs,
        "sign" | "sgn" => |n| match n {
            n if n.is_nan() || n.is_zero() => n.clone(),
            n => Number::integer(if n.is_negative() { -1 } else { 1 }),
        },
        "floor" => |n| n.map(BigRational::floor),
        "ceil" => |n| n.map(BigRational::ceil),
        "round" => Number::round,
        "fix" => |n| n.map(BigRational::trunc),
        "square" => |n| n * n,
        "real" | "conj" => Number::clone,
        "sind" => sine_of_degrees,
        "cosd" => |n| sine_of_degrees(&(n + &Number::integer(90))),
        "tand" => |n| &sine_of_degrees(n) / &sine_of_degrees(&(n + &Number::integer(90))),
        "deg2rad" => |n| &(n * &Number::from_f64(std::f64::consts::PI)) / &Number::integer(180),
        "rad2deg" => |n| &(n * &Number::integer(180)) / &Number::from_f64(std::f64::consts::PI),
        _ => return None,
    })
}

/// Functions that are computed on doubles.
fn real(name: &str) -> Option<fn(f64) -> f64> {
    Some(match name {
        "sin" => f64::sin,
        "cos" => f64::cos,
        "tan" => f64::tan,
        "asin" => f64::asin,
        "acos" => f64::acos,
        "atan" => f64::atan,
        "sinh" => f64::sinh,
        "cosh" => f64::cosh,
        "tanh" => f64::tanh,
        "asinh" => f64::asinh,
        "acosh" => f64::acosh,
        "atanh" => f64::atanh,
        "exp" => f64::exp,
        "expm1" => f64::exp_m1,
        "log" | "ln" => f64::ln,
        "log1p" => f64::ln_1p,
        "log2" => f64::log2,
        "log10" => f64::log10,
        _ => return None,
    })
}

fn test(name: &str) -> Option<fn(&Number) -> bool> {
    Some(match name {
        "isnan" => Number::is_nan,
        "isinf" => |n| matches!(n, Number::Infinity { .. }),
        "isfinite" => |n| matches!(n, Number::Finite(_)),
        _ => return None,
    })
}

fn of_two(name: &str) -> Option<fn(&Number, &Number) -> Number> {
    Some(match name {
        "mod" => modulo,
        "rem" => remainder,
        "idivide" => |a, b| (a / b).map(BigRational::trunc),
        "hypot" => |a, b| (&(a * a) + &(b * b)).sqrt().unwrap_or(Number::NotANumber),
        "atan2" => |a, b| Number::from_f64(a.to_f64().atan2(b.to_f64())),
        _ => return None,
    })
}

/// The rest of a division that rounds down; it has the sign of the divisor.
pub(in crate::matlab) fn modulo(a: &Number, b: &Number) -> Number {
    match (a, b) {
        (Number::Finite(x), Number::Finite(y)) if *y.numer() != BigInt::ZERO => Number::Finite(x - y * (x / y).floor()),
        (Number::Finite(_), b) if b.is_zero() => a.clone(),
        (Number::Finite(_), Number::Infinity { negative }) => {
            if a.is_zero() || a.is_negative() == *negative {
                a.clone()
            } else {
                b.clone()
            }
        }
        _ => Number::NotANumber,
    }
}

/// The rest of a division that rounds towards zero; it has the sign of the dividend.
fn remainder(a: &Number, b: &Number) -> Number {
    match (a, b) {
        (Number::Finite(x), Number::Finite(y)) if *y.numer() != BigInt::ZERO => Number::Finite(x - y * (x / y).trunc()),
        (Number::Finite(_), Number::Infinity { .. }) => a.clone(),
        _ => Number::NotANumber,
    }
}

/// The sine of an angle in degrees, exact where it is rational.
fn sine_of_degrees(angle: &Number) -> Number {
    let angle = modulo(angle, &Number::integer(360));
    match angle.to_integer() {
        Some(0 | 180) => Number::zero(),
        Some(30 | 150) => &Number::one() / &Number::integer(2),
        Some(210 | 330) => &Number::one() / &Number::integer(-2),
        Some(90) => Number::one(),
        Some(270) => Number::integer(-1),
        _ => Number::from_f64(angle.to_f64().to_radians().sin()),
    }
}

/// A function on doubles; arguments for which it is complex are refused.
fn on_doubles(name: &str, value: &Value, function: fn(f64) -> f64, work: &Work) -> Reason<Value> {
    work.elements(value.elements.len())?;
    let class = float_class(value.class);
    let apply = |n: &Number| {
        let result = function(n.to_f64());
        if result.is_nan() && !n.is_nan() && !matches!(n, Number::Infinity { negative: false }) {
            return Err(format!("`{name}` of {n} is not a real number"));
        }
        let result = Number::from_f64(result);
        work.operation(&result)?;
        Ok(class.cast(&result))
    };
    let elements = value.elements.iter().map(apply).collect::<Reason<Vec<_>>>()?;
    Ok(Value { class, elements, ..*value })
}

fn square_roots(value: &Value, work: &Work) -> Reason<Value> {
    let class = float_class(value.class);
    let root = |n: &Number| {
        let root = n.sqrt().ok_or_else(|| format!("`sqrt` of {n} is not a real number"))?;
        work.operation(&root)?;
        Ok(class.cast(&root))
    };
    let elements = value.elements.iter().map(root).collect::<Reason<Vec<_>>>()?;
    Ok(Value { class, elements, ..*value })
}

fn exclusive_or(a: &Value, b: &Value, work: &Work) -> Reason<Value> {
    truths(a)?;
    truths(b)?;
    pairs(a, b, Class::Boolean, work, |x, y| Ok(Number::boolean(x.is_zero() != y.is_zero())))
}

/// `round(x, n)`: to so many places behind the point.
fn round_to(value: &Value, places: &Value) -> Reason<Value> {
    let places = places.as_scalar().and_then(Number::to_integer).and_then(|n| i32::try_from(n).ok());
    let Some(places) = places.filter(|n| n.abs() <= 100) else {
        return Err("`round` takes a number of places from -100 to 100".to_string());
    };
    let scale = BigRational::from_integer(BigInt::from(10)).pow(places);
    Ok(map(value, arithmetic_class(value.class), |n| n.map(|exact| (exact * &scale).round() / &scale)))
}

/// The operator `==` between all elements, for functions that compare whole values.
pub(super) fn all_equal(a: &Value, b: &Value, work: &Work) -> Reason<bool> {
    if a.rows != b.rows || a.columns != b.columns {
        return Ok(false);
    }
    Ok(elementwise(BinaryOp::Equal, a, b, work)?.elements.iter().all(|n| !n.is_zero()))
}
