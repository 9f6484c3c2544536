//! Runs that were given: what `check` finds, written and read again, whole and with values left out, in every language;
//! and what NuSMV and nuXmv have printed, where these print-outs lie beside the checkout.

use super::support::*;
use super::temporary;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use wherefore_test::{below, case_study, corpus, counted, is_full, say, seed};
use wherefore_trace::format::{RawTrace, RawValue, read_text};

/// A model of each kind, a property that it violates, and the ending of a format.
const EXAMPLES: &[(&str, &str, &str)] = &[
    ("examples/two_spines.smv", "never_fails", "txt"),
    ("examples/account.smv", "never_overdrawn", "json"),
    ("examples/starvation.smv", "answered", "xml"),
    ("examples/ac.scxml", "right_mode", "xml"),
    ("examples/muv.lus", "", "json"),
    ("crates/wherefore/tests/cli/contract_plant.oss", "Tank/C1G2", "txt"),
    ("crates/wherefore/tests/cli/fair.smv", "rests", "txt"),
];

/// The one property of a document, and the exit code.
fn asked(arguments: &[&str], files: &[&Path]) -> (Value, i32, String) {
    let mut command = wherefore(&repository());
    command.args(arguments).args(files).args(["--format", "json", "--timeout", "60s", "--max-classes", "4"]);
    let output = command.output().unwrap();
    let document: Value = serde_json::from_str(&stdout(&output)).unwrap_or_else(|e| panic!("{e}\n{}", stderr(&output)));
    let property = document["properties"].get(0).cloned().unwrap_or_default();
    (property, output.status.code().unwrap(), format!("{}\n{}", document["diagnostics"], stderr(&output)))
}

/// The parts of the property that a class or a run says are false.
fn failed(class: &Value) -> Vec<&str> {
    let parts = class["explanation"]["failed"]["parts"].as_array();
    parts.unwrap_or_else(|| panic!("not told: {class}")).iter().filter_map(|p| p["text"].as_str()).collect()
}

fn values(trace: &Value) -> Vec<&Value> {
    trace["steps"].as_array().unwrap().iter().map(|step| &step["values"]).collect()
}

/// The run of `check` in a file.
fn written((model, property, _): &(&str, &str, &str), folder: &Path, ending: &str) -> PathBuf {
    let path = folder.join(format!("run.{ending}"));
    let mut command = wherefore(&repository());
    command.args(["check", model, "--trace-out"]).arg(&path);
    if !property.is_empty() {
        command.args(["-p", property]);
    }
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{model}: {}", stderr(&output));
    path
}

/// A run found by `check` and read back fails in the same part, is explained, and lies in a class that is listed.
#[test]
fn a_run_that_is_read_back_is_explained() {
    let folder = temporary("read-back");
    for example @ (model, _, ending) in EXAMPLES {
        let path = written(example, &folder, ending);
        let (found, code, said) = asked(&["why", model, "--trace"], &[&path]);
        assert_eq!((code, &found["given"]), (1, &Value::Bool(true)), "{model}: {said}");
        let given = &found["given_run"];
        let classes = found["classes"].as_array().unwrap();
        let own = |class: &Value| given["classes"].as_array().unwrap().contains(&class["id"]);
        assert!(classes.iter().any(own), "{model}: {given}\n{classes:#?}");
        assert!(classes.iter().any(|class| failed(class) == failed(&given["run"])), "{model}: {given}");
        let told = &given["run"]["explanation"];
        assert!(told["cause"]["kept"].is_array() && told["key_events"].is_array(), "{model}: {told:#}");
        assert_eq!(values(&given["run"]["trace"]), values(&found["trace"]), "{model}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

/// Values are left out at random: the run that is completed from the rest has them all, violates the property, and is
/// explained. Another run may be found, never another answer.
#[test]
fn a_run_that_lacks_values_is_completed_and_explained() {
    let (folder, mut dice) = (temporary("worn"), seed(7));
    for example @ (model, ..) in EXAMPLES {
        let path = written(example, &folder, "json");
        let mut whole: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        let mut dropped = 0;
        for state in whole["states"].as_array_mut().unwrap() {
            let state = state.as_object_mut().unwrap();
            let names: Vec<String> = state.keys().filter(|k| !k.starts_with('#')).cloned().collect();
            for name in names.iter().filter(|_| below(&mut dice, 2) == 0) {
                state.remove(name);
                dropped += 1;
            }
        }
        std::fs::write(&path, whole.to_string()).unwrap();
        let (found, code, said) = asked(&["why", model, "--trace"], &[&path]);
        assert_eq!(code, 1, "{model}, {dropped} values dropped: {said}");
        assert!(!failed(&found["given_run"]["run"]).is_empty(), "{model}");
        let is_seen = |(name, value): &(&String, &Value)| !name.starts_with(['#', '$']) && !value.is_object();
        for (state, step) in whole["states"].as_array().unwrap().iter().zip(values(&found["trace"])) {
            for (name, value) in state.as_object().unwrap().iter().filter(is_seen) {
                assert_eq!(step[name], *value, "{model}: {name}");
            }
        }
    }
    std::fs::remove_dir_all(folder).unwrap();
}

/// The search for classes may run out of time: the given run is explained all the same.
#[test]
fn a_given_run_is_explained_before_anything_else() {
    let folder = temporary("hurry");
    let path = written(&("examples/many_paths.smv", "loaded_is_sealed", ""), &folder, "txt");
    let mut command = wherefore(&repository());
    command.args(["why", "examples/many_paths.smv", "--timeout", "4s", "--format", "json", "--trace"]).arg(&path);
    let output = command.output().unwrap();
    let found: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert!(!failed(&found["properties"][0]["given_run"]["run"]).is_empty(), "{found:#}");
    std::fs::remove_dir_all(folder).unwrap();
}

/// The airbag of the paper as SMV, with what NuSMV printed for it. There the parts have short names.
#[test]
fn the_printed_run_of_the_airbag_is_explained() {
    let Some(study) = case_study("airbag-contracts") else { return };
    let model = study.join("airbag_refinement.smv");
    let text = std::fs::read_to_string(study.join("nusmv_output.txt")).unwrap();
    let folder = temporary("airbag");
    let text = text.replace("flattened.CP.", "flattened.CollisionPlausibilization_DOT_");
    let path = folder.join("airbag.txt");
    std::fs::write(&path, text.replace("flattened.AC.", "flattened.AirBagController_DOT_")).unwrap();
    let (found, code, said) = asked(&["why", "--trace"], &[&path, &model]);
    assert_eq!(code, 1, "{said}");
    let given = &found["given_run"]["run"];
    // The outermost part is the whole formula.
    assert_eq!(failed(given)[1..], ["X flattened.exploded", "flattened.exploded"], "{given:#}");
    assert_eq!(given["trace"]["steps"].as_array().unwrap().len(), 5);
    std::fs::remove_dir_all(folder).unwrap();
}

/// The print-outs of a text, each by itself.
fn pieces(text: &str) -> Vec<String> {
    let mut pieces: Vec<String> = Vec::new();
    for line in text.lines() {
        if line.starts_with("-- ") && line.trim_end().ends_with("is false") {
            pieces.push(String::new());
        }
        if let Some(piece) = pieces.last_mut() {
            writeln!(piece, "{line}").unwrap();
        }
    }
    pieces
}

/// A module of variables that nothing restricts, and of instances.
#[derive(Default)]
struct Module {
    variables: BTreeMap<String, Vec<String>>,
    arrays: BTreeMap<String, Vec<(Vec<i64>, String)>>,
    instances: BTreeMap<String, Module>,
}

impl Module {
    /// Takes in a name and a value of it.
    fn learn(&mut self, name: &str, value: &str) {
        if let Some((front, rest)) = name.split_once('.') {
            self.instances.entry(front.to_owned()).or_default().learn(rest, value);
        } else if let Some((front, rest)) = name.split_once('[') {
            let indices = rest.trim_end_matches(']').split("][").map(|i| i.parse().unwrap()).collect();
            self.arrays.entry(front.to_owned()).or_default().push((indices, value.to_owned()));
        } else {
            self.variables.entry(name.to_owned()).or_default().push(value.to_owned());
        }
    }

    /// Its text, and that of the modules inside it.
    fn text(&self, name: &str) -> (String, String) {
        let (mut text, mut inside) = (format!("MODULE {name}\nVAR\n"), String::new());
        for (variable, values) in &self.variables {
            writeln!(text, "  {variable} : {};", sort(values)).unwrap();
        }
        for (array, cells) in &self.arrays {
            let values: Vec<String> = cells.iter().map(|(_, v)| v.clone()).collect();
            let bounds = (0..cells[0].0.len()).map(|depth| {
                let of = cells.iter().map(|(indices, _)| indices[depth]);
                format!("array {}..{} of ", of.clone().min().unwrap(), of.max().unwrap())
            });
            writeln!(text, "  {array} : {}{};", bounds.collect::<String>(), sort(&values)).unwrap();
        }
        for (instance, module) in &self.instances {
            let kind = format!("{name}_{instance}");
            writeln!(text, "  {instance} : {kind};").unwrap();
            let (own, others) = module.text(&kind);
            inside.push_str(&own);
            inside.push_str(&others);
        }
        (text, inside)
    }
}

/// A type that has these values.
fn sort(values: &[String]) -> String {
    if values.iter().all(|v| v == "TRUE" || v == "FALSE") {
        return "boolean".to_owned();
    }
    let numbers: Option<Vec<i64>> = values.iter().map(|v| v.parse().ok()).collect();
    match numbers {
        Some(numbers) => format!("{}..{}", numbers.iter().min().unwrap(), numbers.iter().max().unwrap()),
        None if values.iter().any(|v| v.contains(['.', '/', '\''])) => "real".to_owned(),
        None => {
            let names: BTreeSet<&str> = values.iter().map(String::as_str).collect();
            format!("{{{}}}", names.into_iter().collect::<Vec<_>>().join(", "))
        }
    }
}

/// A model in which the run that was printed is one: its variables without any restriction, and its formula.
fn unrestricted(run: &RawTrace) -> String {
    let formula = run.specification.clone().expect("a print-out stands under its formula");
    let mut main = Module::default();
    let values = run.steps.iter().flat_map(|s| s.state.iter().chain(s.input.iter().flatten()));
    values.for_each(|RawValue { name, text, .. }| main.learn(name, text));
    let (own, inside) = main.text("main");
    format!("{own}LTLSPEC NAME printed := {formula};\n{inside}")
}

/// Print-outs of NuSMV and nuXmv are explained, trace by trace, on models that have just the variables and the formula
/// of the print-out. By default some of them, with `WHEREFORE_CORPUS=full` all.
#[test]
fn what_other_tools_have_printed_is_explained() {
    let folder = temporary("print-outs");
    let (mut tried, mut outside) = (0, Vec::new());
    for name in ["example-input.txt", "example-input-nuxmv-reals.txt"] {
        let Some(path) = corpus(&format!("smv/nusmv_cex_outputs/{name}")) else { return };
        let pieces = pieces(&std::fs::read_to_string(path).unwrap());
        for (number, piece) in pieces.iter().enumerate().filter(|(n, _)| is_full() || n % 11 == 1) {
            let run = read_text(piece).unwrap_or_default().into_iter().next().expect("a trace");
            let (model, file) = (folder.join("model.smv"), folder.join("printed.txt"));
            std::fs::write(&model, unrestricted(&run)).unwrap();
            std::fs::write(&file, piece).unwrap();
            let (found, code, said) = asked(&["why", "--trace"], &[&file, &model]);
            tried += 1;
            if code != 1 {
                outside.push(format!("{name} {number}: {}: {said}", run.specification.unwrap_or_default()));
                continue;
            }
            assert!(!failed(&found["given_run"]["run"]).is_empty(), "{name} {number}: {said}");
            let steps = found["trace"]["steps"].as_array().unwrap().len();
            assert!(steps >= run.steps.len(), "{name} {number}: {steps} of {} steps", run.steps.len());
        }
    }
    counted(tried - outside.len(), "print-outs explained");
    outside.iter().for_each(|o| say(o));
    assert!(outside.is_empty(), "{outside:#?}");
    std::fs::remove_dir_all(folder).unwrap();
}
