//! The search for other ways to fail: each instrumentation is asked for, and what it finds brings new instrumentations.
//!
//! The first failing run has causes; each cause passes by ways that it did not take. Every such way is a question to the
//! engines: a failing run that comes this way, or the proof that none exists. A run with causes that are not known yet makes
//! new classes, and offers new ways. DataflowClassifier are distinguished without time, so there are finitely many. So do runs that the
//! proof of completeness comes across: the search goes on after it until no way is left untried.
//!
//! A run belongs to the classes of its causes with the fewest inputs. Its other causes may be all that another run has: of some
//! of them that is asked as well, once no way is left.

use super::instrument::{Identity, Instrumentation, Outdone, instrumentations};
use super::monitor::Monitor;
use super::replay::Replay;
use super::shown::shown;
use super::structural::{StructuralCause, causes};
use super::{Causes, Outcome, Program};
use crate::Shorter;
use crate::cause::{self, Bound, MinimalCause};
use crate::context::Context;
use crate::result::proved::Proved;
use std::cell::OnceCell;
use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;
use wherefore_check::{NoAnswer, Session, Verdict};
use wherefore_ir::network::BlockId;
use wherefore_ir::{System, TermId, Value};
use wherefore_solve::Stop;
use wherefore_trace::Trace;

/// The most causes of one run that are looked at. Those with the fewest inputs become classes: the others say less.
const MOST_CAUSES: usize = 8;

/// The most causes with more inputs than others of the same run that are asked for by themselves.
const MOST_OUTDONE: usize = 16;

/// A cause without its times: which blocks have which values for which reasons.
pub type Key = Vec<Identity>;

/// A failing run.
pub struct Run {
    /// Its variables.
    pub trace: Trace,
    /// Its blocks.
    pub replay: Replay,
    cause: OnceCell<Result<MinimalCause, NoAnswer>>,
}

impl Run {
    /// A minimal cause of its failure, worked out when it is first asked for, or why none was found.
    pub fn minimal(&self, question: &DataflowProblem<'_>) -> Result<&MinimalCause, &NoAnswer> {
        let DataflowProblem { program, good, context, .. } = *question;
        let work = || cause::minimal(program.system, &self.trace, good, context.options, context.stop);
        self.cause.get_or_init(work).as_ref()
    }
}

/// A way to fail, with the shortest run that was found to go it.
pub struct Found {
    /// The run.
    pub run: Rc<Run>,
    /// Its cause.
    pub cause: StructuralCause,
    /// How many causes of this run have the same key.
    pub alike: usize,
    /// Whether a shorter run goes the same way.
    pub shorter: Shorter,
}

impl Found {
    fn new(run: Rc<Run>, cause: StructuralCause) -> Found {
        Found { run, cause, alike: 1, shorter: Shorter::NotRuledOut }
    }
}

/// A question of the search.
pub struct DataflowProblem<'a> {
    /// The program.
    pub program: &'a Program<'a>,
    /// Its system, whose runs end where they fail: what is found there are first failures.
    pub cut: &'a System,
    /// Must always be true.
    pub good: TermId,
    /// The block that says so.
    pub sink: BlockId,
    /// Context in which the search works.
    pub context: &'a Context<'a>,
}

/// A way that was tried.
pub struct Tried {
    /// Way that was tried.
    pub way: Instrumentation,
    /// Outcome of the attempt, without the names of classes.
    pub outcome: Outcome,
    /// The places of the causes that it brought.
    pub new: Vec<usize>,
}

/// A failing run with its causes.
struct Examined {
    run: Rc<Run>,
    /// Causes with the fewest leaves.
    best: Vec<StructuralCause>,
    /// Causes with more leaves.
    others: Vec<StructuralCause>,
}

/// Everything that was found, as far as it went.
#[derive(Default)]
pub struct FailureSearch {
    /// The ways to fail, in the order found.
    pub found: Vec<(Key, Found)>,
    /// Attempts so far.
    pub attempts: Vec<Tried>,
    /// Why it ended before everything was tried.
    pub end: Option<NoAnswer>,
    /// Known runs of these ways that are not the shortest: other choices of inputs may act in them.
    pub superseded: Vec<(Key, Found)>,
    /// No failing run has fewer steps.
    pub floor: u32,
    /// For each set of inputs that act in a cause, whether there is a shorter run than those known.
    pub families: Vec<(Vec<String>, Shorter)>,
    /// State of the minimal causes of all failing runs.
    pub causes: Causes<Proved>,
    seen: BTreeSet<Identity>,
    waiting: VecDeque<Instrumentation>,
    /// Causes that were outdone in every run that is known to have them, each once.
    outdone: Vec<(Key, Outdone)>,
    /// How many of these were asked for.
    asked: usize,
}

impl FailureSearch {
    /// Begins with a failing run.
    pub fn new(question: &DataflowProblem<'_>, trace: Trace) -> FailureSearch {
        let mut search = FailureSearch::default();
        if let Err(cause) = search.learn(question, trace) {
            search.end = Some(cause);
        }
        search
    }

    /// Why a proof did not come about: the search was stopped, or every way was tried and that is all there is.
    pub fn open(&self, stop: &Stop) -> NoAnswer {
        stop.reason().map_or(NoAnswer::Ways(self.attempts.len()), NoAnswer::Stopped)
    }

    /// Whether there are ways that are still to be tried.
    pub fn is_waiting(&self) -> bool {
        self.end.is_none() && (!self.waiting.is_empty() || self.asked < self.outdone.len().min(MOST_OUTDONE))
    }

    /// Tries every way until none is left, or time is up; `note` receives each new class.
    pub fn exhaust(&mut self, question: &DataflowProblem<'_>, note: &mut dyn FnMut(&FailureSearch)) {
        while self.is_waiting() {
            if self.found.len() >= question.context.limits.max_classes {
                self.end = Some(NoAnswer::Classes(question.context.limits.max_classes));
            } else if let Some(reason) = question.context.stop.reason() {
                self.end = Some(NoAnswer::Stopped(reason));
            } else if let Some(next) = self.waiting.pop_front() {
                let before = self.found.len();
                let outcome = self.attempt(question, &next);
                // A way whose answer was cut off was not tried to the end, even if it is the last.
                if let (Outcome::Undecided(_), Some(reason)) = (&outcome, question.context.stop.reason()) {
                    self.end = Some(NoAnswer::Stopped(reason));
                }
                let new = (before..self.found.len()).collect();
                self.attempts.push(Tried { way: next, outcome, new });
                if self.found.len() > before {
                    note(self);
                }
            } else if let Some((key, outdone)) = self.outdone.get(self.asked).cloned() {
                self.asked += 1;
                if self.found.iter().any(|(known, _)| *known == key) {
                    continue;
                }
                match self.come(question, |monitor| outdone.formula(question.program, monitor)) {
                    Outcome::New(_) => note(self),
                    Outcome::Undecided(_) => self.end = question.context.stop.reason().map(NoAnswer::Stopped),
                    Outcome::Known | Outcome::Impossible(_) => {}
                }
            }
        }
    }

    /// Looks for a failing run that comes this way.
    fn attempt(&mut self, question: &DataflowProblem<'_>, way: &Instrumentation) -> Outcome {
        self.come(question, |monitor| way.formula(question.program, monitor))
    }

    /// Looks for a failing run at whose last tick a formula is true.
    fn come(&mut self, question: &DataflowProblem<'_>, formula: impl FnOnce(&mut Monitor) -> TermId) -> Outcome {
        let mut monitor = Monitor::new(question.cut);
        let this_way = formula(&mut monitor);
        let good = monitor.system.terms.implies(this_way, question.good);
        let session = Session::new(&monitor.system, question.context.options.clone());
        let (_, verdict) = session.always(good, question.context.stop, question.context.observer);
        match verdict {
            Verdict::Holds { recheck, .. } | Verdict::Vacuous { recheck, .. } => Outcome::Impossible(recheck),
            Verdict::Undetermined(cause) => Outcome::Undecided(cause.to_string()),
            Verdict::Violated(run) => {
                let settled = shown(&monitor.system, good, &run.trace, question.context.options, question.context.stop);
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
    pub fn learn(&mut self, question: &DataflowProblem<'_>, trace: Trace) -> Result<usize, NoAnswer> {
        let Examined { run, best, others } = FailureSearch::examined(question, trace)?;
        for cause in others {
            let key = cause.key();
            if self.outdone.iter().all(|(known, _)| *known != key) {
                self.outdone.push((key, Outdone::new(&cause, &best, run.replay.last())));
            }
        }
        let before = self.found.len();
        for cause in best {
            let key = cause.key();
            let known = self.found.iter().position(|(k, _)| *k == key);
            let is_longer = |place: &usize| run.replay.last() < self.found[*place].1.run.replay.last();
            match (known, known.filter(is_longer)) {
                (_, Some(place)) => self.supersede(place, run.clone(), cause.clone()),
                (Some(place), None) => {
                    let known = &mut self.found[place].1;
                    known.alike += usize::from(Rc::ptr_eq(&known.run, &run));
                    continue;
                }
                (None, None) => self.found.push((key, Found::new(run.clone(), cause.clone()))),
            }
            for way in instrumentations(question.program, &run.replay, &cause) {
                if self.seen.insert(way.identity) {
                    self.waiting.push_back(way);
                }
            }
        }
        Ok(self.found.len() - before)
    }

    /// A failing run and its causes: those with the fewest leaves, by which it belongs to classes.
    pub fn examine(question: &DataflowProblem<'_>, trace: Trace) -> Result<(Rc<Run>, Vec<StructuralCause>), NoAnswer> {
        FailureSearch::examined(question, trace).map(|examined| (examined.run, examined.best))
    }

    fn examined(question: &DataflowProblem<'_>, trace: Trace) -> Result<Examined, NoAnswer> {
        let program = question.program;
        let replay = Replay::new(program, &trace).map_err(NoAnswer::Refuted)?;
        let all = causes(program, &replay, question.sink, MOST_CAUSES).causes;
        let fewest = all.iter().map(|c| c.leaves(program).len()).min();
        let (best, others) = all.into_iter().partition(|c| Some(c.leaves(program).len()) == fewest);
        Ok(Examined { run: Rc::new(Run { trace, replay, cause: OnceCell::new() }), best, others })
    }

    /// Shows a class by another run than before.
    pub fn supersede(&mut self, place: usize, run: Rc<Run>, cause: StructuralCause) {
        let (key, known) = &mut self.found[place];
        let old = std::mem::replace(known, Found::new(run, cause));
        self.superseded.push((key.clone(), old));
    }

    /// Keeps a run beside those by which classes are shown.
    pub fn keep(&mut self, run: Rc<Run>, cause: StructuralCause) {
        self.superseded.push((cause.key(), Found::new(run, cause)));
    }

    /// All runs, those that are shown first.
    pub fn runs(&self) -> impl Iterator<Item = &Rc<Run>> {
        self.found.iter().chain(&self.superseded).map(|(_, found)| &found.run)
    }
}

/// The inputs that a cause makes do something: Booleans that are true, and anything that is not Boolean.
pub fn acting(system: &System, cause: &MinimalCause) -> Vec<String> {
    let acts = cause.kept.iter().filter(|k| k.bound != Bound::Is(Value::Bool(false)));
    let names: BTreeSet<String> = acts.map(|k| system.terms.var(k.var).name.clone()).collect();
    names.into_iter().collect()
}
