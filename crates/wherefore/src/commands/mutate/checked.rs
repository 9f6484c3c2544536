//! `wherefore mutate --check`: do the properties of a model notice its mutants?
//!
//! The model must make sense and have runs, as for `check`. Then its properties are decided once, and those of every mutant; a
//! mutant that no property notices is compared with the model.

use super::questions::{Questions, check_settings, compare_settings};
use super::rehearsal::Rehearsal;
use super::resume::Resume;
use super::{Made, Mutated};
use crate::args::equivalence::Mutate;
use crate::commands::diff::makes_sense;
use crate::run::context::RunContext;
use crate::run::workers::Workers;
use crate::solvers::programs;
use std::collections::BTreeMap;
use wherefore_check::Session;
use wherefore_diag::{Diagnostic, FileId};
use wherefore_report::document::equivalence::{MutantCheck, Mutants};
use wherefore_report::document::{Obligations, Reached, Runs};
use wherefore_report::expectations::Found;
use wherefore_report::mutation::{self, Kept};
use wherefore_report::no_answer::{CauseKind, NoAnswer};
use wherefore_stop::StopReason;

/// What was found about the mutants of a model.
pub struct Checks {
    model: Found,
    /// By the numbers of mutants.
    checks: BTreeMap<usize, MutantCheck>,
    /// Why the results could not be kept for another run.
    pub unkept: Option<Diagnostic>,
}

impl Checks {
    /// Enters what was found.
    pub fn enter(mut self, mutants: &mut Mutants) {
        mutants.mutants.iter_mut().for_each(|mutant| mutant.check = self.checks.remove(&mutant.number));
        mutation::counted(&self.model, mutants);
    }
}

/// Checks mutants; `None` if the model itself cannot be checked, which the report then says.
pub fn check(ctx: &mut RunContext, arguments: &Mutate, mutated: &Mutated) -> Result<Option<Checks>, Diagnostic> {
    if !is_checkable(ctx, arguments, mutated) {
        return Ok(None);
    }
    let limits = (None, arguments.deadline.clone());
    let workers = Workers::new(arguments.checking.jobs, mutated.made.len(), limits, &ctx.stop)?;
    let text = ctx.report.sources.get(FileId(0)).map_or_else(String::new, |f| f.text.clone());
    let rehearsal = Rehearsal::new(ctx, arguments, mutated);
    let questions = Questions::new(&workers, arguments, mutated, &text, rehearsal)?;
    let model = questions.model();
    if let Some(why) = model.no_answer() {
        ctx.report.obligations = Obligations::Undetermined(NoAnswer::new(CauseKind::Deadline, why));
        return Ok(None);
    }
    let mut checks = Checks { model, checks: BTreeMap::new(), unkept: None };
    if checks.model.properties.iter().any(|p| p.truth().is_some()) {
        check_all(ctx, arguments, mutated, &mut checks, &questions)?;
        say_ended(ctx, arguments, &workers);
    }
    Ok(Some(checks))
}

/// Checks all mutants about which an earlier run has kept nothing.
fn check_all(
    ctx: &mut RunContext,
    arguments: &Mutate,
    mutated: &Mutated,
    checks: &mut Checks,
    questions: &Questions<'_>,
) -> Result<(), Diagnostic> {
    let mut resume = None;
    if let Some(path) = &arguments.checking.resume {
        let (file, known) = Resume::open(path, &header(ctx, arguments, mutated))?;
        resume = Some(file);
        checks.checks.extend(known);
    }
    let left: Vec<&Made> = mutated.made.iter().filter(|m| !checks.checks.contains_key(&m.number)).collect();
    let (model, stop, workers) = (&checks.model, &ctx.stop, questions.workers);
    let keep = |place: usize, check: &MutantCheck| {
        // What was ended from outside is asked again.
        let is_cut = stop.is_fired() || workers.limit().is_none();
        resume.iter_mut().filter(|_| !is_cut).for_each(|resume| resume.add(left[place].number, check));
    };
    let found = workers.all(("mutants", &left), &mut ctx.progress, |made| questions.mutant(model, made), keep);
    checks.checks.extend(left.iter().map(|made| made.number).zip(found));
    checks.unkept = resume.and_then(|resume| resume.broken);
    Ok(())
}

/// Whether the model makes sense and has runs.
fn is_checkable(ctx: &mut RunContext, arguments: &Mutate, mutated: &Mutated) -> bool {
    let memory = arguments.checking.memory.as_ref().map(|m| m.bytes);
    if !makes_sense(ctx, &[&mutated.system], memory) {
        return false;
    }
    let options = wherefore_check::Options { memory, programs: programs(), ..wherefore_check::Options::default() };
    ctx.start(&Session::new(&mutated.system, options), &mutated.system);
    ctx.report.runs != Runs::None
}

/// The first line of the file of results: the texts, the language and the settings that they depend on.
fn header(ctx: &RunContext, arguments: &Mutate, mutated: &Mutated) -> String {
    let sources = &ctx.report.sources;
    let texts = (0..).map_while(|file| sources.get(FileId(file))).map(|file| file.text.as_str());
    let checking = &arguments.checking;
    let mut settings = vec![mutated.language.word().to_owned()];
    settings.extend(arguments.reading.main.first().cloned());
    settings.extend(check_settings(checking).into_iter().chain(compare_settings(checking)));
    Kept::header(texts, &settings, env!("CARGO_PKG_VERSION"))
}

/// Says so if the work was ended before all mutants were checked.
fn say_ended(ctx: &mut RunContext, arguments: &Mutate, workers: &Workers) {
    let deadline = || Some(StopReason::Deadline { limit: arguments.deadline.as_ref()?.to_string() });
    let reason = ctx.stop.reason().or_else(|| deadline().filter(|_| workers.limit().is_none()));
    reason.into_iter().for_each(|reason| ctx.unfinished("mutants", Reached::Middle, &reason));
}
