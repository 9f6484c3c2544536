//! Models in folders: finding and reading them.

use std::path::{Path, PathBuf};

/// Every file with one of these endings in a folder and below, sorted.
pub fn files(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder).map(|e| e.flatten().map(|e| e.path()).collect::<Vec<_>>());
        for path in entries.unwrap_or_default() {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| endings.iter().any(|ending| e == *ending)) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Every SMV model in a folder and below, sorted.
pub fn models(folder: &Path) -> Vec<PathBuf> {
    files(folder, &["smv", "flatsmv"])
}

/// The bytes of a file; none if it cannot be read.
#[expect(clippy::disallowed_methods, reason = "a test over files has to read them")]
pub fn bytes(path: &Path) -> Vec<u8> {
    std::fs::read(path).unwrap_or_default()
}

/// The text of a file; bytes that are no UTF-8 are replaced.
#[expect(clippy::disallowed_methods, reason = "a test over files has to read them")]
pub fn read(path: &Path) -> String {
    String::from_utf8_lossy(&std::fs::read(path).unwrap_or_default()).into_owned()
}
