//! Collects diagnostics during resolution and lowering.
//!
//! A module is lowered once for each instance, so the same mistake is found several times; it is reported once. Whether
//! anything failed is remembered apart from the bag, because the bag stops keeping diagnostics at its limit.

use std::collections::BTreeSet;
use wherefore_diag::{Diagnostic, Diagnostics, Span};

/// Says that an error has been reported and the current part has no meaning.
#[derive(Clone, Copy, Debug)]
pub struct Reported;

/// The meaning of a part, or the mark that an error was reported.
pub type Checked<T> = Result<T, Reported>;

/// Collects diagnostics, each once.
#[derive(Debug, Default)]
pub struct Reporter {
    diagnostics: Diagnostics,
    seen: BTreeSet<(&'static str, Option<Span>, String)>,
    failed: bool,
    muted: bool,
}

impl Reporter {
    /// Adds a diagnostic unless the same was said about the same place before.
    pub fn push(&mut self, diagnostic: Diagnostic) -> Reported {
        if self.muted {
            return Reported;
        }
        self.failed |= diagnostic.is_error();
        let key = (diagnostic.code.id, diagnostic.span(), diagnostic.headline.clone());
        if self.seen.insert(key) {
            self.diagnostics.push(diagnostic);
        }
        Reported
    }

    /// Whether an error was reported.
    pub fn failed(&self) -> bool {
        self.failed
    }

    /// Silences the reporter while something that was reported already is looked at again.
    pub fn mute(&mut self, muted: bool) {
        self.muted = muted;
    }

    /// What was reported, in that order.
    pub fn into_diagnostics(self) -> Diagnostics {
        self.diagnostics
    }
}
