//! Checks of a model that states no property, or of which none is asked for.

use super::Run;
use std::sync::{Arc, Mutex, PoisonError};
use wherefore::lens::Subject;
use wherefore_lint::Lint;
use wherefore_report::build::{self, Context};

/// The name of these checks among the parts of a run.
const LINT: &str = "(checks without properties)";
/// The time that they have if no limit is given: they are many, and most are quick.
const TIME: &str = "60s";

impl Run<'_> {
    /// Asks what can be asked of every model, within limits. What is known when they end is reported.
    pub(super) fn lint(&mut self, subject: &Subject) {
        self.ctx.progress.turn("checks without properties", 0, 0);
        let timeout = self.ctx.limits.timeout.clone();
        self.ctx.limits.timeout = timeout.clone().or_else(|| TIME.parse().ok());
        let draft: Arc<Mutex<Lint>> = Arc::default();
        let (noted, system, options) = (draft.clone(), subject.system.clone(), subject.options.clone());
        let note = move |found: &Lint| *noted.lock().unwrap_or_else(PoisonError::into_inner) = found.clone();
        let work = move |stop: &_, observer: &_| {
            wherefore_lint::lint(&system, options, (stop, observer), &mut |found| note(found))
        };
        let found = self.ctx.supervised(LINT, work);
        self.ctx.limits.timeout = timeout;
        let found = found.unwrap_or_else(|_| draft.lock().unwrap_or_else(PoisonError::into_inner).clone());
        let (command, defines, sources) = (self.task.command(), self.defines(), self.ctx.report.sources.clone());
        let context = Context { command, system: &subject.system, sources: &sources, defines };
        self.ctx.report.lint = Some(build::lint(&context, &found, self.task.allowed()));
    }
}
