//! Counterexamples as Kind 2 prints them with `-json`: streams, each with its value at every instant.
//!
//! ```text
//! [{"objectType": "property", "name": "ok", "answer": {"value": "falsifiable"}, "counterExample": [
//!    {"blockType": "node", "name": "main",
//!     "streams": [{"name": "x", "type": "int", "class": "input", "instantValues": [[0, 3], [1, -2]]}],
//!     "subnodes": [{"blockType": "node", "name": "Edge", "line": 3, "column": 7, "streams": [..]}]}]}]
//! ```
//!
//! The names of fields and types are those of Kind 2's published schema. Fractions are `{"num": 1, "den": 3}`. Kind 2
//! knows finite runs only: a lasso shows the head of its loop once more at the end, and the field `loop`, which others
//! do not read, is the instant at which the loop starts. Missing values are `null`, also our own. Floats are texts.

mod reader;

pub use reader::read_kind2;

use super::Heading;
use super::table::{Block, Column, Defines, Table};
use crate::{Trace, show_plain};
use num_bigint::{BigInt, BigUint};
use num_traits::One;
use serde_json::Value as Json;
use std::fmt::Write;
use wherefore_ir::{Sort, System, Terms, Value};

/// Writes a trace as the answer to the property that the heading names.
pub fn write_kind2(system: &System, trace: &Trace, heading: &Heading) -> String {
    let table = Table::new(system, trace, Defines::Declared);
    let name = json(heading.specification.as_deref().unwrap_or_default());
    let end = trace.loop_start.map_or(String::new(), |start| format!("\n  \"loop\": {start},"));
    // The schema wants a place in the source, which a trace does not know.
    let mut out = format!(
        "[\n {{\n  \"objectType\": \"property\",\n  \"name\": {name},\n  \"description\": {},\n  \"line\": 0,\n  \
         \"column\": 0,\n  \"source\": \"PropAnnot\",\n  \"answer\": {{\"source\": \"wherefore\", \"value\": \
         \"falsifiable\"}},{end}\n  \"counterExample\": [\n   {{\n    \"blockType\": \"node\",\n    \"name\": {},\n    \
         \"streams\": [",
        json(&heading.description),
        json(&system.name)
    );
    let printed = table.printed();
    for (index, column) in table.columns.iter().enumerate() {
        let lead = if index == 0 { "" } else { "," };
        let values = printed.iter().enumerate().map(|(instant, step)| {
            let value = table.value(column, *step);
            format!("[{instant}, {}]", value.map_or("null".to_owned(), |v| to_json(&system.terms, column, v)))
        });
        write!(
            out,
            "{lead}\n     {{\"name\": {}, {}, \"class\": \"{}\", \"instantValues\": [{}]}}",
            json(&column.name),
            kind(system, column),
            class(system, column),
            values.collect::<Vec<_>>().join(", ")
        )
        .unwrap_or_default();
    }
    out + "\n    ]\n   }\n  ]\n }\n]\n"
}

/// A text as a JSON string.
fn json(text: &str) -> String {
    Json::from(text).to_string()
}

fn class(system: &System, column: &Column) -> &'static str {
    match column.block {
        Block::Input if column.var().is_some() => "input",
        _ if system.annexes.outputs.iter().any(|o| o.name == column.name) => "output",
        _ => "local",
    }
}

/// The fields for the type of a stream. Words that Kind 2 has no type for are integers between bounds.
fn kind(system: &System, column: &Column) -> String {
    let between = |min: &BigInt, max: &BigInt| {
        format!("\"type\": \"subrange\", \"typeInfo\": {{\"min\": {min}, \"max\": {max}}}")
    };
    let is_signed = is_signed(&system.terms, column);
    match column.sort(system) {
        Sort::Bool => "\"type\": \"bool\"".to_owned(),
        Sort::Int => "\"type\": \"int\"".to_owned(),
        Sort::Real | Sort::Float(_) => "\"type\": \"real\"".to_owned(),
        Sort::Range { lo, hi } => between(&lo.into(), &hi.into()),
        Sort::BitVec(width @ (8 | 16 | 32 | 64)) => {
            format!("\"type\": \"{}int{width}\"", if is_signed { "" } else { "u" })
        }
        Sort::BitVec(width) if is_signed => {
            let half = BigInt::one() << (width.max(1) - 1);
            between(&-half.clone(), &(half - 1))
        }
        Sort::BitVec(width) => between(&BigInt::default(), &((BigInt::one() << width) - 1)),
        Sort::Enum(id) => {
            let values: Vec<String> = system.terms.enumeration(id).values.iter().map(|v| json(v)).collect();
            format!("\"type\": \"enum\", \"typeInfo\": {{\"values\": [{}]}}", values.join(", "))
        }
    }
}

fn is_signed(terms: &Terms, column: &Column) -> bool {
    column.var().is_some_and(|v| terms.var(v).signed)
}

fn to_json(terms: &Terms, column: &Column, value: &Value) -> String {
    let word = |width: u32, bits: &BigUint| match is_signed(terms, column) {
        true => Value::signed(width, bits).to_string(),
        false => bits.to_string(),
    };
    match value {
        Value::Bool(b) => b.to_string(),
        Value::Enum(id, index) => json(terms.enumeration(*id).values.get(*index as usize).map_or("", String::as_str)),
        Value::Int(n) => n.to_string(),
        Value::BitVec(width, bits) => word(*width, bits),
        Value::Real(r) if r.denom().is_one() => format!("{}.0", r.numer()),
        Value::Real(r) => format!("{{\"num\": {}, \"den\": {}}}", r.numer(), r.denom()),
        Value::Float(..) => json(&show_plain(terms, value)),
    }
}
