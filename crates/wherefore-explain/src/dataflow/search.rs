//! The search for other ways to fail: each instrumentation is asked for, and what it finds brings new instrumentations.
//!
//! The first failing run has causes; each cause passes by ways that it did not take. Every such way is a question to the
//! engines: a failing run that comes this way, or the proof that there is none. A run with causes that are not known yet makes
//! new classes, and offers new ways. Ways are told apart without time, so there are finitely many. So do runs that the proof
//! of completeness comes across: the search goes on after it until no way is left untried.

use super::instrument::{Identity, Instrumentation, instrumentations};
use super::monitor::Monitor;
use super::replay::Replay;
use super::shown::shown;
use super::structural::{StructuralCause, causes};
use super::{Outcome, Program};
use crate::cause::{self, MinimalCause};
use std::cell::OnceCell;
use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;
use std::sync::Arc;
use wherefore_check::{Cause, Observer, Options, Session, Verdict};
use wherefore_ir::TermId;
use wherefore_ir::network::BlockId;
use wherefore_solve::Stop;
use wherefore_trace::Trace;

/// The most causes of one run that are looked at. Those with the fewest inputs become classes: the others say less.
const MOST_CAUSES: usize = 8;

/// A cause without its times: which blocks have which values for which reasons.
pub type Key = Vec<Identity>;

/// A failing run.
pub struct Run {
    /// Its variables.
    pub trace: Trace,
    /// Its blocks.
    pub replay: Replay,
    cause: OnceCell<Result<MinimalCause, Cause>>,
}

impl Run {
    /// A minimal cause of its failure, worked out when it is first asked for, or why there is none.
    pub fn minimal(&self, question: &Question<'_>) -> Result<&MinimalCause, &Cause> {
        let Question { program, good, options, stop, .. } = *question;
        let work = || cause::minimal(program.system, &self.trace, good, options, stop);
        self.cause.get_or_init(work).as_ref()
    }
}

/// A way to fail, with the first run that was found to go it.
pub struct Found {
    /// The run.
    pub run: Rc<Run>,
    /// Its cause.
    pub cause: StructuralCause,
    /// How many causes of this run have the same key.
    pub alike: usize,
}

/// What is asked.
pub struct Question<'a> {
    /// The program.
    pub program: &'a Program<'a>,
    /// Must always be true.
    pub good: TermId,
    /// The block that says so.
    pub sink: BlockId,
    /// How engines work.
    pub options: &'a Options,
    /// The most classes to find.
    pub most: usize,
    /// When to end.
    pub stop: &'a Stop,
    /// Who watches.
    pub observer: &'a Arc<dyn Observer>,
}

/// A way that was tried.
pub struct Tried {
    /// Which one.
    pub way: Instrumentation,
    /// What came of it, without the names of classes.
    pub outcome: Outcome,
    /// The places of the causes that it brought.
    pub new: Vec<usize>,
}

/// Everything that was found, as far as it went.
#[derive(Default)]
pub struct Search {
    /// The ways to fail, in the order found.
    pub found: Vec<(Key, Found)>,
    /// What was tried.
    pub attempts: Vec<Tried>,
    /// Why it ended before everything was tried.
    pub end: Option<Cause>,
    /// So many steps, and so many patterns of inputs: every failing run with at most that many steps ends with one of them.
    pub covered: Option<(u32, usize)>,
    seen: BTreeSet<Identity>,
    waiting: VecDeque<Instrumentation>,
}

impl Search {
    /// Begins with a failing run.
    pub fn new(question: &Question<'_>, trace: Trace) -> Search {
        let mut search = Search::default();
        if let Err(cause) = search.learn(question, trace) {
            search.end = Some(cause);
        }
        search
    }

    /// Why a proof did not come about: the search was stopped, or every way was tried and that is all there is.
    pub fn open(&self, stop: &Stop) -> Cause {
        stop.reason().map_or(Cause::Ways(self.attempts.len()), Cause::Stopped)
    }

    /// Whether there are ways that are still to be tried.
    pub fn is_waiting(&self) -> bool {
        self.end.is_none() && !self.waiting.is_empty()
    }

    /// Tries every way until there is none left, or time is up; `note` is told about each new class.
    pub fn exhaust(&mut self, question: &Question<'_>, note: &mut dyn FnMut(&Search)) {
        while self.is_waiting() {
            if self.found.len() >= question.most {
                self.end = Some(Cause::Classes(question.most));
            } else if let Some(reason) = question.stop.reason() {
                self.end = Some(Cause::Stopped(reason));
            } else if let Some(next) = self.waiting.pop_front() {
                let before = self.found.len();
                let outcome = self.attempt(question, &next);
                // A way whose answer was cut off was not tried to the end, even if it is the last.
                if let (Outcome::Undecided(_), Some(reason)) = (&outcome, question.stop.reason()) {
                    self.end = Some(Cause::Stopped(reason));
                }
                let new = (before..self.found.len()).collect();
                self.attempts.push(Tried { way: next, outcome, new });
                if self.found.len() > before {
                    note(self);
                }
            }
        }
    }

    /// Looks for a failing run that comes this way.
    fn attempt(&mut self, question: &Question<'_>, way: &Instrumentation) -> Outcome {
        let mut monitor = Monitor::new(question.program.system);
        let this_way = way.formula(question.program, &mut monitor);
        let good = monitor.system.terms.implies(this_way, question.good);
        let session = Session::new(&monitor.system, question.options.clone());
        let (_, verdict) = session.always(good, question.stop, question.observer);
        match verdict {
            Verdict::Holds { rechecked_by, .. } | Verdict::Vacuous { rechecked_by, .. } => {
                Outcome::Impossible(rechecked_by)
            }
            Verdict::Undetermined(cause) => Outcome::Undecided(cause.to_string()),
            Verdict::Violated(run) => {
                let settled = shown(&monitor.system, good, &run.trace, question.options, question.stop);
                let own = settled.unwrap_or(run.trace).of_first(question.program.system.terms.var_count());
                match self.learn(question, own) {
                    Ok(0) => Outcome::Known,
                    Ok(_) => Outcome::New(Vec::new()),
                    Err(cause) => Outcome::Undecided(cause.to_string()),
                }
            }
        }
    }

    /// Takes in a failing run: how many of its causes are new.
    pub fn learn(&mut self, question: &Question<'_>, trace: Trace) -> Result<usize, Cause> {
        let program = question.program;
        let replay = Replay::new(program, &trace).map_err(Cause::Refuted)?;
        let mut all = causes(program, &replay, question.sink, MOST_CAUSES).causes;
        let fewest = all.iter().map(|c| c.leaves(program).len()).min();
        all.retain(|c| Some(c.leaves(program).len()) == fewest);
        let run = Rc::new(Run { trace, replay, cause: OnceCell::new() });
        let before = self.found.len();
        for cause in all {
            let key = cause.key();
            if let Some((_, known)) = self.found.iter_mut().find(|(k, _)| *k == key) {
                known.alike += usize::from(Rc::ptr_eq(&known.run, &run));
                continue;
            }
            for way in instrumentations(program, &run.replay, &cause) {
                if self.seen.insert(way.identity) {
                    self.waiting.push_back(way);
                }
            }
            self.found.push((key, Found { run: run.clone(), cause, alike: 1 }));
        }
        Ok(self.found.len() - before)
    }
}
