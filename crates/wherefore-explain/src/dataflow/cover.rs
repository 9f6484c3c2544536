//! The proof of completeness: every failing run ends in a way that is known.
//!
//! *Relative causes.* A minimal cause is a pattern of inputs, counted back from the failure. Some patterns force the failure
//! wherever they occur; others only if the run begins with them, and are then tied to the first tick. "The property
//! fails and no pattern found so far is there" is a question like any other: a run that answers it has a new cause, and
//! the proof that no such run exists shows that the causes are complete.
//!
//! *Situations.* Where a memory reaches back without end, there are patterns without end. But the last tick alone, with what
//! the memories hold, also forces the failure, and of such situations there are few. They say less, and they can be complete.
//!
//! ```text
//! patterns      active, not action; not active       (from the first tick on)
//! situations    pre acted = 0, pre active = 1, active = 0, action = 1, once = 1
//! ```

use super::monitor::Monitor;
use super::names::variable;
use super::search::{DataflowProblem, FailureSearch};
use super::shown::shown;
use super::{Causes, Program};
use crate::cause::{self, Bound, Kept, MinimalCause};
use crate::result::proved::Proved;
use crate::{Completeness, CompletenessProof, Group};
use wherefore_check::{NoAnswer, Session, Verdict};
use wherefore_ir::{Constraint, Role, System, TermId, Value};
use wherefore_trace::{Trace, replay_invariant};

/// The most patterns that are looked for beyond those of the classes.
const MOST_PATTERNS: usize = 12;

/// The most situations.
const MOST_SITUATIONS: usize = 40;

/// Looks for failing runs with a minimal cause that is new, up to time shift, until none is left. The minimal causes
/// are complete then; there may still be other ways through the blocks, and a run can have several minimal causes.
/// Returns why it ended before.
pub fn relative(question: &DataflowProblem<'_>, search: &mut FailureSearch) -> Result<(), NoAnswer> {
    patterns(question, search).map_err(|cause| search.end.clone().unwrap_or(cause))
}

fn patterns(question: &DataflowProblem<'_>, search: &mut FailureSearch) -> Result<(), NoAnswer> {
    if let Some(cause) = search.end.clone() {
        return Err(cause);
    }
    let system = question.program.system;
    let mut monitor = Monitor::new(question.cut);
    let mut known: Vec<MinimalCause> = Vec::new();
    let mut covered: Vec<TermId> = Vec::new();
    let mut fresh = 0;
    loop {
        for run in search.runs().cloned().collect::<Vec<_>>() {
            let Ok(cause) = run.minimal(question) else { return Err(search.open(question.context.stop)) };
            if !known.contains(cause) {
                covered.push(pattern(question, &mut monitor, cause, run.replay.last())?);
                known.push(cause.clone());
            }
        }
        let good = monitor.system.terms.or(covered.iter().copied().chain([question.good]));
        let session = Session::new(&monitor.system, question.context.options.clone());
        match session.always(good, question.context.stop, question.context.observer).1 {
            Verdict::Holds { evidence, recheck } | Verdict::Vacuous { evidence, recheck, .. } => {
                search.causes = Causes::Always { count: known.len(), proof: Proved { evidence, recheck } };
                return Ok(());
            }
            Verdict::Undetermined(_) => return Err(search.open(question.context.stop)),
            Verdict::Violated(run) => {
                let run = shown(&monitor.system, good, &run.trace, question.context.options, question.context.stop)?;
                let steps = (run.len() as u32).checked_sub(2).filter(|steps| *steps >= search.floor);
                if let (Some(steps), false) = (steps, matches!(search.causes, Causes::Always { .. })) {
                    search.causes = Causes::Within { steps, count: known.len() };
                }
                let own = run.of_first(system.terms.var_count());
                fresh += 1;
                let new = search.learn(question, own.clone())?;
                if fresh > MOST_PATTERNS || search.found.len() > question.context.limits.max_classes {
                    return Err(NoAnswer::Ways(search.attempts.len()));
                }
                if new == 0 {
                    let last = own.len() as u32 - 1;
                    let DataflowProblem { good, context, .. } = *question;
                    let cause = cause::minimal(system, &own, good, context.options, context.stop)?;
                    covered.push(pattern(question, &mut monitor, &cause, last)?);
                    known.push(cause);
                }
            }
        }
    }
}

/// Formula: a run ends with a cause. If the cause does not force the failure wherever it occurs, it counts only in runs
/// of its own length.
fn pattern(
    question: &DataflowProblem<'_>,
    monitor: &mut Monitor,
    cause: &MinimalCause,
    last: u32,
) -> Result<TermId, NoAnswer> {
    let part = |kept: &Kept, monitor: &mut Monitor| {
        let now = kept.term(&mut monitor.system.terms);
        monitor.before(now, last - kept.tick)
    };
    let parts: Vec<TermId> = cause.kept.iter().map(|k| part(k, monitor)).collect();
    let anywhere = monitor.system.terms.and(parts);
    let harmless = monitor.system.terms.and([anywhere, question.good]);
    let never = monitor.system.terms.not(harmless);
    let session = Session::new(&monitor.system, question.context.options.clone());
    let system = question.program.system;
    // The first value of a memory is a choice; its later values are not, and say nothing about where they come from.
    let is_free = cause.kept.iter().all(|k| system.role(k.var) != Role::State);
    let forces = || session.always(never, question.context.stop, question.context.observer).1;
    if is_free && matches!(forces(), Verdict::Holds { .. } | Verdict::Vacuous { .. }) {
        return Ok(anywhere);
    }
    let first = monitor.first();
    let start = monitor.before(first, last);
    Ok(monitor.system.terms.and([anywhere, start]))
}

/// The situations in which the property fails, with the steps of the shortest run into each; none if not even one is known.
pub fn situations(question: &DataflowProblem<'_>, search: &mut FailureSearch) -> Option<Group> {
    let mut found = Situations::new(question.cut);
    let end = found.exhaust(question, search);
    let completeness = end.unwrap_or_else(|cause| Completeness::Stopped { cause, depth: None });
    let level = "situations".to_owned();
    (!found.keys.is_empty()).then_some(Group { level, keys: found.keys, completeness })
}

/// Situations found so far.
pub struct Situations {
    /// The system with the formulas of the situations.
    pub system: System,
    /// Formulas: a tick is in one of the situations.
    pub covered: Vec<TermId>,
    keys: Vec<(String, u32)>,
}

impl Situations {
    /// No situations yet.
    pub fn new(system: &System) -> Situations {
        Situations { system: system.clone(), covered: Vec::new(), keys: Vec::new() }
    }

    /// Looks for failing runs that end in no situation found so far until none is left.
    pub fn exhaust(
        &mut self,
        question: &DataflowProblem<'_>,
        search: &mut FailureSearch,
    ) -> Result<Completeness, NoAnswer> {
        let runs: Vec<Trace> = search.runs().map(|run| run.trace.clone()).collect();
        for run in runs {
            if !self.is_covered(&run) {
                self.add(question, &run)?;
            }
        }
        while self.keys.len() < MOST_SITUATIONS {
            let good = self.system.terms.or(self.covered.iter().copied().chain([question.good]));
            let session = Session::new(&self.system, question.context.options.clone());
            match session.always(good, question.context.stop, question.context.observer).1 {
                Verdict::Holds { evidence, recheck } | Verdict::Vacuous { evidence, recheck, .. } => {
                    return Ok(Completeness::Complete { proof: CompletenessProof::Invariant(evidence), recheck });
                }
                Verdict::Undetermined(cause) => return Err(cause),
                Verdict::Violated(run) => {
                    let run = shown(&self.system, good, &run.trace, question.context.options, question.context.stop)?;
                    self.add(question, &run)?;
                    search.learn(question, run)?;
                }
            }
        }
        Err(NoAnswer::Classes(MOST_SITUATIONS))
    }

    /// Whether the last tick of a run is in a known situation.
    fn is_covered(&self, run: &Trace) -> bool {
        self.covered.iter().any(|s| replay_invariant(&self.system, run, *s).is_err())
    }

    /// Adds the situation at the last tick of a run: what is kept of it if nothing is said about how it came.
    fn add(&mut self, question: &DataflowProblem<'_>, run: &Trace) -> Result<(), NoAnswer> {
        let kept = kept(question, run)?;
        let situation = self.formula(question.program, &kept);
        if replay_invariant(&self.system, run, situation).is_ok() {
            return Err(NoAnswer::Refuted("a situation does not contain its own run".to_owned()));
        }
        // The property is false in the situation, so the shortest way into it is the shortest failing run that ends there.
        let outside = self.system.terms.not(situation);
        let shortest = shown(&self.system, outside, run, question.context.options, question.context.stop)?;
        self.covered.push(situation);
        self.keys.push((words(&self.system, &kept), shortest.len() as u32 - 1));
        Ok(())
    }

    /// Formula: a tick is in a situation. One that speaks of a memory which has no meaning at the first tick is not
    /// there.
    fn formula(&mut self, program: &Program<'_>, kept: &[Kept]) -> TermId {
        let terms = &mut self.system.terms;
        let mut parts: Vec<TermId> = kept.iter().map(|k| k.term(terms)).collect();
        if let Some(first) = program.first.filter(|_| recalls(program, kept)) {
            let now = terms.now(first);
            parts.push(terms.not(now));
        }
        terms.and(parts)
    }
}

/// Whether something is kept of a memory that has no meaning at the first tick.
fn recalls(program: &Program<'_>, kept: &[Kept]) -> bool {
    kept.iter().any(|k| program.unread.contains(&k.var))
}

/// Kept values of the last tick of a run that make the property fail there, however the run came there.
fn kept(question: &DataflowProblem<'_>, run: &Trace) -> Result<Vec<Kept>, NoAnswer> {
    let DataflowProblem { program, good, context, .. } = *question;
    let last = Trace::finite(run.steps.last().cloned().into_iter().collect());
    let mut anywhere = program.system.clone();
    anywhere.init.clear();
    let kept = cause::minimal(&anywhere, &last, good, context.options, context.stop)?.kept;
    let Some(first) = program.first.filter(|_| run.len() == 1 && recalls(program, &kept)) else { return Ok(kept) };
    // At the first tick the memory cannot be what matters: given that it is the first, something else is.
    let now = anywhere.terms.now(first);
    anywhere.init.push(Constraint { term: now, element: None });
    let mut kept = cause::minimal(&anywhere, &last, good, context.options, context.stop)?.kept;
    kept.retain(|k| k.var != first);
    kept.push(Kept { var: first, tick: 0, bound: Bound::Is(Value::Bool(true)) });
    kept.sort_by_key(|k| k.var);
    Ok(kept)
}

fn words(system: &System, kept: &[Kept]) -> String {
    let one = |kept: &Kept| {
        let name = variable(system, kept.var);
        match &kept.bound {
            Bound::Is(Value::Bool(true)) => name,
            Bound::Is(Value::Bool(false)) => format!("not {name}"),
            _ => kept.words(&system.terms, &name),
        }
    };
    let parts: Vec<String> = kept.iter().map(one).collect();
    if parts.is_empty() { "always".to_owned() } else { parts.join(", ") }
}
