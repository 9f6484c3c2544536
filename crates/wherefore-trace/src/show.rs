//! One value as text, as SMV prints it, and back.
//!
//! ```text
//! TRUE  idle  -3  1.0  f'1/3  -f'5/2  0ud8_5  -0sd8_5  -0.0  1e-7  inf  NaN
//! ```
//!
//! Reals with a denominator of 1 are written with a point, others as fractions; that is what nuXmv does. A word's sign
//! stands before it, because the grammar has no sign inside a word; readers accept both places. Names that a line of a
//! trace could not hold (blanks, control characters) are written in quotes.

mod bits;
mod number;

pub(crate) use bits::pad;
pub use bits::{read_bits, show_bits};

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed};
use number::{digits, real, word};
use wherefore_ir::{FloatFormat, Sort, Terms, Value, VarId};

/// The value of a variable, read as the variable is: signed or unsigned.
pub fn show(terms: &Terms, var: VarId, value: &Value) -> String {
    match value {
        Value::BitVec(width, bits) if *width > 0 && terms.var(var).signed => {
            let number = Value::signed(*width, bits);
            let sign = if number.is_negative() { "-" } else { "" };
            format!("{sign}0sd{width}_{}", number.magnitude())
        }
        _ => show_plain(terms, value),
    }
}

/// A sort, as types are called in reports.
pub fn show_sort(terms: &Terms, sort: Sort) -> String {
    match sort {
        Sort::Bool => "boolean".to_owned(),
        Sort::Enum(id) => format!("{{{}}}", terms.enumeration(id).values.join(", ")),
        Sort::Range { lo, hi } => format!("{lo}..{hi}"),
        Sort::Int => "integer".to_owned(),
        Sort::Real => "real".to_owned(),
        Sort::BitVec(width) => format!("word[{width}]"),
        Sort::Float(FloatFormat::Single) => "float32".to_owned(),
        Sort::Float(FloatFormat::Double) => "float64".to_owned(),
    }
}

/// A value that belongs to no variable; words are read as unsigned.
pub fn show_plain(terms: &Terms, value: &Value) -> String {
    match value {
        Value::Bool(true) => "TRUE".to_owned(),
        Value::Bool(false) => "FALSE".to_owned(),
        Value::Enum(id, index) => {
            terms.enumeration(*id).values.get(*index as usize).map_or_else(|| format!("#{index}"), |n| quote_value(n))
        }
        Value::Int(n) => n.to_string(),
        Value::Real(r) if r.denom().is_one() => format!("{}.0", r.numer()),
        Value::Real(r) => {
            let sign = if r.is_negative() { "-" } else { "" };
            format!("{sign}f'{}/{}", r.numer().magnitude(), r.denom())
        }
        Value::BitVec(_, bits) if terms.shows_plain_words() => bits.to_string(),
        Value::BitVec(width, bits) => format!("0ud{width}_{bits}"),
        Value::Float(format, bits) => show_float(*format, *bits),
    }
}

/// A value for reading only: a real that has a short decimal is written as one, another as a fraction.
pub fn show_short(terms: &Terms, value: &Value) -> String {
    match value {
        Value::Real(r) => decimal(r).unwrap_or_else(|| format!("{}/{}", r.numer(), r.denom())),
        _ => show_plain(terms, value),
    }
}

/// The decimal of a number, if it has at most twelve places.
fn decimal(number: &BigRational) -> Option<String> {
    let places = (0..=12u32).find(|n| (number * BigInt::from(10).pow(*n)).denom().is_one())?;
    let digits = (number * BigInt::from(10).pow(places)).to_integer();
    let sign = if digits.is_negative() { "-" } else { "" };
    let digits = format!("{:0>width$}", digits.magnitude(), width = places as usize + 1);
    let (whole, fraction) = digits.split_at(digits.len() - places as usize);
    Some(if fraction.is_empty() { format!("{sign}{whole}") } else { format!("{sign}{whole}.{fraction}") })
}

/// The shortest decimal that reads back as the same float.
fn show_float(format: FloatFormat, bits: u64) -> String {
    match format {
        FloatFormat::Single => format!("{:?}", f32::from_bits(bits as u32)),
        FloatFormat::Double => format!("{:?}", f64::from_bits(bits)),
    }
}

/// Reads a value of a sort; the error says what was found and what was expected.
pub fn read(terms: &Terms, sort: Sort, text: &str) -> Result<Value, String> {
    let text = text.trim();
    let expected = |what: &str| format!("expected {what}, found `{}`", shorten(text, 60));
    match sort {
        Sort::Bool => match text {
            "TRUE" | "true" | "1" => Ok(Value::Bool(true)),
            "FALSE" | "false" | "0" => Ok(Value::Bool(false)),
            _ => Err(expected("TRUE or FALSE")),
        },
        Sort::Enum(id) => {
            let name = unquote(text).ok_or_else(|| expected("a name"))?;
            let values = &terms.enumeration(id).values;
            let index = values.iter().position(|v| *v == name);
            index.map(|i| Value::Enum(id, i as u32)).ok_or_else(|| expected(&one_of(values)))
        }
        Sort::Int => digits(text).map(Value::Int).ok_or_else(|| expected("an integer")),
        Sort::Range { lo, hi } => digits(text)
            .filter(|n| *n >= BigInt::from(lo) && *n <= BigInt::from(hi))
            .map(Value::Int)
            .ok_or_else(|| expected(&format!("an integer in {lo}..{hi}"))),
        Sort::Real => real(text).map(Value::Real).ok_or_else(|| expected("a real number")),
        Sort::BitVec(width) => word(width, text).ok_or_else(|| expected(&format!("a word of {width} bits"))),
        Sort::Float(format) => read_float(format, text).ok_or_else(|| expected("a floating-point number")),
    }
}

fn read_float(format: FloatFormat, text: &str) -> Option<Value> {
    Some(match format {
        FloatFormat::Single => Value::single(text.parse().ok()?),
        FloatFormat::Double => Value::double(text.parse().ok()?),
    })
}

/// The values of an enumeration as a message names them.
fn one_of(values: &[String]) -> String {
    const SHOWN: usize = 8;
    let mut list: Vec<&str> = values.iter().take(SHOWN).map(String::as_str).collect();
    if values.len() > SHOWN {
        list.push("...");
    }
    format!("one of {}", list.join(", "))
}

/// The beginning of a text of the user's, short enough for a message.
pub(crate) fn shorten(text: &str, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

/// A name as it stands before the `=` of a trace: bare if it can be, else in quotes.
pub fn quote(name: &str) -> String {
    if name.starts_with('-') || name.contains('=') { quote_always(name) } else { quote_value(name) }
}

fn quote_value(name: &str) -> String {
    let awkward = |c: char| c.is_whitespace() || unprintable(c);
    if name.is_empty() || name.starts_with('"') || name.contains(awkward) {
        quote_always(name)
    } else {
        name.to_owned()
    }
}

/// Characters that a line of text or an XML document cannot hold.
fn unprintable(c: char) -> bool {
    c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}')
}

/// A name in quotes, whether it needs them or not.
pub(crate) fn quote_always(name: &str) -> String {
    let mut out = String::from("\"");
    for c in name.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if unprintable(c) => out.push_str(&format!("\\u{{{:x}}}", c as u32)),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// The name that [`quote`] wrote; `None` if quotes or escapes are broken.
pub fn unquote(text: &str) -> Option<String> {
    let Some(body) = text.strip_prefix('"') else { return Some(text.to_owned()) };
    let (name, rest) = unquote_prefix(body)?;
    rest.is_empty().then_some(name)
}

/// Reads up to the closing quote; the opening one has been read. Gives the name and what follows the quote.
pub(crate) fn unquote_prefix(body: &str) -> Option<(String, &str)> {
    let mut name = String::new();
    let mut chars = body.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return Some((name, &body[at + 1..])),
            '\\' => match chars.next()?.1 {
                'u' => {
                    let rest = chars.as_str().strip_prefix('{')?;
                    let (hex, _) = rest.split_once('}')?;
                    name.push(char::from_u32(u32::from_str_radix(hex, 16).ok()?)?);
                    chars.by_ref().find(|(_, c)| *c == '}')?;
                }
                other => name.push(other),
            },
            c => name.push(c),
        }
    }
    None
}
