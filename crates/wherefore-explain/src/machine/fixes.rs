//! Minimum fix sets of a machine: the fewest rules that must be blocked for the property to hold.
//!
//! The search is that of [`fix`](crate::fix); here is what answers it. A proposed set is first tried on short runs, by one
//! solver that keeps what it learned: the system in it has a switch per rule, and a set is a choice of switches. Only what
//! survives that is given to the provers. A run that fails says which rules it takes, and which of the blocked ones it
//! would have taken: blocking can be what brings it about.

use super::block::{Blocked, Rules, block, switchable};
use super::enumerate::MachineProblem;
use super::path_class::PathKey;
use super::run::PathReader;
use crate::fix::{End, Failure, FixSets, minimum};
use std::collections::BTreeSet;
use std::sync::Arc;
use wherefore_check::{Cone, NoAnswer, Observer, Session, Unroller, Verdict};
use wherefore_ir::TermId;
use wherefore_solve::{Lit, Stop};
use wherefore_trace::{Evaluator, Trace};

/// The most fix sets to list.
pub const MOST: usize = 32;

/// Short runs are this much longer than the longest failing run known.
const BEYOND: u32 = 2;

/// A fix set with the share of uses that each of its rules keeps.
pub(super) struct Fix {
    pub(super) rules: BTreeSet<usize>,
    pub(super) shares: Vec<Option<f64>>,
    /// Whether no smaller one is a fix.
    pub(super) minimum: bool,
    /// Whether it is the one that takes away the fewest uses.
    pub(super) gentlest: bool,
}

impl Fix {
    /// Whether its rules stay in use, as far as that is known.
    pub(super) fn keeps_something(&self) -> bool {
        self.gentlest || worst(&self.shares) != Some(0.0)
    }
}

/// The least of the shares that are known.
pub(super) fn worst(shares: &[Option<f64>]) -> Option<f64> {
    shares.iter().flatten().copied().min_by(f64::total_cmp)
}

/// All minimum fix sets, as indices into [`Rules`]; `classes` are the failing runs known.
pub fn fix_sets(
    question: &MachineProblem<'_>,
    classes: &[(PathKey, Trace)],
    stop: &Stop,
    observer: &Arc<dyn Observer>,
) -> FixSets {
    let rules = Rules::new(question.graph);
    let known = match known(question, &rules, classes) {
        Ok(known) => known,
        Err(cause) => return FixSets { sets: Vec::new(), end: End::Stopped(cause) },
    };
    let (blocked, switches) = switchable(question.system, question.graph);
    let model = Cone::whole(&blocked.system);
    let depth = classes.iter().map(|(_, t)| t.len() as u32).max().unwrap_or(0) + BEYOND;
    let search = BlockedSearch::new(question, &rules, &blocked, &switches, &model, depth);
    match search {
        Ok(mut search) => minimum(rules.names.len(), known, MOST, stop, |set| search.check(set, stop, observer)),
        Err(cause) => FixSets { sets: Vec::new(), end: End::Stopped(cause) },
    }
}

/// The failures that the classes stand for.
fn known(question: &MachineProblem<'_>, rules: &Rules, classes: &[(PathKey, Trace)]) -> Result<Vec<Failure>, NoAnswer> {
    let reader = PathReader::new(question.system, question.graph)?;
    let failure = |trace: &Trace| Failure::of(reader.path(trace).transitions().map(|t| rules.rule(t)));
    Ok(classes.iter().map(|(_, trace)| failure(trace)).collect())
}

struct BlockedSearch<'a> {
    question: &'a MachineProblem<'a>,
    rules: &'a Rules,
    taken: Evaluator,
    unroller: Unroller<'a>,
    switches: Vec<Lit>,
    /// Runs are short up to this many steps.
    depth: u32,
}

impl<'a> BlockedSearch<'a> {
    fn new(
        question: &'a MachineProblem<'a>,
        rules: &'a Rules,
        blocked: &Blocked,
        switches: &[TermId],
        model: &'a Cone,
        depth: u32,
    ) -> Result<BlockedSearch<'a>, NoAnswer> {
        let make = question.options.solvers().bounded(model.is_finite());
        let mut unroller = Unroller::new(model, make()?)?;
        unroller.assert_init()?;
        let switches = switches.iter().map(|s| unroller.literal(*s, 0)).collect::<Result<_, _>>()?;
        Ok(BlockedSearch { question, rules, taken: evaluator(blocked)?, unroller, switches, depth })
    }

    /// A failure that is left with these rules blocked.
    fn check(
        &mut self,
        set: &BTreeSet<usize>,
        stop: &Stop,
        observer: &Arc<dyn Observer>,
    ) -> Result<Option<Failure>, NoAnswer> {
        if let Some(trace) = self.short_run(set, stop)? {
            return Ok(Some(self.failure(&self.taken, &trace, set)));
        }
        self.prove(set, stop, observer)
    }

    fn short_run(&mut self, set: &BTreeSet<usize>, stop: &Stop) -> Result<Option<Trace>, NoAnswer> {
        let choice = |(rule, switch): (usize, &Lit)| if set.contains(&rule) { *switch } else { !*switch };
        let mut assumptions: Vec<Lit> = self.switches.iter().enumerate().map(choice).collect();
        for depth in 0..=self.depth {
            self.unroller.reach(depth)?;
            assumptions.push(!self.unroller.literal(self.question.good, depth)?);
            if self.unroller.is_sat(&assumptions, None, stop)? {
                return self.unroller.trace(depth).map(Some);
            }
            assumptions.pop();
        }
        Ok(None)
    }

    fn prove(
        &mut self,
        set: &BTreeSet<usize>,
        stop: &Stop,
        observer: &Arc<dyn Observer>,
    ) -> Result<Option<Failure>, NoAnswer> {
        let blocked = block(self.question.system, self.question.graph, set);
        match verdict(self.question, &blocked, stop, observer) {
            Verdict::Holds { .. } | Verdict::Vacuous { .. } => Ok(None),
            Verdict::Undetermined(cause) => Err(cause),
            Verdict::Violated(run) => {
                self.depth = self.depth.max(run.trace.len() as u32 - 1);
                Ok(Some(self.failure(&evaluator(&blocked)?, &run.trace, set)))
            }
        }
    }

    fn failure(&self, taken: &Evaluator, trace: &Trace, blocked: &BTreeSet<usize>) -> Failure {
        let mut used = BTreeSet::new();
        for pair in trace.steps.windows(2) {
            let truths = taken.truths(&pair[0].values, Some(&pair[1].values));
            used.extend(truths.iter().zip(&self.rules.of).filter(|(t, _)| **t == Some(true)).map(|(_, rule)| *rule));
        }
        let (given, involved) = used.into_iter().partition(|rule| blocked.contains(rule));
        Failure { involved, given }
    }
}

/// Whether the property is proved to hold with these rules blocked.
pub fn is_fix(
    question: &MachineProblem<'_>,
    set: &BTreeSet<usize>,
    stop: &Stop,
    observer: &Arc<dyn Observer>,
) -> Result<bool, NoAnswer> {
    let blocked = block(question.system, question.graph, set);
    match verdict(question, &blocked, stop, observer) {
        Verdict::Holds { .. } | Verdict::Vacuous { .. } => Ok(true),
        Verdict::Violated(_) => Ok(false),
        Verdict::Undetermined(cause) => Err(cause),
    }
}

fn verdict(question: &MachineProblem<'_>, blocked: &Blocked, stop: &Stop, observer: &Arc<dyn Observer>) -> Verdict {
    Session::new(&blocked.system, question.options.clone()).always(question.good, stop, observer).1
}

fn evaluator(blocked: &Blocked) -> Result<Evaluator, NoAnswer> {
    Evaluator::new(&blocked.system.terms, &blocked.taken).map_err(|e| NoAnswer::Refuted(e.to_string()))
}

#[cfg(test)]
pub(super) mod tests;
