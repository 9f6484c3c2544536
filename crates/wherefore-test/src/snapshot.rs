//! Snapshots: each model in a folder has a `.txt` beside it with what must come out.
//!
//! A new case is a new file. A missing expectation fails; setting `WHEREFORE_BLESS=1` writes what came out, to be read before
//! it is committed.

use crate::{files, read};
use std::path::{Path, PathBuf};

/// The models with one of these endings in a folder of the tests. Tests run in the folder of their crate.
pub fn cases(folder: &str, endings: &[&str]) -> Vec<PathBuf> {
    files(&Path::new("tests").join(folder), endings)
}

/// Compares what `show` makes of the name and text of each model with what is expected.
///
/// # Panics
///
/// If there is no model, or one is not as expected.
pub fn run(folder: &str, endings: &[&str], show: impl Fn(&str, &str) -> String) {
    let files = cases(folder, endings);
    assert!(!files.is_empty(), "no cases in tests/{folder}");
    let failures: Vec<String> = files
        .iter()
        .filter_map(|path| {
            let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
            check(path, &show(&name, &read(path))).err()
        })
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Compares what came out of a model with what is expected of it.
///
/// # Errors
///
/// Both texts, if they differ.
#[expect(clippy::disallowed_methods, reason = "a snapshot test reads and, when asked to, writes its files")]
pub fn check(path: &Path, found: &str) -> Result<(), String> {
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
