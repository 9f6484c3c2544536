//! Implicants in words: what a person reads of a way that was or was not taken.

use super::gates::Way;
use super::{Condition, Implicant, Timing};
use crate::dataflow::Program;
use crate::dataflow::names::{expression, name, own_name};
use crate::dataflow::patterns::Port;
use wherefore_ir::Value;
use wherefore_ir::network::{BlockId, Gate};
use wherefore_trace::show_plain;

/// A value as the lens writes it: Boolean values as 0 and 1.
pub fn value(program: &Program<'_>, value: &Value) -> String {
    match value {
        Value::Bool(truth) => u8::from(*truth).to_string(),
        other => show_plain(&program.system.terms, other),
    }
}

/// A port that is on: `active` or `not active`.
pub fn port(program: &Program<'_>, port: Port) -> String {
    let name = name(program, port.block);
    if port.on { name } else { format!("not {name}") }
}

/// A number of ticks, in words.
pub fn ticks(count: u64) -> String {
    if count == 1 { "1 tick".to_owned() } else { format!("{count} ticks") }
}

/// First, second, third.
pub fn ordinal(place: usize) -> String {
    const WORDS: [&str; 9] = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"];
    WORDS.get(place).map_or_else(|| format!("{}th", place + 1), |w| (*w).to_owned())
}

/// The ways of a gate or an edge with their words.
pub fn implicants(program: &Program<'_>, block: BlockId, ways: Vec<Way>) -> Vec<Implicant> {
    let shape = |way: Way| {
        let words = words(program, block, &way);
        Implicant { number: way.number, conditions: way.conditions, words }
    };
    ways.into_iter().map(shape).collect()
}

fn words(program: &Program<'_>, block: BlockId, way: &Way) -> String {
    let parts: Vec<String> = way.conditions.iter().filter_map(|c| condition(program, block, c)).collect();
    match parts.as_slice() {
        [] if !way.operands.is_empty() => "by its operands".to_owned(),
        [] if way.conditions.contains(&Condition::First) => "at the first tick".to_owned(),
        [] => match program.network.block(block).gate {
            Gate::Input(_) => "chosen by the environment".to_owned(),
            _ => "always".to_owned(),
        },
        parts => {
            let first = way.conditions.contains(&Condition::First);
            parts.join(" and ") + if first { " at the first tick" } else { "" }
        }
    }
}

/// A condition in words: "`x` is 0", "its second input is 0", "`x` was 1 one tick before".
fn condition(program: &Program<'_>, of: BlockId, condition: &Condition) -> Option<String> {
    let Condition::Value { block, value: wanted, timing } = condition else { return None };
    let own = program.network.block(of);
    let place = own.inputs.iter().position(|b| b == block);
    let written = own_name(program, *block).or_else(|| place.and_then(|_| expression(program.look(), *block)));
    let role = || match (own.gate, place) {
        (Gate::Apply(wherefore_ir::Op::Ite), Some(0)) => "its condition".to_owned(),
        (Gate::Apply(wherefore_ir::Op::Ite), Some(place)) => format!("its {} input", ordinal(place - 1)),
        (_, Some(_)) if own.inputs.len() == 1 => "its input".to_owned(),
        (_, Some(place)) => format!("its {} input", ordinal(place)),
        (_, None) => name(program, *block),
    };
    let subject = written.map_or_else(role, |written| format!("`{written}`"));
    let what = wanted.as_ref().map_or_else(|| "its value".to_owned(), |v| value(program, v));
    Some(match timing {
        Timing::Before(0) if wanted.is_none() => format!("{subject} has the value"),
        Timing::Before(1) => format!("{subject} was {what} one tick before"),
        _ => format!("{subject} is {what}"),
    })
}
