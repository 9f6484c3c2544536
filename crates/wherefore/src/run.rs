//! A run: from a file to verdicts, and what a command adds to them.
//!
//! Read, load, ask whether the model makes sense, decide each property, report. The work on a property and the look of
//! the text are the [`Task`] of a command; all else is the same for all of them. Each stage that runs other people's
//! algorithms is supervised: it has its limits, and an unexpected end is reported.

mod certificates;
mod clock;
pub mod context;
mod contracts;
mod external_trace;
mod finish;
mod fix;
mod fix_contracts;
mod glimpse;
mod last_words;
pub mod limits;
mod lint;
pub mod load;
pub mod logs;
pub mod lts;
pub mod memory;
mod patience;
mod processor;
mod programs;
pub mod progress;
mod quantities;
mod select;
mod shown;
pub mod supervise;
mod traces;
mod turns;
mod whatif;
pub mod workers;

use crate::args::lts::Lts;
use crate::args::{Common, Engine, Format, SearchLimits};
use crate::codes::{UNSUPPORTED_HERE, UNUSABLE_FORMAT};
use crate::exit::Exit;
use crate::input::{self, Source};
use crate::solvers::programs;
use crate::terminal::Terminal;
use context::RunContext;
use glimpse::Glimpse;
use limits::Limits;
use select::Names;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use turns::Turn;
use wherefore::Language;
pub use wherefore::lens::Subject;
use wherefore::tool::searched;
use wherefore_check::{Counterexample, EngineChoice, Finder, Finding, NoAnswer, Observer, Options, Session, Verdict};
use wherefore_diag::Diagnostic;
use wherefore_explain::Completeness;
use wherefore_explain::Findings;
use wherefore_external::External;
use wherefore_ir::{self as ir, System};
use wherefore_report::build::{self, Context, Defines};
use wherefore_report::document;
use wherefore_report::document::flow::Diagram;
use wherefore_report::document::{Command, Document, Obligations, Property, ToolOptions};
use wherefore_report::shown::Shown;
use wherefore_report::text;
use wherefore_stop::{Stop, StopReason};
use wherefore_trace::Trace;

/// Work of a command on a property, in a thread of its own; or the problem with the question. The draft that it leaves
/// on its way is used if it does not come back.
pub type Work = Box<dyn FnOnce(&Stop, &Arc<dyn Observer>, &Draft) -> Result<Findings, Diagnostic> + Send>;

/// Findings so far.
pub type Draft = Arc<Mutex<Option<Findings>>>;

/// A property that is asked for.
#[derive(Clone)]
pub struct PropertyRequest {
    /// Name in the report.
    pub name: String,
    /// The property.
    pub property: ir::Property,
    /// The run that was given and violates it.
    pub given: Option<Counterexample>,
}

/// Addition of a command to a run.
pub trait Task {
    /// Which command it is.
    fn command(&self) -> Command;
    /// The arguments that it shares with the others.
    fn common(&self) -> &Common;
    /// Questions about labelled transition systems beside their formulas.
    fn lts(&self) -> Lts {
        Lts::default()
    }
    /// How finely runs are distinguished, as the command line spells it.
    fn level(&self) -> Option<String> {
        None
    }
    /// The most classes to list.
    fn max_classes(&self) -> usize {
        0
    }
    /// Whether it asks for more than verdicts.
    fn inquires(&self) -> bool {
        false
    }
    /// The class that is to be shown.
    fn class(&self) -> Option<&str> {
        None
    }
    /// The file with runs to explain.
    fn trace(&self) -> Option<&Path> {
        None
    }
    /// The most edits of a fix, if fixes are asked for.
    fn max_edits(&self) -> Option<usize> {
        None
    }
    /// Whether a fix is looked for beside the answer, with little effort.
    fn glances_at_fixes(&self) -> bool {
        false
    }
    /// Whether only assumptions about inputs are looked for.
    fn assumes(&self) -> bool {
        false
    }
    /// Whether the first fix is made in the file of the model.
    fn applies(&self) -> bool {
        false
    }
    /// Ids of findings of the checks without properties that are left out.
    fn allowed(&self) -> &[String] {
        &[]
    }
    /// The folder in which a report is left for the watch that asked.
    fn watched(&self) -> Option<&Path> {
        None
    }
    /// Objection to the command before the model is looked at.
    fn objection(&self) -> Option<Diagnostic> {
        None
    }
    /// Work to be done for a property: the verdict, unless a command asks for more.
    fn work(&self, subject: &Subject, asked: &PropertyRequest) -> Work {
        let (session, property) = (subject.session.clone(), asked.property.clone());
        Box::new(move |stop, observer, _| {
            Ok(Findings { finding: session.check(&property, stop, observer), inquiry: None })
        })
    }
    /// A last look at the report, once all properties are in it.
    fn review(&self, _: &mut Document) {}
    /// The report as text.
    fn text(&self, report: &Document, options: &text::Options) -> String;
}

/// Looks into a model and writes what was found, or what is wrong with the question in the form that was asked for.
pub fn run(task: &dyn Task, terminal: &Terminal) -> Result<Exit, Diagnostic> {
    let mut run = Run::new(task, terminal);
    match task.objection().or_else(|| traces::format(task.common()).err()) {
        Some(diagnostic) => run.ctx.remark(diagnostic),
        None if run.reads_expressions() => run.investigate(),
        None => {}
    }
    run.ctx.progress.clear();
    task.review(&mut run.ctx.report);
    run.add_expressions();
    run.finish(terminal)
}

/// A run under way.
struct Run<'a> {
    task: &'a dyn Task,
    arguments: &'a Common,
    ctx: RunContext,
    /// In the order of the report's properties.
    decided: Vec<Decided>,
    /// Whether another process reports.
    silent: bool,
    /// How text on the screen looks.
    screen: text::Options,
    /// What runs show beside their variables.
    shown: Shown,
}

/// A property that was decided, and the system that its run speaks of.
struct Decided {
    /// Name in the report.
    name: String,
    system: Arc<System>,
    finding: Finding,
    /// The blocks of the program, if that was asked for.
    picture: Option<Diagram>,
    /// The whole runs of its classes, if they are to be played.
    runs: Vec<Option<Trace>>,
}

impl<'a> Run<'a> {
    fn new(task: &'a dyn Task, terminal: &Terminal) -> Run<'a> {
        let arguments = task.common();
        let limits = Limits {
            timeout: arguments.limits.timeout.clone(),
            deadline: arguments.limits.deadline.clone(),
            memory: limits::memory_limit(arguments.limits.memory.as_ref()),
            ..Limits::default()
        };
        let is_watched = terminal.is_watched && !arguments.quiet;
        let mut ctx = RunContext::new(task.command(), &arguments.model, limits, is_watched);
        if let Some(name) = &arguments.called {
            ctx.call(name);
        }
        // What is shown meanwhile is a message.
        let screen = text::Options { style: terminal.messages, ..terminal.options() };
        Run { task, arguments, ctx, decided: Vec::new(), silent: false, screen, shown: Shown::default() }
    }

    /// Fills the report, as far as it gets.
    fn investigate(&mut self) {
        let language = match self.arguments.language.map_or_else(|| input::language(&self.arguments.model), Ok) {
            Ok(language) => language,
            Err(diagnostic) => return self.ctx.remark(diagnostic),
        };
        self.ctx.report.model.language = Some(language.word());
        if language != Language::Simulink && self.arguments.format() == Format::Matlab {
            let headline = "only block diagrams of Simulink are written as a script for MATLAB";
            return self.ctx.remark(Diagnostic::new(UNUSABLE_FORMAT, headline));
        }
        if language == Language::Aut && !self.shown.is_empty() {
            let headline = "--show is for runs with variables, and a labelled transition system has actions only";
            return self.ctx.remark(Diagnostic::new(UNSUPPORTED_HERE, headline));
        }
        if language == Language::Aut && self.task.command() == Command::Lint {
            return self.lint_graph();
        }
        if !has_edits(language) && self.task.command() == Command::Fix {
            let headline = "fix takes models with a text to edit: SMV, statecharts, synchronous programs, block diagrams, netlists in \
                            BTOR2 and contracts";
            return self.ctx.remark(Diagnostic::new(UNSUPPORTED_HERE, headline));
        }
        match language {
            Language::Smv | Language::Scxml | Language::XState => self.investigate_system(language),
            Language::Aut => self.investigate_lts(),
            Language::Oss => self.investigate_contracts(),
            Language::Lustre | Language::Simulink | Language::Btor2 | Language::Aiger => {
                self.investigate_program(language)
            }
        }
    }

    /// Whether the format that was asked for is one that the model is not written in; the remarks then say so.
    fn refuses_format(&mut self) -> bool {
        let is_patch = self.arguments.format() == Format::Diff && self.task.max_edits().is_none();
        let is_refused = is_patch || matches!(self.arguments.format(), Format::Autx | Format::Dot);
        if is_refused {
            let headline = match self.arguments.format() {
                Format::Autx => "only labelled transition systems are written as autx",
                Format::Diff => "only `wherefore fix` writes a patch",
                _ => "only labelled transition systems and synchronous programs are written as dot",
            };
            self.ctx.remark(Diagnostic::new(UNUSABLE_FORMAT, headline));
        }
        is_refused
    }

    /// Investigates a model that is a system of variables.
    fn investigate_system(&mut self, language: Language) {
        if !self.refuses_format() {
            self.investigate_read(language);
        }
    }

    /// Investigates once it is clear that the model can be reported as asked for.
    fn investigate_read(&mut self, language: Language) {
        let source = self.source();
        if let Some(system) = self.ctx.load(&source, language) {
            self.investigate_loaded(system, language);
        }
    }

    /// Source that is to be read.
    fn source(&self) -> Source<'a> {
        let Common { model, include, main, params, open, properties, .. } = self.arguments;
        Source { path: model, include, main: main.as_deref(), params: params.as_deref(), open, properties }
    }

    /// Investigates a system once it is loaded.
    fn investigate_loaded(&mut self, system: Arc<System>, language: Language) {
        if !self.knows_names(&[&system]) {
            return;
        }
        let is_lint = self.task.command() == Command::Lint;
        let asked = if is_lint { &[][..] } else { system.properties.as_slice() };
        let names: Vec<Names> = asked.iter().map(|p| Names::of(&p.name)).collect();
        let Some(wanted) = self.select(&names) else { return };
        let properties: Vec<ir::Property> = wanted.iter().filter_map(|i| system.properties.get(*i)).cloned().collect();
        let Some(given) = self.given(&[&system]) else { return };
        let named = properties.into_iter().map(|p| (p.name.clone(), p)).collect();
        let Some(asked) = self.violated_by(given.as_ref().map(|(_, runs)| runs), &system, named) else { return };
        let options = self.options();
        let session = Session::new(&system, options.clone());
        let defines = self.defines();
        // Half of the time at most: the other half is for what was asked.
        self.ctx.limits.share = self.share(2);
        self.ctx.obligations(&session, &system, defines);
        self.ctx.limits.share = None;
        if self.ctx.report.obligations == Obligations::Broken {
            return;
        }
        self.ctx.start(&session, &system);
        let subject = Subject { system, sources: self.ctx.report.sources.clone(), session, options, refinement: None };
        if names.is_empty() {
            self.quantities(&subject);
            return self.lint(&subject);
        }
        self.decide_all(&subject, asked);
        build::draw(&mut self.ctx.report, &subject.system);
        self.quantities(&subject);
        if self.task.max_edits().is_some() || (self.task.glances_at_fixes() && has_edits(language)) {
            self.fix(&subject, language);
        }
        self.ctx.runs(&subject.session, &subject.system);
    }

    /// Decides properties until one shows that nothing can be decided.
    fn decide_all(&mut self, subject: &Subject, asked: Vec<PropertyRequest>) {
        let total = asked.len();
        self.in_turns(total, |run, index| {
            run.ctx.progress.turn(&asked[index].name, index + 1, total);
            run.decide(subject, &asked[index], index)
        });
    }

    fn options(&self) -> Options {
        Options {
            engine: match self.arguments.engine {
                Engine::Auto => EngineChoice::Auto,
                Engine::Bdd => EngineChoice::Bdd,
                Engine::Sat => EngineChoice::Sat,
                Engine::Smt => EngineChoice::Smt,
                Engine::Bitwuzla => EngineChoice::Bitwuzla,
                Engine::Given => EngineChoice::Given,
            },
            engines: self.arguments.engine_cmd.iter().map(|c| Arc::new(External { command: c.clone() }) as _).collect(),
            max_depth: self.arguments.max_depth.unwrap_or(Options::default().max_depth),
            recheck: self.arguments.limits.recheck.into(),
            memory: self.arguments.limits.memory.as_ref().map(|m| m.bytes),
            programs: programs(),
            one_thread: false,
        }
    }

    /// The options that matter for the answers, for readers of the answers.
    fn tool_options(&self) -> ToolOptions {
        let SearchLimits { timeout, deadline, memory, .. } = &self.arguments.limits;
        let is_graph = self.ctx.report.model.language == Some(Language::Aut.word());
        ToolOptions {
            // Of a graph the level is chosen, unless one is asked for.
            level: self.task.level().filter(|_| !is_graph || self.task.lts().level.is_some()),
            max_classes: self.task.inquires().then(|| self.task.max_classes()),
            timeout: timeout.as_ref().map(ToString::to_string),
            deadline: deadline.as_ref().map(ToString::to_string),
            memory: memory.as_ref().map(ToString::to_string),
            ..searched(&self.options())
        }
    }

    /// Definitions that runs have; an expression may use any of them.
    fn defines(&self) -> Defines {
        if self.arguments.defines || !self.shown.is_empty() { Defines::All } else { Defines::Declared }
    }

    /// Decides one property, at its place in the report; `None` if nothing can be decided, which the remarks then say.
    fn decide(&mut self, subject: &Subject, asked: &PropertyRequest, place: usize) -> Option<Turn> {
        let work = self.task.work(subject, asked);
        let PropertyRequest { name, property, given } = asked.clone();
        let draft = Draft::default();
        let noted = draft.clone();
        self.ctx.progress.watch(&draft, self.glimpse(subject));
        let Findings { mut finding, mut inquiry } = match self.ctx.supervised(&name, move |s, o| work(s, o, &noted)) {
            Ok(Ok(findings)) => findings,
            Ok(Err(diagnostic)) => return self.ctx.give_up(diagnostic),
            Err(cause) => unfinished(&draft, property.name.clone(), cause),
        };
        if let (Some(reason), Some(inquiry)) = (&self.ctx.cut, &mut inquiry) {
            inquiry.stopped(reason);
        }
        let is_given = given.is_some_and(|run| external_trace::settle(&mut finding, run));
        let (system, seconds, defines) = (&subject.system, self.ctx.watch.last(), self.defines());
        let sources = self.ctx.report.sources.clone();
        let context = Context { command: self.task.command(), system, sources: &sources, defines };
        let present = || build::property(&context, &finding, inquiry.as_ref(), seconds);
        let known = last_words::verdicts_and(&self.ctx.report, &finding);
        let mut view = self.ctx.watch.stage("present", || last_words::watched(&self.ctx.limits, &known, present));
        view.given = is_given;
        let check = subject.refinement.as_ref().and_then(|r| Some((r, r.check(&finding.property)?)));
        if let Some((refinement, check)) = check {
            view = build::contract(view, name.clone(), refinement, check, &sources, inquiry.as_ref());
        }
        let picture = self.picture(system, &finding, inquiry.as_ref(), view.inquiry());
        let runs = self.whole_runs(&finding, inquiry.as_ref());
        Some(self.enter(place, view, Decided { name, system: subject.system.clone(), finding, picture, runs }))
    }

    /// How a violation of a system looks while its ways are looked for.
    fn glimpse(&self, subject: &Subject) -> Glimpse {
        Glimpse {
            model: self.ctx.report.model.path.clone(),
            system: subject.system.clone(),
            sources: self.ctx.report.sources.clone(),
            defines: self.defines(),
            options: self.screen,
        }
    }

    /// Enters what was found about a property, in the place of what an earlier turn found unless that was more.
    fn enter(&mut self, place: usize, view: Property, decided: Decided) -> Turn {
        let cut = &self.ctx.cut;
        let turn = if matches!(cut, Some(StopReason::DeadlineShare { .. })) { Turn::CutOff } else { Turn::Done };
        let report = &mut self.ctx.report;
        if place >= self.decided.len() {
            report.properties.push(view);
            self.decided.push(decided);
            return turn;
        }
        // One line for a property, about the turn that counts.
        let is_own = |line: &usize| report.unfinished[*line].part == decided.name;
        let lines: Vec<usize> = (0..report.unfinished.len()).filter(is_own).collect();
        let is_less = cut.is_some() && weight(&view) < weight(&report.properties[place]);
        let superseded =
            if is_less { lines.get(1) } else { lines.first().filter(|_| lines.len() > 1 || cut.is_none()) };
        superseded.into_iter().for_each(|line| drop(report.unfinished.remove(*line)));
        if !is_less {
            report.properties[place] = view;
            self.decided[place] = decided;
        }
        turn
    }
}

/// How much a turn found: an answer, and classes.
fn weight(property: &Property) -> (bool, usize) {
    let is_decided = !matches!(property.verdict, document::Verdict::Undetermined(_));
    (is_decided, property.inquiry().map_or(0, |i| i.classes.len()))
}

/// Findings of a search that did not come back: its draft, or nothing.
fn unfinished(draft: &Draft, property: String, cause: NoAnswer) -> Findings {
    let mut draft = draft.lock().unwrap_or_else(PoisonError::into_inner);
    match draft.take() {
        Some(mut findings) => {
            if let Some(inquiry) = &mut findings.inquiry {
                inquiry.completeness = Completeness::Stopped { cause, depth: None };
            }
            findings
        }
        None => {
            let verdict = Verdict::Undetermined(cause);
            Findings {
                finding: Finding { property, verdict, finder: Finder::Engine("none".to_owned()) },
                inquiry: None,
            }
        }
    }
}

/// Whether models of a language have a text that can be edited.
fn has_edits(language: Language) -> bool {
    !matches!(language, Language::Aut | Language::Aiger)
}
