//! XState itself, run by node.

use super::run::{Happening, Seen, guards_json};
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use wherefore_test::{Need, skip};

/// A machine and what happens to it.
pub struct Case {
    pub machine: String,
    pub first: BTreeMap<String, bool>,
    pub list: Vec<Happening>,
}

/// The folder in which XState is installed; skipped if it is not said.
#[expect(clippy::disallowed_methods, reason = "a test may be steered")]
pub fn folder() -> Option<PathBuf> {
    let folder = std::env::var("WHEREFORE_XSTATE").ok().map(PathBuf::from);
    if folder.is_none() {
        skip(Need::XState, "WHEREFORE_XSTATE names no folder with XState; .ci/xstate makes one");
    }
    folder
}

/// What XState does with each case.
pub fn run(folder: &PathBuf, cases: &[Case]) -> Vec<Vec<Seen>> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/xstate/run.mjs");
    let mut command = Command::new("node");
    command.arg(script).env("WHEREFORE_XSTATE", folder).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut node = command.spawn().expect("node");
    let mut input = node.stdin.take().expect("standard input");
    let lines: String = cases.iter().map(line).collect();
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = node.wait_with_output().expect("node ends");
    writer.join().expect("a thread").expect("node reads");
    assert!(output.status.success(), "node failed");
    let text = String::from_utf8(output.stdout).expect("text");
    let answers: Vec<Vec<Seen>> = text.lines().zip(cases).map(|(line, case)| answer(line, case)).collect();
    assert_eq!(answers.len(), cases.len());
    answers
}

fn line(case: &Case) -> String {
    let steps: Vec<String> = case.list.iter().map(Happening::json).collect();
    let machine: String = case.machine.lines().collect();
    let guards = guards_json(&case.first);
    format!("{{\"machine\":{machine},\"steps\":{{\"guards\":{guards},\"list\":[{}]}}}}\n", steps.join(","))
}

fn answer(line: &str, case: &Case) -> Vec<Seen> {
    let answer: Value = serde_json::from_str(line).expect("JSON");
    let Value::Array(trace) = answer else { panic!("{answer}\n{}", case.machine) };
    trace.iter().map(|seen| look(seen, &case.machine)).collect()
}

fn look(seen: &Value, machine: &str) -> Seen {
    if let Some(failed) = seen.get("failed") {
        let failed = failed.as_str().unwrap_or_default();
        assert!(failed.starts_with("Infinite loop detected"), "{failed}\n{machine}");
        return Seen::Endless;
    }
    let list = |key: &str| seen[key].as_array().cloned().unwrap_or_default();
    let states = list("states").iter().filter_map(|s| s.as_str().map(str::to_owned)).collect();
    let mut context = BTreeMap::new();
    flatten(&seen["context"], "", &mut context);
    let done = seen["status"] == "done";
    let timers = if done { 0 } else { seen["timers"].as_u64().unwrap_or_default() as usize };
    Seen::Rest { states, context, done, timers }
}

/// Values that are Booleans, numbers or texts, by path.
fn flatten(value: &Value, path: &str, found: &mut BTreeMap<String, String>) {
    for (key, value) in value.as_object().into_iter().flatten() {
        let name = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
        match value {
            Value::Object(_) => flatten(value, &name, found),
            Value::String(text) => drop(found.insert(name, format!("'{text}'"))),
            Value::Bool(_) | Value::Number(_) => drop(found.insert(name, value.to_string())),
            Value::Null | Value::Array(_) => {}
        }
    }
}
