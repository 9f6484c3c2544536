//! Which transitions to look at, in which order, and why.
//!
//! Three kinds of evidence come together: minimum fix sets ([`fixes`](super::fixes)), the share of uses that a stronger
//! guard keeps ([`preserved`](super::preserved)), and how often failing and passing runs take a transition
//! ([`passing`](mod@super::passing)). The order is that of [`rank`](crate::rank). What is edited in one place is one suspect.

use super::block::Rules;
use super::enumerate::MachineProblem;
use super::fixes::{Fix, MOST, fix_sets, is_fix, worst};
use super::passing::passing;
use super::path_class::PathKey;
use super::preserved::Preserved;
use super::reasons::Reasons;
use super::run::{Path, PathReader};
use crate::fix::{End, FixSets};
use crate::rank::{Evidence, Gate, rank};
use crate::result::part::{Part, Why};
use crate::result::suspect::SuspectKind;
use crate::{FixSet, Suspect};
use std::collections::BTreeSet;
use std::sync::Arc;
use wherefore_check::{NoAnswer, Observer};
use wherefore_ir::ElementId;
use wherefore_ir::control::{ControlGraph, StateId, Transition};
use wherefore_solve::Stop;
use wherefore_trace::Trace;

/// Suspects and fix sets.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RankedSuspects {
    /// Transitions to look at, most suspicious first.
    pub suspects: Vec<Suspect>,
    /// Sets of transitions whose change makes the property hold, best first.
    pub fix_sets: Vec<FixSet>,
    /// Why it is not known whether there are other fix sets, if it is not.
    pub unfinished: Option<NoAnswer>,
    /// Notes for the reader about the analysis itself.
    pub notes: Vec<String>,
}

/// Result for a graph, or why there can be none: in a model without control there is nothing to suspect.
pub(super) fn told<T>(graph: &ControlGraph, found: impl FnOnce() -> T) -> Part<T> {
    match graph.transitions.is_empty() {
        true => Part::Missing(Why::NoTransition),
        false => Part::Known(found()),
    }
}

impl RankedSuspects {
    /// Suspects that are elements of another kind.
    pub(super) fn of_kind(mut self, kind: SuspectKind) -> RankedSuspects {
        self.suspects.iter_mut().for_each(|suspect| suspect.kind = kind);
        self
    }

    /// Suspects and fix sets, or why they are missing.
    pub(super) fn told(self, graph: &ControlGraph) -> (Part<Vec<Suspect>>, Part<Vec<FixSet>>) {
        let fix_sets = match self.unfinished {
            Some(cause) if self.fix_sets.is_empty() => Part::Missing(cause.into()),
            _ => told(graph, || self.fix_sets),
        };
        (told(graph, || self.suspects), fix_sets)
    }
}

/// The evidence for and against the transitions of a machine.
pub struct SuspectRanking<'a> {
    question: &'a MachineProblem<'a>,
    rules: Rules,
    /// For each class, the rules that every run of it takes, and those that end its runs.
    keys: Vec<BTreeSet<usize>>,
    lasts: Vec<BTreeSet<usize>>,
    /// The number by which each class is called.
    numbers: Vec<usize>,
    classes: &'a [(PathKey, Trace)],
    paths: Vec<Path>,
    /// The rules of each failing and each passing run.
    failing: Vec<BTreeSet<usize>>,
    passing: Vec<BTreeSet<usize>>,
    /// The fix sets, best first.
    fixes: Vec<Fix>,
    /// Why there may be others.
    unfinished: Option<NoAnswer>,
    notes: Vec<String>,
}

impl<'a> SuspectRanking<'a> {
    /// Gathers the evidence from classes of failing runs, each with a run of it.
    pub fn new(
        question: &'a MachineProblem<'a>,
        classes: &'a [(PathKey, Trace)],
        stop: &Stop,
        observer: &Arc<dyn Observer>,
    ) -> SuspectRanking<'a> {
        let mut inquest = SuspectRanking::empty(question, classes);
        if !question.graph.transitions.is_empty() && !classes.is_empty() {
            inquest.find_fixes(stop, observer);
            inquest.measure(stop, observer);
            inquest.compare(stop);
        }
        inquest
    }

    fn empty(question: &'a MachineProblem<'a>, classes: &'a [(PathKey, Trace)]) -> SuspectRanking<'a> {
        let rules = Rules::new(question.graph);
        let key = |(key, _): &(PathKey, Trace)| key.transitions().map(|t| rules.rule(t)).collect();
        let last = |(key, _): &(PathKey, Trace)| {
            key.regions.iter().flatten().filter_map(|l| l.last).map(|t| rules.rule(t)).collect()
        };
        let reader = PathReader::new(question.system, question.graph);
        let paths: Vec<Path> = reader.iter().flat_map(|r| classes.iter().map(|(_, trace)| r.path(trace))).collect();
        SuspectRanking {
            question,
            keys: classes.iter().map(key).collect(),
            lasts: classes.iter().map(last).collect(),
            numbers: (1..=classes.len()).collect(),
            classes,
            failing: paths.iter().map(|p| rules_of(&rules, p)).collect(),
            paths,
            passing: Vec::new(),
            fixes: Vec::new(),
            unfinished: None,
            notes: Vec::new(),
            rules,
        }
    }

    /// The rules of a class that a fix would change.
    pub fn guilty(&self, class: usize) -> BTreeSet<usize> {
        self.keys[class].iter().copied().filter(|r| self.gate(*r) == Gate::Fix).collect()
    }

    /// The members of the best fix set that every run of a class takes, by their names.
    pub fn faults(&self, class: usize) -> BTreeSet<String> {
        let best = self.fixes.first().map(|fix| &fix.rules & &self.keys[class]).unwrap_or_default();
        best.into_iter().map(|rule| self.rules.names[rule].clone()).collect()
    }

    /// Conclusion from the evidence; `numbers` says by which number to call each class.
    pub fn conclude(mut self, numbers: Vec<usize>) -> RankedSuspects {
        self.numbers = numbers;
        let (suspects, fix_sets) = (self.suspects(), self.fix_sets());
        RankedSuspects { suspects, fix_sets, unfinished: self.unfinished, notes: self.notes }
    }

    fn find_fixes(&mut self, stop: &Stop, observer: &Arc<dyn Observer>) {
        let FixSets { sets, end } = fix_sets(self.question, self.classes, stop, observer);
        let unmeasured =
            |rules: BTreeSet<usize>| Fix { shares: vec![None; rules.len()], rules, minimum: true, gentlest: false };
        self.fixes = sets.into_iter().map(unmeasured).collect();
        match end {
            End::Complete => {}
            End::Capped => self.notes.push(format!("there are more than {MOST} minimum fix sets")),
            End::Never => {
                self.notes.push("no set of transitions makes the property hold when it is blocked".to_owned())
            }
            End::Stopped(cause) => {
                self.notes.push(format!("the minimum fix sets are not all known: {cause}"));
                self.unfinished = Some(cause);
            }
        }
    }

    /// Measures what stronger guards keep, and puts the best fix set first.
    fn measure(&mut self, stop: &Stop, observer: &Arc<dyn Observer>) {
        if self.fixes.is_empty() {
            return;
        }
        let measured = self.shares(stop, observer);
        if let Err(cause) = measured {
            self.notes.push(format!("what stronger guards would keep was not measured: {cause}"));
        }
        let least = |fix: &Fix| worst(&fix.shares).unwrap_or(-1.0);
        let sum = |fix: &Fix| fix.shares.iter().flatten().sum::<f64>();
        self.fixes.sort_by(|a, b| {
            let by_least = least(b).total_cmp(&least(a)).then(b.gentlest.cmp(&a.gentlest));
            by_least.then_with(|| sum(b).total_cmp(&sum(a))).then_with(|| a.rules.cmp(&b.rules))
        });
    }

    fn shares(&mut self, stop: &Stop, observer: &Arc<dyn Observer>) -> Result<(), NoAnswer> {
        let mut preserved = Preserved::new(self.question, &self.rules, stop, observer.as_ref())?;
        for fix in &mut self.fixes {
            fix.shares = preserved.shares(&fix.rules)?;
        }
        self.add_gentlest(&mut preserved, stop, observer)
    }

    /// Adds the fix that takes away the fewest uses, if blocking its rules is proved to be a fix.
    fn add_gentlest(
        &mut self,
        preserved: &mut Preserved,
        stop: &Stop,
        observer: &Arc<dyn Observer>,
    ) -> Result<(), NoAnswer> {
        let (rules, shares) = preserved.gentlest()?;
        match self.fixes.iter_mut().find(|fix| fix.rules == rules) {
            // A minimum set that is also the gentlest is a fix even if one of its rules keeps nothing.
            Some(fix) => fix.gentlest = true,
            None if is_fix(self.question, &rules, stop, observer)? => {
                self.fixes.push(Fix { rules, shares, minimum: false, gentlest: true });
            }
            None => {}
        }
        Ok(())
    }

    fn compare(&mut self, stop: &Stop) {
        let failing: Vec<(&Trace, &Path)> = self.classes.iter().map(|(_, t)| t).zip(&self.paths).collect();
        match passing(self.question, &failing, stop) {
            Ok(paths) => self.passing = paths.iter().map(|p| rules_of(&self.rules, p)).collect(),
            Err(cause) => self.notes.push(format!("failing runs are not compared with passing ones: {cause}")),
        }
    }

    fn evidence(&self, rule: usize) -> Evidence {
        let uses = |runs: &[BTreeSet<usize>]| runs.iter().filter(|r| r.contains(&rule)).count();
        Evidence {
            gate: self.gate(rule),
            preserved: self.preserved(rule),
            failed: uses(&self.failing),
            passed: uses(&self.passing),
            coverage: uses(&self.keys),
            distance: self.paths.iter().filter_map(|p| self.distance(p, rule)).min(),
        }
    }

    fn gate(&self, rule: usize) -> Gate {
        let part = |fix: &Fix| if fix.keeps_something() { Gate::Fix } else { Gate::Switch };
        self.fixes.iter().filter(|f| f.rules.contains(&rule)).map(part).max().unwrap_or_default()
    }

    /// The best share of a rule in the fix sets that it is in.
    fn preserved(&self, rule: usize) -> Option<f64> {
        let share = |fix: &Fix| fix.rules.iter().zip(&fix.shares).find(|(r, _)| **r == rule).and_then(|(_, s)| *s);
        self.fixes.iter().filter_map(share).max_by(f64::total_cmp)
    }

    /// Steps between the last use of a rule and the failure.
    fn distance(&self, path: &Path, rule: usize) -> Option<usize> {
        path.moves.iter().rev().position(|m| m.taken.iter().flatten().any(|t| self.rules.rule(*t) == rule))
    }

    fn suspects(&self) -> Vec<Suspect> {
        let evidence: Vec<Evidence> = (0..self.rules.names.len()).map(|r| self.evidence(r)).collect();
        let reasons = Reasons {
            names: &self.rules.names,
            fixes: &self.fixes,
            numbers: &self.numbers,
            keys: &self.keys,
            lasts: &self.lasts,
            failing: self.failing.len(),
            passing: self.passing.len(),
        };
        let suspect = |place: crate::rank::Ranked| {
            let (element, guard) = self.element(place.element);
            Suspect {
                name: self.rules.names[place.element].clone(),
                element,
                guard,
                kind: SuspectKind::Transition,
                leads: self.leads(place.element),
                rank: place.rank,
                score: place.score,
                reasons: reasons.of(place.element, &evidence[place.element]),
            }
        };
        rank(&evidence, self.failing.len()).into_iter().map(suspect).collect()
    }

    /// From which states to which a rule leads; nothing where every region has a single state.
    fn leads(&self, rule: usize) -> String {
        let graph = self.question.graph;
        if graph.states.len() == graph.regions.len() {
            return String::new();
        }
        let names = |end: fn(&Transition) -> StateId| {
            let ends: BTreeSet<StateId> = self.rules.transitions(rule).map(|t| end(graph.transition(t))).collect();
            ends.into_iter().map(|s| graph.state(s).name.as_str()).collect::<Vec<_>>().join(" | ")
        };
        format!("{} -> {}", names(|t| t.source), names(|t| t.target))
    }

    /// The element of a rule, and of its guard.
    fn element(&self, rule: usize) -> (Option<ElementId>, Option<ElementId>) {
        let mut all = self.rules.transitions(rule).map(|t| self.question.graph.transition(t));
        all.next().map_or((None, None), |t| (t.element, t.guard))
    }

    fn fix_sets(&self) -> Vec<FixSet> {
        let fix_set = |fix: &Fix| FixSet {
            minimum: fix.minimum,
            gentlest: fix.gentlest,
            names: fix.rules.iter().map(|r| self.rules.names[*r].clone()).collect(),
            elements: fix.rules.iter().filter_map(|r| self.element(*r).0).collect(),
            preserved: worst(&fix.shares),
            each: fix.shares.clone(),
        };
        self.fixes.iter().map(fix_set).collect()
    }
}

fn rules_of(rules: &Rules, path: &Path) -> BTreeSet<usize> {
    path.transitions().map(|t| rules.rule(t)).collect()
}

#[cfg(test)]
mod tests;
