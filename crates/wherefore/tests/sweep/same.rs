//! Two programs, such as this one and the last release, on the same models: the JSON that the one writes has everything that the other
//! wrote.
//!
//! ```text
//! WHEREFORE_REFERENCE=/path/to/wherefore WHEREFORE_SHARE=10 \
//!     cargo test --release --features cadical -p wherefore --test corpus same_answers -- --nocapture
//! ```
//!
//! asks both about every example and one file in ten of the corpora (`WHEREFORE_SEED` says which), and prints how many documents were
//! compared and where they differ. New fields and what the schema calls measurements do not count; neither do documents of
//! which one was cut short by a limit. Without a reference the program is compared with itself, on a few examples.

use super::files_below;
use crate::support::{repository, wherefore};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use wherefore_test::{say, seed, setting};

/// Fields that depend on the machine, or on which engine was first. Proofs do: another engine gives another.
const MEASUREMENTS: [&str; 10] = [
    "engine",
    "seconds",
    "certificate",
    "proof",
    "proved_by",
    "questions",
    "stats",
    "rechecked_by",
    "not_rechecked",
    "tool",
];
/// Examples that are compared without a reference.
const FEW: usize = 3;
/// Differences that are printed of one document.
const MOST_SHOWN: usize = 5;

/// Result of comparing two documents.
enum Comparison {
    /// Both are no documents, as for a file that is no model.
    Refused,
    /// One of them was cut short.
    Unfinished,
    /// Where they differ.
    Differences(Vec<String>),
}

/// Question: words of a command line.
type Line = Vec<String>;

fn line(command: &str, files: &[&Path]) -> Line {
    let files = files.iter().map(|f| f.display().to_string());
    [command.to_owned()].into_iter().chain(files).collect()
}

/// Every command that suits an example.
fn examples() -> Vec<Line> {
    let folder = repository().join("examples");
    let is_model =
        |path: &PathBuf| path.extension().is_some_and(|e| ["smv", "scxml", "lus", "oss"].iter().any(|k| e == *k));
    let models: Vec<PathBuf> = files_below(&folder).into_iter().filter(is_model).collect();
    let mut lines: Vec<Line> = models.iter().flat_map(|m| [line("check", &[m]), line("why", &[m])]).collect();
    for model in
        files_below(&folder.join("equivalence")).into_iter().filter(|m| !m.to_string_lossy().contains("_other"))
    {
        let ending = model.extension().unwrap_or_default().to_string_lossy().into_owned();
        let other = PathBuf::from(model.to_string_lossy().replace(&format!(".{ending}"), &format!("_other.{ending}")));
        lines.extend([line("diff", &[&model, &other]), line("tests", &[&model])]);
    }
    let formula = folder.join("resend.mcl").display().to_string();
    for command in ["check", "why"] {
        lines.push([line(command, &[&folder.join("resend.aut")]), vec!["-p".to_owned(), formula.clone()]].concat());
    }
    lines
}

/// `check` and `why` of a share of the corpora.
fn corpora(share: usize) -> Vec<Line> {
    let Some(folder) = wherefore_test::corpus("") else { return Vec::new() };
    let is_model =
        |path: &PathBuf| path.extension().is_some_and(|e| ["smv", "scxml", "lus", "oss"].iter().any(|k| e == *k));
    let models = files_below(&folder).into_iter().filter(is_model).enumerate();
    let first = seed(7) as usize;
    let chosen = models.filter(|(i, _)| (i + first).is_multiple_of(share)).map(|(_, model)| model);
    chosen.flat_map(|m| [line("check", &[&m]), line("why", &[&m])]).collect()
}

/// Output of a program, if that is a document.
fn document(mut program: Command, line: &Line) -> Option<Value> {
    let deadline = format!("{}s", setting("WHEREFORE_SECONDS", 20));
    let limits = ["--format", "json", "--memory", "2G", "--deadline", &deadline];
    let output = program.args(line).args(limits).output().ok()?;
    serde_json::from_slice(&output.stdout).ok()
}

/// Whether something in a document was ended by a limit.
fn is_unfinished(document: &Value) -> bool {
    match document {
        Value::Object(fields) => {
            let kind = fields.get("kind").and_then(Value::as_str);
            kind.is_some_and(|k| ["timeout", "deadline", "memory", "stopped"].contains(&k))
                || fields.contains_key("unfinished")
                || fields.values().any(is_unfinished)
        }
        Value::Array(list) => list.iter().any(is_unfinished),
        _ => false,
    }
}

/// Where a new document lacks something of an old one.
fn differences(place: &str, old: &Value, new: &Value, into: &mut Vec<String>) {
    match (old, new) {
        (Value::Object(olds), Value::Object(news)) => {
            for (name, old) in olds.iter().filter(|(name, _)| !MEASUREMENTS.contains(&name.as_str())) {
                let new = news.get(name).unwrap_or(&Value::Null);
                differences(&format!("{place}.{name}"), old, new, into);
            }
        }
        (Value::Array(olds), Value::Array(news)) if olds.len() == news.len() => {
            for (index, (old, new)) in olds.iter().zip(news).enumerate() {
                differences(&format!("{place}[{index}]"), old, new, into);
            }
        }
        _ if old == new => {}
        _ => into.push(format!("{place}: {} / {}", shortened(old), shortened(new))),
    }
}

fn shortened(value: &Value) -> String {
    value.to_string().chars().take(160).collect()
}

fn compare(reference: Option<&str>, line: &Line) -> Comparison {
    let here = repository();
    let old = match reference {
        Some(program) => {
            let mut command = Command::new(program);
            command.current_dir(&here);
            command
        }
        None => wherefore(&here),
    };
    match (document(old, line), document(wherefore(&here), line)) {
        (None, None) => Comparison::Refused,
        (Some(old), Some(new)) if is_unfinished(&old) || is_unfinished(&new) => Comparison::Unfinished,
        (Some(old), Some(new)) => {
            let mut found = Vec::new();
            differences("", &old, &new, &mut found);
            Comparison::Differences(found)
        }
        (old, _) => {
            Comparison::Differences(vec![format!("only the {} one answers", if old.is_some() { "old" } else { "new" })])
        }
    }
}

#[test]
fn same_answers_as_the_reference() {
    let reference = std::env::var("WHEREFORE_REFERENCE").ok();
    let lines = match &reference {
        Some(_) => [examples(), corpora(setting("WHEREFORE_SHARE", 10).max(1) as usize)].concat(),
        None => examples().into_iter().step_by(9).take(FEW).collect(),
    };
    let (mut compared, mut unfinished, mut refused, mut different) = (0, 0, 0, Vec::new());
    for line in &lines {
        match compare(reference.as_deref(), line) {
            Comparison::Refused => refused += 1,
            Comparison::Unfinished => unfinished += 1,
            Comparison::Differences(found) => {
                compared += 1;
                if !found.is_empty() {
                    let shown = found.iter().take(MOST_SHOWN).cloned().collect::<Vec<_>>().join("\n    ");
                    say(&format!("{}: {} differences\n    {shown}", line.join(" "), found.len()));
                    different.push(line.join(" "));
                }
            }
        }
    }
    say(&format!(
        "{compared} documents compared, {} differ; {unfinished} unfinished, {refused} refused",
        different.len()
    ));
    assert!(compared > 0 && different.is_empty(), "{}", different.join("\n"));
}

#[test]
fn a_difference_is_seen() {
    let old = serde_json::json!({"a": [1, {"b": "x", "seconds": 1.0}], "c": null});
    let mut found = Vec::new();
    differences("", &old, &serde_json::json!({"a": [1, {"b": "x", "seconds": 2.0, "new": 1}]}), &mut found);
    assert!(found.is_empty(), "{found:?}");
    for wrong in [
        serde_json::json!({"a": [1, {"b": "y"}]}),
        serde_json::json!({"a": [1]}),
        serde_json::json!({"a": [1, {"seconds": 1.0}]}),
        serde_json::json!({"a": [1, {"b": "x"}], "c": 0}),
    ] {
        found.clear();
        differences("", &old, &wrong, &mut found);
        assert_eq!(found.len(), 1, "{wrong}");
    }
}
