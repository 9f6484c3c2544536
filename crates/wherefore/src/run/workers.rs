//! Further processes of this program, several at a time. Results are in the order of the tasks, whichever ends first.
//!
//! The processes are children of this one as solvers are: they end when this one does.

use super::limits::{memory_limit, running};
use super::progress::Progress;
use crate::args::units::{Size, Span};
use crate::codes::CANNOT_READ;
use crate::solvers::programs;
use std::path::PathBuf;
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

/// How processes are started.
pub struct Workers {
    program: PathBuf,
    /// Tasks that are worked on at the same time.
    pub jobs: usize,
    each: Option<Span>,
    whole: Option<Span>,
    stop: Stop,
}

impl Workers {
    /// Workers for a number of tasks; without a number of jobs, as many as there are cores. The limits are the longest time for a
    /// process, and for the whole command.
    pub fn new(
        jobs: Option<u32>,
        tasks: usize,
        (each, whole): (Option<Span>, Option<Span>),
        stop: &Stop,
    ) -> Result<Workers, Diagnostic> {
        let program = std::env::current_exe().map_err(|error| {
            Diagnostic::new(CANNOT_READ, format!("the program cannot be started for each model: {error}"))
        })?;
        let cores = || available_parallelism().map_or(1, usize::from);
        let jobs = jobs.map_or_else(cores, |n| n as usize).min(tasks).max(1);
        Ok(Workers { program, jobs, each, whole, stop: stop.clone() })
    }

    /// The memory of one process where no limit is given: those that run at the same time share what there is.
    pub fn memory_share(&self) -> Option<Size> {
        Some(Size::share(memory_limit(None)?.bytes, 100 / self.jobs.min(100) as u64)).filter(|_| self.jobs > 1)
    }

    /// The option that limits a process that is started now; `None` if there is no time left for it.
    pub fn limit(&self) -> Option<Vec<String>> {
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

    /// Runs this program with these arguments.
    pub fn run(&self, args: Vec<String>) -> std::io::Result<Captured> {
        capture(&programs(), &self.program, args, &self.stop)
    }

    /// Runs this program with arguments that ask for JSON; what the report says, and if there is none, why not.
    pub fn ask(&self, args: Vec<String>) -> Found {
        let said = match self.run(args) {
            Ok(said) => said,
            Err(error) => return Found::broken(error.to_string()),
        };
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

    /// Works on all tasks, several at a time. Each result is shown to `seen` as soon as it is there, with the place of its task.
    pub fn all<T: Sync, R: Send>(
        &self,
        (what, tasks): (&str, &[T]),
        progress: &mut Progress,
        work: impl Fn(&T) -> R + Sync,
        mut seen: impl FnMut(usize, &R),
    ) -> Vec<R> {
        let next = AtomicUsize::new(0);
        let (sender, receiver) = channel();
        let mut results: Vec<(usize, R)> = Vec::new();
        std::thread::scope(|scope| {
            for _ in 0..self.jobs {
                let (sender, next, work) = (sender.clone(), &next, &work);
                scope.spawn(move || {
                    while let Some((index, task)) = turn(next, tasks) {
                        let _ = sender.send((index, work(task)));
                    }
                });
            }
            drop(sender);
            loop {
                progress.turn(what, results.len(), tasks.len());
                progress.tick(None);
                match receiver.recv_timeout(PERIOD) {
                    Ok(result) => {
                        seen(result.0, &result.1);
                        results.push(result);
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => break,
                }
            }
        });
        results.sort_by_key(|(index, _)| *index);
        results.into_iter().map(|(_, result)| result).collect()
    }
}

/// The output of a process as text.
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The next task that is not begun yet.
fn turn<'a, T>(next: &AtomicUsize, tasks: &'a [T]) -> Option<(usize, &'a T)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    Some((index, tasks.get(index)?))
}
