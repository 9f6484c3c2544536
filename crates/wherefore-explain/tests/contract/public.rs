//! Specifications to ask about: the examples, and the public ones that lie beside the workspace.

use std::path::{Path, PathBuf};
use wherefore_diag::SourceMap;
use wherefore_ir::refinement::Refinement;
use wherefore_lang::oss;
use wherefore_test::{corpus, unpublished};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The specifications of the repository, by name.
pub fn examples() -> Vec<(String, Vec<Refinement>)> {
    below(&root().join("examples"))
}

/// The specifications in a folder of the corpora, by name; none, and a word about it, if the folder is missing.
pub fn public(path: &str) -> Vec<(String, Vec<Refinement>)> {
    corpus(&format!("contracts/{path}")).map(|folder| below(&folder)).unwrap_or_default()
}

fn below(folder: &Path) -> Vec<(String, Vec<Refinement>)> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut files: Vec<PathBuf> = entries.flatten().map(|e| e.path()).collect();
    files.retain(|p| p.extension().is_some_and(|e| e == "oss"));
    files.sort();
    files.iter().map(|p| (name(p), load(p))).collect()
}

fn name(path: &Path) -> String {
    path.file_stem().map_or_else(String::new, |s| s.to_string_lossy().into_owned())
}

#[expect(clippy::disallowed_methods, reason = "a test reads the models it is about")]
fn load(path: &Path) -> Vec<Refinement> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let loaded =
        oss::load(SourceMap::single(name(path), text), &mut |name| unpublished(name).ok_or(oss::NotIncluded::Missing));
    assert!(!loaded.diagnostics.has_errors(), "{path:?}: {:#?}", loaded.diagnostics);
    loaded.refinements
}
