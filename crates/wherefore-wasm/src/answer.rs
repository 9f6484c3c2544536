//! Answers, as the page reads them.

use serde_json::{Map, Value as Json, json};
use wherefore_ir::{Property, Sort, System, Value, VarId};
use wherefore_trace::format::{Heading, TraceShape, write_text};
use wherefore_trace::{
    DeadEnd, Free, Judgement, Trace, WhatIf, define_values, free_choices, show, show_plain, show_sort,
};

/// Integers beyond this are text: JavaScript keeps numbers as doubles.
const EXACT: i64 = 1 << 53;

/// The variables that can be changed, each with its values.
pub fn choices(system: &System) -> Json {
    let choice = |(var, free): (VarId, Free)| {
        let declared = system.terms.var(var);
        let free = if free == Free::First { "first" } else { "every" };
        let mut choice =
            json!({ "variable": declared.name, "free": free, "words": show_sort(&system.terms, declared.sort) });
        match declared.sort {
            Sort::Bool => choice["options"] = json!(["FALSE", "TRUE"]),
            Sort::Enum(id) => {
                let count = system.terms.enumeration(id).values.len() as u32;
                let options: Vec<String> = (0..count).map(|i| show_plain(&system.terms, &Value::Enum(id, i))).collect();
                choice["options"] = json!(options);
            }
            Sort::Range { lo, hi } => (choice["lo"], choice["hi"]) = (json!(lo), json!(hi)),
            _ => {}
        }
        choice
    };
    json!({ "choices": free_choices(system).into_iter().map(choice).collect::<Vec<Json>>() })
}

/// A changed run.
pub fn played(system: &System, property: &Property, found: &WhatIf) -> Json {
    json!({
        "steps": found.trace.len(),
        "loop": found.trace.loop_start,
        "values": values(system, &found.trace),
        "property": judgement(found.judgement),
        "end": found.end.as_ref().map(dead_end),
        "trace": if found.trace.is_empty() { String::new() } else { trace(system, property, found) },
    })
}

fn judgement(judgement: Judgement) -> Json {
    match judgement {
        Judgement::Fails(step) => json!({ "verdict": "fails", "step": step }),
        Judgement::Holds => json!({ "verdict": "holds" }),
        Judgement::Unfair => json!({ "verdict": "unfair" }),
        Judgement::Open => json!({ "verdict": "open" }),
    }
}

fn dead_end(end: &DeadEnd) -> Json {
    let reason = &end.reason;
    json!({
        "step": end.step,
        "exhausted": end.exhausted,
        "reason": reason.fault.phrase(),
        "subject": reason.subject,
        "values": reason.values,
        "element": reason.element.map(|e| e.0),
    })
}

/// The run for other readers; that it breaks the property is said only if it does.
fn trace(system: &System, property: &Property, found: &WhatIf) -> String {
    let fails = matches!(found.judgement, Judgement::Fails(_));
    let changed = Heading { specification: None, description: "Changed run".to_owned(), number: 1 };
    let heading = if fails { Heading::of(property) } else { changed };
    write_text(system, &found.trace, &heading, TraceShape::Changes)
}

/// The values of all variables and definitions, step by step; `null` where one is not known.
fn values(system: &System, trace: &Trace) -> Json {
    let mut columns = Map::new();
    let cell = |value: Option<&Value>, text: &dyn Fn(&Value) -> String| value.map_or(Json::Null, |v| datum(v, text));
    for (var, declared) in system.terms.vars() {
        let text = |value: &Value| show(&system.terms, var, value);
        let column = (0..trace.len()).map(|step| cell(trace.value(step, var), &text));
        columns.insert(declared.name.clone(), column.collect());
    }
    let defined = define_values(system, trace);
    for (index, define) in system.defines.iter().enumerate() {
        let text = |value: &Value| show_plain(&system.terms, value);
        let column = defined.iter().map(|row| cell(row.get(index).and_then(Option::as_ref), &text));
        columns.insert(define.name.clone(), column.collect());
    }
    Json::Object(columns)
}

/// A value as reports have it: truth values and integers as such, all else as text.
fn datum(value: &Value, text: &dyn Fn(&Value) -> String) -> Json {
    match value {
        Value::Bool(b) => json!(b),
        Value::Int(n) => {
            let exact = i64::try_from(n).ok().filter(|n| (-EXACT..=EXACT).contains(n));
            exact.map_or_else(|| json!(text(value)), |n| json!(n))
        }
        _ => json!(text(value)),
    }
}
