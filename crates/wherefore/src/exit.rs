//! The exit codes: a promise to scripts.

use std::process::ExitCode;
use wherefore_report::document::equivalence::{Equivalence, Outcome};
use wherefore_report::document::{Command, Document, Fixes, Lint, Obligations, Verdict};
use wherefore_report::no_answer::CauseKind;

/// How the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Everything holds, models are equivalent, no mutant survives, or lint has no warning.
    Holds = 0,
    /// Some property is violated, models are different, a mutant survives, or lint has a warning.
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
    /// How a process of this program ended; one that was killed has decided nothing.
    pub fn of_code(code: Option<i32>) -> Exit {
        let all = [Exit::Holds, Exit::Violated, Exit::Input];
        all.into_iter().find(|exit| Some(*exit as i32) == code).unwrap_or(Exit::Undetermined)
    }

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
        let mutation = match &report.result {
            Some(Outcome::Mutants(Some(found))) => found.mutation.as_ref(),
            _ => None,
        };
        let is_open = mutation.is_some_and(|m| m.is_empty() || m.is_open());
        let unmeasured = report.quantities.iter().filter_map(|q| q.cause.as_ref());
        let causes: Vec<_> = causes.chain(model).chain(open).chain(unmeasured).collect();
        if report.remarks.iter().any(|r| r.diagnostic.is_error()) {
            Exit::Input
        } else if report.fixes.as_ref().is_some_and(Fixes::is_everything_mended) {
            Exit::Holds
        } else if report.summary().violated > 0 || is_different || mutation.is_some_and(|m| m.survived > 0) {
            Exit::Violated
        } else if causes.iter().any(|c| c.kind == CauseKind::MissingSolver) {
            Exit::Input
        } else if report.command == Command::Lint && report.lint.as_ref().is_some_and(Lint::has_warnings) {
            Exit::Violated
        } else if !causes.is_empty() || is_unmade || is_open || report.hollow().is_some() || is_unasked(report) {
            Exit::Undetermined
        } else {
            Exit::Holds
        }
    }
}

/// Whether nothing was asked of the model, or something was asked and not decided. A model that states no property was not checked,
/// whatever is found about it without one.
fn is_unasked(report: &Document) -> bool {
    match (report.command, &report.lint) {
        (Command::Lint, Some(found)) => found.asked == 0 || !found.open.is_empty(),
        (Command::Check | Command::Why, _) if !report.quantities.is_empty() => false,
        (Command::Check | Command::Why | Command::Fix | Command::Lint, _) => report.properties.is_empty(),
        _ => false,
    }
}
