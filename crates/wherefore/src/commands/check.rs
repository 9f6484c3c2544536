//! `wherefore check`: a verdict for each property of a model; of a folder, whether its models are as expected.

use crate::args::{self, Common};
use crate::codes::FOLDER_OPTION;
use crate::exit::Exit;
use crate::expectations;
use crate::run::{self, Task};
use crate::terminal::Terminal;
use std::path::Path;
use wherefore_diag::Diagnostic;
use wherefore_report::document::{Command, Document};
use wherefore_report::text;

/// Checks a model and writes what was found.
pub fn run(arguments: &args::Check, terminal: &Terminal) -> Result<Exit, Diagnostic> {
    if arguments.common.model.is_dir() {
        return expectations::run(arguments, terminal);
    }
    let given = [("--update", arguments.update), ("--jobs", arguments.jobs.is_some())];
    if let Some((option, _)) = given.into_iter().find(|(_, is_given)| *is_given) {
        let headline = format!("{option} is for a folder with a file wherefore.toml");
        return Err(Diagnostic::new(FOLDER_OPTION, headline).help("give the folder instead of a model"));
    }
    run::run(&Check { arguments: &arguments.common, watched: arguments.watching.watched.as_deref() }, terminal)
}

struct Check<'a> {
    arguments: &'a Common,
    watched: Option<&'a Path>,
}

impl Task for Check<'_> {
    fn command(&self) -> Command {
        Command::Check
    }

    fn common(&self) -> &Common {
        self.arguments
    }

    fn watched(&self) -> Option<&Path> {
        self.watched
    }

    fn text(&self, report: &Document, options: &text::Options) -> String {
        text::check(report, options)
    }
}
