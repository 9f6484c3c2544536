//! The schema of the JSON report as tables: one for the document, one for each object in it.

use super::guide::escaped;
use serde_json::Value;
use std::collections::BTreeMap;

const SCHEMA: &str = include_str!("../../../../schema/wherefore-1.schema.json");

/// All tables.
pub fn tables() -> String {
    let schema: Value = serde_json::from_str(SCHEMA).expect("the schema is JSON");
    let mut out = format!("{}\n\n## The document\n\n{}", escaped(text(&schema, "description")), fields(&schema));
    for (name, object) in map(&schema["$defs"]) {
        out.push_str(&format!("## {name}\n\n"));
        if let Some(words) = object["description"].as_str() {
            out.push_str(&format!("{}\n\n", escaped(words)));
        }
        match object["properties"].is_object() {
            true => out.push_str(&fields(object)),
            false => out.push_str(&format!("{}\n\n", kind(object))),
        }
    }
    out
}

/// By name: the order of the source is lost or not, depending on how the reader of JSON was built.
fn map(value: &Value) -> BTreeMap<&String, &Value> {
    value.as_object().expect("the schema has an object here").iter().collect()
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
}

/// A row for each field.
fn fields(object: &Value) -> String {
    let required: Vec<&str> = object["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let mut out = "| field | value | meaning |\n|---|---|---|\n".to_owned();
    for (name, field) in map(&object["properties"]) {
        let mark = if required.contains(&name.as_str()) { "" } else { "?" };
        let meaning = escaped(text(field, "description")).replace('|', "\\|");
        out.push_str(&format!("| `{name}`{mark} | {} | {meaning} |\n", kind(field)));
    }
    out.push('\n');
    out
}

/// Kinds of values of a field.
fn kind(field: &Value) -> String {
    if let Some(target) = field["$ref"].as_str() {
        let name = target.trim_start_matches("#/$defs/");
        return format!("[{name}](#{name})");
    }
    if let Some(constant) = field.get("const") {
        return format!("`{constant}`");
    }
    if let Some(values) = field["enum"].as_array() {
        return values.iter().map(|v| format!("`{v}`")).collect::<Vec<_>>().join(", ");
    }
    let words: Vec<String> = match &field["type"] {
        Value::String(word) => vec![word.clone()],
        Value::Array(words) => words.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        _ => return either(field),
    };
    let words: Vec<String> =
        words.iter().map(|word| if word == "array" { list(field) } else { word.clone() }).collect();
    words.join(" or ")
}

fn list(field: &Value) -> String {
    match field.get("items") {
        Some(items) => format!("array of {}", kind(items)),
        None => "array".to_owned(),
    }
}

/// Alternatives, or something that the schema says in another way.
fn either(field: &Value) -> String {
    let parts = ["oneOf", "anyOf", "allOf"].iter().find_map(|key| field[*key].as_array());
    match parts {
        Some(parts) => parts.iter().map(kind).collect::<Vec<_>>().join(" or "),
        None => "any".to_owned(),
    }
}
