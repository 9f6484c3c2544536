//! What the tests of the SCXML front end share: expected traces, a simulator of transition systems, the comparison of a
//! lowered system with the interpreter, and random statecharts.
#![allow(dead_code, reason = "each test file uses its part")]

pub mod follow;
pub mod random;
pub mod scenario;
pub mod simulator;

use std::path::{Path, PathBuf};
use wherefore_diag::Diagnostics;

/// The public statecharts beside the workspace, if they are there.
pub fn corpus() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpora/scxml");
    root.is_dir().then_some(root)
}

/// Every file with this ending in a folder and below, sorted.
pub fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder).map(|e| e.flatten().map(|e| e.path()).collect::<Vec<_>>());
        for path in entries.unwrap_or_default() {
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

/// The text of a file; bytes that are no UTF-8 are replaced.
#[expect(clippy::disallowed_methods, reason = "a test over files has to read them")]
pub fn read(path: &Path) -> String {
    String::from_utf8_lossy(&std::fs::read(path).unwrap_or_default()).into_owned()
}

/// Says what a test did or left out.
#[expect(clippy::disallowed_macros, clippy::print_stdout, reason = "a test may speak")]
pub fn say(words: &str) {
    println!("{words}");
}

/// A number from the environment, by which a random test can be steered.
#[expect(clippy::disallowed_methods, reason = "a test may be steered")]
pub fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|s| s.parse().ok()).unwrap_or(default)
}

/// The first error, without the names in it, so that equal reasons are counted together.
pub fn reason(diagnostics: &Diagnostics) -> String {
    let Some(error) = diagnostics.iter().find(|d| d.is_error()) else { return "no error was given".to_owned() };
    let parts = error.headline.split('`').enumerate();
    let words: String = parts.map(|(i, part)| if i % 2 == 0 { part } else { "_" }).collect();
    format!("{}: {words}", error.code.id)
}
