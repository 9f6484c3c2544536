//! The JSON report: it follows its schema whatever the input, and it is the same on every run.

#![expect(clippy::disallowed_methods, reason = "a test reads files")]

mod support;

use serde_json::Value;
use std::path::PathBuf;
use support::*;

fn schema() -> jsonschema::Validator {
    let text = std::fs::read_to_string(repository().join("schema/wherefore-1.schema.json")).unwrap();
    jsonschema::validator_for(&serde_json::from_str(&text).unwrap()).unwrap()
}

fn every_model() -> Vec<PathBuf> {
    let folders = [models(), repository().join("examples")];
    folders.iter().flat_map(|f| ["smv", "scxml", "oss"].map(|ending| files(f, ending))).flatten().collect()
}

fn document(command: &str, path: &PathBuf, more: &[&str]) -> (Value, i32) {
    let output = wherefore(&models()).arg(command).arg(path).args(["--format", "json"]).args(more).output().unwrap();
    let text = stdout(&output);
    let value = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}\n{text}", path.display()));
    (value, output.status.code().unwrap())
}

fn assert_valid(schema: &jsonschema::Validator, document: &Value) {
    let errors: Vec<String> = schema.iter_errors(document).map(|e| format!("{}: {e}", e.instance_path())).collect();
    assert!(errors.is_empty(), "{errors:#?}\n{document:#}");
}

#[test]
fn documents_follow_the_schema_and_agree_with_the_exit_code() {
    let schema = schema();
    for path in every_model() {
        for (command, more) in [
            ("check", &["--stats", "--defines"][..]),
            ("check", &["--max-depth", "1", "--engine", "sat"]),
            ("why", &["--level", "2", "--max-classes", "5", "--timeout", "2s"]),
        ] {
            let (document, code) = document(command, &path, more);
            assert_eq!(document["command"], command);
            assert_valid(&schema, &document);
            assert_eq!(exit_code_of(&document), code, "{}", path.display());
        }
    }
}

#[test]
fn wrong_inputs_give_a_document_too() {
    let schema = schema();
    for name in ["nowhere.smv", "model.mdl", "."] {
        let (document, code) = document("check", &PathBuf::from(name), &[]);
        assert_valid(&schema, &document);
        assert_eq!((code, document["diagnostics"].as_array().unwrap().len()), (2, 1), "{name}");
        assert_eq!(document["obligations"]["verdict"], "not-checked");
    }
}

/// Takes away what the schema calls measurements.
fn without_measurements(mut document: Value) -> Value {
    for field in ["stats", "certificate", "questions", "seconds"] {
        document.as_object_mut().unwrap().remove(field);
    }
    for property in document["properties"].as_array_mut().unwrap() {
        for field in ["engine", "seconds", "certificate"] {
            property.as_object_mut().unwrap().remove(field);
        }
        for part in ["enumeration", "summary"] {
            property.get_mut(part).and_then(Value::as_object_mut).map(|p| p.remove("proof"));
        }
        let attempts = property.pointer_mut("/survey/attempts").and_then(Value::as_array_mut);
        attempts.into_iter().flatten().filter_map(Value::as_object_mut).for_each(|a| drop(a.remove("proved_by")));
    }
    document
}

#[test]
fn two_runs_give_the_same_document() {
    for path in every_model() {
        let (one, two) = (document("check", &path, &[]).0, document("check", &path, &[]).0);
        assert_eq!(without_measurements(one), without_measurements(two), "{}", path.display());
    }
    for path in files(&models(), "smv") {
        let (one, two) = (document("why", &path, &[]).0, document("why", &path, &[]).0);
        assert_eq!(without_measurements(one), without_measurements(two), "{}", path.display());
    }
}

/// Command lines about pairs of models, suites and mutants, with their exit codes.
const OTHERS: &[(&str, i32)] = &[
    ("diff pairs/bell.smv pairs/bell_other.smv", 0),
    ("diff pairs/bell.smv pairs/bell_deaf.smv", 1),
    ("diff pairs/bell.smv pairs/bell_worn.smv --confirm all", 1),
    ("diff pairs/heat.lus pairs/heat_early.lus", 1),
    ("diff pairs/bell.smv nowhere.smv", 2),
    ("diff pairs/bell.smv pairs/bell_named.smv", 2),
    ("diff pairs/bell.smv out_of_range.smv", 2),
    ("diff pairs/bell.smv pairs/bell_other.smv --max-states 1", 3),
    ("tests pairs/bell.smv --method all", 0),
    ("tests pairs/bell_worn.smv --method wp", 0),
    ("tests pairs/bell.smv --output sound", 2),
    ("mutate pairs/bell.smv", 0),
    ("mutate chart_lift.scxml --operator CT", 0),
    ("mutate wrong_syntax.smv", 2),
];

#[test]
fn comparisons_suites_and_mutants_follow_the_schema_and_stay_the_same() {
    let schema = schema();
    for (line, code) in OTHERS {
        let once = || {
            let output = run_line(&format!("wherefore {line} --format json"), &models());
            let document: Value = serde_json::from_str(&stdout(&output)).unwrap_or_else(|e| panic!("{line}: {e}"));
            (document, output.status.code().unwrap())
        };
        let (one, two) = (once(), once());
        assert_valid(&schema, &one.0);
        assert_eq!((one.1, two.1), (*code, *code), "{line}\n{:#}", one.0);
        assert_eq!(without_measurements(one.0.clone()), without_measurements(two.0), "{line}");
        let equivalent = match (line.starts_with("diff"), code) {
            (false, _) => None,
            (true, 0) => Some(Value::Bool(true)),
            (true, 1) => Some(Value::Bool(false)),
            (true, _) => Some(Value::Null),
        };
        assert_eq!(one.0.get("equivalent"), equivalent.as_ref(), "{line}");
    }
}
