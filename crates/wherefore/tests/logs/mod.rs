//! SARIF logs of real models: sound, stable, and as the standard's own schema wants them.
//!
//! The schema belongs to OASIS and is no part of this repository. `.ci/sarif` takes it out of a package and runs these tests
//! with it; by hand, on all examples:
//!
//! ```sh
//! WHEREFORE_CORPUS=full .ci/sarif
//! ```

#[allow(dead_code, reason = "each test file uses its part")]
#[path = "../../../wherefore-report/tests/support/sarif.rs"]
mod sound;

use crate::support::*;
use crate::{every_model, every_pair};
use serde_json::Value;
use sound::{assert_sound, list, number, word};
use std::path::{Path, PathBuf};
use wherefore_test::{Need, skip};

/// One model for each lens, and what cannot be read: the share that is looked at by default.
const SHARE: &[&str] = &[
    "ac.smv",
    "counter.smv",
    "starvation.smv",
    "ac.scxml",
    "airbag.oss",
    "muv.lus",
    "wrong_syntax.smv",
    "vacuous.smv",
];

/// The schema of the standard, if it is to be had.
fn standard() -> Option<jsonschema::Validator> {
    let Some(path) = std::env::var_os("WHEREFORE_SARIF_SCHEMA") else {
        skip(Need::Sarif, "`.ci/sarif` gets the schema of the standard and sets WHEREFORE_SARIF_SCHEMA");
        return None;
    };
    let text = std::fs::read_to_string(path).unwrap();
    let mut schema: Value = serde_json::from_str(&text).unwrap();
    // Two patterns for languages have a bracket too many and are no regular expressions; no log of ours names a language.
    for part in ["run", "toolComponent"] {
        let language = schema.pointer_mut(&format!("/definitions/{part}/properties/language"));
        language.and_then(Value::as_object_mut).map(|l| l.remove("pattern"));
    }
    Some(jsonschema::validator_for(&schema).unwrap())
}

/// A log, checked with everything that there is to check it with.
fn log(words: &[&str], folder: &Path, standard: Option<&jsonschema::Validator>) -> Value {
    let output = wherefore(folder).args(words).args(["--format", "sarif"]).output().unwrap();
    let log: Value = serde_json::from_str(&stdout(&output)).unwrap_or_else(|e| panic!("{words:?}: {e}"));
    let text_of = |uri: &str| {
        let path = uri.strip_prefix("file://").map_or_else(|| folder.join(uri), PathBuf::from);
        std::fs::read_to_string(path).ok()
    };
    assert_sound(&log, &text_of);
    let code = number(&log["runs"][0]["invocations"][0]["exitCode"]);
    assert_eq!(Some(code as i32), output.status.code(), "{words:?}");
    if let Some(standard) = standard {
        let errors: Vec<String> = standard.iter_errors(&log).map(|e| format!("{}: {e}", e.instance_path())).collect();
        assert!(errors.is_empty(), "{words:?}: {errors:#?}");
    }
    log
}

fn results(log: &Value) -> &[Value] {
    list(&log["runs"][0]["results"])
}

/// The results that are about properties.
fn failures(log: &Value) -> Vec<&Value> {
    results(log).iter().filter(|r| word(&r["ruleId"]).starts_with("property/")).collect()
}

#[test]
fn logs_of_models_are_sound() {
    let standard = standard();
    let is_in_share = |p: &PathBuf| SHARE.iter().any(|name| p.file_name().is_some_and(|n| n == *name));
    let all: Vec<PathBuf> = every_model().into_iter().filter(|p| wherefore_test::is_full() || is_in_share(p)).collect();
    assert!(all.len() >= SHARE.len(), "{all:?}");
    for path in &all {
        let path = path.to_str().unwrap();
        log(&["check", path], &models(), standard.as_ref());
        log(
            &["why", path, "--no-fix", "--level", "2", "--max-classes", "20", "--timeout", "5s"],
            &models(),
            standard.as_ref(),
        );
    }
    let examples = repository().join("examples");
    for command in ["check", "why"] {
        let found = log(&[command, "resend.aut", "-p", "resend.mcl"], &examples, standard.as_ref());
        assert_eq!(results(&found)[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "resend.mcl");
        log(&[command, "resend.aut", "-p", "[true*] <true> true"], &examples, standard.as_ref());
    }
    let pairs = every_pair();
    for [one, two] in pairs.iter().take(if wherefore_test::is_full() { usize::MAX } else { 2 }) {
        let words = ["diff", one.to_str().unwrap(), two.to_str().unwrap(), "--timeout", "5s"];
        log(&words, &models(), standard.as_ref());
    }
}

/// The schema must be able to refuse.
#[test]
fn the_schema_of_the_standard_refuses_wrong_logs() {
    let Some(standard) = standard() else { return };
    let good = log(&["check", "violated.smv"], &models(), Some(&standard));
    for (pointer, value) in [
        ("/version", Value::from("2.0")),
        ("/runs/0/tool/driver/name", Value::Null),
        ("/runs/0/results/0/kind", Value::from("violated")),
        ("/runs/0/results/0/locations/0/physicalLocation/region/startLine", Value::from(0)),
        ("/runs/0/columnKind", Value::from("bytes")),
    ] {
        let mut wrong = good.clone();
        *wrong.pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer} is not there")) = value;
        assert!(!standard.is_valid(&wrong), "{pointer}");
    }
}

/// Nothing in a log is a measurement but proofs.
#[test]
fn two_runs_give_the_same_log() {
    for line in
        ["check mixed.smv", "why violated.smv", "why wrong_names.smv", "diff pairs/bell.smv pairs/bell_deaf.smv"]
    {
        let words: Vec<&str> = line.split(' ').collect();
        let once = || {
            let mut log = log(&words, &models(), None);
            let verdicts = log["runs"][0]["properties"]["verdicts"].as_array_mut().unwrap();
            verdicts.iter_mut().filter_map(Value::as_object_mut).for_each(|v| drop(v.remove("proof")));
            log
        };
        assert_eq!(once(), once(), "{line}");
    }
}

/// A model with lines put in above everything: its failures are the same ones, further down.
#[test]
fn failures_are_known_again_when_lines_move() {
    let folder = std::env::temp_dir().join(format!("wherefore-moved-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for name in ["ac.smv", "door.smv", "ac.scxml", "airbag.oss", "muv.lus"] {
        let text = std::fs::read_to_string(repository().join("examples").join(name)).unwrap();
        let above = if name.ends_with("scxml") { "<!-- more -->\n\n" } else { "-- more\n\n" };
        let (head, rest) = if text.starts_with("<?xml") { text.split_once('\n').unwrap() } else { ("", text.as_str()) };
        let head = if head.is_empty() { String::new() } else { format!("{head}\n") };
        let look = |text: &str| {
            std::fs::write(folder.join(name), text).unwrap();
            log(&["why", name, "--no-fix", "--max-classes", "4", "--timeout", "20s"], &folder, None)
        };
        let (one, two) = (look(&text), look(&format!("{head}{above}{rest}")));
        let prints = |log: &Value| -> Vec<String> {
            failures(log).iter().map(|r| r["partialFingerprints"].to_string()).collect()
        };
        let line = |log: &Value| number(&results(log)[0]["locations"][0]["physicalLocation"]["region"]["startLine"]);
        assert_eq!(prints(&one), prints(&two), "{name}");
        assert_eq!(line(&one) + 2, line(&two), "{name}");
        let unique: std::collections::BTreeSet<String> = prints(&one).into_iter().collect();
        assert_eq!(unique.len(), prints(&one).len(), "{name}: two failures with one fingerprint");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Properties without names, of which one is put in above the others: those are the same ones.
#[test]
fn failures_are_known_again_when_properties_are_put_in() {
    let folder = std::env::temp_dir().join(format!("wherefore-put-in-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let model =
        "MODULE main\nVAR n : 0..3;\nASSIGN init(n) := 0; next(n) := case n = 3 : {0, 3}; TRUE : n + 1; esac;\n";
    let known = |properties: &str| -> Vec<(String, String)> {
        std::fs::write(folder.join("m.smv"), format!("{model}{properties}")).unwrap();
        let log = log(&["why", "m.smv", "--no-fix", "--timeout", "20s"], &folder, None);
        let known = |r: &&Value| (word(&r["ruleId"]).to_owned(), r["partialFingerprints"].to_string());
        failures(&log).iter().map(known).collect()
    };
    let before = known("INVARSPEC n in {0}\nLTLSPEC F n = 5 - 3 & n in {1}\n");
    let after = known("INVARSPEC n < 2\nINVARSPEC n in {0}\nLTLSPEC F n = 5 - 3 & n in {1}\n");
    assert!(before.len() >= 2 && after.len() > before.len(), "{before:?} {after:?}");
    assert!(before.iter().all(|one| after.contains(one)), "{before:?} {after:?}");
    assert_eq!(before[0].0, "property/invariant n in {0}");
    std::fs::remove_dir_all(&folder).unwrap();
}

/// The run in a file comes first.
#[test]
fn a_given_run_comes_first() {
    let words = ["why", "given.smv", "--trace", "given_small.trace"];
    let log = log(&words, &models(), standard().as_ref());
    let first = failures(&log)[0];
    assert_eq!(word(&first["codeFlows"][0]["message"]["text"]), "the given run");
    assert_eq!(list(&first["codeFlows"][0]["threadFlows"][0]["locations"]).len(), 5);
    assert_eq!(list(&first["codeFlows"]).len(), 2, "the given run, and one that does not wait");
}

/// Included files are found from where the program ran, not from the file that includes them.
#[test]
fn paths_are_those_that_were_given() {
    let folder = models().join("..");
    let found = log(&["check", "cli/nowhere.smv"], &folder, None);
    let place = &results(&found)[0]["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "cli/nowhere.smv");
    let text = log(&["check", "./cli/../cli/violated.smv"], &folder, None).to_string();
    assert!(text.contains("\"cli/violated.smv\"") && !text.contains(env!("CARGO_MANIFEST_DIR")), "{text}");
    let absolute = models().join("violated.smv");
    let text = log(&["check", absolute.to_str().unwrap()], &folder, None).to_string();
    assert!(text.contains(&format!("\"file://{}\"", absolute.display())), "{text}");
}
