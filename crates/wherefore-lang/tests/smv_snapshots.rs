//! Snapshots: each `.smv` file in `errors` and `lowered` has a `.txt` beside it with what must come out.
//!
//! `errors` holds wrong models and their rendered diagnostics; `lowered` holds right ones and the transition system they
//! mean, in the text form of `wherefore-ir`. A new case is a new file. A missing expectation fails; setting
//! `WHEREFORE_BLESS=1` writes what came out, to be read before it is committed.

use std::path::{Path, PathBuf};
use wherefore_diag::{FileId, SourceMap, Style, render};
use wherefore_lang::smv;

fn cases(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let entries = std::fs::read_dir(&folder).map(|e| e.flatten().map(|e| e.path()).collect());
    let mut files: Vec<PathBuf> = entries.unwrap_or_default();
    files.retain(|p| p.extension().is_some_and(|e| e == "smv"));
    files.sort();
    files
}

#[expect(clippy::disallowed_methods, reason = "a snapshot test reads and, when asked to, writes its files")]
fn check(path: &Path, found: &str) -> Result<(), String> {
    let expectation = path.with_extension("txt");
    if std::env::var("WHEREFORE_BLESS").is_ok_and(|v| v == "1") {
        return std::fs::write(&expectation, found).map_err(|e| e.to_string());
    }
    let expected = std::fs::read_to_string(&expectation).unwrap_or_else(|_| "(no expectation)\n".to_owned());
    match expected == found {
        true => Ok(()),
        false => Err(format!("{}\n--- expected\n{expected}--- found\n{found}", path.display())),
    }
}

/// The text of a case. Inputs that are too large or too odd to keep as files are made from a line `--! name count`.
#[expect(clippy::disallowed_methods, reason = "a snapshot test reads its files")]
fn source(path: &Path) -> String {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    match text.strip_prefix("--! nest ").and_then(|n| n.trim().parse().ok()) {
        Some(depth) => format!("MODULE main\nINVAR {}TRUE{};\n", "(".repeat(depth), ")".repeat(depth)),
        None => text,
    }
}

fn run(folder: &str, show: impl Fn(&str, &str) -> String) {
    let files = cases(folder);
    assert!(!files.is_empty(), "no cases in tests/{folder}");
    let failures: Vec<String> = files
        .iter()
        .filter_map(|path| {
            let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
            check(path, &show(&name, &source(path))).err()
        })
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn diagnostics(name: &str, text: &str, loaded: &smv::Loaded) -> String {
    let sources = SourceMap::single(name, text);
    loaded.diagnostics.iter().map(|d| render(d, &sources, Style::Plain) + "\n\n").collect()
}

#[test]
fn wrong_models_are_explained() {
    run("errors", |name, text| {
        let loaded = smv::load(FileId(0), text);
        assert!(loaded.system.is_none(), "{name} is in `errors` but loads");
        diagnostics(name, text, &loaded)
    });
}

#[test]
fn right_models_mean_what_they_say() {
    run("lowered", |name, text| {
        let loaded = smv::load(FileId(0), text);
        let said = diagnostics(name, text, &loaded);
        match loaded.system {
            Some(system) => format!("{said}{}", without_provenance(&wherefore_ir::text::print(&system))),
            None => format!("{said}(refused)\n"),
        }
    });
}

/// The text form without elements, which would bury the rest; they have their own test.
fn without_provenance(text: &str) -> String {
    let kept = text.lines().filter(|l| !l.starts_with("element ") && !l.starts_with("origin "));
    kept.map(|l| l.rsplit_once(" element ").map_or(l, |(head, _)| head).to_owned() + "\n").collect()
}
