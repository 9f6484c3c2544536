//! The Informal Trace Format of Apalache and Quint: JSON, one object per state.
//!
//! ```text
//! {"vars": ["x", "go"], "states": [{"#meta": {"index": 0}, "x": {"#bigint": "0"}, "go": true}, ...], "loop": 0}
//! ```
//!
//! `loop` is the index of the loop's first state, which is not repeated: our own convention. Integers and words are
//! `#bigint`; the format has no reals, so they are `#unserializable` texts. A name that starts with `#` would be
//! taken for the format's own and is written in quotes. The element of a step stands in its `#meta`, by number and
//! name.

use super::bind::Binder;
use super::table::{Defines, Table};
use super::{BoundTrace, FormatError, Heading, RawValue, Remark};
use crate::show::quote_always;
use crate::{Step, Trace, quote, show_plain, unquote};
use serde_json::Value as Json;
use std::fmt::Write;
use wherefore_ir::{ElementId, System, Terms, Value, VarId};

/// Writes a trace.
pub fn write_itf(system: &System, trace: &Trace, heading: &Heading) -> String {
    let table = Table::new(system, trace, Defines::Declared);
    let names: Vec<String> = table.columns.iter().map(|c| json(&key(&c.name))).collect();
    let mut meta = format!("\"format\": \"ITF\", \"description\": {}", json(&heading.description));
    if let Some(specification) = &heading.specification {
        meta += &format!(", \"specification\": {}", json(specification));
    }
    let mut out = format!("{{\n  \"#meta\": {{{meta}}},\n  \"vars\": [{}],\n  \"states\": [", names.join(", "));
    for (index, step) in trace.steps.iter().enumerate() {
        let lead = if index == 0 { "" } else { "," };
        write!(out, "{lead}\n    {{\"#meta\": {{\"index\": {index}{}}}", element(system, step)).unwrap_or_default();
        for (column, name) in table.columns.iter().zip(&names) {
            if let Some(value) = table.value(column, index) {
                write!(out, ", {name}: {}", to_json(&system.terms, column.var(), value)).unwrap_or_default();
            }
        }
        out.push('}');
    }
    out.push_str("\n  ]");
    if let Some(start) = trace.loop_start {
        write!(out, ",\n  \"loop\": {start}").unwrap_or_default();
    }
    out.push_str("\n}\n");
    out
}

fn element(system: &System, step: &Step) -> String {
    let named = |id: ElementId| system.elements.iter().nth(id.0 as usize).map_or("", |(_, e)| e.name.as_str());
    step.element.map_or(String::new(), |e| format!(", \"element\": {}, \"element_name\": {}", e.0, json(named(e))))
}

/// A text as a JSON string.
fn json(text: &str) -> String {
    Json::from(text).to_string()
}

fn key(name: &str) -> String {
    if name.starts_with(['#', '"']) { quote_always(name) } else { name.to_owned() }
}

fn to_json(terms: &Terms, var: Option<VarId>, value: &Value) -> String {
    let big = |n: &dyn std::fmt::Display| format!("{{\"#bigint\": \"{n}\"}}");
    match value {
        Value::Bool(b) => b.to_string(),
        Value::Enum(id, index) => json(terms.enumeration(*id).values.get(*index as usize).map_or("", String::as_str)),
        Value::Int(n) => big(n),
        Value::BitVec(width, bits) if var.is_some_and(|v| terms.var(v).signed) => big(&Value::signed(*width, bits)),
        Value::BitVec(_, bits) => big(bits),
        Value::Real(_) | Value::Float(..) => format!("{{\"#unserializable\": {}}}", json(&show_plain(terms, value))),
    }
}

/// Reads a trace of a system.
pub fn read_itf(system: &System, text: &str) -> Result<BoundTrace, FormatError> {
    let root: Json = serde_json::from_str(text).map_err(|e| FormatError::new(e.line(), format!("broken JSON: {e}")))?;
    let fail = |message: String| FormatError::new(0, message);
    let states = root.get("states").and_then(Json::as_array).ok_or_else(|| fail("expected a list `states`".into()))?;
    let mut binder = Binder::new(system);
    let mut steps = Vec::with_capacity(states.len());
    for (index, state) in states.iter().enumerate() {
        let located = |e: FormatError| fail(format!("state {index}: {}", e.message));
        steps.push(read_state(system, &mut binder, index, state).map_err(located)?);
    }
    let loop_start = match root.get("loop") {
        None | Some(Json::Null) => None,
        Some(number) => {
            let start = number.as_u64().map(|n| n as usize).filter(|n| *n < steps.len());
            Some(start.ok_or_else(|| fail(format!("expected the index of a state as `loop`, found {number}")))?)
        }
    };
    let trace = Trace { steps, loop_start };
    binder.check_defines(&trace);
    let meta = |name: &str| Some(root.get("#meta")?.get(name)?.as_str()?.to_owned());
    Ok(BoundTrace {
        specification: meta("specification"),
        description: meta("description"),
        trace,
        remarks: binder.remarks,
        origin: binder.origin,
    })
}

fn read_state(system: &System, binder: &mut Binder<'_>, index: usize, state: &Json) -> Result<Step, FormatError> {
    let fail = |message: String| FormatError::new(0, message);
    let object = state.as_object().ok_or_else(|| fail("expected an object".into()))?;
    let mut step = Step::empty(system);
    for (written, value) in object.iter().filter(|(name, _)| !name.starts_with('#')) {
        let name = unquote(written).ok_or_else(|| fail(format!("broken quotes in the name {written}")))?;
        let text = to_text(value).ok_or_else(|| fail(format!("value of `{name}`: expected a plain value")))?;
        binder.value(&mut step, index, &RawValue { name, text, line: 0 })?;
    }
    let number = object.get("#meta").and_then(|m| m.get("element")).and_then(Json::as_u64);
    match number {
        Some(id) if id < system.elements.len() as u64 => step.element = Some(ElementId(id as u32)),
        Some(id) => {
            let message = format!("state {index}: the model has no element {id}");
            binder.remarks.push(Remark { line: 0, message });
        }
        None => {}
    }
    Ok(step)
}

/// A JSON value as the text that [`crate::read`] takes.
fn to_text(value: &Json) -> Option<String> {
    match value {
        Json::Bool(true) => Some("TRUE".to_owned()),
        Json::Bool(false) => Some("FALSE".to_owned()),
        Json::Number(number) => Some(number.to_string()),
        Json::String(text) => Some(quote(text)),
        Json::Object(object) => {
            let text = object.get("#bigint").or_else(|| object.get("#unserializable"))?;
            Some(text.as_str()?.to_owned())
        }
        Json::Null | Json::Array(_) => None,
    }
}
