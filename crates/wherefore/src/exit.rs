//! The exit codes: a promise to scripts.

use std::process::ExitCode;
use wherefore_report::document::equivalence::{Equivalence, Outcome};
use wherefore_report::document::{Document, Obligations, Verdict};
use wherefore_report::no_answer::CauseKind;

/// How the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Everything holds, models are equivalent, or there was nothing to decide.
    Holds = 0,
    /// Some property is violated, or models are different.
    Violated = 1,
    /// The command line, the model or the installation is wrong.
    Input = 2,
    /// Not decided, nothing to decide anything of, or an error in this program.
    Undetermined = 3,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

impl Exit {
    /// Exit code of a report. A violation wins over everything that is merely not known.
    pub fn of(report: &Document) -> Exit {
        let causes = report.properties.iter().filter_map(|p| match &p.verdict {
            Verdict::Undetermined(cause) => Some(cause),
            _ => None,
        });
        let model = match &report.obligations {
            Obligations::Undetermined(cause) => Some(cause),
            _ => None,
        };
        let comparison = report.comparison().map(|found| &found.verdict);
        let open = comparison.and_then(|v| if let Equivalence::Undetermined(cause) = v { Some(cause) } else { None });
        let is_different = matches!(comparison, Some(Equivalence::Different(_)));
        let is_unmade = match &report.result {
            Some(Outcome::Tests(Some(plan))) => plan.suites.iter().all(|suite| suite.cases.is_err()),
            _ => false,
        };
        let causes: Vec<_> = causes.chain(model).chain(open).collect();
        if report.remarks.iter().any(|r| r.diagnostic.is_error()) {
            Exit::Input
        } else if report.summary().violated > 0 || is_different {
            Exit::Violated
        } else if causes.iter().any(|c| c.kind == CauseKind::MissingSolver) {
            Exit::Input
        } else if !causes.is_empty() || is_unmade || report.hollow().is_some() {
            Exit::Undetermined
        } else {
            Exit::Holds
        }
    }
}
