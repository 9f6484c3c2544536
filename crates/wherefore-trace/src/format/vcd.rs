//! Value change dump, for waveform viewers.
//!
//! One time unit per tick. A name's parts between dots become scopes. Boolean values and words are wires, integers are
//! `integer` vectors in two's complement, wide enough for what they hold; reals are rounded to doubles; enumeration
//! values are strings, which GTKWave and its kin understand. The format knows no loops: a lasso shows the head of its
//! loop once more at the end, and the wire `trace.loop` is 1 from where the loop starts.
//!
//! The last time stamp has no changes below it: it says how long the last tick lasts. A missing value is `x`, `s?` or
//! `rnan`; the float that is not a number is `rNaN`. What a word of the file cannot hold (blanks, control characters)
//! is written as `\u{20}`.
//!
//! There is no date in the file, so that the same trace gives the same text.

mod reader;
mod words;

pub use reader::read_vcd;

use super::table::{Column, Defines, Table};
use crate::Trace;
use crate::show::pad;
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use std::fmt::Write;
use wherefore_ir::{FloatFormat, Sort, System, Terms, Value};
use words::word;

/// Version text at the start of our files.
const VERSION: &str = "wherefore";

/// The scope and the name of the wire that shows the loop.
const LOOP: (&str, &str) = ("trace", "loop");

/// A missing string; a value of this name is written with an escape.
const NO_TEXT: &str = "?";

/// A missing real.
const NO_REAL: &str = "nan";

/// Writes a trace.
pub fn write_vcd(system: &System, trace: &Trace) -> String {
    let table = Table::new(system, trace, Defines::Declared);
    let signals = signals(system, &table, trace);
    let mut out = format!("$version {VERSION} $end\n");
    if let Some(start) = trace.loop_start {
        let end = trace.len();
        writeln!(out, "$comment after #{} the run goes on at #{start}; #{end} shows it again $end", end - 1)
            .unwrap_or_default();
    }
    out.push_str("$timescale 1 ns $end\n");
    declare(&mut out, &system.name, &signals, trace.loop_start.is_some());
    out.push_str("$enddefinitions $end\n");
    dump(&mut out, system, trace, &table, &signals);
    out
}

/// How a signal is declared and its values are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Bit,
    Vector(u64),
    Integer(u64),
    Real,
    Text,
}

struct Signal<'a> {
    column: &'a Column,
    path: Vec<String>,
    kind: Kind,
    id: String,
}

fn signals<'a>(system: &System, table: &'a Table<'_>, trace: &Trace) -> Vec<Signal<'a>> {
    let signal = |(index, column): (usize, &'a Column)| Signal {
        column,
        path: column.name.split('.').map(word).collect(),
        kind: kind(system, table, column, trace),
        id: identifier(index + 1),
    };
    let mut signals: Vec<Signal<'_>> = table.columns.iter().enumerate().map(signal).collect();
    // The sort is stable, so signals of one scope stay in the order of the model.
    signals.sort_by(|a, b| a.scope().cmp(b.scope()));
    signals
}

impl Signal<'_> {
    fn scope(&self) -> &[String] {
        &self.path[..self.path.len() - 1]
    }
}

/// The short code of a signal: a number in base 94, written with the printable characters.
fn identifier(mut number: usize) -> String {
    let mut code = String::new();
    loop {
        code.push(char::from(b'!' + (number % 94) as u8));
        number /= 94;
        if number == 0 {
            return code;
        }
    }
}

fn kind(system: &System, table: &Table<'_>, column: &Column, trace: &Trace) -> Kind {
    let values = || (0..trace.len()).filter_map(|s| table.value(column, s));
    match column.sort(system) {
        Sort::Bool => Kind::Bit,
        Sort::BitVec(width) => Kind::Vector(u64::from(width)),
        Sort::Range { .. } | Sort::Int => Kind::Integer(values().map(integer_bits).max().unwrap_or(1)),
        Sort::Real | Sort::Float(_) => Kind::Real,
        Sort::Enum(_) => Kind::Text,
    }
}

/// Bits of an integer in two's complement, the sign included.
fn integer_bits(value: &Value) -> u64 {
    match value {
        Value::Int(n) => n.bits() + 1,
        _ => 1,
    }
}

fn declare(out: &mut String, top: &str, signals: &[Signal<'_>], has_loop: bool) {
    // The scope of the loop is our own.
    let top = if top == LOOP.0 { "model".to_owned() } else { word(top) };
    writeln!(out, "$scope module {top} $end").unwrap_or_default();
    let mut open: &[String] = &[];
    for signal in signals {
        let scope = signal.scope();
        let common = open.iter().zip(scope).take_while(|(a, b)| a == b).count();
        (common..open.len()).for_each(|_| out.push_str("$upscope $end\n"));
        for part in &scope[common..] {
            writeln!(out, "$scope module {part} $end").unwrap_or_default();
        }
        open = scope;
        let (kind, width) = match signal.kind {
            Kind::Bit => ("wire", 1),
            Kind::Vector(width) => ("wire", width),
            Kind::Integer(width) => ("integer", width),
            Kind::Real => ("real", 64),
            Kind::Text => ("string", 1),
        };
        let name = &signal.path[signal.path.len() - 1];
        writeln!(out, "$var {kind} {width} {} {name} $end", signal.id).unwrap_or_default();
    }
    (0..=open.len()).for_each(|_| out.push_str("$upscope $end\n"));
    if has_loop {
        let (id, (scope, name)) = (identifier(0), LOOP);
        writeln!(out, "$scope module {scope} $end\n$var wire 1 {id} {name} $end\n$upscope $end").unwrap_or_default();
    }
}

fn dump(out: &mut String, system: &System, trace: &Trace, table: &Table<'_>, signals: &[Signal<'_>]) {
    let printed = table.printed();
    for (time, step) in printed.iter().enumerate() {
        writeln!(out, "#{time}").unwrap_or_default();
        let before = time.checked_sub(1).map(|t| printed[t]);
        for signal in signals {
            let value = table.value(signal.column, *step);
            if before.is_none_or(|b| table.value(signal.column, b) != value) {
                writeln!(out, "{}{}", change(&system.terms, signal.kind, value), signal.id).unwrap_or_default();
            }
        }
        if let Some(start) = trace.loop_start.filter(|start| time == 0 || time == *start) {
            writeln!(out, "{}{}", u8::from(time == start), identifier(0)).unwrap_or_default();
        }
    }
    writeln!(out, "#{}", printed.len()).unwrap_or_default();
}

/// A value up to the identifier that follows it.
fn change(terms: &Terms, kind: Kind, value: Option<&Value>) -> String {
    match (kind, value) {
        (Kind::Bit, Some(Value::Bool(b))) => u8::from(*b).to_string(),
        (Kind::Bit, _) => "x".to_owned(),
        (Kind::Vector(width), Some(Value::BitVec(_, bits))) => {
            format!("b{} ", pad(&bits.to_str_radix(2), width as usize))
        }
        (Kind::Integer(width), Some(Value::Int(n))) => format!("b{} ", two_complement(n, width)),
        (Kind::Vector(_) | Kind::Integer(_), _) => "bx ".to_owned(),
        (Kind::Real, value) => value.and_then(double).map_or(format!("r{NO_REAL} "), |d| format!("r{d:?} ")),
        (Kind::Text, Some(Value::Enum(id, index))) => {
            let name = terms.enumeration(*id).values.get(*index as usize).map_or("", String::as_str);
            if name == NO_TEXT { "s\\u{3f} ".to_owned() } else { format!("s{} ", word(name)) }
        }
        (Kind::Text, _) => format!("s{NO_TEXT} "),
    }
}

fn two_complement(n: &BigInt, width: u64) -> String {
    let modulus = BigInt::from(1) << width;
    let unsigned = if n.sign() == num_bigint::Sign::Minus { n + modulus } else { n.clone() };
    pad(&unsigned.to_str_radix(2), width as usize)
}

/// The nearest double; `None` for a real that is too large for one.
fn double(value: &Value) -> Option<f64> {
    match value {
        Value::Real(r) => r.to_f64().filter(|d| d.is_finite()),
        Value::Float(FloatFormat::Single, bits) => Some(f64::from(f32::from_bits(*bits as u32))),
        Value::Float(FloatFormat::Double, bits) => Some(f64::from_bits(*bits)),
        _ => None,
    }
}
