//! Errors of both readers.

use wherefore_diag::{Code, Diagnostic, Span};
use wherefore_syntax::{Reported, Reporter};

/// A reader that reports errors.
pub(crate) trait Reports {
    /// Its diagnostics.
    fn report(&mut self) -> &mut Reporter;

    /// Reports an error with its place and a remedy.
    fn fail(
        &mut self,
        code: &'static Code,
        span: Span,
        headline: impl Into<String>,
        label: &str,
        help: &str,
    ) -> Reported {
        self.report().push(Diagnostic::at(code, span, headline, label).help(help))
    }
}
