//! The ctx of a run: its limits, its progress line, its clock, and the report that it fills.
//!
//! Every command works at one, whatever it asks. Each stage that runs other people's algorithms is supervised: it has
//! its limits, and an unexpected end is reported.

use super::clock::{Clock, Stopwatch};
use super::limits::Limits;
use super::progress::Progress;
use super::supervise::{Ended, supervise};
use crate::terminal::Terminal;
use crate::{input, interrupt, output};
use std::path::Path;
use std::sync::Arc;
use wherefore_check::{NoAnswer, Observer, Session, Start};
use wherefore_diag::{Diagnostic, Severity};
use wherefore_ir::System;
use wherefore_report::build::{self, Context, Defines};
use wherefore_report::document::{Command, Document, Obligations, Reached, Remark, Runs, Unfinished};
use wherefore_report::text;
use wherefore_stop::{Stop, StopReason};

/// The name under which the check of the model itself stands among the properties in the statistics.
const MODEL_ITSELF: &str = "(does the model make sense)";
/// Name of the question whether runs begin and go on.
const RUNS: &str = "(does the model have runs)";
/// The kind of a property that speaks of states, not of infinite runs.
const INVARIANT: &str = "invariant";

/// State of a run.
pub struct RunContext {
    /// Ends the run.
    pub stop: Stop,
    /// Limits of each supervised part.
    pub limits: Limits,
    /// Progress shown to a person meanwhile.
    pub progress: Progress,
    /// Where the time goes.
    pub watch: Stopwatch,
    /// Findings so far.
    pub report: Document,
    /// Why the last supervised part was ended from outside, if it was.
    pub cut: Option<StopReason>,
    /// The name that the standard input is shown under, if it has one.
    called: Option<String>,
}

impl RunContext {
    /// A ctx with an empty report. From now on the user can interrupt.
    pub fn new(command: Command, model: &Path, limits: Limits, is_watched: bool) -> RunContext {
        let stop = Stop::new();
        interrupt::watch(&stop);
        RunContext {
            stop,
            limits,
            progress: Progress::new(is_watched),
            watch: Stopwatch::start(),
            report: Document::new(command, input::name(model)),
            cut: None,
            called: None,
        }
    }

    /// Gives a name to the standard input, from which the model comes: that of the text in an editor, so that places in it can be named.
    pub fn call(&mut self, name: &str) {
        name.clone_into(&mut self.report.model.path);
        self.called = Some(name.to_owned());
    }

    /// The name that a file is shown under: its own, unless it is the standard input and has another.
    pub fn shown(&self, path: &Path, own: String) -> String {
        self.called.clone().filter(|_| path == Path::new("-")).unwrap_or(own)
    }

    /// Says something about the input.
    pub fn remark(&mut self, diagnostic: Diagnostic) {
        self.report.remarks.push(Remark::new(diagnostic, None, &self.report.sources));
    }

    /// Says why there is nothing to work with.
    pub fn give_up<T>(&mut self, diagnostic: Diagnostic) -> Option<T> {
        self.remark(diagnostic);
        None
    }

    /// Asks whether a model makes sense. What was not known of an earlier one is still not known if this one does.
    pub fn obligations(&mut self, session: &Session, system: &System, defines: Defines) {
        self.progress.turn("does the model make sense", 0, 0);
        let session = session.clone();
        let result = self.supervised(MODEL_ITSELF, move |stop, observer| session.obligations(stop, observer));
        match result.unwrap_or_else(Err) {
            Ok(broken) if broken.is_empty() => {
                if !matches!(self.report.obligations, Obligations::Undetermined(_)) {
                    self.report.obligations = Obligations::Met;
                }
            }
            Ok(broken) => {
                let Document { command, sources, remarks, .. } = &mut self.report;
                let context = Context { command: *command, system, sources, defines };
                remarks.extend(broken.iter().map(|b| build::broken(&context, b)));
                self.report.obligations = Obligations::Broken;
            }
            Err(cause) => self.report.obligations = Obligations::Undetermined(build::cause(&cause)),
        }
    }

    /// Asks whether a run of the model begins, and says so if none does.
    pub fn start(&mut self, session: &Session, system: &System) {
        let session = session.clone();
        let found = self.supervised(RUNS, move |stop, _| session.start(stop));
        if let Ok(Ok(Start::Impossible(why))) = found {
            self.report.runs = Runs::None;
            self.remark(build::no_initial_state(system, &why));
        }
    }

    /// Says what is known about the runs of a model whose properties were decided, if one of them speaks of infinite runs.
    pub fn runs(&mut self, session: &Session, system: &System) {
        if self.report.runs == Runs::None || self.report.properties.iter().all(|p| p.kind == INVARIANT) {
            return;
        }
        if session.is_known_lifeless() {
            let (runs, diagnostic) = build::no_infinite_run(system);
            self.report.runs = runs;
            return self.remark(diagnostic);
        }
        let asked = session.clone();
        if let Ok(Some(run)) = self.supervised(RUNS, move |stop, _| asked.ending(stop)) {
            self.report.runs = Runs::SomeEnd;
            self.remark(build::dead_end(system, &run));
        }
    }

    /// Runs a part of the work within its limits; an end that is not its own is the cause of no answer.
    pub fn supervised<T: Send + 'static>(
        &mut self,
        name: &str,
        work: impl FnOnce(&Stop, &Arc<dyn Observer>) -> T + Send + 'static,
    ) -> Result<T, NoAnswer> {
        let clock = Arc::new(Clock::start());
        let observer: Arc<dyn Observer> = clock.clone();
        let stop = self.stop.child();
        let work = move |stop: &Stop| work(stop, &observer);
        let ended = supervise(&stop, &self.limits, &mut self.progress, Some(&clock), work);
        self.watch.turn(name, &clock);
        self.cut = stop.reason();
        if let Some(reason) = self.cut.clone() {
            let reached = if matches!(ended, Ended::NotBegun(_)) { Reached::Nothing } else { Reached::Middle };
            self.unfinished(name.trim_matches(['(', ')']), reached, &reason);
        }
        match ended {
            Ended::Returned(result) => Ok(result),
            Ended::Panicked(words) => Err(NoAnswer::Refuted(words)),
            Ended::Abandoned(reason) | Ended::NotBegun(reason) => Err(NoAnswer::Stopped(reason)),
        }
    }

    /// Notes a part that was ended from outside. Nothing is lost on a part that came back after all, except that it is said: what
    /// it left out for want of time it need not know itself.
    pub fn unfinished(&mut self, part: &str, reached: Reached, reason: &StopReason) {
        let cause = build::cause(&NoAnswer::Stopped(reason.clone()));
        self.report.unfinished.push(Unfinished { part: part.to_owned(), reached, cause });
    }

    /// Writes what is to be said about the input.
    pub fn say_remarks(&self, quiet: bool, terminal: &Terminal) {
        let least = if quiet { Severity::Error } else { Severity::Note };
        output::message(&text::remarks(&self.report, least, terminal.messages));
    }
}
