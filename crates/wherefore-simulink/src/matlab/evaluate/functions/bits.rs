//! Functions on whole numbers: their bits, their divisors, and their digits in a text.

use super::{one, two};
use crate::matlab::evaluate::operators::{common_class, pairs};
use crate::matlab::evaluate::work::{Reason, Work};
use crate::matlab::{Class, Number, Value};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::Signed;

pub(super) fn call(name: &str, arguments: &[Value], work: &Work) -> Option<Reason<Value>> {
    let combine: fn(&BigInt, &BigInt) -> BigInt = match name {
        "bitand" => |a, b| a & b,
        "bitor" => |a, b| a | b,
        "bitxor" => |a, b| a ^ b,
        "gcd" => |a, b| a.gcd(b),
        "lcm" => |a, b| a.lcm(b),
        "bitshift" => return Some(two(name, arguments).and_then(|(value, by)| shifted(value, by, work))),
        "hex2dec" => return Some(one(name, arguments).and_then(|text| digits(text, 16))),
        "bin2dec" => return Some(one(name, arguments).and_then(|text| digits(text, 2))),
        _ => return None,
    };
    Some(two(name, arguments).and_then(|(a, b)| {
        let class = common_class(a.class, b.class)?;
        pairs(a, b, class, work, |x, y| Ok(Number::integer(combine(&whole(name, x)?, &whole(name, y)?))))
    }))
}

/// A whole number that is not negative.
fn whole(name: &str, number: &Number) -> Reason<BigInt> {
    let exact = number.finite().filter(|exact| exact.is_integer() && !exact.is_negative());
    exact
        .map(|exact| exact.numer().clone())
        .ok_or_else(|| format!("`{name}` takes whole numbers, and {number} is none"))
}

/// Bits moved up, or down for a negative distance; those that leave the class are lost.
fn shifted(value: &Value, by: &Value, work: &Work) -> Reason<Value> {
    let largest = match value.class.bounds() {
        Some((_, largest)) => largest,
        None => BigInt::from(u64::MAX >> 11),
    };
    pairs(value, by, common_class(value.class, Class::Double)?, work, |number, by| {
        let number = whole("bitshift", number)?;
        let by = by.to_integer().filter(|by| by.abs() <= 64).ok_or("`bitshift` takes a distance from -64 to 64")?;
        let distance = by.unsigned_abs();
        Ok(Number::integer(if by < 0 { number >> distance } else { (number << distance) & &largest }))
    })
}

/// The number that a text means in a base.
fn digits(text: &Value, base: u32) -> Reason<Value> {
    let text = text.as_text().ok_or("a text with digits is missing")?;
    let number = u64::from_str_radix(text.trim(), base).map_err(|_| "the text is no number of up to 64 bits")?;
    Ok(Value::integer(number))
}
