//! What a search leaves for the watch that started it, in a folder of their own.

use crate::output::files;
use std::path::{Path, PathBuf};
use wherefore_report::baseline::Earlier;
use wherefore_report::document::Document;
use wherefore_report::json;

/// The report of the search that has just ended.
const NEW: &str = "new.json";
/// The report of the last search that decided something.
const LAST: &str = "last.json";
/// The files that the search read, a line for each.
const FILES: &str = "files";

/// What the last search is called in comparisons.
const NAME: &str = "the last save";

/// Forgets what a search left that was ended.
pub fn begin(folder: &Path) {
    let _ = std::fs::remove_file(folder.join(NEW));
}

/// Leaves a report. If that fails there is nothing to compare with, which the watch says.
pub fn leave_report(folder: &Path, report: &Document) {
    let _ = std::fs::write(folder.join(NEW), json::render(report));
}

/// Leaves the names of the files that were read.
pub fn leave_files(folder: &Path) {
    let here = std::env::current_dir().unwrap_or_default();
    let names: String = files::read().iter().map(|path| format!("{}\n", here.join(path).display())).collect();
    let _ = std::fs::write(folder.join(FILES), names);
}

/// The earlier run to compare with, if there is one.
pub fn last(folder: &Path) -> Option<Earlier> {
    Earlier::read(NAME, &std::fs::read_to_string(folder.join(LAST)).ok()?).ok()
}

/// The files that a search read.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let names = std::fs::read_to_string(folder.join(FILES)).unwrap_or_default();
    names.lines().map(PathBuf::from).collect()
}

/// The reports of the last search and of the new one, as far as they are there.
pub fn reports(folder: &Path) -> [Option<String>; 2] {
    [LAST, NEW].map(|name| std::fs::read_to_string(folder.join(name)).ok())
}

/// From now on the new report is the last, unless nothing was decided: while a model is being typed it often has mistakes.
pub fn keep(folder: &Path) {
    let new = folder.join(NEW);
    let is_decided = |text: &str| serde_json::from_str(text).is_ok_and(|d: serde_json::Value| has_properties(&d));
    if std::fs::read_to_string(&new).is_ok_and(|text| is_decided(&text)) {
        let _ = std::fs::rename(&new, folder.join(LAST));
    } else {
        let _ = std::fs::remove_file(&new);
    }
}

fn has_properties(document: &serde_json::Value) -> bool {
    document.get("properties").and_then(|p| p.as_array()).is_some_and(|list| !list.is_empty())
}
