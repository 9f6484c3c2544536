//! Snapshots of SMV models and lowered statecharts: each file in `errors` and `lowered` has a `.txt` beside it.
//!
//! `errors` holds wrong models and their rendered diagnostics; `lowered` holds right ones and the transition system they
//! mean, in the text form of `wherefore-ir`. A new case is a new file. A missing expectation fails; setting
//! `WHEREFORE_BLESS=1` writes what came out, to be read before it is committed. Each file is a test of its own.

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::PathBuf;
use std::process::ExitCode;
use wherefore_diag::{FileId, SourceMap, Style, render};
use wherefore_lang::{Loaded, scxml, smv};
use wherefore_test::read;
use wherefore_test::snapshot::{cases, check};

/// Inputs that are too large or too odd to keep as files are made from a line `--! name count`.
fn source(text: &str) -> String {
    match text.strip_prefix("--! nest ").and_then(|n| n.trim().parse().ok()) {
        Some(depth) => format!("MODULE main\nINVAR {}TRUE{};\n", "(".repeat(depth), ")".repeat(depth)),
        None => text.to_owned(),
    }
}

fn load(name: &str, text: &str) -> Loaded {
    if name.ends_with(".scxml") { scxml::load(FileId(0), text) } else { smv::load(FileId(0), text) }
}

fn diagnostics(name: &str, text: &str, loaded: &Loaded) -> String {
    let sources = SourceMap::single(name, text);
    loaded.diagnostics.iter().map(|d| render(d, &sources, Style::Plain) + "\n\n").collect()
}

/// Diagnostics of a model with errors.
fn explained(name: &str, text: &str) -> String {
    let text = &source(text);
    let loaded = load(name, text);
    assert!(loaded.system.is_none(), "{name} is in `errors` but loads");
    diagnostics(name, text, &loaded)
}

/// What a right model means.
fn lowered(name: &str, text: &str) -> String {
    let loaded = load(name, text);
    let said = diagnostics(name, text, &loaded);
    match loaded.system {
        Some(system) => format!("{said}{}", without_provenance(&wherefore_ir::text::print(&system))),
        None => format!("{said}(refused)\n"),
    }
}

/// The text form without elements, which would bury the rest; they have their own test.
fn without_provenance(text: &str) -> String {
    let kept = text.lines().filter(|l| !l.starts_with("element ") && !l.starts_with("origin "));
    kept.map(|l| l.rsplit_once(" element ").map_or(l, |(head, _)| head).to_owned() + "\n").collect()
}

/// A test for each model of a folder, by the name of its file.
fn trials(folder: &str, endings: &[&str], show: fn(&str, &str) -> String) -> Vec<Trial> {
    let files = cases(folder, endings);
    assert!(!files.is_empty(), "no cases in tests/{folder}");
    let trial = |path: PathBuf| {
        let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        let title = format!("{folder}::{name}");
        Trial::test(title, move || check(&path, &show(&name, &read(&path))).map_err(Failed::from))
    };
    files.into_iter().map(trial).collect()
}

fn main() -> ExitCode {
    let (wrong, right) = (trials("errors", &["smv"], explained), trials("lowered", &["smv", "scxml"], lowered));
    libtest_mimic::run(&Arguments::from_args(), [wrong, right].into_iter().flatten().collect()).exit_code()
}
