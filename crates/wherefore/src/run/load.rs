//! From a file to a model: read its text and run a front end on it.
//!
//! Files that a model includes are looked for beside it, then in the folders that the command line names.

use super::limits::Limits;
use super::supervise::{Ended, supervise};
use super::{FrontEnd, Run};
use crate::codes::CANNOT_READ;
use crate::input;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use wherefore_diag::{Diagnostic, FileId, SourceMap};
use wherefore_ir::System;
use wherefore_lang::{lustre, oss};
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

    /// What finds included files; `None` if a folder that was named is none, which the remarks then say.
    pub(super) fn includes(&mut self) -> Option<impl FnMut(&str) -> Option<String> + Send + use<>> {
        if let Some(folder) = self.arguments.include.iter().find(|folder| !folder.is_dir()) {
            let headline = format!("`{}` is no folder to look for included files in", folder.display());
            return self.give_up(Diagnostic::new(CANNOT_READ, headline));
        }
        let beside = self.arguments.model.parent().map_or_else(|| Path::new("").to_owned(), Path::to_owned);
        let folders: Vec<PathBuf> = std::iter::once(beside).chain(self.arguments.include.iter().cloned()).collect();
        Some(move |name: &str| {
            let paths = folders.iter().map(|folder| folder.join(name));
            paths.filter(|path| path.is_file()).find_map(|path| Some(input::read(&path).ok()?.text))
        })
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

/// Where else included files may lie, and which node is the main one, is the business of the command line.
pub fn advise(diagnostic: Diagnostic) -> Diagnostic {
    match diagnostic.code.id {
        id if [oss::codes::MISSING_FILE.id, lustre::codes::MISSING_FILE.id].contains(&id) => {
            diagnostic.help("--include DIR names a folder to look in")
        }
        id if id == lustre::codes::MAIN_CHOSEN.id => diagnostic.help("--main NODE takes another"),
        _ => diagnostic,
    }
}
