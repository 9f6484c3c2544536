//! XState itself, run by node.

use super::run::{Happening, Seen, guards_json};
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use wherefore_scxml::chart::Rules;
use wherefore_test::{Need, skip};

/// A machine and what happens to it.
pub struct Case {
    pub machine: String,
    pub first: BTreeMap<String, bool>,
    pub list: Vec<Happening>,
}

/// A version of XState, and where it is installed.
pub struct Library {
    folder: PathBuf,
    script: &'static str,
}

/// The library for machines with these rules; skipped if it is not said where it is.
#[expect(clippy::disallowed_methods, reason = "a test may be steered")]
pub fn library(rules: Rules) -> Option<Library> {
    let (name, script) = match rules {
        Rules::XState6 => ("WHEREFORE_XSTATE6", "run6.mjs"),
        _ => ("WHEREFORE_XSTATE", "run.mjs"),
    };
    let folder = std::env::var(name).ok().map(PathBuf::from);
    if folder.is_none() {
        skip(Need::XState, &format!("{name} names no folder with XState; .ci/xstate makes one"));
    }
    // A version that is not released yet may not be there to be had.
    let folder = folder.filter(|f| f.as_os_str() != "missing");
    folder.map(|folder| Library { folder, script })
}

/// What XState does with each case.
pub fn run(library: &Library, cases: &[Case]) -> Vec<Vec<Seen>> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/xstate").join(library.script);
    let mut command = Command::new("node");
    command.arg(script).env("WHEREFORE_XSTATE", &library.folder).stdin(Stdio::piped()).stdout(Stdio::piped());
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
        assert!(
            failed.starts_with("Infinite loop detected") || failed.starts_with("Microstep count exceeded"),
            "{failed}\n{machine}"
        );
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
