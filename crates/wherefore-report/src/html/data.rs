//! The data block of the page: the document, the sources, the pictures.
//!
//! Runs are large tables in which little changes: after its first, a step has only the values that changed. A value that is
//! no longer known is `null`.

use crate::document::Document;
use crate::picture;
use serde_json::{Map, Value, json};
use wherefore_diag::{FileId, SourceFile};

/// The largest source that is shown; a larger one has only its name there.
const LARGEST_SOURCE: usize = 2_000_000;

/// The data as JSON that can stand in a script element.
pub fn block(report: &Document, played: Option<&Value>) -> String {
    let mut document = serde_json::to_value(report).unwrap_or_default();
    fold_runs(&mut document);
    let data =
        json!({ "report": document, "sources": sources(report), "pictures": pictures(report), "whatif": played });
    escaped(&data.to_string())
}

/// The texts that places point into. A file that the model includes and that could not be understood may not be a part of a
/// model at all: of that one, only what diagnostics quote is shown.
fn sources(report: &Document) -> Vec<Value> {
    // The text of an archive is not what its author wrote.
    if report.drawing.is_some() {
        return Vec::new();
    }
    let errors = report.remarks.iter().map(|r| &r.diagnostic).filter(|d| d.is_error());
    let faulty: Vec<FileId> = errors.filter_map(|d| d.span()).map(|s| s.file).collect();
    let is_shown = |place: usize, file: &SourceFile| {
        let is_foreign = file.name != report.model.path && faulty.contains(&FileId(place as u32));
        file.text.len() <= LARGEST_SOURCE && !is_foreign
    };
    let shown = report.sources.files().iter().enumerate().map(|(place, file)| {
        let text = is_shown(place, file).then_some(file.text.as_str());
        json!({ "name": file.name, "line": file.begins.line, "text": text })
    });
    shown.collect()
}

/// The pictures in the order of the properties; `null` where a property has none.
fn pictures(report: &Document) -> Value {
    let pictures = picture::of(report);
    serde_json::to_value(picture::drawings(&pictures, report)).unwrap_or_default()
}

/// Leaves out of every run in a document what does not change. Recursion is as deep as the types of the document are
/// nested, which is no matter of the model.
fn fold_runs(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(fold_runs),
        Value::Object(fields) => {
            if let (true, Some(Value::Array(steps))) = (fields.contains_key("variables"), fields.get_mut("steps")) {
                fold_steps(steps);
            }
            fields.values_mut().for_each(fold_runs);
        }
        _ => {}
    }
}

fn fold_steps(steps: &mut [Value]) {
    let mut known = Map::new();
    for step in steps {
        let Some(Value::Object(values)) = step.get_mut("values") else { continue };
        let now = std::mem::take(values);
        let gone = known.keys().filter(|k| !now.contains_key(*k)).map(|k| (k.clone(), Value::Null));
        let changed = now.iter().filter(|(k, v)| known.get(*k) != Some(v)).map(|(k, v)| (k.clone(), v.clone()));
        *values = gone.chain(changed).collect();
        known = now;
    }
}

/// JSON in which nothing can end a script element or turn the direction of the text. All of these characters can only stand
/// in strings, where an escape means the same.
fn escaped(json: &str) -> String {
    let mut text = String::with_capacity(json.len() + json.len() / 16);
    for c in json.chars() {
        match c {
            '<'
            | '>'
            | '&'
            | '\u{7f}'..='\u{9f}'
            | '\u{61c}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}' => {
                text.push_str(&format!("\\u{:04x}", u32::from(c)));
            }
            _ => text.push(c),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_have_what_changed() {
        let mut document = json!({"trace": {"variables": [], "steps": [
            {"values": {"a": 1, "b": true}}, {"values": {"a": 1, "b": false}}, {"values": {"b": false}}, {"values": {"a": 1, "b": false}}
        ]}});
        fold_runs(&mut document);
        let steps = json!([{"values": {"a": 1, "b": true}}, {"values": {"b": false}}, {"values": {"a": null}}, {"values": {"a": 1}}]);
        assert_eq!(document["trace"]["steps"], steps);
    }

    #[test]
    fn a_list_of_numbers_is_no_run() {
        let mut document = json!({"variables": ["x"], "steps": [1, 2]});
        fold_runs(&mut document);
        assert_eq!(document, json!({"variables": ["x"], "steps": [1, 2]}));
    }

    #[test]
    fn no_text_ends_the_block() {
        let data = json!({"</script><!--": "\u{2028}&\u{202e}\u{1}\"\\"}).to_string();
        let text = escaped(&data);
        assert!(text.is_ascii() && !text.contains(['<', '>', '&']));
        assert_eq!(serde_json::from_str::<Value>(&text).ok(), serde_json::from_str(&data).ok());
    }
}
