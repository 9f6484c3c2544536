//! `wherefore check`: a verdict for each property.

use crate::args::Common;
use crate::exit::Exit;
use crate::run::{self, PropertyRequest, Subject, Task, Work};
use crate::terminal::Terminal;
use wherefore_diag::Diagnostic;
use wherefore_explain::Findings;
use wherefore_report::document::{Command, Document};
use wherefore_report::text;

/// Checks a model and writes what was found.
pub fn run(arguments: &Common, terminal: &Terminal) -> Result<Exit, Diagnostic> {
    run::run(&Check { arguments }, terminal)
}

struct Check<'a> {
    arguments: &'a Common,
}

impl Task for Check<'_> {
    fn command(&self) -> Command {
        Command::Check
    }

    fn common(&self) -> &Common {
        self.arguments
    }

    fn work(&self, subject: &Subject, asked: &PropertyRequest) -> Work {
        let (session, property) = (subject.session.clone(), asked.property.clone());
        Box::new(move |stop, observer, _| {
            Ok(Findings { finding: session.check(&property, stop, observer), inquiry: None })
        })
    }

    fn text(&self, report: &Document, options: &text::Options) -> String {
        text::check(report, options)
    }
}
