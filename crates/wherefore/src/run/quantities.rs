//! Numbers of steps that a model asks for.

use super::Run;
use wherefore::lens::Subject;
use wherefore_check::NoAnswer;
use wherefore_report::build::{self, Context};
use wherefore_report::document::Command;

impl Run<'_> {
    /// Finds the numbers, unless properties were named or another command has nothing to do with them.
    pub(super) fn quantities(&mut self, subject: &Subject) {
        let is_asked = matches!(self.task.command(), Command::Check | Command::Why);
        if !is_asked || !self.arguments.properties.is_empty() {
            return;
        }
        let asked = &subject.system.annexes.quantities;
        for (index, quantity) in asked.iter().enumerate() {
            self.ctx.progress.turn(&quantity.name, index + 1, asked.len());
            let (session, wanted) = (subject.session.clone(), quantity.clone());
            let found =
                self.ctx.supervised(&quantity.name, move |stop, observer| session.measure(&wanted, stop, observer));
            let found = found.unwrap_or_else(|cause: NoAnswer| Err(cause));
            let (command, defines, sources) = (self.task.command(), self.defines(), self.ctx.report.sources.clone());
            let context = Context { command, system: &subject.system, sources: &sources, defines };
            let entry = build::quantity(&context, quantity, &found);
            self.ctx.report.quantities.push(entry);
        }
    }
}
