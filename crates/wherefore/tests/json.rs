//! The JSON report: it follows its schema whatever the input, and it is the same on every run.

#![expect(clippy::disallowed_methods, reason = "a test reads files")]

mod logs;
mod support;

use serde_json::Value;
use std::collections::BTreeSet;
use std::path::PathBuf;
use support::*;
use wherefore_test::is_full;

fn schema() -> jsonschema::Validator {
    let text = std::fs::read_to_string(repository().join("schema/wherefore-1.schema.json")).unwrap();
    jsonschema::validator_for(&serde_json::from_str(&text).unwrap()).unwrap()
}

/// The languages whose models state their properties.
const ENDINGS: &[&str] = &["smv", "scxml", "oss", "lus"];

fn every_model() -> Vec<PathBuf> {
    let examples = repository().join("examples");
    let folders = [models(), examples.clone(), examples.join("equivalence"), examples.join("network")];
    let texts = folders.iter().flat_map(|f| ENDINGS.iter().map(|ending| files(f, ending))).flatten();
    let netlists = ["btor2", "aag"].into_iter().flat_map(|ending| files(&examples.join("hardware"), ending));
    let others = files(&examples.join("simulink"), "slx").into_iter().chain(files(&examples.join("xstate"), "json"));
    texts.chain(others).chain(netlists).collect()
}

/// The pairs of models among the examples: one is called as the other, with `_other` behind it.
fn every_pair() -> Vec<[PathBuf; 2]> {
    let folder = repository().join("examples/equivalence");
    let all: Vec<PathBuf> = ENDINGS.iter().flat_map(|ending| files(&folder, ending)).collect();
    let other = |path: &PathBuf| {
        let name = format!("{}_other", path.file_stem()?.to_str()?);
        let other = path.with_file_name(name).with_extension(path.extension()?);
        all.contains(&other).then(|| [path.clone(), other])
    };
    all.iter().filter_map(other).collect()
}

/// Nothing among the examples is forgotten: what is no model of these languages is known by name.
#[test]
fn every_example_is_asked_about() {
    let (models, pairs) = (every_model(), every_pair());
    let folder = repository().join("examples");
    let inside =
        ["ci", "equivalence", "hardware", "network", "simulink", "tla", "xstate"].map(|name| folder.join(name));
    let mut folders: Vec<PathBuf> = [folder.clone()].into_iter().chain(inside).collect();
    folders.sort();
    let below = |f: &PathBuf| std::fs::read_dir(f).unwrap().map(|e| e.unwrap().path()).collect::<Vec<_>>();
    let all: Vec<PathBuf> = folders.iter().flat_map(below).collect();
    let mut inner: Vec<PathBuf> = all.iter().filter(|p| p.is_dir()).cloned().chain([folder]).collect();
    inner.sort();
    assert_eq!(inner, folders, "a new folder of examples");
    let others: Vec<String> = all
        .iter()
        .filter(|p| p.is_file() && !models.contains(p))
        .map(|p| p.file_name().unwrap().to_string_lossy().into_owned())
        .collect();
    // A design in Verilog needs another program; the book runs it.
    let known = [
        "TwoPhase.cfg",
        "TwoPhase.dot",
        "TwoPhase.tla",
        "airbag_trace.txt",
        "buffer.aut",
        "buffer_cells.aut",
        "buffer_overtaking.aut",
        "fifo.v",
        "github-workflow.yml",
        "make.py",
        "resend.aut",
        "resend.mcl",
        "wherefore.toml",
    ];
    assert!(others.iter().all(|name| known.contains(&name.as_str())), "{others:?}");
    assert_eq!(2 * pairs.len(), files_in_pairs(&all), "a model that is to be compared has no other");
}

fn files_in_pairs(all: &[PathBuf]) -> usize {
    all.iter().filter(|p| p.is_file() && p.parent().unwrap().ends_with("equivalence")).count()
}

fn document(command: &str, path: &PathBuf, more: &[&str]) -> (Value, i32) {
    let output = wherefore(&models()).arg(command).arg(path).args(["--format", "json"]).args(more).output().unwrap();
    let text = stdout(&output);
    let value = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}\n{text}", path.display()));
    (value, output.status.code().unwrap())
}

/// No two classes of a list, and no two differences, have the same id or the same key; no two classes have the same sentence.
fn assert_told_apart(document: &Value) {
    let properties = document["properties"].as_array().into_iter().flatten();
    let lists = properties.map(|p| &p["classes"]).chain([&document["differences"]]);
    for list in lists.filter_map(Value::as_array) {
        for field in ["id", "key"] {
            let names: BTreeSet<&str> = list.iter().filter_map(|c| c[field].as_str()).collect();
            assert_eq!(names.len(), list.len(), "{field}: {names:#?}");
        }
    }
    for classes in document["properties"].as_array().into_iter().flatten().filter_map(|p| p["classes"].as_array()) {
        let titles: BTreeSet<&str> = classes.iter().filter_map(|c| c["title"].as_str()).collect();
        assert_eq!(titles.len(), classes.len(), "{titles:#?}");
        assert!(titles.iter().all(|title| title.chars().count() <= 82), "{titles:#?}");
    }
}

fn assert_valid(schema: &jsonschema::Validator, document: &Value) {
    assert_told_apart(document);
    let errors: Vec<String> = schema.iter_errors(document).map(|e| format!("{}: {e}", e.instance_path())).collect();
    assert!(errors.is_empty(), "{errors:#?}\n{document:#}");
}

#[test]
fn documents_follow_the_schema_and_agree_with_the_exit_code() {
    let schema = schema();
    let asked: [(&str, &[&str]); 3] = [
        ("why", &["--level", "2", "--max-classes", "5", "--timeout", "2s", "--no-fix"]),
        ("check", &["--stats", "--defines"]),
        ("check", &["--max-depth", "1", "--engine", "sat"]),
    ];
    // A share by default; others are asked about in `first_screen`.
    for path in every_model().into_iter().step_by(if is_full() { 1 } else { 5 }) {
        // Little is left to be undetermined in the examples: one engine alone is asked about the small models.
        let is_small = path.starts_with(models());
        for (command, more) in asked.into_iter().take(if is_small { 3 } else { 2 }) {
            let (document, code) = document(command, &path, more);
            assert_eq!(document["command"], command);
            assert_valid(&schema, &document);
            assert_eq!(exit_code_of(&document), code, "{}", path.display());
        }
    }
    let graph = repository().join("examples/resend.aut");
    for command in ["check", "why"] {
        let formula = graph.with_extension("mcl");
        let (document, code) = document(command, &graph, &["-p", formula.to_str().unwrap()]);
        assert_valid(&schema, &document);
        assert_eq!((exit_code_of(&document), code), (1, 1));
    }
    for [one, two] in every_pair() {
        let (document, code) = document("diff", &one, &[two.to_str().unwrap(), "--timeout", "2s"]);
        assert_valid(&schema, &document);
        assert_eq!(document["equivalent"].is_null(), code > 1, "{}", one.display());
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
    document["tool"]["solvers"] = Value::Null;
    for property in document["properties"].as_array_mut().unwrap() {
        for field in ["engine", "seconds", "certificate"] {
            property.as_object_mut().unwrap().remove(field);
        }
        property.pointer_mut("/vacuity/stronger").and_then(Value::as_object_mut).map(|s| s.remove("certificate"));
        for part in ["enumeration", "summary"] {
            property.get_mut(part).and_then(Value::as_object_mut).map(|p| p.remove("proof"));
        }
        for search in ["alternative_search", "survey"] {
            let causes = property.pointer_mut(&format!("/{search}/causes")).and_then(Value::as_object_mut);
            causes.map(|c| c.remove("proof"));
            let attempts = property.pointer_mut(&format!("/{search}/attempts")).and_then(Value::as_array_mut);
            attempts.into_iter().flatten().filter_map(Value::as_object_mut).for_each(|a| drop(a.remove("proved_by")));
        }
    }
    document
}

#[test]
fn two_runs_give_the_same_document() {
    // A share: those to be compared state no property, and programs would double the time.
    let is_asked = |p: &PathBuf| !p.parent().unwrap().ends_with("equivalence") && p.extension().unwrap() != "lus";
    for path in every_model().into_iter().filter(is_asked).step_by(4) {
        let (one, two) = (document("check", &path, &[]).0, document("check", &path, &[]).0);
        assert_eq!(without_measurements(one), without_measurements(two), "{}", path.display());
    }
    for path in files(&models(), "smv") {
        // What is found in an amount of time may differ.
        let [one, two] = [(), ()].map(|()| document("why", &path, &["--no-fix"]).0);
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
    ("mutate pairs/gate.smv --check", 1),
    ("mutate pairs/bell.smv --check", 3),
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
