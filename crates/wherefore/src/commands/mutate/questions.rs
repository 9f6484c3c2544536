//! Questions about a mutant, each asked of a process of its own: the verdicts of its properties, and whether it is equivalent to the
//! model.
//!
//! Texts are handed over as files of a temporary folder, which is empty otherwise: what a model includes is looked for beside the
//! model, as ever.

use super::rehearsal::{Rehearsal, Rehearsed};
use super::{Made, Mutated};
use crate::args::equivalence::{Checking, Mutate};
use crate::codes::{CANNOT_READ, CANNOT_WRITE};
use crate::run::workers::Workers;
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use wherefore_diag::Diagnostic;
use wherefore_equivalence::RunDifference;
use wherefore_report::document::equivalence::{MutantCheck, MutantStatus};
use wherefore_report::expectations::Found;
use wherefore_report::mutation;

/// How processes are asked.
pub struct Questions<'a> {
    /// The processes.
    pub workers: &'a Workers,
    folder: TempDir,
    /// The options of `check` and of `diff`.
    check: Vec<String>,
    compare: Vec<String>,
    rehearsal: Option<Rehearsal>,
}

impl<'a> Questions<'a> {
    /// Questions about the mutants of a model with this text.
    pub fn new(
        workers: &'a Workers,
        arguments: &Mutate,
        mutated: &Mutated,
        text: &str,
        rehearsal: Option<Rehearsal>,
    ) -> Result<Questions<'a>, Diagnostic> {
        let unwritten = |error| Diagnostic::new(CANNOT_WRITE, format!("cannot write temporary files: {error}"));
        let folder = tempfile::Builder::new().prefix("wherefore-").tempdir().map_err(unwritten)?;
        let mut common = ["--format", "json", "--quiet", "--color", "never"].map(str::to_owned).to_vec();
        common.extend(reading(arguments, mutated)?);
        if let (None, Some(share)) = (&arguments.checking.memory, workers.memory_share()) {
            common.extend(["--memory".to_owned(), share.to_string()]);
        }
        let check = common.iter().cloned().chain(check_settings(&arguments.checking)).collect();
        let compare = common.into_iter().chain(compare_settings(&arguments.checking)).collect();
        let questions = Questions { workers, folder, check, compare, rehearsal };
        std::fs::write(questions.path("model"), text).map_err(unwritten)?;
        Ok(questions)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The verdicts of the model.
    pub fn model(&self) -> Found {
        self.ask("check", &self.check, &[&self.path("model")])
    }

    /// What the properties, and a comparison if they do not notice it, say about a mutant.
    pub fn mutant(&self, model: &Found, made: &Made) -> MutantCheck {
        let path = self.path(&made.number.to_string());
        if let Err(error) = std::fs::write(&path, &made.text) {
            return mutation::without_answer(&format!("cannot write temporary files: {error}"));
        }
        let mut check = mutation::judged(model, &self.ask("check", &self.check, &[&path]));
        if check.status == MutantStatus::Survived {
            check = self.compared(check, &path, &made.text);
        }
        // The folder is taken away in the end, whatever is left in it.
        let _ = std::fs::remove_file(&path);
        check
    }

    /// Adds the difference that a mutant shows when it is driven, and if it shows none, what a comparison says.
    fn compared(&self, check: MutantCheck, path: &Path, text: &str) -> MutantCheck {
        let Rehearsed { readable, difference } = self.rehearsal.as_ref().map(|r| r.of(text)).unwrap_or_default();
        if let Some(RunDifference { key, steps, .. }) = difference {
            return mutation::differs(check, key, steps);
        }
        let outputs = readable.into_iter().map(|name| format!("--output={name}"));
        let options: Vec<String> = self.compare.iter().cloned().chain(outputs).collect();
        mutation::compared(check, &self.ask("diff", &options, &[&self.path("model"), path]))
    }

    fn ask(&self, command: &str, options: &[String], models: &[&Path]) -> Found {
        let Some(limit) = self.workers.limit() else { return Found::unfinished("the deadline is passed") };
        let models = models.iter().map(|path| path.to_string_lossy().into_owned());
        let options = std::iter::once(command.to_owned()).chain(options.iter().cloned()).chain(limit);
        self.workers.ask(options.chain(std::iter::once("--".to_owned())).chain(models).collect())
    }
}

/// How the texts are read: as the model, with the files that it includes.
fn reading(arguments: &Mutate, mutated: &Mutated) -> Result<Vec<String>, Diagnostic> {
    let reading = &arguments.reading;
    let own = arguments.model.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut options = vec!["--language".to_owned(), mutated.language.word().to_owned()];
    for folder in std::iter::once(own).chain(reading.include.iter().map(PathBuf::as_path)) {
        let Some(folder) = folder.to_str() else {
            let headline = format!("the name of the folder is not UTF-8: `{}`", folder.display());
            return Err(Diagnostic::new(CANNOT_READ, headline));
        };
        options.extend(["--include".to_owned(), folder.to_owned()]);
    }
    options.extend(reading.main.first().into_iter().flat_map(|main| ["--main".to_owned(), main.clone()]));
    Ok(options)
}

/// The settings of a check, on which verdicts may depend.
pub fn check_settings(checking: &Checking) -> Vec<String> {
    let mut options = limits(checking);
    options.extend(checking.max_depth.iter().flat_map(|n| ["--max-depth".to_owned(), n.to_string()]));
    options
}

/// The settings of a comparison, on which its answer may depend.
pub fn compare_settings(checking: &Checking) -> Vec<String> {
    let mut options = limits(checking);
    // One difference is enough, and other mutants are worked on meanwhile.
    options.extend(["--max-differences", "1", "--threads", "1", "--max-states"].map(str::to_owned));
    options.push(checking.max_states.to_string());
    options
}

fn limits(checking: &Checking) -> Vec<String> {
    let memory = checking.memory.iter().flat_map(|size| ["--memory".to_owned(), size.to_string()]);
    ["--timeout".to_owned(), checking.timeout.to_string()].into_iter().chain(memory).collect()
}
