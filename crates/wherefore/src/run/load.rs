//! From a file to a model: read its text and run a front end on it.

use super::limits::Limits;
use super::supervise::{Ended, supervise};
use super::{FrontEnd, Run};
use crate::input;
use std::sync::Arc;
use wherefore_diag::{FileId, SourceMap};
use wherefore_ir::System;
use wherefore_report::cause;
use wherefore_report::view::Obligations;
use wherefore_solve::Stop;

impl Run<'_> {
    /// Reads and understands the model; `None` if there is none to work with, which the remarks then say.
    pub(super) fn load(&mut self, front_end: FrontEnd) -> Option<Arc<System>> {
        let sources = Arc::new(self.read()?);
        self.report.sources = sources.clone();
        let text = move || front_end(FileId(0), sources.get(FileId(0)).map_or("", |f| f.text.as_str()));
        let loaded = self.understand_model(text)?;
        self.report.dropped = loaded.diagnostics.dropped();
        loaded.diagnostics.iter().cloned().for_each(|d| self.remark(d));
        loaded.system.map(Arc::new)
    }

    /// The text of the model, as the first of the sources.
    pub(super) fn read(&mut self) -> Option<SourceMap> {
        let path = &self.arguments.model;
        let text = match self.watch.stage("read", || input::read(path)) {
            Ok(text) => text,
            Err(diagnostic) => return self.give_up(diagnostic),
        };
        text.warning.into_iter().for_each(|w| self.remark(w));
        Some(SourceMap::single(text.name, text.text))
    }

    /// Runs a front end.
    pub(super) fn understand_model<T: Send + 'static>(
        &mut self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        self.progress.turn("reading the model", 0, 0);
        let (stop, limits) = (self.stop.child(), Limits { timeout: None, ..self.limits.clone() });
        let work = move |_: &Stop| work();
        match self.watch.stage("load", || supervise(&stop, &limits, &mut self.progress, None, work)) {
            Ended::Returned(loaded) => Some(loaded),
            Ended::Panicked(words) => panic!("{words}"),
            Ended::Abandoned(reason) => {
                self.report.obligations = Obligations::Undetermined(cause::Cause::stopped(&reason));
                None
            }
        }
    }
}
