//! `wherefore tests`: test suites that find every difference of an implementation within a bound.

use super::diff::{forget_reals, limits, makes_sense, open, options, page, tool_options};
use crate::args::equivalence::{MethodWord, TableFormat, Tests};
use crate::exit::Exit;
use crate::output;
use crate::run::context::RunContext;
use crate::solvers::programs;
use crate::terminal::Terminal;
use wherefore::tool::tool;
use wherefore_check::NoAnswer;
use wherefore_diag::Diagnostic;
use wherefore_equivalence::{self as lens, CompareError, Method, Side};
use wherefore_report::document::equivalence::{Outcome, TestPlan};
use wherefore_report::document::{Command, Obligations};
use wherefore_report::text::{self, Focus};
use wherefore_report::{build, csv, html, json};

/// The name under which the making of suites stands in the statistics.
const SUITES: &str = "(test suites)";

/// The methods to try where none is asked for, best first: not every method can do with models that leave something open.
const DEFAULT: [Method; 2] = [Method::H, Method::Wp];

/// Makes suites for a model and writes them.
pub fn run(arguments: &Tests, terminal: &Terminal) -> Result<Exit, Diagnostic> {
    let is_watched = terminal.is_watched && !arguments.paper.quiet;
    let mut ctx = RunContext::new(Command::Tests, &arguments.model, limits(&arguments.effort), is_watched);
    let plan = plan(&mut ctx, arguments);
    let is_made = plan.is_some();
    ctx.report.result = Some(Outcome::Tests(plan.map(Box::new)));
    ctx.progress.clear();
    ctx.say_remarks(arguments.paper.quiet, terminal);
    let file = arguments.paper.file.as_deref();
    let focus = if arguments.full { Focus::Everything } else { Focus::Overview };
    if matches!(arguments.format, TableFormat::Json | TableFormat::Html) {
        ctx.report.tool = Some(tool(&programs(), tool_options(&arguments.effort)));
    }
    let rendered = match arguments.format {
        TableFormat::Json => json::render(&ctx.report),
        TableFormat::Html => html::render(&ctx.report),
        TableFormat::Csv => csv::render(&ctx.report),
        TableFormat::Text => text::tests(&ctx.report, &page(terminal, file, arguments.full), focus),
    };
    if !is_made && arguments.format == TableFormat::Csv {
        // A table that is empty does not say why.
        output::message(&text::tests(&ctx.report, &page(terminal, file, false), Focus::Overview));
    }
    output::deliver(file, &rendered)?;
    Ok(Exit::of(&ctx.report))
}

fn plan(ctx: &mut RunContext, arguments: &Tests) -> Option<TestPlan> {
    let (system, language) = open(ctx, &arguments.model, &arguments.reading, Side::Reference)?;
    ctx.report.model.language = Some(language.word());
    if !makes_sense(ctx, &[&system], arguments.effort.limits.memory.as_ref().map(|m| m.bytes)) {
        return None;
    }
    let options = options(&arguments.ports, &arguments.effort, &[&system]);
    let (model, methods, extra) = (system.clone(), methods(arguments), arguments.extra_states as usize);
    forget_reals(ctx, &options);
    ctx.progress.turn("making tests", 0, 0);
    let work = move |stop: &_, _: &_| lens::plan(&model, &methods, extra, &options, stop);
    match ctx.supervised(SUITES, work) {
        Ok(Ok(plan)) => Some(chosen(arguments, plan)),
        Ok(Err(CompareError::Unusable { what, element, help, .. })) => {
            ctx.give_up(build::refusal(&system, &what, element, &help))
        }
        Ok(Err(CompareError::NoAnswer(cause))) | Err(cause) => no_answer(ctx, &cause),
    }
}

/// The methods to try.
fn methods(arguments: &Tests) -> Vec<Method> {
    arguments.method.map_or_else(|| DEFAULT.to_vec(), MethodWord::methods)
}

/// Where no method was asked for, the first suite that could be made.
fn chosen(arguments: &Tests, mut plan: TestPlan) -> TestPlan {
    if arguments.method.is_none() {
        let made = plan.suites.iter().position(|suite| suite.cases.is_ok()).unwrap_or(0);
        plan.suites = plan.suites.into_iter().skip(made).take(1).collect();
    }
    plan
}

/// Nothing was made, for this reason.
fn no_answer(ctx: &mut RunContext, cause: &NoAnswer) -> Option<TestPlan> {
    ctx.report.obligations = Obligations::Undetermined(build::cause(cause));
    None
}
