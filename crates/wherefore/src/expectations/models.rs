//! Each model in a process of its own, several at a time. Results are in the order of the models, whichever ends first.
//!
//! The processes are children of this one as solvers are: they end when this one does.

use super::settings::Settings;
use crate::args::units::{Size, Span};
use crate::args::{Check, Common, Format};
use crate::codes::CANNOT_READ;
use crate::run::limits::{memory_limit, running};
use crate::run::progress::Progress;
use crate::solvers::programs;
use clap::ValueEnum;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::available_parallelism;
use std::time::Duration;
use wherefore_diag::Diagnostic;
use wherefore_report::expectations::Found;
use wherefore_solve::{Captured, capture};
use wherefore_stop::Stop;

/// How often the progress line changes.
const PERIOD: Duration = Duration::from_millis(100);

/// How models are checked.
pub struct Plan {
    program: PathBuf,
    folder: String,
    jobs: usize,
    /// Options that all models have.
    options: Vec<String>,
    /// The longest time for a model, and for all of them.
    each: Option<Span>,
    whole: Option<Span>,
    has_logs: bool,
    stop: Stop,
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
        let program = std::env::current_exe().map_err(|error| {
            Diagnostic::new(CANNOT_READ, format!("the program cannot be started for each model: {error}"))
        })?;
        let Some(folder) = common.model.to_str() else {
            let headline = format!("the name of the folder is not UTF-8: `{}`", common.model.display());
            return Err(Diagnostic::new(CANNOT_READ, headline));
        };
        let cores = || available_parallelism().map_or(1, usize::from);
        let jobs = arguments.jobs.map_or_else(cores, |n| n as usize).min(models).max(1);
        Ok(Plan {
            program,
            folder: folder.to_owned(),
            jobs,
            options: options(common, settings, jobs),
            each: settings.deadline.clone(),
            whole: common.limits.deadline.clone(),
            has_logs: common.format == Format::Sarif,
            stop: stop.clone(),
        })
    }

    /// Checks one model.
    fn check(&self, model: &str) -> Checked {
        let Some(limit) = self.limit() else {
            return Checked { found: Found::unfinished("the deadline is passed"), log: String::new() };
        };
        let found = match self.run(model, "json", &limit) {
            Ok(said) => self.found(&said),
            Err(error) => Found::broken(error.to_string()),
        };
        // Another run: a report has one form.
        let log = self.limit().filter(|_| self.has_logs).and_then(|limit| self.run(model, "sarif", &limit).ok());
        Checked { found, log: log.map_or_else(String::new, |said| text(&said.stdout)) }
    }

    /// The option that limits a process that is started now; `None` if there is no time left for it.
    fn limit(&self) -> Option<Vec<String>> {
        let left = self.whole.as_ref().map(|whole| whole.duration.saturating_sub(running()));
        if left.is_some_and(|left| left < Duration::from_millis(1)) {
            return None;
        }
        let words = match (&self.each, left) {
            (Some(each), left) if left.is_none_or(|left| each.duration <= left) => Some(each.to_string()),
            (_, left) => left.map(|left| format!("{}ms", left.as_millis())),
        };
        Some(words.map_or_else(Vec::new, |words| vec!["--deadline".to_owned(), words]))
    }

    fn run(&self, model: &str, format: &str, limit: &[String]) -> std::io::Result<Captured> {
        let path = if self.folder == "." { PathBuf::from(model) } else { Path::new(&self.folder).join(model) };
        let fixed = ["why", "--format", format, "--quiet", "--color", "never"].map(str::to_owned);
        let model = ["--".to_owned(), path.to_string_lossy().into_owned()];
        let args = fixed.into_iter().chain(self.options.clone()).chain(limit.to_vec()).chain(model).collect();
        capture(&programs(), &self.program, args, &self.stop)
    }

    /// What the report says; and if there is none, why not.
    fn found(&self, said: &Captured) -> Found {
        if let Some(reason) = self.stop.reason() {
            return Found::unfinished(reason.to_string());
        }
        let problem = match Found::read(&text(&said.stdout)) {
            Ok(found) => return found,
            Err(problem) => problem,
        };
        let messages = text(&said.stderr);
        let first = messages.lines().find(|line| !line.trim().is_empty());
        let why = first.map_or_else(|| format!("no report ({}): {problem}", said.status), str::to_owned);
        if said.status.code() == Some(3) { Found::unfinished(why) } else { Found::broken(why) }
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The options that all models have.
fn options(common: &Common, settings: &Settings, jobs: usize) -> Vec<String> {
    let word = |value: Option<clap::builder::PossibleValue>| value.map(|v| v.get_name().to_owned());
    let given = |ours: Option<String>, file: &Option<String>| ours.or_else(|| file.clone());
    // Processes that run at the same time share the memory.
    let share = || Some(Size::share(memory_limit(None)?.bytes, 100 / jobs.min(100) as u64)).filter(|_| jobs > 1);
    let memory = given(common.limits.memory.as_ref().map(ToString::to_string), &settings.memory);
    let options = [
        ("--engine", word(common.engine.to_possible_value())),
        ("--recheck", word(common.limits.recheck.to_possible_value())),
        ("--max-depth", common.max_depth.map(|n| n.to_string())),
        ("--timeout", given(common.limits.timeout.as_ref().map(ToString::to_string), &settings.timeout)),
        ("--memory", memory.or_else(|| share().map(|size| size.to_string()))),
        ("--level", settings.level.clone()),
        ("--max-classes", settings.max_classes.clone()),
    ];
    let options = options.into_iter().filter_map(|(option, value)| Some([option.to_owned(), value?]));
    options.flatten().collect()
}

/// Checks all models, several at a time.
pub fn check_all(plan: &Plan, models: &[String], progress: &mut Progress) -> Vec<Checked> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = channel();
    let mut results: Vec<(usize, Checked)> = Vec::new();
    std::thread::scope(|scope| {
        for _ in 0..plan.jobs {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while let Some((index, model)) = turn(next, models) {
                    let _ = sender.send((index, plan.check(model)));
                }
            });
        }
        drop(sender);
        loop {
            progress.turn("models", results.len(), models.len());
            progress.tick(None);
            match receiver.recv_timeout(PERIOD) {
                Ok(result) => results.push(result),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
    });
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

/// The next model that is not checked yet.
fn turn<'a>(next: &AtomicUsize, models: &'a [String]) -> Option<(usize, &'a String)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    Some((index, models.get(index)?))
}
