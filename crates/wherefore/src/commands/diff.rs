//! `wherefore diff`: are two models the same to every observer who only chooses inputs and sees outputs?
//!
//! Both are read into the same sources, and each must make sense by itself before they are compared. Labelled transition systems are
//! compared by their steps, in the folder beside this file.

mod graphs;

use crate::args::SearchLimits;
use crate::args::equivalence::{Diff, Effort, MethodWord, NumbersWord, Ports, Reading, VerdictFormat};
use crate::codes::{CANNOT_READ, UNSUPPORTED_HERE};
use crate::exit::Exit;
use crate::input;
use crate::output;
use crate::run::context::RunContext;
use crate::run::limits::{Limits, memory_limit};
use crate::run::logs;
use crate::solvers::programs;
use crate::terminal::Terminal;
use std::path::Path;
use std::sync::Arc;
use wherefore::Language;
use wherefore::tool::{demanded, tool};
use wherefore_check::Session;
use wherefore_diag::Diagnostic;
use wherefore_equivalence::{self as lens, CompareError, Side};
use wherefore_ir::{FloatFormat, System};
use wherefore_lang::scxml;
use wherefore_report::build::{self, Context, Defines, Pair};
use wherefore_report::document::equivalence::{Comparison, Outcome};
use wherefore_report::document::{Command, Document, Model, Obligations, ToolOptions};
use wherefore_report::text::{self, Focus};
use wherefore_report::{html, json, junit};

/// The name under which the comparison stands in the statistics.
const COMPARISON: &str = "(comparison)";

/// Compares two models and writes what was found.
pub fn run(arguments: &Diff, terminal: &Terminal) -> Result<Exit, Diagnostic> {
    let is_watched = terminal.is_watched && !arguments.paper.quiet;
    let mut ctx = RunContext::new(Command::Diff, &arguments.reference, limits(&arguments.effort), is_watched);
    if let Some(found) = compare(&mut ctx, arguments) {
        ctx.report.result = Some(Outcome::Comparison(Some(Box::new(found))));
    }
    ctx.progress.clear();
    ctx.say_remarks(arguments.paper.quiet, terminal);
    let file = arguments.paper.file.as_deref();
    let focus = if arguments.full { Focus::Everything } else { Focus::Overview };
    let exit = Exit::of(&ctx.report);
    if matches!(arguments.format, VerdictFormat::Json | VerdictFormat::Html) {
        ctx.report.tool = Some(tool(&programs(), tool_options(&arguments.effort)));
    }
    let rendered = match arguments.format {
        VerdictFormat::Json => json::render(&ctx.report),
        VerdictFormat::Html => html::render(&ctx.report),
        VerdictFormat::Sarif => {
            let models = [arguments.reference.as_path(), &arguments.implementation];
            logs::sarif(&ctx.report, exit, &models, &arguments.reading.include)
        }
        VerdictFormat::Junit => junit::render(&ctx.report),
        VerdictFormat::Text => text::diff(&ctx.report, &page(terminal, file, arguments.full), focus),
    };
    output::deliver(file, &rendered)?;
    Ok(exit)
}

fn compare(ctx: &mut RunContext, arguments: &Diff) -> Option<Comparison> {
    let Diff { reference, implementation, reading, .. } = arguments;
    if reference == implementation && reference == Path::new("-") {
        let headline = "the standard input cannot be read twice";
        return ctx
            .give_up(Diagnostic::new(CANNOT_READ, headline).help("give the name of a file for one of the models"));
    }
    let languages = [reference, implementation].map(|path| language(path, reading));
    if let [Ok(Language::Aut), Ok(Language::Aut)] = languages {
        let model = |path: &Path| Model { path: input::name(path), language: Some(Language::Aut.word()) };
        ctx.report.model.language = Some(Language::Aut.word());
        let models = Pair { reference: model(reference), implementation: model(implementation) };
        return graphs::compare(ctx, arguments, models);
    }
    if arguments.equivalence.is_some() {
        let headline = "--equivalence is about two labelled transition systems";
        return ctx
            .give_up(Diagnostic::new(UNSUPPORTED_HERE, headline).help("other models are compared by their outputs"));
    }
    let (one, language) = open(ctx, reference, reading, Side::Reference)?;
    ctx.report.model.language = Some(language.word());
    let (two, language) = open(ctx, implementation, reading, Side::Implementation)?;
    let model = Model { path: input::name(implementation), language: Some(language.word()) };
    let models = Pair { reference: ctx.report.model.clone(), implementation: model };
    let systems = [&one, &two];
    if !makes_sense(ctx, &systems, arguments.effort.limits.memory.as_ref().map(|m| m.bytes)) {
        return None;
    }
    let options = lens::Options {
        map: arguments.map.clone(),
        most_differences: arguments.max_differences as usize,
        suites: arguments.confirm.map_or_else(Vec::new, MethodWord::methods),
        ..options(&arguments.ports, &arguments.effort, &systems)
    };
    forget_reals(ctx, &options);
    ctx.progress.turn("comparing", 0, 0);
    let pair = (one.clone(), two.clone());
    let work = move |stop: &_, _: &_| lens::compare(&pair.0, &pair.1, &options, stop);
    let found = ctx.supervised(COMPARISON, work);
    let seconds = ctx.watch.last();
    match found {
        Ok(Ok(found)) => {
            let Document { command, sources, .. } = &ctx.report;
            let context = |system| Context { command: *command, system, sources, defines: Defines::Declared };
            Some(build::comparison(&context(&one), &context(&two), models, &found, seconds))
        }
        Ok(Err(CompareError::Unusable { side, what, element, help })) => {
            let system = if side == Side::Reference { &one } else { &two };
            ctx.give_up(build::refusal(system, &what, element, &help))
        }
        Ok(Err(CompareError::NoAnswer(cause))) | Err(cause) => Some(build::unfinished(models, &cause, seconds)),
    }
}

fn language(path: &Path, reading: &Reading) -> Result<Language, Diagnostic> {
    reading.language.map_or_else(|| input::language(path), Ok)
}

/// Reads a model that has inputs and outputs; `None` if there is no model to work with, which the remarks then say.
pub fn open(ctx: &mut RunContext, path: &Path, reading: &Reading, side: Side) -> Option<(Arc<System>, Language)> {
    let language = match language(path, reading) {
        Ok(language) => language,
        Err(diagnostic) => return ctx.give_up(diagnostic),
    };
    if let Some(diagnostic) = unsupported(path, language) {
        return ctx.give_up(diagnostic);
    }
    let place = if side == Side::Reference { 0 } else { 1 };
    Some((ctx.load(&reading.source(path, place), language)?, language))
}

/// A complaint about a language that has no inputs and outputs.
pub fn unsupported(path: &Path, language: Language) -> Option<Diagnostic> {
    let why = match language {
        Language::Smv | Language::Scxml | Language::XState | Language::Lustre | Language::Simulink => return None,
        Language::Btor2 | Language::Aiger => return None,
        Language::Aut => "a labelled transition system, which has actions and no inputs or outputs",
        Language::Oss => "a specification by contracts, which says what is promised and not what is done",
    };
    let headline = format!("`{}` is {why}", input::name(path));
    Some(
        Diagnostic::new(UNSUPPORTED_HERE, headline)
            .help("models in SMV (.smv), statecharts (.scxml) and synchronous programs (.lus) can be used here"),
    )
}

/// Asks of each model whether it makes sense; what is not known does not end the run.
pub fn makes_sense(ctx: &mut RunContext, systems: &[&Arc<System>], memory: Option<u64>) -> bool {
    for system in systems {
        let options = wherefore_check::Options { memory, programs: programs(), ..wherefore_check::Options::default() };
        let session = Session::new(system, options);
        ctx.obligations(&session, system, Defines::Declared);
        if ctx.report.obligations == Obligations::Broken {
            return false;
        }
    }
    true
}

/// The options of the lens that all commands have.
pub fn options(ports: &Ports, effort: &Effort, systems: &[&Arc<System>]) -> lens::Options {
    let float = match ports.numbers {
        NumbersWord::Auto => systems.iter().filter_map(|s| s.annexes.float).max(),
        NumbersWord::Real => None,
        NumbersWord::Float32 => Some(FloatFormat::Single),
        NumbersWord::Float64 => Some(FloatFormat::Double),
    };
    lens::Options {
        outputs: ports.outputs.clone(),
        inputs: ports.inputs.clone(),
        float,
        threads: effort.threads.map_or(0, usize::from),
        most_states: effort.max_states as usize,
        recheck: effort.limits.recheck.into(),
        programs: programs(),
        ..lens::Options::default()
    }
}

/// Takes back the notes that floats are read as exact reals, where they are not.
pub fn forget_reals(ctx: &mut RunContext, options: &lens::Options) {
    let says_so = |d: &Diagnostic| d.code.id == scxml::codes::READ_AS.id && d.headline.contains("exact reals");
    if options.float.is_some() {
        ctx.report.remarks.retain(|r| !says_so(&r.diagnostic));
    }
}

/// The limits of a search.
pub fn limits(effort: &Effort) -> Limits {
    let SearchLimits { timeout, deadline, memory, .. } = &effort.limits;
    let memory = memory_limit(memory.as_ref());
    Limits { timeout: timeout.clone(), deadline: deadline.clone(), memory, ..Limits::default() }
}

/// The options that matter for the answers, for readers of the answers.
pub fn tool_options(effort: &Effort) -> ToolOptions {
    let SearchLimits { recheck, timeout, deadline, memory } = &effort.limits;
    ToolOptions {
        recheck: Some(demanded((*recheck).into())),
        timeout: timeout.as_ref().map(ToString::to_string),
        deadline: deadline.as_ref().map(ToString::to_string),
        memory: memory.as_ref().map(ToString::to_string),
        ..ToolOptions::default()
    }
}

/// How text looks where it is written.
pub fn page(terminal: &Terminal, file: Option<&Path>, full: bool) -> text::Options {
    let options = if file.is_some() { terminal.file_options() } else { terminal.options() };
    text::Options { full_traces: full, ..options }
}
