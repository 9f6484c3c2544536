//! `wherefore fix`: edits of a model after which its properties hold.

use crate::args::{Common, Fix, Format};
use crate::codes::CANNOT_WRITE;
use crate::exit::Exit;
use crate::run::{self, Task};
use crate::terminal::Terminal;
use std::path::Path;
use wherefore_diag::Diagnostic;
use wherefore_report::document::{Command, Document};
use wherefore_report::text;

/// Looks for fixes of a model and writes what was found.
pub fn run(arguments: &Fix, terminal: &Terminal) -> Result<Exit, Diagnostic> {
    run::run(&FixTask { arguments }, terminal)
}

struct FixTask<'a> {
    arguments: &'a Fix,
}

impl Task for FixTask<'_> {
    fn command(&self) -> Command {
        Command::Fix
    }

    fn common(&self) -> &Common {
        &self.arguments.common
    }

    fn max_edits(&self) -> Option<usize> {
        Some(self.arguments.max_edits as usize)
    }

    fn assumes(&self) -> bool {
        self.arguments.assume
    }

    fn applies(&self) -> bool {
        self.arguments.apply
    }

    fn objection(&self) -> Option<Diagnostic> {
        let is_input = self.arguments.common.model == Path::new("-");
        (self.arguments.apply && is_input).then(|| {
            let headline = "--apply changes a file, and the model comes from the standard input";
            Diagnostic::new(CANNOT_WRITE, headline).help("--format diff writes a patch instead")
        })
    }

    fn text(&self, report: &Document, options: &text::Options) -> String {
        match self.arguments.common.format() {
            Format::Diff => {
                let first = report.fixes.as_ref().and_then(|fixes| fixes.ranked.first());
                first.map_or_else(String::new, |fix| fix.patch.clone())
            }
            _ => text::fix(report, options, self.arguments.full),
        }
    }
}
