//! From a file to a model: read its text and run a front end on it.
//!
//! Files that a model includes are looked for beside it, then in the folders that the command line names, and nowhere else.

use super::context::RunContext;
use super::limits::{Attention, Limits};
use super::supervise::{Ended, supervise};
use crate::codes::CANNOT_READ;
use crate::input::{self, Source};
use crate::output::files;
use std::path::Path;
use std::sync::Arc;
use wherefore::Language;
use wherefore::included::Folders;
use wherefore_diag::{Diagnostic, FileId, SourceMap};
use wherefore_ir::System;
use wherefore_lang::include::NotIncluded;
use wherefore_lang::registry::{Choices, Meaning};
use wherefore_lang::{lustre, oss};
use wherefore_report::document::{Obligations, Reached};
use wherefore_report::no_answer;
use wherefore_stop::Stop;

/// Subject of the reading, in words.
const MODEL: &str = "the model";

impl RunContext {
    /// Reads and understands a model that is a system of variables; `None` if there is no model to work with, which the
    /// remarks then say. Its texts come after those of models that were read before.
    pub fn load(&mut self, source: &Source<'_>, language: Language) -> Option<Arc<System>> {
        match self.load_any(source, language)? {
            Meaning::System(system) => Some(Arc::from(system)),
            _ => None,
        }
    }

    /// Reads and understands a model of any shape but a graph.
    pub fn load_any(&mut self, source: &Source<'_>, language: Language) -> Option<Meaning> {
        let mut include = self.includes(source)?;
        let (sources, _) = self.read(source.path)?;
        // A text that cannot be loaded in time is quoted all the same.
        self.report.sources = Arc::new(sources.clone());
        let choices = self.choices(source)?;
        let loaded = self.run_front_end(move || language.read(sources, &choices, &mut include))?;
        self.report.sources = Arc::new(loaded.sources);
        self.report.dropped += loaded.diagnostics.dropped();
        loaded.diagnostics.iter().cloned().for_each(|d| self.remark(advise(d)));
        loaded.meaning
    }

    /// The text of a model, as the last of the sources; before it what it was translated from.
    pub fn read(&mut self, path: &Path) -> Option<(SourceMap, FileId)> {
        let owned = path.to_owned();
        // A pipe may bring nothing for ever, and a file more than memory holds.
        let text = match self.within("read", MODEL, self.load_limits(), move || input::read(&owned))? {
            Ok(text) => text,
            Err(diagnostic) => return self.give_up(diagnostic),
        };
        text.warning.into_iter().for_each(|w| self.remark(w));
        let mut sources = SourceMap::clone(&self.report.sources);
        for (name, text) in text.sources {
            sources.add(name, text);
        }
        let file = sources.add(self.shown(path, text.name), text.text);
        Some((sources, file))
    }

    /// What is chosen beside the text; `None` if a file with parameters cannot be read, which the remarks then say.
    pub fn choices(&mut self, source: &Source<'_>) -> Option<Choices> {
        match source.choices() {
            Ok(choices) => Some(choices),
            Err(diagnostic) => self.give_up(diagnostic),
        }
    }

    /// Function that finds included files; `None` if a path that was named is no folder, which the remarks then say.
    pub fn includes(
        &mut self,
        source: &Source<'_>,
    ) -> Option<impl FnMut(&str) -> Result<String, NotIncluded> + Send + use<>> {
        if let Some(folder) = source.include.iter().find(|folder| !folder.is_dir()) {
            let headline = format!("`{}` is no folder to look for included files in", folder.display());
            return self.give_up(Diagnostic::new(CANNOT_READ, headline));
        }
        let folders = Folders::new(source.path, source.include);
        Some(move |name: &str| Ok(input::read(&folders.find(name)?).map_err(|_| NotIncluded::Missing)?.text))
    }

    /// Runs a front end.
    pub fn run_front_end<T: Send + 'static>(&mut self, work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
        let loaded = self.within("load", MODEL, self.load_limits(), work)?;
        // The files that a model includes are known only now.
        match files::clash() {
            Some(diagnostic) => self.give_up(diagnostic),
            None => Some(loaded),
        }
    }

    /// Reads runs that were given, within all limits.
    pub fn read_given<T: Send + 'static>(&mut self, work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
        let limits = Limits { attention: Attention::Deaf, ..self.limits.clone() };
        self.within("read", "the given run", limits, work)
    }

    /// The limits of the whole command.
    fn load_limits(&self) -> Limits {
        Limits { timeout: None, attention: Attention::Deaf, ..self.limits.clone() }
    }

    /// Runs a stage that leads to something to work with; `None` if limits ended it, which the report then says.
    fn within<T: Send + 'static>(
        &mut self,
        stage: &'static str,
        what: &str,
        limits: Limits,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        self.progress.turn(&format!("reading {what}"), 0, 0);
        let stop = self.stop.child();
        let work = move |_: &Stop| work();
        match self.watch.stage(stage, || supervise(&stop, &limits, &mut self.progress, None, work)) {
            Ended::Returned(loaded) => Some(loaded),
            Ended::Panicked(words) => panic!("{words}"),
            Ended::Abandoned(reason) | Ended::NotBegun(reason) => {
                let message = format!("{reason} while {what} was read");
                let cause = no_answer::NoAnswer { message, ..no_answer::NoAnswer::stopped(&reason) };
                self.unfinished(&format!("reading {what}"), Reached::Middle, &reason);
                self.report.obligations = Obligations::Undetermined(cause);
                None
            }
        }
    }
}

/// Where else included files may lie, and which node is the main one, is decided by the command line.
pub fn advise(diagnostic: Diagnostic) -> Diagnostic {
    match diagnostic.code.id {
        id if [oss::codes::MISSING_FILE.id, lustre::codes::MISSING_FILE.id].contains(&id) => {
            diagnostic.help("--include DIR names a folder to look in")
        }
        id if [oss::codes::FILE_OUTSIDE.id, lustre::codes::FILE_OUTSIDE.id].contains(&id) => {
            diagnostic.help("put the file into that folder, or allow its own with --include DIR")
        }
        id if id == lustre::codes::MAIN_CHOSEN.id => diagnostic.help("--main NODE takes another"),
        _ => diagnostic,
    }
}
