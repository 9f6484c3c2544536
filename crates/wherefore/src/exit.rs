//! The exit codes: a promise to scripts.

use std::process::ExitCode;
use wherefore_report::cause::CauseKind;
use wherefore_report::view::{Obligations, Report, Verdict};

/// How the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Everything holds, or there was nothing to decide.
    Holds = 0,
    /// Some property is violated.
    Violated = 1,
    /// The command line, the model or the installation is wrong.
    Input = 2,
    /// Not decided, or an error in this program.
    Undetermined = 3,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

impl Exit {
    /// What a report amounts to. A violation wins over everything that is merely not known.
    pub fn of(report: &Report) -> Exit {
        let causes = report.properties.iter().filter_map(|p| match &p.verdict {
            Verdict::Undetermined(cause) => Some(cause),
            _ => None,
        });
        let model = match &report.obligations {
            Obligations::Undetermined(cause) => Some(cause),
            _ => None,
        };
        let causes: Vec<_> = causes.chain(model).collect();
        if report.remarks.iter().any(|r| r.diagnostic.is_error()) {
            Exit::Input
        } else if report.summary().violated > 0 {
            Exit::Violated
        } else if causes.iter().any(|c| c.kind == CauseKind::MissingSolver) {
            Exit::Input
        } else if !causes.is_empty() {
            Exit::Undetermined
        } else {
            Exit::Holds
        }
    }
}
