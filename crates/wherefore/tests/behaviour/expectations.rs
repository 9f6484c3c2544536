//! `wherefore check FOLDER`: models compared with what wherefore.toml expects of them.

use crate::support::{repository, stderr, stdout, wherefore};
use crate::temporary;
use std::path::{Path, PathBuf};

/// A machine with a way to `bad` that its guards allow, and another if `second` is true.
fn machine(second: &str) -> String {
    format!(
        "MODULE main\nVAR s : {{start, one, two, bad}};\nIVAR go : {{a, b}};\nASSIGN init(s) := start;\nnext(s) := case\n\
         s = start & go = a : one;\ns = start & go = b : two;\ns = one & go = b : bad;\ns = two & {second} : bad;\n\
         TRUE : s;\nesac;\nINVARSPEC NAME safe := s != bad\nINVARSPEC NAME known := s in {{start, one, two, bad}}\n"
    )
}

const GOOD: &str =
    "MODULE main\nVAR x : boolean;\nASSIGN init(x) := FALSE; next(x) := FALSE;\nINVARSPEC NAME low := !x\n";

/// A folder with two models and a file that names them.
fn folder(name: &str) -> PathBuf {
    let folder = temporary(name);
    std::fs::write(folder.join("good.smv"), GOOD).unwrap();
    std::fs::write(folder.join("machine.smv"), machine("FALSE")).unwrap();
    std::fs::write(folder.join("wherefore.toml"), "# Known failures.\nmodels = [\"*.smv\"] # all\n").unwrap();
    folder
}

/// The exit code and the standard output, or the standard error if there is none.
fn check(folder: &Path, options: &str) -> (i32, String) {
    let output = wherefore(folder).arg("check").args(options.split_whitespace()).output().unwrap();
    let text = if output.stdout.is_empty() { stderr(&output) } else { stdout(&output) };
    (output.status.code().unwrap(), text)
}

#[test]
fn a_folder_is_as_expected_after_an_update_and_until_something_new_happens() {
    let folder = folder("expectations");
    let file = || std::fs::read_to_string(folder.join("wherefore.toml")).unwrap();
    let (code, text) = check(&folder, "");
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("as expected   good.smv     1 property: 1 holds\n"), "{text}");
    assert!(text.contains("  safe: expected to hold, violated in 1 way ("), "{text}");
    assert!(text.ends_with("\n2 models: 1 as expected, 1 differs\n"), "{text}");

    assert_eq!(check(&folder, "--update --quiet").0, 0);
    let updated = file();
    assert!(
        updated.starts_with("# Known failures.\nmodels = [\"*.smv\"] # all\n\n[expect.\"machine.smv\"]\n"),
        "{updated}"
    );
    assert_eq!(check(&folder, "--update --quiet").0, 0);
    assert_eq!(file(), updated);
    for jobs in ["--jobs 1", "--jobs 2"] {
        let (code, text) = check(&folder, jobs);
        assert_eq!(code, 0, "{text}");
        assert!(text.ends_with("\n2 models: 2 as expected\n"), "{text}");
    }

    std::fs::write(folder.join("machine.smv"), machine("TRUE")).unwrap();
    let (code, text) = check(&folder, "");
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("  safe: new way <") && !text.contains("is gone"), "{text}");

    std::fs::write(folder.join("machine.smv"), machine("FALSE").replace(": bad;", ": one;")).unwrap();
    let (code, text) = check(&folder, "");
    assert_eq!((code, text.contains("  safe: expected violated, holds\n")), (1, true), "{text}");
}

fn project_schema() -> jsonschema::Validator {
    let text = std::fs::read_to_string(repository().join("schema/wherefore-project-1.schema.json")).unwrap();
    let schema: serde_json::Value = serde_json::from_str(&text).unwrap();
    jsonschema::draft202012::meta::validate(&schema).expect("the schema itself is a schema");
    jsonschema::validator_for(&schema).unwrap()
}

/// The schema is no empty word: documents that are wrong in one field are refused.
#[test]
fn the_schema_of_many_models_refuses_wrong_documents() {
    let folder = folder("expectations-schema");
    let right: serde_json::Value = serde_json::from_str(&check(&folder, "--format json").1).unwrap();
    let schema = project_schema();
    assert!(schema.is_valid(&right));
    let wrong = [
        ("/schema", serde_json::json!("wherefore/1")),
        ("/status", serde_json::json!("fine")),
        ("/summary/models", serde_json::json!(-1)),
        ("/models/1/path", serde_json::json!("")),
        ("/models/1/status", serde_json::json!(null)),
        ("/models/1/differences/0/counts", serde_json::json!("yes")),
        ("/models/1/properties/0/verdict", serde_json::json!("maybe")),
        ("/models/1/properties/0/classes/0/id", serde_json::json!(7)),
    ];
    for (place, value) in wrong {
        let mut document = right.clone();
        *document.pointer_mut(place).unwrap_or_else(|| panic!("{place} is not there")) = value;
        assert!(!schema.is_valid(&document), "{place}");
    }
    let mut document = right;
    document["models"][0].as_object_mut().unwrap().remove("properties");
    assert!(!schema.is_valid(&document));
}

#[test]
fn other_programs_read_the_same() {
    let folder = folder("expectations-formats");
    let (code, text) = check(&folder, "--format json");
    let document: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!((code, &document["schema"], &document["status"]), (1, &"wherefore-project/1".into(), &"differs".into()));
    assert!(project_schema().is_valid(&document), "{:?}", project_schema().iter_errors(&document).collect::<Vec<_>>());
    let machine = &document["models"][1];
    assert_eq!((&machine["path"], &machine["status"]), (&"machine.smv".into(), &"differs".into()));
    assert_eq!(machine["properties"][0]["classes"].as_array().unwrap().len(), 1);
    let (code, text) = check(&folder, "--format junit");
    assert_eq!((code, text.matches("<failure ").count(), text.matches("<testsuite ").count()), (1, 1, 2), "{text}");
    let (code, text) = check(&folder, "--format sarif");
    let log: serde_json::Value = serde_json::from_str(&text).unwrap();
    let models: Vec<_> = log["runs"].as_array().unwrap().iter().map(|r| r["properties"]["model"].clone()).collect();
    assert_eq!((code, models), (1, vec!["good.smv".into(), "machine.smv".into()]));
    assert_eq!(check(&folder, "--format html").0, 2);
}

#[test]
fn mistakes_are_said_with_their_place() {
    let folder = folder("expectations-mistakes");
    let said = |text: &str, words: &str| {
        std::fs::write(folder.join("wherefore.toml"), text).unwrap();
        let (code, said) = check(&folder, "");
        assert_eq!((code, said.contains(words)), (2, true), "{said}");
    };
    said("models = [\"*.smv\"]\nmodel = 1\n", "wherefore.toml:2:1");
    said("models = [\"../*.smv\"]\n", "error[expectations-pattern]");
    said("models = [\"*.smv\"]\n[expect.\"x.smv\"]\n", "error[expectations-model]");
    std::fs::write(folder.join("good.smv"), "MODULE main VAR x :").unwrap();
    said("models = [\"*.smv\"]\n", "error         good.smv\n  smv-");
    std::fs::remove_file(folder.join("wherefore.toml")).unwrap();
    assert!(check(&folder, "").1.contains("error[no-expectations]"));
    assert!(check(&folder, "good.smv --update").1.contains("error[folder-option]"));
    let output = wherefore(&folder).args(["why", "."]).output().unwrap();
    assert_eq!((output.status.code(), stderr(&output).contains("`.` is a folder")), (Some(2), true));
}

#[test]
fn an_interrupt_leaves_no_process_behind() {
    let folder = temporary("expectations-interrupt");
    std::fs::copy(crate::support::models().join("hard/factor.smv"), folder.join("factor.smv")).unwrap();
    std::fs::write(folder.join("wherefore.toml"), "models = [\"*.smv\"]\n").unwrap();
    let mut command = wherefore(&folder);
    command.arg("check").stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
    let child = command.spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(1500));
    let killed = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let output = child.wait_with_output().unwrap();
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(3), "{text}{}", stderr(&output));
    assert!(text.contains("undetermined  factor.smv\n  not finished: interrupted\n"), "{text}");
    #[cfg(target_os = "linux")]
    assert_eq!(processes_in(&folder), [""; 0]);
}

/// The command lines of the processes that stand in a folder.
#[cfg(target_os = "linux")]
fn processes_in(folder: &Path) -> Vec<String> {
    let processes = std::fs::read_dir("/proc").unwrap().map(|entry| entry.unwrap().path());
    let there = processes.filter(|path| std::fs::read_link(path.join("cwd")).is_ok_and(|cwd| cwd == folder));
    there.map(|path| std::fs::read_to_string(path.join("cmdline")).unwrap_or_default()).collect()
}
