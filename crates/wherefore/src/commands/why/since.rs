//! Reading the report of an earlier run.

use crate::codes::NOT_A_REPORT;
use crate::input;
use std::path::Path;
use wherefore_diag::Diagnostic;
use wherefore_report::baseline::Earlier;

/// The earlier run in a file.
pub fn read(path: &Path) -> Result<Earlier, Diagnostic> {
    let file = input::read(path)?;
    Earlier::read(file.name.as_str(), &file.text).map_err(|why| {
        let headline = format!("`{}` is not a report of an earlier run: {why}", file.name);
        Diagnostic::new(NOT_A_REPORT, headline).help("`wherefore why MODEL --format json -o FILE` writes one")
    })
}
