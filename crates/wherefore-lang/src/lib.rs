//! Front ends: one folder per modelling language.
//!
//! Each front end has the same stages under the same names: `lexer` and `parse` turn text into a tree plus a list of
//! errors, `resolve` finds what names mean, `lower` produces a transition system of `wherefore-ir`, and `print` writes
//! one back; Lustre has `desugar` and `check` before `lower`. None of them aborts on user input: what is wrong or not
//! supported is a located diagnostic.
//!
//! ```
//! use wherefore_diag::FileId;
//! use wherefore_lang::smv;
//!
//! let read = smv::load(FileId(0), "MODULE main VAR x : boolean; INVARSPEC x");
//! assert_eq!(read.system.expect("the model is in order").properties.len(), 1);
//! let wrong = smv::load(FileId(0), "MODULE main VAR x : boolean; INVARSPEC y");
//! assert!(wrong.system.is_none() && wrong.diagnostics.has_errors());
//! ```

pub mod aut;
pub mod lustre;
pub mod mcl;
pub mod oss;
pub mod registry;
pub mod scxml;
pub mod smv;

pub use registry::Language;
pub use wherefore_syntax::include;

use wherefore_diag::Diagnostics;
use wherefore_ir::System;

/// Meaning of a file, and the messages about it.
#[derive(Debug)]
pub struct Loaded {
    /// The model; `None` if there were errors.
    pub system: Option<System>,
    /// Errors, warnings and notes in the order they were found.
    pub diagnostics: Diagnostics,
}

/// The diagnostic ids of every front end, for `wherefore explain` and the manual.
pub fn codes() -> impl Iterator<Item = &'static wherefore_diag::Code> {
    let system = smv::codes::ALL.iter().chain(scxml::codes::ALL);
    system.chain(aut::codes::ALL).chain(mcl::codes::ALL).chain(oss::codes::ALL).chain(lustre::codes::ALL).copied()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    #[test]
    fn diagnostic_ids_are_unique_and_kebab_case() {
        let ids: Vec<&str> = super::codes().map(|c| c.id).collect();
        let unique: BTreeSet<&str> = ids.iter().copied().collect();
        assert_eq!(ids.len(), unique.len());
        assert!(ids.iter().all(|id| id.chars().all(|c| c.is_ascii_lowercase() || c == '-')));
    }
}
