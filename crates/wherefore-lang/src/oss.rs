//! OCRA system specifications (OSS): components, contracts and their refinements.

pub mod codes;

use wherefore_diag::{Diagnostics, FileId, SourceMap};
use wherefore_ir::refinement::Refinement;

/// What a specification means, and what is to be said about it.
#[derive(Debug, Default)]
pub struct Loaded {
    /// One for each component that has parts, in the order of the source; none if there were errors.
    pub refinements: Vec<Refinement>,
    /// The component marked as the system.
    pub root: String,
    /// Errors, warnings and notes in the order they were found.
    pub diagnostics: Diagnostics,
    /// All texts, those of included files too.
    pub sources: SourceMap,
}

/// What an `#include` names: its text, or nothing if there is no such file.
pub type Include<'a> = dyn FnMut(&str) -> Option<String> + 'a;

/// Reads a specification, the first file of `sources`. Files that it includes are asked for and added there.
pub fn load(sources: SourceMap, _include: &mut Include<'_>) -> Loaded {
    let _ = FileId(0);
    Loaded { sources, ..Loaded::default() }
}
