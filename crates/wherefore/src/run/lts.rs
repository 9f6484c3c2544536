//! A labelled transition system: formulas from files or from the command line, the graph by one of three routes.
//!
//! The graph is read once and every formula asked of it. Only [`graph`] knows which route holds it: all
//! routes answer the same.

mod explicit;
mod formula;
pub mod game;
mod given;
pub mod graph;
mod invariant;
mod lint;
mod plan;
mod source;
mod specification;
mod states;

use super::turns::Turn;
use super::{Decided, Run, last_words, memory};
use crate::args::Format;
use crate::args::lts::{Lts, PictureWord, RouteWord};
use crate::codes::{FORMULA_ONLY, NO_FORMULA, NO_SUCH_LABEL, TRACE_MISFIT};
use explicit::WithStates;
use formula::{Asked, FormulaQuery};
use graph::{Graph, GraphError};
use source::Source;
use specification::Specification as Beside;
use states::States;
use std::path::Path;
use std::sync::Arc;
use wherefore_check::{Finder, Finding, NoAnswer};
use wherefore_diag::{Diagnostic, SourceMap};
use wherefore_explain::Findings;
use wherefore_explain::lts::{Aim, Destination, EvidenceGraph, LtsError, Picture, Settings};
use wherefore_ir::System;
use wherefore_ir::actions::Action;
use wherefore_lts::cluster::Plan;
use wherefore_lts::route::Interrupted;
use wherefore_report::build::{self, Context};
use wherefore_report::document::{Document, MCL, Obligations, Property, Verdict};
use wherefore_report::no_answer::About;
use wherefore_stop::StopReason;

/// The most states of a picture that a person can read.
const MOST_DRAWN: usize = 300;
/// The most states of a picture on a page that can be zoomed.
const MOST_ON_PAGE: usize = 2_000;
/// The most states that are written for other tools.
const MOST_WRITTEN: usize = 5_000_000;

/// Questions of the command line, understood.
struct LtsRequest {
    questions: Vec<FormulaQuery>,
    /// The actions that the run shown has on its way.
    pattern: Vec<Action>,
    /// Processes that take part.
    plan: Option<Plan>,
}

impl Run<'_> {
    /// Fills the report, as far as it gets.
    pub(super) fn investigate_lts(&mut self) {
        let mut sources = SourceMap::default();
        let lts = self.task.lts();
        self.silent = lts.process.is_some_and(|process| process > 0);
        let beside = Beside::of(&self.arguments.model, &mut sources);
        let asked = self.understand(&lts, beside.as_ref(), &mut sources);
        let source = Source::of(&self.arguments.model, lts.source.as_deref(), &mut sources);
        self.ctx.report.sources = Arc::new(sources);
        let source = match source {
            Ok(source) => source,
            Err(wrong) => return self.ctx.remark(wrong),
        };
        let LtsRequest { questions, pattern, plan } = match asked {
            Ok(asked) => asked,
            Err(wrong) => return wrong.into_iter().for_each(|d| self.ctx.remark(d)),
        };
        if questions.is_empty() {
            return self.ctx.remark(no_formula());
        }
        let Some((graph, valued)) = self.graph(lts.route, plan) else { return };
        let mut valued = States::new(valued, beside.unwrap_or_default(), source);
        if let Some(wrong) = valued.refuses(&questions) {
            return self.ctx.remark(wrong);
        }
        if let Some(path) = self.task.trace().map(Path::to_owned) {
            let names: Vec<String> = questions.iter().map(|question| question.name.clone()).collect();
            match valued.take(&path, &names) {
                Ok(1) => {}
                Ok(count) => self.ctx.remark(one_of(count)),
                Err(wrong) => return self.ctx.remark(wrong),
            }
        }
        let valued = Arc::new(valued);
        self.ctx.report.obligations = Obligations::Met;
        let (graph, total) = (Arc::new(graph), questions.len());
        let over_runs = questions.iter().filter_map(|question| match &question.formula {
            Asked::Runs(formula) => Some(formula),
            Asked::Game(..) | Asked::States(_) => None,
        });
        for (action, close) in over_runs.flat_map(|formula| graph.unmatched(formula)) {
            self.ctx.remark(no_such_label(action, close.as_deref()));
        }
        self.in_turns(total, |run, index| {
            run.ctx.progress.turn(&questions[index].name, index + 1, total);
            let settings = Settings { given: valued.given(), ..run.settings(&lts, &pattern) };
            Some(run.ask((&graph, &valued), (index, questions[index].clone()), settings))
        });
    }

    fn understand(
        &self,
        lts: &Lts,
        beside: Option<&Beside>,
        sources: &mut SourceMap,
    ) -> Result<LtsRequest, Vec<Diagnostic>> {
        let asked = match (beside, self.arguments.properties.is_empty()) {
            (Some(beside), true) => beside.questions(),
            _ => self.arguments.properties.clone(),
        };
        let questions = formula::read(&asked, beside, sources)?;
        let pattern = formula::actions(&lts.pattern, sources)?;
        // Processes that share the work must do the same steps: everything that decides about them is part of the job.
        let formulas: Vec<String> = questions.iter().map(|q| q.formula.text()).collect();
        let settings = Settings { memory: 0, ..self.settings(lts, &pattern) };
        let job = format!("{formulas:?} {settings:?} {}", self.task.command().word());
        let plan = plan::plan(lts, job, sources).map_err(|d| vec![d])?;
        Ok(LtsRequest { questions, pattern, plan })
    }

    fn settings(&self, lts: &Lts, pattern: &[Action]) -> Settings {
        let picture = match (self.arguments.format(), lts.picture) {
            (Format::Autx, _) => Picture::Whole(MOST_WRITTEN),
            (Format::Dot, PictureWord::Whole) => Picture::Whole(MOST_DRAWN),
            (Format::Dot, PictureWord::Neighbourhood) => Picture::Neighbourhood,
            (Format::Dot, PictureWord::Abstracted) => Picture::Abstracted,
            (Format::Html | Format::Editor, _) => Picture::Scene(MOST_ON_PAGE),
            (Format::Text | Format::Json | Format::Sarif | Format::Junit | Format::Diff | Format::Matlab, _) => {
                Picture::None
            }
        };
        let destination = if lts.to_neighbourhood { Destination::Neighbourhood } else { Destination::Violation };
        let max_classes = self.task.max_classes();
        let memory = self.arguments.limits.memory.as_ref().map_or_else(memory::installed, |m| m.bytes);
        let (kinds, pattern) = (lts.kinds(), pattern.to_vec());
        let recheck = self.arguments.limits.recheck.into();
        let draws = matches!(self.arguments.format(), Format::Autx | Format::Dot);
        let aim = if self.task.inquires() || draws { Aim::Choices } else { Aim::Verdict };
        Settings {
            aim,
            level: lts.level,
            max_classes,
            kinds,
            destination,
            pattern,
            given: None,
            picture,
            memory,
            recheck,
        }
    }

    /// Reads the graph; `None` if it cannot be read, which the report then says.
    fn graph(&mut self, route: RouteWord, plan: Option<Plan>) -> Option<(Graph, Option<WithStates>)> {
        self.ctx.progress.turn("reading the graph", 0, 0);
        let order = graph::Order {
            path: self.arguments.model.clone(),
            memory: self.arguments.limits.memory.as_ref().map(|m| m.bytes),
            route,
            plan,
        };
        match self.ctx.supervised("(reading the graph)", move |stop, _| graph::read_any(&order, stop)) {
            Ok(Ok(graph)) => Some(graph),
            Ok(Err(GraphError::Wrong(diagnostic))) => self.ctx.give_up(diagnostic),
            Ok(Err(GraphError::Fault(fault))) => self.refuse(|sources, name| fault.diagnostic(sources, name)),
            Ok(Err(GraphError::Explicit(fault))) => self.refuse(|sources, name| fault.diagnostic(sources, name)),
            Ok(Err(GraphError::Interrupted(why))) => self.undetermined(&cause(why)),
            Err(cause) => self.undetermined(&cause),
        }
    }

    /// Gives up because of the text of the graph.
    fn refuse<T>(&mut self, diagnostic: impl FnOnce(&mut SourceMap, &str) -> Diagnostic) -> Option<T> {
        let mut sources = SourceMap::clone(&self.ctx.report.sources);
        let diagnostic = diagnostic(&mut sources, &self.ctx.report.model.path);
        self.ctx.report.sources = Arc::new(sources);
        self.ctx.give_up(diagnostic)
    }

    /// Nothing is known about the model, for this reason.
    fn undetermined<T>(&mut self, cause: &NoAnswer) -> Option<T> {
        let cause = wherefore_report::no_answer::NoAnswer { about: About::Graph, ..build::cause(cause) };
        self.ctx.report.obligations = Obligations::Undetermined(cause);
        None
    }

    /// Decides one formula.
    fn ask(
        &mut self,
        (graph, valued): (&Arc<Graph>, &Arc<States>),
        (place, question): (usize, FormulaQuery),
        settings: Settings,
    ) -> Turn {
        let (shown, searched) = (valued.clone(), valued.clone());
        let broken = match &question.formula {
            Asked::States(invariant) => Some((states::label(&question.name), invariant.text.clone())),
            Asked::Runs(_) | Asked::Game(..) => None,
        };
        let (name, text, graph) = (question.name.clone(), question.formula.text(), graph.clone());
        let (as_game, has_given) = (matches!(question.formula, Asked::Game(..)), settings.given.is_some());
        let is_bare = |findings: &Findings| {
            findings.inquiry.is_none() && matches!(findings.finding.verdict, wherefore_check::Verdict::Violated(_))
        };
        let asked = name.clone();
        let work = move |stop: &_, _: &_| match &question.formula {
            Asked::Runs(formula) => {
                graph.why(&asked, formula, &settings, stop).map(|f| (f, Vec::new())).map_err(no_answer)
            }
            Asked::Game(document, text) => {
                let question = game::Question { name: &asked, formula: (document, text), settings: &settings };
                game::decide(&graph, &question, stop)
            }
            Asked::States(invariant) => searched.why((&asked, invariant), &settings, stop),
        };
        let (system, findings, evidence, cut) = match self.ctx.supervised(&name, work) {
            Ok(Ok((found, remarks))) => {
                remarks.into_iter().for_each(|d| self.ctx.remark(d));
                (found.system, found.findings, found.evidence, found.cut)
            }
            Ok(Err((cause, wrong))) => {
                wrong.into_iter().for_each(|d| self.ctx.remark(*d));
                unfinished(name, text, cause)
            }
            Err(cause) => unfinished(name, text, cause),
        };
        if as_game && self.task.inquires() && is_bare(&findings) {
            self.ctx.remark(only_decided(&findings.finding.property));
            if has_given {
                self.ctx.remark(not_given(&findings.finding.property));
            }
        }
        let Findings { finding, mut inquiry } = findings;
        if let (Some(reason), Some(inquiry)) = (&self.ctx.cut, &mut inquiry) {
            inquiry.stopped(reason);
        }
        let draws = matches!(self.arguments.format(), Format::Autx | Format::Dot);
        let inquiry = inquiry.filter(|_| self.task.inquires() || draws);
        let (seconds, defines) = (self.ctx.watch.last(), self.defines());
        let sources = self.ctx.report.sources.clone();
        let context = Context { command: self.task.command(), system: &system, sources: &sources, defines };
        let present = || {
            let property = build::property(&context, &finding, inquiry.as_ref(), seconds);
            let property = build::mcl(property, evidence.as_ref(), cut);
            shown.complete(property, broken.as_ref(), &sources)
        };
        let known = last_words::verdicts_and(&self.ctx.report, &finding);
        let view = self.ctx.watch.stage("present", || last_words::watched(&self.ctx.limits, &known, present));
        let decided = Decided {
            name: finding.property.clone(),
            system: Arc::new(system),
            finding,
            picture: None,
            runs: Vec::new(),
        };
        self.enter(place, view, decided)
    }
}

/// Why work on a graph has no answer. An answer that failed its check is an error of ours, whichever check found that.
pub fn cause(why: Interrupted) -> NoAnswer {
    match why {
        Interrupted::Stopped(reason) => NoAnswer::Stopped(reason),
        Interrupted::Failed(words) => NoAnswer::Stopped(StopReason::Failed(words)),
        Interrupted::Memory(small) => NoAnswer::Stopped(StopReason::MemoryNeeded { shortage: small.to_string() }),
        Interrupted::Refuted(what) => NoAnswer::Refuted(what),
    }
}

/// Why a formula over runs has no answer.
fn no_answer(error: LtsError) -> game::Unanswered {
    match error {
        LtsError::TooLarge(error) => (NoAnswer::Unsupported(error.to_string()), None),
        LtsError::Interrupted(why) => (cause(why), None),
    }
}

fn only_decided(name: &str) -> Diagnostic {
    Diagnostic::new(
        FORMULA_ONLY,
        format!("the failures of {name} are not sorted into classes: its runs have too many configurations"),
    )
    .help("the verdict, the run and the evidence stand; `wherefore explain formula-only` says how many are sorted")
}

/// What is found of a formula: the system of its runs, the findings, the evidence, and how many steps are left out.
type Looked = (System, Findings, Option<EvidenceGraph>, usize);

/// Findings about a formula whose answer did not come: nothing.
fn unfinished(name: String, text: String, cause: NoAnswer) -> Looked {
    let system = wherefore_explain::lts::unasked(&name, text);
    let finding = Finding {
        property: name,
        verdict: wherefore_check::Verdict::Undetermined(cause),
        finder: Finder::Engine("none".to_owned()),
    };
    (system, Findings { finding, inquiry: None }, None, 0)
}

fn no_such_label(action: &Action, close: Option<&str>) -> Diagnostic {
    let headline = format!("no label of the graph matches {action}");
    let diagnostic = Diagnostic::at(NO_SUCH_LABEL, action.span, headline, "never happens");
    match close {
        Some(label) => diagnostic.help(format!("did you mean \"{label}\"?")),
        None => diagnostic,
    }
}

fn not_given(name: &str) -> Diagnostic {
    Diagnostic::new(
        TRACE_MISFIT,
        format!("the given run is not looked at for {name}: its runs have too many configurations"),
    )
}

/// A log has many runs, of which one is explained.
fn one_of(count: usize) -> Diagnostic {
    let headline =
        format!("the file has {count} runs: explained is the first that is said to break a property that is asked");
    Diagnostic::new(TRACE_MISFIT, headline)
}

fn no_formula() -> Diagnostic {
    Diagnostic::new(NO_FORMULA, "a labelled transition system states no property itself")
        .help("give a formula with `--property FILE.mcl`, or as in `--property '[true* . \"BAD\"] false'`")
        .help("`--property deadlock` asks whether a run can end")
}

/// Why properties have no graph, one line each, or why there are no properties; nothing where an error says enough. `drawn` says
/// which have a picture of another kind.
pub fn not_drawn(report: &Document, drawn: &[bool]) -> String {
    if let (Obligations::Undetermined(cause), true) = (&report.obligations, report.properties.is_empty()) {
        return format!("undetermined: {}\n", cause.message);
    }
    let diagram = |p: &Property| p.inquiry().and_then(|i| i.lts.as_ref()).is_some_and(|l| l.diagram.is_some());
    let line = |p: &Property| match &p.verdict {
        Verdict::Holds(_) | Verdict::Vacuous(_) => format!("{} holds: nothing to draw\n", p.name),
        Verdict::Undetermined(cause) => format!("{} is undetermined: {}\n", p.name, cause.message),
        Verdict::Violated(_) if p.kind == MCL => {
            format!("{}: too many states to draw, or no neighbourhood\n", p.name)
        }
        Verdict::Violated(_) => format!("{}: it has no such class, or asks for no block: nothing to draw\n", p.name),
    };
    let is_drawn = |(p, drawn): &(&Property, bool)| *drawn || diagram(p);
    let drawn = drawn.iter().copied().chain(std::iter::repeat(false));
    report.properties.iter().zip(drawn).filter(|p| !is_drawn(p)).map(|(p, _)| line(p)).collect()
}
