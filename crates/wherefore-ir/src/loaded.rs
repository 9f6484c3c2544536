//! What a front end gives: a transition system, or the reasons why there is none.

use crate::System;
use wherefore_diag::Diagnostics;

/// Meaning of a file, and the messages about it.
#[derive(Debug)]
pub struct Loaded {
    /// The model; `None` if there were errors.
    pub system: Option<System>,
    /// Errors, warnings and notes in the order they were found.
    pub diagnostics: Diagnostics,
}
