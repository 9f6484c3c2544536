//! Snapshots of SMV models and lowered statecharts: each file in `errors` and `lowered` has a `.txt` beside it.
//!
//! `errors` holds wrong models and their rendered diagnostics; `lowered` holds right ones and the transition system they
//! mean, in the text form of `wherefore-ir`. A new case is a new file. A missing expectation fails; setting
//! `WHEREFORE_BLESS=1` writes what came out, to be read before it is committed.

mod support;

use support::snapshot::run;
use wherefore_diag::{FileId, SourceMap, Style, render};
use wherefore_lang::{Loaded, scxml, smv};

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

#[test]
fn wrong_models_are_explained() {
    run("errors", &["smv"], |name, text| {
        let text = &source(text);
        let loaded = load(name, text);
        assert!(loaded.system.is_none(), "{name} is in `errors` but loads");
        diagnostics(name, text, &loaded)
    });
}

#[test]
fn right_models_mean_what_they_say() {
    run("lowered", &["smv", "scxml"], |name, text| {
        let loaded = load(name, text);
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
