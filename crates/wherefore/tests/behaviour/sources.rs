//! Decisions are made on types: habits that were weeded out of the sources, and must not come back.
//!
//! Each row is a piece of text that once decided something by comparing words for people, or names, and what replaced it.

use crate::support::repository;
use std::path::{Path, PathBuf};

/// Texts that must not be found in product sources, and what to write instead.
const GONE: [(&str, &str); 13] = [
    ("starts_with(\"timeout", "match on StopReason"),
    ("starts_with(\"deadline", "match on StopReason"),
    ("starts_with(\"memory limit", "match on StopReason"),
    ("== \"given run\"", "match on Finder"),
    ("Untold::unfinished", "match on Part::Pending"),
    ("== \"shortest counterexample\"", "match on the kind of run"),
    ("kind == \"connection\"", "match on SuspectKind"),
    ("== \"an array\"", "match on the type of the value"),
    ("starts_with('$')", "ask Terms for the visibility of the variable"),
    ("ends_with(\".last\")", "ask Terms for the purpose of the variable"),
    ("rechecked_by.is_empty()", "match on Recheck"),
    ("judges(\"", "give the Family of the finder"),
    ("certificate.split(", "match on Evidence"),
];

pub fn sources(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()) {
        if entry.is_dir() {
            sources(&entry, into);
        } else if entry.extension().is_some_and(|e| e == "rs") {
            into.push(entry);
        }
    }
}

#[test]
fn sources_decide_nothing_by_words() {
    let mut files = Vec::new();
    for member in std::fs::read_dir(repository().join("crates")).unwrap() {
        sources(&member.unwrap().path().join("src"), &mut files);
    }
    files.sort();
    assert!(files.len() > 500, "the sources are not there: {}", files.len());
    let mut found = Vec::new();
    for path in files {
        let text = std::fs::read_to_string(&path).unwrap();
        for (index, line) in text.lines().enumerate() {
            for (habit, instead) in GONE.iter().filter(|(habit, _)| line.contains(habit)) {
                found.push(format!("{}:{}: `{habit}`: {instead}", path.display(), index + 1));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
