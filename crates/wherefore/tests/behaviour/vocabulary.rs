//! Words of the field instead of words of our own: names that were replaced, and must not come back.
//!
//! `docs/src/glossary.md` is the authority of words. Names are searched in the product sources, words for people in the pages that
//! are written by hand.

use super::sources::sources;
use crate::support::repository;
use std::path::{Path, PathBuf};

/// Names that were replaced, each with its replacement.
const NAMES: [(&str, &str); 35] = [
    ("Told", "Part"),
    ("Untold", "Part"),
    ("Teller", "ClassExplainer, or Explainer"),
    ("Telling", "Explanation"),
    ("Fate", "Consequence"),
    ("Doom", "Avoidability"),
    ("Outlook", "Avoidability"),
    ("Junction", "ChoicePoint"),
    ("Junctions", "ChoicePoints"),
    ("GivenRun", "ExternalTrace"),
    ("Inquest", "Analysis"),
    ("Inquirer", "Analysis"),
    ("Lex", "LexMin"),
    ("Worklist", "KeyedReachability"),
    ("Lame", "OnUndefined"),
    ("Desk", "RunContext"),
    ("Goalish", "GoalLabel"),
    ("Ailment", "Inconsistency"),
    ("Illness", "InconsistencyKind"),
    ("Hindrance", "ExecutionError"),
    ("Obstacle", "the error of the analysis"),
    ("Refusal", "CompareError"),
    ("Mistake", "ScriptError, or EvalError"),
    ("Unsuited", "MethodError"),
    ("NoGraph", "GraphError"),
    ("Means", "SolverPair"),
    ("Portrait", "LtsSummary"),
    ("Survey", "AlternativeSearch"),
    ("Sifted", "Classified"),
    ("Rests", "ViolationBasis"),
    ("Crew", "Workers"),
    ("Station", "ClusterWorker"),
    ("Showcase", "Representatives"),
    ("Suspicion", "RankedSuspects"),
    ("Companion", "the variable that is added, by its purpose"),
];

/// Words that plain English has a subject for.
const WORDS: [&str; 5] = ["nobody", "whoever", "doomed", "inquest", "so many"];

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !(c.is_alphanumeric() || c == '_'))
}

fn pages(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()) {
        if entry.is_dir() {
            pages(&entry, into);
        } else if entry.extension().is_some_and(|e| e == "md") {
            into.push(entry);
        }
    }
}

#[test]
fn replaced_names_stay_replaced() {
    let mut files = Vec::new();
    for member in std::fs::read_dir(repository().join("crates")).unwrap() {
        sources(&member.unwrap().path().join("src"), &mut files);
    }
    files.sort();
    let mut found = Vec::new();
    for path in files {
        let text = std::fs::read_to_string(&path).unwrap();
        // Definitions of the schema keep their names: other programs refer to them.
        let is_code = |line: &str| !line.trim_start().starts_with("//") && !line.contains("schemars(rename");
        let code = text.lines().enumerate().filter(|(_, line)| is_code(line));
        // Stateflow itself calls them so.
        let is_own = |name: &str| name == "Junction" && path.components().any(|c| c.as_os_str() == "stateflow");
        for (index, line) in code {
            let replaced = NAMES.iter().filter(|(name, _)| !is_own(name) && words(line).any(|w| w == *name));
            for (name, instead) in replaced {
                found.push(format!("{}:{}: `{name}`: {instead}", path.display(), index + 1));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn pages_are_written_in_plain_english() {
    let mut files =
        ["README.md", "ARCHITECTURE.md", "TESTING.md", "SECURITY.md"].map(|p| repository().join(p)).to_vec();
    pages(&repository().join("docs/src"), &mut files);
    files.sort();
    assert!(files.len() > 20, "the pages are not there: {}", files.len());
    let mut found = Vec::new();
    for path in files {
        let text = std::fs::read_to_string(&path).unwrap();
        for (index, line) in text.lines().enumerate() {
            let spaced = format!(" {} ", words(&line.to_lowercase()).collect::<Vec<_>>().join(" "));
            for word in WORDS.iter().filter(|word| spaced.contains(&format!(" {word} "))) {
                found.push(format!("{}:{}: `{word}`", path.display(), index + 1));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
