//! Every public formula at hand is read, or refused with its reason and place.
//!
//! The formulas are not part of this repository. They are looked for beside the workspace; if they are missing the test
//! says so and passes.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use wherefore_diag::FileId;
use wherefore_lang::mcl;
use wherefore_test::{case_study, corpus, counted, say};

/// Every file with this ending in folders and below, sorted.
fn files(roots: Vec<PathBuf>, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = roots;
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(&folder).into_iter().flatten().flatten().map(|e| e.path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

#[expect(clippy::disallowed_methods, reason = "a test over files has to read them")]
fn read(path: &Path) -> String {
    String::from_utf8_lossy(&std::fs::read(path).unwrap_or_default()).into_owned()
}

#[test]
fn every_cadp_formula_is_read() {
    let (Some(examples), Some(studies)) = (corpus("clear/examples"), case_study("lts")) else { return };
    let files = files(vec![examples, studies], "mcl");
    for path in &files {
        let loaded = mcl::load(FileId(0), &read(path));
        let said: Vec<&str> = loaded.diagnostics.iter().map(|d| d.headline.as_str()).collect();
        let formula = loaded.formula.unwrap_or_else(|| panic!("{}: {said:?}", path.display()));
        assert_eq!(mcl::load(FileId(0), &formula.to_string()).formula, Some(formula), "{}", path.display());
        assert!(said.is_empty(), "{}: {said:?}", path.display());
    }
    counted(files.len(), "formulas of CADP, all read");
}

#[test]
fn mcrl2_formulas_are_read_or_refused_with_a_reason() {
    let Some(root) = corpus("aut") else { return };
    let files = files(vec![root], "mcf");
    let (mut inside, mut empty, mut refused) = (0, 0, BTreeMap::<String, usize>::new());
    for path in &files {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let text = read(path);
        let is_empty = text.lines().all(|line| line.trim().is_empty() || line.trim_start().starts_with('%'));
        let loaded = mcl::load(FileId(0), &text);
        match (&loaded.formula, loaded.diagnostics.iter().find(|d| d.is_error())) {
            (Some(formula), _) => {
                inside += 1;
                say(&format!("read     {name}: {formula}"));
            }
            (None, Some(first)) => {
                // An unsolved exercise has comments and no formula.
                let is_named = match is_empty {
                    true => first.headline == "expected a formula, found the end of the file",
                    false => first.code.id == "mcl-unsupported",
                };
                assert!(first.span().is_some() && is_named, "{name}: {}", first.headline);
                empty += usize::from(is_empty);
                *refused.entry(first.headline.clone()).or_default() += 1;
                say(&format!("refused  {name}: {}", first.headline));
            }
            (None, None) => panic!("{name}: refused without a reason"),
        }
    }
    refused.iter().for_each(|(reason, count)| say(&format!("{count:>4} {reason}")));
    say(&format!("{inside} of {} formulas of mCRL2 are inside the supported logic, {empty} are empty", files.len()));
    assert!(inside > 0);
}
