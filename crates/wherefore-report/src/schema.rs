//! The schema of the document, from its types.
//!
//! Fields, their types and their descriptions come from [`crate::document`]. What types do not say, because it is about several
//! fields at once, stands in `schema/rules.json`, by the name of the object. The result is `schema/wherefore-1.schema.json`; a
//! test compares the two. `schema/wherefore-project-1.schema.json` is that of a check of many models,
//! and `schema/wherefore-doctor-1.schema.json` that of a look at the installation.

use crate::doctor::Report;
use crate::document::Document;
use crate::expectations::Project;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// Rules on several fields of an object, by its name; those of the whole document stand at `document`.
const RULES: &str = include_str!("schema/rules.json");
/// Fields that are not in every document and `null` in some.
const WITH_NULL: [&str; 3] = ["enumeration", "summary", "since"];
/// Columns of a line.
const WIDTH: usize = 118;
/// Where definitions stand.
const DEFINITIONS: &str = "#/$defs/";

/// The schema as text, with a final line break.
pub fn render() -> String {
    let generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let mut schema = tidy(generator.into_root_schema_for::<Document>().to_value());
    always_something(&mut schema, &["tool", "stats", "mutation"]);
    let rules: Map<String, Value> = serde_json::from_str(RULES).unwrap_or_default();
    for (name, rule) in rules {
        let place = if name == "document" { String::new() } else { format!("/$defs/{name}") };
        let object = schema.pointer_mut(&place).and_then(Value::as_object_mut);
        object.into_iter().zip(rule.as_object()).for_each(|(object, rule)| object.extend(rule.clone()));
    }
    if let Some(fields) = schema.as_object_mut() {
        fields.insert("$id".to_owned(), json!("urn:wherefore:schema:1"));
        fields.insert("title".to_owned(), json!("wherefore report, version 1"));
    }
    written(&schema)
}

/// The schema of a check of many models as text, with a final line break.
pub fn project() -> String {
    let generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let mut schema = tidy(generator.into_root_schema_for::<Project<'static>>().to_value());
    if let Some(fields) = schema.as_object_mut() {
        fields.insert("$id".to_owned(), json!("urn:wherefore:project-schema:1"));
        fields.insert("title".to_owned(), json!("wherefore check of a folder, version 1"));
    }
    written(&schema)
}

/// The schema of a look at the installation as text, with a final line break.
pub fn doctor() -> String {
    let generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let mut schema = tidy(generator.into_root_schema_for::<Report>().to_value());
    if let Some(fields) = schema.as_object_mut() {
        fields.insert("$id".to_owned(), json!("urn:wherefore:doctor-schema:1"));
        fields.insert("title".to_owned(), json!("wherefore doctor, version 1"));
    }
    written(&schema)
}

fn written(schema: &Value) -> String {
    let mut text = String::new();
    print(schema, 0, &mut text);
    text.push('\n');
    text
}

/// A schema whose definitions are named as fields are, and whose descriptions are one line each. The widths of numbers are no
/// matter of the document.
fn tidy(value: Value) -> Value {
    match value {
        Value::Array(items) => items.into_iter().map(tidy).collect(),
        Value::Object(fields) => fields.into_iter().filter(|(key, _)| key != "format").map(tidy_field).collect(),
        other => other,
    }
}

fn tidy_field((key, value): (String, Value)) -> (String, Value) {
    let value = match (key.as_str(), value) {
        ("description", Value::String(text)) => json!(text.replace('\n', " ")),
        ("$ref", Value::String(target)) => {
            json!(DEFINITIONS.to_owned() + &snake(target.trim_start_matches(DEFINITIONS)))
        }
        ("$defs", Value::Object(named)) => named.into_iter().map(|(name, d)| (snake(&name), tidy(d))).collect(),
        (_, value) => tidy(value),
    };
    (key, value)
}

/// Marks fields that are left out where they have no value as never `null`: types do not distinguish these from others.
/// At the root only some are left out, and in a property all that may be but those that `why` always writes.
fn always_something(schema: &mut Value, of_root: &[&str]) {
    for name in of_root {
        schema.pointer_mut(&format!("/properties/{name}")).into_iter().for_each(without_null);
    }
    for object in schema["$defs"].as_object_mut().into_iter().flat_map(Map::values_mut) {
        let required = object.get("required").cloned().unwrap_or_default();
        let is_required = |name: &String| required.as_array().is_some_and(|list| list.contains(&json!(name)));
        let fields = object.get_mut("properties").and_then(Value::as_object_mut);
        let optional = fields.into_iter().flatten().filter(|(name, _)| !is_required(name));
        optional.filter(|(name, _)| !WITH_NULL.contains(&name.as_str())).for_each(|(_, field)| without_null(field));
    }
}

/// Takes `null` out of the values that a field may have.
fn without_null(field: &mut Value) {
    let Some(field) = field.as_object_mut() else { return };
    if let Some(Value::Array(types)) = field.get_mut("type") {
        types.retain(|word| word != "null");
        if let [one] = types.as_slice() {
            let one = one.clone();
            field.insert("type".to_owned(), one);
        }
    }
    if let Some(Value::Array(mut either)) = field.remove("anyOf") {
        either.retain(|one| *one != json!({ "type": "null" }));
        match (either.pop(), either.is_empty()) {
            (Some(Value::Object(one)), true) => field.extend(one),
            (last, _) => drop(field.insert("anyOf".to_owned(), either.into_iter().chain(last).collect())),
        }
    }
}

/// The name of a type as a field would be named: `GivenRun` is `given_run`.
fn snake(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !out.is_empty() {
            out.push('_');
        }
        out.extend(c.to_lowercase());
    }
    out
}

/// Writes a value, on one line where it fits.
fn print(value: &Value, indent: usize, out: &mut String) {
    let whole = line(value);
    let (open, close) = if value.is_array() { ("[", "]") } else { ("{", "}") };
    let parts = parts(value).filter(|_| indent + whole.len() > WIDTH);
    let Some(parts) = parts else { return out.push_str(&whole) };
    out.push_str(open);
    for (index, (key, part)) in parts.into_iter().enumerate() {
        out.push_str(&format!("{}\n{:width$}{key}", if index == 0 { "" } else { "," }, "", width = indent + 2));
        print(part, indent + 2, out);
    }
    out.push_str(&format!("\n{:indent$}{close}", ""));
}

/// A value on one line.
fn line(value: &Value) -> String {
    let joined = |parts: Vec<(String, &Value)>| {
        parts.iter().map(|(key, part)| format!("{key}{}", line(part))).collect::<Vec<_>>().join(", ")
    };
    match parts(value) {
        Some(parts) if value.is_array() => format!("[{}]", joined(parts)),
        Some(parts) => format!("{{{}}}", joined(parts)),
        None => value.to_string(),
    }
}

/// The parts of a list, or of an object with their names in front. Fields stand in the order of their names, however maps are
/// built.
fn parts(value: &Value) -> Option<Vec<(String, &Value)>> {
    match value {
        Value::Object(fields) => {
            let sorted: BTreeMap<&String, &Value> = fields.iter().collect();
            Some(sorted.into_iter().map(|(key, value)| (format!("{}: ", json!(key)), value)).collect())
        }
        Value::Array(items) => Some(items.iter().map(|item| (String::new(), item)).collect()),
        _ => None,
    }
}
