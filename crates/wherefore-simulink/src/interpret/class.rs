//! The class of a result, and the conversion of exact results to it.

use super::fault::{Fault, unsupported};
use super::signal::{UNKNOWN, truth};
use crate::matlab::Class;
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

/// What a block does with numbers, which decides the class of results of truth values alone.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Family {
    /// Sums of truth values are numbers.
    Arithmetic,
    /// A choice among truth values is one.
    Selecting,
}

/// What a parameter such as `OutDataTypeStr` says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Declared {
    /// That the block decides by the classes of all inputs.
    Internal,
    /// That it is the class of the input with this number, from 0.
    SameAs(usize),
    /// This class.
    Is(Class),
}

/// Reads the name of a data type.
pub(super) fn declared(text: &str) -> Result<Declared, Fault> {
    let text = text.trim();
    if let Some(rule) = text.strip_prefix("Inherit:") {
        let rule = rule.trim().to_ascii_lowercase();
        return Ok(match rule.as_str() {
            "same as second input" => Declared::SameAs(1),
            rule if rule.starts_with("same as") => Declared::SameAs(0),
            rule if rule.starts_with("logical") => Declared::Is(Class::Boolean),
            _ => Declared::Internal,
        });
    }
    named(text).map(Declared::Is).ok_or_else(|| unsupported(format!("the data type `{text}`")))
}

fn named(text: &str) -> Option<Class> {
    if let Some(class) = Class::named(text).filter(|c| *c != Class::Text) {
        return Some(class);
    }
    if let Some(inner) = text.strip_prefix("float(").and_then(|t| t.strip_suffix(')')) {
        return Class::named(inner.trim_matches(['\'', '"']));
    }
    let inner = text.strip_prefix("fixdt(").and_then(|t| t.strip_suffix(')'))?;
    let parts: Vec<&str> = inner.split(',').map(str::trim).collect();
    match parts.as_slice() {
        [signed, bits] | [signed, bits, "0"] => whole(*signed == "1", bits.parse().ok()?),
        _ => None,
    }
}

const WHOLE: [(bool, u64, Class); 8] = [
    (true, 8, Class::Int8),
    (true, 16, Class::Int16),
    (true, 32, Class::Int32),
    (true, 64, Class::Int64),
    (false, 8, Class::UInt8),
    (false, 16, Class::UInt16),
    (false, 32, Class::UInt32),
    (false, 64, Class::UInt64),
];

fn whole(signed: bool, bits: u64) -> Option<Class> {
    WHOLE.iter().find(|(s, b, _)| *s == signed && *b == bits).map(|(_, _, class)| *class)
}

/// The class that a block gives to its output if it may decide.
pub(super) fn internal_rule(classes: &[Class], family: Family) -> Class {
    let has = |class: Class| classes.contains(&class);
    if has(Class::Double) {
        return Class::Double;
    }
    if has(Class::Single) {
        return Class::Single;
    }
    let integers = || WHOLE.iter().filter(|(_, _, class)| has(*class));
    if let Some(bits) = integers().map(|(_, bits, _)| *bits).max() {
        let signed = integers().any(|(signed, _, _)| *signed);
        return whole(signed, bits).unwrap_or(Class::Double);
    }
    match (family, has(Class::Boolean), has(UNKNOWN)) {
        (Family::Selecting, true, _) => Class::Boolean,
        (_, _, true) => UNKNOWN,
        _ => Class::Double,
    }
}

/// How numbers become whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Rounding {
    Floor,
    Ceiling,
    Zero,
    Nearest,
    Convergent,
}

impl Rounding {
    pub(super) fn named(text: &str) -> Result<Rounding, Fault> {
        Ok(match text {
            "Floor" | "Simplest" => Rounding::Floor,
            "Ceiling" => Rounding::Ceiling,
            "Zero" => Rounding::Zero,
            "Nearest" | "Round" => Rounding::Nearest,
            "Convergent" => Rounding::Convergent,
            other => return Err(unsupported(format!("rounding by `{other}`"))),
        })
    }

    pub(super) fn apply(self, number: &BigRational) -> BigInt {
        match self {
            Rounding::Floor => number.floor().to_integer(),
            Rounding::Ceiling => number.ceil().to_integer(),
            Rounding::Zero => number.trunc().to_integer(),
            Rounding::Nearest => away_from_zero(number),
            Rounding::Convergent => to_even(number),
        }
    }
}

fn half() -> BigRational {
    BigRational::new(BigInt::one(), BigInt::from(2))
}

fn away_from_zero(number: &BigRational) -> BigInt {
    let size = (number.abs() + half()).floor().to_integer();
    if number.is_negative() { -size } else { size }
}

fn to_even(number: &BigRational) -> BigInt {
    let below = number.floor();
    let rest = number - &below;
    let below = below.to_integer();
    if rest > half() || (rest == half() && below.is_odd()) { below + 1 } else { below }
}

/// What happens to numbers that a class of integers does not have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Overflow {
    Saturate,
    Wrap,
}

/// An exact number as an element of a class.
pub(super) fn convert(number: BigRational, class: Class, rounding: Rounding, overflow: Overflow) -> BigRational {
    if class == Class::Boolean {
        return truth(!number.is_zero());
    }
    let Some((least, greatest)) = class.bounds() else { return number };
    let rounded = rounding.apply(&number);
    BigRational::from_integer(match overflow {
        Overflow::Saturate => rounded.clamp(least, greatest),
        Overflow::Wrap => {
            let count = &greatest - &least + 1;
            (rounded - &least).mod_floor(&count) + least
        }
    })
}
