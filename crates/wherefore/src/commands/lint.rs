//! `wherefore lint`: what can be asked of a model without properties.

use crate::args::{Common, Lint};
use crate::exit::Exit;
use crate::run::{self, Task};
use crate::terminal::Terminal;
use wherefore_diag::Diagnostic;
use wherefore_report::document::{Command, Document};
use wherefore_report::text;

/// Looks into a model and writes what was found.
pub fn run(arguments: &Lint, terminal: &Terminal) -> Result<Exit, Diagnostic> {
    run::run(&LintTask { arguments }, terminal)
}

struct LintTask<'a> {
    arguments: &'a Lint,
}

impl Task for LintTask<'_> {
    fn command(&self) -> Command {
        Command::Lint
    }

    fn common(&self) -> &Common {
        &self.arguments.common
    }

    fn allowed(&self) -> &[String] {
        &self.arguments.allow
    }

    fn text(&self, report: &Document, options: &text::Options) -> String {
        text::lint(report, options)
    }
}
