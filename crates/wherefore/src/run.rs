//! A run: from a file to verdicts, and what a command adds to them.
//!
//! Read, load, ask whether the model makes sense, decide each property, report. What is done with a property and how the text
//! looks is the [`Task`] of a command; all else is the same for all of them. Each stage that runs other people's
//! algorithms is supervised: it has its limits, and an end that it does not see coming is told, not suffered.

mod clock;
mod limits;
mod lts;
mod progress;
mod supervise;
mod traces;

use crate::args::lts::Lts;
use crate::args::{Common, Engine, Format, Language};
use crate::codes::{NO_PROPERTIES, UNKNOWN_PROPERTY, UNUSABLE_FORMAT};
use crate::exit::Exit;
use crate::suggest::nearest;
use crate::terminal::Terminal;
use crate::{input, interrupt, output};
use clock::{Clock, Stopwatch};
use limits::Limits;
use progress::Progress;
use std::sync::{Arc, Mutex, PoisonError};
use supervise::{Ended, supervise};
use wherefore_check::{Cause, EngineChoice, Finding, Observer, Options, Session};
use wherefore_diag::{Diagnostic, FileId, Severity, SourceMap};
use wherefore_explain::Completeness;
use wherefore_explain::Findings;
use wherefore_ir::{Property, System};
use wherefore_lang::{Loaded, scxml, smv};
use wherefore_report::build::{self, Defines};
use wherefore_report::cause;
use wherefore_report::graph::{autx, dot};
use wherefore_report::view::{Command, Diagram, Model, Obligations, Remark, Report};
use wherefore_report::{json, text};
use wherefore_solve::Stop;

/// The name under which the check of the model itself stands among the properties in the statistics.
const MODEL_ITSELF: &str = "(does the model make sense)";

/// What a command does with a property, in a thread of its own; or what is wrong with the question. What it leaves in the
/// draft on its way is used if it does not come back.
pub type Work = Box<dyn FnOnce(&Stop, &Arc<dyn Observer>, &Draft) -> Result<Findings, Diagnostic> + Send>;

/// What reads a model that is a system of variables.
type FrontEnd = fn(FileId, &str) -> Loaded;

/// What is known so far.
pub type Draft = Arc<Mutex<Option<Findings>>>;

/// What is looked into.
pub struct Subject {
    /// The model.
    pub system: Arc<System>,
    /// Its texts.
    pub sources: Arc<SourceMap>,
    /// Its engines.
    pub session: Session,
    /// How they work.
    pub options: Options,
}

/// What a command adds to a run.
pub trait Task {
    /// Which command it is.
    fn command(&self) -> Command;
    /// The arguments that it shares with the others.
    fn common(&self) -> &Common;
    /// What is asked of labelled transition systems beside their formulas.
    fn lts(&self) -> Lts {
        Lts::default()
    }
    /// The most classes to list.
    fn max_classes(&self) -> usize {
        0
    }
    /// Whether it asks for more than verdicts.
    fn inquires(&self) -> bool {
        false
    }
    /// What is to be done for a property.
    fn work(&self, subject: &Subject, property: Property) -> Work;
    /// A last look at the report, once all properties are in it.
    fn review(&self, _: &mut Report) {}
    /// The report as text.
    fn text(&self, report: &Report, options: &text::Options) -> String;
}

/// Looks into a model and writes what was found.
pub fn run(task: &dyn Task, terminal: &Terminal) -> Result<Exit, Diagnostic> {
    traces::format(task.common())?;
    let mut run = Run::new(task, terminal);
    interrupt::watch(&run.stop);
    run.investigate();
    run.progress.clear();
    task.review(&mut run.report);
    run.finish(terminal)
}

/// A run under way.
struct Run<'a> {
    task: &'a dyn Task,
    arguments: &'a Common,
    stop: Stop,
    limits: Limits,
    progress: Progress,
    watch: Stopwatch,
    /// In the order of the report's properties.
    decided: Vec<Decided>,
    report: Report,
    /// Whether another process reports.
    silent: bool,
}

/// A property that was decided, and the system that its run speaks of.
struct Decided {
    system: Arc<System>,
    finding: Finding,
}

impl<'a> Run<'a> {
    fn new(task: &'a dyn Task, terminal: &Terminal) -> Run<'a> {
        let arguments = task.common();
        let model = Model { path: input::name(&arguments.model), language: None };
        Run {
            task,
            arguments,
            stop: Stop::new(),
            limits: Limits { timeout: arguments.timeout.clone(), memory: arguments.memory.clone() },
            progress: Progress::new(terminal.is_watched && !arguments.quiet),
            watch: Stopwatch::start(),
            decided: Vec::new(),
            silent: false,
            report: Report {
                command: task.command(),
                model,
                sources: Arc::new(SourceMap::default()),
                remarks: Vec::new(),
                dropped: 0,
                obligations: Obligations::NotChecked,
                properties: Vec::new(),
                stats: None,
            },
        }
    }

    fn remark(&mut self, diagnostic: Diagnostic) {
        self.report.remarks.push(Remark { diagnostic, trace: None });
    }

    /// Says why there is nothing to work with.
    fn give_up<T>(&mut self, diagnostic: Diagnostic) -> Option<T> {
        self.remark(diagnostic);
        None
    }

    /// Fills the report, as far as it gets.
    fn investigate(&mut self) {
        let language = match self.arguments.language.map_or_else(|| Language::of(&self.arguments.model), Ok) {
            Ok(language) => language,
            Err(diagnostic) => return self.remark(diagnostic),
        };
        self.report.model.language = Some(language.word());
        match language {
            Language::Smv => self.investigate_system(smv::load),
            Language::Scxml => self.investigate_system(scxml::load),
            Language::Aut => self.investigate_lts(),
        }
    }

    /// The same for a model that is a system of variables.
    fn investigate_system(&mut self, front_end: FrontEnd) {
        if matches!(self.arguments.format, Format::Autx | Format::Dot) {
            let headline = "only labelled transition systems are written as autx or dot";
            return self.remark(Diagnostic::new(UNUSABLE_FORMAT, headline));
        }
        let Some(system) = self.load(front_end) else { return };
        let properties = match select(&system, &self.arguments.properties) {
            Ok(properties) => properties,
            Err(unknown) => return unknown.into_iter().for_each(|d| self.remark(d)),
        };
        if system.properties.is_empty() {
            let headline = format!("`{}` states no property", self.report.model.path);
            let remark = Diagnostic::new(NO_PROPERTIES, headline);
            self.remark(match self.report.model.language {
                Some("scxml") => remark.help("state one, as in <wf:invariant name=\"safe\">!In('bad')</wf:invariant>"),
                _ => remark,
            });
        }
        let options = self.options();
        let session = Session::new(&system, options.clone());
        self.obligations(&session, &system);
        if self.report.obligations == Obligations::Broken {
            return;
        }
        let subject = Subject { system, sources: self.report.sources.clone(), session, options };
        let total = properties.len();
        for (index, property) in properties.into_iter().enumerate() {
            self.progress.turn(&property.name, index + 1, total);
            if self.decide(&subject, property).is_none() {
                break;
            }
        }
    }

    /// Reads and understands the model; `None` if there is none to work with, which the remarks then say.
    fn load(&mut self, front_end: FrontEnd) -> Option<Arc<System>> {
        let path = &self.arguments.model;
        let text = match self.watch.stage("read", || input::read(path)) {
            Ok(text) => text,
            Err(diagnostic) => return self.give_up(diagnostic),
        };
        text.warning.into_iter().for_each(|w| self.remark(w));
        let sources = Arc::new(SourceMap::single(text.name, text.text));
        self.report.sources = sources.clone();
        self.progress.turn("reading the model", 0, 0);
        let work = move |_: &Stop| front_end(FileId(0), sources.get(FileId(0)).map_or("", |f| f.text.as_str()));
        let (stop, limits) = (self.stop.child(), Limits { timeout: None, ..self.limits.clone() });
        let loaded = match self.watch.stage("load", || supervise(&stop, &limits, &mut self.progress, None, work)) {
            Ended::Returned(loaded) => loaded,
            Ended::Panicked(words) => panic!("{words}"),
            Ended::Abandoned(reason) => {
                self.report.obligations = Obligations::Undetermined(cause::Cause::stopped(&reason));
                return None;
            }
        };
        self.report.dropped = loaded.diagnostics.dropped();
        loaded.diagnostics.iter().cloned().for_each(|d| self.remark(d));
        loaded.system.map(Arc::new)
    }

    fn options(&self) -> Options {
        Options {
            engine: match self.arguments.engine {
                Engine::Auto => EngineChoice::Auto,
                Engine::Bdd => EngineChoice::Bdd,
                Engine::Sat => EngineChoice::Sat,
                Engine::Smt => EngineChoice::Smt,
            },
            max_depth: self.arguments.max_depth.unwrap_or(Options::default().max_depth),
            memory: self.arguments.memory.as_ref().map(|m| m.bytes),
        }
    }

    fn defines(&self) -> Defines {
        if self.arguments.defines { Defines::All } else { Defines::Declared }
    }

    /// Asks whether the model makes sense.
    fn obligations(&mut self, session: &Session, system: &System) {
        self.progress.turn("does the model make sense", 0, 0);
        let session = session.clone();
        let result = self.supervised(MODEL_ITSELF, move |stop, observer| session.obligations(stop, observer));
        self.report.obligations = match result.unwrap_or_else(Err) {
            Ok(broken) if broken.is_empty() => Obligations::Met,
            Ok(broken) => {
                let defines = self.defines();
                self.report.remarks.extend(broken.iter().map(|b| build::broken(system, b, defines)));
                Obligations::Broken
            }
            Err(cause) => Obligations::Undetermined(build::cause(&cause)),
        };
    }

    /// Decides one property; `None` if nothing can be decided, which the remarks then say.
    fn decide(&mut self, subject: &Subject, property: Property) -> Option<()> {
        let name = property.name.clone();
        let work = self.task.work(subject, property);
        let draft = Draft::default();
        let noted = draft.clone();
        let Findings { finding, inquiry } = match self.supervised(&name, move |s, o| work(s, o, &noted)) {
            Ok(Ok(findings)) => findings,
            Ok(Err(diagnostic)) => return self.give_up(diagnostic),
            Err(cause) => unfinished(&draft, name, cause),
        };
        let (system, seconds, defines) = (&subject.system, self.watch.last(), self.defines());
        let present = || build::property(system, &finding, inquiry.as_ref(), seconds, defines);
        let view = self.watch.stage("present", present);
        self.report.properties.push(view);
        self.decided.push(Decided { system: subject.system.clone(), finding });
        Some(())
    }

    /// Runs a part of the check within its limits; an end that is none of its own is the cause of no answer.
    fn supervised<T: Send + 'static>(
        &mut self,
        name: &str,
        work: impl FnOnce(&Stop, &Arc<dyn Observer>) -> T + Send + 'static,
    ) -> Result<T, Cause> {
        let clock = Arc::new(Clock::start());
        let observer: Arc<dyn Observer> = clock.clone();
        let stop = self.stop.child();
        let work = move |stop: &Stop| work(stop, &observer);
        let ended = supervise(&stop, &self.limits, &mut self.progress, Some(&clock), work);
        self.watch.turn(name, &clock);
        match ended {
            Ended::Returned(result) => Ok(result),
            Ended::Panicked(words) => Err(Cause::Refuted(words)),
            Ended::Abandoned(reason) => Err(Cause::Stopped(reason)),
        }
    }

    /// Writes everything.
    fn finish(mut self, terminal: &Terminal) -> Result<Exit, Diagnostic> {
        let exit = Exit::of(&self.report);
        let least = if self.arguments.quiet { Severity::Error } else { Severity::Note };
        output::message(&text::remarks(&self.report, least, terminal.messages));
        if self.silent {
            return Ok(exit);
        }
        let decided: Vec<_> = self.decided.iter().map(|d| (&*d.system, &d.finding)).collect();
        let written = self.watch.stage("write traces", || traces::write(self.arguments, &decided))?;
        let notes = written.iter().filter(|_| !self.arguments.quiet);
        notes.for_each(|note| output::message(&format!("{note}\n")));
        if self.arguments.stats {
            self.report.stats = Some(self.watch.stats());
        }
        let rendered = self.watch.stage("render", || render(&self.report, self.task, terminal));
        if matches!(self.arguments.format, Format::Autx | Format::Dot) {
            output::message(&lts::not_drawn(&self.report));
        }
        match &self.arguments.output {
            Some(path) => output::file(path, &rendered)?,
            None => output::results(&rendered)?,
        }
        if self.arguments.stats {
            output::message(&text::stats(&self.watch.stats()));
        }
        Ok(exit)
    }
}

/// What is left of a search that did not come back: its draft, or nothing.
fn unfinished(draft: &Draft, property: String, cause: Cause) -> Findings {
    let mut draft = draft.lock().unwrap_or_else(PoisonError::into_inner);
    match draft.take() {
        Some(mut findings) => {
            if let Some(inquiry) = &mut findings.inquiry {
                inquiry.completeness = Completeness::Stopped { cause, depth: None };
            }
            findings
        }
        None => {
            let verdict = wherefore_check::Verdict::Undetermined(cause);
            Findings { finding: Finding { property, verdict, engine: "none".to_owned() }, inquiry: None }
        }
    }
}

fn render(report: &Report, task: &dyn Task, terminal: &Terminal) -> String {
    let arguments = task.common();
    let options = if arguments.output.is_some() { terminal.file_options() } else { terminal.options() };
    match arguments.format {
        Format::Json => json::render(report),
        Format::Autx => pictures(report, autx),
        Format::Dot => pictures(report, dot),
        Format::Text => task.text(report, &text::Options { full_traces: arguments.full_trace, ..options }),
    }
}

/// The diagrams of all properties that have one.
fn pictures(report: &Report, draw: impl Fn(&Diagram) -> String) -> String {
    let portraits = report.properties.iter().filter_map(|p| p.inquiry.as_ref()?.lts.as_ref());
    portraits.filter_map(|p| p.diagram.as_ref()).map(draw).collect()
}

/// The properties of these names in the order of the model, or all; or one complaint for each name that is not there.
fn select(system: &System, names: &[String]) -> Result<Vec<Property>, Vec<Diagnostic>> {
    let known = || system.properties.iter().map(|p| p.name.as_str());
    let complain = |name: &String| {
        let unknown = Diagnostic::new(UNKNOWN_PROPERTY, format!("the model has no property called `{name}`"));
        match nearest(name, known()) {
            Some(near) => unknown.help(format!("did you mean `{near}`?")),
            None => unknown.help(match text::fit::list(&known().collect::<Vec<_>>(), 12) {
                list if list.is_empty() => "the model states no property at all".to_owned(),
                list => format!("its properties are {list}"),
            }),
        }
    };
    let unknown: Vec<Diagnostic> = names.iter().filter(|n| system.property(n).is_none()).map(complain).collect();
    if !unknown.is_empty() {
        return Err(unknown);
    }
    let wanted = |p: &&Property| names.is_empty() || names.contains(&p.name);
    Ok(system.properties.iter().filter(wanted).cloned().collect())
}
