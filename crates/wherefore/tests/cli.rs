//! Command lines with everything they say: standard output, standard error, exit code.
//!
//! `tests/cli/NAME.txt` holds command lines (`$ wherefore ...`) and, below each, what it is expected to say. Every model
//! `NAME.smv` needs such a file. To write them anew after a change that is wanted: `WHEREFORE_BLESS=1 cargo test`, then
//! look at the difference.
//!
//! Each file is a test of its own, with the name of the file.

#![expect(clippy::disallowed_methods, reason = "a test reads files")]

mod support;

use libtest_mimic::{Arguments, Failed, Trial};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use support::*;

/// Runs the command lines of an expectation and gives the whole text that stands in the file.
fn session(lines: &[String]) -> String {
    let mut out = String::new();
    for line in lines {
        let output = run_line(line, &models());
        writeln!(out, "$ {line}\nexit code {}", output.status.code().unwrap()).unwrap();
        for (name, text) in [("standard output", stdout(&output)), ("standard error", stderr(&output))] {
            if !text.is_empty() {
                write!(out, "--- {name}\n{}", without_measurements(&text)).unwrap();
            }
        }
        out.push('\n');
    }
    out
}

/// Holds one session against its file, or writes the file.
fn check(path: &Path) -> Result<(), Failed> {
    let name = path.file_stem().unwrap().to_string_lossy().into_owned();
    let expected = std::fs::read_to_string(path).unwrap_or_default();
    let mut lines: Vec<String> = expected.lines().filter_map(|l| l.strip_prefix("$ ")).map(str::to_owned).collect();
    if lines.is_empty() {
        lines.push(format!("wherefore check {name}.smv"));
    }
    let found = session(&lines);
    if std::env::var_os("WHEREFORE_BLESS").is_some() {
        std::fs::write(path, &found)?;
    } else if found != expected {
        let words = "WHEREFORE_BLESS=1 writes the expectation anew";
        return Err(format!("=== {name}: found\n{found}=== expected\n{expected}\n{words}").into());
    }
    Ok(())
}

/// The comparison itself must be able to fail: only measurements may differ.
fn measurements_are_all_that_is_ignored() -> Result<(), Failed> {
    let line = |verdict: &str, engine: &str, time: &str| format!("{verdict}  p  x < 3      {engine}   {time}\n");
    let one = without_measurements(&line("holds", "bdd", "0.01 s"));
    assert_eq!(one, without_measurements(&line("holds", "k-induction", "2 min 3 s")));
    assert_ne!(one, without_measurements(&line("violated", "bdd", "0.01 s")));
    assert_ne!(without_measurements("  state 1  x  0\n"), without_measurements("  state 1  x  1\n"));
    Ok(())
}

fn main() -> ExitCode {
    let mut paths: Vec<PathBuf> =
        files(&models(), "smv").iter().chain(&files(&models(), "txt")).map(|p| p.with_extension("txt")).collect();
    paths.sort();
    paths.dedup();
    assert!(paths.len() >= 40, "the sessions are gone");
    let session = |path: PathBuf| {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        Trial::test(name, move || check(&path))
    };
    let mut trials: Vec<Trial> = paths.into_iter().map(session).collect();
    trials.push(Trial::test("measurements_are_all_that_is_ignored", measurements_are_all_that_is_ignored));
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}
