//! A run in a document: which one is meant, and its values.

use super::answer::{Answer, quoted, word};
use super::question::ToolResult;
use serde_json::Value;
use wherefore_report::expression::{self, Table};

/// A run.
#[derive(Clone, Copy)]
pub struct Run<'a> {
    trace: &'a Value,
}

/// A field of an object.
pub fn field<'a>(value: &'a Value, name: &str) -> &'a Value {
    value.get(name).unwrap_or(&Value::Null)
}

/// A list; empty where there is none.
pub fn list<'a>(value: &'a Value, name: &str) -> &'a [Value] {
    field(value, name).as_array().map_or(&[], Vec::as_slice)
}

/// A text; empty where there is none.
pub fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    field(value, name).as_str().unwrap_or("")
}

/// A number; 0 where there is none.
pub fn number(value: &Value, name: &str) -> usize {
    field(value, name).as_u64().and_then(|n| usize::try_from(n).ok()).unwrap_or(0)
}

/// The properties that are meant: the one of a name, or all.
pub fn properties<'a>(document: &'a Value, name: Option<&str>) -> ToolResult<Vec<&'a Value>> {
    let all = list(document, "properties");
    let found: Vec<&Value> = all.iter().filter(|p| name.is_none_or(|name| text(p, "name") == name)).collect();
    match name {
        Some(name) if found.is_empty() => {
            let known: Vec<String> = all.iter().take(12).map(|p| quoted(text(p, "name"))).collect();
            Err(Answer::error(format!("there is no property {}; there are {}", quoted(name), known.join(", "))))
        }
        _ => Ok(found),
    }
}

/// The way of an id or a number, with its property and its place among the ways.
pub fn way<'a>(document: &'a Value, name: Option<&str>, id: &str) -> ToolResult<(&'a Value, usize, &'a Value)> {
    let mut known = Vec::new();
    for property in properties(document, name)? {
        for (index, class) in list(property, "classes").iter().enumerate() {
            if text(class, "id") == id || (index + 1).to_string() == id {
                return Ok((property, index, class));
            }
            known.push(word(text(class, "id")));
        }
    }
    known.truncate(12);
    let known = if known.is_empty() { "this result has none; ask `why`".to_owned() } else { known.join(", ") };
    Err(Answer::error(format!("there is no way {}; ways: {known}", quoted(id))))
}

/// The run that is meant: that of a way, or the first of the document.
pub fn run<'a>(document: &'a Value, name: Option<&str>, id: Option<&str>) -> ToolResult<Run<'a>> {
    if let Some(id) = id {
        return Ok(Run { trace: field(way(document, name, id)?.2, "trace") });
    }
    let of_property = |p: &&'a Value| {
        let given = field(field(field(p, "given_run"), "run"), "trace");
        let class = list(p, "classes").first().map_or(&Value::Null, |class| field(class, "trace"));
        [given, class, field(p, "trace")].into_iter().find(|trace| trace.is_object())
    };
    let found = properties(document, name)?.iter().find_map(of_property);
    let others = || list(document, "diagnostics").iter().map(|d| field(d, "trace")).find(|trace| trace.is_object());
    let runs = || list(document, "differences").iter().map(|d| field(d, "reference_run"));
    let of_models = || runs().find(|trace| trace.is_object());
    let trace = found.or_else(of_models).or_else(others);
    trace.map(|trace| Run { trace }).ok_or_else(|| Answer::error("this result has no run"))
}

impl<'a> Run<'a> {
    /// The names of the variables.
    pub fn names(&self) -> Vec<&'a str> {
        list(self.trace, "variables").iter().map(|v| text(v, "name")).collect()
    }

    /// A value as text; a dash where it is not known.
    pub fn shown(&self, step: usize, name: &str) -> String {
        match list(self.trace, "steps").get(step).map_or(&Value::Null, |s| field(field(s, "values"), name)) {
            Value::Null => "-".to_owned(),
            Value::String(text) => text.clone(),
            other => other.to_string(),
        }
    }

    /// The element taken into a step.
    pub fn element(&self, step: usize) -> &'a str {
        list(self.trace, "steps").get(step).map_or("", |s| text(s, "element"))
    }

    /// How many steps at the end the document leaves out.
    pub fn left_out(&self) -> usize {
        number(self.trace, "steps_left_out")
    }
}

impl Table for Run<'_> {
    fn steps(&self) -> usize {
        list(self.trace, "steps").len()
    }

    fn loop_start(&self) -> Option<usize> {
        field(self.trace, "loop").as_u64().and_then(|n| usize::try_from(n).ok())
    }

    fn has(&self, name: &str) -> bool {
        list(self.trace, "variables").iter().any(|v| text(v, "name") == name)
    }

    fn value(&self, step: usize, name: &str) -> Option<expression::Value> {
        match field(field(list(self.trace, "steps").get(step)?, "values"), name) {
            Value::Null => None,
            Value::Bool(value) => Some(expression::Value::Bool(*value)),
            Value::String(text) => Some(expression::Value::read(text)),
            other => Some(expression::Value::read(&other.to_string())),
        }
    }

    fn is_symbol(&self, name: &str) -> bool {
        let of_type = |v: &Value| text(v, "type").trim_matches(['{', '}']).split(',').any(|word| word.trim() == name);
        let of_step =
            |s: &Value| field(s, "values").as_object().is_some_and(|o| o.values().any(|v| v.as_str() == Some(name)));
        list(self.trace, "variables").iter().any(of_type) || list(self.trace, "steps").iter().any(of_step)
    }
}
