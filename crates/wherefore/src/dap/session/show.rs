//! What is shown of a step: where it is written, and its values.

use super::Session;
use crate::dap::walk::Walk;
use crate::editor::{Variable, WrittenPlace};
use serde_json::{Value, json};

/// The kinds of variables, in the order in which they are shown: changed ones, and those of each role.
const SCOPES: [(&str, Option<&str>); 5] = [
    ("Changed", None),
    ("State", Some("state")),
    ("Inputs", Some("input")),
    ("Definitions", Some("define")),
    ("Constants", Some("frozen")),
];
/// References of watched expressions begin here; those of scopes are below. The protocol has 31 bits for them.
pub const WATCHES: u64 = 1 << 30;

impl Session {
    /// The step, and those before it as what it came from.
    pub(super) fn frames(&self, walk: &Walk, arguments: &Value) -> Value {
        let number = |key: &str| arguments.get(key).and_then(Value::as_u64).unwrap_or_default() as usize;
        let (from, most) = (
            number("startFrame"),
            match number("levels") {
                0 => usize::MAX,
                levels => levels,
            },
        );
        let frame = |at: usize| {
            let place = walk.places.get(at).and_then(|p| p.first()).or(walk.property.as_ref());
            let mut frame = json!({ "id": at + 1, "name": walk.title(at), "line": 0, "column": 0 });
            if let (Some(place), Some(fields)) = (place, frame.as_object_mut()) {
                fields.extend([
                    ("source".to_owned(), self.source(place)),
                    ("line".to_owned(), json!(place.line)),
                    ("column".to_owned(), json!(place.column)),
                    ("endLine".to_owned(), json!(place.end_line)),
                    ("endColumn".to_owned(), json!(place.end_column)),
                ]);
            }
            frame
        };
        let frames: Vec<Value> = (0..=walk.at).rev().skip(from).take(most).map(frame).collect();
        json!({ "stackFrames": frames, "totalFrames": walk.at + 1 })
    }

    fn source(&self, place: &WrittenPlace) -> Value {
        let Some(launch) = &self.launch else { return Value::Null };
        // The model was given as a text with the name of its file; other files are those that it includes.
        let path = launch.model.with_file_name(&place.path);
        let name = path.file_name().map(|n| n.to_string_lossy().into_owned());
        json!({ "name": name, "path": path.display().to_string() })
    }

    pub(super) fn variables(&self, walk: &Walk, reference: u64) -> Vec<Value> {
        if let Some(values) = reference.checked_sub(WATCHES).and_then(|i| self.watched.get(i as usize)) {
            let value = |(at, value): (usize, &Option<String>)| json!({ "name": walk.title(at), "value": value.clone().unwrap_or_else(|| "not known".to_owned()), "variablesReference": 0 });
            return values.iter().enumerate().map(value).collect();
        }
        let count = SCOPES.len() as u64;
        let Some((at, scope)) = reference.checked_sub(1).map(|r| ((r / count) as usize, (r % count) as usize)) else {
            return Vec::new();
        };
        let (Some(step), Some(scope)) = (walk.step(at), SCOPES.get(scope)) else { return Vec::new() };
        let shown = walk.trace.variables.iter().filter(|v| is_in(walk, at, scope.1, v));
        shown.map(|v| {
            let value = step.value(&v.name).unwrap_or_else(|| "not known".to_owned());
            let before = at.checked_sub(1).and_then(|b| walk.step(b)?.value(&v.name)).filter(|_| walk.is_changed(at, &v.name));
            let value = before.map_or_else(|| value.clone(), |before| format!("{value} (was {before})"));
            json!({ "name": v.name, "value": value, "type": v.sort, "evaluateName": v.name, "variablesReference": 0 })
        }).collect()
    }
}

fn is_in(walk: &Walk, at: usize, role: Option<&str>, variable: &Variable) -> bool {
    role.map_or_else(|| walk.is_changed(at, &variable.name), |role| variable.role == role)
}

/// The groups of variables at a step that have some.
pub fn scopes(walk: &Walk, at: usize) -> Vec<Value> {
    let some =
        |(_, (_, role)): &(usize, (&str, Option<&str>))| walk.trace.variables.iter().any(|v| is_in(walk, at, *role, v));
    let scope = |(index, (name, _)): (usize, (&str, Option<&str>))| json!({ "name": name, "variablesReference": at * SCOPES.len() + index + 1, "expensive": false });
    SCOPES.into_iter().enumerate().filter(some).map(scope).collect()
}
