//! Each model in a process of its own, several at a time.

use super::settings::Settings;
use crate::args::{Check, Common, Format};
use crate::codes::CANNOT_READ;
use crate::run::progress::Progress;
use crate::run::workers::{Workers, text};
use clap::ValueEnum;
use std::path::{Path, PathBuf};
use wherefore_diag::Diagnostic;
use wherefore_report::expectations::Found;
use wherefore_stop::Stop;

/// How models are checked.
pub struct Plan {
    workers: Workers,
    folder: String,
    /// Options that all models have.
    options: Vec<String>,
    has_logs: bool,
}

/// What a model says.
pub struct Checked {
    /// What was found.
    pub found: Found,
    /// The log for code scanning; empty unless it was asked for.
    pub log: String,
}

impl Plan {
    /// A plan for a number of models. Options of the command line go before those of the file.
    pub fn new(arguments: &Check, settings: &Settings, models: usize, stop: &Stop) -> Result<Plan, Diagnostic> {
        let common = &arguments.common;
        let Some(folder) = common.model.to_str() else {
            let headline = format!("the name of the folder is not UTF-8: `{}`", common.model.display());
            return Err(Diagnostic::new(CANNOT_READ, headline));
        };
        let limits = (settings.deadline.clone(), common.limits.deadline.clone());
        let workers = Workers::new(arguments.jobs, models, limits, stop)?;
        let options = options(common, settings, &workers);
        Ok(Plan { workers, folder: folder.to_owned(), options, has_logs: common.format() == Format::Sarif })
    }

    /// Checks one model.
    fn check(&self, model: &str) -> Checked {
        let Some(limit) = self.workers.limit() else {
            return Checked { found: Found::unfinished("the deadline is passed"), log: String::new() };
        };
        let found = self.workers.ask(self.arguments(model, "json", limit));
        // Another run: a report has one form.
        let limit = self.workers.limit().filter(|_| self.has_logs);
        let log = limit.and_then(|limit| self.workers.run(self.arguments(model, "sarif", limit)).ok());
        Checked { found, log: log.map_or_else(String::new, |said| text(&said.stdout)) }
    }

    fn arguments(&self, model: &str, format: &str, limit: Vec<String>) -> Vec<String> {
        let path = if self.folder == "." { PathBuf::from(model) } else { Path::new(&self.folder).join(model) };
        let fixed = ["why", "--no-fix", "--format", format, "--quiet", "--color", "never"].map(str::to_owned);
        let model = ["--".to_owned(), path.to_string_lossy().into_owned()];
        fixed.into_iter().chain(self.options.clone()).chain(limit).chain(model).collect()
    }
}

/// The options that all models have.
fn options(common: &Common, settings: &Settings, workers: &Workers) -> Vec<String> {
    let word = |value: Option<clap::builder::PossibleValue>| value.map(|v| v.get_name().to_owned());
    let given = |ours: Option<String>, file: &Option<String>| ours.or_else(|| file.clone());
    let memory = given(common.limits.memory.as_ref().map(ToString::to_string), &settings.memory);
    let options = [
        ("--engine", word(common.engine.to_possible_value())),
        ("--recheck", word(common.limits.recheck.to_possible_value())),
        ("--max-depth", common.max_depth.map(|n| n.to_string())),
        ("--timeout", given(common.limits.timeout.as_ref().map(ToString::to_string), &settings.timeout)),
        ("--memory", memory.or_else(|| workers.memory_share().map(|size| size.to_string()))),
        ("--level", settings.level.clone()),
        ("--max-classes", settings.max_classes.clone()),
    ];
    let options = options.into_iter().filter_map(|(option, value)| Some([option.to_owned(), value?]));
    options.flatten().collect()
}

/// Checks all models.
pub fn check_all(plan: &Plan, models: &[String], progress: &mut Progress) -> Vec<Checked> {
    plan.workers.all(("models", models), progress, |model| plan.check(model), |_, _| {})
}
