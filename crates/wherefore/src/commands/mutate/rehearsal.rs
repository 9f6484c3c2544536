//! What shows without a search that a mutant of a statechart differs from it: both are driven with the same inputs.
//!
//! Runs of the chart that reach its states, transitions, branches and values are looked for once, before all mutants.

use super::Mutated;
use crate::args::equivalence::Mutate;
use crate::input;
use crate::run::context::RunContext;
use crate::run::limits::Limits;
use crate::run::supervise::{Ended, STACK, supervise};
use crate::solvers::programs;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use wherefore::Language;
use wherefore_check::{Observer, Silent};
use wherefore_diag::SourceMap;
use wherefore_equivalence::{Drive, Options, RunDifference, drive, readable};
use wherefore_ir::System;
use wherefore_lang::include::NotIncluded;
use wherefore_lang::registry::{Choices, Meaning};
use wherefore_stop::Stop;
use wherefore_trace::Trace;

/// How many steps it may take to reach a part of the chart.
const COVERED: u32 = 14;

/// Finds the text of a file that a model includes.
type Finder = dyn FnMut(&str) -> Result<String, NotIncluded> + Send;

/// A chart, and inputs that its mutants are driven with.
#[derive(Clone)]
pub struct Rehearsal {
    system: Arc<System>,
    language: Language,
    name: String,
    choices: Choices,
    include: Arc<Mutex<Finder>>,
    inputs: Drive,
    stop: Stop,
}

/// Knowledge of a mutant after it was driven.
#[derive(Default)]
pub struct Rehearsed {
    /// What properties can read, in it and in the chart: what the two are compared by.
    pub readable: Vec<String>,
    /// The difference that showed.
    pub difference: Option<RunDifference>,
}

impl Rehearsal {
    /// Prepares a chart; none if the model is something else.
    pub fn new(ctx: &mut RunContext, arguments: &Mutate, mutated: &Mutated) -> Option<Rehearsal> {
        if !mutated.system.annexes.is_chart() {
            return None;
        }
        let source = arguments.reading.source(&arguments.model, 0);
        let (include, choices) = (ctx.includes(&source)?, ctx.choices(&source)?);
        let known = covering(ctx, arguments, &mutated.system);
        Some(Rehearsal {
            inputs: Drive::new(&mutated.system, &known, &Options::default()).ok()?,
            system: mutated.system.clone(),
            language: mutated.language,
            name: input::name(&arguments.model),
            choices,
            include: Arc::new(Mutex::new(include)),
            stop: ctx.stop.clone(),
        })
    }

    /// Drives a mutant. What goes wrong here is nothing that is known of it.
    pub fn of(&self, text: &str) -> Rehearsed {
        let (rehearsal, text) = (self.clone(), text.to_owned());
        // Texts may be nested deeply.
        let started = thread::Builder::new().stack_size(STACK).spawn(move || rehearsal.driven(text));
        started.ok().and_then(|thread| thread.join().ok()).flatten().unwrap_or_default()
    }

    fn driven(&self, text: String) -> Option<Rehearsed> {
        let sources = SourceMap::single(self.name.clone(), text);
        let mut include = |name: &str| (self.include.lock().unwrap_or_else(PoisonError::into_inner))(name);
        let Some(Meaning::System(mutant)) = self.language.read(sources, &self.choices, &mut include).meaning else {
            return None;
        };
        let readable = readable(&self.system, &mutant);
        let float = self.system.annexes.float.max(mutant.annexes.float);
        let options = Options { outputs: readable.clone(), float, programs: programs(), ..Options::default() };
        let difference = drive(&self.system, &mutant, &self.inputs, &options, &self.stop).ok().flatten();
        Some(Rehearsed { readable, difference })
    }
}

/// Runs that together reach what can be reached in a few steps; those that were found when the time is over.
fn covering(ctx: &mut RunContext, arguments: &Mutate, system: &Arc<System>) -> Vec<Trace> {
    let options = wherefore_check::Options { programs: programs(), ..wherefore_check::Options::default() };
    let limits = Limits { timeout: Some(arguments.checking.timeout.clone()), ..ctx.limits.clone() };
    let (stop, system) = (ctx.stop.child(), system.clone());
    let work = move |stop: &Stop| {
        let observer: Arc<dyn Observer> = Arc::new(Silent);
        wherefore_lint::covering(&system, &[], &options, COVERED, (stop, &observer))
    };
    match supervise(&stop, &limits, &mut ctx.progress, None, work) {
        Ended::Returned(runs) => runs,
        _ => Vec::new(),
    }
}
