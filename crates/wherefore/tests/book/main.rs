//! The README and the book show what the program says, and everything they point to exists.
//!
//! Every line `$ command` in a `console` block is run by the shell, in a copy of the examples that belongs to its page, so that a
//! page may edit a model and check it again; what follows it is compared with the standard output, without measurements. A
//! line `...` stands for any number of lines. `WHEREFORE_BLESS=1 cargo test -p wherefore` writes the outputs anew.
//!
//! Pages are spread over several tests, which run side by side.

#![expect(clippy::disallowed_methods, reason = "a test reads files")]

mod console;
mod links;
#[path = "../support/mod.rs"]
mod support;

use std::path::{Path, PathBuf};
use support::*;
use wherefore_test::{Need, skip};

/// The pages with runs, by the test that replays them; those that take long are alone.
const RUNS: &[&[&str]] = &[
    &["README.md", "docs/src/install.md"],
    &["docs/src/tutorial/state-machines.md"],
    &["docs/src/tutorial/data-flow.md"],
    &["docs/src/tutorial/contracts.md"],
    &["docs/src/tutorial/protocols.md", "docs/src/tutorial/equivalence.md"],
    &["docs/src/tutorial/other-tools.md", "docs/src/tutorial/ci.md"],
    &["docs/src/reference/classes.md", "docs/src/reference/exit-codes.md"],
    &["docs/src/method/fixes.md"],
    &["docs/src/tutorial/simulink.md"],
    &["docs/src/tutorial/stateflow.md"],
    &["docs/src/tutorial/xstate.md"],
    &["docs/src/tutorial/hardware.md"],
];

/// The README and every page of the book, by their paths in the repository.
fn pages() -> Vec<String> {
    let root = repository();
    let mut found = vec!["README.md".to_owned()];
    let mut open = vec![root.join("docs/src")];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => open.push(path),
                false if path.extension().is_some_and(|e| e == "md") => {
                    found.push(path.strip_prefix(&root).unwrap().to_string_lossy().into_owned());
                }
                false => {}
            }
        }
    }
    found.sort();
    found
}

fn text_of(page: &str) -> String {
    std::fs::read_to_string(repository().join(page)).unwrap()
}

/// Every file below a folder.
fn below(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path());
    let mut found: Vec<PathBuf> = entries.flat_map(|p| if p.is_dir() { below(&p) } else { vec![p] }).collect();
    found.sort();
    found
}

#[test]
fn the_runs_of_the_readme_are_real() {
    console::replay(RUNS[0]);
}

#[test]
fn the_runs_about_state_machines_are_real() {
    console::replay(RUNS[1]);
}

#[test]
fn the_runs_about_data_flow_are_real() {
    console::replay(RUNS[2]);
}

#[test]
fn the_runs_about_contracts_are_real() {
    console::replay(RUNS[3]);
}

#[test]
fn the_runs_about_protocols_and_equivalence_are_real() {
    console::replay(RUNS[4]);
}

#[test]
fn the_runs_about_other_tools_are_real() {
    console::replay(RUNS[5]);
}

#[test]
fn the_runs_of_the_reference_are_real() {
    console::replay(RUNS[6]);
}

#[test]
fn the_runs_about_fixes_are_real() {
    console::replay(RUNS[7]);
}

#[test]
fn the_runs_about_block_diagrams_are_real() {
    console::replay(RUNS[8]);
}

#[test]
fn the_runs_about_charts_in_diagrams_are_real() {
    console::replay(RUNS[9]);
}

#[test]
fn the_runs_about_xstate_are_real() {
    console::replay(RUNS[10]);
}

#[test]
fn the_runs_about_netlists_are_real() {
    let path = std::env::var_os("PATH").unwrap_or_default();
    for (need, program) in [(Need::Yosys, "yosys"), (Need::Abc, "berkeley-abc")] {
        if wherefore_solve::search(&path, program).is_none() {
            return skip(need, "the page about netlists runs it");
        }
    }
    console::replay(RUNS[11]);
}

#[test]
fn every_page_with_runs_is_replayed() {
    let replayed: Vec<&str> = RUNS.iter().flat_map(|pages| pages.iter().copied()).collect();
    let has_runs = |page: &String| text_of(page).lines().any(|l| l == console::OPENING);
    let forgotten: Vec<String> =
        pages().into_iter().filter(has_runs).filter(|p| !replayed.contains(&p.as_str())).collect();
    assert!(forgotten.is_empty(), "no test replays {forgotten:?}");
}

#[test]
fn every_page_is_in_the_summary_once() {
    let summary = text_of("docs/src/SUMMARY.md");
    let listed = links::targets(&summary);
    for page in pages().iter().filter_map(|p| p.strip_prefix("docs/src/")).filter(|p| *p != "SUMMARY.md") {
        assert_eq!(listed.iter().filter(|t| *t == page).count(), 1, "{page} in the summary");
    }
}

#[test]
fn every_link_leads_somewhere() {
    let broken: Vec<String> = pages().iter().flat_map(|page| links::broken(page, &text_of(page))).collect();
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

/// A reader who finds an example in the folder finds out what it is for, and one who reads of an example finds it.
#[test]
fn examples_and_pages_know_of_each_other() {
    let pages: String = pages().iter().map(|page| text_of(page)).collect();
    let root = repository();
    for path in below(&root.join("examples")) {
        let name = path.file_name().unwrap().to_string_lossy();
        assert!(pages.contains(&*name), "no page names {}", path.display());
    }
    let is_part = |c: char| c.is_ascii_alphanumeric() || "/_.-".contains(c);
    for (at, _) in pages.match_indices("examples/") {
        let path = pages[at..].split(|c| !is_part(c)).next().unwrap().trim_end_matches('.');
        assert!(root.join(path).exists(), "a page names {path}, which does not exist");
    }
}

/// The examples say in their first lines what comes out; each must at least be checked without an internal error.
#[test]
fn every_example_is_decided() {
    let mut codes = Vec::new();
    for path in files(&repository().join("examples"), "smv") {
        let output = wherefore(&repository()).arg("check").arg(&path).output().unwrap();
        codes.push((path.file_stem().unwrap().to_string_lossy().into_owned(), output.status.code().unwrap()));
    }
    let others: Vec<_> = codes.iter().filter(|(_, code)| *code != 1).map(|(n, c)| (n.as_str(), *c)).collect();
    assert_eq!(others, [("counter", 2), ("mutex", 0)]);
}
